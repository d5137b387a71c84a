// What a term means, shown right below it, or above where there is no room; above whatever else is on the page.
import { isLaidOut } from "../scripts/dom.js";

export function showTerm(box, term) {
  const says = term.getRootNode().getElementById(term.getAttribute("aria-describedby"));
  if (!says || term.tip?.isConnected) return;
  hideTerm(box);
  const tip = document.createElement("div");
  Object.assign(tip, { className: "tip", role: "tooltip", popover: "manual", textContent: says.textContent });
  const spoken = says.closest("[lang]");
  if (spoken) tip.lang = spoken.lang;
  term.tip = tip;
  (term.closest("dialog") || box).append(tip);
  tip.showPopover();
  const place = () => {
    if (tip.isConnected && isLaidOut(term)) {
      beside(tip, term);
      return;
    }
    tip.remove();  // a term is hidden before it is gone, where another page follows
    window.removeEventListener("scroll", place, true);
  };
  window.addEventListener("scroll", place, true);
  place();
}

function beside(tip, term) {
  const [at] = term.getClientRects(), { width, height } = tip.getBoundingClientRect();
  const below = at.bottom + height + 8 < innerHeight;
  tip.style.left = `${Math.max(8, Math.min(at.left, innerWidth - width - 8))}px`;
  tip.style.top = `${below ? at.bottom + 2 : at.top - height - 2}px`;
}

// True where something was shown.
export function hideTerm(box) {
  const tips = box.querySelectorAll(".tip");
  for (const tip of tips) tip.remove();
  return tips.length > 0;
}
