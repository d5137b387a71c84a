// Edits are answered at once by an address of the server's, which keeps nothing: the request carries the whole page.
// The page itself, which takes several times as long, follows once the hand rests, and brings the same.
const SHOW = "hierview-show";  // the markup of viewers, with how new it is
const EDIT = "hierview-edit";  // an edit that a viewer asks for
const REST = 250, LONGEST_REST = 2000;  // milliseconds without an edit, or since the first one, until the page follows

class Instant {
  constructor(editor) {
    this.editor = editor;
    this.asking = false;
    this.refused = "";     // the page that could not be carried: no more is asked until there is another
    this.resting = null;
    this.since = 0;
    const outside = (e) => { if (this.alive() && !e.composedPath().includes(editor.box)) this.flush(); };
    const edit = (e) => {
      if (!this.alive()) return;
      e.preventDefault();
      editor.push(e.detail);
    };
    this.heard = [[document, "pointerdown", outside], [document, "keydown", outside], [window, "pagehide", () => this.flush()], [window, EDIT, edit]];
    for (const [target, type, listener] of this.heard) target.addEventListener(type, listener, true);
  }

  // An editor that is gone stops listening by itself.
  alive() {
    if (this.editor.box.isConnected) return true;
    for (const [target, type, listener] of this.heard) target.removeEventListener(type, listener, true);
    return false;
  }

  // Something was edited.
  tell() {
    const { editor } = this, now = performance.now();
    if (!this.able()) { this.follow(); return; }
    if (this.resting === null) this.since = now;
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.follow(), Math.max(0, Math.min(REST, this.since + LONGEST_REST - now)));
    if (!this.asking) this.ask(editor.rev);
  }

  able() {
    const { carried, log } = this.editor;
    return !!carried && carried !== this.refused && !log.some((entry) => ["undo", "redo", "retract", "restore"].includes(entry.op));
  }

  // What waits is said to the page before anything else is: a button there must not act on an older drawing.
  flush() {
    if (this.resting !== null) this.follow();
  }

  follow() {
    clearTimeout(this.resting);
    this.resting = null;
    this.editor.hand();
  }

  // One question at a time; what was done meanwhile goes with the next.
  async ask(rev) {
    const { editor } = this, { carried, seed, session } = editor;
    this.asking = true;
    try {
      const reply = await fetch(new URL("answer", location.href), {
        method: "POST", headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ page: carried, log: editor.log }),
      });
      if (!reply.ok) throw new Error(String(reply.status));
      const answer = await reply.json();
      if (seed !== editor.seed || session !== editor.session) return;
      this.show(answer);
    } catch {
      this.refused = carried;
      this.flush();
    } finally {
      this.asking = false;
    }
    if (editor.rev > rev && editor.log.length && this.able()) this.ask(editor.rev);
  }

  show({ show, editor: echo, rest }) {
    const { editor } = this;
    window.dispatchEvent(new CustomEvent(SHOW, { detail: { show, seed: echo.seed, rev: echo.acked } }));
    const opened = echo.opening !== editor.opening && echo.acked >= editor.rev;
    if (opened) editor.opening = echo.opening;
    editor.takeEcho(echo, { fresh: false, opened, replaced: false });
    editor.keepStore(echo.store);
    editor.showState();
    if (!editor.drawing) editor.text.follow();
    if (rest) this.flush();
  }
}
