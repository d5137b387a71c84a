// The editor on the whole screen: its frame is moved into a dialog and back.
import { make } from "../scripts/dom.js";
import { say } from "../scripts/say.js";

export class Whole {
  constructor(editor) {
    this.editor = editor;
    this.dialog = null;
  }

  toggle() {
    if (this.dialog) this.dialog.close();
    else this.open();
  }

  open() {
    const { box, frame } = this.editor, active = this.editor.root.activeElement;
    this.dialog = make("dialog", { class: "whole", "aria-label": say("Drawing on the whole screen") });
    // The place in the page stays as high as it was.
    box.style.minHeight = `${box.offsetHeight}px`;
    box.append(this.dialog);
    this.dialog.append(frame);
    this.dialog.addEventListener("cancel", (e) => {
      // Esc first ends what was started, then leaves.
      const { nameBox, pending, bars } = this.editor;
      if (nameBox.renaming !== null || pending || !bars.sheet.hidden) e.preventDefault();
    });
    this.dialog.addEventListener("close", () => this.closed());
    this.dialog.showModal();
    this.settle(active);
  }

  closed() {
    const { box, frame } = this.editor, active = this.editor.root.activeElement;
    box.append(frame);
    this.dialog.remove();
    this.dialog = null;
    box.style.minHeight = "";
    this.settle(active);
  }

  settle(active) {
    const { bars, frame } = this.editor, button = bars.button("whole");
    this.editor.resized();
    (active && frame.contains(active) ? active : button).focus({ preventScroll: true });
  }
}
