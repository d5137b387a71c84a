// Shows markup from Python and makes it answer: pointing, focus and keys, without a rerun.
// What belongs to a class carries its number (data-n); what counts classes carries theirs (data-ns).
const LIGHT = "hierview-light";

const numbersOf = (el) =>
  el.dataset.n !== undefined ? [el.dataset.n] : (el.dataset.ns || "").split(" ").filter(Boolean);

function setUp(root) {
  const box = root.querySelector(".hv");
  const state = { box, html: null, send: null, pinned: null };

  const light = (ns) => window.dispatchEvent(new CustomEvent(LIGHT, { detail: ns || [] }));
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

  box.addEventListener("pointerup", (e) => {
    // A tap keeps the light on until the next tap.
    if (e.pointerType !== "touch") return;
    const el = pointed(e.target);
    state.pinned = el ? numbersOf(el) : null;
    light(state.pinned);
  });

  box.addEventListener("click", (e) => {
    const pick = e.target.closest("[data-pick]") || (e.target.closest("[data-row]") || box).querySelector?.(":scope [data-pick]");
    if (pick && (pick.contains(e.target) || pick.closest("[data-row]"))) {
      for (const el of box.querySelectorAll("tr.selected, .card.selected")) el.classList.remove("selected");
      (pick.closest("tr, .card") || pick).classList.add("selected");
      state.send("pick", pick.dataset.pick);
    }
    const tab = e.target.closest("[data-panel]");
    if (tab) choosePanel(tab);
    const fold = e.target.closest("[data-fold]");
    if (fold) {
      const open = document.documentElement.toggleAttribute(`data-hv-${fold.dataset.fold}`);
      fold.setAttribute("aria-expanded", String(open));
    }
  });

  box.addEventListener("input", (e) => {
    if (!e.target.matches("input[type=search]")) return;
    const wanted = e.target.value.trim().toLowerCase();
    for (const card of box.querySelectorAll(".card"))
      card.hidden = !card.dataset.find.toLowerCase().includes(wanted);
    for (const group of box.querySelectorAll(".group"))
      group.hidden = !group.querySelector(".card:not([hidden])");
  });

  box.addEventListener("keydown", (e) => {
    // Streamlit listens for single letters on the page.
    e.stopPropagation();
    if (e.key === "Escape") { state.pinned = null; light([]); }
    const node = e.target.closest("svg .class");
    const row = e.target.closest("[data-row]");
    const tab = e.target.closest("[role=tab]");
    const to = node ? nearby(node, e.key) : row ? beside([...box.querySelectorAll("[data-row] [data-pick]")], e.target, e.key, "ArrowUp", "ArrowDown")
      : tab ? beside([...tab.parentElement.children], tab, e.key, "ArrowLeft", "ArrowRight") : null;
    if (!to) return;
    e.preventDefault();
    if (node) { node.tabIndex = -1; to.tabIndex = 0; }
    to.focus();
    if (tab) choosePanel(to);
  });

  new ResizeObserver(() => fit(box)).observe(box);
  return state;
}

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

// Drawings side by side keep one scale; text never gets smaller than 14 px (of 16), then they pan.
function fit(box) {
  const groups = box.matches(".panels") ? [box] : box.querySelectorAll(".panels, .canvas");
  for (const group of groups) {
    const drawings = [...group.querySelectorAll(".frame > svg")].filter((svg) => svg.parentElement.clientWidth > 0);
    const scale = Math.max(0.875, Math.min(1, ...drawings.map((svg) => svg.parentElement.clientWidth / svg.viewBox.baseVal.width)));
    for (const svg of group.querySelectorAll(".frame > svg")) {
      const { width, height } = svg.viewBox.baseVal;
      svg.style.width = `${width * scale}px`;
      svg.style.height = `${height * scale}px`;
    }
  }
}

export default function (component) {
  const { parentElement: root, data, setTriggerValue } = component;
  const state = (root.hierview ||= setUp(root));
  state.send = setTriggerValue;
  if (data.html === state.html) return;
  const active = root.activeElement;
  const kept = active && active.dataset && (active.dataset.pick !== undefined ? `[data-pick="${CSS.escape(active.dataset.pick)}"]` : active.dataset.n !== undefined ? `${active.localName}[data-n="${active.dataset.n}"]` : null);
  state.html = data.html;
  state.pinned = null;
  state.box.innerHTML = data.html;
  for (const svg of state.box.querySelectorAll("svg")) svg.querySelector(".class")?.setAttribute("tabindex", "0");
  fit(state.box);
  if (kept) state.box.querySelector(kept)?.focus({ preventScroll: true });
  state.box.dataset.shown = String(Number(state.box.dataset.shown || 0) + 1);
}
