// The hierarchy as text beside its drawing. What is typed goes to Python after a short pause; the text stays as it was
// typed until something else than typing changes the drawing.
import { make } from "../scripts/dom.js";
import { say } from "../scripts/say.js";
import { deeperIndentation, higherIndentation, indentation, levelsAbove, movedLines } from "./outline.js";

const TYPING_PAUSE = 300;

const nameOf = (view) => (view === "outline" ? say("Hierarchy as an outline") : say("Hierarchy as edges, one a line"));

function helpOf(view) {
  const lines = view === "outline"
    ? say("Tab and Shift+Tab move lines by a level; Esc, then Tab leaves.") : say("One edge a line: parent > child.");
  return [lines, say("After a name: [t] true, [p] predicted, [tp] both.")].join(" ");
}

export class TextBox {
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
    this.name();
    this.set(data.text ?? "");
  }

  name() {
    this.area.setAttribute("aria-label", nameOf(this.editor.view));
  }

  // replaced: whether something else than the edits here changed the drawing; taken: whether Python knows all of them.
  take(data, replaced, taken) {
    const waiting = this.waits !== undefined || this.editor.messages.log.some((entry) => entry.op === "text");
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
    const caret = Math.min(selectionStart, text.length);
    if (this.focused) this.area.setSelectionRange(caret, caret);
    this.area.scrollTop = scrollTop;
  }

  flush() {
    if (this.waits === undefined) return;
    clearTimeout(this.waits);
    this.waits = undefined;
    this.editor.messages.push({ op: "text", format: this.editor.view, text: this.area.value });
    this.sent = this.area.value;
  }

  // What was typed is sent before any other edit, and what Python writes after that one is no echo of it.
  finish() {
    this.flush();
    this.sent = null;
  }

  get focused() {
    return this.editor.root.activeElement === this.area;
  }

  showGutter() {
    const { trouble } = this.editor, count = this.area.value.split("\n").length, bad = trouble?.line ?? null;
    const state = `${count} ${bad}`;
    if (this.gutter.shown !== state) {
      this.gutter.shown = state;
      const numbers = Array.from({ length: count }, (_, i) => i + 1);
      this.gutter.replaceChildren(...numbers.map((n) => make("span", { class: n === bad ? "bad" : null }, String(n))));
    }
    if (trouble) this.area.setAttribute("aria-invalid", "true");
    else this.area.removeAttribute("aria-invalid");
    this.gutter.scrollTop = this.area.scrollTop;
  }

  // Keeps the class of the caret's line in sight where the drawing is larger than its place.
  follow() {
    if (!this.focused) return;
    const { value, selectionEnd: at } = this.area;
    const line = value.slice(value.lastIndexOf("\n", at - 1) + 1).split("\n", 1)[0];
    const name = line.trim().replace(/^[-*+] +/, "").replace(/ *\[(t|p|tp|pt)\]$/, "");
    const node = this.editor.picture.nodes.get(name) || this.editor.picture.nodes.get(name.split(/ +> +/).at(-1));
    if (node) this.editor.camera.reveal(node);
  }

  get hint() {
    return this.leaving ? say("Tab now leaves the text, Shift+Tab goes back.") : helpOf(this.editor.view);
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
    this.editor.announce(this.hint);
    this.editor.bars.showLine();
  }

  stay() {
    if (!this.leaving) return;
    this.leaving = false;
    this.editor.bars.showLine();
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
    const now = indentation(lines[head]), to = (back ? higherIndentation : deeperIndentation)(lines, head);
    if (to === null) {
      this.editor.announce(back ? say("No higher level here") : say("No deeper level here"));
      return;
    }
    const from = lines.slice(0, first).reduce((sum, line) => sum + line.length + 1, 0);
    const moved = movedLines(block, now, to).join("\n");
    this.area.setSelectionRange(from, from + block.join("\n").length);
    this.insert(moved);
    const caret = Math.max(from, start + to.length - now.length);
    this.area.setSelectionRange(...(start === end ? [caret, caret] : [from, from + moved.length]));
    const level = levelsAbove(lines, head).filter((space) => space.length < to.length).length + 1;
    this.editor.announce(say("Level {level}", { level }));
  }

  // As if typed, so that the box's own undo knows it.
  insert(text) {
    if (text ? document.execCommand("insertText", false, text) : document.execCommand("delete")) return;
    this.area.setRangeText(text, this.area.selectionStart, this.area.selectionEnd, "end");
    this.area.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
