// The directions of a drawing: down, right, or indented as files stand in their folders. What Python lays out is drawn
// and walked through in each.
import { LAYER, routeOf } from "./geometry.js";
import { directionOf, nearest } from "../scripts/nearest.js";

const TRUNK = 12;  // how far in lines go down, as in draw/layouts/indented.py
const ROW = 50, ASIDE = 140, INDENT = 26;  // where a new class waits for Python's layout

const turned = ([x, y]) => [y, x];
const TURNED = { ArrowLeft: "ArrowUp", ArrowUp: "ArrowLeft", ArrowRight: "ArrowDown", ArrowDown: "ArrowRight" };

// Where the middle of a class stands whose place Python gave: of an indented tree, the place of its left end.
export const placeOf = (direction, [x, y], wide) => (direction === "indented" ? [x + wide / 2, y] : [x, y]);

// The points of an edge: out of its parent, by its bends, into its child.
const ROUTES = {
  down: routeOf,
  right: (a, b, bends) => [[a.x + a.w / 2, a.y], ...bends, [b.x - b.w / 2, b.y]],
  indented(a, b, bends) {
    if (bends.length > 1) return [[a.x + a.w / 2, bends[0][1]], ...bends, [b.x + b.w / 2, bends.at(-1)[1]]];
    const trunk = a.x - a.w / 2 + TRUNK;
    // From behind its parent, for an ellipse ends above its box.
    return [[trunk, a.y], [trunk, b.y], [b.x - b.w / 2, b.y]];
  },
};
export const wayOf = (direction, parent, child, bends) => ROUTES[direction](parent, child, bends);

// Where the line to a child that is still sought begins.
export const startOf = (direction, node) => ROUTES[direction](node, node, [])[0];

// Where a new class stands until Python's layout comes, after its last sibling or else at its parent.
export function spotBeside(direction, last, parent) {
  if (direction === "down") return last ? [last.x + 90, last.y] : parent ? [parent.x, parent.y + LAYER] : [0, 0];
  if (last) return [last.x, last.y + ROW];
  if (!parent) return [0, 0];
  return direction === "right" ? [parent.x + ASIDE, parent.y] : [parent.x + INDENT, parent.y + ROW];
}

// The class that an arrow key leads to from another one; undefined where there is none.
export function beside(graph, node, others, key) {
  if (!directionOf(key)) return undefined;
  const { direction, edges } = graph, all = [...edges.values()];
  const byName = (name) => others.find((other) => other.name === name);
  if (direction === "indented" && key === "ArrowLeft") return byName(all.find((e) => e.child === node.name)?.parent);
  if (direction === "indented" && key === "ArrowRight") return byName(all.find((e) => e.parent === node.name)?.child);
  if (direction === "right") return others[nearest(turned(node.to), others.map(({ to }) => turned(to)), TURNED[key])];
  if (direction === "down") return others[nearest(node.to, others.map(({ to }) => to), key)];
  return others[nearest([0, node.to[1]], others.map(({ to }) => [0, to[1]]), key)];
}
