// Lessons where no server shows them: the list of all, and beside it the parts of the open step.
import { make } from "../scripts/dom.js";
import { Host } from "./host.js";

const FRAME = `<progress hidden></progress><div class="trouble" role="alert"></div>
<div class="lessons"><div data-slot="lesson-index"></div><div class="lesson"></div></div>`;

export class Lessons extends Host {
  constructor(...given) {
    super(...given);
    this.box.innerHTML = FRAME;
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
    if (isAnother) scrollTo(0, 0);
    this.shown(page, message);
  }
}
