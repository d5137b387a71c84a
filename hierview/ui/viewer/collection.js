// The visitor's own cases: kept in this browser alone, and handed to the page once a visit.
import { readStore, writeStore } from "../scripts/storage.js";

const KEY = "hierview-cases";

// Keeps what the page has, once the page was told what was kept; `hand` tells it.
export function collect(box, hand) {
  const shelf = box.querySelector("[data-collection]");
  if (!shelf) return;  // nearly always: what is shown is something else
  const { collection, state } = shelf.dataset;
  if (state === "ask") {
    const kept = readStore("localStorage", KEY);
    if (kept) return void hand(`kept:${kept}`);
  }
  if (state === "forget") writeStore("localStorage", KEY, null);
  else if (collection) writeStore("localStorage", KEY, collection);
}
