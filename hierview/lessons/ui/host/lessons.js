// Lessons where no server shows them: the list of all, and beside it the parts of the open step.
import { make } from "../../../ui/scripts/dom.js";
import { readStore } from "../../../ui/scripts/storage.js";
import { Answers, saveFile } from "./answers.js";
import { Host } from "../../../ui/host/host.js";

const FRAME = `<progress hidden></progress><p class="said" role="status"></p><div class="trouble" role="alert"></div>
<div class="lessons"><div data-slot="lesson-index"></div>
<div><div class="lesson"></div><details class="mine" hidden></details></div></div>`;

export class Lessons extends Host {
  constructor(...given) {
    super(...given);
    this.box.innerHTML = FRAME;
    this.answers = new Answers(this.find(".mine"), (name) => this.set("who", name));
  }

  // What the browser keeps of all lessons; Python's page holds it once it was told.
  get kept() {
    const shelf = this.roots.get(this.find("[data-slot=lesson-index]")).querySelector("[data-shelf]");
    return shelf.dataset.content || (readStore("localStorage", "hierview-answers") ?? "");
  }

  // A part that stays keeps its element, and whatever has the focus in it.
  render(page, message = null) {
    const flow = this.find(".lesson"), before = new Map([...flow.children].map((el) => [el.dataset.part, el]));
    const isAnother = this.page && this.page.place !== page.place;
    this.page = page;
    this.box.lang = page.viewer.lang;
    this.mount("lesson-index", page.index);
    flow.classList.toggle("beside", page.beside);
    const elements = page.parts.map(({ key }) => before.get(key) ?? make("div", { "data-part": key }));
    if (elements.some((el, i) => el !== flow.children[i]) || elements.length < flow.children.length)
      flow.replaceChildren(...elements);
    page.parts.forEach(({ at, html, controls }, i) => {
      const el = elements[i];
      el.className = at;
      if (controls) this.draw(el, controls);
      else this.mount(at === "choose" ? "choose" : "", html, "hv", el);
    });
    this.find(".trouble").textContent = page.trouble;
    this.find(".said").textContent = "";
    this.answers.show(page.mine, this.kept);
    this.wait();
    if (page.file) saveFile(page.file.name, page.file.type, page.file.content);
    if (isAnother) scrollTo(0, 0);
    this.shown(page, message);
  }

  // A button that Python answers is grey until it is there, and says so in its row.
  wait() {
    const isWaking = "waking" in this.box.dataset;
    for (const button of this.all("[data-press]")) button.disabled = isWaking;
    const row = this.find("[data-press=check]")?.parentElement;
    this.find(".soon")?.remove();
    if (isWaking) row?.append(make("span", { class: "soon" }, this.page.words.soon));
  }
}
