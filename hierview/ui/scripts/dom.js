// Elements, and what the browser is asked of them.
const SVG = "http://www.w3.org/2000/svg";

// An element with its attributes, those that are null left out; "svg:rect" is one of a drawing.
export function make(tag, attributes = {}, ...children) {
  const el = tag.startsWith("svg:") ? document.createElementNS(SVG, tag.slice(4)) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== null) el.setAttribute(name, value);
  el.append(...children);
  return el;
}

// Whether nothing should move by itself.
export const stillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Whether an element takes room on the page.
export const isLaidOut = (el) => el.getClientRects().length > 0;

// Whether a dialog lies over the page: one of the page, or one of a part of it, which then has the focus.
export function isCovered() {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return !!document.querySelector("[role=dialog]") || !!at?.closest("dialog");
}

// Whether the page's own script is at work.
export const isRunning = () => document.querySelector(".stApp")?.dataset.testScriptState === "running";
export const isConnected = () => document.querySelector(".stApp")?.dataset.testConnectionState === "CONNECTED";
