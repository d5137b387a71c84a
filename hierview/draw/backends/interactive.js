"use strict";
const LEGIBLE = 0.55;  // below this scale, labels stand at a size of their own
const MOST_NAMES = 48;  // of classes without a mark, from afar
const MOST_FOUND = 10;
const WORDS = { true: "true", predicted: "predicted", both: "true and predicted", none: "" };
const COLOURS = ["ground", "panel", "line", "ink", "quiet", "accent", "true", "predicted", "none"];

const find = (id) => document.getElementById(id);

// As it is sought: without accents, in small letters.
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

// The middle of a view that is half as long before and behind it, within an extent.
const kept = (v, half, low, most) =>
  most - low > 2 * half ? Math.min(Math.max(v, low + half), most - half) : (low + most) / 2;

// Where a hint of that size stands beside the pointer.
const spotBeside = (length, size, from) => Math.max(4, from + 16 + size < length ? from + 16 : from - 12 - size);

const count = (n, one, many) => (n ? n + " " + (n === 1 ? one : many) : "no " + one);

function element(name, text, looks) {
  const e = document.createElement(name);
  if (text !== undefined) e.textContent = text;
  if (looks) e.className = looks;
  return e;
}

// The classes, by their numbers, and what is above and below them.
class Classes {
  constructor({ nodes, edges, outline }) {
    Object.assign(this, { nodes, edges, outline });
    [this.parents, this.children, this.above] = [1, 2, 3].map(() => nodes.map(() => []));
    for (const edge of edges) {
      this.parents[edge.to].push(edge.from);
      this.children[edge.from].push(edge.to);
      this.above[edge.to].push(edge);
    }
    this.all = nodes.map((n) => n.id);
    this.marked = nodes.filter((n) => n.mark !== "none").map((n) => n.id);
    this.roots = this.all.filter((i) => !this.parents[i].length);
    this.bounds = this.extent(this.all, edges);
  }

  // How many classes are below each, shared by those above.
  weights() {
    const { nodes, parents, children } = this;
    const weight = nodes.map(() => 1), left = children.map((c) => c.length);
    const leaves = this.all.filter((i) => !left[i]);
    while (leaves.length) {
      const i = leaves.pop();
      for (const p of parents[i]) {
        weight[p] += weight[i] / parents[i].length;
        if (!--left[p]) leaves.push(p);
      }
    }
    return weight;
  }

  // The classes in the order in which they are named from afar: the marked ones, then those with the most below them.
  ranked() {
    const weight = this.weights(), isMarked = (i) => this.nodes[i].mark !== "none", rank = [...this.all];
    rank.sort((a, b) => isMarked(b) - isMarked(a) || weight[b] - weight[a] || a - b);
    return rank;
  }

  // Classes with all their ancestors, as the edges between them.
  closure(ids) {
    const way = new Set(), seen = new Set(ids), waiting = [...ids];
    while (waiting.length) {
      for (const edge of this.above[waiting.pop()]) {
        way.add(edge);
        if (!seen.has(edge.from)) { seen.add(edge.from); waiting.push(edge.from); }
      }
    }
    return way;
  }

  // What these classes take, and the lines where asked: left, top, right, bottom.
  extent(ids, lines) {
    const box = [Infinity, Infinity, -Infinity, -Infinity];
    const include = (x, y) => {
      box[0] = Math.min(box[0], x);
      box[1] = Math.min(box[1], y);
      box[2] = Math.max(box[2], x);
      box[3] = Math.max(box[3], y);
    };
    for (const n of ids.map((i) => this.nodes[i])) {
      include(n.x - n.w / 2, n.y - n.h / 2);
      include(n.x + n.w / 2, n.y + n.h / 2);
    }
    for (const { line = [] } of lines) for (let i = 0; i < line.length; i += 2) include(line[i], line[i + 1]);
    return box;
  }

  // The class so many places to the right.
  beside(i, by) {
    const siblings = this.parents[i].length ? this.children[this.parents[i][0]] : this.roots;
    return siblings[siblings.indexOf(i) + by];
  }

  listed(ids, most) {
    const names = ids.slice(0, most).map((i) => this.nodes[i].label).join(", ");
    return names + (ids.length > most ? " and " + (ids.length - most) + " more" : "");
  }

  // A class in words, a fact a line.
  told(i) {
    const up = this.parents[i], mark = WORDS[this.nodes[i].mark];
    return this.nodes[i].label + (mark ? "\n" + mark : "")
      + "\n" + (up.length ? count(up.length, "parent", "parents") + ": " + this.listed(up, 4) : "no parent")
      + "\n" + count(this.children[i].length, "child", "children");
  }
}

function showLegend({ nodes, edges }) {
  const used = new Set(nodes.map((n) => n.mark));
  if (nodes.some((n) => n.artificial)) used.add("artificial");
  if (edges.some((e) => !e.line)) used.add("further");
  for (const entry of find("legend").children) {
    entry.hidden = ["artificial", "further"].includes(entry.dataset.mark) && !used.has(entry.dataset.mark);
  }
}

// Paints classes and edges, in the colours of the page.
class Brush {
  constructor(classes, isLit) {
    this.classes = classes;
    this.isLit = isLit;  // whether a class is framed
    this.family = getComputedStyle(document.body).fontFamily;
    this.colours = {};
    this.readColours();
  }

  readColours() {
    const style = getComputedStyle(document.documentElement);
    for (const name of COLOURS) this.colours[name] = style.getPropertyValue("--" + name).trim();
  }

  ellipse(ctx, x, y, w, h) {
    ctx.beginPath();
    ctx.ellipse(x, y, w / 2, h / 2, 0, 0, 2 * Math.PI);
  }

  rect(ctx, x, y, w, h, r) {
    ctx.beginPath();
    ctx.roundRect(x - w / 2, y - h / 2, w, h, r);
  }

  // A class's body and label around a point; `label` false leaves the label out.
  paint(ctx, node, x, y, size, scale, label) {
    ctx.fillStyle = this.colours.ground;
    if (!label && node.mark === "none") {
      // From afar a class without a mark is a bar where a line of text would be.
      this.rect(ctx, x, y, node.w * size, node.h * size, 6 * size);
      ctx.fillStyle = this.colours.line;
      ctx.fill();
    } else this.body(ctx, node, x, y, size, scale);
    if (this.isLit(node.id)) this.frame(ctx, node, x, y, size, scale);
    if (label) this.label(ctx, node, x, y, size);
  }

  body(ctx, node, x, y, size, scale) {
    const w = node.w * size, h = node.h * size;
    const line = (colour, width) => {
      ctx.strokeStyle = this.colours[colour];
      ctx.lineWidth = Math.max(width * size, 0.75 / scale);
      ctx.lineCap = node.artificial ? "round" : "butt";
      ctx.setLineDash(node.artificial ? [0.1 * size, 3.5 * size] : []);
      ctx.stroke();
    };
    if (node.mark === "true") { this.ellipse(ctx, x, y, w, h); ctx.fill(); line("true", 2); }
    if (node.mark === "predicted") { this.rect(ctx, x, y, w, h, 0); ctx.fill(); line("predicted", 2); }
    if (node.mark === "none") { this.rect(ctx, x, y, w, h, 6 * size); ctx.fill(); line("none", 1.25); }
    if (node.mark === "both") {
      this.rect(ctx, x, y, w, h, 0); ctx.fill(); line("predicted", 2);
      this.ellipse(ctx, x, y, w - 12 * size, h - 12 * size); line("true", 2);
    }
    ctx.setLineDash([]);
  }

  // Around the class that is chosen, or pointed at.
  frame(ctx, node, x, y, size, scale) {
    ctx.setLineDash([]);
    this.rect(ctx, x, y, (node.w + 10) * size, (node.h + 10) * size, 8 * size);
    ctx.strokeStyle = this.colours.accent;
    ctx.lineWidth = Math.max(2 * size, 0.75 / scale);
    ctx.stroke();
  }

  label(ctx, node, x, y, size) {
    const w = node.w * size;
    const around = { true: 26, both: 40, predicted: 28, none: 24 }[node.mark];
    const room = (w - around * size) / (["true", "both"].includes(node.mark) ? 1.12 : 1);
    ctx.font = (node.artificial ? "italic " : "") + 16 * size + "px " + this.family;
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.fillStyle = this.colours[node.artificial ? "quiet" : "ink"];
    const lines = node.shown || [node.label];
    lines.forEach((text, i) =>
      ctx.fillText(text, x, y + (1 + 18 * (i - (lines.length - 1) / 2)) * size, room + 10 * size));
  }

  track(ctx, edge) {
    const at = edge.line;
    if (at) {
      ctx.moveTo(at[0], at[1]);
      for (let i = 2; i < at.length; i += 2) ctx.lineTo(at[i], at[i + 1]);
    } else {
      const a = this.classes.nodes[edge.from], b = this.classes.nodes[edge.to];
      const x1 = a.x + a.w / 2, x2 = b.x - b.w / 2, bend = Math.max(60, Math.abs(x2 - x1) / 2);
      ctx.moveTo(x1, a.y);
      ctx.bezierCurveTo(x1 + bend, a.y, x2 - bend, b.y, x2, b.y);
    }
  }

  // All in one stroke: where lines run together, they are no darker.
  stroke(ctx, all, colour, width) {
    ctx.strokeStyle = this.colours[colour];
    ctx.lineWidth = width;
    ctx.lineJoin = "round";
    for (const dashed of [false, true]) {
      ctx.setLineDash(dashed ? [8, 6] : []);
      ctx.beginPath();
      all.forEach((edge) => { if (dashed === !edge.line) this.track(ctx, edge); });
      ctx.stroke();
    }
    ctx.setLineDash([]);
  }
}

// From afar, names at a size that can be read, where they hide no other name; marks always show.
class Names {
  constructor(classes, brush) {
    this.classes = classes;
    this.brush = brush;
    this.rank = classes.ranked();
    this.tags = [];
  }

  draw(ctx, scale, chosen, view) {
    this.tags = [];
    if (scale >= LEGIBLE) return;
    const size = 0.875 / scale;
    for (const i of chosen === null ? this.rank : [chosen, ...this.rank]) {
      const node = this.classes.nodes[i];
      if (!this.wanted(i, chosen, view)) continue;
      const tag = this.placed(i, size, 8 / scale, view);
      if (tag) this.tags.push(tag);
      else if (node.mark !== "none") {
        const small = { ...node, w: 40, h: node.mark === "both" ? 28 : 20 };
        this.brush.paint(ctx, small, node.x, node.y, size, scale, false);
      }
    }
    for (const { node, x, y } of this.tags) this.brush.paint(ctx, node, x, y, size, scale, true);
  }

  wanted(i, chosen, view) {
    const node = this.classes.nodes[i];
    const spare = this.tags.length >= MOST_NAMES || (this.classes.outline && !this.classes.children[i].length);
    if (spare && node.mark === "none" && i !== chosen) return false;
    if (node.x + node.w / 2 < view.left || node.x - node.w / 2 > view.right) return false;
    if (node.y < view.top || node.y > view.bottom) return false;
    return !this.tags.some((tag) => tag.i === i);
  }

  // Where a name is free of the others; nothing where it is not.
  placed(i, size, air, view) {
    const node = this.classes.nodes[i], w = node.w * size, h = node.h * size;
    const middle = this.classes.outline ? node.x - node.w / 2 + w / 2 : node.x;
    const x = Math.min(Math.max(middle, view.left + w / 2 + air), view.right - w / 2 - air);
    const free = (y) => this.tags.every((t) =>
      x - w / 2 > t.right + air || t.left > x + w / 2 + air || y - h / 2 > t.bottom + air || t.top > y + h / 2 + air);
    // A mark rather stands a little aside than without its name.
    const tries = node.mark !== "none" ? [0, 1, -1, 2, -2, 3, -3] : [0];
    const y = tries.map((by) => node.y + by * (h / 2 + air)).find(free);
    if (y === undefined) return null;
    return { i, node, x, y, left: x - w / 2, top: y - h / 2, right: x + w / 2, bottom: y + h / 2 };
  }

  at({ x, y }) {
    return this.tags.findLast((t) => t.left <= x && x <= t.right && t.top <= y && y <= t.bottom);
  }
}

// The drawing: what of it is in view, and which class is chosen or pointed at.
class Drawing {
  constructor(classes, options) {
    this.classes = classes;
    this.place = find("drawing");
    this.card = find("card");
    this.chosen = this.pointed = null;
    this.lit = new Set();
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
    this.brush = new Brush(classes, (i) => i === this.chosen || i === this.pointed);
    this.names = new Names(classes, this.brush);
    this.network = new vis.Network(this.place, { nodes: [], edges: [] }, options);
    this.listen();
  }

  listen() {
    const { network, brush, classes } = this;
    const ofMarked = classes.closure(classes.marked);
    const plainEdges = classes.edges.filter((edge) => edge.line || ofMarked.has(edge));
    network.on("beforeDrawing", (ctx) => {
      const least = 0.5 / network.getScale();
      ctx.globalAlpha = network.getScale() < LEGIBLE ? 0.5 : 1;
      brush.stroke(ctx, plainEdges, "none", Math.max(1, least));
      ctx.globalAlpha = 1;
      brush.stroke(ctx, this.lit, "accent", Math.max(2.5, 4 * least));
    });
    network.on("afterDrawing", (ctx) => this.names.draw(ctx, network.getScale(), this.chosen, this.corners()));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      brush.readColours();
      network.redraw();
    });
  }

  // Begin, with all of it in view.
  show() {
    const { network, brush } = this;
    const nodes = this.classes.nodes.map((node) => ({
      id: node.id, x: node.x, y: node.y, shape: "custom", size: node.w / 2,
      ctxRenderer: ({ ctx }) => ({
        drawNode() {
          const scale = network.getScale();
          brush.paint(ctx, node, node.x, node.y, 1, scale, scale >= LEGIBLE);
        },
        nodeDimensions: { width: node.w, height: node.h },
      }),
    }));
    network.setData({ nodes, edges: [] });
    this.place.querySelector(".vis-network").tabIndex = -1;
    network.canvas.setSize("100%", "100%");
    const [position, scale] = this.framed(this.classes.bounds);
    network.moveTo({ position, scale });
  }

  // The class at a point of the page: what lies on top comes first.
  hit(at) {
    const tag = this.names.at(this.network.DOMtoCanvas(at));
    return (tag ? tag.i : this.network.getNodeAt(at)) ?? null;
  }

  corners() {
    const { network, place } = this;
    const a = network.DOMtoCanvas({ x: 0, y: 0 });
    const b = network.DOMtoCanvas({ x: place.clientWidth, y: place.clientHeight });
    return { left: a.x, top: a.y, right: b.x, bottom: b.y };
  }

  move(position, scale) {
    const animation = this.still.matches ? false : { duration: 200, easingFunction: "easeInOutQuad" };
    this.network.moveTo({ position, scale, animation });
  }

  // Where an extent is in the middle, and how large.
  framed([x1, y1, x2, y2]) {
    const { clientWidth, clientHeight } = this.place;
    const scale = Math.min(1.25, (clientWidth - 48) / (x2 - x1), (clientHeight - 48) / (y2 - y1));
    return [{ x: (x1 + x2) / 2, y: (y1 + y2) / 2 }, Math.max(scale, 0.01)];
  }

  // To a class, unless it can be read where it stands; the card must not cover it, nor half the page be empty.
  bring(node) {
    const { network, place, card, classes: { bounds } } = this;
    const wide = place.clientWidth, high = place.clientHeight, narrow = wide < 641;
    const scale = Math.max(network.getScale(), 0.9);
    const w = node.w * scale, h = node.h * scale, foot = narrow ? card.offsetHeight + 16 : 0;
    const beside = narrow ? wide : card.offsetWidth + 32;
    const covered = ({ x, y }) => x - w / 2 < beside && y + h / 2 > high - card.offsetHeight - 32;
    const at = network.canvasToDOM(node);
    const inside = at.x > w / 2 && at.x < wide - w / 2 && at.y > h / 2 && at.y < high - h / 2;
    if (network.getScale() >= LEGIBLE && inside && !covered(at)) return;
    const air = 24 / scale;
    const x = kept(node.x, wide / 2 / scale, bounds[0] - air, bounds[2] + air);
    const y = kept(node.y + foot / 2 / scale, high / 2 / scale, bounds[1] - air, bounds[3] + air + foot / scale);
    const then = { x: (node.x - x) * scale + wide / 2, y: (node.y - y) * scale + high / 2 };
    const aside = node.x + (wide / 2 - card.offsetWidth - 56 - w / 2) / scale;
    this.move({ x: covered(then) && !narrow ? aside : x, y }, scale);
  }

  whole() {
    this.move(...this.framed(this.classes.bounds));
  }

  zoom(by) {
    const scale = Math.min(4, Math.max(0.01, this.network.getScale() * by));
    this.move(this.network.getViewPosition(), scale);
  }

  // Another class, or none, is chosen. go: whether it is brought into view.
  choose(i, go) {
    const { classes, network, card } = this;
    this.chosen = i;
    this.lit = i === null ? new Set() : classes.closure([i]);
    if (i === null) network.unselectAll(); else network.selectNodes([i], false);
    card.hidden = i === null;
    card.replaceChildren();
    find("told").textContent = i === null ? "" : classes.told(i).replaceAll("\n", ", ");
    if (i !== null) fillCard(this, i);
    if (go && i !== null) this.bring(classes.nodes[i]);
    network.redraw();
  }

  // Close the card.
  release() {
    this.choose(null);
    this.place.focus();
  }
}

// The card of the chosen class.
function fillCard(drawing, i) {
  const { card, classes: { nodes, parents, children } } = drawing;
  const head = element("h2", nodes[i].label), close = element("button", "×", "close"), list = element("dl");
  head.dir = "auto";
  head.tabIndex = -1;
  close.setAttribute("aria-label", "Close");
  close.addEventListener("click", () => drawing.release());
  const mark = [WORDS[nodes[i].mark], nodes[i].artificial ? "artificial" : ""].filter(Boolean).join(", ");
  listKin(drawing, list, count(parents[i].length, "parent", "parents"), parents[i]);
  listKin(drawing, list, count(children[i].length, "child", "children"), children[i]);
  card.append(head, close, ...(mark ? [element("p", mark, "quiet")] : []), list);
  card.scrollTop = 0;
}

// Parents or children on the card; a click on one chooses it.
function listKin(drawing, list, title, ids) {
  list.append(element("dt", title));
  const row = element("dd");
  const fill = (most) => {
    row.replaceChildren(...ids.slice(0, most).map((i) => {
      const b = element("button", drawing.classes.nodes[i].label);
      b.dir = "auto";
      b.addEventListener("click", () => { drawing.choose(i, true); drawing.card.querySelector("h2").focus(); });
      return b;
    }));
    if (ids.length > most) {
      const more = element("button", (ids.length - most) + " more");
      more.addEventListener("click", () => { fill(most + 60); row.children[most].focus(); });
      row.append(more);
    }
  };
  fill(6);
  if (ids.length) list.append(row);
}

// The hint beside the pointer, and clicks.
function followPointer(drawing) {
  const { place, network, classes } = drawing, tip = find("tip");
  const point = (i, at) => {
    if (i !== drawing.pointed) {
      drawing.pointed = i;
      place.style.cursor = i === null ? "" : "pointer";
      tip.textContent = i === null ? "" : classes.told(i);
      network.redraw();
    }
    tip.hidden = i === null;
    if (i === null) return;
    tip.style.left = spotBeside(place.clientWidth, tip.offsetWidth, at.x) + "px";
    tip.style.top = spotBeside(place.clientHeight, tip.offsetHeight, at.y) + "px";
  };
  network.on("click", ({ pointer }) => drawing.choose(drawing.hit(pointer.DOM)));
  place.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "mouse") return;
    const from = place.getBoundingClientRect(), at = { x: event.clientX - from.left, y: event.clientY - from.top };
    point(event.buttons ? null : drawing.hit(at), at);
  });
  place.addEventListener("pointerleave", () => point(null));
  place.addEventListener("wheel", () => point(null), { passive: true });
}

function followKeys(drawing, finder) {
  const { place, classes } = drawing, { parents, children, marked, roots } = classes;
  const steps = {
    ArrowUp: (i) => parents[i][0], ArrowDown: (i) => children[i][0],
    ArrowLeft: (i) => classes.beside(i, -1), ArrowRight: (i) => classes.beside(i, 1),
  };
  place.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (steps[event.key]) {
      const { chosen } = drawing;
      const to = chosen === null ? (marked.length ? marked[0] : roots[0]) : steps[event.key](chosen);
      if (to !== undefined) drawing.choose(to, true);
    } else if (event.key === "+" || event.key === "=") drawing.zoom(1.4);
    else if (event.key === "-") drawing.zoom(1 / 1.4);
    else if (event.key === "0" || event.key === "Home") drawing.whole();
    else return;
    event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    const { box, list } = finder;
    if (event.key === "/" && document.activeElement !== box) { box.focus(); event.preventDefault(); }
    if (event.key === "Escape" && list.hidden && drawing.chosen !== null) drawing.release();
  });
}

function followTools(drawing) {
  const { classes, classes: { marked } } = drawing;
  find("whole").addEventListener("click", () => drawing.whole());
  find("closer").addEventListener("click", () => drawing.zoom(1.4));
  find("farther").addEventListener("click", () => drawing.zoom(1 / 1.4));
  find("marked").hidden = !marked.length;
  find("marked").addEventListener("click", () => drawing.move(...drawing.framed(classes.extent(marked, []))));
}

// Finds classes by a part of their names.
class Finder {
  constructor(drawing) {
    this.drawing = drawing;
    this.box = find("search");
    this.list = find("found");
    this.names = drawing.classes.nodes.map((n) => plain(n.label));
    this.hits = [];
    this.at = 0;
    this.box.addEventListener("input", () => this.offer());
    this.box.addEventListener("focus", () => this.box.select());
    this.box.addEventListener("blur", () => this.hide());
    this.box.addEventListener("keydown", (event) => this.onKey(event));
  }

  // The classes with these words in their names: those that are them, then those that begin so.
  matching(words) {
    const rated = [];
    this.names.forEach((name, i) => {
      const where = name.indexOf(words);
      if (where >= 0) rated.push([name === words ? 0 : where === 0 ? 1 : 2, i]);
    });
    rated.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    return rated.map(([, i]) => i);
  }

  offer() {
    const words = plain(this.box.value.trim());
    this.hits = words ? this.matching(words) : [];
    this.at = 0;
    this.show(words);
  }

  show(words) {
    const { box, list, hits } = this, rows = hits.slice(0, MOST_FOUND).map((i, row) => this.row(i, row));
    const more = hits.length > MOST_FOUND ? (hits.length - MOST_FOUND) + " more" : "";
    const rest = words && !hits.length ? "No class has that in its name" : more;
    if (rest) {
      const li = element("li", rest);
      li.setAttribute("role", "option");
      li.setAttribute("aria-disabled", "true");
      rows.push(li);
    }
    list.replaceChildren(...rows);
    list.hidden = !rows.length;
    box.setAttribute("aria-expanded", String(!list.hidden));
    if (hits.length) box.setAttribute("aria-activedescendant", "found-" + this.at);
    else box.removeAttribute("aria-activedescendant");
  }

  row(i, row) {
    const li = element("li", this.drawing.classes.nodes[i].label);
    li.id = "found-" + row;
    li.dir = "auto";
    li.setAttribute("role", "option");
    li.setAttribute("aria-selected", row === this.at);
    li.addEventListener("pointerdown", (event) => { event.preventDefault(); this.pick(i); });
    return li;
  }

  hide() {
    this.hits = [];
    this.show("");
  }

  pick(i) {
    this.hide();
    this.box.value = this.drawing.classes.nodes[i].label;
    this.drawing.choose(i, true);
  }

  onKey(event) {
    const shown = Math.min(this.hits.length, MOST_FOUND);
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (!shown) return;
      this.at = (this.at + (event.key === "ArrowDown" ? 1 : shown - 1)) % shown;
      this.show(this.box.value);
    } else if (event.key === "Enter" && shown) this.pick(this.hits[this.at]);
    else if (event.key === "Escape" && !this.list.hidden) { this.hide(); event.stopPropagation(); }
    else return;
    event.preventDefault();
  }
}

function main({ options, ...data }) {
  showLegend(data);
  if (!data.nodes.length) {
    find("empty").hidden = false;
    find("drawing").hidden = true;
    return;
  }
  const drawing = new Drawing(new Classes(data), options);
  followPointer(drawing);
  followKeys(drawing, new Finder(drawing));
  followTools(drawing);
  drawing.show();
  // For whoever scripts the page: where classes stand, and the names that stand for them from afar.
  window.hierview = { network: drawing.network, nodes: data.nodes, names: () => drawing.names.tags };
}

main(JSON.parse(find("data").textContent));
