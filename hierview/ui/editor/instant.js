// Edits are answered at once by an address of the server's, which keeps nothing: the request carries the whole page.
// The page itself, which takes several times as long, follows once the hand rests, and brings the same.
import { isConnected } from "../scripts/dom.js";
import { changedBy } from "./graph.js";
import { EDIT, SHOW, STEP, pageOf } from "../scripts/events.js";

const REST = 250, LONGEST_REST = 2000;  // milliseconds without an edit, or since the first one, until the page follows
const isOfTheVisit = ({ op }) => changedBy(op) === "history";  // only the page itself can make it

export class Instant {
  constructor(editor) {
    this.editor = editor;
    this.page = pageOf(editor.root);
    this.asking = false;
    this.refused = "";     // the page that could not be answered at once: no more is asked until there is another
    this.resting = null;
    this.since = 0;
    this.heard = new AbortController();
    const around = { signal: this.heard.signal, capture: true };
    const outside = (e) => { if (!e.composedPath().includes(editor.box)) this.flush(); };
    document.addEventListener("pointerdown", this.whileHere(outside), around);
    document.addEventListener("keydown", this.whileHere(outside), around);
    window.addEventListener("pagehide", () => this.flush(), around);
    this.page.addEventListener(EDIT, this.whileHere((e) => this.onEdit(e)), around);
    this.page.addEventListener(STEP, this.whileHere((e) => this.onStep(e)), around);
    const connection = new MutationObserver(this.whileHere(() => this.reconnected()));
    const app = document.querySelector(".stApp");  // not there where no server answers
    if (app) connection.observe(app, { attributeFilter: ["data-test-connection-state"] });
    this.heard.signal.addEventListener("abort", () => connection.disconnect());
  }

  // Streamlit drops what is sent while its connection is down.
  reconnected() {
    if (isConnected() && this.editor.messages.log.length) this.follow();
  }

  // An editor that is gone stops listening by itself.
  whileHere(listener) {
    return (e) => (this.editor.box.isConnected ? listener(e) : this.heard.abort());
  }

  // An edit that a viewer asks for: it need not ask the page.
  onEdit(e) {
    e.preventDefault();
    this.editor.messages.push(e.detail);
  }

  // A step that is to be drawn is no edit: nothing changes but its own place.
  onStep(e) {
    if (!this.able()) return;
    e.preventDefault();
    const { step, take, refuse } = e.detail;
    this.post({ step }).then(({ steps }) => take(steps)).catch(refuse);
  }

  // Something was edited.
  tell() {
    const now = performance.now();
    if (!this.able()) {
      this.follow();
      return;
    }
    if (this.resting === null) this.since = now;
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.follow(), Math.max(0, Math.min(REST, this.since + LONGEST_REST - now)));
    if (!this.asking) this.ask();
  }

  able() {
    const { page, log } = this.editor.messages;
    return !!page && page !== this.refused && !log.some(isOfTheVisit);
  }

  // What waits is said to the page before anything else is: a button there must not act on an older drawing.
  flush() {
    if (this.resting !== null) this.follow();
  }

  follow() {
    clearTimeout(this.resting);
    if (this.editor.room.canWait()) {
      this.resting = setTimeout(() => { if (this.editor.box.isConnected) this.follow(); }, REST);
      return;
    }
    this.resting = null;
    this.editor.messages.hand();
  }

  // One question at a time; what was done meanwhile goes with the next.
  async ask() {
    const { messages } = this.editor, { page, editCount } = messages;
    this.asking = true;
    try {
      await this.answer(messages);
    } catch {
      this.refused = page;
      this.flush();
    } finally {
      this.asking = false;
    }
    if (messages.editCount > editCount && messages.log.length && this.able()) this.ask();
  }

  async answer(messages) {
    const { drawingVersion, session } = messages, answer = await this.post({});
    if (drawingVersion === messages.drawingVersion && session === messages.session) this.show(answer);
  }

  async post(more) {
    const { page, log } = this.editor.messages;
    const reply = await fetch(new URL("answer", location.href), {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ page, log, ...more }),
    });
    if (reply.status !== 200) throw new Error(String(reply.status));
    return reply.json();
  }

  // The editor first: what it measures is not yet to be laid out anew with all that the viewers then show.
  show({ show, editor: echo, rest }) {
    const { editor } = this;
    const { messages } = editor, { drawingVersion, lastEdit, opening } = echo;
    const opened = opening !== messages.opening && lastEdit >= messages.editCount;
    if (opened) messages.opening = opening;
    messages.takeEcho(echo, { fresh: false, opened, replaced: false });
    editor.store.keep(echo.store, messages.session);
    editor.showState();
    editor.followText();
    editor.room.tell();
    this.page.dispatchEvent(new CustomEvent(SHOW, { detail: { show, drawingVersion, lastEdit } }));
    if (rest) this.flush();
  }
}
