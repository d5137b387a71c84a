// What is selected, where the focus is, and which classes are lit.
import { LIGHT, pageOf } from "../scripts/events.js";
import { edgeKey, exists } from "./graph.js";

export class Selection {
  constructor(editor) {
    this.editor = editor;
    this.selected = null;    // { name } or { parent, child }
    this.current = null;     // the class that Tab comes to
    this.litByTouch = null;  // the numbers of the classes that a tap lit
  }

  // Selecting

  select(selected) {
    this.selected = selected;
    if (selected?.name !== undefined) this.setCurrent(selected.name);
    this.show();
    this.editor.bars.showLine();
  }

  show() {
    const { selected } = this, { picture, pending } = this.editor;
    const edge = selected?.parent === undefined ? null : edgeKey(selected.parent, selected.child);
    for (const [key, line] of picture.lines) line.g.classList.toggle("selected", key === edge);
    for (const [name, node] of picture.nodes) {
      node.g.classList.toggle("selected", selected?.name === name);
      node.g.classList.toggle("from", pending?.kind === "link" && pending.parent === name);
    }
  }

  setCurrent(name) {
    const { nodes } = this.editor.picture;
    if (this.current !== name) nodes.get(this.current)?.g.setAttribute("tabindex", "-1");
    this.current = name;
    nodes.get(name)?.g.setAttribute("tabindex", "0");
  }

  // After the drawing changed: what is not there any more is neither selected nor current.
  settle() {
    const { graph } = this.editor;
    if (!graph.classes.has(this.current)) this.current = null;
    this.setCurrent(this.current ?? graph.classes.keys().next().value ?? null);
    if (this.selected && !exists(graph, this.selected)) this.selected = null;
  }

  // Focus

  get focused() {
    return this.editor.root.activeElement;
  }

  elementOf(selected) {
    if (!selected) return null;
    const { nodes, lines } = this.editor.picture;
    if (selected.name !== undefined) return nodes.get(selected.name)?.g;
    return lines.get(edgeKey(selected.parent, selected.child))?.handle;
  }

  focusSelected() {
    this.elementOf(this.selected)?.focus({ preventScroll: true });
  }

  focusNode(name) {
    this.editor.picture.nodes.get(name)?.g.focus({ preventScroll: true });
  }

  // True where the class has such an edge.
  focusEdge(name, i) {
    const line = this.editor.picture.edgesOf(name).at(i);
    line?.handle.focus({ preventScroll: true });
    return !!line;
  }

  // Where the focus is, if its element is about to go.
  leaving() {
    const { graph, picture } = this.editor, { node, line } = this.focused ?? {};
    if (node && !graph.classes.has(node.name)) {
      const above = [...picture.lines.values()].find((l) => l.child === node.name && graph.classes.has(l.parent));
      return { x: node.x, y: node.y, n: node.n, parent: above?.parent };
    }
    if (line && !graph.edges.has(edgeKey(line.parent, line.child))) return { parent: line.child, x: 0, y: 0 };
    return null;
  }

  // To what stands there now, else to its parent, else to what is nearest.
  refocus({ x, y, n, parent }) {
    const { svg, picture } = this.editor, nodes = [...picture.nodes.values()];
    const far = (node) => Math.hypot(node.to[0] - x, node.to[1] - y);
    const same = nodes.find((node) => node.n === n && n !== null && n !== undefined && far(node) < 1);
    const next = same || picture.nodes.get(parent) || nodes.reduce((a, b) => (far(b) < far(a) ? b : a), nodes[0]);
    svg.setAttribute("tabindex", next ? "-1" : "0");
    (next?.g || svg).focus({ preventScroll: true });
  }

  onFocusIn({ target }) {
    const { node, line } = target, { editor } = this;
    if (node) {
      this.lightNode(node);
      editor.camera.reveal(node);
      if (!editor.pending || editor.pending.kind === "delete") this.select({ name: node.name });
      else this.setCurrent(node.name);
    } else if (line) {
      this.light([]);
      this.select({ parent: line.parent, child: line.child });
    }
    if (target === editor.text.area) this.select(null);
    editor.bars.onFocusIn(target);
  }

  // Leaving the editor ends the selection; a changed page or window does not.
  onFocusOut({ target, relatedTarget }) {
    const { box } = this.editor;
    if (target.node) this.light(this.litByTouch);
    if ((relatedTarget && box.contains(relatedTarget)) || !document.hasFocus()) return;
    setTimeout(() => {
      if (!box.isConnected || box.contains(this.focused)) return;
      this.selected = null;
      this.show();
      this.editor.bars.showLine();
    });
  }

  // Light

  light(numbers) {
    pageOf(this.editor.root).dispatchEvent(new CustomEvent(LIGHT, { detail: numbers || [] }));
  }

  lightNode(node) {
    this.light(numbersOf(node) ?? this.litByTouch);
  }

  lightTouched(node) {
    this.litByTouch = numbersOf(node);
  }

  onOver(e) {
    const node = e.target.closest(".class")?.node;
    if (node && this.answers(e)) this.lightNode(node);
  }

  onOut(e) {
    if (!e.target.closest(".class") || !this.answers(e)) return;
    this.light(this.litByTouch || numbersOf(this.focused?.node) || []);
  }

  answers(e) {
    return e.pointerType !== "touch" && !this.editor.pointer.press?.dragging;
  }

  onLight({ detail }) {
    const lit = new Set(detail);
    for (const node of this.editor.picture.nodes.values())
      node.g.classList.toggle("lit", node.n !== null && lit.has(String(node.n)));
  }
}

// What lights a class everywhere; null where it has no number yet.
const numbersOf = (node) => (!node || node.n === null ? null : [String(node.n)]);
