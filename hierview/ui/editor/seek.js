// Whoever came by a link to a view of Why sees it, however much the page above it still grows.
const SETTLED = 1500;  // milliseconds without a change after which a page that is opened has its size
const GESTURES = ["wheel", "touchstart", "pointerdown", "keydown"];

export function seekWhy() {
  let rest = null;
  const heard = new AbortController();
  const go = () => {
    const why = document.querySelector(".st-key-why");
    if (!why) return;
    why.scrollIntoView({ block: "start" });
    clearTimeout(rest);
    rest = setTimeout(stop, SETTLED);
  };
  const grows = new MutationObserver(go), sized = new ResizeObserver(go);
  const stop = () => {
    clearTimeout(rest);
    grows.disconnect();
    sized.disconnect();
    heard.abort();
  };
  for (const gesture of GESTURES) window.addEventListener(gesture, stop, { capture: true, signal: heard.signal });
  const page = document.querySelector(".stMainBlockContainer") || document.body;
  grows.observe(page, { childList: true, subtree: true });
  sized.observe(page);
}
