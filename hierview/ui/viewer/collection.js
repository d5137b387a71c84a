// What the visitor made or answered: kept in this browser alone, and handed to the page once a visit.
import { readStore, writeStore } from "../scripts/storage.js";

// Keeps what the page has on a shelf, once the page was told what was kept there; `hand` tells it.
export function collect(box, hand) {
  const shelf = box.querySelector("[data-shelf]");
  if (!shelf) return;  // nearly always: what is shown is something else
  const { content, state } = shelf.dataset, key = `hierview-${shelf.dataset.shelf}`;
  if (state === "ask") {
    const kept = readStore("localStorage", key);
    if (kept) return void hand(`kept:${kept}`);
  }
  if (state === "forget") writeStore("localStorage", key, null);
  else if (content) writeStore("localStorage", key, content);
}
