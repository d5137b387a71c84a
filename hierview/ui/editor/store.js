// Work in progress outlives the server session, in this tab.
import { readStore, writeStore } from "../scripts/storage.js";

const RELOADS = 2000;  // milliseconds after its key in which a page is loaded again

const addressKey = () => `hierview:${location.pathname}${location.search}`;

// What this tab keeps under the present address; null where that is nothing of ours.
function entryHere() {
  let entry = null;
  try { entry = JSON.parse(readStore("sessionStorage", addressKey())); } catch { /* somebody else's entry */ }
  return entry && typeof entry.store === "string" && entry.store ? entry : null;
}

// Whether the address alone opens the work that is kept: a link that was only looked at.
function isAddress(work) {
  const asked = new URLSearchParams(location.search), kept = JSON.parse(work);
  return ["c", "s"].every((name) => (asked.get(name) ?? "") === (kept[name] ?? ""));
}

export class Store {
  constructor(box) {
    this.box = box;
    this.kept = {};
    this.leaving = null;  // the listeners that ask before the tab is closed
  }

  // What another session than this one left under this address, unless it is what this one has.
  leftover(session, store) {
    const entry = entryHere();
    return entry && entry.session !== session && entry.store !== store ? entry.store : null;
  }

  keep(store, session) {
    const key = addressKey();
    if (this.kept.key === key && this.kept.store === store) return;
    // An address seen for the first time with nothing edited has no entry, and needs none.
    const written = writeStore("sessionStorage", key, store ? JSON.stringify({ store, session }) : null);
    this.kept = { key, store };
    this.guard(store && !isAddress(store) ? store : "", written);
  }

  // Closing the tab loses edits that are nowhere else: ask. Loading the page again does not, where they are kept.
  guard(store, written) {
    this.canReload = written;
    if (!!store === !!this.leaving) return;
    this.leaving?.abort();
    this.leaving = null;
    if (store) this.listen();
  }

  listen() {
    let reloadAt = -Infinity;
    this.leaving = new AbortController();
    const { signal } = this.leaving;
    window.addEventListener("beforeunload", (e) => {
      if (!this.box.isConnected) this.guard("", false);
      else if (!this.canReload || performance.now() - reloadAt >= RELOADS) e.preventDefault();
    }, { signal });
    window.addEventListener("keydown", (e) => {
      if (e.key === "F5" || ((e.ctrlKey || e.metaKey) && e.key.toLowerCase() === "r")) reloadAt = performance.now();
    }, { signal, capture: true });
  }
}
