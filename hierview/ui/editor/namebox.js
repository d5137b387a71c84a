// The box in which a class gets its name: it lies over the class.
import { HEIGHT, clamp } from "./geometry.js";
import { say } from "../scripts/say.js";

const TOUCHED = 44;  // the height that a finger hits

export class NameBox {
  constructor(editor, input) {
    this.editor = editor;
    this.input = input;
    this.renaming = null;  // the class
    this.added = false;    // whether it was added just now, so that its name is no change of its own
    input.addEventListener("input", () => this.lay());
    input.addEventListener("blur", () => { if (document.hasFocus()) this.commit(false); });
  }

  open(name, added = false) {
    const { input } = this;
    Object.assign(this, { renaming: name, added });
    this.editor.svg.classList.add("renaming");
    input.value = name;
    input.hidden = false;
    input.setAttribute("aria-label", say("New name of {name}", { name }));
    input.removeAttribute("aria-invalid");
    this.lay();
    input.focus({ preventScroll: true });
    input.select();
  }

  lay() {
    const { picture, camera, wide } = this.editor, node = picture.nodes.get(this.renaming);
    if (!node) return;
    const { scale, x, y } = camera.place, [W, H] = camera.size;
    const width = Math.min(W - 8, Math.max(104, node.w * scale, picture.textWidth(this.input.value) + 34));
    const height = wide === false ? TOUCHED : HEIGHT;
    Object.assign(this.input.style, {
      width: `${width}px`,
      height: `${height}px`,
      left: `${clamp(node.x * scale + x - width / 2, 4, W - width - 4)}px`,
      top: `${clamp(node.y * scale + y - height / 2, 4, H - height - 4)}px`,
    });
  }

  // keep: whether a refused name leaves the box open.  True where the class has the name.
  commit(keep) {
    const name = this.renaming, to = this.input.value.trim();
    if (name === null) return false;
    const added = this.added ? { added: true } : {};
    if (to !== name && !this.editor.commands.edit({ op: "rename", name, to, ...added })) {
      if (keep) this.input.setAttribute("aria-invalid", "true");
      else this.close();
      return false;
    }
    if (to === name) this.editor.refuse(null);
    this.close(keep ? to : null);
    return true;
  }

  close(focus = null) {
    this.renaming = null;
    this.editor.svg.classList.remove("renaming");
    this.input.hidden = true;
    if (focus !== null) this.editor.selection.focusNode(focus);
  }

  onKey(e) {
    const { editor } = this;
    if (e.key === "Enter" && !e.isComposing) {
      e.preventDefault();
      if (this.commit(true) && e.shiftKey) editor.commands.addSibling(editor.selection.current);
    } else if (e.key === "Escape") {
      e.preventDefault();
      editor.refused = null;
      this.close(this.renaming);
      editor.showState();
    }
  }
}
