// What stands over the drawing: each thing in a corner of the stage where it covers no class, or away.
import { freeCorner } from "./geometry.js";

const LABEL = 22;  // what stands below a class and says how many more there are

// A text keeps its size while it stays, so that nothing is measured while the drawing moves.
function sizeOf(box) {
  if (box.localName !== "p") return box.getBoundingClientRect();
  if (box.sized?.text !== box.textContent) {
    const { width, height } = box.getBoundingClientRect();
    box.sized = { text: box.textContent, width, height };
  }
  return box.sized;
}

export class Corners {
  constructor(editor, find) {
    this.editor = editor;
    // Each with the corners that it may take, the best first.
    this.parts = [
      [find("input.find"), ["top right", "top left", "bottom right", "bottom left"]],
      [find("button.beyond"), ["bottom right", "bottom left", "top right", "top left"]],
      [find("p.drawn"), ["top left", "top right", "bottom left", "bottom right"]],
      [find("p.counted"), ["bottom right", "bottom left", "top right", "top left"]],
      [find("svg.overview"), ["bottom right", "bottom left", "top left", "top right"]],
    ].map(([box, corners]) => ({ box, corners, corner: corners[0] }));
  }

  // While a finger moves the drawing, nothing changes its corner: what would cover a class is away so long.
  lay() {
    this.editor.beyond.show();
    const shown = this.parts.filter(({ box }) => !box.hasAttribute("hidden"));
    if (!shown.length) return;
    // What is under the hand stays, whatever comes.
    shown.sort((a, b) => this.inUse(b.box) - this.inUse(a.box));
    const { camera: { size }, pointer: { press, pinch } } = this.editor, taken = [], held = press?.dragging || pinch;
    const boxes = this.boxes();
    for (const part of shown) {
      const { box } = part, { width, height } = sizeOf(box), used = this.inUse(box);
      const corners = used || held ? [part.corner] : part.corners;
      const free = freeCorner([width, height], corners, used ? taken : [...boxes, ...taken], size);
      const stays = box === this.editor.beyond.button;
      const found = free ?? (stays ? freeCorner([width, height], corners, taken, size) : null);
      box.classList.toggle("away", !found && !used);
      if (!found) continue;
      part.corner = found.corner;
      box.style.left = `${found.left}px`;
      box.style.top = `${found.top}px`;
      taken.push(found);
    }
  }

  // Whoever types, or goes over the map, has it under the hand.
  inUse(box) {
    const { root, finder, overview } = this.editor;
    return root.activeElement === box || (box === finder.input && finder.asked) ||
      (box === overview.svg && overview.held);
  }

  // The classes on the stage, where they go to.
  boxes() {
    const { picture, camera, graph } = this.editor, { scale, x, y } = camera.rest;
    return picture.rooms().map((room) => {
      const below = graph.classes.get(room.name)?.more ? LABEL : 0;
      return {
        left: (room.x - room.w / 2) * scale + x, right: (room.x + room.w / 2) * scale + x,
        top: (room.y - room.h / 2) * scale + y, bottom: (room.y + room.h / 2 + below) * scale + y,
      };
    });
  }
}
