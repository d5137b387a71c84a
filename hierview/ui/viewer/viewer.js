// Shows markup from Python and makes it answer: pointing, focus and keys, without a rerun.
// What belongs to a class carries its number (data-n); what counts classes carries theirs (data-ns).

import { EDIT, LIGHT, SHOW, STEP, pageOf } from "../scripts/events.js";
import { copyText } from "../scripts/copy.js";
import { nearest } from "../scripts/nearest.js";
import { say, speakWith } from "../scripts/say.js";
import { collect } from "./collection.js";
import { choosePanel, fit } from "./fit.js";
import { cellBeside, tellCell } from "./map.js";
import { onMenu, showMenu } from "./menu.js";
import { followTheme, showChosen, showOpened } from "./page.js";
import { LATER, STEP_KEYS, draw, enlarge, isOwn, isSameWalk, move, walkIn } from "./steps.js";
import { hideTerm, showTerm } from "./terms.js";

const CELL = ".cells .cell";  // of a map
const GRID = "svg, .bench, .matrix, .sheet";  // one stop of Tab, in which the arrow keys lead on
const STOP = "svg .class, .bench td button, .matrix td button, .sheet .sign";

const numbersOf = (el) =>
  el.dataset.n !== undefined ? [el.dataset.n] : (el.dataset.ns || "").split(" ").filter(Boolean);

const pointedAt = (target) => target.closest?.("[data-n], [data-ns]");

// Whether a picture is of an earlier edit than the one that is shown; what is of another drawing is not.
const isOlder = (a, b) => !!a && !!b && a.drawingVersion === b.drawingVersion && a.lastEdit < b.lastEdit;

class Viewer {
  constructor(root) {
    this.root = root;
    this.page = pageOf(root);
    this.box = root.querySelector(".hv");
    this.html = null;
    this.pinned = null;  // the numbers that a tap lit
    this.from = null;    // the point of a chart that was pressed
    this.listen();
    new ResizeObserver(() => fit(this.box)).observe(this.box);
  }

  take(data, send) {
    this.send = send;
    this.key = data.key;
    this.edit = data.edit;
    (this.page.documentElement ?? this.page).lang = data.lang;
    if (isOlder(data.stamp, this.stamp)) return;
    this.stamp = data.stamp;
    this.change(data.html);
  }

  // Listening

  listen() {
    const { box } = this, heard = new AbortController();
    // A viewer that is gone stops listening by itself.
    const whileHere = (listener) => (e) => (box.isConnected ? listener(e) : heard.abort());
    this.page.addEventListener(LIGHT, whileHere((e) => this.onLight(e)), { signal: heard.signal });
    this.page.addEventListener(SHOW, whileHere((e) => this.onShow(e)), { signal: heard.signal });
    box.addEventListener("pointerover", (e) => { if (e.pointerType !== "touch") this.onOver(e); });
    box.addEventListener("pointerout", (e) => { if (e.pointerType !== "touch") this.onOut(e); });
    box.addEventListener("focusin", (e) => this.onFocusIn(e));
    box.addEventListener("focusout", () => { this.light(this.pinned); hideTerm(box); });
    box.addEventListener("pointerdown", (e) => { this.from = e.target.closest(".point"); });
    box.addEventListener("pointerup", (e) => this.onUp(e));
    box.addEventListener("click", (e) => this.onClick(e));
    box.addEventListener("input", (e) => { if (e.target.matches("input[type=search]")) this.find(e.target.value); });
    box.addEventListener("change", (e) => {
      if (e.target.matches("select[data-choose]")) this.send("pick", e.target.value);
    });
    box.addEventListener("keydown", (e) => this.onKey(e));
    box.addEventListener(LATER, (e) => this.askFor(e.detail));
  }

  // Light

  light(numbers) {
    this.page.dispatchEvent(new CustomEvent(LIGHT, { detail: numbers || [] }));
    // A number that is a setting lights the control that sets it.
    const settings = (numbers || []).filter((n) => !/^\d+$/.test(n));
    const sets = (c) => c.startsWith("st-key-") && settings.some((n) => c.endsWith(`-${n}`));
    for (const control of this.page.querySelectorAll(".st-key-settings [class*=st-key-]"))
      control.toggleAttribute("data-hv-lit", control.className.split(" ").some(sets));
  }

  onLight({ detail }) {
    const lit = this.lit = new Set(detail);
    for (const el of this.box.querySelectorAll("[data-n]")) el.classList.toggle("lit", lit.has(el.dataset.n));
    const told = this.box.querySelector(".pointed"), all = this.box.querySelectorAll(".idea g.class");
    const one = lit.size === 1 && [...all].find((el) => lit.has(el.dataset.n));
    told?.classList.toggle("told", !!one);
    if (told) told.textContent = one ? one.getAttribute("aria-label") : told.dataset.hint;
    for (const el of this.box.querySelectorAll("[data-ns]")) {
      const own = numbersOf(el);
      el.classList.toggle("lit", own.length > 0 && own.length === lit.size && own.every((n) => lit.has(n)));
      el.classList.toggle("has", lit.size === 1 && own.some((n) => lit.has(n)));
    }
  }

  onOver({ target }) {
    const el = pointedAt(target), term = target.closest(".term");
    if (el) this.light(numbersOf(el));
    if (term) showTerm(this.box, term);
    if (target.closest(CELL)) tellCell(this.box, target.closest(CELL));
  }

  onOut({ target, relatedTarget }) {
    if (pointedAt(target)) this.light(this.pinned);
    // What it means stays while the pointer is on it.
    if (target.closest(".term, .tip") && !relatedTarget?.closest?.(".term, .tip")) hideTerm(this.box);
  }

  onFocusIn({ target }) {
    const el = pointedAt(target);
    if (el) this.light(numbersOf(el));
    if (target.matches(".term")) showTerm(this.box, target);
    if (target.matches(CELL)) tellCell(this.box, target);
  }

  onUp(e) {
    if (e.pointerType === "touch") {
      // A tap keeps the light on until the next tap.
      const el = pointedAt(e.target);
      this.pinned = el ? numbersOf(el) : null;
      this.light(this.pinned);
    }
    // Dragging along a chart: what lies under the pointer when it is let go is taken, as by a click.
    const to = this.root.elementFromPoint(e.clientX, e.clientY)?.closest(".point");
    if (this.from && to && to !== this.from) this.send("pick", to.dataset.pick);
    this.from = null;
  }

  // Choosing

  onClick(e) {
    const { target } = e, pick = this.pickOf(target);
    if (onMenu(target)) return;
    if (pick?.href && (e.ctrlKey || e.metaKey || e.shiftKey)) return;  // a link, wanted in another tab
    if (pick?.href) e.preventDefault();
    if (pick) this.choose(pick);
    const mover = target.closest("[data-move], [data-go]");
    if (mover) move(mover.closest("[data-count], .projector"), mover.dataset.move ?? Number(mover.dataset.go));
    const tab = target.closest("[data-panel]");
    if (tab) choosePanel(tab);
    copyAt(e);
    const fold = target.closest("[data-fold]");
    if (fold) unfold(fold);
  }

  // What a click chooses: all of a row belongs to what can be chosen in it.
  pickOf(target) {
    return target.closest("[data-pick]") || target.closest("[data-row]")?.querySelector("[data-pick]");
  }

  choose(pick) {
    const { edit } = this, chosen = pick.dataset.pick;
    for (const el of this.box.querySelectorAll("tr.selected, .card.selected")) el.classList.remove("selected");
    (pick.closest("tr, .card") || pick).classList.add("selected");
    const detail = { op: edit, row: chosen };
    const taken = edit && !this.page.dispatchEvent(new CustomEvent(EDIT, { detail, cancelable: true }));
    if (!taken) this.send("pick", chosen);
  }

  find(text) {
    const { box } = this, wanted = text.trim().toLowerCase(), left = "[data-find]:not([hidden])";
    for (const entry of box.querySelectorAll("[data-find]"))
      entry.hidden = !entry.dataset.find.toLowerCase().includes(wanted);
    for (const group of box.querySelectorAll(".group")) group.hidden = !group.querySelector(left);
    for (const nothing of box.querySelectorAll(".nothing")) nothing.hidden = !!box.querySelector(left);
  }

  // Keys

  onKey(e) {
    // Streamlit listens for single letters on the page.
    e.stopPropagation();
    if (e.key === "Escape") {
      this.pinned = null;
      this.light([]);
      hideTerm(this.box);
      const open = this.box.querySelector("[data-escape]"); // what stands open beside, and what closes it
      if (open) this.send("pick", open.dataset.escape);
    }
    if (this.did(e)) e.preventDefault();
  }

  // Whether the key means something there.
  did(e) {
    const { target, key } = e, walk = target.closest("[data-count]");
    if (walk && key.toLowerCase() === "f" && !e.ctrlKey && !e.metaKey) enlarge(walk);
    else if (["Enter", " "].includes(key) && target.closest("svg .class[data-pick]"))
      this.send("pick", target.closest("svg .class[data-pick]").dataset.pick);
    else if ("+-".includes(key) && target.matches(`.matrix th button[aria-expanded=${key === "-"}]`)) target.click();
    else {
      const to = this.beside(target, key);
      if (to) goTo(to, target);
      else if (walk && STEP_KEYS[key] && !target.closest("svg .class, [role=tab]") && !isOwn(e, "button"))
        move(walk, STEP_KEYS[key]);
      else return false;
    }
    return true;
  }

  // Where a key leads from a class in a drawing, a cell of a table, a row, a tab.
  beside(target, key) {
    const node = target.closest(STOP), tab = target.closest("[role=tab]");
    if (node) return nearby(node, key);
    if (target.matches(CELL)) return cellBeside(target, key);
    if (target.closest("[data-row]")) {
      const rows = [...this.box.querySelectorAll("[data-row] [data-pick]")];
      return inList(rows, rows.indexOf(target), { ArrowUp: -1, ArrowDown: 1 }, key);
    }
    if (!tab) return null;
    const tabs = [...tab.parentElement.children];
    return inList(tabs, tabs.indexOf(tab), { ArrowLeft: -1, ArrowRight: 1 }, key);
  }

  // Writing

  onShow({ detail: { show, ...stamp } }) {
    const { key } = this, present = this.stamp;
    if (!present || !Object.hasOwn(show, key)) return;
    if (stamp.drawingVersion !== present.drawingVersion || isOlder(stamp, present)) return;
    this.stamp = stamp;
    this.change(show[key]);
  }

  // Steps around one that are not drawn: at once where the editor can ask, else by the page.
  askFor(step) {
    const take = (markup) => this.drawMore(markup), refuse = () => this.send("pick", `step ${step}`);
    const taken = !this.page.dispatchEvent(new CustomEvent(STEP, { detail: { step, take, refuse }, cancelable: true }));
    if (!taken) refuse();
  }

  // Whether markup is what is shown, but for which steps are drawn: these are drawn then, and all else stays.
  drawMore(markup) {
    const other = this.html?.includes(" data-later") ? walkIn(markup) : null;
    if (!other || !isSameWalk(walkIn(this.html), other)) return false;
    draw(this.box.querySelector(".why.steps"), other);
    return true;
  }

  change(html) {
    if (html === this.html) return;
    const isDrawn = this.drawMore(html);
    this.html = html;
    if (!isDrawn) this.write();
  }

  write() {
    const { box } = this, kept = placeOf(this.root.activeElement);
    const onMap = this.root.activeElement?.closest(".map");
    const sought = box.querySelector("input[type=search]")?.value;
    this.pinned = null;
    box.innerHTML = this.html;
    const search = sought && box.querySelector("input[type=search]");
    if (search) {
      search.value = sought;
      this.find(sought);
    }
    box.querySelectorAll(GRID).forEach(makeOneStop);
    for (const fold of box.querySelectorAll("[data-fold]")) showFold(fold, isUnfolded(fold));
    fit(box);
    collect(box, (told) => this.send("pick", told));
    showMenu(box, (code) => this.send("pick", code));
    if (this.lit?.size) this.onLight({ detail: this.lit });  // the answer to an edit, while a finger is on its class
    box.querySelectorAll("[data-big]").forEach(enlarge);
    if (kept) (box.querySelector(kept) ?? (onMap && box.querySelector(CELL)))?.focus({ preventScroll: true });
    box.dataset.shown = String(Number(box.dataset.shown || 0) + 1);
  }
}

// How to find again what has the focus, in other markup.
function placeOf(active) {
  const { pick, n } = active?.dataset ?? {};
  if (pick !== undefined) return `[data-pick="${CSS.escape(pick)}"]`;
  return n === undefined ? null : `${active.localName}[data-n="${n}"]`;
}

// What unfolds is of the whole page.
const foldName = ({ dataset }) => `data-hv-${dataset.fold}`;
const isUnfolded = (fold) => document.documentElement.hasAttribute(foldName(fold));
const unfold = (fold) => showFold(fold, document.documentElement.toggleAttribute(foldName(fold)));
const showFold = (fold, open) => fold.setAttribute("aria-expanded", String(open));

function inList(all, i, steps, key) {
  if (key === "Home") return all[0];
  if (key === "End") return all.at(-1);
  return Object.hasOwn(steps, key) ? all[i + steps[key]] : null;
}

// What a click is to copy; of a label it does not choose, too, and a text that is being selected is left alone.
function copyAt(e) {
  const copied = e.target.closest("[data-copy]");
  if (!copied) return;
  e.preventDefault();
  if (getSelection().isCollapsed) copy(copied);
}

async function copy(button) {
  const isCopied = await copyText(button.dataset.copy);
  button.textContent = isCopied ? say("Copied") : say("Select it, and copy it by hand");
  if (!button.matches("button")) setTimeout(() => { button.textContent = button.dataset.copy; }, 1500);
}

const centreOf = (el) => {
  const { x, y, width, height } = el.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
};

// Tab leads to what is chosen in a drawing or a table, else to the first.
function makeOneStop(grid) {
  const stops = [...grid.querySelectorAll(STOP)];
  const first = stops.find((stop) => stop.getAttribute("aria-pressed") === "true") ?? stops[0];
  for (const stop of stops) stop.tabIndex = stop === first ? 0 : -1;
}

function nearby(node, key) {
  const all = [...node.closest(GRID).querySelectorAll(STOP)];
  return all[nearest(centreOf(node), all.map(centreOf), key)];
}

function goTo(to, from) {
  const node = from.closest(`${STOP}, ${CELL}`);
  if (node) {
    node.tabIndex = -1;
    to.tabIndex = 0;
  }
  to.focus();
  if (to.matches("[role=tab]")) choosePanel(to);
}

export default function (component) {
  const { parentElement: root, data: [data], setTriggerValue } = component;
  speakWith(data.texts);
  root.hierview ||= new Viewer(root);
  followTheme();
  root.hierview.take(data, setTriggerValue);
  showOpened();
  showChosen(root);
}
