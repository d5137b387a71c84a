// What stands around the drawing: its tools, the line under it, and the sheet over it.
import { isLaidOut, make } from "../scripts/dom.js";
import { countBelow, exists, hasSecond } from "./graph.js";
import { shorter } from "./sentences.js";
import { SHEETS, legend, toolBar } from "./skeleton.js";
import { COMMANDS, commandsIn } from "./table.js";
import { say } from "../scripts/say.js";
import { readStore, writeStore } from "../scripts/storage.js";

const LEGEND_KEY = "hierview-legend";
const COMPACT = 640;  // the width under which the tools have no words
const SPARE = 12;     // what is left between them at least, as the chosen one is bold

export class Bars {
  constructor(editor, find) {
    this.editor = editor;
    this.line = find(".line");
    this.tools = find(".tools");
    this.sheet = find(".sheet");
  }

  // Tools

  reword() {
    this.tools.innerHTML = toolBar();
    this.fit();
    this.tools.setAttribute("aria-label", say("Drawing tools"));
    this.stop();
    this.sheet.hidden = true;
    this.line.shown = null;
  }

  // Words on the tools where all have room, in whatever language.
  fit() {
    const { frame } = this.editor;
    frame.classList.remove("compact");
    const left = this.tools.querySelector(".gap").offsetWidth;
    frame.classList.toggle("compact", frame.clientWidth < COMPACT || left < SPARE);
  }

  show() {
    const { drawing } = this.editor;
    if (this.tools.hidden === drawing) {
      this.tools.hidden = !drawing;
      this.fit();
    }
    this.showSides();
    this.showButtons(this.tools);
    if (!this.sheet.hidden) this.showButtons(this.sheet);
    this.showLine();
  }

  // Which of the buttons are switched on, and which may be pressed.
  showButtons(box) {
    for (const button of box.querySelectorAll("[data-do]")) {
      const { on, when } = COMMANDS[button.dataset.do];
      if (on) button.setAttribute("aria-pressed", String(on(this.editor)));
      if (when?.(this.editor) ?? true) button.removeAttribute("aria-disabled");
      else button.setAttribute("aria-disabled", "true");
    }
  }

  // Which mark a click sets or takes, while there are two predictions.
  showSides() {
    const sides = this.tools.querySelector(".sides"), none = !hasSecond(this.editor.graph);
    if (sides.hidden === none) return;
    sides.hidden = none;
    this.fit();
  }

  button(action) {
    return this.tools.querySelector(`[data-do="${action}"]`);
  }

  // Tab stops at one of the tools.
  stop() {
    const stops = [...this.tools.querySelectorAll("button")].filter(isLaidOut);
    if (stops.length && !stops.some((b) => b.tabIndex === 0)) stops[0].tabIndex = 0;
  }

  onFocusIn(target) {
    if (!this.tools.contains(target)) return;
    for (const b of this.tools.querySelectorAll("button")) b.tabIndex = b === target ? 0 : -1;
  }

  // The line: what can be done with what is selected, else what the tool does, else the legend.

  showLine() {
    const { line, editor } = this, { kind, text, buttons } = this.lineContent();
    const key = JSON.stringify([kind, text, buttons]);
    if (line.shown === key) return;
    const active = editor.root.activeElement;
    const focused = active && line.contains(active) ? active.dataset.do : null;
    line.shown = key;
    line.className = `line ${kind}`;
    line.replaceChildren();
    for (const name of ["role", "aria-label"]) line.removeAttribute(name);
    if (kind.startsWith("legend")) line.innerHTML = legend(kind.endsWith("two"));
    else this.fill(text, buttons);
    line.classList.toggle("longer", line.scrollWidth > line.clientWidth + 1);
    if (!focused) return;
    const same = line.querySelector(`[data-do="${CSS.escape(focused)}"]`);
    (same || editor.selection.elementOf(editor.selection.selected) || editor.svg).focus({ preventScroll: true });
  }

  focusLine() {
    this.line.querySelector("button")?.focus();
  }

  lineContent() {
    const { pending, graph, selection: { selected } } = this.editor;
    if (pending) return this.pendingContent(pending);
    if (selected && exists(graph, selected)) {
      const { name, parent, child } = selected;
      if (name !== undefined) return this.classContent(name);
      return words("bar", `${shorter(parent, 16)} > ${shorter(child, 16)}`, this.buttonsIn("edge", selected));
    }
    return this.hintContent();
  }

  // The buttons there, each with the name and the word of its command.
  buttonsIn(place, target) {
    const allowed = commandsIn(place).filter((name) => COMMANDS[name].when?.(this.editor, target) ?? true);
    return allowed.map((name) => [name, COMMANDS[name].word(this.editor, target)]);
  }

  pendingContent({ kind, name, parent, child }) {
    const shown = kind === "delete" && { name: shorter(name, 24), more: countBelow(this.editor.graph, name) };
    const buttons = this.buttonsIn("pending", shown);
    if (kind === "link")
      return words("hint doing", say("Click the child of {name}.", { name: shorter(parent, 32) }), buttons);
    if (kind === "reparent")
      return words("hint doing", say("Click the new parent of {name}.", { name: shorter(child, 32) }), buttons);
    return words("bar doing", COMMANDS.delete.word(), buttons);
  }

  classContent(name) {
    const { label, stands } = this.editor.graph.classes.get(name);
    if (stands) return words("bar", say("{name}, folded", { name: label }), this.buttonsIn("folded", { name }));
    return words("bar", shorter(name, 24), this.buttonsIn("class", { name }));
  }

  hintContent() {
    const { drawing, graph, tool, view, text, wide } = this.editor, { hint } = COMMANDS[`tool ${tool}`];
    // Without a keyboard there is no Tab.
    if (!drawing) return words("hint", text.hint, view === "outline" && wide === false ? this.buttonsIn("text") : []);
    if (!graph.classes.size) return words("hint", say("Click the ground, or press n, to add a class."));
    if (hint) return words("hint", hint());
    if (view === "numbers") return words("hint", say("Drag a number, or click it and type."));
    if (hasSecond(graph)) return words("legend short two", "");
    return words(readStore("localStorage", LEGEND_KEY) === "short" ? "legend short" : "legend", "");
  }

  fill(text, buttons) {
    if (text) this.line.append(make("span", { class: "about" }, text));
    for (const [action, word] of buttons)
      this.line.append(make("button", { type: "button", "data-do": action }, word));
    if (!buttons.length) return;
    this.line.setAttribute("role", "toolbar");
    this.line.setAttribute("aria-label", say("Actions: {about}", { about: text }));
  }

  shortenLegend() {
    writeStore("localStorage", LEGEND_KEY, "short");
    this.line.shown = null;
    this.showLine();
  }

  // The sheet: the keys, or what is not among the tools: on narrow pages, or where there are few classes.

  toggleSheet(kind) {
    const { sheet } = this, open = sheet.hidden || sheet.kind !== kind;
    const from = this.editor.root.activeElement?.closest(".class, .handle");
    this.closeSheet();
    if (!open) return;
    this.from = from;  // a key opened it: there the keys go on
    sheet.kind = kind;
    sheet.className = `sheet ${kind}`;
    sheet.setAttribute("aria-label", COMMANDS[kind].word());
    sheet.innerHTML = SHEETS[kind]();
    this.showButtons(sheet);
    sheet.hidden = false;
    this.button(kind).setAttribute("aria-expanded", "true");
    sheet.querySelector("button").focus({ preventScroll: true });
  }

  closeSheet(focus = false) {
    const { sheet, editor } = this;
    if (sheet.hidden) return;
    const back = focus || sheet.contains(editor.root.activeElement);
    sheet.hidden = true;
    for (const kind of Object.keys(SHEETS)) {
      const button = this.button(kind);
      button.setAttribute("aria-expanded", "false");
      if (back && isLaidOut(button) && (kind === sheet.kind || kind === "more"))
        button.focus({ preventScroll: true });
    }
    if (back && this.from?.isConnected) this.from.focus({ preventScroll: true });
  }
}

const words = (kind, text, buttons = []) => ({ kind, text, buttons });
