// What a slide shows, and where: what is seen of it has to lie within the window and within everything around it.
(slide) => {
  const seen = (e) => {
    const b = e.getBoundingClientRect();
    let box = [b.left, b.top, b.right, b.bottom];
    const inside = (x) => box[0] >= x.left - 1 && box[1] >= x.top - 1 && box[2] <= x.right + 1 && box[3] <= x.bottom + 1;
    if (!b.width || !inside({ left: 0, top: 0, right: innerWidth, bottom: innerHeight })) return false;
    for (let x = e.parentElement; x && x !== slide; x = x.parentElement)
      if (!(x instanceof SVGElement) && getComputedStyle(x).overflow !== "visible" && !inside(x.getBoundingClientRect())) return false;
    return true;
  };
  const parts = ["header", ".why-text", ".formula", ".formula math", ".formula output", ".marks .term", "footer .keys",
    ".frame svg", ".class > :is(rect:not(.halo), ellipse, text)", ".panel .title", ".ledger > dl > div"];
  const svg = slide.querySelector(".frame svg");
  return {
    unseen: parts.flatMap((part) => [...slide.querySelectorAll(part)].filter((e) => !seen(e)).map((e) => part)),
    formula: slide.querySelectorAll(".formula").length,
    facts: slide.querySelectorAll(".ledger > dl > div").length,
    folded: Number((slide.querySelector(".older:not([hidden]) summary")?.textContent ?? "0").match(/[0-9]+/)[0]),
    now: slide.querySelectorAll(".ledger .now").length,
    drawings: slide.querySelectorAll(".frame svg").length,
    label: svg ? 16 * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : null,
    least: Math.min(...[...slide.querySelectorAll("header, .why-text, .ledger dd, .aside, .marks, .keys")].map((e) => parseFloat(getComputedStyle(e).fontSize))),
    wide: slide.querySelector(".stage > :first-child").getBoundingClientRect().width / slide.querySelector(".stage").getBoundingClientRect().width,
    below: !!slide.querySelector(".stage.below"),
  };
}
