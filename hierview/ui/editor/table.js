// The commands of the editor, a row each: keys, tools, sheets, the line under the drawing, the list of keys and what is
// said aloud are made of it. A row that makes an edit has the edit's name, as hierview/model/edits.json declares it.
//   word, icon     on its button; where there is room for the icon alone, the word is a tooltip
//   places         of its buttons: "tools", "sides", "bar", the sheets "more", "ways" and "look"; or in the line below:
//                  while a "class", an "edge" or something "folded" is selected, for what is "pending", beside "text"
//   keys, at       its keys, and where they hold: a "class", an "edge", something "folded", the "ground", else anywhere
//   help           its line in the list of keys
//   when, on       whether it may be done, and whether it is switched on, from the editor, the class or edge, the key
//   does           what it does, with the editor, the class or edge, and the key, or whether a key pressed its button
//   clears, opens  whether it closes a sheet that lies over the drawing, or opens one
//   stays          whether it is among the tools of a narrow page, too
//   clicked, hint  of a tool: what it does with the class that is clicked, and how that is told
//   refused, changes, said   of an edit, from the drawing and the edit: why it cannot be, what it makes of the drawing,
//                  what is said aloud of it before
import { ZOOM } from "./geometry.js";
import {
  addClass, addEdge, countBelow, deleteClass, edgeKey, hasSecond, moveEdge, pinClass, renameClass,
} from "./graph.js";
import { levelsShown, showLevels } from "./levels.js";
import { addTrouble, edgeTrouble, markSaid, renameTrouble } from "./sentences.js";
import { say } from "../scripts/say.js";

const ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
const ENTER = ["Enter", " "], DELETE = ["Delete", "Backspace"];
const CROSS = '<path d="M3.5 3.5l9 9M12.5 3.5l-9 9"/>', PLUS = '<path d="M8 2.5v11M2.5 8h11"/>';

const anyClass = ({ graph }) => graph.classes.size > 0;
const asksWhat = ({ pending }) => pending.kind === "delete";

// What a click does from now on.
const tool = (name, row) => ({
  places: ["tools"], when: anyClass, on: (editor) => editor.tool === name,
  does: ({ commands }) => commands.setTool(name), ...row,
});

// Which of the true classes, A and B a click marks, while there are two predictions.
const side = (letter, word, help) => ({
  word, help, keys: [letter], places: ["sides"],
  when: ({ graph, pending }, _, key) => hasSecond(graph) && !(key && (pending || key.altKey)),
  on: (editor) => editor.tool === "mark" && editor.side === letter,
  does: ({ commands }) => commands.setSide(letter),
});

// Where children stand of their parents.
const turn = (direction, word) => ({
  word, places: ["ways"], on: ({ looks }) => looks.turned === direction,
  does: ({ commands }) => commands.look({ op: "turn", direction }),
});

export const COMMANDS = {
  go: {
    help: () => say("Arrows: to the next class"), keys: ARROWS, at: ["class", "folded"],
    does: ({ keys }, node, { key }) => keys.toClassBeside(node, key),
  },
  act: {
    help: () => say("Enter, Space: what the tool does: mark"), keys: ENTER, at: ["class", "edge", "folded"],
    does: ({ commands }, _, { target }) => commands.press(target, true),
  },
  mark: {
    help: () => say("m: mark"), keys: ["m"], at: ["class"], does: ({ commands }, { name }) => commands.cycle(name),
    changes({ classes }, { name, mark }) { classes.get(name).mark = mark; },
    said: (_, { name, mark }) => say("{name} is {mark}", { name, mark: markSaid(mark) }),
  },
  first: {
    changes({ classes }, { name, on }) { classes.get(name).first = on; },
    said: (_, { name, on }) =>
      (on ? say("{name} is predicted by A", { name }) : say("{name} is not predicted by A", { name })),
  },
  "side t": side("t", () => say("True"), () => say("t, a, b: what is marked, of two predictions")),
  "side a": side("a", () => "A"),
  "side b": side("b", () => "B"),
  add: {
    word: () => say("Add child"), places: ["class"], help: () => say("a: add a child"), keys: ["a"], at: ["class"],
    does: ({ commands }, { name }) => commands.addClass(name), refused: addTrouble, changes: addClass,
    said: (_, { name, parent }) =>
      (parent === null ? say("{name} added", { name }) : say("{name} added under {parent}", { name, parent })),
  },
  sibling: {
    help: () => say("Shift+Enter: add a sibling, also after its name"), keys: ["Shift+Enter"], at: ["class"],
    when: ({ pending }) => !pending, does: ({ commands }, { name }) => commands.addSibling(name),
  },
  root: {
    help: () => say("n: add a class without parent"), keys: ["n"],
    does: ({ commands }) => commands.addClass(null),
  },
  begin: {
    word: () => say("Add the first class"), keys: ["Enter"], at: ["ground"],
    when: (editor) => !anyClass(editor), does: ({ commands }) => commands.addClass(null),
  },
  rename: {
    word: () => say("Rename"), places: ["class"], help: () => say("r, F2: rename"), keys: ["r", "F2"], at: ["class"],
    does: ({ nameBox }, { name }) => nameBox.open(name), refused: renameTrouble, changes: renameClass,
    said: (_, { name, to }) => say("{name} is now {to}", { name, to }),
  },
  link: {
    word: () => say("Link"), places: ["class"],
    help: () => say("l: link to a child: arrows, Enter"), keys: ["l"], at: ["class"],
    does: ({ commands }, { name }) => commands.startLink(name, true),
    refused: edgeTrouble, changes: addEdge,
    said: (_, { parent, child }) => say("Edge {parent} to {child} added", { parent, child }),
  },
  unlink: {
    word: () => say("Delete edge"), places: ["edge"], keys: DELETE, at: ["edge"],
    does: ({ commands }, edge) => commands.unlink(edge),
    changes({ edges }, { parent, child }) { edges.delete(edgeKey(parent, child)); },
    said: (_, { parent, child }) => say("Edge {parent} to {child} deleted", { parent, child }),
  },
  reparent: {
    word: () => say("Move to another parent"), places: ["edge"],
    help: () => say("p: move to another parent"), keys: ["p"], at: ["class", "edge"],
    does: ({ commands }, { name, parent, child }, byKey) =>
      (name === undefined ? commands.startReparent(parent, child, byKey) : commands.moveParent(name)),
    refused: (graph, { child, parent, to }) => (parent === to ? null : edgeTrouble(graph, { parent: to, child })),
    changes: moveEdge,
    said: (_, { child, parent, to }) => say("{child} moved from {parent} to {to}", { child, parent, to }),
  },
  edges: {
    help: () => say("e: to its edges"), keys: ["e"], at: ["class"],
    does: ({ selection }, { name }) => selection.focusEdge(name, 0),
  },
  along: { keys: ARROWS, at: ["edge"], does: ({ keys }, edge, { key }) => keys.alongEdges(edge, key) },
  back: { keys: ["Shift+Tab"], at: ["edge"], does: ({ selection }) => selection.focusNode(selection.current) },
  delete: {
    word: () => say("Delete"), places: ["class"],
    help: () => say("Delete: delete it alone"), keys: DELETE, at: ["class"],
    does: ({ commands }, { name }) => commands.remove(name, false), changes: deleteClass,
    said(graph, { name, below }) {
      const more = below ? countBelow(graph, name) : 0;
      return more ? say("{name} and {more} below deleted", { name, more }) : say("{name} deleted", { name });
    },
  },
  "delete-below": {
    places: ["class"],
    word: ({ graph }, { name }) => say("Delete with {more} below", { more: countBelow(graph, name) }),
    help: () => say("Shift+Delete: with what hangs below"), keys: DELETE.map((key) => `Shift+${key}`), at: ["class"],
    when: ({ graph }, { name }) => countBelow(graph, name) > 0,
    does: ({ commands }, { name }) => commands.remove(name, true),
  },
  unfold: {
    word: () => say("Show them"), places: ["folded"],
    does: ({ commands }, { name }) => commands.unfold(name),
    said: ({ classes }, { name }) => say("{name} shown", { name: classes.get(name).label }),
  },
  pin: {
    help: () => say("Alt+arrows: move and pin"), keys: ARROWS.map((key) => `Alt+${key}`), at: ["class"],
    does: ({ commands }, { name }, { key }) => commands.nudge(name, key), changes: pinClass,
    said: (_, { name }) => say("{name} moved", { name }),
  },
  unpin: {
    word: () => say("Unpin"), places: ["class"], help: () => say("u: unpin"), keys: ["u"], at: ["class"],
    when: ({ graph }, { name }) => graph.classes.get(name).pinned,
    does: ({ commands }, { name }) => commands.edit({ op: "unpin", name }),
    changes({ classes }, { name }) { classes.get(name).pinned = false; },
    said: (_, { name }) => say("{name} unpinned", { name }),
  },
  undo: {
    help: () => say("Ctrl+Z: undo"), keys: ["Ctrl+z"],
    does: ({ commands }) => commands.travel("undo"), said: () => say("Undone"),
  },
  redo: {
    help: () => say("Ctrl+Y: redo"), keys: ["Ctrl+y", "Ctrl+Shift+z", "Ctrl+Shift+y"],
    does: ({ commands }) => commands.travel("redo"), said: () => say("Redone"),
  },

  "tool mark": tool("mark", {
    word: () => say("Mark"),
    icon: '<path d="M3 13l.6-2.9L10.9 2.8a1.4 1.4 0 0 1 2 0l.3.3a1.4 1.4 0 0 1 0 2L5.9 12.4 3 13zM9.5 4.2l2.3 2.3"/>',
    clicked: ({ commands }, name) => commands.cycle(name),
  }),
  "tool add": tool("add", {
    word: () => say("Add class"), icon: PLUS, when: null, clicked: ({ commands }, name) => commands.addClass(name),
    hint: () => say("Click a class to add one under it, or click the empty ground."),
  }),
  "tool link": tool("link", {
    word: () => say("Link"), icon: '<path d="M2 2.5h4.5V7H2zM9.5 9H14v4.5H9.5zM5 7v3.5a1 1 0 0 0 1 1h3.5"/>',
    hint: () => say("Click the parent, then the child."), clicked: ({ commands }, name) => commands.startLink(name),
  }),
  "tool rename": tool("rename", {
    word: () => say("Rename"), icon: '<path d="M4.5 2.5h7M8 2.5v9M4 13.5h8"/>',
    hint: () => say("Click a class to rename it."), clicked: ({ nameBox }, name) => nameBox.open(name),
  }),
  "tool delete": tool("delete", {
    word: () => say("Delete"), icon: CROSS, hint: () => say("Click a class or an edge to delete it."),
    clicked: ({ commands }, name, byKey) => commands.askDelete(name, byKey),
  }),

  look: {
    word: () => say("View"), places: ["bar", "more"], opens: true,
    icon: '<path d="M1.5 8S4 3.7 8 3.7 14.5 8 14.5 8 12 12.3 8 12.3 1.5 8 1.5 8z"/><circle cx="8" cy="8" r="1.9"/>',
    does: ({ bars }) => bars.toggleSheet("look"),
  },
  tidy: {
    word: () => say("Tidy"), places: ["bar", "more"], stays: true,
    icon: `<path d="M5.8 1.2h4.4v4.2H5.8zM1 10.6h4.2v4.2H1zM5.9 10.6h4.2v4.2H5.9zM10.8 10.6H15v4.2h-4.2z"
      fill="currentColor" stroke="none"/><path d="M8 5.2v5.6M3.2 10.8V8h9.6v2.8"/>`,
    when: ({ held, graph }) => held || [...graph.classes.values()].some((c) => c.pinned),
    does: ({ camera, commands }) => { camera.centre(); commands.edit({ op: "tidy" }); },
    changes({ classes }) { for (const c of classes.values()) c.pinned = false; },
    said: () => say("Laid out anew"),
  },
  turn: { said: (_, { direction }) => COMMANDS[`turn ${direction}`].word() },
  "turn auto": turn("auto", () => say("As it fits")),
  "turn down": turn("down", () => say("Down")),
  "turn right": turn("right", () => say("Right")),
  "turn indented": turn("indented", () => say("Indented")),
  fold: {
    word: () => say("Fold what has no mark"), places: ["look"],
    when: ({ looks }) => looks.foldable, on: ({ looks }) => looks.fold,
    does: ({ commands, looks }) => commands.look({ op: "fold", fold: !looks.fold }),
    said: (_, { fold }) => (fold ? say("Branches without a mark folded") : say("All classes shown")),
  },
  levels: {
    word: () => say("Lines at the levels"), places: ["look"],
    when: ({ graph }) => graph.direction !== "indented", on: levelsShown,
    does: (editor) => { showLevels(!levelsShown()); editor.draw(); editor.showState(); },
  },
  find: {
    word: () => say("Find a class"), places: ["more", "look"],
    icon: '<circle cx="7" cy="7" r="4.3"/><path d="M10.2 10.2L14 14"/>',
    help: () => say("/: find a class"), keys: ["/"], clears: true, does: ({ finder }) => finder.open(),
  },
  numbers: {
    word: () => say("Numbers for a rule"), places: ["look"],
    icon: '<path d="M6.2 2.5L4.6 13.5M11.4 2.5L9.8 13.5M2.8 6h11M2.2 10h11"/>',
    clears: true, does: ({ commands }) => commands.look({ op: "numbers" }),
  },
  fit: {
    word: () => say("Show all"), places: ["bar", "more"],
    icon: '<path d="M1.5 4.5v-3h3M11.5 1.5h3v3M14.5 11.5v3h-3M4.5 14.5h-3v-3M4.7 6h6.6v4H4.7z"/>',
    help: () => say("0: show all"), keys: ["0"], when: anyClass, clears: true, does: ({ camera }) => camera.showAll(),
  },
  whole: {
    word: () => say("Whole screen"), places: ["bar", "more"], stays: true,
    icon: '<path d="M2 5.5V2h3.5M10.5 2H14v3.5M14 10.5V14h-3.5M5.5 14H2v-3.5"/>',
    on: ({ whole }) => whole.dialog !== null, clears: true, does: ({ whole }) => whole.toggle(),
  },
  out: {
    word: () => say("Zoom out"), places: ["bar", "more"], icon: '<path d="M2.5 8h11"/>',
    help: () => say("+ −: zoom"), keys: ["-", "−"], when: ({ camera }) => camera.place.scale > ZOOM[0] + 1e-6,
    does: ({ commands }) => commands.zoom(false),
  },
  in: {
    word: () => say("Zoom in"), places: ["bar", "more"], icon: PLUS,
    keys: ["+", "="], when: ({ camera }) => camera.place.scale < ZOOM[1] - 1e-6,
    does: ({ commands }) => commands.zoom(true),
  },
  keys: {
    word: () => say("Keys"), places: ["bar", "more"], opens: true, keys: ["?"],
    icon: '<path d="M5.8 6a2.2 2.2 0 1 1 3.3 1.9c-.8.5-1.1.9-1.1 1.8M8 12.3v.3"/>',
    does: ({ bars }) => bars.toggleSheet("keys"),
  },
  more: {
    word: () => say("More"), places: ["bar"], stays: true, opens: true,
    icon: '<path d="M3.2 8h.01M8 8h.01M12.8 8h.01" stroke-width="2.2"/>',
    does: ({ bars }) => bars.toggleSheet("more"),
  },

  close: { word: () => say("Close"), icon: CROSS, does: ({ bars }) => bars.closeSheet(true) },
  "close-legend": { word: () => say("Shorten this line"), icon: CROSS, does: ({ bars }) => bars.shortenLegend() },
  only: {
    word: (_, { name }) => say("Only {name}", { name }), places: ["pending"], when: asksWhat,
    does: ({ commands, pending }) => commands.remove(pending.name, false),
  },
  with: {
    word: (_, shown) => say("{name} and {more} below", shown), places: ["pending"], when: asksWhat,
    does: ({ commands, pending }) => commands.remove(pending.name, true),
  },
  cancel: {
    word: () => say("Cancel"), places: ["pending"], help: () => say("Esc: cancel"),
    does: ({ commands, selection }) => { commands.cancel(); selection.focusSelected(); },
  },
  higher: { word: () => say("⇤ Level up"), places: ["text"], does: ({ text }) => text.shift(true) },
  deeper: { word: () => say("⇥ Level down"), places: ["text"], does: ({ text }) => text.shift(false) },
};

// The names of the commands that have a button there, in order.
export const commandsIn = (place) => Object.keys(COMMANDS).filter((name) => COMMANDS[name].places?.includes(place));

// A sentence why an edit of what is there cannot be, or null. Python checks the same again.
export const refusal = (graph, edit) => COMMANDS[edit.op]?.refused?.(graph, edit) ?? null;

// Change `graph` as the edit says; what says nothing of the drawing leaves it as it is.
export const applyEdit = (graph, edit) => COMMANDS[edit.op]?.changes?.(graph, edit);

// What is said aloud of an edit, before it is made.
export const spoken = (graph, edit) => COMMANDS[edit.op]?.said?.(graph, edit) ?? "";
