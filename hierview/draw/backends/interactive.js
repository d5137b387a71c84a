"use strict";
const find = (id) => document.getElementById(id);

// As it is sought: without accents, in small letters.
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

// The middle of a view that is half as long before and behind it, within an extent.
const kept = (v, half, low, most) =>
  most - low > 2 * half ? Math.min(Math.max(v, low + half), most - half) : (low + most) / 2;

// Where a hint of that size stands beside the pointer.
const spotBeside = (length, size, from) => Math.max(4, from + 16 + size < length ? from + 16 : from - 12 - size);

(() => {
  const { nodes, edges, options, outline } = JSON.parse(document.getElementById("data").textContent);
  const place = find("drawing"), card = find("card"), search = find("search"), found = find("found");
  const parents = nodes.map(() => []), children = nodes.map(() => []), above = nodes.map(() => []);
  edges.forEach((edge) => { parents[edge.to].push(edge.from); children[edge.from].push(edge.to); above[edge.to].push(edge); });
  const marked = nodes.filter((n) => n.mark !== "none").map((n) => n.id);
  const still = matchMedia("(prefers-reduced-motion: reduce)"), dark = matchMedia("(prefers-color-scheme: dark)");
  const WORDS = { true: "true", predicted: "predicted", both: "true and predicted", none: "" };
  const FAMILY = getComputedStyle(document.body).fontFamily;

  // Which classes the drawing owes a name from afar: the marked ones, then those with the most below them.
  const weight = nodes.map(() => 1);
  const left = children.map((c) => c.length);
  const leaves = nodes.filter((n) => !left[n.id]).map((n) => n.id);
  while (leaves.length) {
    const i = leaves.pop();
    parents[i].forEach((p) => { weight[p] += weight[i] / parents[i].length; if (!--left[p]) leaves.push(p); });
  }
  const rank = nodes.map((n) => n.id);
  rank.sort((a, b) =>
    (nodes[b].mark !== "none") - (nodes[a].mark !== "none") || weight[b] - weight[a] || a - b);

  const used = new Set(nodes.map((n) => n.mark));
  if (nodes.some((n) => n.artificial)) used.add("artificial");
  if (edges.some((e) => !e.line)) used.add("further");
  for (const entry of find("legend").children) {
    entry.hidden = ["artificial", "further"].includes(entry.dataset.mark) && !used.has(entry.dataset.mark);
  }
  if (!nodes.length) { find("empty").hidden = false; place.hidden = true; return; }

  // Painting

  const colours = {};
  const readColours = () => {
    const style = getComputedStyle(document.documentElement);
    for (const name of ["ground", "panel", "line", "ink", "quiet", "accent", "true", "predicted", "none"]) {
      colours[name] = style.getPropertyValue("--" + name).trim();
    }
  };
  readColours();

  let chosen = null, pointed = null, lit = new Set();

  function ellipse(ctx, x, y, w, h) { ctx.beginPath(); ctx.ellipse(x, y, w / 2, h / 2, 0, 0, 2 * Math.PI); }
  function rect(ctx, x, y, w, h, r) { ctx.beginPath(); ctx.roundRect(x - w / 2, y - h / 2, w, h, r); }

  // A class's body and label around a point; `label` false leaves the label out.
  function paint(ctx, node, x, y, size, scale, label) {
    const w = node.w * size, h = node.h * size, least = 0.75 / scale;
    const line = (colour, width) => {
      ctx.strokeStyle = colours[colour];
      ctx.lineWidth = Math.max(width * size, least);
      ctx.lineCap = node.artificial ? "round" : "butt";
      ctx.setLineDash(node.artificial ? [0.1 * size, 3.5 * size] : []);
      ctx.stroke();
    };
    ctx.fillStyle = colours.ground;
    if (!label && node.mark === "none") {
      // From afar a class without a mark is a bar where a line of text would be.
      rect(ctx, x, y, w, h, 6 * size);
      ctx.fillStyle = colours.line;
      ctx.fill();
      if (node.id !== chosen && node.id !== pointed) return;
    }
    if (node.mark === "true") { ellipse(ctx, x, y, w, h); ctx.fill(); line("true", 2); }
    if (node.mark === "predicted") { rect(ctx, x, y, w, h, 0); ctx.fill(); line("predicted", 2); }
    if (label && node.mark === "none") { rect(ctx, x, y, w, h, 6 * size); ctx.fill(); line("none", 1.25); }
    if (node.mark === "both") {
      rect(ctx, x, y, w, h, 0); ctx.fill(); line("predicted", 2);
      ellipse(ctx, x, y, w - 12 * size, h - 12 * size); line("true", 2);
    }
    ctx.setLineDash([]);
    if (node.id === chosen || node.id === pointed) {
      rect(ctx, x, y, w + 10 * size, h + 10 * size, 8 * size);
      ctx.strokeStyle = colours.accent;
      ctx.lineWidth = Math.max(2 * size, least);
      ctx.stroke();
    }
    if (!label) return;
    const room = { true: (w - 26 * size) / 1.12, both: (w - 40 * size) / 1.12, predicted: w - 28 * size, none: w - 24 * size };
    ctx.font = (node.artificial ? "italic " : "") + 16 * size + "px " + FAMILY;
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.fillStyle = colours[node.artificial ? "quiet" : "ink"];
    const lines = node.shown || [node.label];
    lines.forEach((text, i) =>
      ctx.fillText(text, x, y + (1 + 18 * (i - (lines.length - 1) / 2)) * size, room[node.mark] + 10 * size));
  }

  const network = new vis.Network(place, { nodes: [], edges: [] }, options);
  const LEGIBLE = 0.55; // below this scale, labels stand at a size of their own

  const drawn = nodes.map((node) => ({
    id: node.id, x: node.x, y: node.y, shape: "custom", size: node.w / 2,
    ctxRenderer: ({ ctx }) => ({
      drawNode() { paint(ctx, node, node.x, node.y, 1, network.getScale(), network.getScale() >= LEGIBLE); },
      nodeDimensions: { width: node.w, height: node.h },
    }),
  }));

  function track(ctx, edge) {
    const at = edge.line;
    if (at) {
      ctx.moveTo(at[0], at[1]);
      for (let i = 2; i < at.length; i += 2) ctx.lineTo(at[i], at[i + 1]);
    } else {
      const a = nodes[edge.from], b = nodes[edge.to];
      const x1 = a.x + a.w / 2, x2 = b.x - b.w / 2, bend = Math.max(60, Math.abs(x2 - x1) / 2);
      ctx.moveTo(x1, a.y);
      ctx.bezierCurveTo(x1 + bend, a.y, x2 - bend, b.y, x2, b.y);
    }
  }
  // All in one stroke: where lines run together, they are no darker.
  function stroke(ctx, all, colour, width) {
    ctx.strokeStyle = colours[colour];
    ctx.lineWidth = width;
    ctx.lineJoin = "round";
    for (const dashed of [false, true]) {
      ctx.setLineDash(dashed ? [8, 6] : []);
      ctx.beginPath();
      all.forEach((edge) => { if (dashed === !edge.line) track(ctx, edge); });
      ctx.stroke();
    }
    ctx.setLineDash([]);
  }

  const ofMarked = closure(marked), plainEdges = edges.filter((edge) => edge.line || ofMarked.has(edge));
  network.on("beforeDrawing", (ctx) => {
    const least = 0.5 / network.getScale();
    ctx.globalAlpha = network.getScale() < LEGIBLE ? 0.5 : 1;
    stroke(ctx, plainEdges, "none", Math.max(1, least));
    ctx.globalAlpha = 1;
    stroke(ctx, lit, "accent", Math.max(2.5, 4 * least));
  });

  // From afar, names at a size that can be read, where they hide no other name; marks always show.
  let tags = [];
  network.on("afterDrawing", (ctx) => {
    const scale = network.getScale();
    tags = [];
    if (scale >= LEGIBLE) return;
    const size = 0.875 / scale, edge = corners(), air = 8 / scale;
    for (const i of chosen === null ? rank : [chosen, ...rank]) {
      const node = nodes[i], isMarked = node.mark !== "none";
      if (!isMarked && i !== chosen && (tags.length >= 48 || (outline && !children[i].length))) continue;
      if (node.x + node.w / 2 < edge.left || node.x - node.w / 2 > edge.right || node.y < edge.top || node.y > edge.bottom) continue;
      if (tags.some((tag) => tag.i === i)) continue;
      const w = node.w * size, h = node.h * size;
      const x = Math.min(Math.max(outline ? node.x - node.w / 2 + w / 2 : node.x, edge.left + w / 2 + air), edge.right - w / 2 - air);
      const free = (y) => tags.every((t) => x - w / 2 > t.right + air || t.left > x + w / 2 + air || y - h / 2 > t.bottom + air || t.top > y + h / 2 + air);
      // A mark rather stands a little aside than without its name.
      const y = (isMarked ? [0, 1, -1, 2, -2, 3, -3] : [0]).map((by) => node.y + by * (h / 2 + air)).find(free);
      if (y !== undefined) tags.push({ i, node, x, y, left: x - w / 2, top: y - h / 2, right: x + w / 2, bottom: y + h / 2 });
      else if (isMarked) paint(ctx, { ...node, w: 40, h: node.mark === "both" ? 28 : 20 }, node.x, node.y, size, scale, false);
    }
    for (const tag of tags) paint(ctx, tag.node, tag.x, tag.y, size, scale, true);
  });

  // The class at a point of the page: what lies on top comes first.
  function hit(at) {
    const { x, y } = network.DOMtoCanvas(at);
    const tag = tags.findLast((t) => t.left <= x && x <= t.right && t.top <= y && y <= t.bottom);
    return tag ? tag.i : network.getNodeAt(at);
  }

  function corners() {
    const a = network.DOMtoCanvas({ x: 0, y: 0 }), b = network.DOMtoCanvas({ x: place.clientWidth, y: place.clientHeight });
    return { left: a.x, top: a.y, right: b.x, bottom: b.y };
  }

  dark.addEventListener("change", () => { readColours(); network.redraw(); });

  // Moving

  function move(position, scale) {
    network.moveTo({ position, scale, animation: still.matches ? false : { duration: 200, easingFunction: "easeInOutQuad" } });
  }

  // What these classes take, and the lines where asked: left, top, right, bottom.
  function extent(ids, lines) {
    const box = [Infinity, Infinity, -Infinity, -Infinity];
    const include = (x, y) => {
      box[0] = Math.min(box[0], x); box[1] = Math.min(box[1], y); box[2] = Math.max(box[2], x); box[3] = Math.max(box[3], y);
    };
    for (const n of ids.map((i) => nodes[i])) { include(n.x - n.w / 2, n.y - n.h / 2); include(n.x + n.w / 2, n.y + n.h / 2); }
    for (const { line = [] } of lines) for (let i = 0; i < line.length; i += 2) include(line[i], line[i + 1]);
    return box;
  }
  function frame([x1, y1, x2, y2]) {
    const scale = Math.min(1.25, (place.clientWidth - 48) / (x2 - x1), (place.clientHeight - 48) / (y2 - y1));
    return [{ x: (x1 + x2) / 2, y: (y1 + y2) / 2 }, Math.max(scale, 0.01)];
  }
  const all = nodes.map((n) => n.id), bounds = extent(all, edges);

  // To a class, unless it can be read where it stands; the card must not cover it, nor half the page be empty.
  function bring(node) {
    const wide = place.clientWidth, high = place.clientHeight, narrow = wide < 641;
    const scale = Math.max(network.getScale(), 0.9);
    const w = node.w * scale, h = node.h * scale, foot = narrow ? card.offsetHeight + 16 : 0;
    const covered = ({ x, y }) => x - w / 2 < (narrow ? wide : card.offsetWidth + 32) && y + h / 2 > high - card.offsetHeight - 32;
    const at = network.canvasToDOM(node);
    const inside = at.x > w / 2 && at.x < wide - w / 2 && at.y > h / 2 && at.y < high - h / 2;
    if (network.getScale() >= LEGIBLE && inside && !covered(at)) return;
    const air = 24 / scale;
    const x = kept(node.x, wide / 2 / scale, bounds[0] - air, bounds[2] + air);
    const y = kept(node.y + foot / 2 / scale, high / 2 / scale, bounds[1] - air, bounds[3] + air + foot / scale);
    const then = { x: (node.x - x) * scale + wide / 2, y: (node.y - y) * scale + high / 2 };
    move({ x: covered(then) && !narrow ? node.x + (wide / 2 - card.offsetWidth - 56 - w / 2) / scale : x, y }, scale);
  }

  const whole = () => move(...frame(bounds));
  const zoom = (by) => move(network.getViewPosition(), Math.min(4, Math.max(0.01, network.getScale() * by)));

  // Classes with all their ancestors, as the edges between them.
  function closure(ids) {
    const way = new Set(), seen = new Set(ids), waiting = [...ids];
    while (waiting.length) {
      for (const edge of above[waiting.pop()]) {
        way.add(edge);
        if (!seen.has(edge.from)) { seen.add(edge.from); waiting.push(edge.from); }
      }
    }
    return way;
  }

  // Saying

  function count(n, one, many) { return n ? n + " " + (n === 1 ? one : many) : "no " + one; }
  function listed(ids, most) {
    const names = ids.slice(0, most).map((i) => nodes[i].label).join(", ");
    return names + (ids.length > most ? " and " + (ids.length - most) + " more" : "");
  }
  function told(i) {
    const up = parents[i], mark = WORDS[nodes[i].mark];
    return nodes[i].label + (mark ? "\n" + mark : "")
      + "\n" + (up.length ? count(up.length, "parent", "parents") + ": " + listed(up, 4) : "no parent")
      + "\n" + count(children[i].length, "child", "children");
  }

  function element(name, text, looks) {
    const e = document.createElement(name);
    if (text !== undefined) e.textContent = text;
    if (looks) e.className = looks;
    return e;
  }

  function kin(list, title, ids) {
    list.append(element("dt", title));
    const row = element("dd");
    const fill = (most) => {
      row.replaceChildren(...ids.slice(0, most).map((i) => {
        const b = element("button", nodes[i].label);
        b.dir = "auto";
        b.addEventListener("click", () => { choose(i, true); card.querySelector("h2").focus(); });
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

  function choose(i, go) {
    chosen = i;
    lit = i === null ? new Set() : closure([i]);
    if (i === null) network.unselectAll(); else network.selectNodes([i], false);
    card.hidden = i === null;
    card.replaceChildren();
    find("told").textContent = i === null ? "" : told(i).replaceAll("\n", ", ");
    if (i !== null) {
      const head = element("h2", nodes[i].label), close = element("button", "×", "close"), list = element("dl");
      head.dir = "auto";
      head.tabIndex = -1;
      close.setAttribute("aria-label", "Close");
      close.addEventListener("click", () => { choose(null); place.focus(); });
      const mark = [WORDS[nodes[i].mark], nodes[i].artificial ? "artificial" : ""].filter(Boolean).join(", ");
      kin(list, count(parents[i].length, "parent", "parents"), parents[i]);
      kin(list, count(children[i].length, "child", "children"), children[i]);
      card.append(head, close, ...(mark ? [element("p", mark, "quiet")] : []), list);
      card.scrollTop = 0;
    }
    if (go && i !== null) bring(nodes[i]);
    network.redraw();
  }

  const tip = find("tip");
  function point(i, at) {
    if (i !== pointed) {
      pointed = i;
      place.style.cursor = i === null ? "" : "pointer";
      tip.textContent = i === null ? "" : told(i);
      network.redraw();
    }
    tip.hidden = i === null;
    if (i === null) return;
    tip.style.left = spotBeside(place.clientWidth, tip.offsetWidth, at.x) + "px";
    tip.style.top = spotBeside(place.clientHeight, tip.offsetHeight, at.y) + "px";
  }
  network.on("click", ({ pointer }) => choose(hit(pointer.DOM) ?? null));
  place.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "mouse") return;
    const from = place.getBoundingClientRect(), at = { x: event.clientX - from.left, y: event.clientY - from.top };
    point(event.buttons ? null : hit(at) ?? null, at);
  });
  place.addEventListener("pointerleave", () => point(null));
  place.addEventListener("wheel", () => point(null), { passive: true });

  // Keys and tools

  const roots = all.filter((i) => !parents[i].length);
  function beside(i, by) {
    const siblings = parents[i].length ? children[parents[i][0]] : roots;
    return siblings[siblings.indexOf(i) + by];
  }
  place.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = {
      ArrowUp: (i) => parents[i][0], ArrowDown: (i) => children[i][0],
      ArrowLeft: (i) => beside(i, -1), ArrowRight: (i) => beside(i, 1),
    };
    if (steps[event.key]) {
      const to = chosen === null ? (marked.length ? marked[0] : roots[0]) : steps[event.key](chosen);
      if (to !== undefined) choose(to, true);
    } else if (event.key === "+" || event.key === "=") zoom(1.4);
    else if (event.key === "-") zoom(1 / 1.4);
    else if (event.key === "0" || event.key === "Home") whole();
    else return;
    event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== search) { search.focus(); event.preventDefault(); }
    if (event.key === "Escape" && found.hidden && chosen !== null) { choose(null); place.focus(); }
  });
  find("whole").addEventListener("click", whole);
  find("closer").addEventListener("click", () => zoom(1.4));
  find("farther").addEventListener("click", () => zoom(1 / 1.4));
  find("marked").hidden = !marked.length;
  find("marked").addEventListener("click", () => move(...frame(extent(marked, []))));

  // Finding

  const names = nodes.map((n) => plain(n.label));
  let hits = [], at = 0;
  function offer() {
    const words = plain(search.value.trim());
    hits = [];
    if (words) {
      const rated = [];
      names.forEach((name, i) => {
        const where = name.indexOf(words);
        if (where >= 0) rated.push([name === words ? 0 : where === 0 ? 1 : 2, i]);
      });
      rated.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
      hits = rated.map(([, i]) => i);
    }
    at = 0;
    show(words);
  }
  function show(words) {
    const rows = hits.slice(0, 10).map((i, row) => {
      const li = element("li", nodes[i].label);
      li.id = "found-" + row;
      li.dir = "auto";
      li.setAttribute("role", "option");
      li.setAttribute("aria-selected", row === at);
      li.addEventListener("pointerdown", (event) => { event.preventDefault(); pick(i); });
      return li;
    });
    const rest = words && !hits.length ? "No class has that in its name" : hits.length > 10 ? (hits.length - 10) + " more" : "";
    if (rest) {
      const li = element("li", rest);
      li.setAttribute("role", "option");
      li.setAttribute("aria-disabled", "true");
      rows.push(li);
    }
    found.replaceChildren(...rows);
    found.hidden = !rows.length;
    search.setAttribute("aria-expanded", String(!found.hidden));
    if (hits.length) search.setAttribute("aria-activedescendant", "found-" + at);
    else search.removeAttribute("aria-activedescendant");
  }
  function hide() { hits = []; show(""); }
  function pick(i) { hide(); search.value = nodes[i].label; choose(i, true); }
  search.addEventListener("input", offer);
  search.addEventListener("focus", () => { search.select(); });
  search.addEventListener("blur", hide);
  search.addEventListener("keydown", (event) => {
    const shown = Math.min(hits.length, 10);
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (!shown) return;
      at = (at + (event.key === "ArrowDown" ? 1 : shown - 1)) % shown;
      show(search.value);
    } else if (event.key === "Enter" && shown) { pick(hits[at]); }
    else if (event.key === "Escape" && !found.hidden) { hide(); event.stopPropagation(); }
    else return;
    event.preventDefault();
  });

  network.setData({ nodes: drawn, edges: [] });
  const frameElement = place.querySelector(".vis-network");
  frameElement.tabIndex = -1;
  network.canvas.setSize("100%", "100%");
  const [position, scale] = frame(bounds);
  network.moveTo({ position, scale });
  // For whoever scripts the page: where classes stand, and the names that stand for them from afar.
  window.hierview = { network, nodes, names: () => tags };
})();
