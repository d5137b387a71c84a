// Names and marks in words, and why an edit cannot be.
import { edgeKey, isTaken, pathDown } from "./graph.js";
import { say } from "../scripts/say.js";

const LONGEST_NAME = 200, MOST_CLASSES = 5000, MOST_SHOWN = 12;

export function shorter(name, most = 60) {
  const letters = Array.from(name);
  return letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : name;
}

const codeOf = (character) => character.codePointAt(0).toString(16).padStart(4, "0");

// In quotation marks on one line, shortened, without invisible characters.
export function quoted(name, most) {
  const visible = shorter(name, most).replace(/(?! )[\p{C}\p{Z}]/gu, (c) => `\\u${codeOf(c)}`);
  return say("'{text}'", { text: visible });
}

// Refusals. The sentences are Python's, and so is what they take for white space.

// oxlint-disable-next-line no-control-regex -- what is meant
const BLANK = /^[\t-\r\x1c- \x85\p{Z}]*$/u;
const CONTROL = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufffe\uffff]/u;

function nameTrouble(name) {
  if (BLANK.test(name)) return say("a class name is empty; give every class a visible name");
  const { length } = Array.from(name);
  if (length > LONGEST_NAME) {
    const long = { name: quoted(name, 30), length, most: LONGEST_NAME };
    return say("class name {name} has {length} characters; at most {most} are accepted", long);
  }
  const control = CONTROL.exec(name);
  if (control) {
    const held = { name: quoted(name), code: codeOf(control[0]).toUpperCase() };
    return say("class name {name} holds the control character U+{code}; names are plain text on one line", held);
  }
  if (!/[^\p{C}\p{Z}]/u.test(name))
    return say("class name {name} holds no visible character", { name: quoted(name) });
  return null;
}

const nameTakenSentence = (name) => say("{name} is there already; choose another name", { name: quoted(name) });

const edgeOf = (parent, child) => `${quoted(parent)} > ${quoted(child)}`;

export function edgeTrouble(graph, { parent, child }) {
  const folded = [parent, child].map((name) => graph.classes.get(name)).find((c) => c?.stands);
  if (folded) return say("{name} are folded; click it to show them", { name: quoted(folded.label) });
  const edge = edgeOf(parent, child);
  if (parent === child) return say("{edge} would be a self-loop; connect two different classes", { edge });
  if (graph.edges.has(edgeKey(parent, child)))
    return say("{edge} is there already; two classes are connected once", { edge });
  const path = pathDown(graph, child, parent);
  if (!path) return null;
  const shown = path.slice(0, MOST_SHOWN).map((c) => quoted(c));
  if (path.length > MOST_SHOWN) shown.push("…");
  const cycle = [...shown, quoted(child)].join(" > ");
  return say("{edge} would make a cycle: {cycle}; no class may be its own ancestor", { edge, cycle });
}

export function addTrouble(graph, { name, parent }) {
  const trouble = nameTrouble(name);
  if (trouble) return trouble;
  if (isTaken(graph, name)) {
    const free = parent !== null && graph.classes.has(name) && !edgeTrouble(graph, { parent, child: name });
    return nameTakenSentence(name) + (free ? say(", or connect {edge}", { edge: edgeOf(parent, name) }) : "");
  }
  if (graph.classes.size < MOST_CLASSES) return null;
  const full = { name: quoted(name), most: MOST_CLASSES.toLocaleString("en") };
  return say("{name} would be one class too many; up to {most} can be drawn: delete one first", full);
}

export function renameTrouble(graph, { name, to }) {
  const trouble = nameTrouble(to);
  if (trouble) return trouble;
  return name !== to && isTaken(graph, to) ? nameTakenSentence(to) : null;
}

// A mark in words.
export const markSaid = (mark) =>
  ({ none: say("not marked"), true: say("true"), predicted: say("predicted"), both: say("true and predicted") })[mark];
