// What every page without a server shares: viewers mounted in it, controls from their description, and one message at
// a time to whoever holds the desk.
import { copyText } from "../scripts/copy.js";
import { CONTROLS } from "./controls.js";

const AS_EDITS = { answers: "choose", ideas: "choose", gallery: "open" };
const LATE = 400;  // milliseconds without an answer until the page says that it works
const FIELDS = "button, input, select, textarea, summary";

export class Host {
  // ask: takes a message, promises a page.  shown: is told of each page, with the message that it answers.
  constructor(box, parts, ask, shown = () => {}) {
    Object.assign(this, { box, parts, ask, shown, page: null, asking: false, waiting: [], resting: [] });
    this.roots = new Map();  // of shadow, by the element that has it
    this.drawn = new Map();  // controls as text, by the element that they are in
    box.classList.add("hv-page");
    box.addEventListener("click", (e) => this.onClick(e));
    box.addEventListener("keydown", (e) => this.onKey(e));
  }

  find(selector) { return this.box.querySelector(selector); }

  all(selector) { return [...this.box.querySelectorAll(selector)]; }

  // Telling

  // Of edits that wait, the last ones hold all.
  tell(message) {
    if (message.do === "edits" && this.waiting.at(-1)?.do === "edits") this.waiting.pop();
    this.waiting.push(message);
    this.next();
  }

  async next() {
    if (this.asking || !this.waiting.length) return;
    this.asking = true;
    const message = this.waiting.shift(), bar = this.find("progress");
    // What an answer may change is grey as long as none comes; before Python is there, at once.
    const late = setTimeout(() => {
      bar.hidden = false;
      this.box.toggleAttribute("data-stale", message.do !== "gallery");
    }, "waking" in this.box.dataset ? 0 : LATE);
    try {
      const answer = await this.ask(message);
      if (message.do === "gallery") this.mount("gallery", answer);
      else this.render(answer, message);
    } catch (error) {
      this.find(".trouble").textContent = String(error.message ?? error);
    } finally {
      clearTimeout(late);
      bar.hidden = true;
      this.asking = false;
      if (!this.waiting.length) this.rest();
      this.next();
    }
  }

  rest() {
    this.box.removeAttribute("data-stale");
    for (const told of this.resting.splice(0)) told();
  }

  // The link of all that is shown: an edit that waits for its answer is in it, too.
  async share() {
    const said = this.find(".said"), { words } = this.page;
    if (this.asking) {
      said.textContent = words.waits;
      await new Promise((told) => { this.resting.push(told); });
    }
    const link = new URL(this.parts.base ?? location.href);
    link.search = new URLSearchParams(this.page.address);
    said.textContent = await copyText(link.href) ? words.copied : link.href;
  }

  set(name, value) { this.tell({ do: "set", name, value }); }

  press(name) { this.tell({ do: "press", name }); }

  // Showing

  rootOf(slot, part, classes) {
    if (!this.roots.has(slot)) {
      const root = slot.attachShadow({ mode: "open" });
      root.adoptedStyleSheets = [part.styles];
      root.innerHTML = `<div class="${classes}"></div>`;
      this.roots.set(slot, root);
    }
    return this.roots.get(slot);
  }

  // Show markup in a slot; what is chosen in it is told under the key.
  mount(key, html, classes = "hv", slot = this.find(`[data-slot=${key}]`)) {
    const { viewer } = this.parts, root = this.rootOf(slot, viewer, classes);
    const data = [{ html, key, stamp: this.page.stamp, edit: AS_EDITS[key] ?? "", ...this.page.viewer }];
    const setTriggerValue = (_name, chosen) => this.tell({ do: "pick", key, chosen });
    viewer.default({ parentElement: root, data, setTriggerValue });
  }

  // Drawn anew only where it is another one; what has the focus keeps it.
  draw(slot, controls) {
    const text = JSON.stringify(controls);
    if (this.drawn.get(slot) === text) return;
    this.drawn.set(slot, text);
    const fields = () => [...slot.querySelectorAll(FIELDS)];
    const at = fields().indexOf(this.box.getRootNode().activeElement);
    slot.replaceChildren(...controls.map((control) => {
      const el = CONTROLS[control.kind](control, this);
      el.classList.add(`st-key-${control.name.replace("param.", "-")}`);
      return el;
    }));
    if (at >= 0) fields()[at]?.focus({ preventScroll: true });
  }

  onClick({ target }) {
    const pressed = target.closest?.("[data-press], [data-share]");
    pressed?.closest(".menu")?.removeAttribute("open");
    if (pressed?.matches("[data-share]")) this.share();
    else if (pressed) this.press(pressed.dataset.press);
  }

  onKey() {}
}
