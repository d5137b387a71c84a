// Where the drawing lies on the stage, how large, and how it gets there.
import { stillness } from "../scripts/dom.js";
import {
  clamp, fitted, frameOf, holds, inSight, missing, mix, pointAt, spared, steady, stretchOf, zoomed,
} from "./geometry.js";

const DURATION = 150;  // milliseconds that a move takes
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
    this.stretch = [1, 1];  // how far apart classes stand, in multiples of the layout's distances
    this.printing = false;
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
    const widest = Math.max(...classes.map((c) => this.editor.picture.roomOf(c.name)[0]));
    const most = stretchOf(classes, widest, this.size);
    if (anew || this.home) this.stretch = most;
    else this.stretch = this.seen.get(this.layoutKey())?.stretch ?? spared(this.stretch, most);
  }

  // What tells drawings apart.
  layoutKey() {
    return JSON.stringify([...this.editor.graph.classes.values()].map(({ name, x, y }) => [name, x, y]));
  }

  // To the middle, whoever moved it before.
  centre() {
    this.auto = this.home = true;
  }

  remember() {
    if (!this.auto) return;
    const key = this.layoutKey();
    this.seen.delete(key);
    this.seen.set(key, { stretch: this.stretch, place: this.goal || this.place });
    if (this.seen.size > MOST_SEEN) this.seen.delete(this.seen.keys().next().value);
  }

  // The drawing in the middle.
  fitted() {
    if (this.empty || !this.size[0]) return { ...this.place };
    return fitted(this.frame(), this.rootsMiddle(), this.size);
  }

  rootsMiddle() {
    const { nodes, lines } = this.editor.picture;
    const children = new Set([...lines.values()].map((line) => line.child));
    const xs = [...nodes].filter(([name]) => !children.has(name)).map(([, node]) => node.to[0]);
    return (Math.min(...xs) + Math.max(...xs)) / 2;
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

  // After a change. fits: whether the drawing may be moved: most classes stand still on the stage, or where they did
  // when it was last drawn so, but what has no room so is brought to the middle, if nobody moved it. anew: at once.
  follow({ moves, fits, anew }) {
    if (!fits) {
      this.move(moves);
      return;
    }
    const frame = this.frame(), all = this.auto ? this.fitted() : null;
    const there = (all && this.seen.get(this.layoutKey())?.place) ?? this.steady();
    const middle = anew || this.home || (!holds(there, frame, this.size) && all && holds(all, frame, this.size));
    this.move(moves, all && middle ? all : this.inSight(there));
    this.home = false;
  }

  steady() {
    const kept = [...this.editor.picture.nodes.values()].filter(({ from }) => from);
    return steady(this.goal || this.place, kept.map(({ from, to }) => [to[0] - from[0], to[1] - from[1]]));
  }

  // Go to where everything belongs, in a moment or at once; never while a class hangs at the pointer.
  move(slowly, place = null) {
    cancelAnimationFrame(this.moving);
    this.moving = null;
    const { editor } = this, goal = place || this.goal || this.place;
    const { far, at } = this.journey(goal);
    this.goal = goal;
    if (!far || !slowly || still() || editor.pointer.press?.dragging) {
      at(1);
      this.goal = null;
      return;
    }
    const start = performance.now();
    const step = (now) => {
      const share = clamp((now - start) / DURATION, 0, 1);
      at(1 - (1 - share) ** 2);
      if (share < 1) this.moving = requestAnimationFrame(step);
      else { this.moving = this.goal = null; editor.showState(); }
    };
    at(0);
    this.moving = requestAnimationFrame(step);
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
    this.pan(zoomed(this.place, factor, at));
    this.editor.showState();
  }

  // Some of the drawing always stays in view.
  inSight(place) {
    return this.empty ? place : inSight(place, this.frame(), this.size);
  }

  pan(place) {
    const { picture } = this.editor;
    cancelAnimationFrame(this.moving);
    this.goal = null;
    if (this.moving) for (const node of picture.nodes.values()) [node.x, node.y] = node.to;
    this.moving = null;
    this.place = this.inSight(place);
    picture.lay();
  }

  // Bring a class into view: by showing all of the drawing, where that is enough.
  reveal(node, margin = 12) {
    const box = { x: node.to[0], y: node.to[1], w: node.w, h: node.h };
    const now = this.goal || this.place, [dx, dy] = missing(box, now, this.size, margin);
    if (!dx && !dy) return;
    const all = this.fitted();
    if (this.auto && missing(box, all, this.size, margin).every((off) => !off)) this.move(true, all);
    else this.move(true, { scale: now.scale, x: now.x + dx, y: now.y + dy });
  }

  // On paper stands all of the drawing, whatever part of it is on the screen.
  onPaper(printing) {
    const { svg } = this.editor;
    this.printing = printing;
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
