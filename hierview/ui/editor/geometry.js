// Sizes and places, as numbers alone: what is drawn and measured is done elsewhere.
// A place is where the drawing lies on the stage: { scale, x, y }. A size is [width, height].

// What Python's drawings have, too: height and labels of classes, distances, the longest label.
export const HEIGHT = 36;
export const FONT = 16;
export const LAYER = 84;
const LONGEST_LABEL = 28;
export const NARROW = 500;  // the width under which there is little room
export const ZOOM = [0.4, 2.5];
const LEAST_SCALE = 14 / 16, MOST_STRETCH = [1.9, 1.38], MOST_STRETCH_NARROW = [1.2, 1.1];

export const clamp = (value, least, most) => Math.min(Math.max(value, least), most);
export const mix = (a, b, share) => a + (b - a) * share;
export const tenth = (value) => Math.round(value * 10) / 10;

// Classes

export function shownLabel(name) {
  const letters = Array.from(name);
  return letters.length <= LONGEST_LABEL ? name : `${letters.slice(0, LONGEST_LABEL - 1).join("").trimEnd()}…`;
}

// The size of a class's body around a label that is `text` wide.
export function bodySize(mark, text) {
  if (mark === "true") return [1.12 * text + 26, HEIGHT];
  if (mark === "both") return [1.12 * text + 40, HEIGHT + 12];
  return [text + (mark === "predicted" ? 28 : 24), HEIGHT];
}

// What holds boxes, each { x, y, w, h } around its middle, and points.
export function frameOf(boxes, points = []) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  const include = (x, y, w, h) => {
    left = Math.min(left, x - w / 2);
    right = Math.max(right, x + w / 2);
    top = Math.min(top, y - h / 2);
    bottom = Math.max(bottom, y + h / 2);
  };
  for (const { x, y, w, h } of boxes) include(x, y, w, h);
  for (const [x, y] of points) include(x, y, 0, 0);
  return { left, top, right, bottom };
}

// Edges

// The points of an edge: out of its parent below, by its bends, into its child above.
export const routeOf = (parent, child, bends) =>
  [[parent.x, parent.y + parent.h / 2], ...bends, [child.x, child.y - child.h / 2]];

// Where the number of an edge stands: in the middle of its middle piece.
export function middleOf(route) {
  const i = Math.floor((route.length - 1) / 2), [x, y] = route[i], [nextX, nextY] = route[i + 1];
  return [(x + nextX) / 2, (y + nextY) / 2];
}

// The stage

// What stays free around the drawing.
const padOf = ([W]) => (W < NARROW ? 10 : 24);

// Distances as wide as there is room for, so that a small drawing does not look lost.
export function stretchOf(classes, widest, size) {
  const [W, H] = size, pad = padOf(size);
  const [across, down] = W < NARROW ? MOST_STRETCH_NARROW : MOST_STRETCH;
  const room = (places, all, edge, most) => {
    const span = Math.max(...places) - Math.min(...places);
    return clamp((all - 2 * pad - edge) / (span || 1), 1, most);
  };
  return [
    room(classes.map((c) => c.x), W, widest, across),
    room(classes.map((c) => c.y), H, HEIGHT + 12, down),
  ];
}

// The drawing in the middle; text never below 14 px: then its top stands in view, and of its width what is below
// `middle`, the middle of its roots.
export function fitted({ left, top, right, bottom }, middle, size) {
  const [W, H] = size, pad = padOf(size), wide = W - 2 * pad, high = H - 2 * pad;
  const scale = clamp(Math.min(1, wide / (right - left), high / (bottom - top)), LEAST_SCALE, 1);
  const x = scale * (right - left) <= wide + 0.5
    ? W / 2 - (scale * (left + right)) / 2
    : clamp(W / 2 - scale * middle, W - pad - scale * right, pad - scale * left);
  const y = scale * (bottom - top) <= high + 0.5 ? H / 2 - (scale * (top + bottom)) / 2 : pad - scale * top;
  return { scale, x, y };
}

// Whether all of the drawing is on the stage.
export const holds = ({ scale, x, y }, { left, top, right, bottom }, [W, H]) =>
  scale * left + x >= 0 && scale * right + x <= W && scale * top + y >= 0 && scale * bottom + y <= H;

// A place as near as possible where some of the drawing is in view.
export const inSight = ({ scale, x, y }, { left, top, right, bottom }, [W, H]) => ({
  scale,
  x: clamp(x, 60 - scale * right, W - 60 - scale * left),
  y: clamp(y, 40 - scale * bottom, H - 40 - scale * top),
});

// How far the drawing has to move so that a box, with a margin, is on the stage: across and down.
export function missing(box, { scale, x, y }, [W, H], margin) {
  const [cx, cy] = [box.x * scale + x, box.y * scale + y];
  const w = (box.w * scale) / 2 + margin, h = (box.h * scale) / 2 + margin;
  return [cx - w < 0 ? w - cx : Math.min(0, W - w - cx), cy - h < 0 ? h - cy : Math.min(0, H - h - cy)];
}

// Larger or smaller, what lies at a point of the stage staying there.
export function zoomed(place, factor, [x, y]) {
  const scale = clamp(place.scale * factor, ...ZOOM), share = scale / place.scale;
  return { scale, x: x - (x - place.x) * share, y: y - (y - place.y) * share };
}

// What lies between two points of the stage, and how far apart they are.
export const spreadOf = ([ax, ay], [bx, by]) =>
  ({ far: Math.max(20, Math.hypot(ax - bx, ay - by)), x: (ax + bx) / 2, y: (ay + by) / 2 });

// After two fingers went from one spread to another: what was between them still is.
export function pinched(place, before, now) {
  const scale = clamp((place.scale * now.far) / before.far, ...ZOOM), share = scale / place.scale;
  return { scale, x: now.x - (before.x - place.x) * share, y: now.y - (before.y - place.y) * share };
}

// The point of the drawing at a point of the stage.
export const pointAt = ({ scale, x, y }, [px, py]) => [(px - x) / scale, (py - y) / scale];
