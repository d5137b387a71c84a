// The body of a class: what is painted, without the halo that only shows when it is lit.
(groups) => groups.filter((g) => g.getClientRects().length && g.closest("svg").clientWidth).map((g) => {
  const parts = [...g.children].filter((e) => e.localName !== "title" && !e.matches(".halo, .hit, .pin"));
  const rects = parts.map((e) => e.getBoundingClientRect());
  return [g.getAttribute("aria-label"), g.querySelector("title").textContent,
    Math.min(...rects.map((r) => r.left)), Math.min(...rects.map((r) => r.top)),
    Math.max(...rects.map((r) => r.right)), Math.max(...rects.map((r) => r.bottom))];
})
