// A page of static files: the desk is in a worker, and what is shown is in the address.
import { make } from "../scripts/dom.js";
import { readStore, writeStore } from "../scripts/storage.js";

const DARK = "hierview-dark";
const START = 120_000, ANSWER = 30_000;  // milliseconds after which a worker that says nothing is given up

// Another pair of colours than the system's, for as long as this browser keeps it.
const applyTheme = () => {
  document.documentElement.style.colorScheme = readStore("localStorage", DARK) ?? "light dark";
};

function themes(button) {
  button.addEventListener("click", () => {
    const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
    const now = readStore("localStorage", DARK) ?? (isDark ? "dark" : "light");
    writeStore("localStorage", DARK, now === "dark" ? "light" : "dark");
    applyTheme();
  });
  applyTheme();
}

// Python in a worker. One that ends, or says nothing for long, is begun anew by a press, and told what it answered.
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
      await this.pressed(this.said.failed, error);
      return this.begin();
    }
  }

  async ask(message) {
    try {
      const answer = await this.exchange(message, ANSWER);
      if (message.do !== "gallery") this.told.push(message);
      return answer;
    } catch (error) {
      await this.pressed(this.said.died, error);
      await this.begin();
      this.state.replaceChildren();
      return this.ask(message);
    }
  }

  // Says what is wrong, until the button beside it is pressed.
  pressed(sentence, error) {
    const button = make("button", { type: "button" }, this.said.again);
    this.state.replaceChildren(`${sentence} `, button, make("small", {}, error.message ?? ""));
    this.state.scrollIntoView({ block: "nearest" });
    return new Promise((press) => {
      button.addEventListener("click", () => { this.state.replaceChildren(this.said.soon); press(); });
    });
  }
}

// Names of cases and lessons have no dot and no slash: nothing else is fetched, whatever an address asks for.
export async function fetchMadeBefore(name, { lang }, ending = "json") {
  if (!/^[\p{L}\p{N}_ -]+$/u.test(name)) return null;
  const file = `first/${encodeURIComponent(name)}${lang && lang !== "en" ? `.${lang}` : ""}.${ending}`;
  const reply = await fetch(new URL(file, import.meta.url));
  return reply.ok ? reply : null;
}

const afterPaint = () => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); });

// kind: Host shows the page; module answers in it, from the archives `names`; first is what it shows before Python is
// there.  words: of the page around, by language.
export async function start(parts, kind, words) {
  const { Host, module, names, first: firstPage } = kind;
  const asked = Object.fromEntries(new URLSearchParams(location.search)), state = document.getElementById("state");
  if (!Object.hasOwn(words, asked.lang)) delete asked.lang;
  asked.at = location.origin + location.pathname;
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
  if (first) await showFirst(host, first, asked, session);
  else state.textContent = said.soon;
  const page = await python.begin();
  delete box.dataset.waking;
  begun();
  state.replaceChildren();
  if (!host.asking) {
    host.rest();
    host.render(page);
  }
  box.dataset.live = "";
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {});
}

// One visit: what is edited now is answered later, and nothing is drawn for another width before that.
async function showFirst(host, first, { at: _at, ...query }, session) {
  Object.assign(first.editor ?? {}, { session, narrowScreen: null });
  host.render({ ...first, address: { ...first.address, ...query } });
  host.box.toggleAttribute("data-stale", !!first.isStale);
  await afterPaint();
  host.box.dataset.first = String(performance.now());
}
