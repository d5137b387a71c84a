// Draws a hierarchy and lets it be edited. The browser owns the working copy: every edit shows at once, goes to
// Python in a log of what is not acknowledged yet, and comes back as an echo with a new layout.
const LIGHT = "hierview-light";
const MARKS = ["none", "true", "predicted", "both"];
const SAYS_MARK = { none: "", true: ", true", predicted: ", predicted", both: ", true and predicted" };
// What Python's drawings have, too: height and labels of classes, distances, the longest label.
const HEIGHT = 36, FONT = 16, LAYER = 84, LONGEST_LABEL = 28, LONGEST_NAME = 200, MOST_CLASSES = 5000;
const LEAST_SCALE = 14 / 16, ZOOM = [0.4, 2.5], MOST_STRETCH = [1.9, 1.38], NARROW = 500, COMPACT = 640;
const SETTLED = 1500;  // milliseconds without a change after which a page that is opened has its size
const SVG = "http://www.w3.org/2000/svg";

const ICONS = {
  mark: '<path d="M3 13l.6-2.9L10.9 2.8a1.4 1.4 0 0 1 2 0l.3.3a1.4 1.4 0 0 1 0 2L5.9 12.4 3 13zM9.5 4.2l2.3 2.3"/>',
  add: '<path d="M8 2.5v11M2.5 8h11"/>',
  link: '<path d="M2 2.5h4.5V7H2zM9.5 9H14v4.5H9.5zM5 7v3.5a1 1 0 0 0 1 1h3.5"/>',
  rename: '<path d="M4.5 2.5h7M8 2.5v9M4 13.5h8"/>',
  delete: '<path d="M3.5 3.5l9 9M12.5 3.5l-9 9"/>',
  tidy: '<path d="M5.8 1.2h4.4v4.2H5.8zM1 10.6h4.2v4.2H1zM5.9 10.6h4.2v4.2H5.9zM10.8 10.6H15v4.2h-4.2z" fill="currentColor" stroke="none"/><path d="M8 5.2v5.6M3.2 10.8V8h9.6v2.8"/>',
  whole: '<path d="M2 5.5V2h3.5M10.5 2H14v3.5M14 10.5V14h-3.5M5.5 14H2v-3.5"/>',
  out: '<path d="M2.5 8h11"/>',
  in: '<path d="M8 2.5v11M2.5 8h11"/>',
  keys: '<path d="M5.8 6a2.2 2.2 0 1 1 3.3 1.9c-.8.5-1.1.9-1.1 1.8M8 12.3v.3"/>',
  more: '<path d="M3.2 8h.01M8 8h.01M12.8 8h.01" stroke-width="2.2"/>',
};
const TOOLS = [["mark", "Mark"], ["add", "Add class"], ["link", "Link"], ["rename", "Rename"], ["delete", "Delete"]];
const HINTS = {
  add: "Click a class to add one under it, or click the empty ground.",
  link: "Click the parent, then the child.",
  rename: "Click a class to rename it.",
  delete: "Click a class or an edge to delete it.",
};
const KEYS = [
  ["Arrows", "to the next class"], ["Enter, Space", "what the tool does: mark"], ["a", "add a child"],
  ["Shift+Enter", "add a sibling, also after its name"],
  ["n", "add a class without parent"], ["r, F2", "rename"], ["l", "link to a child: arrows, Enter"],
  ["p", "move to another parent"], ["e", "to its edges"], ["Delete", "delete it alone"],
  ["Shift+Delete", "with what hangs below"], ["Alt+arrows", "move and pin"], ["u", "unpin"],
  ["Ctrl+Z", "undo"], ["Ctrl+Y", "redo"], ["+ −", "zoom"], ["Esc", "cancel"],
];
// The hierarchy that is being drawn

const edgeKey = (parent, child) => `${parent}\u0000${child}`;

function graphOf(data) {
  return {
    classes: new Map(data.classes.map((c) => [c.name, { ...c }])),
    edges: new Map(data.edges.map((e) => [edgeKey(e.parent, e.child), { ...e }])),
  };
}

const sameShape = (a, b) =>
  ["classes", "edges"].every((part) => a[part].size === b[part].size && [...a[part].keys()].every((key) => b[part].has(key)));
const parentsOf = (graph, name) => [...graph.edges.values()].filter((e) => e.child === name).map((e) => e.parent);
const childrenOf = (graph, name) => [...graph.edges.values()].filter((e) => e.parent === name).map((e) => e.child);

// The classes from `from` down to `to`, both included; null where no path leads there.
function pathDown(graph, from, to) {
  const children = new Map();
  for (const e of graph.edges.values()) children.set(e.parent, [...(children.get(e.parent) || []), e.child]);
  const before = new Map([[from, null]]), queue = [from];
  for (const name of queue) {
    if (name === to) {
      const path = [];
      for (let at = to; at !== null; at = before.get(at)) path.unshift(at);
      return path;
    }
    for (const child of children.get(name) || []) if (!before.has(child)) { before.set(child, name); queue.push(child); }
  }
  return null;
}

// The class and every class that no root reaches but through it.
function exclusiveBelow(graph, name) {
  const found = new Set([name]), outside = new Map();
  for (const at of found) for (const child of childrenOf(graph, at)) {
    outside.set(child, (outside.get(child) ?? parentsOf(graph, child).length) - 1);
    if (!outside.get(child)) found.add(child);
  }
  return found;
}

function freeName(graph) {
  for (let i = 1; ; i++) if (!graph.classes.has(`Class ${i}`)) return `Class ${i}`;
}

const shorter = (name, most = 60) => (Array.from(name).length > most ? `${Array.from(name).slice(0, most - 1).join("")}…` : name);
const quoted = (name, most) => `'${shorter(name, most)}'`;

// The sentences are Python's.
function nameTrouble(graph, name) {
  if (!name.trim()) return "a class name is empty; give every class a visible name";
  const length = Array.from(name).length;
  if (length > LONGEST_NAME) return `class name ${quoted(name, 30)} has ${length} characters; at most ${LONGEST_NAME} are accepted`;
  const control = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufffe\uffff]/u.exec(name);
  if (control) {
    const code = control[0].codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
    return `class name ${quoted(name.replaceAll(control[0], " "))} holds the control character U+${code}; names are plain text on one line`;
  }
  if (!/[^\p{C}\p{Z}]/u.test(name)) return "a class name holds no visible character; give every class a visible name";
  if (graph.classes.has(name)) return `${quoted(name)} is there already; choose another name`;
  return null;
}

function edgeTrouble(graph, parent, child) {
  const edge = `${quoted(parent)} > ${quoted(child)}`;
  if (parent === child) return `${edge} would be a self-loop; connect two different classes`;
  if (graph.edges.has(edgeKey(parent, child))) return `${edge} is there already; two classes are connected once`;
  const path = pathDown(graph, child, parent);
  if (!path) return null;
  const shown = [...path.slice(0, 12).map((c) => quoted(c)), ...(path.length > 12 ? ["…"] : []), quoted(child)];
  return `${edge} would make a cycle: ${shown.join(" > ")}; no class may be its own ancestor`;
}

// A sentence why an edit cannot be, or null. Python checks the same again.
function refusal(graph, edit) {
  if (edit.op === "add" && graph.classes.size >= MOST_CLASSES) return `${quoted(edit.name)} would be one class too many; up to ${MOST_CLASSES.toLocaleString("en")} can be drawn: delete one first`;
  if (edit.op === "add") return nameTrouble(graph, edit.name);
  if (edit.op === "rename") return nameTrouble(graph, edit.to);
  if (edit.op === "link") return edgeTrouble(graph, edit.parent, edit.child);
  if (edit.op === "reparent") return edgeTrouble(graph, edit.to, edit.child);
  return null;
}

function applyEdit(graph, edit) {
  const { classes, edges } = graph;
  const renamed = (map, change) => {
    const entries = [...map.values()].map(change);
    map.clear();
    return entries;
  };
  switch (edit.op) {
    case "add": {
      const parent = classes.get(edit.parent);
      const siblings = parent ? childrenOf(graph, edit.parent).map((c) => classes.get(c)) : [...classes.values()].filter((c) => !parentsOf(graph, c.name).length);
      // Until Python's layout comes: right of its siblings.
      const right = Math.max(...siblings.map((c) => c.x + 90));
      const x = edit.x ?? (siblings.length ? right : parent ? parent.x : 0);
      const y = edit.y ?? (siblings.length ? siblings.at(-1).y : parent ? parent.y + LAYER : 0);
      classes.set(edit.name, { name: edit.name, n: null, x, y, mark: "none", pinned: edit.x !== undefined, artificial: false });
      if (parent) edges.set(edgeKey(edit.parent, edit.name), { parent: edit.parent, child: edit.name, bends: [], weight: "" });
      break;
    }
    case "rename": {
      const now = (name) => (name === edit.name ? edit.to : name);
      for (const c of renamed(classes, (c) => ({ ...c, name: now(c.name) }))) classes.set(c.name, c);
      for (const e of renamed(edges, (e) => ({ ...e, parent: now(e.parent), child: now(e.child) }))) edges.set(edgeKey(e.parent, e.child), e);
      break;
    }
    case "link":
      edges.set(edgeKey(edit.parent, edit.child), { parent: edit.parent, child: edit.child, bends: [], weight: "" });
      break;
    case "unlink":
      edges.delete(edgeKey(edit.parent, edit.child));
      break;
    case "reparent":
      for (const e of renamed(edges, (e) => (e.parent === edit.parent && e.child === edit.child ? { ...e, parent: edit.to, bends: [] } : e)))
        edges.set(edgeKey(e.parent, e.child), e);
      break;
    case "delete": {
      const gone = edit.below ? exclusiveBelow(graph, edit.name) : new Set([edit.name]);
      for (const name of gone) classes.delete(name);
      for (const [key, e] of edges) if (gone.has(e.parent) || gone.has(e.child)) edges.delete(key);
      break;
    }
    case "mark":
      classes.get(edit.name).mark = edit.mark;
      break;
    case "pin":
      Object.assign(classes.get(edit.name), { x: edit.x, y: edit.y, pinned: true });
      for (const e of edges.values()) if (e.parent === edit.name || e.child === edit.name) e.bends = [];
      break;
    case "unpin":
      classes.get(edit.name).pinned = false;
      break;
    case "tidy":
      for (const c of classes.values()) c.pinned = false;
      break;
  }
}

function spoken(graph, edit) {
  switch (edit.op) {
    case "add": return edit.parent === null ? `${edit.name} added` : `${edit.name} added under ${edit.parent}`;
    case "rename": return `${edit.name} is now ${edit.to}`;
    case "link": return `Edge ${edit.parent} to ${edit.child} added`;
    case "unlink": return `Edge ${edit.parent} to ${edit.child} deleted`;
    case "reparent": return `${edit.child} moved from ${edit.parent} to ${edit.to}`;
    case "delete": {
      const more = edit.below ? exclusiveBelow(graph, edit.name).size - 1 : 0;
      return more ? `${edit.name} and ${more} below deleted` : `${edit.name} deleted`;
    }
    case "mark": return `${edit.name} is ${{ none: "not marked", both: "true and predicted" }[edit.mark] || edit.mark}`;
    case "pin": return `${edit.name} moved`;
    case "unpin": return `${edit.name} unpinned`;
    case "tidy": return "Laid out anew";
    case "undo": return "Undone";
    case "redo": return "Redone";
  }
  return "";
}

// Sizes

const shownLabel = (name) => {
  const letters = Array.from(name);
  return letters.length <= LONGEST_LABEL ? name : `${letters.slice(0, LONGEST_LABEL - 1).join("").trimEnd()}…`;
};

function bodySize(mark, text) {
  if (mark === "true") return [1.12 * text + 26, HEIGHT];
  if (mark === "both") return [1.12 * text + 40, HEIGHT + 12];
  return [text + (mark === "predicted" ? 28 : 24), HEIGHT];
}

const clamp = (value, least, most) => Math.min(Math.max(value, least), most);
const mix = (a, b, share) => a + (b - a) * share;
const still = () => document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;

function make(tag, attributes = {}, ...children) {
  const el = tag.startsWith("svg:") ? document.createElementNS(SVG, tag.slice(4)) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== null) el.setAttribute(name, value);
  el.append(...children);
  return el;
}

const icon = (name) => `<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">${ICONS[name]}</svg>`;
const toolButton = (action, name, word, extra = "") =>
  `<button type="button" tabindex="-1" data-do="${action}" title="${word}" ${extra}>${icon(name)}<span>${word}</span></button>`;

const SKELETON = `
<div class="parts">
<div class="text" hidden><div class="gutter" aria-hidden="true"></div><textarea wrap="off" spellcheck="false" autocapitalize="off" autocomplete="off" aria-describedby="hierview-line"></textarea></div>
<div class="stage">
  <p class="drawn" hidden></p>
  <svg class="canvas" role="group" tabindex="-1"><g class="all"><g class="lines"></g><polyline class="rubber" visibility="hidden"/><g class="nodes"></g><g class="handles"></g></g></svg>
  <div class="empty" hidden><p>Nothing is drawn yet.</p><button type="button" data-do="first">Add the first class</button></div>
  <input class="name" type="text" hidden autocomplete="off" spellcheck="false">
</div>
<div class="notice" role="alert"></div>
</div>
<div class="line" id="hierview-line"></div>
<div class="tools" role="toolbar" aria-label="Drawing tools">
  ${TOOLS.map(([key, word]) => toolButton(`tool ${key}`, key, word, 'aria-pressed="false"')).join("")}
  <span class="gap"></span>
  ${toolButton("tidy", "tidy", "Tidy")}
  ${toolButton("whole", "whole", "Whole screen", 'aria-pressed="false"')}
  ${toolButton("out", "out", "Zoom out")}
  ${toolButton("in", "in", "Zoom in")}
  ${toolButton("keys", "keys", "Keys", 'aria-expanded="false"')}
  ${toolButton("more", "more", "More", 'aria-expanded="false"')}
</div>
<div class="sheet" role="dialog" hidden tabindex="-1"></div>
<div class="hidden" aria-live="polite"></div>`;

const GLYPHS = `<span><i class="mark true"></i>true</span><b>→</b><span><i class="mark predicted"></i>predicted</span><b>→</b>
<span><i class="mark both"><i></i></i>both</span><b>→</b><span><i class="mark none"></i>none</span>`;

const LEGEND_KEY = "hierview-legend";
const readStore = (storage, key) => { try { return window[storage].getItem(key); } catch { return null; } };
const writeStore = (storage, key, value) => {
  try {
    if (value === null) window[storage].removeItem(key);
    else window[storage].setItem(key, value);
    return true;
  } catch { return false; }
};

class Editor {
  constructor(root) {
    this.root = root;
    this.box = root.querySelector(".ed");
    // The part that fills the whole screen is moved into a dialog and back.
    this.frame = make("div", { class: "editor" });
    this.frame.innerHTML = SKELETON;
    this.box.append(this.frame);
    const find = (name) => this.frame.querySelector(name);
    Object.assign(this, {
      stage: find(".stage"), svg: find(".canvas"), all: find(".all"), linesAt: find(".lines"), nodesAt: find(".nodes"),
      handlesAt: find(".handles"), rubber: find(".rubber"), empty: find(".empty"), drawnAt: find(".drawn"), input: find("input.name"), notice: find(".notice"),
      line: find(".line"), tools: find(".tools"), sheet: find(".sheet"), aloud: find("[aria-live]"),
    });
    this.session = null;
    this.seed = this.acked = this.rev = 0;
    this.opens = 0;        // the edit that opens another case, until that is shown
    this.log = [];
    this.graph = { classes: new Map(), edges: new Map() };
    this.nodes = new Map();
    this.lines = new Map();
    this.view = "draw";
    this.total = 0;
    this.tool = "mark";
    this.selected = null;  // { name } or { parent, child }
    this.current = null;   // the class that Tab comes to
    this.pending = null;   // a started link, a started move to another parent, a question what to delete
    this.renaming = null;
    this.refused = null;   // the sentence of a refusal here
    this.trouble = null;   // what Python refused
    this.place = { scale: 1, x: 0, y: 0 };  // where the drawing lies on the stage
    this.auto = true;      // whether it is kept in the middle
    this.moving = null;
    this.pointers = new Map();
    this.press = null;
    this.lastTap = null;
    this.litByTouch = null;
    this.widths = new Map();
    this.kept = {};
    this.wide = null;
    this.size = [0, 0];    // of the stage
    this.numbers = new Numbers(this);
    this.text = new TextBox(this, find(".text"));
    this.instant = new Instant(this);
    this.stretch = [1, 1]; // how far apart classes stand, in multiples of the layout's distances
    this.listen();
  }

  // Whether it is drawn on alone, with no text beside it.
  get drawing() {
    return this.view === "draw" || this.view === "numbers";
  }

  // Messages

  take(data, send) {
    this.send = send;
    const fresh = this.session !== data.session;
    const raised = !fresh && data.seed > this.seed;
    // Another server session took over while the page was open: what it has not seen is said again.
    const unseen = fresh && this.session !== null ? this.log : [];
    if (fresh || raised) {
      this.log = [];
      this.rev = fresh ? data.acked : Math.max(this.rev, data.acked);
      this.seed = data.seed;
    }
    this.session = data.session;
    this.acked = data.acked;
    this.log = this.log.filter((entry) => entry.rev > data.acked);
    this.carried = data.carried;
    const opened = data.opening !== this.opening && (fresh || raised || data.acked >= this.rev);
    if (opened) this.opening = data.opening;
    this.takeEcho(data, { fresh, opened, replaced: fresh || raised });
    if (opened && data.seek) this.seek();
    this.keepWork(data, fresh, unseen);
    this.showState();
    if (!this.drawing) this.text.follow();
  }

  // The drawing as Python has it after the edits up to `data.acked`; left alone where more was done since.
  takeEcho(data, { fresh, opened, replaced }) {
    const trouble = JSON.stringify([data.trouble, data.acked, data.seed]);
    if (trouble !== this.lastTrouble) {
      this.trouble = data.trouble;
      if (data.trouble) this.refused = null;
      this.lastTrouble = trouble;
    }
    this.total = data.total;
    if (fresh || replaced || data.acked >= this.opens) this.opens = 0;
    const taken = replaced || data.acked >= this.rev;
    if (taken) {
      this.rev = Math.max(this.rev, data.acked);
      const before = this.graph;
      this.graph = graphOf(data);
      if (!fresh && this.renaming && !this.graph.classes.has(this.renaming)) this.closeRename();
      const shared = [...this.graph.classes.keys()].filter((name) => before.classes.has(name)).length;
      const another = fresh || opened || 2 * shared < Math.max(before.classes.size, this.graph.classes.size);
      if (another) { this.auto = true; this.pending = null; }
      // What is armed for one case is not meant for the next.
      if (opened) this.tool = "mark";
      // Whoever changed the drawing elsewhere sees all of it.
      if (another || !sameShape(before, this.graph)) this.calm = false;
      if (!this.graph.classes.size && this.tool === "mark") this.tool = "add";
      else if (another && this.graph.classes.size > 1 && this.tool === "add" && !before.classes.size) this.tool = "mark";
      this.draw({ moves: !fresh, fits: !this.calm, anew: another });
      // A class that hangs at the pointer stays there.
      if (this.press?.dragging === "class") this.drag(this.press);
      this.calm = true;
    }
    this.takeView(data, replaced || opened, taken);
  }

  push(edit) {
    if (edit.op !== "text") {
      // What was typed comes first, and what is written after this is no echo of it.
      this.text.flush();
      this.text.sent = null;
    }
    // What is done to a drawing while another one is being opened is meant for neither.
    if (this.opens && !["undo", "redo", "restore"].includes(edit.op)) return;
    this.rev += 1;
    if (edit.op === "open") this.opens = this.rev;
    // Of several texts that wait, only the last is needed.
    const last = this.log.at(-1);
    if (edit.op === "text" && last?.op === "text" && last.format === edit.format) this.log.pop();
    this.log.push({ rev: this.rev, seed: this.seed, ...edit });
    this.refused = this.trouble = null;
    this.instant.tell();
    this.showState();
  }

  // The page itself is told of all that it has not taken.
  hand() {
    this.send({ seed: this.seed, rev: this.rev, log: this.log.slice() });
  }

  // Make an edit: at once here, and in Python. False where it cannot be.
  edit(edit) {
    const problem = refusal(this.graph, edit);
    if (problem) { this.refuse(problem); return false; }
    this.say(spoken(this.graph, edit));
    applyEdit(this.graph, edit);
    if (edit.op === "rename") this.rekey(edit.name, edit.to);
    // Own moves and marks leave the drawing where it is; what changes its shape brings it to the middle again.
    if (!["mark", "pin", "unpin"].includes(edit.op) && !(edit.op === "add" && edit.x !== undefined)) this.calm = false;
    this.push(edit);
    this.draw({ moves: true, fits: false });
    return true;
  }

  refuse(sentence) {
    this.refused = sentence;
    this.showState();
  }

  say(text) {
    this.aloud.textContent = text;
  }

  // Work in progress outlives the server session, in this tab.
  keepWork(data, fresh, unseen) {
    const key = `hierview:${location.pathname}${location.search}`;
    if (fresh) {
      let entry = null;
      try { entry = JSON.parse(readStore("sessionStorage", key)); } catch { /* somebody else's entry */ }
      if (entry && entry.session !== data.session && typeof entry.store === "string" && entry.store && entry.store !== data.store) {
        this.push({ op: "restore", store: entry.store });
        for (const { rev, seed, ...edit } of unseen) { this.opens = 0; this.push(edit); }
        return this.guard(entry.store, true);
      }
    }
    this.keepStore(data.store);
  }

  keepStore(store) {
    const key = `hierview:${location.pathname}${location.search}`;
    if (this.kept.key === key && this.kept.store === store) return;
    // An address seen for the first time with nothing edited has no entry, and needs none.
    const written = writeStore("sessionStorage", key, store ? JSON.stringify({ store, session: this.session }) : null);
    this.kept = { key, store };
    this.guard(store, written);
  }

  // Closing the tab loses edits that are nowhere else: ask. Loading the page again does not, where they are kept.
  guard(store, written) {
    this.canReload = written;
    if (!!store === !!this.leaving) return;
    if (!store) {
      window.removeEventListener("beforeunload", this.leaving);
      window.removeEventListener("keydown", this.reloading, true);
      this.leaving = null;
      return;
    }
    let reloadAt = -Infinity;
    this.reloading = (e) => {
      if (e.key === "F5" || ((e.ctrlKey || e.metaKey) && e.key.toLowerCase() === "r")) reloadAt = performance.now();
    };
    this.leaving = (e) => {
      if (!this.box.isConnected) return this.guard("", false);
      if (this.canReload && performance.now() - reloadAt < 2000) return;
      e.preventDefault();
    };
    window.addEventListener("beforeunload", this.leaving);
    window.addEventListener("keydown", this.reloading, true);
  }

  // What stands around the drawing

  showState() {
    const { box, graph } = this;
    box.dataset.acked = this.acked;
    box.dataset.rev = this.rev;
    box.dataset.tool = this.tool;
    box.dataset.view = this.view;
    const sentence = this.refused || this.trouble?.text || "";
    if (this.notice.textContent !== sentence) this.notice.textContent = sentence;
    const { drawing } = this;
    this.text.box.hidden = drawing;
    this.tools.hidden = !drawing;
    this.frame.classList.toggle("as-text", !drawing);
    const none = !graph.classes.size;
    this.empty.hidden = !none;
    // An empty canvas takes the focus itself.
    this.svg.setAttribute("tabindex", none ? "0" : "-1");
    this.svg.setAttribute("aria-label", none ? "Empty drawing. Press n to add a class." : `Hierarchy of ${this.total} ${this.total === 1 ? "class" : "classes"}`);
    const part = this.total > graph.classes.size && this.acked === this.rev;
    this.drawnAt.hidden = !part;
    this.drawnAt.textContent = part ? `${graph.classes.size} of ${this.total.toLocaleString("en")} classes are drawn.` : "";
    for (const button of this.tools.querySelectorAll("[data-do^='tool ']")) {
      const tool = button.dataset.do.slice(5);
      button.setAttribute("aria-pressed", String(this.tool === tool));
      this.allow(button, !none || tool === "add");
    }
    const by = (action) => this.tools.querySelector(`[data-do="${action}"]`);
    this.allow(by("tidy"), [...graph.classes.values()].some((c) => c.pinned));
    this.allow(by("out"), this.place.scale > ZOOM[0] + 1e-6);
    this.allow(by("in"), this.place.scale < ZOOM[1] - 1e-6);
    this.showLine();
    if (!drawing) this.text.showGutter();
  }

  allow(button, allowed) {
    if (allowed) button.removeAttribute("aria-disabled");
    else button.setAttribute("aria-disabled", "true");
  }

  // The line under the drawing: what can be done with what is selected, else what the tool does, else the legend.
  showLine() {
    const [kind, key, fill] = this.lineContent();
    if (this.line.shown === key) return;
    const active = this.root.activeElement;
    const focused = active && this.line.contains(active) ? active.dataset.do : null;
    this.line.shown = key;
    this.line.className = `line ${kind}`;
    this.line.replaceChildren();
    for (const name of ["role", "aria-label"]) this.line.removeAttribute(name);
    fill();
    this.line.classList.toggle("longer", this.line.scrollWidth > this.line.clientWidth + 1);
    if (focused) (this.line.querySelector(`[data-do="${CSS.escape(focused)}"]`) || this.focusOf(this.selected) || this.svg).focus({ preventScroll: true });
  }

  lineContent() {
    const words = (kind, text, ...buttons) => [kind, JSON.stringify([kind, text, buttons]), () => this.fillBar(text, buttons)];
    const { pending, selected, graph } = this;
    if (pending?.kind === "link") return words("hint doing", `Click the child of ${shorter(pending.parent, 32)}.`, ["cancel", "Cancel"]);
    if (pending?.kind === "reparent") return words("hint doing", `Click the new parent of ${shorter(pending.child, 32)}.`, ["cancel", "Cancel"]);
    if (pending?.kind === "delete") {
      const name = shorter(pending.name, 24), more = exclusiveBelow(graph, pending.name).size - 1;
      return words("bar doing", "Delete", ["only", `Only ${name}`], ["with", `${name} and ${more} below`], ["cancel", "Cancel"]);
    }
    if (selected?.name !== undefined && graph.classes.has(selected.name)) {
      const c = graph.classes.get(selected.name), more = exclusiveBelow(graph, c.name).size - 1;
      const buttons = [["child", "Add child"], ["rename", "Rename"], ["link", "Link"], ["delete", "Delete"]];
      if (more) buttons.push(["delete-below", `Delete with ${more} below`]);
      if (c.pinned) buttons.push(["unpin", "Unpin"]);
      return words("bar", shorter(c.name, 24), ...buttons);
    }
    if (selected?.parent !== undefined && graph.edges.has(edgeKey(selected.parent, selected.child)))
      return words("bar", `${shorter(selected.parent, 16)} > ${shorter(selected.child, 16)}`, ["unlink", "Delete edge"], ["reparent", "Move to another parent"]);
    // Without a keyboard there is no Tab.
    const levels = this.view === "outline" && this.wide === false ? [["higher", "⇤ Level up"], ["deeper", "⇥ Level down"]] : [];
    if (!this.drawing) return words("hint", this.text.hint, ...levels);
    if (!graph.classes.size) return words("hint", "Click the ground, or press n, to add a class.");
    if (HINTS[this.tool]) return words("hint", HINTS[this.tool]);
    if (this.view === "numbers") return words("hint", "Drag a number, or click it and type.");
    const short = readStore("localStorage", LEGEND_KEY) === "short";
    return [short ? "legend short" : "legend", `legend ${short}`, () => {
      this.line.innerHTML = `<em>Click a class:</em>${GLYPHS}<button type="button" class="x" data-do="close-legend" aria-label="Shorten this line" title="Shorten this line">${icon("delete")}</button>`;
    }];
  }

  fillBar(text, buttons) {
    if (text) this.line.append(make("span", { class: "about" }, text));
    for (const [action, word] of buttons) this.line.append(make("button", { type: "button", "data-do": action }, word));
    if (!buttons.length) return;
    this.line.setAttribute("role", "toolbar");
    this.line.setAttribute("aria-label", `Actions: ${text}`);
  }

  // Drawing

  // What stays free around the drawing.
  get pad() {
    return this.size[0] < NARROW ? 10 : 24;
  }

  // Distances as wide as there is room for, so that a small drawing does not look lost.
  spaced() {
    const [W, H] = this.size, { pad } = this;
    const classes = [...this.graph.classes.values()];
    if (!classes.length || !W) return this.stretch;
    const room = (of, all, edge, most) => {
      const places = classes.map(of), span = Math.max(...places) - Math.min(...places);
      return clamp((all - 2 * pad - edge) / (span || 1), 1, most);
    };
    const [most, mostDown] = W < NARROW ? [1.2, 1.1] : MOST_STRETCH;
    return [room((c) => c.x, W, Math.max(...classes.map((c) => this.roomOf(c.name)[0])), most), room((c) => c.y, H, HEIGHT + 12, mostDown)];
  }

  textWidth(text) {
    let width = this.widths.get(text);
    if (width === undefined) {
      if (!this.pen) {
        this.pen = document.createElement("canvas").getContext("2d");
        this.pen.font = `${FONT}px ${getComputedStyle(this.box).fontFamily}`;
      }
      width = this.pen.measureText(text).width;
      this.widths.set(text, width);
    }
    return width;
  }

  // The room that a class takes whatever its mark: so marks do not move the drawing, and a link shows what its sender saw.
  roomOf(name) {
    return bodySize("both", this.textWidth(shownLabel(name)));
  }

  sizeOf(c) {
    return bodySize(c.mark, this.textWidth(shownLabel(c.name)));
  }

  // Bring the elements in line with the working copy; those of classes that stay are kept, so focus and light stay.
  // fits: whether the drawing is brought to the middle, if nobody moved it; anew: even where it is too large for the stage.
  draw({ moves = false, fits = false, anew = false } = {}) {
    const { graph } = this;
    if (fits && this.auto) this.stretch = this.spaced();
    const [sx, sy] = this.stretch;
    const gone = this.goneFocus();
    for (const [name, node] of this.nodes) if (!graph.classes.has(name)) { node.g.remove(); this.nodes.delete(name); }
    for (const [key, line] of this.lines) if (!graph.edges.has(key)) { line.g.remove(); line.handle.remove(); this.lines.delete(key); }
    for (const c of graph.classes.values()) {
      let node = this.nodes.get(c.name);
      if (!node) {
        node = { g: make("svg:g", { class: "class", role: "button", tabindex: "-1" }), x: c.x * sx, y: c.y * sy };
        node.g.node = node;
        this.nodes.set(c.name, node);
        this.nodesAt.append(node.g);
      }
      node.to = [c.x * sx, c.y * sy];
      this.dress(node, c);
    }
    for (const [key, e] of graph.edges) {
      let line = this.lines.get(key);
      if (!line) {
        line = this.newLine(e);
        this.lines.set(key, line);
      }
      if (line.parent !== e.parent || line.child !== e.child || !line.named) {
        Object.assign(line, { parent: e.parent, child: e.child, named: true });
        line.handle.setAttribute("aria-label", `edge ${e.parent} to ${e.child}`);
      }
      const weight = this.view === "numbers" ? "" : e.weight || "";
      if (line.weight.textContent !== weight) line.weight.textContent = weight;
      line.g.classList.toggle("followed", !!e.followed);
      line.bends = e.bends.map(([x, y]) => [x * sx, y * sy]);
    }
    this.numbers.update();
    if (!graph.classes.has(this.current)) this.current = null;
    this.setCurrent(this.current ?? graph.classes.keys().next().value ?? null);
    if (this.selected && !this.exists(this.selected)) this.selected = null;
    if (this.pending && ![this.pending.name, this.pending.parent, this.pending.child].every((name) => name === undefined || graph.classes.has(name))) this.pending = null;
    this.showSelected();
    const all = fits && this.auto ? this.fitted() : null;
    this.move(moves, all && (anew || this.holds(all)) ? all : fits ? this.inSight(this.goal || this.place) : null);
    const held = fits && this.nodes.get(this.renaming ?? this.root.activeElement?.node?.name);
    if (held) this.reveal(held);
    if (gone) this.refocus(gone);
  }

  exists(selected) {
    return selected.name !== undefined ? this.graph.classes.has(selected.name) : this.graph.edges.has(edgeKey(selected.parent, selected.child));
  }

  dress(node, c) {
    const label = shownLabel(c.name);
    const [w, h] = this.sizeOf(c);
    const signature = JSON.stringify([c.name, c.mark, c.artificial, c.pinned, w, c.value, c.blocked, c.runnerUp]);
    if (node.n !== c.n) { node.n = c.n; if (c.n === null) delete node.g.dataset.n; else node.g.dataset.n = c.n; }
    if (c.n !== null) node.g.dataset.testid = `class-${c.n}`;
    if (node.signature === signature) return;
    Object.assign(node, { signature, name: c.name, w, h, valued: !!c.value });
    const judged = (c.value ? `, judged by ${c.value}` : "") + (c.blocked ? ", blocked" : "") + (c.runnerUp ? ", next" : "");
    node.g.setAttribute("aria-label", c.name + SAYS_MARK[c.mark] + (c.artificial ? ", artificial" : "") + (c.pinned ? ", pinned" : "") + judged);
    const thin = c.mark === "none" ? "1.25" : "2";
    const line = { fill: "var(--hv-ground)", "stroke-width": thin, ...(c.artificial ? { "stroke-dasharray": "0 3.5", "stroke-linecap": "round" } : c.blocked ? { "stroke-dasharray": "4 3" } : {}) };
    const rect = (rx, more) => make("svg:rect", { x: -w / 2, y: -h / 2, width: w, height: h, rx, ...line, ...more });
    const ellipse = (off, more) => make("svg:ellipse", { rx: w / 2 - off, ry: h / 2 - off, ...line, ...more });
    const blue = { stroke: "var(--hv-true)" }, orange = { stroke: "var(--hv-predicted)" };
    const shapes = {
      none: () => [rect(6, { stroke: "var(--hv-none)" })],
      predicted: () => [rect(null, orange)],
      true: () => [ellipse(0, blue)],
      both: () => [rect(null, orange), ellipse(6, { ...blue, fill: "none" })],
    }[c.mark]();
    const title = make("svg:title", {}, c.name);
    const hit = make("svg:rect", { class: "hit", x: -w / 2 - 4, y: -h / 2 - 4, width: w + 8, height: h + 8 });
    const halo = make("svg:rect", { class: "halo", x: -w / 2 - 4, y: -h / 2 - 4, width: w + 8, height: h + 8, rx: 7 });
    const text = make("svg:text", { y: 0.33 * FONT, "font-size": FONT, "text-anchor": "middle", class: `label${c.artificial || c.blocked ? " quiet" : ""}${c.blocked ? " struck" : ""}` }, label);
    const value = c.value ? [make("svg:text", { y: h / 2 + 15, "font-size": 14, "text-anchor": "middle", class: "weight" }, c.value)] : [];
    const next = c.runnerUp ? [make("svg:rect", { class: "next", x: -w / 2 - 4, y: -h / 2 - 4, width: w + 8, height: h + 8, rx: 7 })] : [];
    const pin = c.pinned ? [make("svg:path", { class: "pin", transform: `translate(${w / 2 - 2} ${-h / 2 - 3})`, d: "M-2.5 -5.5h5l-.8 3.6 2 2.1h-7.4l2-2.1zM0 .2v4.3" })] : [];
    node.g.replaceChildren(title, hit, halo, ...next, ...shapes, text, ...value, ...pin);
  }

  newLine(e) {
    const hit = make("svg:polyline", { class: "hit" }), drawn = make("svg:polyline", { class: "drawn" });
    const weight = make("svg:text", { class: "weight", "font-size": 14, "text-anchor": "middle" });
    const line = { g: make("svg:g", { class: "edge" }, hit, drawn, weight), hit, drawn, weight, bends: [] };
    // Above all classes and deaf to the pointer: edges come after the classes for the keyboard.
    line.handle = make("svg:polyline", { class: "handle", role: "button", tabindex: "-1" });
    line.g.line = line.handle.line = line;
    this.linesAt.append(line.g);
    this.handlesAt.append(line.handle);
    return line;
  }

  // Put everything where it stands now.
  lay() {
    for (const node of this.nodes.values()) {
      const at = `translate(${node.x.toFixed(2)} ${node.y.toFixed(2)})`;
      if (node.at !== at) node.g.setAttribute("transform", node.at = at);
    }
    for (const line of this.lines.values()) {
      const p = this.nodes.get(line.parent), c = this.nodes.get(line.child);
      const way = [[p.x, p.y + p.h / 2], ...(line.now || line.bends), [c.x, c.y - c.h / 2]];
      const points = way.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
      if (line.points === points) continue;
      line.points = points;
      for (const el of [line.hit, line.drawn, line.handle]) el.setAttribute("points", points);
      const i = Math.floor((way.length - 1) / 2);
      line.weight.setAttribute("x", (way[i][0] + way[i + 1][0]) / 2);
      line.weight.setAttribute("y", (way[i][1] + way[i + 1][1]) / 2 + 0.33 * 14);
    }
    const { scale, x, y } = this.place;
    this.all.setAttribute("transform", `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${scale.toFixed(4)})`);
    this.numbers.lay();
    if (this.renaming) this.placeInput();
  }

  // Go to where everything belongs, in 150 ms or at once; never while a class hangs at the pointer.
  move(slowly, place) {
    cancelAnimationFrame(this.moving);
    this.moving = null;
    const goal = place || this.goal || this.place;
    const nodes = [...this.nodes.values()].map((node) => [node, node.x, node.y, ...node.to]);
    const lines = [...this.lines.values()].map((line) => [line, line.was?.length === line.bends.length ? line.was : null]);
    const from = { ...this.place };
    const far = nodes.some(([, x, y, tx, ty]) => Math.abs(x - tx) + Math.abs(y - ty) > 0.5) || ["scale", "x", "y"].some((k) => Math.abs(from[k] - goal[k]) > 0.005);
    const at = (share) => {
      for (const [node, x, y, tx, ty] of nodes) { node.x = mix(x, tx, share); node.y = mix(y, ty, share); }
      for (const [line, was] of lines) {
        line.now = was ? line.bends.map(([x, y], i) => [mix(was[i][0], x, share), mix(was[i][1], y, share)]) : null;
        if (share === 1) { line.was = line.bends; line.now = null; }
      }
      this.place = { scale: mix(from.scale, goal.scale, share), x: mix(from.x, goal.x, share), y: mix(from.y, goal.y, share) };
      this.lay();
    };
    this.goal = goal;
    if (!far || !slowly || still() || this.press?.dragging) { at(1); this.goal = null; return; }
    const start = performance.now();
    const step = (now) => {
      const share = clamp((now - start) / 150, 0, 1);
      at(1 - (1 - share) ** 2);
      if (share < 1) this.moving = requestAnimationFrame(step);
      else { this.moving = this.goal = null; this.showState(); }
    };
    at(0);
    this.moving = requestAnimationFrame(step);
  }

  bounds() {
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    const take = (x, y, w, h) => {
      left = Math.min(left, x - w / 2); right = Math.max(right, x + w / 2);
      top = Math.min(top, y - h / 2); bottom = Math.max(bottom, y + h / 2);
    };
    for (const node of this.nodes.values()) take(...node.to, ...this.roomOf(node.name));
    for (const line of this.lines.values()) for (const [x, y] of line.bends) take(x, y, 0, 0);
    return { left, top, right, bottom };
  }

  // The drawing in the middle; text never below 14 px, then its top stands in view.
  fitted() {
    const [W, H] = this.size;
    if (!this.nodes.size || !W) return { ...this.place };
    const { left, top, right, bottom } = this.bounds();
    const { pad } = this, wide = W - 2 * pad, high = H - 2 * pad;
    const scale = clamp(Math.min(1, wide / (right - left), high / (bottom - top)), LEAST_SCALE, 1);
    const x = scale * (right - left) <= wide + 0.5 ? W / 2 - (scale * (left + right)) / 2
      : clamp(W / 2 - scale * this.rootsMiddle(), W - pad - scale * right, pad - scale * left);
    const y = scale * (bottom - top) <= high + 0.5 ? H / 2 - (scale * (top + bottom)) / 2 : pad - scale * top;
    return { scale, x, y };
  }

  rootsMiddle() {
    const children = new Set([...this.lines.values()].map((line) => line.child));
    const xs = [...this.nodes].filter(([name]) => !children.has(name)).map(([, node]) => node.to[0]);
    return (Math.min(...xs) + Math.max(...xs)) / 2;
  }

  zoom(factor, x = this.size[0] / 2, y = this.size[1] / 2) {
    const { scale } = this.place, next = clamp(scale * factor, ...ZOOM);
    this.auto = false;
    this.pan({ scale: next, x: x - ((x - this.place.x) * next) / scale, y: y - ((y - this.place.y) * next) / scale });
    this.showState();
  }

  // Whether all of the drawing is on the stage.
  holds({ scale, x, y }) {
    const { left, top, right, bottom } = this.bounds(), [W, H] = this.size;
    return scale * left + x >= 0 && scale * right + x <= W && scale * top + y >= 0 && scale * bottom + y <= H;
  }

  // Some of the drawing always stays in view.
  inSight({ scale, x, y }) {
    const { left, top, right, bottom } = this.bounds(), [W, H] = this.size;
    if (!this.nodes.size) return { scale, x, y };
    return { scale, x: clamp(x, 60 - scale * right, W - 60 - scale * left), y: clamp(y, 40 - scale * bottom, H - 40 - scale * top) };
  }

  pan(place) {
    cancelAnimationFrame(this.moving);
    this.goal = null;
    for (const node of this.nodes.values()) if (this.moving) [node.x, node.y] = node.to;
    this.moving = null;
    this.place = this.inSight(place);
    this.lay();
  }

  // Bring a class into view: by showing all of the drawing, where that is enough.
  reveal(node, margin = 12) {
    const [W, H] = this.size;
    const missing = ({ scale, x, y }) => {
      const [cx, cy] = [node.to[0] * scale + x, node.to[1] * scale + y];
      const w = (node.w * scale) / 2 + margin, h = (node.h * scale) / 2 + margin;
      return [cx - w < 0 ? w - cx : Math.min(0, W - w - cx), cy - h < 0 ? h - cy : Math.min(0, H - h - cy)];
    };
    const now = this.goal || this.place, [dx, dy] = missing(now);
    if (!dx && !dy) return;
    const all = this.fitted();
    if (this.auto && missing(all).every((off) => !off)) return this.move(true, all);
    this.move(true, { scale: now.scale, x: now.x + dx, y: now.y + dy });
  }

  rekey(name, to) {
    const node = this.nodes.get(name);
    this.nodes.delete(name);
    this.nodes.set(to, node);
    const now = (c) => (c === name ? to : c);
    const lines = [...this.lines.values()];
    this.lines.clear();
    for (const line of lines) {
      if (line.parent === name || line.child === name) Object.assign(line, { parent: now(line.parent), child: now(line.child), named: false });
      this.lines.set(edgeKey(line.parent, line.child), line);
    }
    if (this.current === name) this.current = to;
    const change = (thing) => { if (thing) for (const key of ["name", "parent", "child"]) if (thing[key] === name) thing[key] = to; };
    change(this.selected);
    change(this.pending);
  }

  // Focus, selection, light

  focusOf(selected) {
    if (!selected) return null;
    return selected.name !== undefined ? this.nodes.get(selected.name)?.g : this.lines.get(edgeKey(selected.parent, selected.child))?.handle;
  }

  // Where the focus is, if its element is about to go.
  goneFocus() {
    const active = this.root.activeElement;
    const { graph } = this;
    if (active?.node && !graph.classes.has(active.node.name)) {
      const parent = [...this.lines.values()].find((line) => line.child === active.node.name && graph.classes.has(line.parent));
      return { x: active.node.x, y: active.node.y, n: active.node.n, parent: parent?.parent };
    }
    if (active?.line && !graph.edges.has(edgeKey(active.line.parent, active.line.child))) return { parent: active.line.child, x: 0, y: 0 };
    return null;
  }

  refocus({ x, y, n, parent }) {
    const nodes = [...this.nodes.values()];
    const far = (node) => Math.hypot(node.to[0] - x, node.to[1] - y);
    const same = nodes.find((node) => node.n === n && n !== null && n !== undefined && far(node) < 1);
    const next = same || this.nodes.get(parent) || nodes.sort((a, b) => far(a) - far(b))[0];
    this.svg.setAttribute("tabindex", next ? "-1" : "0");
    (next?.g || this.svg).focus({ preventScroll: true });
  }

  setCurrent(name) {
    const before = this.nodes.get(this.current);
    if (before && this.current !== name) before.g.setAttribute("tabindex", "-1");
    this.current = name;
    this.nodes.get(name)?.g.setAttribute("tabindex", "0");
  }

  select(selected) {
    this.selected = selected;
    if (selected?.name !== undefined) this.setCurrent(selected.name);
    this.showSelected();
    this.showLine();
  }

  showSelected() {
    const { selected } = this;
    for (const [name, node] of this.nodes) node.g.classList.toggle("selected", selected?.name === name);
    for (const [key, line] of this.lines) line.g.classList.toggle("selected", selected?.parent !== undefined && key === edgeKey(selected.parent, selected.child));
    for (const [name, node] of this.nodes) node.g.classList.toggle("from", this.pending?.kind === "link" && this.pending.parent === name);
  }

  light(ns) {
    window.dispatchEvent(new CustomEvent(LIGHT, { detail: ns || [] }));
  }

  lightNode(node) {
    this.light(node && node.n !== null ? [String(node.n)] : this.litByTouch);
  }

  focusNode(name) {
    this.nodes.get(name)?.g.focus({ preventScroll: true });
  }

  // Tools

  setTool(tool) {
    this.tool = tool;
    this.cancel();
    this.say(HINTS[tool] || "Click a class to mark it.");
    this.showState();
  }

  // Ends whatever was started. True where there was something.
  cancel() {
    const was = this.pending || this.refused || this.trouble || !this.sheet.hidden;
    this.pending = this.refused = this.trouble = null;
    this.rubber.setAttribute("visibility", "hidden");
    this.closeSheet();
    this.showSelected();
    this.showState();
    return !!was;
  }

  // What a click, a tap, or Enter on a class does.
  act(name, byKey = false) {
    const { pending } = this;
    if (pending?.kind === "link") return this.finishLink(name);
    if (pending?.kind === "reparent") return this.finishReparent(name);
    this.pending = null;
    if (this.tool === "mark") this.cycle(name);
    else if (this.tool === "add") this.addClass(name);
    else if (this.tool === "link") this.startLink(name);
    else if (this.tool === "rename") this.openRename(name);
    else this.askDelete(name, byKey);
  }

  cycle(name) {
    const { mark } = this.graph.classes.get(name);
    this.edit({ op: "mark", name, mark: MARKS[(MARKS.indexOf(mark) + 1) % MARKS.length] });
  }

  addClass(parent, at = null) {
    const name = freeName(this.graph);
    const [sx, sy] = this.stretch;
    const spot = at ? { x: Math.round((at[0] / sx) * 10) / 10, y: Math.round((at[1] / sy) * 10) / 10 } : {};
    // The first class of all stands in the middle by itself.
    const pinned = this.graph.classes.size ? spot : {};
    if (!this.edit({ op: "add", name, parent, ...pinned })) return;
    this.select({ name });
    this.reveal(this.nodes.get(name));
    this.openRename(name);
  }

  // Beside a class, under its first parent; a class without parent gets one of its kind.
  addSibling(name) {
    this.addClass(parentsOf(this.graph, name)[0] ?? null);
  }

  startLink(name) {
    this.pending = { kind: "link", parent: name };
    this.refused = this.trouble = null;
    this.say(`Choose the child of ${name}`);
    this.showSelected();
    this.showState();
  }

  finishLink(child) {
    const { parent } = this.pending;
    if (this.edit({ op: "link", parent, child })) { this.cancel(); this.focusNode(child); }
  }

  startReparent(parent, child) {
    this.pending = { kind: "reparent", parent, child };
    this.refused = this.trouble = null;
    this.say(`Choose the new parent of ${child}`);
    this.showState();
  }

  finishReparent(to) {
    const { parent, child } = this.pending;
    if (to === parent) return this.cancel();
    if (this.edit({ op: "reparent", child, parent, to })) { this.cancel(); this.focusNode(child); }
  }

  askDelete(name, byKey) {
    if (exclusiveBelow(this.graph, name).size === 1) return this.remove(name, false);
    this.pending = { kind: "delete", name };
    this.select({ name });
    if (byKey) this.line.querySelector("button")?.focus();
  }

  remove(name, below) {
    this.pending = null;
    this.edit({ op: "delete", name, below });
  }

  unlink({ parent, child }) {
    this.edit({ op: "unlink", parent, child });
    this.focusNode(child);
  }

  // The box for a name lies over its class.
  openRename(name) {
    this.renaming = name;
    this.svg.classList.add("renaming");
    this.input.value = name;
    this.input.hidden = false;
    this.input.setAttribute("aria-label", `New name of ${name}`);
    this.input.removeAttribute("aria-invalid");
    this.placeInput();
    this.input.focus({ preventScroll: true });
    this.input.select();
  }

  placeInput() {
    const node = this.nodes.get(this.renaming);
    if (!node) return;
    const { scale, x, y } = this.place, [W, H] = this.size;
    const width = Math.min(W - 8, Math.max(104, node.w * scale, this.textWidth(this.input.value) + 34)), height = this.wide === false ? 44 : HEIGHT;
    this.input.style.width = `${width}px`;
    this.input.style.height = `${height}px`;
    this.input.style.left = `${clamp(node.x * scale + x - width / 2, 4, W - width - 4)}px`;
    this.input.style.top = `${clamp(node.y * scale + y - height / 2, 4, H - height - 4)}px`;
  }

  // keep: whether a refused name leaves the box open.  True where the class has the name.
  commitRename(keep) {
    const name = this.renaming, to = this.input.value.trim();
    if (name === null) return false;
    if (to !== name && !this.edit({ op: "rename", name, to })) {
      if (keep) this.input.setAttribute("aria-invalid", "true");
      else this.closeRename();
      return false;
    }
    if (to === name) { this.refused = null; this.showState(); }
    this.closeRename(keep ? to : null);
    return true;
  }

  closeRename(focus = null) {
    this.renaming = null;
    this.svg.classList.remove("renaming");
    this.input.hidden = true;
    if (focus !== null) this.focusNode(focus);
  }

  undo(op) {
    this.say(spoken(this.graph, { op }));
    this.push({ op });
  }

  // What the buttons do
  perform(action, byKey) {
    const { selected } = this, name = selected?.name;
    if (action.startsWith("tool ")) return this.setTool(action.slice(5));
    const actions = {
      tidy: () => { this.auto = true; this.edit({ op: "tidy" }); },
      whole: () => this.toggleWhole(),
      out: () => this.zoom(1 / 1.25),
      in: () => this.zoom(1.25),
      keys: () => this.toggleSheet("keys"),
      more: () => this.toggleSheet("more"),
      close: () => { this.closeSheet(true); },
      first: () => this.addClass(null),
      child: () => this.addClass(name),
      rename: () => this.openRename(name),
      link: () => { this.startLink(name); this.focusNode(name); },
      delete: () => this.remove(name, false),
      "delete-below": () => this.remove(name, true),
      unpin: () => this.edit({ op: "unpin", name }),
      unlink: () => this.unlink(selected),
      reparent: () => { this.startReparent(selected.parent, selected.child); if (byKey) this.focusNode(selected.parent); },
      only: () => this.remove(this.pending.name, false),
      with: () => this.remove(this.pending.name, true),
      cancel: () => { this.cancel(); this.focusOf(this.selected)?.focus({ preventScroll: true }); },
      higher: () => this.text.shift(true),
      deeper: () => this.text.shift(false),
      "close-legend": () => { writeStore("localStorage", LEGEND_KEY, "short"); this.line.shown = null; this.showLine(); },
    };
    actions[action]?.();
  }

  // A sheet over the drawing: the keys, or on narrow pages what has no room among the tools.
  toggleSheet(kind) {
    const open = this.sheet.hidden || this.sheet.kind !== kind;
    this.closeSheet();
    if (!open) return;
    this.sheet.kind = kind;
    this.sheet.className = `sheet ${kind}`;
    this.sheet.setAttribute("aria-label", kind === "keys" ? "Keys" : "More");
    const close = make("button", { type: "button", class: "x", "data-do": "close", "aria-label": "Close" });
    close.innerHTML = icon("delete");
    if (kind === "keys") {
      const list = make("dl");
      for (const [key, does] of KEYS) list.append(make("div", {}, make("dt", {}, key), make("dd", {}, does)));
      this.sheet.replaceChildren(make("h3", {}, "Keys"), close, make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "List of keys" }, list));
    } else {
      const entries = [["out", "Zoom out"], ["in", "Zoom in"], ["keys", "Keys"]].map(([action, word]) => {
        const button = make("button", { type: "button", "data-do": action }, make("span", {}, word));
        button.insertAdjacentHTML("afterbegin", icon(action));
        return button;
      });
      this.sheet.replaceChildren(...entries);
    }
    this.sheet.hidden = false;
    this.tools.querySelector(`[data-do="${kind}"]`).setAttribute("aria-expanded", "true");
    this.sheet.querySelector("button").focus({ preventScroll: true });
  }

  closeSheet(focus = false) {
    if (this.sheet.hidden) return;
    const inside = this.sheet.contains(this.root.activeElement);
    this.sheet.hidden = true;
    for (const kind of ["keys", "more"]) {
      const button = this.tools.querySelector(`[data-do="${kind}"]`);
      button.setAttribute("aria-expanded", "false");
      if ((focus || inside) && button.getClientRects().length && (kind === this.sheet.kind || this.wide === false)) button.focus({ preventScroll: true });
    }
  }

  toggleWhole() {
    if (this.dialog) return this.dialog.close();
    const active = this.root.activeElement;
    this.dialog = make("dialog", { class: "whole", "aria-label": "Drawing on the whole screen" });
    // The place in the page stays as high as it was.
    this.box.style.minHeight = `${this.box.offsetHeight}px`;
    this.box.append(this.dialog);
    this.dialog.append(this.frame);
    const button = this.tools.querySelector('[data-do="whole"]');
    this.dialog.addEventListener("cancel", (e) => {
      // Esc first ends what was started, then leaves.
      if (this.renaming !== null || this.pending || !this.sheet.hidden) e.preventDefault();
    });
    this.dialog.addEventListener("close", () => {
      const inside = this.root.activeElement;
      this.box.append(this.frame);
      this.dialog.remove();
      this.dialog = null;
      this.box.style.minHeight = "";
      button.setAttribute("aria-pressed", "false");
      this.resized();
      (inside && this.frame.contains(inside) ? inside : button).focus({ preventScroll: true });
    });
    this.dialog.showModal();
    button.setAttribute("aria-pressed", "true");
    this.resized();
    (active && this.frame.contains(active) ? active : button).focus({ preventScroll: true });
  }

  resized() {
    this.size = [this.stage.clientWidth, this.stage.clientHeight];
    const W = this.frame.clientWidth;
    if (!W || !this.size[0]) return;
    const wide = W >= NARROW;
    const changed = this.wide !== wide;
    this.wide = wide;
    this.frame.classList.toggle("narrow", !wide);
    this.frame.classList.toggle("compact", W < COMPACT);
    if (changed) this.auto = true;
    const stops = [...this.tools.querySelectorAll("button")].filter((b) => b.getClientRects().length);
    if (stops.length && !stops.some((b) => b.tabIndex === 0)) stops[0].tabIndex = 0;
    this.draw({ fits: true, anew: true });
    this.showState();
  }

  // Text beside the drawing

  takeView(data, replaced, taken) {
    if (data.view === this.view) {
      if (!this.drawing) this.text.take(data, replaced, taken);
    } else {
      this.text.flush();
      if (this.renaming !== null) this.closeRename();
      this.pending = null;
      this.view = data.view;
      this.auto = true;
      if (!this.drawing) this.text.open(data);
      requestAnimationFrame(() => this.resized());
      this.numbers.update();
      this.lay();
    }
    // Beside a text stand no tools, so that a click marks.
    if (!this.drawing && this.graph.classes.size) this.tool = "mark";
  }

  // Whoever came by a link to a view of Why sees it, however much the page above it still grows.
  seek() {
    let rest = null;
    const gestures = ["wheel", "touchstart", "pointerdown", "keydown"];
    const go = () => {
      const why = document.querySelector(".st-key-why");
      if (!why) return;
      why.scrollIntoView({ block: "start" });
      clearTimeout(rest);
      rest = setTimeout(stop, SETTLED);
    };
    const grows = new MutationObserver(go), sized = new ResizeObserver(go);
    const stop = () => {
      clearTimeout(rest);
      grows.disconnect();
      sized.disconnect();
      for (const gesture of gestures) window.removeEventListener(gesture, stop, true);
    };
    for (const gesture of gestures) window.addEventListener(gesture, stop, true);
    const page = document.querySelector(".stMainBlockContainer") || document.body;
    grows.observe(page, { childList: true, subtree: true });
    sized.observe(page);
  }

  // Listening

  listen() {
    const { box, svg, input } = this;
    // Streamlit listens for single letters on the page.
    for (const name of ["keydown", "keyup", "keypress"]) box.addEventListener(name, (e) => { if (name === "keydown") this.onKey(e); e.stopPropagation(); });
    // What moves a line leaves the caret, and the keyboard of a phone, where they are.
    box.addEventListener("mousedown", (e) => { if (e.target.closest("[data-do=higher], [data-do=deeper]")) e.preventDefault(); });
    box.addEventListener("click", (e) => {
      const button = e.target.closest("[data-do]");
      if (button && button.getAttribute("aria-disabled") !== "true") return this.perform(button.dataset.do, e.detail === 0);
      // What a screen reader presses has no pointer.
      const pressed = e.target.closest(".class, .handle");
      if (pressed && e.detail === 0) this.pressed(pressed, true);
    });
    svg.addEventListener("pointerdown", (e) => this.onDown(e));
    svg.addEventListener("pointermove", (e) => this.onMove(e));
    svg.addEventListener("pointerup", (e) => this.onUp(e));
    svg.addEventListener("pointercancel", (e) => this.onCancel(e));
    svg.addEventListener("lostpointercapture", (e) => this.pointers.delete(e.pointerId));
    // Swiping up or down over the ground scrolls the page; a touched class, and two fingers, belong to the drawing.
    const own = (e) => { if (e.cancelable && (e.touches.length > 1 || e.target.closest?.(".class"))) e.preventDefault(); };
    svg.addEventListener("touchstart", own, { passive: false });
    svg.addEventListener("touchmove", own, { passive: false });
    // No mouse is made up of a tap: it would take the focus from the box that the tap opened.
    svg.addEventListener("touchend", (e) => { if (e.cancelable) e.preventDefault(); }, { passive: false });
    svg.addEventListener("wheel", (e) => {
      if (!e.ctrlKey && !e.metaKey) return;
      e.preventDefault();
      const { left, top } = this.svg.getBoundingClientRect();
      this.zoom(Math.exp(-clamp(e.deltaY, -60, 60) / 200), e.clientX - left, e.clientY - top);
    }, { passive: false });

    svg.addEventListener("pointerover", (e) => {
      const node = e.target.closest(".class")?.node;
      if (node && e.pointerType !== "touch" && !this.press?.dragging) this.lightNode(node);
    });
    svg.addEventListener("pointerout", (e) => {
      if (e.target.closest(".class") && e.pointerType !== "touch" && !this.press?.dragging) this.light(this.litByTouch || this.litByFocus());
    });
    box.addEventListener("focusin", (e) => {
      const { node, line } = e.target;
      if (node) {
        this.lightNode(node);
        this.reveal(node);
        if (!this.pending || this.pending.kind === "delete") this.select({ name: node.name });
        else this.setCurrent(node.name);
      } else if (line) {
        this.light([]);
        this.select({ parent: line.parent, child: line.child });
      }
      if (e.target === this.text.area) this.select(null);
      if (this.tools.contains(e.target)) for (const b of this.tools.querySelectorAll("button")) b.tabIndex = b === e.target ? 0 : -1;
    });
    box.addEventListener("focusout", (e) => {
      if (e.target.node) this.light(this.litByTouch);
      // Leaving the editor ends the selection; a changed page or window does not.
      const away = !e.relatedTarget || !box.contains(e.relatedTarget);
      if (away && document.hasFocus()) setTimeout(() => {
        if (box.isConnected && !box.contains(this.root.activeElement)) { this.selected = null; this.showSelected(); this.showLine(); }
      });
    });

    input.addEventListener("input", () => this.placeInput());
    input.addEventListener("blur", () => { if (document.hasFocus()) this.commitRename(false); });

    const onLight = (e) => {
      // An editor that is gone stops listening by itself.
      if (!box.isConnected) return window.removeEventListener(LIGHT, onLight);
      const ns = new Set(e.detail);
      for (const node of this.nodes.values()) node.g.classList.toggle("lit", node.n !== null && ns.has(String(node.n)));
    };
    window.addEventListener(LIGHT, onLight);
    new ResizeObserver(() => { if (!this.printing) this.resized(); }).observe(this.stage);
    const paper = matchMedia("print"), heard = new AbortController();
    const onPaper = (e) => box.isConnected ? this.onPaper(e.type === "beforeprint" || paper.matches) : heard.abort();
    paper.addEventListener("change", onPaper, heard);
    for (const event of ["beforeprint", "afterprint"]) window.addEventListener(event, onPaper, heard);
    // Measured anew when the page's font is there.
    const font = `${FONT}px ${getComputedStyle(box).fontFamily}`;
    document.fonts.load(font).then(() => { this.widths.clear(); this.draw({ fits: true, anew: true }); }, () => {});
  }

  // On paper stands all of the drawing, whatever part of it is on the screen.
  onPaper(printing) {
    this.printing = printing;
    if (!printing || !this.nodes.size) return this.svg.removeAttribute("viewBox");
    const { left, top, right, bottom } = this.bounds(), air = 20;
    const [wide, high] = [right - left + 2 * air, bottom - top + 2 * air];
    for (const [name, value] of [["viewBox", `${left - air} ${top - air} ${wide} ${high}`], ["width", wide], ["height", high]]) this.svg.setAttribute(name, value);
  }

  litByFocus() {
    const { node } = this.root.activeElement || {};
    return node && node.n !== null ? [String(node.n)] : [];
  }

  // A class or an edge that was clicked, tapped, or pressed with Enter.
  pressed(el, byKey) {
    if (el.node) return this.act(el.node.name, byKey);
    const { parent, child } = el.line;
    if (this.pending?.kind === "link" || this.pending?.kind === "reparent") return;
    if (this.tool === "delete") return this.unlink({ parent, child });
    this.setCurrent(child);
    el.line.handle.focus({ preventScroll: true });
    if (byKey) this.line.querySelector("button")?.focus();
  }

  // The pointer

  at(e) {
    const { left, top } = this.svg.getBoundingClientRect(), { scale, x, y } = this.place;
    return [(e.clientX - left - x) / scale, (e.clientY - top - y) / scale];
  }

  onDown(e) {
    if (e.button > 1 || this.renaming !== null && e.target === this.input) return;
    this.pointers.set(e.pointerId, [e.clientX, e.clientY]);
    if (this.pointers.size === 2) { this.dropPress(); this.pinch = this.spread(); return; }
    if (this.pointers.size > 2) return;
    const el = e.button === 1 ? null : e.target.closest(".class, .edge");
    const node = el?.node;
    this.press = { id: e.pointerId, x: e.clientX, y: e.clientY, el, node, name: node?.name, dragging: false, from: node && [node.x, node.y], place: this.place, auto: this.auto, refused: this.refused, touch: e.pointerType === "touch", middle: e.button === 1 };
    if (!el && !this.pending) this.svg.classList.add("grabbing");
  }

  onMove(e) {
    const { press } = this;
    if (this.pointers.has(e.pointerId)) this.pointers.set(e.pointerId, [e.clientX, e.clientY]);
    if (this.pinch && this.pointers.size === 2) return this.onPinch();
    if (this.pending?.kind === "link") this.stretchRubber(this.pending.parent, this.at(e));
    if (!press || press.id !== e.pointerId) return;
    const dx = e.clientX - press.x, dy = e.clientY - press.y;
    Object.assign(press, { dx, dy });
    if (!press.dragging) {
      if (Math.hypot(dx, dy) < (press.touch ? 8 : 4)) return;
      press.dragging = press.node ? (this.tool === "link" || this.pending?.kind === "link" ? "link" : "class") : "ground";
      this.svg.setPointerCapture(e.pointerId);
      if (press.dragging === "link" && !this.pending) this.startLink(press.name);
      if (press.dragging === "class") this.svg.classList.add("dragging");
    }
    if (press.dragging === "ground") {
      this.auto = false;
      this.pan({ scale: press.place.scale, x: press.place.x + dx, y: press.place.y + dy });
    } else if (press.dragging === "class") this.drag(press);
    else if (this.pending) this.stretchRubber(this.pending.parent, this.at(e));
  }

  drag(press) {
    const { dx, dy } = press;
    const c = this.graph.classes.get(press.name), node = this.nodes.get(press.name);
    if (!c) return this.dropPress();
    const [sx, sy] = this.stretch, { scale } = this.place;
    c.x = Math.round(((press.from[0] + dx / scale) / sx) * 10) / 10;
    c.y = Math.round(((press.from[1] + dy / scale) / sy) * 10) / 10;
    node.to = [c.x * sx, c.y * sy];
    [node.x, node.y] = node.to;
    for (const line of this.lines.values()) if (line.parent === press.name || line.child === press.name) line.bends = [];
    this.lay();
  }

  onUp(e) {
    const { press } = this;
    this.pointers.delete(e.pointerId);
    if (this.pinch && this.pointers.size < 2) { this.pinch = null; this.press = null; return; }
    if (!press || press.id !== e.pointerId) return;
    this.endPress();
    if (press.dragging === "class") {
      const c = this.graph.classes.get(press.name);
      if (c) { this.edit({ op: "pin", name: c.name, x: c.x, y: c.y }); this.focusNode(c.name); this.reveal(this.nodes.get(c.name), 2); }
    } else if (press.dragging === "link") {
      const target = this.root.elementFromPoint(e.clientX, e.clientY)?.closest(".class")?.node;
      if (target && target.name !== press.name) this.finishLink(target.name);
      else if (!target) this.cancel();
    } else if (!press.dragging && !press.middle) this.clicked(e, press);
  }

  onCancel(e) {
    this.pointers.delete(e.pointerId);
    if (this.pointers.size < 2) this.pinch = null;
    // The page scrolls instead.
    if (this.press?.id === e.pointerId && this.press.dragging === "ground") { this.pan(this.press.place); this.auto = this.press.auto; }
    if (this.press?.id === e.pointerId) this.dropPress();
  }

  endPress() {
    this.press = null;
    this.svg.classList.remove("dragging", "grabbing");
  }

  // A drag that is given up puts the class back.
  dropPress() {
    const { press } = this;
    this.endPress();
    const c = press?.dragging === "class" && this.graph.classes.get(press.name);
    if (!c) return;
    const [sx, sy] = this.stretch;
    [c.x, c.y] = [press.from[0] / sx, press.from[1] / sy];
    this.draw({ moves: true });
  }

  clicked(e, { el, name, touch, refused }) {
    const tap = { name, time: e.timeStamp, mark: null };
    const last = this.lastTap;
    this.lastTap = null;
    if (name !== undefined && this.graph.classes.has(name)) {
      if (touch) this.litByTouch = this.nodes.get(name).n === null ? null : [String(this.nodes.get(name).n)];
      // Two quick clicks rename; the mark that the first one made is taken back.
      if (last && last.name === name && tap.time - last.time < 280 && !this.pending && ["mark", "rename"].includes(this.tool)) {
        if (last.marked) { this.graph.classes.get(name).mark = last.marked; this.push({ op: "retract" }); this.draw(); }
        return this.openRename(name);
      }
      tap.marked = this.tool === "mark" && !this.pending ? this.graph.classes.get(name).mark : null;
      this.lastTap = tap;
      if (!this.pending) this.focusNode(name);
      return this.act(name);
    }
    if (touch) { this.litByTouch = null; this.light([]); }
    if (el?.line) return this.pressed(el, false);
    if (el) return;  // a class that went meanwhile
    if (this.tool === "add" && !this.pending) {
      this.svg.focus({ preventScroll: true });
      return this.addClass(null, this.at(e));
    }
    if (this.pending && this.pending.kind !== "delete") return;
    // What this very click brought about, by leaving the box of a name, is still to be read.
    if (this.refused === refused) this.cancel();
    this.pending = null;
    this.select(null);
    this.root.activeElement?.blur();
  }

  stretchRubber(name, [x, y]) {
    const node = this.nodes.get(name);
    if (!node) return;
    this.rubber.setAttribute("points", `${node.x},${node.y + node.h / 2} ${x},${y}`);
    this.rubber.setAttribute("visibility", "visible");
  }

  spread() {
    const [[ax, ay], [bx, by]] = [...this.pointers.values()];
    return { far: Math.max(20, Math.hypot(ax - bx, ay - by)), x: (ax + bx) / 2, y: (ay + by) / 2 };
  }

  onPinch() {
    const before = this.pinch, now = this.spread();
    const { left, top } = this.svg.getBoundingClientRect();
    this.pinch = now;
    this.auto = false;
    const scale = clamp((this.place.scale * now.far) / before.far, ...ZOOM), share = scale / this.place.scale;
    const [fx, fy] = [before.x - left - this.place.x, before.y - top - this.place.y];
    this.pan({ scale, x: now.x - left - fx * share, y: now.y - top - fy * share });
  }

  // Keys

  onKey(e) {
    const { target } = e;
    if (target === this.input) return this.onNameKey(e);
    if (target === this.text.area) return this.text.onKey(e);
    const command = e.ctrlKey || e.metaKey;
    const done = command ? this.onCommand(e) : target.closest(".line, .tools, .sheet") ? this.onBarKey(e) : this.onCanvasKey(e);
    if (done) e.preventDefault();
  }

  onCommand(e) {
    const key = e.key.toLowerCase();
    if (key === "z" && !e.altKey) { this.undo(e.shiftKey ? "redo" : "undo"); return true; }
    if (key === "y" && !e.altKey) { this.undo("redo"); return true; }
    return false;
  }

  onNameKey(e) {
    if (e.key === "Enter" && !e.isComposing) {
      e.preventDefault();
      if (this.commitRename(true) && e.shiftKey) this.addSibling(this.current);
    }
    else if (e.key === "Escape") {
      e.preventDefault();
      const name = this.renaming;
      this.refused = null;
      this.closeRename(name);
      this.showState();
    }
  }

  onBarKey(e) {
    const { target } = e;
    if (e.key === "Escape") {
      const had = this.cancel();
      if (this.line.contains(target) || !this.root.activeElement) this.focusOf(this.selected)?.focus({ preventScroll: true });
      return had;
    }
    const bar = target.closest(".tools, .line, .sheet");
    const buttons = [...bar.querySelectorAll("button")].filter((b) => b.getClientRects().length);
    const i = buttons.indexOf(target);
    const to = { ArrowLeft: buttons[i - 1], ArrowRight: buttons[i + 1], Home: buttons[0], End: buttons.at(-1) }[e.key];
    if (to) { to.focus(); return true; }
    // After what can be done with a class come its edges.
    if (e.key === "Tab" && !e.shiftKey && bar === this.line && target === buttons.at(-1) && this.selected?.name !== undefined)
      return this.focusEdge(this.selected.name, 0);
    return false;
  }

  edgesOf(name) {
    return [...this.lines.values()].filter((line) => line.child === name || line.parent === name);
  }

  focusEdge(name, i) {
    const line = this.edgesOf(name).at(i);
    line?.handle.focus({ preventScroll: true });
    return !!line;
  }

  onCanvasKey(e) {
    const node = e.target.node, line = e.target.line;
    const { key } = e, lower = key.length === 1 && !e.altKey ? key.toLowerCase() : key;
    if (key === "Escape") {
      if (this.press?.dragging) { this.dropPress(); return true; }
      const had = this.cancel();
      if (line) this.focusNode(this.current);
      else if (!had && this.selected && !this.dialog) { this.select(null); this.light([]); return true; }
      return had || !!line;
    }
    if (key === "+" || key === "=") { this.zoom(1.25); return true; }
    if (key === "-" || key === "−") { this.zoom(1 / 1.25); return true; }
    if (key === "?") { this.toggleSheet("keys"); return true; }
    if (lower === "n") { this.addClass(null); return true; }
    if (line) return this.onEdgeKey(e, line, lower);
    if (!node) {
      if (key !== "Enter" || this.graph.classes.size) return false;
      this.addClass(null);
      return true;
    }
    const { name } = node;
    if (key === "Enter" && e.shiftKey && !this.pending) { this.addSibling(name); return true; }
    if (key.startsWith("Arrow")) {
      if (e.altKey) this.nudge(name, key);
      else {
        const to = this.nearby(node, key);
        to?.g.focus({ preventScroll: true });
        if (to && this.pending?.kind === "link") this.stretchRubber(this.pending.parent, [to.x, to.y]);
      }
      return true;
    }
    const actions = {
      Enter: () => this.act(name, true),
      " ": () => this.act(name, true),
      a: () => this.addClass(name),
      r: () => this.openRename(name),
      F2: () => this.openRename(name),
      l: () => this.startLink(name),
      p: () => this.moveParent(name),
      e: () => this.focusEdge(name, 0),
      u: () => { if (this.graph.classes.get(name).pinned) this.edit({ op: "unpin", name }); },
      Delete: () => this.remove(name, e.shiftKey),
      Backspace: () => this.remove(name, e.shiftKey),
    };
    if (!Object.hasOwn(actions, lower)) return false;
    actions[lower]();
    return true;
  }

  onEdgeKey(e, line, key) {
    const { parent, child } = line;
    const mine = this.edgesOf(this.current), i = mine.indexOf(line);
    const actions = {
      ArrowUp: () => this.focusNode(parent),
      ArrowDown: () => this.focusNode(child),
      ArrowLeft: () => this.focusEdge(this.current, (i - 1 + mine.length) % mine.length),
      ArrowRight: () => this.focusEdge(this.current, (i + 1) % mine.length),
      Enter: () => this.pressed(e.target, true),
      " ": () => this.pressed(e.target, true),
      p: () => { this.startReparent(parent, child); this.focusNode(parent); },
      Delete: () => this.unlink({ parent, child }),
      Backspace: () => this.unlink({ parent, child }),
    };
    if (key === "Tab" && e.shiftKey) { this.focusNode(this.current); return true; }
    if (!Object.hasOwn(actions, key)) return false;
    actions[key]();
    return true;
  }

  moveParent(name) {
    const parents = parentsOf(this.graph, name);
    if (parents.length === 1) { this.startReparent(parents[0], name); this.focusNode(parents[0]); }
    else if (parents.length) this.refuse(`${quoted(name)} has ${parents.length} parents; press e, choose the edge with the arrows, then p`);
    else this.refuse(`${quoted(name)} has no parent; press l at the class that becomes its parent`);
  }

  nudge(name, key) {
    const c = this.graph.classes.get(name);
    const [dx, dy] = { ArrowLeft: [-10, 0], ArrowRight: [10, 0], ArrowUp: [0, -10], ArrowDown: [0, 10] }[key];
    this.edit({ op: "pin", name, x: Math.round((c.x + dx) * 10) / 10, y: Math.round((c.y + dy) * 10) / 10 });
    this.reveal(this.nodes.get(name));
  }

  // The nearest class in the direction of an arrow key: beside it in its own layer, or in the next layer.
  nearby(node, key) {
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    const [straight, sideways] = dx ? [1, 2] : [3, 1];
    let best = null, least = Infinity;
    for (const other of this.nodes.values()) {
      const x = other.to[0] - node.to[0], y = other.to[1] - node.to[1];
      const ahead = x * dx + y * dy, far = straight * ahead + sideways * (Math.abs(x * dy) + Math.abs(y * dx));
      if (other !== node && ahead > 4 && far < least) { best = other; least = far; }
    }
    return best;
  }
}

export default function (component) {
  const { parentElement: root, data, setStateValue } = component;
  root.hierviewEditor ||= new Editor(root);
  root.hierviewEditor.take(data, (value) => setStateValue("edits", value));
}
