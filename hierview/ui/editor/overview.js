// A small map of the whole drawing, while the stage holds a part of it only: a press or a drag goes there.
import { make } from "../scripts/dom.js";
import { FEW } from "./find.js";
import { isWhollyInView } from "./geometry.js";

const MOST = [132, 84], MOST_NARROW = [96, 64], AIR = 4;

export class Overview {
  constructor(editor, svg) {
    this.editor = editor;
    this.svg = svg;
    [this.classesAt, this.view] = svg.children;
    this.held = false;  // whether a pointer goes over it
    svg.addEventListener("pointerdown", (e) => {
      svg.setPointerCapture(e.pointerId);
      this.held = true;
      this.go(e);
    });
    svg.addEventListener("pointermove", (e) => { if (this.held) this.go(e); });
    svg.addEventListener("lostpointercapture", () => {
      this.held = false;
      editor.corners.lay();
    });
  }

  // The classes as they stand now.
  show() {
    const { picture, camera, wide, drawing } = this.editor, { svg } = this;
    this.frame = picture.nodes.size ? camera.frame() : null;
    const none = !drawing || !this.frame || picture.nodes.size <= FEW;
    svg.toggleAttribute("hidden", none || isWhollyInView(camera.place, picture.drawnFrame(), camera.size));
    if (svg.hasAttribute("hidden")) return;
    const { left, top, right, bottom } = this.frame, [W, H] = wide === false ? MOST_NARROW : MOST;
    this.scale = Math.min((W - 2 * AIR) / (right - left), (H - 2 * AIR) / (bottom - top));
    svg.setAttribute("width", (right - left) * this.scale + 2 * AIR);
    svg.setAttribute("height", (bottom - top) * this.scale + 2 * AIR);
    this.classesAt.replaceChildren(...[...picture.nodes.values()].map((node) => {
      const [x, y] = this.at(node.to[0] - node.w / 2, node.to[1] - node.h / 2);
      const size = { width: Math.max(2, node.w * this.scale), height: Math.max(1.5, node.h * this.scale) };
      return make("svg:rect", { x, y, ...size, class: node.mark });
    }));
    this.lay();
  }

  at(x, y) {
    return [(x - this.frame.left) * this.scale + AIR, (y - this.frame.top) * this.scale + AIR];
  }

  // Where the stage is.
  lay() {
    if (this.svg.hasAttribute("hidden")) return;
    const { place: { scale, x, y }, size: [W, H] } = this.editor.camera;
    const [left, top] = this.at(-x / scale, -y / scale);
    const where = { x: left, y: top, width: (W / scale) * this.scale, height: (H / scale) * this.scale };
    for (const [name, value] of Object.entries(where)) this.view.setAttribute(name, value.toFixed(1));
  }

  // The stage goes to where the pointer is.
  go(e) {
    e.preventDefault();
    const { camera } = this.editor, { left, top } = this.svg.getBoundingClientRect(), { scale } = camera.place;
    const [W, H] = camera.size;
    const x = (e.clientX - left - AIR) / this.scale + this.frame.left;
    const y = (e.clientY - top - AIR) / this.scale + this.frame.top;
    camera.auto = false;
    camera.pan({ scale, x: W / 2 - x * scale, y: H / 2 - y * scale });
  }
}
