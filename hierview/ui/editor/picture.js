// The drawing on the stage: the elements of classes (`nodes`) and edges (`lines`), kept as long as what they show.
import { make } from "../scripts/dom.js";
import { FONT, ROW_LINE, bodySize, frameOf, linesOf, middleOf } from "./geometry.js";
import { edgeKey } from "./graph.js";
import { levelLines, levelsShown } from "./levels.js";
import { placeOf, startOf, wayOf } from "./ways.js";
import { say } from "../scripts/say.js";
import { WEIGHT_FONT, baseline, bodyMark, countOf, newLine, partsOf, saidOf } from "./shapes.js";

export class Picture {
  constructor(editor, find) {
    this.editor = editor;
    this.svg = find(".canvas");
    this.all = find(".all");
    this.levelsAt = find(".levels");
    this.linesAt = find(".lines");
    this.nodesAt = find(".nodes");
    this.handlesAt = find(".handles");
    this.rubber = find(".rubber");
    this.nodes = new Map();
    this.lines = new Map();
    this.widths = new Map();
  }

  // Sizes

  textWidth(text) {
    if (!this.widths.has(text)) {
      this.pen ??= this.newPen();
      this.widths.set(text, this.pen.measureText(text).width);
    }
    return this.widths.get(text);
  }

  // A hidden page has no boxes to measure.
  newPen() {
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = this.font;
    return pen;
  }

  get font() {
    return `${FONT}px ${getComputedStyle(this.editor.box).fontFamily}`;
  }

  sizeOf(mark, lines) {
    return bodySize(mark, Math.max(...lines.map((line) => this.textWidth(line))), lines.length);
  }

  // The room that a class takes whatever its mark: so marks do not move the drawing, and a link shows what its sender
  // saw.
  roomOf(name) {
    return this.sizeOf("both", this.linesOf(this.editor.graph.classes.get(name)?.label || name));
  }

  // The room of the widest class.
  widest() {
    return Math.max(...[...this.editor.graph.classes.keys()].map((name) => this.roomOf(name)[0]));
  }

  // The lines of a label: longer ones where each class has a row of its own.
  linesOf(text) {
    return this.editor.graph.direction === "indented" ? linesOf(text, ROW_LINE) : linesOf(text);
  }

  // The boxes of all classes where they go to.
  rooms() {
    return [...this.nodes.values()].map((node) => {
      const [x, y] = node.to, [w, h] = this.roomOf(node.name);
      return { name: node.name, mark: node.mark, x, y, w, h };
    });
  }

  // What holds all that is drawn, whatever room there is for marks that are still to come.
  drawnFrame() {
    const bodies = [...this.nodes.values()].map(({ to: [x, y], w, h }) => ({ x, y, w, h }));
    return frameOf(bodies, [...this.lines.values()].flatMap((line) => line.bends));
  }

  // Elements

  // Bring them in line with the working copy; those of classes that stay are kept, so focus and light stay.
  update(graph, stretch) {
    for (const [name, node] of this.nodes) if (!graph.classes.has(name)) this.dropNode(name, node);
    for (const [key, line] of this.lines) if (!graph.edges.has(key)) this.dropLine(key, line);
    for (const c of graph.classes.values()) this.updateNode(c, stretch, graph.direction);
    for (const [key, e] of graph.edges) this.updateLine(key, e, stretch);
    this.levelsAt.replaceChildren(...(levelsShown() ? levelLines(graph, this.nodes, this.drawnFrame()) : []));
  }

  dropNode(name, node) {
    node.g.remove();
    this.nodes.delete(name);
  }

  dropLine(key, line) {
    line.g.remove();
    line.handle.remove();
    this.lines.delete(key);
  }

  updateNode(c, [sx, sy], direction) {
    const known = this.nodes.get(c.name), node = known ?? this.newNode(c.name);
    node.from = node.to;
    this.number(node, c.n);
    this.dress(node, c);
    node.to = placeOf(direction, [c.x * sx, c.y * sy], node.w);
    if (!known) [node.x, node.y] = node.to;
  }

  newNode(name) {
    const node = { g: make("svg:g", { class: "class", role: "button", tabindex: "-1" }) };
    node.g.node = node;
    this.nodes.set(name, node);
    this.nodesAt.append(node.g);
    return node;
  }

  // A class that Python has not seen has no number yet.
  number(node, n) {
    if (node.n !== n) {
      node.n = n;
      if (n === null) delete node.g.dataset.n;
      else node.g.dataset.n = n;
    }
    if (n !== null) node.g.dataset.testid = `class-${n}`;
  }

  dress(node, c) {
    const lines = this.linesOf(c.label || c.name), size = this.sizeOf(bodyMark(c), lines), [w] = size;
    const { name, label, more, stands, mark, artificial, pinned, value, blocked, runnerUp, side, counts, first } = c;
    const shown = [name, label, lines.length, more, stands, mark, artificial, pinned, w, value, blocked, runnerUp];
    const signature = JSON.stringify([...shown, first]), counted = JSON.stringify([signature, side, counts]);
    if (node.signature !== signature) this.dressAnew(node, c, { signature, lines, size });
    if (node.counted === counted) return;
    node.counted = counted;
    node.g.dataset.side = side ?? "none";
    for (const part of node.g.querySelectorAll(":scope > .count")) part.remove();
    node.g.append(...countOf(c, size));
  }

  dressAnew(node, c, { signature, lines, size }) {
    const { name, stands, value } = c, [w, h] = size;
    Object.assign(node, { signature, name, mark: bodyMark(c), w, h, valued: !!value });
    node.g.classList.toggle("folded", !!stands);
    node.g.setAttribute("aria-label", saidOf(c));
    node.g.replaceChildren(...partsOf(c, lines, size));
  }

  updateLine(key, e, [sx, sy]) {
    let line = this.lines.get(key);
    if (!line) {
      line = newLine();
      this.lines.set(key, line);
      this.linesAt.append(line.g);
      this.handlesAt.append(line.handle);
    }
    if (line.parent !== e.parent || line.child !== e.child || !line.named) {
      Object.assign(line, { parent: e.parent, child: e.child, named: true });
      const said = say("edge {parent} to {child}", { parent: e.parent, child: e.child });
      line.handle.setAttribute("aria-label", said);
    }
    const weight = this.editor.view === "numbers" ? "" : e.counts || e.weight || "";
    if (line.weight.textContent !== weight) line.weight.textContent = weight;
    line.g.classList.toggle("followed", !!e.followed);
    line.g.dataset.side = e.side ?? "none";
    line.bends = e.bends.map(([x, y]) => [x * sx, y * sy]);
  }

  // What is said of classes and edges is said anew when they are drawn again.
  reword() {
    for (const node of this.nodes.values()) node.signature = null;
    for (const line of this.lines.values()) line.named = false;
  }

  // After a class got another name: its elements stay.
  rekey(name, to) {
    const node = this.nodes.get(name), lines = [...this.lines.values()];
    this.nodes.delete(name);
    this.nodes.set(to, node);
    this.lines.clear();
    const now = (c) => (c === name ? to : c);
    for (const line of lines) {
      if (line.parent === name || line.child === name)
        Object.assign(line, { parent: now(line.parent), child: now(line.child), named: false });
      this.lines.set(edgeKey(line.parent, line.child), line);
    }
  }

  edgesOf(name) {
    return [...this.lines.values()].filter((line) => line.child === name || line.parent === name);
  }

  // Places

  // Put everything where it stands now.
  lay() {
    const { numbers, nameBox, camera, overview, corners } = this.editor;
    for (const node of this.nodes.values()) {
      const at = `translate(${node.x.toFixed(2)} ${node.y.toFixed(2)})`;
      if (node.at !== at) node.g.setAttribute("transform", node.at = at);
    }
    for (const line of this.lines.values()) this.layLine(line);
    const { scale, x, y } = camera.place;
    this.all.setAttribute("transform", `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${scale.toFixed(4)})`);
    numbers.lay();
    nameBox.lay();
    overview.lay();
    corners.lay();
  }

  layLine(line) {
    const [parent, child] = [this.nodes.get(line.parent), this.nodes.get(line.child)];
    const route = wayOf(this.editor.graph.direction, parent, child, line.now || line.bends);
    const points = route.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
    if (line.points === points) return;
    line.points = points;
    for (const el of [line.hit, line.drawn, line.over, line.handle]) el.setAttribute("points", points);
    const [x, y] = middleOf(route);
    line.weight.setAttribute("x", x);
    line.weight.setAttribute("y", y + baseline(WEIGHT_FONT));
  }

  // A line from a class to where the pointer is, while its child is sought.
  stretchRubber(name, [x, y]) {
    const node = this.nodes.get(name);
    if (!node) return;
    this.rubber.setAttribute("points", `${startOf(this.editor.graph.direction, node)} ${x},${y}`);
    this.rubber.setAttribute("visibility", "visible");
  }

  hideRubber() {
    this.rubber.setAttribute("visibility", "hidden");
  }
}
