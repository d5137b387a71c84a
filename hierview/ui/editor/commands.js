// What a person can do to the drawing, whichever way it was asked for: by a tool, a button, or a key.
import { tenth } from "./geometry.js";
import { MARKS, changedBy, exclusiveBelow, freeName, hasSecond, parentsOf } from "./graph.js";
import { quoted } from "./sentences.js";
import { COMMANDS, applyEdit, refusal, spoken } from "./table.js";
import { directionOf } from "../scripts/nearest.js";
import { say } from "../scripts/say.js";

const NUDGE = 10;
const ZOOM_STEP = 1.25;

export class Commands {
  constructor(editor) {
    this.editor = editor;
  }

  // Make an edit: at once here, and in Python. False where it cannot be.
  edit(edit) {
    const { editor } = this, problem = refusal(editor.graph, edit);
    if (problem) {
      editor.refuse(problem);
      return false;
    }
    editor.announce(spoken(editor.graph, edit));
    applyEdit(editor.graph, edit);
    if (edit.op === "rename") editor.rekey(edit.name, edit.to);
    // Own moves and marks leave the drawing where it is; what changes its shape may need another place for it.
    const placed = edit.op === "add" && edit.x !== undefined;
    if (!placed && ["hierarchy", "layout"].includes(changedBy(edit.op))) editor.calm = false;
    editor.messages.push(edit);
    editor.draw({ moves: true, fits: false });
    return true;
  }

  // Back or forward in the history of edits: "undo" or "redo".
  travel(op) {
    this.editor.announce(spoken(this.editor.graph, { op }));
    this.editor.messages.push({ op });
  }

  // Tools and buttons

  // Do what a row of the table says, at a class or an edge.
  perform({ clears, does }, target, by) {
    if (clears) this.editor.bars.closeSheet();
    does(this.editor, target ?? {}, by);
  }

  // Look at the drawing in another way: no edit, and nothing to undo.
  look(how) {
    const { editor } = this;
    editor.announce(spoken(editor.graph, how));
    editor.calm = false;
    if (how.op === "unfold") editor.camera.auto = false;
    else editor.camera.centre();
    editor.messages.push(how);
  }

  // What a class stands for is shown, below the class that stays where it is.
  unfold(name) {
    const { editor } = this;
    editor.camera.hold(parentsOf(editor.graph, name)[0]);
    this.look({ op: "unfold", name });
  }

  setTool(tool) {
    this.editor.tool = tool;
    this.cancel();
    this.editor.announce(COMMANDS[`tool ${tool}`].hint?.() ?? say("Click a class to mark it."));
    this.editor.showState();
  }

  // Which of the true classes, A and B a click marks.
  setSide(side) {
    this.editor.side = side;
    this.setTool("mark");
  }

  zoom(closer) {
    this.editor.camera.zoom(closer ? ZOOM_STEP : 1 / ZOOM_STEP);
  }

  // Ends whatever was started. True where there was something.
  cancel() {
    const { editor } = this;
    const was = editor.pending || editor.refused || editor.trouble || !editor.bars.sheet.hidden;
    editor.pending = editor.refused = editor.trouble = null;
    editor.picture.hideRubber();
    editor.bars.closeSheet();
    editor.selection.show();
    editor.showState();
    return !!was;
  }

  // What a click, a tap, or Enter on a class does.
  act(name, byKey = false) {
    const { editor } = this, { pending } = editor;
    if (editor.graph.classes.get(name)?.stands) this.unfold(name);
    else if (pending?.kind === "link") this.finishLink(name);
    else if (pending?.kind === "reparent") this.finishReparent(name);
    else {
      editor.pending = null;
      COMMANDS[`tool ${editor.tool}`].clicked(editor, name, byKey);
    }
  }

  // A class or an edge that was clicked, tapped, or pressed with Enter.
  press(el, byKey) {
    const { editor } = this;
    if (el.node) this.act(el.node.name, byKey);
    else if (["link", "reparent"].includes(editor.pending?.kind)) return;
    else if (editor.tool === "delete") this.unlink(el.line);
    else {
      editor.selection.setCurrent(el.line.child);
      el.line.handle.focus({ preventScroll: true });
      if (byKey) editor.bars.focusLine();
    }
  }

  // Classes

  cycle(name) {
    const { graph, side } = this.editor, { mark, first } = graph.classes.get(name), at = MARKS.indexOf(mark);
    if (!hasSecond(graph)) this.edit({ op: "mark", name, mark: MARKS[(at + 1) % MARKS.length] });
    else if (side === "a") this.edit({ op: "first", name, on: !first });
    else this.edit({ op: "mark", name, mark: MARKS[at ^ (side === "t" ? 1 : 2)] });  // of none, true, predicted, both
  }

  addClass(parent, at = null) {
    const { editor } = this, { graph } = editor, name = freeName(graph), [sx, sy] = editor.camera.stretch;
    // The first class of all stands in the middle by itself.
    const free = at && graph.classes.size && graph.direction === "down";
    const spot = free ? { x: tenth(at[0] / sx), y: tenth(at[1] / sy) } : {};
    if (!this.edit({ op: "add", name, parent, ...spot })) return;
    editor.selection.select({ name });
    editor.camera.reveal(editor.picture.nodes.get(name));
    editor.nameBox.open(name, true);
  }

  // Beside a class, under its first parent; a class without parent gets one of its kind.
  addSibling(name) {
    this.addClass(parentsOf(this.editor.graph, name)[0] ?? null);
  }

  askDelete(name, byKey) {
    const { editor } = this;
    if (exclusiveBelow(editor.graph, name).size === 1) {
      this.remove(name, false);
      return;
    }
    editor.pending = { kind: "delete", name };
    editor.selection.select({ name });
    if (byKey) editor.bars.focusLine();
  }

  remove(name, below) {
    this.editor.pending = null;
    this.edit({ op: "delete", name, below });
  }

  nudge(name, arrow) {
    const [right, down] = directionOf(arrow), { graph } = this.editor, { x, y } = graph.classes.get(name);
    if (graph.direction !== "down") {
      this.editor.refuse(say("classes are moved by hand where children stand below; p moves one to another parent"));
      return;
    }
    this.edit({ op: "pin", name, x: tenth(x + NUDGE * right), y: tenth(y + NUDGE * down) });
    this.editor.camera.reveal(this.editor.picture.nodes.get(name));
  }

  // Edges

  start(pending, said) {
    const { editor } = this;
    editor.pending = pending;
    editor.refused = editor.trouble = null;
    editor.announce(said);
    editor.selection.show();
    editor.showState();
  }

  startLink(name, byKey) {
    this.start({ kind: "link", parent: name }, say("Choose the child of {name}", { name }));
    if (byKey) this.editor.selection.focusNode(name);
  }

  finishLink(child) {
    this.finish({ op: "link", parent: this.editor.pending.parent, child });
  }

  startReparent(parent, child, byKey) {
    this.start({ kind: "reparent", parent, child }, say("Choose the new parent of {name}", { name: child }));
    if (byKey) this.editor.selection.focusNode(parent);
  }

  finishReparent(to) {
    const { parent, child } = this.editor.pending;
    if (to === parent) this.cancel();
    else this.finish({ op: "reparent", child, parent, to });
  }

  finish(edit) {
    if (!this.edit(edit)) return;
    this.cancel();
    this.editor.selection.focusNode(edit.child);
  }

  unlink({ parent, child }) {
    this.edit({ op: "unlink", parent, child });
    this.editor.selection.focusNode(child);
  }

  // A class that was dropped on another one hangs under it.
  moveUnder(name, to) {
    const { editor } = this, parents = parentsOf(editor.graph, name), [parent] = parents;
    if (parents.includes(to)) return;
    if (parents.length > 1) this.refuseMany(name, parents);
    else {
      const move = { op: "reparent", child: name, parent, to }, first = { op: "link", parent: to, child: name };
      if (this.edit(parents.length ? move : first)) editor.selection.focusNode(name);
    }
  }

  refuseMany(name, { length }) {
    const many = { name: quoted(name), n: length };
    this.editor.refuse(say("{name} has {n} parents; press e, choose the edge with the arrows, then p", many));
  }

  moveParent(name) {
    const { editor } = this, parents = parentsOf(editor.graph, name);
    if (parents.length === 1) this.startReparent(parents[0], name, true);
    else if (parents.length) this.refuseMany(name, parents);
    else {
      const alone = { name: quoted(name) };
      editor.refuse(say("{name} has no parent; press l at the class that becomes its parent", alone));
    }
  }
}
