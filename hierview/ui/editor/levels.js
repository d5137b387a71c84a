// The levels of a hierarchy, on its drawing: a quiet line behind the classes of each depth, shown on request.
import { make } from "../scripts/dom.js";
import { readStore, writeStore } from "../scripts/storage.js";
import { WEIGHT_FONT, baseline } from "./shapes.js";

const KEY = "hierview-levels", AIR = 20;  // what the browser keeps of it; from a drawing's end to a number

export const levelsShown = () => readStore("localStorage", KEY) === "shown";
export const showLevels = (shown) => writeStore("localStorage", KEY, shown ? "shown" : null);

// The level of each class, that of the longest way down to it: 0 at a single root, 1 at each of several.
function levelsOf({ classes, edges }) {
  const parents = new Map([...classes.keys()].map((name) => [name, []])), levels = new Map();
  for (const { parent, child } of edges.values()) parents.get(child).push(parent);
  const top = [...parents.values()].filter((above) => !above.length).length > 1 ? 1 : 0;
  const levelOf = (name) => {
    if (!levels.has(name)) levels.set(name, Math.max(top, ...parents.get(name).map((above) => levelOf(above) + 1)));
    return levels.get(name);
  };
  for (const name of classes.keys()) levelOf(name);
  return levels;
}

// Lines and numbers of the levels whose classes stand in one row; in an indented drawing none do.
export function levelLines(graph, nodes, { left, top, right, bottom }) {
  if (graph.direction === "indented") return [];
  const across = graph.direction === "right", rows = new Map();
  for (const [name, level] of levelsOf(graph)) {
    const at = nodes.get(name).to[across ? 0 : 1];
    rows.set(level, rows.has(level) && Math.abs(rows.get(level) - at) > 1 ? NaN : at);
  }
  return [...rows].filter(([level, at]) => level && !Number.isNaN(at)).flatMap(([level, at]) => {
    const line = across ? { x1: at, x2: at, y1: top, y2: bottom } : { x1: left, x2: right, y1: at, y2: at };
    const place = across ? { x: at, y: top - AIR } : { x: left - AIR, y: at + baseline(WEIGHT_FONT) };
    const text = { ...place, class: "weight", "font-size": WEIGHT_FONT, "text-anchor": "middle" };
    return [make("svg:line", line), make("svg:text", text, String(level))];
  });
}
