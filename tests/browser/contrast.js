// Contrast of an element's text (or of a mark's stroke or fill) with what lies behind it, through shadow roots.
(all, property) => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  canvas.canvas.width = canvas.canvas.height = 1;
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data; return [r, g, b, a / 255];
  };
  const over = (top, under) => [0, 1, 2].map((i) => top[i] * top[3] + under[i] * (1 - top[3])).concat(1);
  const up = (e) => e.parentElement || (e.parentNode instanceof ShadowRoot ? e.parentNode.host : null);
  const behind = (e) => {
    const layers = [];
    // In a drawing, the body of the class lies behind its label.
    const under = e.matches(".count") ? "rect.count[rx]" : ":scope > :is(rect, ellipse):not(.halo)";
    const body = e.localName === "text" && e.parentNode.querySelector(under);
    if (body && getComputedStyle(body).fill !== "none") layers.push(rgba(getComputedStyle(body).fill));
    for (let x = e; x; x = up(x)) if (!(x instanceof SVGElement)) layers.push(rgba(getComputedStyle(x).backgroundColor));
    const base = document.documentElement.matches("[style*=dark]") ? [0, 0, 0, 1] : [255, 255, 255, 1];
    return layers.reverse().reduce((under, layer) => over(layer, under), base);
  };
  const light = (c) => { const [r, g, b] = c.slice(0, 3).map((v) => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  return all.filter((e) => e.getClientRects().length && getComputedStyle(e)[property] !== "none").map((e) => {
    const style = getComputedStyle(e);
    const ground = behind(e);
    const ink = over(rgba(style[property]), ground);
    const [a, b] = [light(ink), light(ground)].sort((x, y) => y - x);
    return [(a + 0.05) / (b + 0.05), (e.textContent || e.outerHTML).trim().slice(0, 40)];
  });
}
