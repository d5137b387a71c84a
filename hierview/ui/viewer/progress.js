// How far lessons were taken: kept in this browser alone, so that a list shows it again at the next visit.
import { say } from "../scripts/say.js";
import { readStore, writeStore } from "../scripts/storage.js";

const KEY = "hierview-lessons";

export function remember(box) {
  const entries = box.querySelectorAll("[data-lesson]");
  if (!entries.length) return;  // nearly always: what is shown is something else
  const kept = known();
  for (const entry of entries) {
    const { lesson, done, of } = entry.dataset;
    const most = Math.min(Number(of), Math.max(Number(done), Number(kept[lesson]) || 0));
    if (most) kept[lesson] = most;
    if (most > Number(done)) show(entry.querySelector(".quiet"), most, Number(of));
  }
  writeStore("localStorage", KEY, JSON.stringify(kept));
}

function known() {
  try {
    const found = JSON.parse(readStore("localStorage", KEY));
    return found && typeof found === "object" ? found : {};
  } catch {
    return {};  // somebody else's entry
  }
}

function show(place, done, of) {
  place.textContent = done >= of ? "✓" : say("{done} of {of}", { done, of });
  place.setAttribute("aria-label", done >= of ? say("done") : say("{done} of {of} steps done", { done, of }));
}
