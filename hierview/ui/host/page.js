// Explore as a page of static files: the desk is in a worker, and what is shown is in the address.
import { make } from "../scripts/dom.js";
import { readStore, writeStore } from "../scripts/storage.js";
import { Explore } from "./explore.js";
import { Lessons } from "./lessons.js";
import { drawingOf, unpacked } from "./linked.js";

const VIEW_OF = ["m", "v", "s", "p", "step", "big", "ask"];  // parameters that change what is shown of a case
const DARK = "hierview-dark";
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

// The worker's answers, in the order in which they were asked for.
class Python {
  constructor(address, begun, failed) {
    this.waiting = [];
    this.worker = new Worker(address, { type: "module" });
    this.worker.addEventListener("message", ({ data }) => {
      if (data.failed) failed(data.failed);
      else if (data.first) begun(JSON.parse(data.first));
      else this.waiting.shift()(data.answer ?? JSON.parse(data.page));
    });
    this.worker.addEventListener("error", (e) => failed(e.message));
  }

  ask(message) {
    this.worker.postMessage(message);
    return new Promise((resolve) => { this.waiting.push(resolve); });
  }
}

async function madeBefore(name, { lang }) {
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
  const box = document.querySelector("main"), said = words[asked.lang] ?? words.en;
  for (const el of document.querySelectorAll("[data-said]")) el.textContent = said[el.dataset.said];
  const session = `${Date.now()}-${Math.random()}`;
  let begun = null;
  const ready = new Promise((resolve) => { begun = resolve; });
  const failed = (why) => { state.replaceChildren(said.failed, make("small", {}, ` ${why}`)); };
  themes(document.getElementById("theme"));
  document.body.classList.toggle("framed", window !== window.parent);
  let python = null;
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
  python = new Python(new URL("worker.js", import.meta.url), (page) => begun(page), failed);
  python.worker.postMessage({ do: "start", asked, session, module, names });
  const page = await ready;
  state.textContent = "";
  if (!host.asking) host.render(page);
  box.dataset.live = "";
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {});
}

export default function (parts, kind, words) {
  return start(parts, kind, words);
}
