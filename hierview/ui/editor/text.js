// The hierarchy as text beside its drawing. What is typed goes to Python after a short pause; the text stays as it was
// typed until something else than typing changes the drawing.
const TYPING_PAUSE = 300;
const TEXT_NAMES = { outline: "Hierarchy as an outline", edges: "Hierarchy as edges, one a line" };
const TEXT_MARKS = "After a name: [t] true, [p] predicted, [tp] both.";
const TEXT_HELP = {
  outline: `Tab and Shift+Tab move lines by a level; Esc, then Tab leaves. ${TEXT_MARKS}`,
  edges: `One edge a line: parent > child. ${TEXT_MARKS}`,
};

const indentation = (line) => /^[ \t]*/.exec(line)[0];

// The indentations of the last line above the one at `i` and of all that it hangs below, the shallowest first.
function levelsAbove(lines, i) {
  const levels = [];
  for (let k = i - 1; k >= 0 && levels[0] !== ""; k--)
    if (lines[k].trim() && !(levels[0]?.length <= indentation(lines[k]).length)) levels.unshift(indentation(lines[k]));
  return levels;
}

// What a line is indented by that stands one level deeper, or higher; null where there is no such level.
function deeper(lines, i) {
  const levels = levelsAbove(lines, i), now = indentation(lines[i]), last = levels.at(-1);
  const next = levels.find((level) => level.length > now.length);
  return next ?? (now.length === last?.length ? last + unitOf(lines) : null);
}

function higher(lines, i) {
  const now = indentation(lines[i]);
  return now ? levelsAbove(lines, i).findLast((level) => level.length < now.length) ?? "" : null;
}

// What the text is indented by already, else two spaces.
function unitOf(lines) {
  const used = lines.filter((line) => line.trim()).map(indentation).filter(Boolean);
  if (used.some((space) => space.includes("\t"))) return "\t";
  return " ".repeat(used.length ? Math.min(...used.map((space) => space.length)) : 2);
}

class TextBox {
  constructor(editor, box) {
    this.editor = editor;
    this.box = box;
    this.area = box.querySelector("textarea");
    this.gutter = box.querySelector(".gutter");
    this.waits = undefined;   // the pause after which what was typed is sent
    this.leaving = false;     // whether Esc made Tab leave the box
    const { area } = this;
    area.addEventListener("input", () => {
      this.stay();
      clearTimeout(this.waits);
      this.waits = setTimeout(() => this.flush(), TYPING_PAUSE);
      this.showGutter();
    });
    area.addEventListener("blur", () => { this.stay(); this.flush(); });
    area.addEventListener("pointerdown", () => this.stay());
    for (const moved of ["keyup", "click"]) area.addEventListener(moved, () => this.follow());
    area.addEventListener("scroll", () => { this.gutter.scrollTop = area.scrollTop; });
  }

  // The text of a view that was just chosen.
  open(data) {
    this.area.setAttribute("aria-label", TEXT_NAMES[data.view]);
    this.set(data.text ?? "");
  }

  // replaced: whether something else than the edits here changed the drawing; taken: whether Python knows all of them.
  take(data, replaced, taken) {
    const waiting = this.waits !== undefined || this.editor.log.some((entry) => entry.op === "text");
    if (replaced) { clearTimeout(this.waits); this.waits = undefined; }
    else if (waiting || !taken) return;
    // The echo of what was typed may be written otherwise: the person's own text stays until something else changes it.
    if (!replaced && this.area.value === this.sent) { this.sent = null; this.echo = data.text; return; }
    if (data.text !== this.echo) this.set(data.text ?? "");
  }

  set(text) {
    this.echo = text;
    this.sent = null;
    if (this.area.value === text) return;
    const { selectionStart, scrollTop } = this.area;
    this.area.value = text;
    if (this.editor.root.activeElement === this.area) this.area.setSelectionRange(Math.min(selectionStart, text.length), Math.min(selectionStart, text.length));
    this.area.scrollTop = scrollTop;
  }

  flush() {
    if (this.waits === undefined) return;
    clearTimeout(this.waits);
    this.waits = undefined;
    this.editor.push({ op: "text", format: this.editor.view, text: this.area.value });
    this.sent = this.area.value;
  }

  showGutter() {
    const { trouble } = this.editor;
    const count = this.area.value.split("\n").length;
    const bad = trouble?.line ?? null;
    const state = `${count} ${bad}`;
    if (this.gutter.shown !== state) {
      this.gutter.shown = state;
      this.gutter.replaceChildren(...Array.from({ length: count }, (_, i) => make("span", i + 1 === bad ? { class: "bad" } : {}, String(i + 1))));
    }
    if (trouble) this.area.setAttribute("aria-invalid", "true");
    else this.area.removeAttribute("aria-invalid");
    this.gutter.scrollTop = this.area.scrollTop;
  }

  // Keeps the class of the caret's line in sight where the drawing is larger than its place.
  follow() {
    if (this.editor.root.activeElement !== this.area) return;
    const { value, selectionEnd: at } = this.area;
    const line = value.slice(value.lastIndexOf("\n", at - 1) + 1).split("\n", 1)[0];
    const name = line.trim().replace(/^[-*+] +/, "").replace(/ *\[(t|p|tp|pt)\]$/, "");
    const node = this.editor.nodes.get(name) || this.editor.nodes.get(name.split(/ +> +/).at(-1));
    if (node) this.editor.reveal(node);
  }

  get hint() {
    return this.leaving ? "Tab now leaves the text, Shift+Tab goes back." : TEXT_HELP[this.editor.view];
  }

  // Keys: an outline has levels, so Tab belongs to it until Esc gives it back to the page.

  onKey(e) {
    if (this.editor.view !== "outline" || e.isComposing || e.ctrlKey || e.metaKey || e.altKey) return;
    if (e.key === "Escape") return this.leave();
    if (e.key === "Shift" || (e.key === "Tab" && this.leaving)) return;
    this.stay();
    const keys = {
      Tab: () => this.shift(e.shiftKey),
      Enter: () => this.newLine(),
      Backspace: () => this.inIndentation() && this.shift(true),
    };
    if (Object.hasOwn(keys, e.key) && keys[e.key]() !== false) e.preventDefault();
  }

  leave() {
    this.leaving = true;
    this.editor.say(this.hint);
    this.editor.showLine();
  }

  stay() {
    if (!this.leaving) return;
    this.leaving = false;
    this.editor.showLine();
  }

  inIndentation() {
    const { value, selectionStart: at, selectionEnd } = this.area;
    const before = value.slice(value.lastIndexOf("\n", at - 1) + 1, at);
    return at === selectionEnd && before !== "" && before.trim() === "";
  }

  // A new line starts at the level of the one before.
  newLine() {
    const { value, selectionStart: at } = this.area;
    this.insert(`\n${indentation(value.slice(value.lastIndexOf("\n", at - 1) + 1, at))}`);
  }

  // Move the line of the caret, or all lines that are selected, by a level.
  shift(back) {
    const { value, selectionStart: start, selectionEnd: end } = this.area;
    const lines = value.split("\n"), lineOf = (at) => value.slice(0, at).split("\n").length - 1;
    const first = lineOf(start), last = lineOf(end > start && value[end - 1] === "\n" ? end - 1 : end);
    const block = lines.slice(first, last + 1);
    const head = first + Math.max(0, block.findIndex((line) => line.trim()));
    const now = indentation(lines[head]), to = (back ? higher : deeper)(lines, head);
    if (to === null) return this.editor.say(back ? "No higher level here" : "No deeper level here");
    const moved = block.map((line) => {
      if (!line.trim() && block.length > 1) return line;
      return back ? line.slice(Math.min(now.length - to.length, indentation(line).length)) : to.slice(now.length) + line;
    });
    const from = lines.slice(0, first).reduce((sum, line) => sum + line.length + 1, 0);
    this.area.setSelectionRange(from, from + block.join("\n").length);
    this.insert(moved.join("\n"));
    const caret = Math.max(from, start + to.length - now.length);
    this.area.setSelectionRange(...(start === end ? [caret, caret] : [from, from + moved.join("\n").length]));
    this.editor.say(`Level ${levelsAbove(lines, head).filter((level) => level.length < to.length).length + 1}`);
  }

  // As if typed, so that the box's own undo knows it.
  insert(text) {
    if (text ? document.execCommand("insertText", false, text) : document.execCommand("delete")) return;
    this.area.setRangeText(text, this.area.selectionStart, this.area.selectionEnd, "end");
    this.area.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
