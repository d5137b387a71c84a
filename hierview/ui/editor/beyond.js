// How many marked classes are out of view, and the way to them.
import { frameOf, isWhollyInView, placeToShow } from "./geometry.js";
import { say } from "../scripts/say.js";

const AROUND = 40;  // what comes into view around such a class

export class Beyond {
  constructor(editor, button) {
    this.editor = editor;
    this.button = button;
    this.last = null;  // the class that was shown last
    button.addEventListener("click", () => this.next());
  }

  // Those classes, from the top.
  classes() {
    const { picture, camera: { goal, place, size } } = this.editor;
    return [...picture.nodes.values()].map(({ name, mark, w, h, to: [x, y] }) => ({ name, mark, x, y, w, h }))
      .filter((box) => box.mark !== "none" && !isWhollyInView(goal || place, frameOf([box]), size))
      .toSorted((a, b) => a.y - b.y || a.x - b.x);
  }

  show() {
    const { button, editor: { camera } } = this, out = camera.size[0] ? this.classes() : [];
    button.toggleAttribute("hidden", !out.length);
    if (!out.length) return;
    const text = say("{n} marked {arrow}", { n: out.length, arrow: this.arrow(this.after(out)) });
    if (button.textContent !== text) button.textContent = text;
  }

  // The one that follows on the one that was shown last.
  after(out) {
    return out[(out.findIndex(({ name }) => name === this.last) + 1) % out.length];
  }

  // Where it is, seen from the stage.
  arrow(box) {
    const { goal, place, size: [W, H] } = this.editor.camera, { scale, x, y } = goal || place;
    const [across, down] = [(box.x * scale + x) / W - 0.5, (box.y * scale + y) / H - 0.5];
    if (Math.abs(across) > Math.abs(down)) return across > 0 ? "→" : "←";
    return down > 0 ? "↓" : "↑";
  }

  // The next of them comes into view, those around it with it.
  next() {
    const { camera } = this.editor, out = this.classes(), { scale } = camera.place;
    if (!out.length) return;
    const next = this.after(out), air = AROUND / scale, { left, top, right, bottom } = frameOf([next]);
    const box = { left: left - air, top: top - air, right: right + air, bottom: bottom + air };
    this.last = next.name;
    camera.auto = false;
    camera.move(true, placeToShow(box, camera.frame(), camera.place, camera.size));
    this.editor.announce(this.editor.graph.classes.get(next.name).label || next.name);
    this.editor.showState();
    if (this.button.hasAttribute("hidden")) this.editor.svg.focus({ preventScroll: true });
  }
}
