// What is done for the page around the viewers, which has no script of its own.
const BARS = ".st-key-topbar, .st-key-studyviews, .st-key-wbviews, .st-key-whyviews";
const FADE = 84;  // pixels at their right end in which what is longer fades

const NARROW = 640;  // pixels, up to which columns stand below each other
const PANEL = ".st-key-elsewhere";  // what is said of the value that is chosen in a ranking

let asked = false;
let chosen = "";  // the value whose panel was brought into view
let waiting = null;  // for that panel

// Bars that scroll sideways, as on a phone, show what is open of them: once a frame, for all viewers drawn in it.
export function showOpened() {
  if (asked) return;
  asked = true;
  requestAnimationFrame(() => {
    asked = false;
    scrollToOpened();
  });
}

function scrollToOpened() {
  for (const bar of document.querySelectorAll(BARS)) {
    const open = bar.querySelector("[data-selected], [class*=st-key-nav-here]"), name = open?.textContent;
    // Whoever moves a bar has it so until another one is open.
    if (!name || bar.hierviewOpened === name || bar.scrollWidth <= bar.clientWidth) continue;
    bar.hierviewOpened = name;
    const { left, right, width } = open.getBoundingClientRect(), frame = bar.getBoundingClientRect();
    if (left < frame.left || right > frame.right - FADE)
      bar.scrollLeft += left + width / 2 - (frame.left + frame.width / 2);
  }
}

// On a narrow page the panel of a chosen value stands below the table: it comes into view, once for each value.
export function showChosen(root) {
  const table = root.querySelector(".ranked"), cell = table?.querySelector(".value[aria-pressed=true]");
  if (!table || chosen === (cell?.dataset.pick ?? "")) return;
  chosen = cell?.dataset.pick ?? "";
  if (!cell || innerWidth > NARROW) return;
  cell.scrollIntoView({ block: "nearest", inline: "nearest" });
  const show = () => {
    const panel = document.querySelector(PANEL);
    panel?.scrollIntoView();
    if (panel) waiting?.disconnect();
    return !!panel;
  };
  waiting?.disconnect();
  waiting = new MutationObserver(show);
  if (!show()) waiting.observe(document.body, { childList: true, subtree: true });
}

// Dialogs and popovers hang outside the part of the page that knows whether it is dark: the whole page follows it.
// Asked once and when it changes: to be told, the browser works out the styles of the page at that moment.
export function followTheme() {
  const app = document.querySelector(".stApp");
  if (!app || app.hierviewTheme) return;
  const follow = () => { document.documentElement.style.colorScheme = getComputedStyle(app).colorScheme; };
  follow();
  app.hierviewTheme = new MutationObserver(follow);
  app.hierviewTheme.observe(app, { attributeFilter: ["class"] });
}
