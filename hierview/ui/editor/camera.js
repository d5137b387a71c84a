// Where the drawing lies on the stage, how large, and how it gets there.
import { stillness } from "../scripts/dom.js";
import { say } from "../scripts/say.js";
import {
  LEAST_SCALE, clamp, frameOf, inSight, isWhollyInView, medianShifted, mix, placeThatFits, placeToShow, pointAt,
  reducedStretch, shiftIntoView, stretchOf, zoomedPlace,
} from "./geometry.js";

const DURATION = 150, TURN = 250;  // milliseconds that a move takes; another layout
const PAPER_AIR = 20;  // around the drawing on paper
const MOST_SEEN = 300;
const still = () => document.hidden || stillness();

export class Camera {
  constructor(editor) {
    this.editor = editor;
    this.place = { scale: 1, x: 0, y: 0 };  // where the drawing lies on the stage
    this.goal = null;       // where it goes to
    this.moving = null;     // the next frame on its way there
    this.auto = true;       // whether it is moved, where it must be, by nobody's hand
    this.home = false;      // whether it is brought to the middle next
    this.seen = new Map();  // how each drawing of late lay, for undo brings it back
    this.size = [0, 0];     // of the stage
    this.held = null;       // a class that stays where it is, and where
    this.stretch = [1, 1];  // how far apart classes stand, in multiples of the layout's distances
    this.printing = false;
    this.duration = DURATION;
  }

  // The stage has another size: what was in its middle by somebody's hand stays there.
  resized(size) {
    const [[W, H], { scale, x, y }] = [this.size, this.place];
    this.size = size;
    if (this.auto || !W || !size[0] || (W === size[0] && H === size[1])) return;
    this.place = { scale, x: x + (size[0] - W) / 2, y: y + (size[1] - H) / 2 };
    this.goal = null;
  }

  // Measuring

  frame() {
    const { lines } = this.editor.picture;
    return frameOf(this.editor.picture.rooms(), [...lines.values()].flatMap((line) => line.bends));
  }

  get empty() {
    return !this.editor.picture.nodes.size;
  }

  // Distances that fit the stage. anew: as large as they can be; else they stay while they can.
  spread(anew) {
    const classes = [...this.editor.graph.classes.values()];
    if (!classes.length || !this.size[0]) return;
    const indented = this.editor.graph.direction === "indented";
    const most = indented ? [1, 1] : stretchOf(classes, this.editor.picture.widest(), this.size);
    if (anew || this.home || indented) this.stretch = most;
    else this.stretch = this.seen.get(this.layoutKey())?.stretch ?? reducedStretch(this.stretch, most);
  }

  // What tells drawings apart.
  layoutKey() {
    const { classes, direction } = this.editor.graph;
    return JSON.stringify([direction, ...[...classes.values()].map(({ name, x, y }) => [name, x, y])]);
  }

  // To the middle, whoever moved it before.
  centre() {
    this.auto = this.home = true;
  }

  remember() {
    if (!this.auto) return;
    const key = this.layoutKey();
    this.seen.delete(key);
    this.seen.set(key, { stretch: this.stretch, place: this.rest });
    if (this.seen.size > MOST_SEEN) this.seen.delete(this.seen.keys().next().value);
  }

  // The drawing in the middle.
  fitted() {
    if (this.empty || !this.size[0]) return { ...this.place };
    const { direction } = this.editor.graph, all = this.frame();
    const place = placeThatFits(all, this.rootsMiddle(direction), this.size, direction);
    const marked = this.markedFrame();
    return !marked || isWhollyInView(place, marked, this.size) ? place : placeToShow(marked, all, place, this.size);
  }

  // What holds the marked classes; null where nothing is marked.
  markedFrame() {
    const marked = this.editor.picture.rooms().filter(({ mark }) => mark !== "none");
    return marked.length ? frameOf(marked) : null;
  }

  // All of the drawing, however small.
  showAll() {
    if (this.empty || !this.size[0]) return;
    this.auto = false;
    this.editor.announce(say("All of the drawing"));
    this.move(true, placeToShow(this.frame(), this.frame(), null, this.size));
    this.editor.showState();
  }

  rootsMiddle(direction) {
    const { nodes, lines } = this.editor.picture;
    const children = new Set([...lines.values()].map((line) => line.child));
    const along = direction === "right" ? 1 : 0;
    const places = [...nodes].filter(([name]) => !children.has(name)).map(([, node]) => node.to[along]);
    return (Math.min(...places) + Math.max(...places)) / 2;
  }

  // The point of the drawing under a pointer; the point of the stage.
  at(e) {
    return pointAt(this.place, this.onStage(e));
  }

  onStage(e) {
    const { left, top } = this.editor.svg.getBoundingClientRect();
    return [e.clientX - left, e.clientY - top];
  }

  // Moving

  // Where the drawing is, or goes.
  get rest() {
    return this.goal || this.place;
  }

  // Where a class is on the stage.
  spotOf(node) {
    const { scale, x, y } = this.place;
    return [node.x * scale + x, node.y * scale + y];
  }

  // A class stays where it is on the stage while the drawing is laid out anew.
  hold(name) {
    const node = this.editor.picture.nodes.get(name);
    this.held = node ? { name, at: this.spotOf(node) } : null;
  }

  // Where that class is held.
  heldPlace() {
    const node = this.editor.picture.nodes.get(this.held?.name), { scale } = this.place;
    if (!node) return null;
    const [x, y] = this.held.at;
    this.held = null;
    return { scale, x: x - node.to[0] * scale, y: y - node.to[1] * scale };
  }

  // After a change. fits: whether the drawing may be moved: most classes stand still on the stage, or where they did
  // when it was last drawn so, but what has no room so is brought to the middle, if nobody moved it. anew: at once.
  follow({ moves, fits, anew, turned }) {
    this.duration = turned ? TURN : DURATION;
    if (!fits) {
      this.move(moves);
      return;
    }
    const held = moves ? this.heldPlace() : null, all = this.auto ? this.fitted() : null;
    const there = held ?? (all && this.seen.get(this.layoutKey())?.place) ?? this.steady();
    const middle = all && !held && (anew || this.home || this.fitsBetter(all, there));
    this.move(moves, middle ? all : this.inSight(there));
    this.home = false;
  }

  // Whether all is in sight where one could go, and is not where one is.
  fitsBetter(all, there) {
    const frame = this.frame();
    return !isWhollyInView(there, frame, this.size) && isWhollyInView(all, frame, this.size);
  }

  steady() {
    const kept = [...this.editor.picture.nodes.values()].filter(({ from }) => from);
    return medianShifted(this.rest, kept.map(({ from, to }) => [to[0] - from[0], to[1] - from[1]]));
  }

  // Go to where everything belongs, in a moment or at once; never while a class hangs at the pointer.
  move(slowly, place = null) {
    cancelAnimationFrame(this.moving);
    this.moving = null;
    const { editor, rest } = this, goal = place || rest;
    const { far, at } = this.journey(goal);
    editor.pointer.moved(rest, goal);
    this.goal = goal;
    if (!far || !slowly || still() || editor.pointer.press?.dragging) {
      at(1);
      this.goal = null;
      return;
    }
    const start = performance.now();
    const step = (now) => {
      const share = clamp((now - start) / this.duration, 0, 1);
      at(1 - (1 - share) ** 2);
      if (share < 1) this.moving = requestAnimationFrame(step);
      else { this.moving = this.goal = null; editor.showState(); }
    };
    at(0);
    this.moving = requestAnimationFrame(step);
  }

  // What is on its way is there.
  arrive() {
    if (this.moving) this.move(false);
  }

  // The way from where everything is: whether anybody would see it, and what shows a share of it.
  journey(goal) {
    const { picture } = this.editor, from = { ...this.place };
    const nodes = [...picture.nodes.values()].map((node) => ({ node, x: node.x, y: node.y, to: node.to }));
    const lines = [...picture.lines.values()]
      .map((line) => [line, line.was?.length === line.bends.length ? line.was : null]);
    const far = nodes.some(({ x, y, to }) => Math.abs(x - to[0]) + Math.abs(y - to[1]) > 0.5)
      || ["scale", "x", "y"].some((k) => Math.abs(from[k] - goal[k]) > 0.005);
    const at = (share) => {
      for (const { node, x, y, to } of nodes) {
        node.x = mix(x, to[0], share);
        node.y = mix(y, to[1], share);
      }
      for (const [line, was] of lines) {
        line.now = was && line.bends.map(([x, y], i) => [mix(was[i][0], x, share), mix(was[i][1], y, share)]);
        if (share === 1) { line.was = line.bends; line.now = null; }
      }
      const { scale, x, y } = goal;
      this.place = { scale: mix(from.scale, scale, share), x: mix(from.x, x, share), y: mix(from.y, y, share) };
      picture.lay();
    };
    return { far, at };
  }

  zoom(factor, at = this.size.map((length) => length / 2)) {
    this.auto = false;
    this.pan(zoomedPlace(this.rest, factor, at));
    this.editor.showState();
  }

  // Some of the drawing always stays in view.
  inSight(place) {
    return this.empty ? place : inSight(place, this.frame(), this.size);
  }

  pan(place) {
    this.arrive();
    this.place = this.inSight(place);
    this.editor.picture.lay();
  }

  // Bring a class into view: by showing all of the drawing, where that is enough.
  reveal(node, margin = 12) {
    const box = { x: node.to[0], y: node.to[1], w: node.w, h: node.h };
    const now = this.rest, [dx, dy] = shiftIntoView(box, now, this.size, margin);
    if (!dx && !dy) return;
    const all = this.fitted();
    if (this.auto && shiftIntoView(box, all, this.size, margin).every((off) => !off)) this.move(true, all);
    else this.move(true, { scale: now.scale, x: now.x + dx, y: now.y + dy });
  }

  // A class that was sought, in the middle where it was out of view, and large enough to be read.
  seek(node) {
    const box = { x: node.to[0], y: node.to[1], w: node.w, h: node.h }, scale = Math.max(this.place.scale, LEAST_SCALE);
    const [W, H] = this.size, seen = shiftIntoView(box, this.place, this.size, 40).every((off) => !off);
    this.auto = false;
    if (scale > this.place.scale || !seen)
      this.move(true, this.inSight({ scale, x: W / 2 - box.x * scale, y: H / 2 - box.y * scale }));
  }

  // On paper stands all of the drawing, whatever part of it is on the screen.
  onPaper(printing) {
    const { svg } = this.editor;
    this.printing = printing;
    this.arrive();
    if (!printing || this.empty) {
      svg.removeAttribute("viewBox");
      return;
    }
    const { left, top, right, bottom } = this.frame();
    const [wide, high] = [right - left + 2 * PAPER_AIR, bottom - top + 2 * PAPER_AIR];
    svg.setAttribute("viewBox", `${left - PAPER_AIR} ${top - PAPER_AIR} ${wide} ${high}`);
    svg.setAttribute("width", wide);
    svg.setAttribute("height", high);
  }
}
