// Where the arrow keys lead in a drawing.
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// The direction of an arrow key, as steps to the right and down; undefined for any other key.
export const directionOf = (key) => (Object.hasOwn(WAYS, key) ? WAYS[key] : undefined);

// The index of the nearest of `places`, each as [x, y], in the direction of an arrow key: beside `from` in its own
// layer, or in the next layer. -1 where there is none, or for any other key.
export function nearest([x, y], places, key) {
  const direction = directionOf(key);
  if (!direction) return -1;
  const [dx, dy] = direction, [straight, sideways] = dx ? [1, 2] : [3, 1];
  let best = -1, least = Infinity;
  places.forEach(([ox, oy], i) => {
    const ahead = (ox - x) * dx + (oy - y) * dy;
    const far = straight * ahead + sideways * (Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx));
    if (ahead > 4 && far < least) { best = i; least = far; }
  });
  return best;
}
