// The numbers that decision rules predict from, on the drawing: probabilities on edges, scores under classes.
// Each is a slider: drag it, type it, or use the arrow keys.
import { make } from "../scripts/dom.js";
import { FONT, clamp } from "./geometry.js";
import { say } from "../scripts/say.js";
import { shorter } from "./sentences.js";
import { WEIGHT_FONT, baseline } from "./shapes.js";

const STEP = 0.01, LARGE_STEP = 0.1;
const DRAGGED = 200;  // pixels of a drag from 0 to 1
const PILL_HEIGHT = 22;
const FARTHEST = { stepped: 1e9, typed: 1e12 };  // of a score

const isNumber = (value) => value !== null && value !== undefined;

// The numbers that stand on a drawing, under keys of their own.
function numbersOn({ classes, edges }) {
  const all = [...classes.values()], found = new Map();
  for (const [key, e] of edges) if (!classes.get(e.child).stands) found.set(`p ${key}`, probabilityOf(key, e));
  if (all.some((c) => isNumber(c.score))) for (const c of all) if (!c.stands) found.set(`s ${c.name}`, scoreOf(c));
  return found;
}

const probabilityOf = (key, e) => ({
  line: key,
  value: e.probability ?? null,
  least: 0,
  most: 1,
  says: say("probability of {child} under {parent}", { child: e.child, parent: e.parent }),
  edit: (value) => ({ op: "probability", parent: e.parent, child: e.child, value }),
  keep: (value) => { e.probability = value; },
});

const scoreOf = (c) => ({
  node: c.name,
  value: c.score ?? null,
  says: say("score of {name}", { name: c.name }),
  edit: (value) => ({ op: "score", name: c.name, value }),
  keep: (value) => { c.score = value; },
});

// Three decimals are seen: siblings have no room for six. Whoever listens or types has all of them.
const short = (value) => String(
  value !== 0 && Math.abs(value) < 0.001 ? Number(value.toPrecision(1)) : Math.round(value * 1000) / 1000
);

export class Numbers {
  constructor(editor) {
    this.editor = editor;
    this.pills = new Map();
    this.dragging = null;
    this.typing = null;
    this.at = make("svg:g", { class: "numbers" });
    editor.picture.all.append(this.at);
    const looks = { class: "name number", type: "text", inputmode: "decimal", autocomplete: "off", hidden: "" };
    this.box = make("input", looks);
    editor.stage.append(this.box);
    this.box.addEventListener("keydown", (e) => {
      e.stopPropagation();
      if (e.key === "Enter") this.typed();
      if (e.key === "Escape") this.close();
    });
    this.box.addEventListener("blur", () => this.typed());
  }

  // What stands on the drawing now.
  update() {
    const { editor, pills } = this, wanted = editor.view === "numbers" ? numbersOn(editor.graph) : new Map();
    for (const [key, pill] of pills) {
      if (wanted.has(key)) continue;
      pill.g.remove();
      pills.delete(key);
    }
    for (const [key, number] of wanted) {
      if (!pills.has(key)) {
        pills.set(key, this.newPill());
        this.at.append(pills.get(key).g);
      }
      const pill = pills.get(key);
      pill.number = number;
      if (this.dragging?.pill !== pill) this.show(pill, number.value);
    }
  }

  newPill() {
    const frame = make("svg:rect", { height: PILL_HEIGHT, y: -PILL_HEIGHT / 2, rx: PILL_HEIGHT / 2 });
    const looks = { "font-size": WEIGHT_FONT, "text-anchor": "middle", y: baseline(WEIGHT_FONT) };
    const text = make("svg:text", looks);
    const g = make("svg:g", { class: "pill", role: "slider", tabindex: "0" }, frame, text), pill = { g, frame, text };
    g.addEventListener("pointerdown", (e) => {
      e.stopPropagation();
      g.setPointerCapture(e.pointerId);
      this.dragging = { pill, x: e.clientX, from: pill.number.value ?? 0, value: undefined };
    });
    g.addEventListener("pointermove", (e) => this.drag(pill, e));
    g.addEventListener("pointerup", (e) => { e.stopPropagation(); this.drop(pill); });
    g.addEventListener("pointercancel", () => { this.dragging = null; this.show(pill, pill.number.value); });
    g.addEventListener("touchstart", (e) => { if (e.cancelable) e.preventDefault(); }, { passive: false });
    g.addEventListener("keydown", (e) => this.onKey(e, pill));
    return pill;
  }

  drag(pill, e) {
    const { dragging } = this;
    if (dragging?.pill !== pill || (dragging.value === undefined && Math.abs(e.clientX - dragging.x) < 4)) return;
    dragging.value = clampToRange(pill.number, dragging.from + (e.clientX - dragging.x) / DRAGGED);
    this.show(pill, dragging.value);
  }

  drop(pill) {
    const { dragging } = this;
    if (dragging?.pill !== pill) return;
    this.dragging = null;
    if (dragging.value === undefined) this.open(pill);
    else this.set(pill, dragging.value);
  }

  show(pill, value) {
    const said = isNumber(value) ? String(value) : "–", seen = isNumber(value) ? short(value) : said;
    pill.text.textContent = seen;
    const width = Math.max(34, (this.editor.picture.textWidth(seen) * WEIGHT_FONT) / FONT + 18);
    pill.frame.setAttribute("width", width);
    pill.frame.setAttribute("x", -width / 2);
    const { least, most, says } = pill.number;
    const set = (name, text) => (text === undefined ? pill.g.removeAttribute(name) : pill.g.setAttribute(name, text));
    set("aria-label", says);
    set("aria-valuemin", least);
    set("aria-valuemax", most);
    set("aria-valuenow", value ?? 0);
    set("aria-valuetext", isNumber(value) ? said : say("none"));
  }

  lay() {
    for (const pill of this.pills.values()) {
      const { line, node } = pill.number, at = line ? this.spotOfEdge(line) : this.spotOfClass(node);
      if (at) pill.g.setAttribute("transform", `translate(${at.join(" ")})`);
    }
  }

  spotOfEdge(key) {
    const weight = this.editor.picture.lines.get(key)?.weight;
    return weight && [weight.getAttribute("x"), Number(weight.getAttribute("y")) - baseline(WEIGHT_FONT)];
  }

  spotOfClass(name) {
    const node = this.editor.picture.nodes.get(name);
    if (!node) return null;
    const below = node.y + node.h / 2 + PILL_HEIGHT / 2 + (node.valued ? 22 : 4);
    return [node.x.toFixed(1), below.toFixed(1)];
  }

  set(pill, value) {
    const { number } = pill;
    this.show(pill, value);
    if (value === number.value) return;
    number.value = value;
    number.keep(value);
    this.editor.announce(`${number.says}: ${value ?? say("none")}`);
    this.editor.messages.push(number.edit(value));
  }

  onKey(e, pill) {
    if (e.ctrlKey || e.metaKey || !this.did(e, pill)) return;
    e.preventDefault();
    e.stopPropagation();
  }

  // Whether the key means something here.
  did({ key, shiftKey }, pill) {
    const { number } = pill, now = number.value ?? 0, step = shiftKey ? LARGE_STEP : STEP;
    const to = {
      ArrowUp: now + step, ArrowRight: now + step, ArrowDown: now - step, ArrowLeft: now - step,
      Home: number.least, End: number.most,
    }[key];
    if (to !== undefined) this.set(pill, clampToRange(number, to));
    else if (key === "Delete" || key === "Backspace") this.set(pill, null);
    else if (key === "Enter" || key === " ") this.open(pill);
    else if (/^[0-9.,-]$/.test(key)) this.open(pill, key);
    else return false;
    return true;
  }

  open(pill, start) {
    const { left, top } = this.editor.stage.getBoundingClientRect(), at = pill.frame.getBoundingClientRect();
    this.typing = pill;
    Object.assign(this.box.style, {
      left: `${at.x - left - 12}px`,
      top: `${at.y - top - 5}px`,
      width: `${Math.max(84, at.width + 24)}px`,
    });
    this.box.setAttribute("aria-label", pill.number.says);
    this.box.value = start ?? pill.number.value ?? "";
    this.box.hidden = false;
    this.box.focus();
    if (start === undefined) this.box.select();
  }

  typed() {
    const pill = this.typing;
    if (!pill) return;
    const text = this.box.value.trim().replace(",", "."), value = text === "" ? null : Number(text);
    this.close();
    if (value === null || isAccepted(pill.number, value)) {
      this.set(pill, value);
      return;
    }
    const given = { number: pill.number.says, text: shorter(text, 20) };
    this.editor.refuse(pill.number.most === undefined
      ? say("{number}: '{text}' is not accepted; a decimal number is", given)
      : say("{number}: '{text}' is not accepted; a number from 0 to 1 is", given));
  }

  close() {
    const pill = this.typing;
    this.typing = null;
    this.box.hidden = true;
    pill?.g.focus({ preventScroll: true });
  }
}

// The nearest number that a step or a drag can reach.
function clampToRange({ least = -FARTHEST.stepped, most = FARTHEST.stepped }, value) {
  return Number(clamp(Math.round(value / STEP) * STEP, least, most).toFixed(4));
}

function isAccepted({ least = -FARTHEST.typed, most = FARTHEST.typed }, value) {
  return Number.isFinite(value) && value >= least && value <= most;
}
