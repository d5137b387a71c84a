// The markup that the editor begins with: its stage, its tools, and the words on them.
import { COMMANDS, commandsIn } from "./table.js";
import { say } from "../scripts/say.js";

const svg = (path) => `<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">${path}</svg>`;

const CHOSEN = svg('<path d="M3 8.5l3.2 3.2L13 4.5"/>');

// The icon of a command; of one that is switched on and off, the tick beside its word.
const icon = (name) => (COMMANDS[name].icon ? svg(COMMANDS[name].icon) : CHOSEN);

function button(name, more = "") {
  const { word, stays } = COMMANDS[name];
  return `<button type="button" class="${stays ? "stays" : ""}" data-do="${name}" ${more}>${icon(name)}` +
    `<span>${word()}</span></button>`;
}

const buttons = (place) => commandsIn(place).map((name) => button(name)).join("");

const toolButton = (name) =>
  button(name, `tabindex="-1" title="${COMMANDS[name].word()}" ${COMMANDS[name].opens ? 'aria-expanded="false"' : ""}`);

// A cross that closes something.
function cross(name, more = "") {
  const word = COMMANDS[name].word();
  return `<button type="button" class="x" data-do="${name}" aria-label="${word}" ${more}>${icon(name)}</button>`;
}

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
  const nothing = say("Nothing is drawn yet.");
  return `<p>${nothing}</p><button type="button" data-do="begin">${COMMANDS.begin.word()}</button>`;
}

// The tools in their bar.
export function toolBar() {
  const [mark, ...others] = commandsIn("tools").map(toolButton), group = say("What a click marks");
  const sides = commandsIn("sides").map((name) =>
    `<button type="button" tabindex="-1" data-do="${name}">${COMMANDS[name].word()}</button>`);
  return [
    mark,
    `<div class="sides" role="group" aria-label="${group}" hidden>${sides.join("")}</div>`,
    ...others,
    '<span class="gap"></span>',
    ...commandsIn("bar").map(toolButton),
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
  const click = say("Click a class:");
  return `<em>${click}</em>
${shown.join("<b>→</b>\n")}
${cross("close-legend", `title="${COMMANDS["close-legend"].word()}"`)}`;
}

// What keys do: the key and, behind a colon, its deed.
function keySheet() {
  const list = Object.values(COMMANDS).filter(({ help }) => help).map(({ help }) => /^(.+?): (.+)$/.exec(help()));
  const rows = list.map(([, key, does]) => `<div><dt>${key}</dt><dd>${does}</dd></div>`).join("");
  const label = say("List of keys");
  return `<h3>${COMMANDS.keys.word()}</h3>${cross("close")}
<div class="scroll" tabindex="0" role="group" aria-label="${label}"><dl>${rows}</dl></div>`;
}

// How the drawing is looked at: where children stand of their parents, and what is folded.
function lookSheet() {
  const ways = say("Children stand"), branches = say("Branches");
  return `<h3>${ways}</h3>${buttons("ways")}<h3>${branches}</h3>${buttons("look")}`;
}

// What the sheets over the drawing hold.
export const SHEETS = { keys: keySheet, more: () => buttons("more"), look: lookSheet };
