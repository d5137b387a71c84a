// What reaches beyond the paper, or beyond an element around it that does not show what is outside of it.
(all, wide) => all.flatMap((e) => {
  const up = (x) => x.parentElement || (x.parentNode instanceof ShadowRoot ? x.parentNode.host : null);
  const box = e.getBoundingClientRect(), name = e.getAttribute("aria-label") || e.textContent.trim().slice(0, 40);
  const out = box.left < -0.5 || box.right > wide + 0.5 || !box.width || !box.height ? [`${name}: beyond the paper`] : [];
  for (let x = up(e); x && x !== document.body; x = up(x)) {
    const style = getComputedStyle(x), around = x.getBoundingClientRect();
    if (x instanceof SVGElement || style.overflow === "visible" || style.display === "contents") continue;
    if (box.left < around.left - 0.5 || box.right > around.right + 0.5 || box.bottom > around.bottom + 0.5) out.push(`${name}: cut by ${x.className}`);
  }
  return out;
})
