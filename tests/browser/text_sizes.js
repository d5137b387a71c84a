// Every text of a drawing that is shown: its size on screen, in pixels.
(svgs) => svgs.filter((s) => s.clientWidth).flatMap((svg) => {
  const scale = svg.getScreenCTM().a, size = (t) => parseFloat(getComputedStyle(t).fontSize) * scale;
  return [...svg.querySelectorAll("text")].filter((t) => t.textContent).map((t) => [t.textContent, size(t)]);
})
