// The menu at the bar's end: the page's language, and light or dark. Both are kept in this browser.
import { readStore, writeStore } from "../scripts/storage.js";

const LANGUAGE = "hierview-language", THEME = "hierview-theme", MOVED = "hierview-moved";
const OF_BEFORE = ["legend", "cases", "lessons", "answers"].map((name) => `hierview-${name}`);
const WAIT = 1000;  // ms for Streamlit's own menu, which is not seen

// Whether a click was meant for the menu.
export function onMenu(target) {
  const { theme, print } = target.closest("[data-theme], [data-print]")?.dataset ?? {};
  if (theme) {
    writeStore("localStorage", THEME, theme);
    takeTheme(theme);
    showTheme(target.closest(".page-menu"));
  } else if (print !== undefined) {
    target.closest("[popover]").hidePopover();
    window.print();
  } else {
    const spoken = target.closest(".page-menu [data-pick]")?.dataset.pick;
    if (spoken) writeStore("localStorage", LANGUAGE, spoken);
    return false;  // the page itself is told, too
  }
  return true;
}

// What was chosen on an earlier visit is taken once, unless the address says otherwise.
export function showMenu(box, speak) {
  const menu = box.querySelector(".page-menu");
  if (!menu) return;
  showTheme(menu);
  if (document.documentElement.dataset.hvChosen) return;
  document.documentElement.dataset.hvChosen = "1";
  announce(menu.querySelector("#hv-moved"));
  const language = readStore("localStorage", LANGUAGE), theme = readStore("localStorage", THEME);
  const offered = language && menu.querySelector(`[data-pick="${CSS.escape(language)}"]:not([aria-current])`);
  if (offered && !new URLSearchParams(location.search).has("lang")) speak(language);
  if (theme && theme !== themeNow()) takeTheme(theme);
}

// Who was here before the first page was folded is told once where things are.
function announce(moved) {
  const isTold = readStore("localStorage", MOVED), wasHere = OF_BEFORE.some((key) => readStore("localStorage", key));
  if (!isTold && writeStore("localStorage", MOVED, "told") && wasHere) moved.showPopover();
}

function showTheme(menu) {
  const now = readStore("localStorage", THEME) ?? themeNow();
  for (const button of menu.querySelectorAll("[data-theme]"))
    button.setAttribute("aria-pressed", String(button.dataset.theme === now));
}

// Streamlit keeps one for each page.
const streamlitKey = () => `stActiveTheme-${location.pathname}-v2`;
const themeNow = () => readStore("localStorage", streamlitKey())?.replaceAll('"', "") ?? "System";

const streamlitMenu = () => document.querySelector("[data-testid=stMainMenuButton]");

// Chosen in Streamlit's menu, as by hand; where it has changed, the page is loaded anew.
function takeTheme(theme) {
  const began = performance.now();
  const item = () => document.querySelector(`[data-testid="stMainMenuItem-theme-${CSS.escape(theme)}"]`);
  const choose = () => {
    if (item()) {
      item().click();
      const menu = streamlitMenu();
      if (menu?.getAttribute("aria-expanded") === "true") menu.click();
    } else if (performance.now() - began < WAIT) {
      requestAnimationFrame(choose);
    } else if (writeStore("localStorage", streamlitKey(), JSON.stringify(theme))) {
      location.reload();
    }
  };
  if (!item()) streamlitMenu()?.click();
  choose();
}
