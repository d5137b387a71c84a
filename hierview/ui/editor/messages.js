// What goes between the editor and Python. The browser owns the working copy: every edit shows at once, goes to Python
// in a log of what is not acknowledged yet, and comes back as an echo with a new layout.
import { graphOf } from "./graph.js";
import { seekWhy } from "./seek.js";

export class Messages {
  constructor(editor) {
    this.editor = editor;
    this.session = null;
    this.drawingVersion = this.lastEdit = this.editCount = 0;
    this.edited = 0;       // the last of them that does more than ask for another room
    this.opens = 0;        // the edit that opens another case, until that is shown
    this.log = [];
    this.lastTrouble = undefined;  // what Python refused last, and when
  }

  // The page was shown anew.
  take(data, send) {
    const { editor } = this;
    this.send = send;
    const fresh = this.session !== data.session;
    const replaced = fresh || data.drawingVersion > this.drawingVersion;
    // Another server session took over while the page was open: what it has not seen is said again.
    const unseen = fresh && this.session !== null ? this.log : [];
    if (replaced) {
      this.log = [];
      this.editCount = fresh ? data.lastEdit : Math.max(this.editCount, data.lastEdit);
      this.drawingVersion = data.drawingVersion;
    }
    this.session = data.session;
    this.lastEdit = data.lastEdit;
    this.log = this.log.filter((entry) => entry.number > data.lastEdit);
    this.page = data.page;
    const opened = data.opening !== this.opening && (replaced || data.lastEdit >= this.editCount);
    if (opened) this.opening = data.opening;
    this.takeEcho(data, { fresh, opened, replaced });
    if (opened && data.scrollToWhy) seekWhy();
    this.keepWork(data, fresh, unseen);
    editor.showState();
    editor.followText();
    editor.room.tell();
  }

  // The drawing as Python has it after the edits up to `data.lastEdit`; left alone where more was done since.
  takeEcho(data, { fresh, opened, replaced }) {
    const { editor } = this, taken = replaced || data.lastEdit >= this.editCount;
    // What was read and dismissed does not come back with another room.
    const trouble = JSON.stringify([data.trouble, Math.min(data.lastEdit, this.edited), data.drawingVersion]);
    if (trouble !== this.lastTrouble) {
      editor.trouble = data.trouble;
      if (data.trouble) editor.refused = null;
      this.lastTrouble = trouble;
    }
    editor.total = data.total;
    editor.held = data.held;
    editor.room.narrow = data.narrowScreen;
    editor.labels = data.labels;
    editor.counted = data.counted ?? [];
    editor.looks = { turned: data.turned, fold: data.fold, foldable: data.foldable };
    if (replaced || data.lastEdit >= this.opens) this.opens = 0;
    if (taken) {
      this.editCount = Math.max(this.editCount, data.lastEdit);
      editor.replace(graphOf(data), { fresh, opened });
      this.reveal(data);
    }
    editor.takeView(data, replaced || opened, taken);
  }

  // The class that is looked at in the search is brought into view, once.
  reveal({ mapClass }) {
    const { camera, picture } = this.editor, node = picture.nodes.get(mapClass);
    if (node && mapClass !== this.revealed) camera.reveal(node);
    if (mapClass !== undefined) this.revealed = mapClass;
  }

  push(edit) {
    const { editor } = this;
    if (edit.op !== "text") editor.text.finish();
    // What is done to a drawing while another one is being opened is meant for neither.
    if (this.opens && !["undo", "redo", "restore"].includes(edit.op)) return;
    this.editCount += 1;
    if (edit.op === "open") this.opens = this.editCount;
    // Of several texts that wait, only the last is needed.
    const last = this.log.at(-1);
    if (edit.op === "text" && last?.op === "text" && last.format === edit.format) this.log.pop();
    this.log.push({ number: this.editCount, drawingVersion: this.drawingVersion, ...edit });
    if (edit.op !== "room") {
      this.edited = this.editCount;
      editor.refused = editor.trouble = null;
    }
    editor.instant.tell();
    editor.showState();
  }

  // The page itself is told of all that it has not taken.
  hand() {
    this.send({ log: this.log.slice() });
  }

  keepWork(data, fresh, unseen) {
    const { store } = this.editor, left = fresh ? store.leftover(data.session, data.store) : null;
    if (left === null) {
      store.keep(data.store, this.session);
      return;
    }
    this.push({ op: "restore", store: left });
    for (const { number: _number, drawingVersion: _version, ...edit } of unseen) {
      this.opens = 0;
      this.push(edit);
    }
    store.guard(left, true);
  }
}
