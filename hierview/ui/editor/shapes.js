// The elements of a class and of an edge, as they are drawn.
import { make } from "../scripts/dom.js";
import { FONT, LINE_HEIGHT } from "./geometry.js";
import { markSaid } from "./sentences.js";
import { say } from "../scripts/say.js";

const PIN = "M-2.5 -5.5h5l-.8 3.6 2 2.1h-7.4l2-2.1zM0 .2v4.3";
const AIR = 4;  // around a class's body
const BAR = 3, ROUND = 9;  // from a body to the bar of its side; of the disc with a number
export const WEIGHT_FONT = 14;

// From the middle of a text to its base line.
export const baseline = (font) => 0.33 * font;

// What a screen reader says of a class.
export function saidOf(c) {
  const parts = [
    c.label ? `${c.label} (${c.name})` : c.name,
    c.mark !== "none" && markSaid(c.mark), c.first && say("predicted by A"),
    c.artificial && say("artificial"), c.pinned && say("pinned"),
    c.value && say("judged by {value}", { value: c.value }), c.blocked && say("blocked"), c.runnerUp && say("next"),
  ];
  if (c.stands) return say("{name}, folded: show them", { name: c.label });
  return parts.filter(Boolean).join(", ");
}

function dashesOf(c) {
  if (c.artificial) return { "stroke-dasharray": "0 3.5", "stroke-linecap": "round" };
  return c.blocked ? { "stroke-dasharray": "4 3" } : {};
}

const SECOND = { "stroke-dasharray": "6 4" };  // B's outline, where it stands beside A
const predicts = (c) => ["predicted", "both"].includes(c.mark);

// The mark that a class's body wears: of A where there is another prediction and A predicts it.
export function bodyMark(c) {
  if (!c.first || predicts(c)) return c.mark;
  return c.mark === "true" ? "both" : "predicted";
}

// An ellipse is true, a rectangle predicted, both of them both; the middle is at 0, 0.
function bodyOf(c, [w, h]) {
  const mark = bodyMark(c), second = c.first === false ? SECOND : {};
  const line = { fill: "var(--hv-ground)", "stroke-width": mark === "none" ? "1.25" : "2", ...dashesOf(c) };
  const box = { x: -w / 2, y: -h / 2, width: w, height: h };
  const rect = (name, rx) =>
    make("svg:rect", { ...box, rx, ...line, ...(rx ? {} : second), class: "body", stroke: `var(--hv-${name})` });
  const ellipse = (off, more) =>
    make("svg:ellipse", { rx: w / 2 - off, ry: h / 2 - off, ...line, stroke: "var(--hv-true)", ...more });
  if (mark === "true") return [ellipse(0, { class: "body" })];
  if (mark === "predicted") return [rect("predicted", null)];
  if (mark === "both") return [rect("predicted", null), ellipse(6, { fill: "none" })];
  return [rect("none", 6)];
}

function labelsOf(c, lines) {
  const quiet = (c.artificial || c.blocked ? " quiet" : "") + (c.blocked ? " struck" : "");
  const text = { "font-size": FONT, "text-anchor": "middle", class: `label${quiet}` };
  const top = baseline(FONT) - ((lines.length - 1) * LINE_HEIGHT) / 2;
  return lines.map((line, i) => make("svg:text", { y: top + i * LINE_HEIGHT, ...text }, line));
}

// Another prediction: B's dashed rectangle around what A predicts too, and the letters of those that predict the class.
function predictedBy(c, [w, h]) {
  if (c.first === undefined) return [];
  const letters = [c.first && "A", predicts(c) && "B"].filter(Boolean).join(", ");
  const box = { x: -w / 2 - AIR, y: -h / 2 - AIR, width: w + 2 * AIR, height: h + 2 * AIR };
  const dashed = { ...box, ...SECOND, class: "second", fill: "none", stroke: "var(--hv-predicted)", "stroke-width": 2 };
  const corner = { x: w / 2 + AIR + 7, y: h / 2 + AIR, "font-size": WEIGHT_FONT, class: "weight by" };
  const outer = c.first && predicts(c) ? [make("svg:rect", dashed)] : [];
  return [...outer, ...(letters ? [make("svg:text", corner, letters)] : [])];
}

// The bars of the sides that the open answer counts a class on, and its number there.
export function countOf({ side, counts, pinned }, [w, h]) {
  const bar = (name, x) =>
    make("svg:rect", { class: "count", x, y: -h / 2, width: 4, height: h, fill: `var(--hv-${name})` });
  const parts = [];
  if (side === "t" || side === "both") parts.push(bar("true", -w / 2 - BAR - 4));
  if (side === "p" || side === "both") parts.push(bar("predicted", w / 2 + BAR));
  if (!counts) return parts;
  const x = (pinned ? -1 : 1) * (w / 2 + BAR + 9), y = -h / 2 - 2;
  const wide = Math.max(2 * ROUND, 8 * counts.length + 6);
  const disc = { class: "count", x: x - wide / 2, y: y - ROUND, width: wide, height: 2 * ROUND, rx: ROUND };
  const text = { x, y: y + baseline(WEIGHT_FONT), "font-size": WEIGHT_FONT, "text-anchor": "middle" };
  return [...parts, make("svg:rect", disc), make("svg:text", { class: "count number", ...text }, counts)];
}

// All that is drawn of a class whose body has that size.
export function partsOf(c, lines, size) {
  const [w, h] = size;
  const around = (name, rx = null) =>
    make("svg:rect", { class: name, x: -w / 2 - AIR, y: -h / 2 - AIR, width: w + 2 * AIR, height: h + 2 * AIR, rx });
  const title = c.stands ? say("Show them") : c.label ? `${c.label}\n${c.name}` : c.name;
  const parts = [make("svg:title", {}, title), around("hit"), around("halo", 7)];
  if (c.runnerUp) parts.push(around("next", 7));
  parts.push(...bodyOf(c, size), ...predictedBy(c, size), ...labelsOf(c, lines));
  const value = { y: h / 2 + 15, "font-size": WEIGHT_FONT, "text-anchor": "middle", class: "weight" };
  if (c.value) parts.push(make("svg:text", value, c.value));
  else if (c.more) {
    const said = say("{n} more", { n: c.more.toLocaleString("en") });
    parts.push(make("svg:text", { ...value, class: "weight more" }, said));
  }
  const corner = `translate(${w / 2 - 2} ${-h / 2 - 3})`;
  if (c.pinned) parts.push(make("svg:path", { class: "pin", transform: corner, d: PIN }));
  return parts;
}

// An edge: what is drawn of it, and its handle, which lies above all classes and is deaf to the pointer, because edges
// come after the classes for the keyboard.
export function newLine() {
  const [hit, drawn, over] = ["hit", "drawn", "over"].map((name) => make("svg:polyline", { class: name }));
  const weight = make("svg:text", { class: "weight", "font-size": WEIGHT_FONT, "text-anchor": "middle" });
  const handle = make("svg:polyline", { class: "handle", role: "button", tabindex: "-1" });
  const g = make("svg:g", { class: "edge" }, hit, drawn, over, weight);
  const line = { g, hit, drawn, over, weight, handle, bends: [] };
  line.g.line = line.handle.line = line;
  return line;
}
