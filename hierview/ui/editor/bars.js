// What stands around the drawing: its tools, the line under it, and the sheet over it.
import { isLaidOut, make } from "../scripts/dom.js";
import { ZOOM } from "./geometry.js";
import { countBelow, exists, hasSecond } from "./graph.js";
import { levelsShown } from "./levels.js";
import { shorter } from "./sentences.js";
import { hints, icon, keyList, legend, toolBar } from "./skeleton.js";
import { ways } from "./ways.js";
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
    const { graph, camera, tool, drawing, held } = this.editor, none = !graph.classes.size;
    if (this.tools.hidden === drawing) {
      this.tools.hidden = !drawing;
      this.fit();
    }
    this.showSides();
    for (const button of this.tools.querySelectorAll("[data-do^='tool ']")) {
      const own = button.dataset.do.slice(5);
      button.setAttribute("aria-pressed", String(tool === own));
      allow(button, !none || own === "add");
    }
    allow(this.button("tidy"), held || [...graph.classes.values()].some((c) => c.pinned));
    allow(this.button("fit"), !none);
    allow(this.button("out"), camera.place.scale > ZOOM[0] + 1e-6);
    allow(this.button("in"), camera.place.scale < ZOOM[1] - 1e-6);
    this.showLine();
  }

  // Which mark a click sets or takes, while there are two predictions.
  showSides() {
    const sides = this.tools.querySelector(".sides"), { graph, side, tool } = this.editor, none = !hasSecond(graph);
    for (const button of sides.children)
      button.setAttribute("aria-pressed", String(tool === "mark" && button.dataset.do === `side ${side}`));
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
    if (selected && exists(graph, selected))
      return selected.name !== undefined ? this.classContent(selected.name) : edgeContent(selected);
    return this.hintContent();
  }

  pendingContent({ kind, name, parent, child }) {
    const cancel = ["cancel", say("Cancel")];
    if (kind === "link")
      return words("hint doing", say("Click the child of {name}.", { name: shorter(parent, 32) }), cancel);
    if (kind === "reparent")
      return words("hint doing", say("Click the new parent of {name}.", { name: shorter(child, 32) }), cancel);
    const shown = { name: shorter(name, 24), more: countBelow(this.editor.graph, name) };
    const answers = [["only", say("Only {name}", shown)], ["with", say("{name} and {more} below", shown)]];
    return words("bar doing", say("Delete"), ...answers, cancel);
  }

  classContent(name) {
    const { graph } = this.editor, { label, stands } = graph.classes.get(name);
    if (stands) return words("bar", say("{name}, folded", { name: label }), ["unfold", say("Show them")]);
    const more = countBelow(graph, name);
    const buttons = [
      ["child", say("Add child")], ["rename", say("Rename")], ["link", say("Link")], ["delete", say("Delete")],
    ];
    if (more) buttons.push(["delete-below", say("Delete with {more} below", { more })]);
    if (graph.classes.get(name).pinned) buttons.push(["unpin", say("Unpin")]);
    return words("bar", shorter(name, 24), ...buttons);
  }

  hintContent() {
    const { drawing, graph, tool, view, text, wide } = this.editor;
    if (!drawing) {
      // Without a keyboard there is no Tab.
      const levels = [["higher", say("⇤ Level up")], ["deeper", say("⇥ Level down")]];
      return words("hint", text.hint, ...(view === "outline" && wide === false ? levels : []));
    }
    if (!graph.classes.size) return words("hint", say("Click the ground, or press n, to add a class."));
    if (hints()[tool]) return words("hint", hints()[tool]);
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
    sheet.setAttribute("aria-label", sheets()[kind]);
    this.fillSheet();
    sheet.hidden = false;
    this.button(kind).setAttribute("aria-expanded", "true");
    sheet.querySelector("button").focus({ preventScroll: true });
  }

  fillSheet() {
    const { sheet, editor: { looks, graph } } = this;
    const made = { keys: keySheet, more: moreSheet, look: () => lookSheet(looks, graph.direction) };
    sheet.replaceChildren(...made[sheet.kind]());
    const tidy = sheet.querySelector('[data-do="tidy"]');
    if (tidy) allow(tidy, !this.button("tidy").hasAttribute("aria-disabled"));
  }

  // The sheet that says how the drawing is looked at says it anew, the focus where it was.
  showLooks() {
    const { sheet, editor: { root } } = this, active = root.activeElement;
    if (sheet.hidden || sheet.kind !== "look") return;
    const focused = active && sheet.contains(active) ? active.dataset.do : null;
    this.fillSheet();
    if (focused) sheet.querySelector(`[data-do="${focused}"]`)?.focus({ preventScroll: true });
  }

  closeSheet(focus = false) {
    const { sheet, editor } = this;
    if (sheet.hidden) return;
    const back = focus || sheet.contains(editor.root.activeElement);
    sheet.hidden = true;
    for (const kind of Object.keys(sheets())) {
      const button = this.button(kind);
      button.setAttribute("aria-expanded", "false");
      if (back && isLaidOut(button) && (kind === sheet.kind || kind === "more"))
        button.focus({ preventScroll: true });
    }
    if (back && this.from?.isConnected) this.from.focus({ preventScroll: true });
  }
}

const sheets = () => ({ keys: say("Keys"), more: say("More"), look: say("View") });

function allow(button, allowed) {
  if (allowed) button.removeAttribute("aria-disabled");
  else button.setAttribute("aria-disabled", "true");
}

const words = (kind, text, ...buttons) => ({ kind, text, buttons });

const edgeContent = ({ parent, child }) =>
  words("bar", `${shorter(parent, 16)} > ${shorter(child, 16)}`,
    ["unlink", say("Delete edge")], ["reparent", say("Move to another parent")]);

function keySheet() {
  const close = make("button", { type: "button", class: "x", "data-do": "close", "aria-label": say("Close") });
  close.innerHTML = icon("delete");
  const list = make("dl");
  for (const [key, does] of keyList()) list.append(make("div", {}, make("dt", {}, key), make("dd", {}, does)));
  const scroll = { class: "scroll", tabindex: "0", role: "group", "aria-label": say("List of keys") };
  return [make("h3", {}, say("Keys")), close, make("div", scroll, list)];
}

function withIcon(action, word) {
  const button = make("button", { type: "button", "data-do": action }, make("span", {}, word));
  button.insertAdjacentHTML("afterbegin", icon(action));
  return button;
}

function choice(action, word, pressed) {
  const button = make("button", { type: "button", "data-do": action, "aria-pressed": String(pressed) }, word);
  button.insertAdjacentHTML("afterbegin", icon("chosen"));
  return button;
}

// How the drawing is looked at: where children stand of their parents, and what is folded.
function lookSheet({ turned, fold, foldable }, direction) {
  const directions = ways().map(([way, word]) => choice(`turn ${way}`, word, way === turned));
  const folds = choice("fold", say("Fold what has no mark"), fold);
  allow(folds, foldable);
  const levels = choice("levels", say("Lines at the levels"), levelsShown());
  allow(levels, direction !== "indented");
  const further = [withIcon("find", say("Find a class")), withIcon("numbers", say("Numbers for a rule"))];
  return [make("h3", {}, say("Children stand")), ...directions, make("h3", {}, say("Branches")), folds, levels, ...further];
}

const more = () => [
  ["look", say("View")], ["tidy", say("Tidy")], ["find", say("Find a class")], ["fit", say("Show all")],
  ["whole", say("Whole screen")], ["out", say("Zoom out")], ["in", say("Zoom in")],
  ["keys", say("Keys")],
];

const moreSheet = () => more().map(([action, word]) => withIcon(action, word));
