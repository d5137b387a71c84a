// Drawings side by side, or in tabs, keep one scale; text never gets smaller than 14 px: then they pan.
const LEAST_TEXT = 14, TEXT = 16;
const PADDING = 24;  // pixels beside a drawing in a canvas, as in viewer.css

export function fit(box) {
  const groups = box.matches(".panels") ? [box] : box.querySelectorAll(".panels, .canvas");
  for (const group of groups) if (!group.closest(".projector")) fitGroup(group);
}

function fitGroup(group) {
  const canvas = group.matches(".canvas"), all = [...group.querySelectorAll(".frame > svg")];
  const drawings = all.filter((svg) => !canvas || svg.parentElement.clientWidth > 0);
  const widths = drawings.map((svg) => svg.parentElement.clientWidth).filter((width) => width > 0);
  const room = Math.min(...widths) - (canvas ? PADDING : 0);
  const texts = drawings.flatMap((svg) => [...svg.querySelectorAll("text")]);
  const text = Math.min(TEXT, ...texts.map((t) => Number(t.getAttribute("font-size"))));
  const shrunk = Math.min(1, ...drawings.map((svg) => room / svg.viewBox.baseVal.width));
  for (const svg of all) resize(svg, Math.max(LEAST_TEXT / text, shrunk));
}

export function resize(svg, scale) {
  const { width, height } = svg.viewBox.baseVal;
  svg.style.width = `${width * scale}px`;
  svg.style.height = `${height * scale}px`;
}

export function choosePanel(tab) {
  const panels = tab.closest(".panels");
  for (const other of panels.querySelectorAll("[data-panel]")) {
    other.setAttribute("aria-selected", String(other === tab));
    other.tabIndex = other === tab ? 0 : -1;
  }
  panels.querySelectorAll(".panel").forEach((p, i) => p.classList.toggle("current", String(i) === tab.dataset.panel));
  fit(panels);
}
