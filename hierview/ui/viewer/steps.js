// Steps: one article is shown; the keys, the bar and the dots move between them, on the page or on the whole screen.
import { stillness } from "../scripts/dom.js";
import { say } from "../scripts/say.js";
import { fit } from "./fit.js";
import { project } from "./slides.js";
import { hideTerm } from "./terms.js";

export const LATER = "hierview-later";  // a walk has come to a step beside which one is not drawn yet
export const STEP_KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last", " ": "play" };
const TURNS = { " ": "next", PageDown: "next", PageUp: "previous" };  // of a talk; a presenter's buttons send these
const PAUSE = 2500;  // milliseconds that a step stands while they play

// Whether a space belongs to the element itself.
export const isOwn = (e, elements) => e.key === " " && !!e.target.closest(elements);

const placeOf = ({ dataset }) => ({ at: Number(dataset.at), last: Number(dataset.count) - 1 });

// where: a word of STEP_KEYS, "big", or the number of a step.
export function move(walk, where) {
  const big = walk.classList.contains("projector"), source = big ? walk.source : walk;
  if (where === "big" && big) walk.close();
  else if (where === "big") enlarge(walk);
  else if (where === "play") play(source);
  else go(source, where);
}

function go(source, where) {
  const { at, last } = placeOf(source);
  const to = typeof where === "number" ? where : { first: 0, previous: at - 1, next: at + 1, last }[where];
  if (!(to >= 0 && to <= last) || to === at) return;
  source.dataset.at = to;
  source.querySelectorAll(":scope > .step").forEach((step, i) => { step.hidden = i !== to; });
  const counter = source.querySelector(".stepcount");
  if (counter) counter.textContent = say("step {step} of {count}", { step: to + 1, count: last + 1 });
  source.querySelectorAll("[data-go]").forEach((dot, i) => {
    if (i === to) dot.setAttribute("aria-current", "step");
    else dot.removeAttribute("aria-current");
  });
  fit(source);
  if (source.projector) project(source.projector);
  const near = stepsOf(source).slice(Math.max(0, to - 1), to + 2);
  if (near.some(isLater)) source.dispatchEvent(new CustomEvent(LATER, { bubbles: true, detail: to }));
}

const stepsOf = (walk) => [...walk.querySelectorAll(":scope > .step")];
const isLater = ({ dataset }) => dataset.later !== undefined;

// The walk in some markup.
export function walkIn(html) {
  const page = document.createElement("template");
  page.innerHTML = html;
  return page.content.querySelector(".why.steps");
}

// Whether two walks are the same but for which of their steps are drawn.
export function isSameWalk(a, b) {
  if (!a || a.dataset.title !== b.dataset.title || a.dataset.count !== b.dataset.count) return false;
  const others = stepsOf(b);
  return stepsOf(a).every((one, i) => isLater(one) || isLater(others[i]) || one.innerHTML === others[i].innerHTML);
}

// Draw the steps of a walk that another one of the same has, with what their terms mean.
export function draw(source, other) {
  const drawn = stepsOf(other);
  stepsOf(source).forEach((step, i) => {
    if (!isLater(step) || isLater(drawn[i])) return;
    drawn[i].hidden = step.hidden;
    step.replaceWith(drawn[i]);
  });
  const told = source.querySelector(":scope > .told"), more = other.querySelector(":scope > .told");
  const known = new Set([...(told?.children ?? [])].map(({ id }) => id));
  if (told && more) told.append(...[...more.children].filter(({ id }) => !known.has(id)));
  else if (more) source.append(more);
  fit(source);
  if (source.projector) project(source.projector);
}

function play(source) {
  const button = source.querySelector('[data-move="play"]');
  if (!button) return;
  const atLast = () => { const { at, last } = placeOf(source); return at === last; };
  const show = (playing) => {
    button.textContent = playing ? say("Pause") : say("Play");
    button.setAttribute("aria-pressed", String(playing));
  };
  const stop = () => {
    clearInterval(source.playing);
    source.playing = null;
    show(false);
  };
  if (source.playing) stop();
  else if (stillness()) go(source, "next");
  else {
    if (atLast()) go(source, "first");
    show(true);
    source.playing = setInterval(() => {
      if (!source.isConnected || atLast()) stop();
      else go(source, "next");
    }, PAUSE);
  }
}

// The whole screen: the present step large, and beside it what is known so far.
export function enlarge(source) {
  const dialog = document.createElement("dialog");
  Object.assign(dialog, { className: "projector", tabIndex: -1, source });
  source.projector = dialog;
  source.parentElement.append(dialog);
  const resized = () => { if (dialog.isConnected) project(dialog); };
  dialog.addEventListener("close", () => {
    window.removeEventListener("resize", resized);
    dialog.remove();
    source.projector = null;
    source.focus({ preventScroll: true });
  });
  dialog.addEventListener("keydown", (e) => onKey(e, dialog));
  dialog.showModal();
  project(dialog);
  dialog.focus();
  window.addEventListener("resize", resized);
}

function onKey(e, dialog) {
  e.stopPropagation();
  const talk = dialog.source.dataset.keys && !e.ctrlKey && !e.metaKey;
  if (e.key === "Escape" && hideTerm(dialog)) e.preventDefault();
  else if (e.key.toLowerCase() === "f") dialog.close();
  else if (talk && e.key.toLowerCase() === "n") nextNumber(dialog);
  else if (talk && TURNS[e.key] && !isOwn(e, "button, summary")) {
    e.preventDefault();
    move(dialog.source, TURNS[e.key]);
  }
  else if (STEP_KEYS[e.key] && !e.target.closest("svg .class") && !isOwn(e, "button, summary")) {
    e.preventDefault();
    move(dialog.source, STEP_KEYS[e.key]);
  }
}

// The next number on a slide that waits to be asked for.
function nextNumber(dialog) {
  const { source } = dialog, at = Number(source.dataset.at);
  const waiting = source.querySelectorAll(":scope > .step")[at].querySelector("[data-waits]");
  if (!waiting) return;
  waiting.removeAttribute("data-waits");
  project(dialog);
}
