// The frame of Explore where no server draws one.
import { make } from "../scripts/dom.js";
import { Host } from "./host.js";

const FRAME = `<div class="casebar"><button class="picker" type="button" aria-haspopup="dialog"></button>
<div data-controls="bar"></div><span class="gap"></span>
<button class="quiet" type="button" data-opens="describe"></button>
<button class="quiet" type="button" data-share></button></div>
<progress hidden></progress><p class="said" role="status"></p><div class="trouble" role="alert"></div>
<div class="pop gallery-pop" popover><div data-slot="gallery"></div></div>
<div class="pop" popover data-pop="describe"><div data-controls="describe"></div></div>
<div data-slot="question"></div>
<div class="sides"><section>
<div class="head"><h2 data-word="hierarchy"></h2><div data-controls="drawing"></div></div><div class="editing"></div>
<div data-controls="rules"></div><div data-slot="decision"></div><div data-slot="rules"></div>
<div data-slot="note"></div>
</section><section>
<div class="head"><h2 data-word="answers"></h2><span class="soon" data-word="soon"></span>
<div data-slot="lastread"></div><div data-controls="table"></div></div>
<div data-slot="answers"></div><div data-controls="answering"></div><div data-slot="brief"></div>
</section></div>
<section class="why st-key-why" hidden>
<div class="whyhead"><div data-slot="whytitle"></div><div data-controls="view"></div></div>
<div class="whybody"><div class="views"></div><div class="side">
<details class="st-key-settings"><summary></summary><div data-controls="side"></div></details>
<div data-slot="notes"></div></div></div><div class="below" data-controls="below"></div></section>
<div data-slot="remark"></div>`;
// Viewers on a panel's ground; the rest stand on the page's.
const VIEWS = ["picture", "ideas", "steps", "landscape", "sensitivity", "distance", "distancetable", "conventions",
  "hemkit", "whynotice"];
const ON_PANEL = ["whytitle", "notes", ...VIEWS];
const SLOTS = ["question", "lastread", "answers", "brief", "decision", "rules", "note", "remark", ...ON_PANEL];
const NARROW = 760;  // pixels of the page, as in host.css

export class Explore extends Host {
  constructor(...given) {
    super(...given);
    this.box.innerHTML = FRAME;
    this.shownSettings = false;
    for (const key of VIEWS) this.find(".views").append(make("div", { "data-slot": key }));
  }

  fill(key) {
    const { show, remark } = this.page, from = key === "remark" ? "note" : key, slot = this.find(`[data-slot=${key}]`);
    slot.hidden = !(from in show) || (from === "note" && (key === "remark") !== remark);
    if (!slot.hidden) this.mount(key, show[from], ON_PANEL.includes(key) ? "hv in-panel" : "hv");
  }

  render(page, message = null) {
    const opened = this.page?.editor.opening;
    this.page = page;
    this.box.lang = page.viewer.lang;
    for (const key of SLOTS) this.fill(key);
    const { words, controls } = page, side = this.find(".whybody > .side");
    this.find(".why").hidden = !("whytitle" in page.show);
    for (const slot of this.all("[data-controls]")) this.draw(slot, controls[slot.dataset.controls] ?? []);
    for (const el of this.all("[data-word]")) el.textContent = words[el.dataset.word];
    this.find("[data-opens]").textContent = words.describe;
    this.find("[data-share]").textContent = words.share;
    this.find("progress").setAttribute("aria-label", words.working);
    this.fold(!controls.side.length);
    side.hidden = !controls.side.length && !page.show.notes;
    this.find(".side summary").textContent = [words.settings, page.settings].filter(Boolean).join(": ");
    const [from, name] = page.title;
    this.find(".picker").replaceChildren(from, make("b", {}, name));
    this.find(".trouble").textContent = page.trouble;
    this.find(".said").textContent = "";
    if (page.editor.opening !== opened) this.find(".gallery-pop").hidePopover();
    const { editor } = this.parts;
    editor.default({ parentElement: this.rootOf(this.find(".editing"), editor, "ed"), data: [page.editor],
      setStateValue: (_name, sent) => this.tell({ do: "edits", ...sent }) });
    this.shown(page, message);
  }

  // Beside a picture settings are open; below it they wait until they are asked for.
  fold(none) {
    const settings = this.find(".side details"), folds = this.box.clientWidth <= NARROW;
    settings.hidden = none;
    if (settings.classList.contains("folds") !== folds || !this.shownSettings) settings.open = !folds;
    settings.classList.toggle("folds", folds);
    this.shownSettings = true;
  }

  // Acting

  onClick({ target }) {
    const opener = target.closest?.(".picker, [data-opens]");
    if (opener) this.open(opener);
    else super.onClick({ target });
  }

  // The popover of a button, below it and within the window.
  open(button) {
    const isPicker = button.matches(".picker");
    const pop = this.find(isPicker ? ".gallery-pop" : `[data-pop=${button.dataset.opens}]`);
    const { left, bottom } = button.getBoundingClientRect();
    if (isPicker) this.tell({ do: "gallery" });
    pop.showPopover();
    pop.style.left = `${Math.max(8, Math.min(left, innerWidth - pop.offsetWidth - 8))}px`;
    pop.style.top = `${bottom + 4}px`;
    pop.style.maxHeight = `${Math.max(160, innerHeight - bottom - 16)}px`;
  }

  onKey(e) {
    const key = e.key.toLowerCase();
    if (key !== "z" || !(e.ctrlKey || e.metaKey) || e.target.closest("input, textarea")) return;
    e.preventDefault();
    this.press(e.shiftKey ? "redo" : "undo");
  }
}
