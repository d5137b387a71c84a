// Explore as a page of static files: the desk is in a worker, and what is shown is in the address.
import { make } from "../scripts/dom.js";
import { readStore, writeStore } from "../scripts/storage.js";
import { Explore } from "./explore.js";
import { Lessons } from "./lessons.js";
import { drawingOf, unpacked } from "./linked.js";

const VIEW_OF = ["m", "v", "s", "p", "step", "big", "ask"];  // parameters that change what is shown of a case
const DARK = "hierview-dark";
const START = 120_000, ANSWER = 30_000;  // milliseconds after which a worker that says nothing is given up
const LONGEST = 20_000;  // characters of a case in an address that is drawn before Python has looked at it

// Another pair of colours than the system's, for as long as this browser keeps it.
const wear = () => { document.documentElement.style.colorScheme = readStore("localStorage", DARK) ?? "light dark"; };

function themes(button) {
  button.addEventListener("click", () => {
    const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
    const now = readStore("localStorage", DARK) ?? (isDark ? "dark" : "light");
    writeStore("localStorage", DARK, now === "dark" ? "light" : "dark");
    wear();
  });
  wear();
}

// Python in a worker. One that ends, or says nothing for long, is begun anew and told again what it answered.
class Python {
  constructor(visit, state, said) { Object.assign(this, { visit, state, said, told: [], worker: null }); }

  exchange(message, most) {
    return new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error(`${most / 1000} s`)), most);
      const heard = ({ data }) => (data.failed ? reject(new Error(data.failed)) : resolve(data));
      this.worker.addEventListener("message", heard, { once: true });
      this.worker.addEventListener("error", reject, { once: true });
      this.worker.postMessage(message);
    }).then(({ answer, page }) => answer ?? JSON.parse(page));
  }

  async begin() {
    this.worker?.terminate();
    this.worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    try {
      return await this.exchange({ do: "start", told: this.told, ...this.visit }, START);
    } catch (error) {
      this.state.replaceChildren(this.said.failed, make("small", {}, ` ${error.message}`));
      throw error;
    }
  }

  async ask(message, again = true) {
    try {
      const answer = await this.exchange(message, ANSWER);
      if (message.do !== "gallery") this.told.push(message);
      return answer;
    } catch (error) {
      this.state.textContent = this.said.anew;
      await this.begin();
      this.state.textContent = "";
      if (!again) throw error;
      return this.ask(message, false);
    }
  }
}

// Names of cases and lessons have no dot and no slash: nothing else is fetched, whatever an address asks for.
async function madeBefore(name, { lang }) {
  if (!/^[\w -]+$/.test(name)) return null;
  const file = `first/${encodeURIComponent(name)}${lang && lang !== "en" ? `.${lang}` : ""}.json`;
  const reply = await fetch(new URL(file, import.meta.url));
  return reply.ok ? reply.json() : null;
}

// The pages that there are: what each shows before Python is there, and what answers in it then.
const KINDS = {
  explore: {
    Host: Explore, module: "hierview.ui.explore.desk", names: ["hierview.bin"],
    // What was made beforehand of the case that is asked for; of one that the address carries, its drawing.
    async first(asked) {
      const carried = asked.c?.startsWith("~"), page = await madeBefore(carried ? "new" : asked.c ?? "11a", asked);
      if (!page) return null;
      if (carried && asked.c.length < LONGEST) {
        Object.assign(page.editor, drawingOf(await unpacked(asked.c)));
        Object.assign(page, { show: {}, title: ["", page.editor.called] });
      }
      const stays = (key) => !VIEW_OF.some((name) => name in asked) || ["question", "note"].includes(key);
      page.show = Object.fromEntries(Object.entries(page.show).filter(([key]) => stays(key)));
      return page;
    },
  },
  lessons: {
    Host: Lessons, module: "hierview.ui.lessons.desk", names: ["hierview.bin", "lessons.bin"],
    first: (asked) => madeBefore(`${asked.lesson ?? "lesson"} ${asked.stage ?? 1}`, asked),
  },
};

const painted = () => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); });

// words: of the page around, by language.
async function start(parts, kind, words) {
  const { Host, module, names, first: firstPage } = KINDS[kind];
  const asked = Object.fromEntries(new URLSearchParams(location.search)), state = document.getElementById("state");
  if (!Object.hasOwn(words, asked.lang)) delete asked.lang;
  const box = document.querySelector("main"), said = words[asked.lang] ?? words.en;
  for (const el of document.querySelectorAll("[data-said]")) el.textContent = said[el.dataset.said];
  const session = `${Date.now()}-${Math.random()}`;
  let begun = null;
  const ready = new Promise((resolve) => { begun = resolve; });
  const python = new Python({ asked, session, module, names }, state, said);
  themes(document.getElementById("theme"));
  document.body.classList.toggle("framed", window !== window.parent);
  const ask = async (message) => { await ready; return python.ask(message); };
  const host = new Host(box, parts, ask, (page, message) => {
    const query = new URLSearchParams(page.address).toString();
    if (message) history.replaceState(null, "", `?${query}`);
    document.title = [page.title[1], "hierview"].filter(Boolean).join(" · ");
    const spoken = page.viewer.lang === "en" ? "" : `lang=${page.viewer.lang}`;
    for (const link of document.querySelectorAll("[data-here]")) link.search = spoken;
    for (const link of document.querySelectorAll("[data-lang]"))
      link.search = new URLSearchParams({ ...page.address, lang: link.dataset.lang });
  });
  const first = await firstPage(asked).catch(() => null);
  if (first) {
    // One visit: what is edited now is answered later, and nothing is drawn for another width before that.
    Object.assign(first.editor ?? {}, { session, narrowScreen: null });
    host.render(first);
    state.textContent = said.soon;
    await painted();
    box.dataset.first = String(performance.now());
  }
  const page = await python.begin().catch(() => null);
  if (!page) return;
  begun();
  state.textContent = "";
  if (!host.asking) host.render(page);
  box.dataset.live = "";
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {});
}

export default function (parts, kind, words) {
  return start(parts, kind, words);
}
