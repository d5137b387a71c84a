// The markup that the editor begins with: its stage, its tools, and the words on them.
import { say } from "../scripts/say.js";

const ICONS = {
  mark: '<path d="M3 13l.6-2.9L10.9 2.8a1.4 1.4 0 0 1 2 0l.3.3a1.4 1.4 0 0 1 0 2L5.9 12.4 3 13zM9.5 4.2l2.3 2.3"/>',
  add: '<path d="M8 2.5v11M2.5 8h11"/>',
  link: '<path d="M2 2.5h4.5V7H2zM9.5 9H14v4.5H9.5zM5 7v3.5a1 1 0 0 0 1 1h3.5"/>',
  rename: '<path d="M4.5 2.5h7M8 2.5v9M4 13.5h8"/>',
  delete: '<path d="M3.5 3.5l9 9M12.5 3.5l-9 9"/>',
  tidy: `<path d="M5.8 1.2h4.4v4.2H5.8zM1 10.6h4.2v4.2H1zM5.9 10.6h4.2v4.2H5.9zM10.8 10.6H15v4.2h-4.2z"
    fill="currentColor" stroke="none"/><path d="M8 5.2v5.6M3.2 10.8V8h9.6v2.8"/>`,
  whole: '<path d="M2 5.5V2h3.5M10.5 2H14v3.5M14 10.5V14h-3.5M5.5 14H2v-3.5"/>',
  out: '<path d="M2.5 8h11"/>',
  in: '<path d="M8 2.5v11M2.5 8h11"/>',
  look: '<path d="M1.5 8S4 3.7 8 3.7 14.5 8 14.5 8 12 12.3 8 12.3 1.5 8 1.5 8z"/><circle cx="8" cy="8" r="1.9"/>',
  fit: '<path d="M1.5 4.5v-3h3M11.5 1.5h3v3M14.5 11.5v3h-3M4.5 14.5h-3v-3M4.7 6h6.6v4H4.7z"/>',
  find: '<circle cx="7" cy="7" r="4.3"/><path d="M10.2 10.2L14 14"/>',
  numbers: '<path d="M6.2 2.5L4.6 13.5M11.4 2.5L9.8 13.5M2.8 6h11M2.2 10h11"/>',
  chosen: '<path d="M3 8.5l3.2 3.2L13 4.5"/>',
  keys: '<path d="M5.8 6a2.2 2.2 0 1 1 3.3 1.9c-.8.5-1.1.9-1.1 1.8M8 12.3v.3"/>',
  more: '<path d="M3.2 8h.01M8 8h.01M12.8 8h.01" stroke-width="2.2"/>',
};

export const icon = (name) =>
  `<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">${ICONS[name]}</svg>`;

const toolButton = (action, name, word, extra = "") =>
  `<button type="button" tabindex="-1" data-do="${action}" title="${word}" ${extra}>` +
  `${icon(name)}<span>${word}</span></button>`;

export const SKELETON = `
<div class="parts">
<div class="text" hidden>
  <div class="gutter" aria-hidden="true"></div>
  <textarea wrap="off" spellcheck="false" autocapitalize="off" autocomplete="off"
    aria-describedby="hierview-line"></textarea>
</div>
<div class="stage">
  <p class="drawn" hidden></p>
  <p class="counted" hidden></p>
  <svg class="canvas" role="group" tabindex="-1"><g class="all"><g class="levels"></g><g class="lines"></g>
    <polyline class="rubber" visibility="hidden"/><g class="nodes"></g><g class="handles"></g></g></svg>
  <div class="empty" hidden></div>
  <input class="name" type="text" hidden autocomplete="off" spellcheck="false">
  <input class="find" type="search" hidden autocomplete="off" spellcheck="false" list="hierview-classes">
  <datalist id="hierview-classes"></datalist>
  <button type="button" class="beyond" hidden></button>
  <svg class="overview" hidden aria-hidden="true"><g></g><rect class="view"/></svg>
</div>
<div class="notice" role="alert"></div>
</div>
<div class="hand">
  <div class="line" id="hierview-line"></div>
  <div class="tools" role="toolbar"></div>
  <div class="sheet" role="dialog" hidden tabindex="-1"></div>
</div>
<div class="hidden" aria-live="polite"></div>`;

// The place of a drawing that has no class.
export function emptyStage() {
  const nothing = say("Nothing is drawn yet."), first = say("Add the first class");
  return `<p>${nothing}</p><button type="button" data-do="first">${first}</button>`;
}

// The tools in their bar.
export function toolBar() {
  const tools = [
    ["mark", say("Mark")], ["add", say("Add class")], ["link", say("Link")], ["rename", say("Rename")],
    ["delete", say("Delete")],
  ];
  const [mark, ...others] = tools.map(([key, word]) => toolButton(`tool ${key}`, key, word, 'aria-pressed="false"'));
  const group = say("What a click marks");
  const sides = [["t", say("True")], ["a", "A"], ["b", "B"]].map(([side, word]) =>
    `<button type="button" tabindex="-1" data-do="side ${side}" aria-pressed="false">${word}</button>`);
  return [
    mark,
    `<div class="sides" role="group" aria-label="${group}" hidden>${sides.join("")}</div>`,
    ...others,
    '<span class="gap"></span>',
    toolButton("look", "look", say("View"), 'aria-expanded="false"'),
    toolButton("tidy", "tidy", say("Tidy")),
    toolButton("fit", "fit", say("Show all")),
    toolButton("whole", "whole", say("Whole screen"), 'aria-pressed="false"'),
    toolButton("out", "out", say("Zoom out")),
    toolButton("in", "in", say("Zoom in")),
    toolButton("keys", "keys", say("Keys"), 'aria-expanded="false"'),
    toolButton("more", "more", say("More"), 'aria-expanded="false"'),
  ].join("\n");
}

// What clicks make of a class's mark; of two predictions, what the marks are.
export function legend(two) {
  if (two) {
    const sides = [["true", say("true")], ["predicted", say("predicted, A")], ["second", say("predicted, B")]];
    return sides.map(([mark, word]) => `<span><i class="mark ${mark}"></i>${word}</span>`).join("");
  }
  const marks = [["true", say("true")], ["predicted", say("predicted")], ["both", say("both")], ["none", say("none")]];
  const shown = marks.map(([mark, word]) =>
    `<span><i class="mark ${mark}">${mark === "both" ? "<i></i>" : ""}</i>${word}</span>`);
  const click = say("Click a class:"), shorten = say("Shorten this line");
  return `<em>${click}</em>
${shown.join("<b>→</b>\n")}
<button type="button" class="x" data-do="close-legend" aria-label="${shorten}"
  title="${shorten}">${icon("delete")}</button>`;
}

export const hints = () => ({
  add: say("Click a class to add one under it, or click the empty ground."),
  link: say("Click the parent, then the child."),
  rename: say("Click a class to rename it."),
  delete: say("Click a class or an edge to delete it."),
});

// What keys do: the key and, behind a colon, its deed.
export const keyList = () => [
  say("Arrows: to the next class"), say("Enter, Space: what the tool does: mark"), say("m: mark"),
  say("t, a, b: what is marked, of two predictions"),
  say("a: add a child"),
  say("Shift+Enter: add a sibling, also after its name"), say("n: add a class without parent"), say("r, F2: rename"),
  say("l: link to a child: arrows, Enter"), say("p: move to another parent"), say("e: to its edges"),
  say("Delete: delete it alone"), say("Shift+Delete: with what hangs below"), say("Alt+arrows: move and pin"),
  say("u: unpin"), say("Ctrl+Z: undo"), say("Ctrl+Y: redo"), say("+ −: zoom"), say("0: show all"),
  say("/: find a class"), say("Esc: cancel"),
].map((line) => [line.slice(0, line.indexOf(": ")), line.slice(line.indexOf(": ") + 2)]);
