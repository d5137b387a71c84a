// The numbers that decision rules predict from, on the drawing: probabilities on edges, scores under classes.
// Each is a slider: drag it, type it, or use the arrow keys.
const NUMBER_STEP = 0.01, DRAGGED = 200;  // pixels of a drag from 0 to 1
const PILL_HEIGHT = 22;

class Numbers {
  constructor(editor) {
    this.editor = editor;
    this.pills = new Map();
    this.at = make("svg:g", { class: "numbers" });
    editor.all.append(this.at);
    this.box = make("input", { class: "name number", type: "text", inputmode: "decimal", autocomplete: "off", hidden: "" });
    editor.stage.append(this.box);
    this.typing = null;
    this.box.addEventListener("keydown", (e) => {
      e.stopPropagation();
      if (e.key === "Enter") this.typed();
      if (e.key === "Escape") this.close();
    });
    this.box.addEventListener("blur", () => this.typed());
  }

  // What stands on the drawing now.
  update() {
    const { editor } = this, wanted = new Map();
    if (editor.view === "numbers") {
      for (const [key, e] of editor.graph.edges)
        wanted.set(`p ${key}`, { line: key, value: e.probability ?? null, least: 0, most: 1, says: `probability of ${e.child} under ${e.parent}`,
          edit: (value) => ({ op: "probability", parent: e.parent, child: e.child, value }), keep: (value) => { e.probability = value; } });
      const scored = [...editor.graph.classes.values()].some((c) => c.score !== null && c.score !== undefined);
      if (scored) for (const c of editor.graph.classes.values())
        wanted.set(`s ${c.name}`, { node: c.name, value: c.score ?? null, says: `score of ${c.name}`,
          edit: (value) => ({ op: "score", name: c.name, value }), keep: (value) => { c.score = value; } });
    }
    for (const [key, pill] of this.pills) if (!wanted.has(key)) { pill.g.remove(); this.pills.delete(key); }
    for (const [key, number] of wanted) {
      let pill = this.pills.get(key);
      if (!pill) {
        pill = this.make();
        this.pills.set(key, pill);
        this.at.append(pill.g);
      }
      pill.number = number;
      if (this.dragging?.pill !== pill) this.show(pill, number.value);
    }
  }

  make() {
    const frame = make("svg:rect", { height: PILL_HEIGHT, y: -PILL_HEIGHT / 2, rx: PILL_HEIGHT / 2 });
    const text = make("svg:text", { "font-size": 14, "text-anchor": "middle", y: 0.33 * 14 });
    const pill = { g: make("svg:g", { class: "pill", role: "slider", tabindex: "0" }, frame, text), frame, text };
    pill.g.addEventListener("pointerdown", (e) => {
      e.stopPropagation();
      pill.g.setPointerCapture(e.pointerId);
      this.dragging = { pill, x: e.clientX, from: pill.number.value ?? 0, value: undefined };
    });
    pill.g.addEventListener("pointermove", (e) => {
      const drag = this.dragging;
      if (drag?.pill !== pill || (drag.value === undefined && Math.abs(e.clientX - drag.x) < 4)) return;
      drag.value = this.within(pill, drag.from + (e.clientX - drag.x) / DRAGGED);
      this.show(pill, drag.value);
    });
    const drop = () => {
      const drag = this.dragging;
      if (drag?.pill !== pill) return;
      this.dragging = null;
      if (drag.value === undefined) this.open(pill);
      else this.set(pill, drag.value);
    };
    pill.g.addEventListener("pointerup", (e) => { e.stopPropagation(); drop(); });
    pill.g.addEventListener("pointercancel", () => { this.dragging = null; this.show(pill, pill.number.value); });
    pill.g.addEventListener("touchstart", (e) => { if (e.cancelable) e.preventDefault(); }, { passive: false });
    pill.g.addEventListener("keydown", (e) => this.onKey(e, pill));
    return pill;
  }

  within(pill, value) {
    const { least, most } = pill.number;
    const near = Math.round(value / NUMBER_STEP) * NUMBER_STEP;
    return Number(clamp(near, least ?? -1e9, most ?? 1e9).toFixed(4));
  }

  show(pill, value) {
    const said = value === null || value === undefined ? "–" : String(value);
    pill.text.textContent = said;
    const width = Math.max(34, this.editor.textWidth(said) * 14 / FONT + 18);
    pill.frame.setAttribute("width", width);
    pill.frame.setAttribute("x", -width / 2);
    const { least, most, says } = pill.number;
    const set = (name, text) => text === undefined ? pill.g.removeAttribute(name) : pill.g.setAttribute(name, text);
    set("aria-label", says);
    set("aria-valuemin", least);
    set("aria-valuemax", most);
    set("aria-valuenow", value ?? 0);
    set("aria-valuetext", value === null || value === undefined ? "none" : said);
  }

  lay() {
    const { editor } = this;
    for (const pill of this.pills.values()) {
      const { line, node } = pill.number;
      if (line) {
        const weight = editor.lines.get(line)?.weight;
        if (weight) pill.g.setAttribute("transform", `translate(${weight.getAttribute("x")} ${Number(weight.getAttribute("y")) - 0.33 * 14})`);
      } else {
        const at = editor.nodes.get(node);
        if (at) pill.g.setAttribute("transform", `translate(${at.x.toFixed(1)} ${(at.y + at.h / 2 + PILL_HEIGHT / 2 + (at.valued ? 22 : 4)).toFixed(1)})`);
      }
    }
  }

  set(pill, value) {
    if (value === pill.number.value) return this.show(pill, value);
    pill.number.keep(value);
    this.show(pill, value);
    this.editor.say(`${pill.number.says}: ${value ?? "none"}`);
    this.editor.push(pill.number.edit(value));
    pill.number.value = value;
  }

  onKey(e, pill) {
    const now = pill.number.value ?? 0, step = e.shiftKey ? 10 * NUMBER_STEP : NUMBER_STEP;
    const keys = {
      ArrowUp: now + step, ArrowRight: now + step, ArrowDown: now - step, ArrowLeft: now - step,
      Home: pill.number.least, End: pill.number.most,
    };
    if (e.ctrlKey || e.metaKey) return;
    if (keys[e.key] !== undefined) this.set(pill, this.within(pill, keys[e.key]));
    else if (e.key === "Delete" || e.key === "Backspace") this.set(pill, null);
    else if (e.key === "Enter" || e.key === " ") this.open(pill);
    else if (/^[0-9.,-]$/.test(e.key)) this.open(pill, e.key);
    else return;
    e.preventDefault();
    e.stopPropagation();
  }

  open(pill, start) {
    const { left, top } = this.editor.stage.getBoundingClientRect(), at = pill.frame.getBoundingClientRect();
    this.typing = pill;
    Object.assign(this.box.style, { left: `${at.x - left - 12}px`, top: `${at.y - top - 5}px`, width: `${Math.max(84, at.width + 24)}px` });
    this.box.setAttribute("aria-label", pill.number.says);
    this.box.value = start ?? (pill.number.value ?? "");
    this.box.hidden = false;
    this.box.focus();
    if (start === undefined) this.box.select();
  }

  typed() {
    const pill = this.typing;
    if (!pill) return;
    const text = this.box.value.trim().replace(",", ".");
    const value = text === "" ? null : Number(text);
    this.close();
    const { least, most, says } = pill.number;
    if (value === null || (Number.isFinite(value) && value >= (least ?? -1e12) && value <= (most ?? 1e12))) this.set(pill, value);
    else this.editor.refuse(`${says}: '${shorter(text, 20)}' is not accepted; ${most === undefined ? "a decimal number" : "a number from 0 to 1"} is`);
  }

  close() {
    const pill = this.typing;
    this.typing = null;
    this.box.hidden = true;
    pill?.g.focus({ preventScroll: true });
  }
}
