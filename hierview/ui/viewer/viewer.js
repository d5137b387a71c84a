// Shows markup from Python and makes it answer: pointing, focus and keys, without a rerun.
// What belongs to a class carries its number (data-n); what counts classes carries theirs (data-ns).
const LIGHT = "hierview-light";
const SHOW = "hierview-show";  // markup that answers an edit at once, for the viewers that it names
const EDIT = "hierview-edit";  // a choice that is an edit, for the editor, where there is one

const numbersOf = (el) =>
  el.dataset.n !== undefined ? [el.dataset.n] : (el.dataset.ns || "").split(" ").filter(Boolean);

function setUp(root) {
  const box = root.querySelector(".hv");
  const state = { box, html: null, send: null, pinned: null };

  const light = (ns) => {
    window.dispatchEvent(new CustomEvent(LIGHT, { detail: ns || [] }));
    // A number that is a setting lights the control that sets it.
    for (const control of document.querySelectorAll(".st-key-settings [class*=st-key-]"))
      control.toggleAttribute("data-hv-lit", !!ns?.some((n) => !/^\d+$/.test(n) && control.className.split(" ").some((c) => c.startsWith("st-key-") && c.endsWith(`-${n}`))));
  };
  const pointed = (el) => el.closest && el.closest("[data-n], [data-ns]");

  const onLight = (event) => {
    // A viewer that is gone stops listening by itself.
    if (!box.isConnected) return window.removeEventListener(LIGHT, onLight);
    const ns = new Set(event.detail);
    for (const el of box.querySelectorAll("[data-n]")) el.classList.toggle("lit", ns.has(el.dataset.n));
    for (const el of box.querySelectorAll("[data-ns]")) {
      const own = numbersOf(el);
      el.classList.toggle("lit", own.length > 0 && own.length === ns.size && own.every((n) => ns.has(n)));
      el.classList.toggle("has", ns.size === 1 && own.some((n) => ns.has(n)));
    }
  };
  window.addEventListener(LIGHT, onLight);

  const onShow = ({ detail: { show, ...stamp } }) => {
    if (!box.isConnected) return window.removeEventListener(SHOW, onShow);
    if (!state.stamp || stamp.seed !== state.stamp.seed || older(stamp, state.stamp) || !Object.hasOwn(show, state.key)) return;
    state.stamp = stamp;
    if (show[state.key] !== state.html) write(state, show[state.key]);
  };
  window.addEventListener(SHOW, onShow);

  const choose = (row) => {
    if (state.edit && !window.dispatchEvent(new CustomEvent(EDIT, { detail: { op: state.edit, row }, cancelable: true }))) return;
    state.send("pick", row);
  };

  box.addEventListener("pointerover", (e) => {
    const el = pointed(e.target);
    if (el && e.pointerType !== "touch") light(numbersOf(el));
  });
  box.addEventListener("pointerout", (e) => {
    if (pointed(e.target) && e.pointerType !== "touch") light(state.pinned);
  });
  box.addEventListener("focusin", (e) => {
    const el = pointed(e.target);
    if (el) light(numbersOf(el));
  });
  box.addEventListener("focusout", () => light(state.pinned));

  box.addEventListener("pointerover", (e) => {
    if (e.pointerType !== "touch" && e.target.closest(".term")) tell(box, e.target.closest(".term"));
  });
  box.addEventListener("pointerout", (e) => {
    // What it means stays while the pointer is on it.
    if (e.pointerType !== "touch" && e.target.closest(".term, .tip") && !e.relatedTarget?.closest?.(".term, .tip")) hush(box);
  });
  box.addEventListener("focusin", (e) => { if (e.target.matches(".term")) tell(box, e.target); });
  box.addEventListener("focusout", () => hush(box));

  box.addEventListener("pointerup", (e) => {
    // A tap keeps the light on until the next tap.
    if (e.pointerType !== "touch") return;
    const el = pointed(e.target);
    state.pinned = el ? numbersOf(el) : null;
    light(state.pinned);
  });

  box.addEventListener("click", (e) => {
    const pick = e.target.closest("[data-pick]") || (e.target.closest("[data-row]") || box).querySelector?.(":scope [data-pick]");
    if (pick?.href && (e.ctrlKey || e.metaKey || e.shiftKey)) return;  // a link, wanted in another tab
    if (pick && (pick.contains(e.target) || pick.closest("[data-row]"))) {
      if (pick.href) e.preventDefault();
      for (const el of box.querySelectorAll("tr.selected, .card.selected")) el.classList.remove("selected");
      (pick.closest("tr, .card") || pick).classList.add("selected");
      choose(pick.dataset.pick);
      const row = pick.closest("[data-row]");
      if (row) showWhy(row);
    }
    const mover = e.target.closest("[data-move], [data-go]");
    if (mover) move(mover.closest("[data-count], .projector"), mover.dataset.move ?? Number(mover.dataset.go));
    const tab = e.target.closest("[data-panel]");
    if (tab) choosePanel(tab);
    const fold = e.target.closest("[data-fold]");
    if (fold) {
      const open = document.documentElement.toggleAttribute(`data-hv-${fold.dataset.fold}`);
      fold.setAttribute("aria-expanded", String(open));
    }
  });

  // Dragging along a chart: what lies under the pointer when it is let go is taken, as by a click.
  box.addEventListener("pointerdown", (e) => { state.from = e.target.closest(".point"); });
  box.addEventListener("pointerup", (e) => {
    const to = root.elementFromPoint(e.clientX, e.clientY)?.closest(".point");
    if (state.from && to && to !== state.from) state.send("pick", to.dataset.pick);
    state.from = null;
  });

  box.addEventListener("input", (e) => {
    if (!e.target.matches("input[type=search]")) return;
    const wanted = e.target.value.trim().toLowerCase();
    for (const entry of box.querySelectorAll("[data-find]"))
      entry.hidden = !entry.dataset.find.toLowerCase().includes(wanted);
    for (const group of box.querySelectorAll(".group"))
      group.hidden = !group.querySelector("[data-find]:not([hidden])");
    for (const nothing of box.querySelectorAll(".nothing"))
      nothing.hidden = !!box.querySelector("[data-find]:not([hidden])");
  });

  box.addEventListener("change", (e) => {
    if (e.target.matches("select[data-choose]")) state.send("pick", e.target.value);
  });

  box.addEventListener("keydown", (e) => {
    // Streamlit listens for single letters on the page.
    e.stopPropagation();
    if (e.key === "Escape") { state.pinned = null; light([]); hush(box); }
    const walk = e.target.closest("[data-count]");
    if (walk && (e.key === "f" || e.key === "F") && !e.ctrlKey && !e.metaKey) { e.preventDefault(); return enlarge(walk); }
    const node = e.target.closest("svg .class");
    const row = e.target.closest("[data-row]");
    const tab = e.target.closest("[role=tab]");
    const to = node ? nearby(node, e.key) : row ? beside([...box.querySelectorAll("[data-row] [data-pick]")], e.target, e.key, "ArrowUp", "ArrowDown")
      : tab ? beside([...tab.parentElement.children], tab, e.key, "ArrowLeft", "ArrowRight") : null;
    const taken = e.target.closest("svg .class[data-pick]");
    if (taken && (e.key === "Enter" || e.key === " ")) { e.preventDefault(); return state.send("pick", taken.dataset.pick); }
    const go = KEYS[e.key];
    if (!to && walk && go && !node && !tab && !(e.key === " " && e.target.closest("button"))) { e.preventDefault(); return move(walk, go); }
    if (!to) return;
    e.preventDefault();
    if (node) { node.tabIndex = -1; to.tabIndex = 0; }
    to.focus();
    if (tab) choosePanel(to);
  });

  new ResizeObserver(() => fit(box)).observe(box);
  return state;
}

// On a low window the answer to a click stands below it: scroll until it begins to show, and the row still does.
function showWhy(row) {
  const why = document.querySelector(".st-key-why");
  if (!why) return;
  const { top } = why.getBoundingClientRect();
  const off = Math.min(top - innerHeight * 0.4, row.getBoundingClientRect().top - 64);
  if (top < innerHeight * 0.75 || off <= 0) return;
  why.style.scrollMarginTop = `${top - off}px`;
  why.scrollIntoView({ block: "start", behavior: still() ? "auto" : "smooth" });
}

// What a term means, shown right below it, or above where there is no room; above whatever else is on the page.
function tell(box, term) {
  const says = term.getRootNode().getElementById(term.getAttribute("aria-describedby"));
  if (!says || term.tip?.isConnected) return;
  hush(box);
  const tip = (term.tip = document.createElement("div"));
  Object.assign(tip, { className: "tip", role: "tooltip", popover: "manual", textContent: says.textContent });
  (term.closest("dialog") || box).append(tip);
  tip.showPopover();
  const place = () => {
    if (!tip.isConnected) return window.removeEventListener("scroll", place, true);
    const at = term.getClientRects()[0], { width, height } = tip.getBoundingClientRect();
    tip.style.left = `${Math.max(8, Math.min(at.left, innerWidth - width - 8))}px`;
    tip.style.top = `${at.bottom + height + 8 < innerHeight ? at.bottom + 2 : at.top - height - 2}px`;
  };
  window.addEventListener("scroll", place, true);
  place();
}

function hush(box) {
  const tips = box.querySelectorAll(".tip");
  for (const tip of tips) tip.remove();
  return tips.length > 0;
}

// Whether a picture is of an earlier edit than the one that is shown; what is of another drawing is not.
const older = (a, b) => !!a && !!b && a.seed === b.seed && a.rev < b.rev;

function beside(all, el, key, back, on) {
  const i = all.indexOf(el);
  return key === back ? all[i - 1] : key === on ? all[i + 1] : key === "Home" ? all[0] : key === "End" ? all[all.length - 1] : null;
}

// The nearest class in the direction of an arrow key: beside it in its own layer, or in the next layer.
function nearby(node, key) {
  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  if (!ways[key]) return null;
  const [dx, dy] = ways[key];
  const [straight, sideways] = dx ? [1, 2] : [3, 1];
  const centre = (el) => { const b = el.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; };
  const [x, y] = centre(node);
  let best = null, least = Infinity;
  for (const other of node.closest("svg").querySelectorAll(".class")) {
    const [ox, oy] = centre(other);
    const ahead = (ox - x) * dx + (oy - y) * dy, aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    const far = straight * ahead + sideways * aside;
    if (other !== node && ahead > 4 && far < least) { best = other; least = far; }
  }
  return best;
}

function choosePanel(tab) {
  const panels = tab.closest(".panels");
  panels.querySelectorAll("[data-panel]").forEach((t) => {
    t.setAttribute("aria-selected", String(t === tab));
    t.tabIndex = t === tab ? 0 : -1;
  });
  panels.querySelectorAll(".panel").forEach((p, i) => p.classList.toggle("current", String(i) === tab.dataset.panel));
  fit(panels);
}

// Steps: one article is shown; the keys, the bar and the dots move between them.
const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last", " ": "play" };
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

function move(walk, where) {
  const big = walk.classList.contains("projector");
  const source = big ? walk.source : walk;
  const count = Number(source.dataset.count), at = Number(source.dataset.at);
  if (where === "big") return big ? walk.close() : enlarge(walk);
  if (where === "play") return play(source);
  const to = typeof where === "number" ? where : { first: 0, previous: at - 1, next: at + 1, last: count - 1 }[where];
  if (!(to >= 0 && to < count) || to === at) return;
  source.dataset.at = to;
  source.querySelectorAll(":scope > .step").forEach((step, i) => { step.hidden = i !== to; });
  const counter = source.querySelector(".stepcount");
  if (counter) counter.textContent = `step ${to + 1} of ${count}`;
  source.querySelectorAll("[data-go]").forEach((dot, i) => i === to ? dot.setAttribute("aria-current", "step") : dot.removeAttribute("aria-current"));
  fit(source);
  if (source.projector) project(source.projector);
}

function play(source) {
  const button = source.querySelector('[data-move="play"]');
  if (!button) return;
  const stop = () => { clearInterval(source.playing); source.playing = null; button.textContent = "Play"; button.setAttribute("aria-pressed", "false"); };
  if (source.playing) return stop();
  if (still()) return move(source, "next");
  if (Number(source.dataset.at) === Number(source.dataset.count) - 1) move(source, "first");
  button.textContent = "Pause";
  button.setAttribute("aria-pressed", "true");
  source.playing = setInterval(() => {
    if (!source.isConnected || Number(source.dataset.at) === Number(source.dataset.count) - 1) return stop();
    move(source, "next");
  }, 2500);
}

// The whole screen: the present step large, and beside it what is known so far.
function enlarge(source) {
  const dialog = document.createElement("dialog");
  dialog.className = "projector";
  dialog.tabIndex = -1;
  dialog.source = source;
  source.projector = dialog;
  source.parentElement.append(dialog);
  const resized = () => project(dialog);
  dialog.addEventListener("close", () => { window.removeEventListener("resize", resized); dialog.remove(); source.projector = null; source.focus({ preventScroll: true }); });
  dialog.addEventListener("keydown", (e) => {
    e.stopPropagation();
    if (e.key === "Escape" && hush(dialog)) e.preventDefault();
    else if (e.key === "f" || e.key === "F") dialog.close();
    else if (KEYS[e.key] && !e.target.closest("svg .class") && !(e.key === " " && e.target.closest("button, summary"))) { e.preventDefault(); move(source, KEYS[e.key]); }
  });
  dialog.showModal();
  project(dialog);
  dialog.focus();
  window.addEventListener("resize", resized);
}

function project(dialog) {
  const source = dialog.source, at = Number(source.dataset.at), count = Number(source.dataset.count);
  const articles = [...source.querySelectorAll(":scope > .step")];
  const make = (tag, cls, ...children) => { const el = document.createElement(tag); el.className = cls; el.append(...children); return el; };
  const article = articles[at].cloneNode(true);
  article.querySelectorAll(".narrow").forEach((narrow) => narrow.remove());
  const part = (name) => article.querySelector(name) ?? "";
  // What symbols mean stands below, as wide as the slide; with the answer it was all said before.
  const meanings = article.querySelector(".formula .meanings");
  meanings?.remove();
  const said = meanings && (at < count - 1 || count === 1) ? meanings : "";
  // The lines beside the last formula are facts of earlier steps.
  if (at && at === count - 1) article.querySelector(".formula .aside")?.remove();
  const known = articles.slice(0, at + 1).map((a) => a.querySelector(".fact")).filter(Boolean);
  const now = articles[at].querySelector(".fact");
  const facts = known.map((fact) => make("div", fact === now ? "now" : "", fact.content.cloneNode(true)));
  const older = make("details", "older", make("summary", ""), make("dl", ""));
  const side = make("aside", "known", ...(facts.length ? [make("div", "ledger", older, make("dl", "", ...facts))] : []), part(".formula"));
  const keys = make("span", "keys", ...(count > 1 ? ["← back   → next   Space plays   "] : []), "Esc leaves");
  const held = dialog.contains(dialog.getRootNode().activeElement);
  dialog.replaceChildren(
    make("header", "", source.dataset.title, ...(count > 1 ? [make("span", "", `step ${at + 1} of ${count}`)] : [])),
    part(".why-text"), make("div", side.textContent ? "stage" : "stage whole", part(".panels, .canvas"), side), said, part(".marks"),
    make("footer", "", count > 1 ? source.querySelector(".dots").cloneNode(true) : "", keys),
  );
  dialog.facts = facts;
  // While sizes are tried, nothing has to be laid out within the drawings.
  dialog.classList.add("trying");
  arrange(dialog);
  dialog.classList.remove("trying");
  if (held) dialog.focus();
}

// All of a slide is on the screen: first with large letters, the picture beside what is known; where that leaves it
// too small, with fewer facts, with what is known below it, or with smaller letters, down to 28 px at 1920 by 1080.
const SLIDE = { width: 1920, height: 1080, text: 28, sentence: 46 }, LABEL = 16, FACTS = 6;
const NARROW = "(max-width: 899px)";

function arrange(dialog) {
  const stage = dialog.querySelector(".stage"), sides = stage.classList.contains("whole") ? [false] : [false, true];
  const unit = Math.min(innerWidth / SLIDE.width, innerHeight / SLIDE.height);
  const least = Math.max(16, SLIDE.text * unit), most = Math.max(SLIDE.text, least);
  const texts = most - least < 1 ? [most] : [most, (most + least) / 2, least];
  let best = null;
  const tried = (way) => {
    dialog.style.setProperty("--text", `${way.text}px`);
    dialog.style.setProperty("--sentence", `${way.sentence}px`);
    stage.classList.toggle("below", way.below);
    const { fits, label } = settle(dialog, stage, way);
    const good = (fits ? 1 : 1e-3) * label ** 2 * way.text;
    if (!best || good > best.good) best = { ...way, good };
    return fits && label >= Math.max(Math.min(least, SLIDE.text), 0.8 * way.text);
  };
  if (matchMedia(NARROW).matches) return tried({ text: 20, sentence: 24, below: false, facts: FACTS });
  for (const text of texts)
    for (const sentence of [Math.max(text, SLIDE.sentence * unit), text])
      for (const below of sides)
        for (const facts of below ? [FACTS, 2] : [FACTS])
          if (tried({ text, sentence, below, facts })) return;
  tried(best);
}

// One arrangement, the drawings as large as it leaves room for: whether all of it is seen, and how large labels are.
function settle(dialog, stage, { text, below, facts }) {
  const area = stage.querySelector(".panels, .canvas");
  const side = stage.querySelector(".known"), ledger = side.querySelector(".ledger"), math = side.querySelector(".math");
  const wide = (el) => el && el.scrollWidth > el.clientWidth + 1;
  const over = (el) => el && (el.scrollHeight > el.clientHeight + 1 || wide(el));
  const free = matchMedia(NARROW).matches;
  facts = Math.min(facts, dialog.facts.length);
  fold(dialog, facts);
  const drawings = area ? [...area.querySelectorAll(".frame > svg")] : [];
  for (const svg of drawings) svg.style.width = svg.style.height = "0";
  side.style.setProperty("--sum", 1);
  for (let sum = 0.9; wide(math) && sum > 0.65; sum -= 0.1) side.style.setProperty("--sum", sum);
  while (!free && !below && facts > 1 && (over(ledger) || over(side))) fold(dialog, (facts -= 1));
  const scale = area ? largest(area, drawings, free, 2.4 * Math.max(1, text / SLIDE.text)) : 1;
  const cut = drawings.some((svg) => over(svg.parentElement)) || over(area);
  return { fits: free || !(cut || over(ledger) || over(side) || wide(math) || over(dialog)), label: drawings.length ? LABEL * scale : text };
}

// The last facts are shown; those before them unfold.
function fold(dialog, count) {
  const older = dialog.querySelector(".older");
  if (!older) return;
  const first = dialog.facts.length - count;
  older.hidden = first === 0;
  older.querySelector("summary").textContent = `${first} earlier`;
  older.querySelector("dl").replaceChildren(...dialog.facts.slice(0, first));
  older.nextElementSibling.replaceChildren(...dialog.facts.slice(first));
}

// The drawings at one scale, in as many columns as make them largest; the scale.
function largest(area, drawings, free, most) {
  if (!drawings.length) return 1;
  const sizes = drawings.map((svg) => svg.viewBox.baseVal);
  const scaleIn = (columns) => {
    area.style.setProperty("--columns", columns);
    const rows = Math.ceil(drawings.length / columns);
    const taken = [...area.children].reduce((high, el) => Math.max(high, el.getBoundingClientRect().bottom), 0) - area.getBoundingClientRect().top;
    const high = free ? Infinity : (area.clientHeight - taken) / rows;
    return Math.min(most, ...drawings.map((svg, i) => {
      const { paddingLeft, paddingRight } = getComputedStyle(svg.parentElement);
      const wide = svg.parentElement.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
      return Math.min(wide / sizes[i].width, high / sizes[i].height);
    }));
  };
  const ways = [...new Set([1, 2, drawings.length])].filter((n) => n <= drawings.length).map((columns) => ({ columns, scale: scaleIn(columns) }));
  const best = ways.reduce((a, b) => (b.scale > a.scale * 1.01 ? b : a));
  // Nobody can read a label of less than 10 px: then the picture pans.
  const scale = Math.max(10 / LABEL, best.scale - 0.001);
  area.style.setProperty("--columns", best.columns);
  for (const [i, svg] of drawings.entries()) { svg.style.width = `${sizes[i].width * scale}px`; svg.style.height = `${sizes[i].height * scale}px`; }
  return scale;
}

// Drawings side by side, or in tabs, keep one scale; text never gets smaller than 14 px: then they pan.
function fit(box) {
  const groups = box.matches(".panels") ? [box] : box.querySelectorAll(".panels, .canvas");
  for (const group of groups) {
    if (group.closest(".projector")) continue;
    const canvas = group.matches(".canvas");
    const drawings = [...group.querySelectorAll(".frame > svg")].filter((svg) => !canvas || svg.parentElement.clientWidth > 0);
    const room = Math.min(...drawings.map((svg) => svg.parentElement.clientWidth).filter((width) => width > 0));
    const text = Math.min(16, ...drawings.flatMap((svg) => [...svg.querySelectorAll("text")].map((t) => Number(t.getAttribute("font-size")))));
    const scale = Math.max(14 / text, Math.min(1, ...drawings.map((svg) => room / svg.viewBox.baseVal.width)));
    for (const svg of group.querySelectorAll(".frame > svg")) {
      const { width, height } = svg.viewBox.baseVal;
      svg.style.width = `${width * scale}px`;
      svg.style.height = `${height * scale}px`;
    }
  }
}

function write(state, html) {
  const { box } = state, active = box.getRootNode().activeElement;
  const kept = active && active.dataset && (active.dataset.pick !== undefined ? `[data-pick="${CSS.escape(active.dataset.pick)}"]` : active.dataset.n !== undefined ? `${active.localName}[data-n="${active.dataset.n}"]` : null);
  const sought = box.querySelector("input[type=search]")?.value;
  state.html = html;
  state.pinned = null;
  box.innerHTML = html;
  const search = sought && box.querySelector("input[type=search]");
  if (search) { search.value = sought; search.dispatchEvent(new Event("input", { bubbles: true })); }
  for (const svg of box.querySelectorAll("svg")) svg.querySelector(".class")?.setAttribute("tabindex", "0");
  for (const fold of box.querySelectorAll("[data-fold]"))
    fold.setAttribute("aria-expanded", String(document.documentElement.hasAttribute(`data-hv-${fold.dataset.fold}`)));
  fit(box);
  const asked = box.querySelector("[data-big]");
  if (asked) enlarge(asked);
  if (kept) box.querySelector(kept)?.focus({ preventScroll: true });
  box.dataset.shown = String(Number(box.dataset.shown || 0) + 1);
}

export default function (component) {
  const { parentElement: root, data: [data], setTriggerValue } = component;
  const state = (root.hierview ||= setUp(root));
  state.send = setTriggerValue;
  state.key = data.key;
  state.edit = data.edit;
  if (older(data.stamp, state.stamp)) return;
  state.stamp = data.stamp;
  if (data.html !== state.html) write(state, data.html);
}
