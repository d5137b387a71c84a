// What is said of an edit: why it cannot be, and aloud that it was made.
import { countBelow, edgeKey, isTaken, pathDown } from "./graph.js";
import { WAYS } from "./ways.js";

const LONGEST_NAME = 200, MOST_CLASSES = 5000, MOST_SHOWN = 12;

export function shorter(name, most = 60) {
  const letters = Array.from(name);
  return letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : name;
}

const codeOf = (character) => character.codePointAt(0).toString(16).padStart(4, "0");

// In quotation marks on one line, shortened, without invisible characters.
export function quoted(name, most) {
  const visible = shorter(name, most).replace(/(?! )[\p{C}\p{Z}]/gu, (c) => `\\u${codeOf(c)}`);
  return `'${visible}'`;
}

// Refusals. The sentences are Python's, and so is what they take for white space.

// oxlint-disable-next-line no-control-regex -- what is meant
const BLANK = /^[\t-\r\x1c- \x85\p{Z}]*$/u;
const CONTROL = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufffe\uffff]/u;

function nameTrouble(name) {
  if (BLANK.test(name)) return "a class name is empty; give every class a visible name";
  const { length } = Array.from(name);
  if (length > LONGEST_NAME)
    return `class name ${quoted(name, 30)} has ${length} characters; at most ${LONGEST_NAME} are accepted`;
  const control = CONTROL.exec(name);
  if (control) {
    const code = codeOf(control[0]).toUpperCase();
    return `class name ${quoted(name)} holds the control character U+${code}; names are plain text on one line`;
  }
  if (!/[^\p{C}\p{Z}]/u.test(name)) return `class name ${quoted(name)} holds no visible character`;
  return null;
}

const taken = (name) => `${quoted(name)} is there already; choose another name`;

function edgeTrouble(graph, parent, child) {
  const folded = [parent, child].map((name) => graph.classes.get(name)).find((c) => c?.stands);
  if (folded) return `${quoted(folded.label)} are folded; click it to show them`;
  const edge = `${quoted(parent)} > ${quoted(child)}`;
  if (parent === child) return `${edge} would be a self-loop; connect two different classes`;
  if (graph.edges.has(edgeKey(parent, child))) return `${edge} is there already; two classes are connected once`;
  const path = pathDown(graph, child, parent);
  if (!path) return null;
  const shown = path.slice(0, MOST_SHOWN).map((c) => quoted(c));
  if (path.length > MOST_SHOWN) shown.push("…");
  return `${edge} would make a cycle: ${[...shown, quoted(child)].join(" > ")}; no class may be its own ancestor`;
}

const TROUBLE = {
  add(graph, { name, parent }) {
    const trouble = nameTrouble(name);
    if (trouble) return trouble;
    if (isTaken(graph, name)) {
      const free = parent !== null && graph.classes.has(name) && !edgeTrouble(graph, parent, name);
      return taken(name) + (free ? `, or connect ${quoted(parent)} > ${quoted(name)}` : "");
    }
    if (graph.classes.size < MOST_CLASSES) return null;
    const most = MOST_CLASSES.toLocaleString("en");
    return `${quoted(name)} would be one class too many; up to ${most} can be drawn: delete one first`;
  },
  rename(graph, { name, to }) {
    const trouble = nameTrouble(to);
    if (trouble) return trouble;
    return name !== to && isTaken(graph, to) ? taken(to) : null;
  },
  link: (graph, { parent, child }) => edgeTrouble(graph, parent, child),
  reparent: (graph, { child, parent, to }) => (parent === to ? null : edgeTrouble(graph, to, child)),
};

// A sentence why an edit of what is there cannot be, or null. Python checks the same again.
export const refusal = (graph, edit) => (Object.hasOwn(TROUBLE, edit.op) ? TROUBLE[edit.op](graph, edit) : null);

// Aloud

const MARKED = { none: "not marked", both: "true and predicted" };
const SPOKEN = {
  add: (_, { name, parent }) => (parent === null ? `${name} added` : `${name} added under ${parent}`),
  rename: (_, { name, to }) => `${name} is now ${to}`,
  link: (_, { parent, child }) => `Edge ${parent} to ${child} added`,
  unlink: (_, { parent, child }) => `Edge ${parent} to ${child} deleted`,
  reparent: (_, { child, parent, to }) => `${child} moved from ${parent} to ${to}`,
  delete(graph, { name, below }) {
    const more = below ? countBelow(graph, name) : 0;
    return more ? `${name} and ${more} below deleted` : `${name} deleted`;
  },
  mark: (_, { name, mark }) => `${name} is ${MARKED[mark] ?? mark}`,
  pin: (_, { name }) => `${name} moved`,
  unpin: (_, { name }) => `${name} unpinned`,
  tidy: () => "Laid out anew",
  turn: (_, { direction }) => `Children stand ${WAYS.find(([way]) => way === direction)[1].toLowerCase()}`,
  fold: (_, { fold }) => (fold ? "Branches without a mark folded" : "All classes shown"),
  unfold: ({ classes }, { name }) => `${classes.get(name).label} shown`,
  undo: () => "Undone",
  redo: () => "Redone",
};

// What is said aloud of an edit, before it is made.
export const spoken = (graph, edit) => (Object.hasOwn(SPOKEN, edit.op) ? SPOKEN[edit.op](graph, edit) : "");
