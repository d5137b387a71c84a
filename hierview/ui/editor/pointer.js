// Mouse, pen and fingers on the drawing: pressing, dragging, pinching, double taps.
import { clamp, pinchedPlace, pointAt, spreadOf, tenth } from "./geometry.js";

const DOUBLE = 280;  // milliseconds between the two taps of a double tap
const SLACK = { touch: 8, mouse: 4 };  // pixels that a press may wander before it is a drag

function ownTouch(e) {
  if (e.cancelable && (e.touches.length > 1 || e.target.closest?.(".class"))) e.preventDefault();
}

export class Pointer {
  constructor(editor) {
    this.editor = editor;
    this.pointers = new Map();  // where each of them is on the page
    this.press = null;
    this.pinch = null;
    this.lastTap = null;
  }

  listen(svg) {
    svg.addEventListener("pointerdown", (e) => this.onDown(e));
    svg.addEventListener("pointermove", (e) => this.onMove(e));
    svg.addEventListener("pointerup", (e) => this.onUp(e));
    svg.addEventListener("pointercancel", (e) => this.onCancel(e));
    svg.addEventListener("lostpointercapture", (e) => this.pointers.delete(e.pointerId));
    // Swiping up or down over the ground scrolls the page; a touched class, and two fingers, belong to the drawing.
    svg.addEventListener("touchstart", ownTouch, { passive: false });
    svg.addEventListener("touchmove", ownTouch, { passive: false });
    // No mouse is made up of a tap: it would take the focus from the box that the tap opened.
    svg.addEventListener("touchend", (e) => { if (e.cancelable) e.preventDefault(); }, { passive: false });
    svg.addEventListener("wheel", (e) => this.onWheel(e), { passive: false });
  }

  onDown(e) {
    const { nameBox, camera, pending, refused, svg } = this.editor;
    if (e.button > 1 || (nameBox.renaming !== null && e.target === nameBox.input)) return;
    this.pointers.set(e.pointerId, [e.clientX, e.clientY]);
    if (this.pointers.size === 2) {
      this.drop();
      this.pinch = this.spread();
    }
    if (this.pointers.size > 1) return;
    const middle = e.button === 1, el = middle ? null : e.target.closest(".class, .edge"), node = el?.node;
    this.press = {
      id: e.pointerId, x: e.clientX, y: e.clientY, touch: e.pointerType === "touch", middle, refused, dragging: false,
      el, node, name: node?.name, at: node && camera.spotOf(node), place: camera.rest, auto: camera.auto,
    };
    if (!el && !pending) svg.classList.add("grabbing");
  }

  onMove(e) {
    const { press, editor } = this;
    if (this.pointers.has(e.pointerId)) this.pointers.set(e.pointerId, [e.clientX, e.clientY]);
    if (this.pinch && this.pointers.size === 2) {
      this.onPinch();
      return;
    }
    if (editor.pending?.kind === "link") this.stretchRubber(e);
    if (press?.id !== e.pointerId) return;
    if (!e.buttons) {  // let go outside, before it was a drag
      this.pointers.delete(e.pointerId);
      this.drop();
      return;
    }
    press.dx = e.clientX - press.x;
    press.dy = e.clientY - press.y;
    if (!press.dragging) this.startDrag(e);
    if (press.dragging === "ground") {
      editor.camera.auto = false;
      editor.camera.pan({ ...press.place, x: press.place.x + press.dx, y: press.place.y + press.dy });
    } else if (press.dragging === "class") this.drag();
    else if (press.dragging && editor.pending) this.stretchRubber(e);
  }

  startDrag({ pointerId }) {
    const { press, editor } = this;
    if (Math.hypot(press.dx, press.dy) < (press.touch ? SLACK.touch : SLACK.mouse)) return;
    const linking = editor.tool === "link" || editor.pending?.kind === "link";
    const folded = editor.graph.classes.get(press.name)?.stands;
    press.dragging = !press.node || folded ? "ground" : linking ? "link" : "class";
    editor.svg.setPointerCapture(pointerId);
    if (press.dragging === "link" && !editor.pending) editor.commands.startLink(press.name);
    if (press.dragging !== "class") return;
    editor.camera.arrive();
    this.lift();
    editor.svg.classList.add("dragging");
    press.node.g.classList.add("carried");
  }

  // Where the class belongs that begins to hang at the pointer, for a drag that is given up.
  lift() {
    const c = this.editor.graph.classes.get(this.press.name);
    this.press.home = c && [c.x, c.y];
  }

  // The class that hangs at the pointer goes with it; its edges are straight meanwhile.
  drag() {
    const { press: { name, at, dx, dy }, editor } = this, { picture, camera } = editor;
    const c = editor.graph.classes.get(name), node = picture.nodes.get(name);
    if (!c) {
      this.drop();
      return;
    }
    const [x, y] = pointAt(camera.place, [at[0] + dx, at[1] + dy]), [sx, sy] = camera.stretch;
    if (editor.graph.direction !== "down") {
      node.to = [x, y];
      [node.x, node.y] = node.to;
      picture.lay();
      return;
    }
    c.x = tenth(x / sx);
    c.y = tenth(y / sy);
    node.to = [c.x * sx, c.y * sy];
    [node.x, node.y] = node.to;
    for (const line of picture.edgesOf(name)) line.bends = [];
    picture.lay();
  }

  onUp(e) {
    const { press, editor } = this;
    this.pointers.delete(e.pointerId);
    if (this.pinch && this.pointers.size < 2) {
      this.pinch = this.press = null;
      this.editor.corners.lay();
      return;
    }
    if (press?.id !== e.pointerId) return;
    const under = editor.root.elementFromPoint(e.clientX, e.clientY)?.closest(".class")?.node;
    this.end();
    if (press.dragging === "class" && editor.graph.direction === "down") this.pinDragged(press.name);
    else if (press.dragging === "class") this.dropped(press.name, under);
    else if (press.dragging === "link") {
      if (!under) editor.commands.cancel();
      else if (under.name !== press.name) editor.commands.finishLink(under.name);
    } else if (!press.dragging && !press.middle) this.clicked(e, press);
  }

  // The drawing was laid out anew meanwhile: what hangs at the pointer stays there.
  redrawn() {
    if (this.press?.dragging !== "class") return;
    this.lift();
    this.drag();
  }

  // The drawing went elsewhere by itself: a drag of it goes on from there.
  moved(from, to) {
    const { press } = this;
    if (!press) return;
    const { x, y } = press.place;
    press.place = { scale: to.scale, x: x + to.x - from.x, y: y + to.y - from.y };
  }

  // Where children stand right or indented, a class goes under the one that it is dropped on, or back.
  dropped(name, under) {
    const { editor } = this;
    editor.draw({ moves: true });
    if (under && under.name !== name) editor.commands.moveUnder(name, under.name);
    else editor.selection.focusNode(name);
  }

  pinDragged(name) {
    const { graph, commands, selection, camera, picture } = this.editor, c = graph.classes.get(name);
    if (!c) return;
    commands.edit({ op: "pin", name, x: c.x, y: c.y });
    selection.focusNode(name);
    camera.reveal(picture.nodes.get(name), 2);
  }

  onCancel({ pointerId }) {
    const { press, editor: { camera } } = this;
    this.pointers.delete(pointerId);
    if (this.pointers.size < 2) this.pinch = null;
    if (press?.id !== pointerId) return;
    // The page scrolls instead.
    if (press.dragging === "ground") {
      camera.pan(press.place);
      camera.auto = press.auto;
    }
    this.drop();
  }

  end() {
    this.press?.node?.g.classList.remove("carried");
    this.press = null;
    this.editor.svg.classList.remove("dragging", "grabbing");
    this.editor.corners.lay();
  }

  // A drag that is given up puts the class back.
  drop() {
    const { press, editor } = this;
    this.end();
    const c = press?.dragging === "class" && editor.graph.classes.get(press.name);
    if (!c) return;
    if (editor.graph.direction === "down") [c.x, c.y] = press.home;
    editor.draw({ moves: true });
  }

  // Clicks and taps

  clicked(e, press) {
    const { selection, graph, commands } = this.editor, { el, name, touch } = press, last = this.lastTap;
    this.lastTap = null;
    if (name !== undefined && e.target.closest?.(".more")) {
      this.editor.messages.push({ op: "walk", name });
      return;
    }
    if (name !== undefined && graph.classes.has(name)) {
      this.clickedClass(press, last, e.timeStamp);
      return;
    }
    if (touch) {
      selection.litByTouch = null;
      selection.light([]);
    }
    if (el?.line) commands.press(el, false);
    else if (!el) this.clickedGround(e, press);  // else it is a class that went meanwhile
  }

  clickedClass({ name, touch }, last, time) {
    const { editor } = this, c = editor.graph.classes.get(name);
    if (touch) editor.selection.lightTouched(editor.picture.nodes.get(name));
    const doubled = last?.name === name && time - last.time < DOUBLE;
    if (doubled && !editor.pending && ["mark", "rename"].includes(editor.tool)) {
      if (last.marked) this.retract(c, last.marked);
      editor.nameBox.open(name);
      return;
    }
    const marks = editor.tool === "mark" && !editor.pending, { mark, first } = c;
    this.lastTap = { name, time, marked: marks ? { mark, first } : null };
    if (!editor.pending) editor.selection.focusNode(name);
    editor.commands.act(name);
  }

  // Two quick clicks rename; the mark that the first one made is taken back.
  retract(c, marked) {
    Object.assign(c, marked);
    this.editor.messages.push({ op: "retract" });
    this.editor.draw();
  }

  clickedGround(e, { refused }) {
    const { editor } = this, { commands, selection, svg, root } = editor;
    if (editor.tool === "add" && !editor.pending) {
      svg.focus({ preventScroll: true });
      commands.addClass(null, editor.camera.at(e));
      return;
    }
    if (editor.pending && editor.pending.kind !== "delete") return;
    // What this very click brought about, by leaving the box of a name, is still to be read.
    if (editor.refused === refused) commands.cancel();
    editor.pending = null;
    selection.select(null);
    root.activeElement?.blur();
  }

  stretchRubber(e) {
    this.editor.picture.stretchRubber(this.editor.pending.parent, this.editor.camera.at(e));
  }

  // Larger and smaller

  spread() {
    const { left, top } = this.editor.svg.getBoundingClientRect();
    const [a, b] = [...this.pointers.values()].map(([x, y]) => [x - left, y - top]);
    return spreadOf(a, b);
  }

  onPinch() {
    const { camera } = this.editor, before = this.pinch;
    this.pinch = this.spread();
    camera.auto = false;
    camera.pan(pinchedPlace(camera.rest, before, this.pinch));
  }

  onWheel(e) {
    if (!e.ctrlKey && !e.metaKey) return;
    e.preventDefault();
    this.editor.camera.zoom(Math.exp(-clamp(e.deltaY, -60, 60) / 200), this.editor.camera.onStage(e));
  }
}
