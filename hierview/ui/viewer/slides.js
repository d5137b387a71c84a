// A step on the whole screen, as a slide: what is on it, and how all of it is seen.
import { say } from "../scripts/say.js";
import { resize } from "./fit.js";

// First with large letters, the picture beside what is known; where that leaves it too small, with fewer facts, with
// what is known below it, or with smaller letters, down to 28 px at 1920 by 1080.
const SLIDE = { width: 1920, height: 1080, text: 28, sentence: 46, talk: 32 };  // of a talk all texts have one size
const LABEL = 16, LEAST_LABEL = 10, FACTS = 6, MOST_SCALE = 2.4;
const NARROW = "(max-width: 899px)";

function make(tag, cls, ...children) {
  const el = document.createElement(tag);
  el.className = cls;
  el.append(...children);
  return el;
}

export function project(dialog) {
  const { source } = dialog, at = Number(source.dataset.at), count = Number(source.dataset.count);
  const articles = [...source.querySelectorAll(":scope > .step")], alone = articles[at].querySelector(".invitation");
  if (alone) {
    dialog.replaceChildren(alone.cloneNode(true));
    return;
  }
  dialog.facts = factsOf(articles.slice(0, at + 1));
  const held = dialog.contains(dialog.getRootNode().activeElement);
  dialog.replaceChildren(...contentOf(dialog, articles[at].cloneNode(true), at, count));
  // While sizes are tried, nothing has to be laid out within the drawings.
  dialog.classList.add("trying");
  arrange(dialog);
  dialog.classList.remove("trying");
  if (held) dialog.focus();
}

// What is known after these steps; the fact of the last of them is now's.
function factsOf(articles) {
  const now = articles.at(-1).querySelector(".fact");
  const known = articles.map((article) => article.querySelector(".fact")).filter(Boolean);
  return known.map((fact) => make("div", fact === now ? "now" : "", fact.content.cloneNode(true)));
}

function contentOf({ source, facts }, article, at, count) {
  // What symbols mean stands on the page: the picture has its room.
  for (const unseen of article.querySelectorAll(".narrow, .other, .meanings")) unseen.remove();
  const part = (name) => article.querySelector(name) ?? "", several = count > 1, last = at === count - 1;
  // The lines beside the last formula are facts of earlier steps.
  if (at && last) article.querySelector(".formula .aside")?.remove();
  const ledger = make("div", "ledger", make("details", "older", make("summary", ""), make("dl", "")), make("dl", ""));
  ledger.lastElementChild.append(...facts);
  const side = make("aside", "known", ...(facts.length ? [ledger] : []), part(".formula"));
  const steps = several ? [make("span", "", say("step {step} of {count}", { step: at + 1, count }))] : [];
  return [
    make("header", "", source.dataset.title, ...steps),
    part(".why-text"),
    make("div", side.textContent ? "stage" : "stage whole", part(".panels, .canvas"), side),
    part(".marks"),
    footOf(source, several),
  ];
}

function footOf(source, several) {
  const usual = several ? say("← back   → next   Space plays   Esc leaves") : say("Esc leaves");
  const dots = several ? source.querySelector(".dots").cloneNode(true) : "";
  if (dots) dots.hidden = false;
  return make("footer", "", dots, make("span", "keys", source.dataset.keys ?? usual));
}

// Take the first arrangement that is good, else the best of all.
function arrange(dialog) {
  const stage = dialog.querySelector(".stage"), unit = Math.min(innerWidth / SLIDE.width, innerHeight / SLIDE.height);
  const least = Math.max(16, SLIDE.text * unit);
  if (matchMedia(NARROW).matches) {
    attempt(dialog, stage, { text: 20, sentence: 24, below: false, facts: FACTS });
    return;
  }
  let best = null, most = -Infinity;
  const talk = dialog.source.matches(".talk") && Math.max(least, SLIDE.talk * unit);
  for (const way of arrangements(least, unit, !stage.classList.contains("whole"), talk)) {
    const { fits, label } = attempt(dialog, stage, way);
    if (fits && label >= Math.max(Math.min(least, SLIDE.text), 0.8 * way.text)) return;
    const worth = (fits ? 1 : 1e-3) * label ** 2 * way.text;
    if (worth > most) [best, most] = [way, worth];
  }
  attempt(dialog, stage, best);
}

function* arrangements(least, unit, hasSide, sentence) {
  const most = Math.max(SLIDE.text, least), texts = most - least < 1 ? [most] : [most, (most + least) / 2, least];
  const sides = [{ below: false, facts: FACTS }];
  if (hasSide) sides.push({ below: true, facts: FACTS }, { below: true, facts: 2 });
  for (const text of texts)
    for (const size of sentence ? [sentence] : [Math.max(text, SLIDE.sentence * unit), text])
      yield* sides.map((side) => Object.assign({ text, sentence: size }, side));
}

// One arrangement: whether all of it is seen, and how large labels are.
function attempt(dialog, stage, way) {
  dialog.style.setProperty("--text", `${way.text}px`);
  dialog.style.setProperty("--sentence", `${way.sentence}px`);
  stage.classList.toggle("below", way.below);
  return settle(dialog, stage, way);
}

const isWide = (el) => !!el && el.scrollWidth > el.clientWidth + 1;
const isOver = (el) => isWide(el) || (!!el && el.scrollHeight > el.clientHeight + 1);

// The drawings are as large as the rest leaves room for.
function settle(dialog, stage, { text, below, facts }) {
  const area = stage.querySelector(".panels, .canvas"), side = stage.querySelector(".known");
  const math = side.querySelector(".math"), free = matchMedia(NARROW).matches;
  const isFull = () => isOver(side.querySelector(".ledger")) || isOver(side);
  let shown = Math.min(facts, dialog.facts.length);
  showFacts(dialog, shown);
  const drawings = area ? [...area.querySelectorAll(".frame > svg")] : [];
  for (const svg of drawings) resize(svg, 0);
  shrinkSum(side, math);
  if (!free && !below) while (shown > 1 && isFull()) showFacts(dialog, --shown);
  const scale = area ? largest(area, drawings, free, MOST_SCALE * Math.max(1, text / SLIDE.text)) : 1;
  const cut = isOver(area) || drawings.some((svg) => isOver(svg.parentElement));
  const fits = free || !(cut || isFull() || isWide(math) || isOver(dialog));
  return { fits, label: drawings.length ? LABEL * scale : text };
}

function shrinkSum(side, math) {
  side.style.setProperty("--sum", 1);
  for (let sum = 0.9; isWide(math) && sum > 0.65; sum -= 0.1) side.style.setProperty("--sum", sum);
}

// The last facts are shown; those before them unfold.
function showFacts(dialog, count) {
  const older = dialog.querySelector(".older");
  if (!older) return;
  const first = dialog.facts.length - count;
  older.hidden = first === 0;
  older.querySelector("summary").textContent = say("{n} earlier", { n: first });
  older.querySelector("dl").replaceChildren(...dialog.facts.slice(0, first));
  older.nextElementSibling.replaceChildren(...dialog.facts.slice(first));
}

// The drawings at one scale, in as many columns as make them largest; the scale.
function largest(area, drawings, free, most) {
  if (!drawings.length) return 1;
  const counts = [...new Set([1, 2, drawings.length])].filter((n) => n <= drawings.length);
  const ways = counts.map((columns) => {
    area.style.setProperty("--columns", columns);
    const high = free ? Infinity : heightOf(area, drawings, columns);
    return { columns, scale: Math.min(most, scaleIn(drawings, high)) };
  });
  const best = ways.reduce((a, b) => (b.scale > a.scale * 1.01 ? b : a));
  // Nobody can read a smaller label: then the picture pans.
  const scale = Math.max(LEAST_LABEL / LABEL, best.scale - 0.001);
  area.style.setProperty("--columns", best.columns);
  for (const svg of drawings) resize(svg, scale);
  return scale;
}

// The height that is left for a drawing in so many columns.
function heightOf(area, drawings, columns) {
  const { top } = area.getBoundingClientRect();
  const bottom = Math.max(0, ...[...area.children].map((el) => el.getBoundingClientRect().bottom));
  return (area.clientHeight - (bottom - top)) / Math.ceil(drawings.length / columns);
}

function scaleIn(drawings, high) {
  return Math.min(...drawings.map((svg) => {
    const frame = svg.parentElement, { paddingLeft, paddingRight } = getComputedStyle(frame);
    const wide = frame.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    const { width, height } = svg.viewBox.baseVal;
    return Math.min(wide / width, high / height);
  }));
}
