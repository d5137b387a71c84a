// Keys: which command each of them is, at a class, at an edge, on the ground, and among buttons.
import { isLaidOut } from "../scripts/dom.js";
import { directionOf } from "../scripts/nearest.js";
import { hasSecond } from "./graph.js";
import { beside } from "./ways.js";

// Wherever the focus is in the drawing.
const ANYWHERE = {
  "+": ({ commands }) => commands.zoom(true),
  "=": ({ commands }) => commands.zoom(true),
  "-": ({ commands }) => commands.zoom(false),
  "−": ({ commands }) => commands.zoom(false),
  "?": ({ bars }) => bars.toggleSheet("keys"),
  n: ({ commands }) => commands.addClass(null),
  0: ({ camera }) => camera.showAll(),
  "/": ({ finder }) => finder.open(),
};

const SIDES = new Set(["t", "a", "b"]);  // chosen by their letters while there are two predictions

// At a class: its name, and the key's event.
const AT_CLASS = {
  Enter: ({ commands }, name) => commands.act(name, true),
  " ": ({ commands }, name) => commands.act(name, true),
  m: ({ commands }, name) => commands.cycle(name),
  a: ({ commands }, name) => commands.addClass(name),
  r: ({ nameBox }, name) => nameBox.open(name),
  F2: ({ nameBox }, name) => nameBox.open(name),
  l: ({ commands }, name) => commands.startLink(name),
  p: ({ commands }, name) => commands.moveParent(name),
  e: ({ selection }, name) => selection.focusEdge(name, 0),
  u: ({ commands }, name) => commands.unpin(name),
  Delete: ({ commands }, name, e) => commands.remove(name, e.shiftKey),
  Backspace: ({ commands }, name, e) => commands.remove(name, e.shiftKey),
};

// At an edge: the edge, and the key's event.
const AT_EDGE = {
  ArrowUp: ({ selection }, { parent }) => selection.focusNode(parent),
  ArrowDown: ({ selection }, { child }) => selection.focusNode(child),
  ArrowLeft: (editor, line) => toEdgeBeside(editor, line, -1),
  ArrowRight: (editor, line) => toEdgeBeside(editor, line, 1),
  Enter: ({ commands }, _, e) => commands.press(e.target, true),
  " ": ({ commands }, _, e) => commands.press(e.target, true),
  p({ commands, selection }, { parent, child }) {
    commands.startReparent(parent, child);
    selection.focusNode(parent);
  },
  Delete: ({ commands }, line) => commands.unlink(line),
  Backspace: ({ commands }, line) => commands.unlink(line),
};

function toEdgeBeside({ selection, picture }, line, by) {
  const own = picture.edgesOf(selection.current);
  selection.focusEdge(selection.current, (own.indexOf(line) + by + own.length) % own.length);
}

// What a table has under a key: letters in either case, unless Alt makes another sign of them.
function commandFor(table, { key, altKey }) {
  const name = key.length === 1 && !altKey ? key.toLowerCase() : key;
  return Object.hasOwn(table, name) ? table[name] : null;
}

export class Keys {
  constructor(editor) {
    this.editor = editor;
  }

  onKey(e) {
    const { nameBox, text } = this.editor, { target } = e;
    if (target === this.editor.finder.input) return;
    if (target === nameBox.input) nameBox.onKey(e);
    else if (target === text.area) text.onKey(e);
    else if (this.taken(e)) e.preventDefault();
  }

  taken(e) {
    if (e.ctrlKey || e.metaKey) return this.onShortcut(e);
    return e.target.closest(".line, .tools, .sheet") ? this.onBarKey(e) : this.onCanvasKey(e);
  }

  onShortcut({ key, altKey, shiftKey }) {
    const letter = key.toLowerCase();
    if (altKey || !["z", "y"].includes(letter)) return false;
    this.editor.commands.undo(letter === "y" || shiftKey ? "redo" : "undo");
    return true;
  }

  // Among buttons

  onBarKey(e) {
    const { bars, selection } = this.editor, { target } = e;
    if (e.key === "Escape") return this.onBarEscape(target);
    const bar = target.closest(".tools, .line, .sheet");
    const buttons = [...bar.querySelectorAll("button")].filter(isLaidOut), i = buttons.indexOf(target);
    const ways = { ArrowLeft: buttons[i - 1], ArrowRight: buttons[i + 1], Home: buttons[0], End: buttons.at(-1) };
    if (ways[e.key]) {
      ways[e.key].focus();
      return true;
    }
    // After what can be done with a class come its edges.
    const last = e.key === "Tab" && !e.shiftKey && bar === bars.line && target === buttons.at(-1);
    return last && selection.selected?.name !== undefined && selection.focusEdge(selection.selected.name, 0);
  }

  onBarEscape(target) {
    const { root, bars, commands, selection } = this.editor, had = commands.cancel();
    if (bars.line.contains(target) || !root.activeElement) selection.focusSelected();
    return had;
  }

  // In the drawing

  onCanvasKey(e) {
    const { editor } = this, { node, line } = e.target;
    if (e.key === "Escape") return this.onEscape(line);
    if (hasSecond(editor.graph) && !editor.pending && !e.altKey && SIDES.has(e.key.toLowerCase())) {
      editor.commands.setSide(e.key.toLowerCase());
      return true;
    }
    const anywhere = commandFor(ANYWHERE, e);
    if (anywhere) {
      anywhere(editor);
      return true;
    }
    if (line) return this.onEdgeKey(e, line);
    if (node) return this.onClassKey(e, node);
    if (e.key !== "Enter" || editor.graph.classes.size) return false;
    editor.commands.addClass(null);
    return true;
  }

  onEscape(line) {
    const { pointer, commands, selection, whole } = this.editor;
    if (pointer.press?.dragging) {
      pointer.drop();
      return true;
    }
    const had = commands.cancel();
    if (line) selection.focusNode(selection.current);
    if (line || had || !selection.selected || whole.dialog) return had || !!line;
    selection.select(null);
    selection.light([]);
    return true;
  }

  onClassKey(e, node) {
    const { editor } = this, { name } = node;
    if (editor.graph.classes.get(name)?.stands) return this.onFoldedKey(e, node);
    if (e.key === "Enter" && e.shiftKey && !editor.pending) {
      editor.commands.addSibling(name);
      return true;
    }
    const direction = directionOf(e.key);
    if (direction && e.altKey) editor.commands.nudge(name, direction);
    else if (direction) this.toClassBeside(node, e.key);
    const command = direction ? null : commandFor(AT_CLASS, e);
    command?.(editor, name, e);
    return !!(direction || command);
  }

  // What stands for folded classes can be passed and opened.
  onFoldedKey({ key, altKey }, node) {
    const opens = ["Enter", " "].includes(key), passes = directionOf(key) && !altKey;
    if (opens) this.editor.commands.act(node.name, true);
    else if (passes) this.toClassBeside(node, key);
    return opens || !!passes;
  }

  toClassBeside(node, key) {
    const { picture, pending, graph } = this.editor;
    const to = beside(graph, node, [...picture.nodes.values()], key);
    to?.g.focus({ preventScroll: true });
    if (to && pending?.kind === "link") picture.stretchRubber(pending.parent, [to.x, to.y]);
  }

  onEdgeKey(e, line) {
    const { editor } = this, { selection } = editor;
    if (e.key === "Tab" && e.shiftKey) {
      selection.focusNode(selection.current);
      return true;
    }
    const command = commandFor(AT_EDGE, e);
    command?.(editor, line, e);
    return !!command;
  }
}
