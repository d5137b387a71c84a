// Shows every explanation at a width and tells the texts that are too small and the pictures that are cut off.
([html, width]) => {
  viewer.root.querySelector(".hv").hidden = false;
  viewer.show(html, width);
  const frames = [...viewer.root.querySelectorAll(".frame")].filter((f) => f.clientWidth);
  return {
    drawings: frames.length,
    small: frames.flatMap((f) => [...f.querySelectorAll("text")])
      .map((t) => [t.textContent, parseFloat(t.getAttribute("font-size")) * t.getScreenCTM().a]).filter(([, s]) => s < 13.99),
    cut: frames.filter((f) => f.scrollWidth > f.clientWidth + 1).map((f) => [f.scrollWidth, f.clientWidth]),
    scales: [...new Set(frames.map((f) => f.firstElementChild.getScreenCTM().a.toFixed(2)))],
  };
}
