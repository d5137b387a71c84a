(groups) => Object.fromEntries(groups.map((g) => {
  const { e, f } = g.getScreenCTM(), { left, top } = g.ownerSVGElement.getBoundingClientRect();
  return [g.querySelector("title").textContent, [e - left, f - top]];
}))
