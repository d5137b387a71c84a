// The drawing as data, and what edits make of it, as Python's hierview/model/edits.py, which has the last word:
// hierview/model/edits.json declares them for both, and tests/edits.json holds both to the same.
// A class is { name, n, x, y, mark, pinned, artificial, … }, an edge { parent, child, bends, weight, … }; both stand
// in Maps in their order, classes under their names, edges under their keys. A class that `stands` for folded ones
// says for how many; `folded` are the names of these.
import { EDITS } from "../../model/edits.json";
import { spotBeside } from "./ways.js";

export const MARKS = EDITS.marks;

// What an edit changes: the hierarchy, marks, places, looks, …
export const changedBy = (op) => EDITS.edits[op].changes;

export const edgeKey = (parent, child) => `${parent}\u0000${child}`;

export const emptyGraph = () => graphOf({ classes: [], edges: [] });

export function graphOf({ classes, edges, direction = "down", shrunk = false, folded = [] }) {
  return {
    direction,
    shrunk,
    folded: new Set(folded),
    classes: new Map(classes.map((c) => [c.name, { ...c }])),
    edges: new Map(edges.map((e) => [edgeKey(e.parent, e.child), { ...e }])),
  };
}

// Asking

const sameKeys = (a, b) => a.size === b.size && [...a.keys()].every((key) => b.has(key));

export const sameShape = (a, b) => sameKeys(a.classes, b.classes) && sameKeys(a.edges, b.edges);

// Whether at least half of the classes of the larger one are in both.
export function isSameDrawing(a, b) {
  const shared = [...b.classes.keys()].filter((name) => a.classes.has(name)).length;
  return 2 * shared >= Math.max(a.classes.size, b.classes.size);
}

export const parentsOf = (graph, name) =>
  [...graph.edges.values()].filter((e) => e.child === name).map((e) => e.parent);

const childrenOf = (graph, name) =>
  [...graph.edges.values()].filter((e) => e.parent === name).map((e) => e.child);

// The classes from `from` down to `to`, both included; null where no path leads there.
export function pathDown(graph, from, to) {
  const children = new Map();
  for (const { parent, child } of graph.edges.values()) {
    if (children.has(parent)) children.get(parent).push(child);
    else children.set(parent, [child]);
  }
  const before = new Map([[from, null]]);
  for (const name of before.keys())
    for (const child of children.get(name) ?? []) if (!before.has(child)) before.set(child, name);
  if (!before.has(to)) return null;
  const path = [];
  for (let at = to; at !== null; at = before.get(at)) path.unshift(at);
  return path;
}

// The class and every class that no root reaches but through it.
export function exclusiveBelow(graph, name) {
  const found = new Set([name]), outside = new Map();
  for (const at of found) {
    for (const child of childrenOf(graph, at)) {
      outside.set(child, (outside.get(child) ?? parentsOf(graph, child).length) - 1);
      if (!outside.get(child)) found.add(child);
    }
  }
  return found;
}

// How many classes that are, those counted that are folded.
function countOf({ classes }, names) {
  return [...names].reduce((sum, name) => sum + (classes.get(name).stands ?? 1), 0);
}

// How many classes hang below a class and nowhere else.
export const countBelow = (graph, name) => countOf(graph, exclusiveBelow(graph, name)) - 1;

// Whether another prediction, B, is marked beside A.
export const hasSecond = ({ classes }) => [...classes.values()].some((c) => c.first !== undefined);

// Whether what is selected, a class or an edge, is there.
export const exists = (graph, { name, parent, child }) =>
  name !== undefined ? graph.classes.has(name) : graph.edges.has(edgeKey(parent, child));

export const isTaken = ({ classes, folded }, name) => classes.has(name) || folded.has(name);

export function freeName(graph) {
  for (let i = 1; ; i++) if (!isTaken(graph, `Class ${i}`)) return `Class ${i}`;
}

// Edits

const hundredth = (value) => Math.round(value * 100) / 100 + 0;  // never -0

const newEdge = (parent, child, weight = "") => ({ parent, child, bends: [], weight });

// All classes, or all edges, made anew where they stand.
function replaceEntries(map, change, keyOf) {
  const entries = [...map.values()].map(change);
  map.clear();
  for (const entry of entries) map.set(keyOf(entry), entry);
}

// Where a new class stands until Python's layout comes: after its siblings.
function spotOf({ classes, edges, direction }, parent) {
  const children = new Set([...edges.values()].map((e) => e.child));
  const siblings = parent
    ? childrenOf({ edges }, parent.name).map((c) => classes.get(c))
    : [...classes.values()].filter((c) => !children.has(c.name));
  const farthest = (key) => Math.max(...siblings.map((c) => c[key]));
  const last = siblings.length && (direction === "down"
    ? { x: farthest("x"), y: siblings.at(-1).y }
    : { x: siblings.at(-1).x, y: farthest("y") });
  const [x, y] = spotBeside(direction, last, parent);
  return { x, y };
}

// Each can be made, as `refusal` says.

export function addClass(graph, { name, parent, x, y }) {
  const pinned = x !== undefined;
  const spot = pinned ? { x: hundredth(x), y: hundredth(y) } : spotOf(graph, graph.classes.get(parent));
  graph.classes.set(name, { name, n: null, ...spot, mark: "none", pinned, artificial: false });
  if (graph.classes.has(parent)) addEdge(graph, { parent, child: name });
}

export function renameClass({ classes, edges }, { name, to }) {
  const now = (c) => (c === name ? to : c);
  replaceEntries(classes, (c) => ({ ...c, name: now(c.name) }), (c) => c.name);
  const renamed = (e) => ({ ...e, parent: now(e.parent), child: now(e.child) });
  replaceEntries(edges, renamed, (e) => edgeKey(e.parent, e.child));
}

export function deleteClass(graph, { name, below }) {
  const gone = below ? exclusiveBelow(graph, name) : new Set([name]);
  for (const c of gone) graph.classes.delete(c);
  for (const [key, e] of graph.edges) if (gone.has(e.parent) || gone.has(e.child)) graph.edges.delete(key);
}

export function pinClass({ classes, edges }, { name, x, y }) {
  Object.assign(classes.get(name), { x: hundredth(x), y: hundredth(y), pinned: true });
  for (const e of edges.values()) if (e.parent === name || e.child === name) e.bends = [];
}

export function addEdge({ edges }, { parent, child }) {
  edges.set(edgeKey(parent, child), newEdge(parent, child));
}

export function moveEdge({ edges }, { child, parent, to }) {
  if (parent === to) return;
  const moved = (e) => (e.parent === parent && e.child === child ? newEdge(to, child, e.weight) : e);
  replaceEntries(edges, moved, (e) => edgeKey(e.parent, e.child));
}
