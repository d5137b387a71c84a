// Search by name among the classes of the drawing, those that are folded too: what is found comes into view.
import { make } from "../scripts/dom.js";
import { quoted } from "./sentences.js";
import { say } from "../scripts/say.js";

export const FEW = 20;  // classes among which eyes are quick enough

export class Finder {
  constructor(editor, input, list) {
    this.editor = editor;
    this.input = input;
    this.list = list;
    this.sought = null;  // the class that is still to be drawn
    this.asked = false;  // whether a key opened the field
    this.before = "";    // what was asked for last, and which of those found was shown
    this.at = 0;
    input.addEventListener("keydown", (e) => this.onKey(e));
    input.addEventListener("change", () => { if (this.exact()) this.next(); });
    input.addEventListener("blur", () => {
      this.asked = false;
      this.show();
      editor.corners.lay();
    });
  }

  // Its words in the page's language.
  speak() {
    const find = say("Find a class");
    this.input.placeholder = find;
    this.input.setAttribute("aria-label", find);
  }

  // The field stands on the stage where there are many classes, or when a key asked for it.
  show() {
    const { editor, input, list } = this, { graph, drawing, total } = editor;
    const some = this.names().length > FEW;
    const here = drawing && graph.classes.size > 0 && (this.asked || (some && total <= this.names().length));
    if (editor.root.activeElement !== input) input.hidden = !here;
    if (input.hidden) return;
    const names = this.names().map(({ shown }) => shown), key = names.join("\n");
    if (list.shown === key) return;
    list.shown = key;
    list.replaceChildren(...names.map((value) => make("option", { value })));
  }

  // All names, as they are shown.
  names() {
    const { classes, folded } = this.editor.graph;
    const drawn = [...classes.values()].filter((c) => !c.stands);
    const away = [...folded].map((name) => ({ name, label: this.editor.labels[name] }));
    return [...drawn, ...away].map(({ name, label }) => ({ name, shown: label || name }));
  }

  open() {
    this.asked = true;
    this.input.hidden = false;
    this.show();
    this.editor.corners.lay();
    this.input.focus();
    this.input.select();
  }

  exact() {
    return this.names().some(({ shown }) => shown === this.input.value);
  }

  // The next of the classes whose names hold what is asked for, those that begin with it first.
  next() {
    const { editor } = this, asked = this.input.value.trim().toLowerCase();
    if (!asked) return;
    const rank = ({ name, shown }) => {
      const at = [shown, name].map((text) => text.toLowerCase());
      if (at.includes(asked)) return 0;
      if (at.some((text) => text.startsWith(asked))) return 1;
      return at.some((text) => text.includes(asked)) ? 2 : 3;
    };
    const found = this.names().filter((c) => rank(c) < 3).toSorted((a, b) => rank(a) - rank(b));
    if (!found.length) {
      editor.refuse(say("no class here has {text} in its name", { text: quoted(this.input.value.trim(), 40) }));
      return;
    }
    this.at = this.before === asked ? (this.at + 1) % found.length : 0;
    this.before = asked;
    const { name, shown } = found[this.at];
    if (editor.refused) editor.refuse(null);
    const place = { name: shown, n: this.at + 1, total: found.length };
    editor.announce(found.length > 1 ? say("{name}, {n} of {total}", place) : shown);
    this.go(name);
  }

  // Bring a class into view; where it is folded, it is shown first.
  go(name) {
    const { editor } = this;
    if (!editor.picture.nodes.has(name)) {
      this.sought = name;
      editor.messages.push({ op: "seek", name });
      return;
    }
    this.sought = null;
    editor.camera.seek(editor.picture.nodes.get(name));
    editor.selection.select({ name });
    editor.selection.lightNode(editor.picture.nodes.get(name));
  }

  // What was sought is drawn now.
  arrived() {
    if (this.sought !== null && this.editor.picture.nodes.has(this.sought)) this.go(this.sought);
  }

  onKey(e) {
    e.stopPropagation();
    if (e.key === "Enter") {
      e.preventDefault();
      this.next();
    } else if (e.key === "Escape") {
      const { selection, svg } = this.editor;
      e.preventDefault();
      this.input.value = "";
      (selection.elementOf(selection.selected) || svg).focus({ preventScroll: true });
      this.input.blur();
    }
  }
}
