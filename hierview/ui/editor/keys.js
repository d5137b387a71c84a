// Keys: in the drawing what the table of commands has under them, and how they lead through its buttons.
import { isLaidOut } from "../scripts/dom.js";
import { COMMANDS } from "./table.js";
import { beside } from "./ways.js";

// How the table may call a key, with what is held first. Letters in either case, unless Alt makes another sign of them.
function namesOf({ key, altKey, shiftKey, ctrlKey, metaKey }) {
  const name = key.length === 1 && !altKey ? key.toLowerCase() : key;
  if (ctrlKey || metaKey) return altKey ? [] : [`Ctrl+${shiftKey ? "Shift+" : ""}${name}`];
  return [...(altKey ? [`Alt+${name}`] : []), ...(shiftKey ? [`Shift+${name}`] : []), name];
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
    if (e.ctrlKey || e.metaKey) return this.onCommand(e);
    return e.target.closest(".line, .tools, .sheet") ? this.onBarKey(e) : this.onCanvasKey(e);
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
    return e.key === "Escape" ? this.onEscape(e.target.line) : this.onCommand(e);
  }

  // The first command that the table has under the key, where the focus is. True where there is one.
  onCommand(e) {
    const { editor } = this, { node, line } = e.target, target = line ?? node;
    const place = line ? "edge" : !node ? "ground" : editor.graph.classes.get(node.name)?.stands ? "folded" : "class";
    const here = Object.values(COMMANDS).filter(({ keys, at = [place] }) => keys && at.includes(place));
    const holds = (name) => ({ keys, when }) => keys.includes(name) && (when?.(editor, target, e) ?? true);
    const command = namesOf(e).map((name) => here.find(holds(name))).find(Boolean);
    if (command) editor.commands.perform(command, target, e);
    return !!command;
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

  toClassBeside(node, key) {
    const { picture, pending, graph } = this.editor;
    const to = beside(graph, node, [...picture.nodes.values()], key);
    to?.g.focus({ preventScroll: true });
    if (to && pending?.kind === "link") picture.stretchRubber(pending.parent, [to.x, to.y]);
  }

  // From an edge to its ends, or to the edges beside it.
  alongEdges(line, key) {
    const { picture, selection } = this.editor, { current } = selection;
    if (key === "ArrowUp" || key === "ArrowDown") selection.focusNode(key === "ArrowUp" ? line.parent : line.child);
    else {
      const own = picture.edgesOf(current), by = key === "ArrowLeft" ? -1 : 1;
      selection.focusEdge(current, (own.indexOf(line) + by + own.length) % own.length);
    }
  }
}
