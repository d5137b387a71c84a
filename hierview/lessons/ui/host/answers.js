// My answers: what the browser keeps of a lesson, and handing it in. Python is not asked: a file and a code are made
// here of what is kept, in the form that `hierview lesson collect` reads.
import { copyText } from "../../../ui/scripts/copy.js";
import { make } from "../../../ui/scripts/dom.js";

const VERSION = 1, CODE = "A";  // of hierview.lessons.handed, and of hierview.formats.link
const FRAME = `<summary><h2 data-word="mine"></h2><span class="quiet"></span></summary>
<div class="handing"><ol></ol><div>
<label><span data-word="who"></span><input></label><small class="unnamed" data-word="unnamed"></small>
<div class="row"><button class="primary" type="button" data-hand></button>
<button class="quiet" type="button" data-copy></button></div>
<pre tabindex="0"></pre><p data-word="sends"></p>
<div class="row"><span data-word="own"></span>
<button class="quiet" type="button" data-press="copy">Markdown</button></div></div></div>`;

// What the browser keeps, which may be anything.
function parseKept(text) {
  try {
    const { steps, who } = JSON.parse(text);
    return { steps: steps.filter(Array.isArray), who: String(who) };
  } catch { return { steps: [], who: "" }; }
}

// Answers to a lesson, as a sheet holds them: step, seed, variant, answer, first answer, tries, shown.
function givenIn({ steps }, { lesson, asks }) {
  const numbers = new Map(asks.map(([number, mark]) => [mark, number]));
  return steps
    .filter(([name, mark, , , answer, , , shown]) => name === lesson && numbers.has(mark) && (answer !== null || shown))
    .map(([, mark, seed, variant, answer, first, tries, shown, opened]) =>
      ({ place: [numbers.get(mark), seed, variant], taken: [answer, first, tries, shown], opened }))
    .toSorted((a, b) => a.place.map((n, i) => n - b.place[i]).find(Boolean) ?? 0);
}

// As `hierview.formats.link.pack` packs it.
async function codeOf(content) {
  const packed = new Blob([JSON.stringify(content)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const text = btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(""));
  return CODE + text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export function saveFile(name, type, content) {
  const link = make("a", { href: URL.createObjectURL(new Blob([content], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export class Answers {
  // name: is told of a name that was typed.
  constructor(box, name) {
    Object.assign(this, { box, saved: "", wasEnded: false });
    box.innerHTML = FRAME;
    this.field = box.querySelector("input");
    this.field.addEventListener("input", () => this.write());
    this.field.addEventListener("change", () => name(this.field.value));
    box.querySelector("[data-hand]").addEventListener("click", () => this.hand());
    box.querySelector("[data-copy]").addEventListener("click", () => this.copy());
  }

  // mine: of a page.  kept: what the browser keeps of all lessons, as text.
  show(mine, kept) {
    const { box, field } = this, { words } = mine, before = parseKept(kept), given = givenIn(before, mine);
    if (this.mine?.lesson !== mine.lesson) this.wasEnded = false;
    Object.assign(this, { mine, given });
    box.hidden = !given.length;
    if (mine.ended && !this.wasEnded) box.open = this.wasEnded = true;
    for (const el of box.querySelectorAll("[data-word]")) el.textContent = words[el.dataset.word];
    field.maxLength = mine.longest;
    if (!field.matches(":focus")) field.value = mine.who || before.who;
    const own = mine.asks.map(([number]) => given.findLast(({ place }) => place[0] === number));
    box.querySelector("summary span").textContent = words.of.replace("{n}", own.filter(Boolean).length);
    box.querySelector("ol").replaceChildren(...mine.asks.map(([, , title], i) => rowOf(title, own[i], words)));
    return this.write();
  }

  get content() {
    const given = this.given.map(({ place, taken }) => [...place, ...taken]);
    return { "hierview-answers": VERSION, lesson: this.mine.lesson, who: this.field.value.trim(), given };
  }

  get file() {
    const words = `${this.mine.lesson} ${this.field.value}`.match(/[\p{L}\p{N}]+/gu);
    return `${words.join("-")}.json`;
  }

  async write() {
    const { box, mine: { words } } = this, hand = box.querySelector("[data-hand]"), { content } = this;
    const isSaved = this.saved === JSON.stringify(content);
    hand.textContent = isSaved ? words.saved.replace("{file}", this.file) : words.hand;
    hand.classList.toggle("done", isSaved);
    box.querySelector("[data-copy]").textContent = words.copy;
    box.querySelector(".unnamed").hidden = !!content.who;
    box.querySelector("pre").textContent = await codeOf(content);
  }

  hand() {
    this.saved = JSON.stringify(this.content);
    saveFile(this.file, "application/json", `${JSON.stringify(this.content, null, 1)}\n`);
    this.write();
  }

  async copy() {
    const { box, mine: { words } } = this, code = box.querySelector("pre");
    if (await copyText(code.textContent)) box.querySelector("[data-copy]").textContent = words.copied;
    else getSelection().selectAllChildren(code);
  }
}

// A question: a tick where its answer was found, and how.
function rowOf(title, given, words) {
  const [, , tries, shown] = given?.taken ?? [], isFound = given?.opened && !shown;
  const way = shown ? words.shown : isFound ? words.tries[tries - 1] ?? words.try.replace("{n}", tries) : words.open;
  return make("li", { class: isFound ? "found" : null }, make("span", {}, title), make("small", {}, given ? way : ""));
}
