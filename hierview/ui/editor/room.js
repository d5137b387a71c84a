// How much room there is beside the drawing. Python chooses a direction for it, and first draws for much: a page with
// little says so, once a visit and whenever that changes.
import { isCovered, isRunning } from "../scripts/dom.js";

const AGAIN = 400;  // milliseconds until it is looked whether a dialog is closed

export class Room {
  constructor(editor) {
    this.editor = editor;
    this.narrow = null;  // what the drawing was made for
    this.met = false;    // whether a drawing for the room that there is was shown
    this.later = null;
  }

  // Where the drawing is for another room, ask for one; until the first comes, nothing is better than what cannot be
  // read.
  tell() {
    const { wide, messages, stage } = this.editor;
    if (wide === null || this.narrow === null) return;
    const other = this.narrow === wide, asked = messages.log.findLast((entry) => entry.op === "room");
    if (!other) this.met = true;
    stage.classList.toggle("waiting", other && !this.met);
    if (other ? asked?.narrow === !wide : !asked || asked.narrow !== wide) return;
    // What is drawn anew would close a dialog, such as a slide on a phone that is turned.
    if (isCovered()) this.wait();
    else messages.push({ op: "room", narrow: !wide });
  }

  // Whether nothing else is to be told, and the page, busy or below a dialog, is better left alone.
  canWait() {
    const { log } = this.editor.messages;
    return log.length > 0 && log.every(({ op }) => op === "room") && (isCovered() || isRunning());
  }

  wait() {
    clearTimeout(this.later);
    this.later = setTimeout(() => { if (this.editor.box.isConnected) this.tell(); }, AGAIN);
  }
}
