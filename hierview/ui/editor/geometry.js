// Sizes and places, as numbers alone: what is drawn and measured is done elsewhere.
// A place is where the drawing lies on the stage: { scale, x, y }. A size is [width, height].

// What Python's drawings have, too: height and labels of classes, distances.
export const HEIGHT = 36;
export const LINE_HEIGHT = 18;
const ROUND_LINE_HEIGHT = 26;  // in an ellipse
const HALF_LETTER = 8.5, ROUND_AIR = 2.5;  // from the middle of a line to where letters end, and on to an ellipse
export const FONT = 16;
export const LAYER = 84;
const LINE = 18, MOST_LINES = 3;  // characters that a line of a label should have at most; lines
export const ROW_LINE = 36;  // characters where each class has a row of its own
export const NARROW = 500;  // the width under which there is little room
export const FEW = 9;  // classes from which on the tools to look at the drawing stand in the bar
export const ZOOM = [0.4, 2.5];
const LOW = 373, LOW_NARROW = 255;  // what a drawing may take before it gets more
const MOST_HIGH = 720;
const FLAT = 230;  // what it may take where it gets less
const OVER = 52;  // the height of what stands over a drawing that is not all in view
const EDGE = 8, APART = 2;  // what lies over the drawing is so far from the stage's edge; from classes
export const LEAST_SCALE = 14 / 16;
const LEAST_WHOLE = 12 / 16;  // a drawing with less room beside is not shown whole
// Where all that is marked is to be in view: names are made out; where the page is narrow, they are read.
const LEAST_MARKED = 8 / 16, LEAST_MARKED_NARROW = 10 / 16;
const LITTLE = 0.9;           // so much smaller letters are a fair price for all of a drawing, where small anyway
const MOST_STRETCH = [1.9, 1.38], MOST_STRETCH_NARROW = [1.2, 1.1];

export const clamp = (value, least, most) => Math.min(Math.max(value, least), most);
export const mix = (a, b, share) => a + (b - a) * share;
export const tenth = (value) => Math.round(value * 10) / 10;

// Classes

const trimSpaces = (letters) => letters.join("").replace(/^ +| +$/g, "");
const lengthOf = (text) => Array.from(text).length;
const longestOf = (lines) => Math.max(...lines.map(lengthOf));

// The letters of a name in pieces between which a line may end: at blanks, behind hyphens, before capitals in a word.
function piecesOf(letters) {
  const is = (kind, i) => i < letters.length && kind.test(letters[i]);
  const pieces = [[letters[0]]];
  for (let i = 1; i < letters.length; i += 1) {
    const after = is(/^\p{Lu}$/u, i)
      && (is(/^\p{Ll}$/u, i - 1) || (is(/^\p{Lu}$/u, i - 1) && is(/^\p{Ll}$/u, i + 1)));
    const ends = letters[i - 1] === " " || ("-‐–/_".includes(letters[i - 1]) && i > 1) || after;
    if (letters[i] !== " " && ends) pieces.push([letters[i]]);
    else pieces.at(-1).push(letters[i]);
  }
  return pieces;
}

// The pieces on so many lines, the longest as short as can be; null where there are too few pieces.
function balancedLines(pieces, count) {
  if (pieces.length < count) return null;
  if (count === 1) return [trimSpaces(pieces.flat())];
  let best = null;
  for (let i = 1; i <= pieces.length - count + 1; i += 1) {
    const lines = [trimSpaces(pieces.slice(0, i).flat()), ...balancedLines(pieces.slice(i), count - 1)];
    if (!best || longestOf(lines) < longestOf(best)) best = lines;
  }
  return best;
}

// Line by line, pieces that are too long hyphenated; what comes after the last line is cut.
function filledLines(pieces, wide) {
  let lines = [[]];
  for (let rest of pieces) {
    if (lengthOf([...lines.at(-1), ...rest].join("").replace(/ +$/, "")) > wide) lines.push([]);
    for (let long; (long = lengthOf(rest.join("").replace(/ +$/, ""))) > wide;) {
      const part = Math.ceil(long / Math.ceil(long / (wide - 1)));  // all parts as long as each other
      lines.splice(-1, 1, [...rest.slice(0, part), "-"], []);
      rest = rest.slice(part);
    }
    lines.at(-1).push(...rest);
    if (lines.length > MOST_LINES + 1) break;
  }
  lines = lines.map(trimSpaces).filter(Boolean);
  if (lines.length <= MOST_LINES) return lines;
  const last = Array.from(lines[MOST_LINES - 1]).slice(0, wide - 1).join("").replace(/[ -]+$/, "");
  return [...lines.slice(0, MOST_LINES - 1), `${last}…`];
}

// The lines of a class's label, of about `most` characters, as in draw/texts/class_labels.py.
export function linesOf(name, most = LINE) {
  const letters = Array.from(name), wide = most + Math.floor(most / 2);
  if (letters.length <= most) return [name];
  const pieces = piecesOf(letters);
  if (letters.length <= MOST_LINES * (wide + 1)) {
    let best = null;
    for (let count = 2; count <= MOST_LINES; count += 1) {
      const lines = balancedLines(pieces, count);
      if (lines && longestOf(lines) <= most) return lines;
      if (lines && (!best || longestOf(lines) < longestOf(best))) best = lines;
    }
    best ??= [name];
    if (longestOf(best) <= wide) return best;
  }
  return filledLines(pieces, wide);
}

// The size of a class's body around a label of so many lines, `text` wide.
export function bodySize(mark, text, lines = 1) {
  if (mark !== "true" && mark !== "both") {
    return [text + (mark === "predicted" ? 28 : 24), HEIGHT + (lines - 1) * LINE_HEIGHT];
  }
  const high = HEIGHT + (lines - 1) * ROUND_LINE_HEIGHT;
  const corner = (HALF_LETTER + (lines - 1) * LINE_HEIGHT / 2) / (high / 2 - ROUND_AIR);
  const wide = Math.max(1.12 * text + 26, text / Math.sqrt(1 - corner ** 2) + 2 * ROUND_AIR);
  return mark === "both" ? [wide + 14, high + 12] : [wide, high];
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

const span = (places) => Math.max(...places) - Math.min(...places);

// Whether a drawing of classes without bends, as small as it is shown by itself, needs more height than all are given.
// wide: of the frame, which says how small that is.
export function isHigh(classes, widest, wide) {
  if (!classes.length) return false;
  const high = span(classes.map((c) => c.y)) + HEIGHT + 12;
  if (wide < NARROW) return high * LEAST_SCALE > LOW_NARROW;
  const across = (wide - 2 * padOf([wide])) / (span(classes.map((c) => c.x)) + widest);
  return high * clamp(across, LEAST_WHOLE, LEAST_SCALE) > LOW;
}

// The height of a stage in which all of a drawing is seen, its letters as small as they are by themselves; 0 where that
// is more than a page should give.
export function heightOf(classes, wide) {
  const high = (span(classes.map((c) => c.y)) + HEIGHT + 12) * LEAST_SCALE + 2 * padOf([wide]);
  return classes.length && high <= MOST_HIGH ? Math.ceil(high) : 0;
}

// Whether a drawing needs less height than all are given.
export const isFlat = (classes) => span(classes.map((c) => c.y)) + HEIGHT <= FLAT;

// What stays free around the drawing.
const padOf = ([W]) => (W < NARROW ? 10 : 24);

// Distances as wide as there is room for, so that a small drawing does not look lost.
export function stretchOf(classes, widest, size) {
  const [W, H] = size, pad = padOf(size);
  const [across, down] = W < NARROW ? MOST_STRETCH_NARROW : MOST_STRETCH;
  const room = (places, all, edge, most) => clamp((all - 2 * pad - edge) / (span(places) || 1), 1, most);
  return [
    room(classes.map((c) => c.x), W, widest, across),
    room(classes.map((c) => c.y), H, HEIGHT + 12, down),
  ];
}

// The drawing in the middle; text never below 14 px: then the side of its roots is in view, and along it what is at
// `middle`, the middle of its roots; of an indented tree, where it begins.
export function placeThatFits({ left, top, right, bottom }, middle, size, direction = "down") {
  const [W, H] = size, pad = padOf(size), wide = W - 2 * pad, high = H - 2 * pad;
  const scale = clamp(Math.min(1, wide / (right - left), high / (bottom - top)), LEAST_SCALE, 1);
  const x = scale * (right - left) <= wide + 0.5
    ? W / 2 - (scale * (left + right)) / 2
    : clamp(direction === "down" ? W / 2 - scale * middle : Infinity, W - pad - scale * right, pad - scale * left);
  const y = scale * (bottom - top) <= high + 0.5
    ? H / 2 - (scale * (top + bottom)) / 2
    : clamp(direction === "right" ? H / 2 - scale * middle : Infinity, H - pad - scale * bottom, pad - scale * top);
  return { scale, x, y };
}

// A place where all of a box is in view, the rest of the drawing as much as there is room for: text may become small.
// before: the place that it leaves, where not all of the drawing is in view; what stands over it then stays free.
export function placeToShow(box, all, before, size) {
  const [W, H] = size, pad = padOf(size), top = before ? OVER : pad, wide = W - 2 * pad, high = H - top - pad;
  const fit = ({ left, right, top: low, bottom }) =>
    Math.min(before?.scale ?? 1, wide / (right - left), high / (bottom - low));
  const fits = fit(box), whole = fit(all);
  const small = fits < LEAST_SCALE && whole >= LITTLE * fits ? whole : fits;
  const scale = before ? Math.max(small, W < NARROW ? LEAST_MARKED_NARROW : LEAST_MARKED) : small;
  // As near to where it was as can be, and never beyond the drawing's own edges.
  const along = ([start, end], [low, far], [allLow, allFar], at = 0) => {
    if (scale * (allFar - allLow) <= end - start + 0.5) return (start + end) / 2 - (scale * (allLow + allFar)) / 2;
    const ends = [end - scale * far, start - scale * low];
    return clamp(at, Math.min(...ends), Math.max(...ends));
  };
  return {
    scale,
    x: along([pad, W - pad], [box.left, box.right], [all.left, all.right], before?.x),
    y: along([top, H - pad], [box.top, box.bottom], [all.top, all.bottom], before?.y),
  };
}

// The first of the corners of the stage in which something of a size covers no box; null where there is none.
export function freeCorner([w, h], corners, boxes, [W, H]) {
  for (const corner of corners) {
    const left = corner.endsWith("left") ? EDGE : W - EDGE - w, top = corner.startsWith("top") ? EDGE : H - EDGE - h;
    const right = left + w, bottom = top + h;
    const covers = (box) =>
      box.left < right + APART && box.right > left - APART && box.top < bottom + APART && box.bottom > top - APART;
    if (!boxes.some(covers)) return { corner, left, top, right, bottom };
  }
  return null;
}

// Distances after an edit: as they were while there is room, else with some to spare for the next.
export const reducedStretch = (before, most) => before.map((s, i) => (s <= most[i] ? s : Math.max(1, 0.9 * most[i])));

const median = (values) => {
  const sorted = values.toSorted((a, b) => a - b), i = sorted.length >> 1;
  return sorted.length % 2 ? sorted[i] : (sorted[i - 1] + sorted[i]) / 2;
};

// The place where the drawing stands still after its classes moved, each by [across, down]: most of them stay.
export function medianShifted({ scale, x, y }, moves) {
  if (!moves.length) return { scale, x, y };
  const [dx, dy] = [0, 1].map((i) => median(moves.map((move) => move[i])));
  return { scale, x: x - scale * dx, y: y - scale * dy };
}

// Whether all of the drawing is on the stage.
export const isWhollyInView = ({ scale, x, y }, { left, top, right, bottom }, [W, H]) =>
  scale * left + x >= 0 && scale * right + x <= W && scale * top + y >= 0 && scale * bottom + y <= H;

// A place as near as possible where some of the drawing is in view.
export const inSight = ({ scale, x, y }, { left, top, right, bottom }, [W, H]) => ({
  scale,
  x: clamp(x, 60 - scale * right, W - 60 - scale * left),
  y: clamp(y, 40 - scale * bottom, H - 40 - scale * top),
});

// How far the drawing has to move so that a box, with a margin, is on the stage: across and down.
export function shiftIntoView(box, { scale, x, y }, [W, H], margin) {
  const [cx, cy] = [box.x * scale + x, box.y * scale + y];
  const w = (box.w * scale) / 2 + margin, h = (box.h * scale) / 2 + margin;
  return [cx - w < 0 ? w - cx : Math.min(0, W - w - cx), cy - h < 0 ? h - cy : Math.min(0, H - h - cy)];
}

// Larger or smaller, what lies at a point of the stage staying there.
export function zoomedPlace(place, factor, [x, y]) {
  const scale = clamp(place.scale * factor, ...ZOOM), share = scale / place.scale;
  return { scale, x: x - (x - place.x) * share, y: y - (y - place.y) * share };
}

// What lies between two points of the stage, and how far apart they are.
export const spreadOf = ([ax, ay], [bx, by]) =>
  ({ far: Math.max(20, Math.hypot(ax - bx, ay - by)), x: (ax + bx) / 2, y: (ay + by) / 2 });

// After two fingers went from one spread to another: what was between them still is.
export function pinchedPlace(place, before, now) {
  const scale = clamp((place.scale * now.far) / before.far, ...ZOOM), share = scale / place.scale;
  return { scale, x: now.x - (before.x - place.x) * share, y: now.y - (before.y - place.y) * share };
}

// The point of the drawing at a point of the stage.
export const pointAt = ({ scale, x, y }, [px, py]) => [(px - x) / scale, (py - y) / scale];
