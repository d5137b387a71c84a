// A case that an address carries, drawn before Python is there: in layers, each class above the middle of its children.
const LAYER = 84, TOP = 24, LETTER = 8.5, AROUND = 45, BETWEEN = 24;  // pixels, as in the drawings of Python
const MOST = 400;  // classes that are drawn before they are laid out well
const LARGEST = 2_000_000, LONGEST_NAME = 200;  // bytes of a case and characters of a name, as Python takes them

// The content of a packed case, "~", a version, and base64url of raw deflate.
export async function unpackCase(text) {
  const binary = atob(text.slice(2).replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (c) => c.codePointAt(0));
  let size = 0;
  const transform = (part, out) => {
    size += part.length;
    if (size > LARGEST) out.error(new Error("too large"));
    else out.enqueue(part);
  };
  const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(inflated.pipeThrough(new TransformStream({ transform }))).text());
}

// The classes and edges of a case as the editor takes them; what Python would refuse, or takes long, waits for it.
export function drawingOf({ name: called = "", edges = [], classes: alone = [], true: right = [], predicted = [] }) {
  const names = [...new Set([...edges.flatMap(([parent, child]) => [parent, child]), ...alone])].slice(0, MOST);
  if ([called, ...names].some((name) => name.length > LONGEST_NAME) || edges.length > 10 * MOST)
    throw new Error("too large");
  const children = new Map(names.map((name) => [name, []])), parents = new Map(names.map((name) => [name, []]));
  for (const [parent, child] of edges) {
    children.get(parent)?.push(child);
    parents.get(child)?.push(parent);
  }
  const places = placesOf(names, children, parents), marks = { "": "none", t: "true", p: "predicted", tp: "both" };
  const markOf = (name) => marks[(right.includes(name) ? "t" : "") + (predicted.includes(name) ? "p" : "")];
  const looks = { pinned: false, artificial: false };
  const drawn = names.map((name, n) => ({ name, n, mark: markOf(name), ...looks, ...places.get(name) }));
  const lines = edges.filter(([parent, child]) => places.has(parent) && places.has(child))
    .map(([parent, child]) => ({ parent, child, bends: [], weight: "" }));
  return { called, classes: drawn, edges: lines, total: names.length, counted: [] };
}

function placesOf(names, children, parents) {
  const places = new Map(), depths = new Map();
  let right = 0;
  const depthOf = (name) => {
    if (!depths.has(name)) {
      depths.set(name, 0);  // of a circle, which Python refuses
      depths.set(name, 1 + Math.max(-1, ...parents.get(name).map(depthOf)));
    }
    return depths.get(name);
  };
  const place = (name) => {
    if (places.has(name)) return;
    places.set(name, null);
    const mine = children.get(name).filter((child) => !places.has(child));
    mine.forEach(place);
    const width = LETTER * name.length + AROUND, xs = mine.map((child) => places.get(child).x);
    if (!mine.length) right += width + BETWEEN;
    const x = mine.length ? (Math.min(...xs) + Math.max(...xs)) / 2 : right - width / 2;
    places.set(name, { x, y: TOP + LAYER * depthOf(name) });
  };
  names.filter((name) => !parents.get(name).length).forEach(place);
  names.forEach(place);
  return places;
}
