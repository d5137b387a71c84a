// Points at every number and every class of every explanation, and tells what was lit in each picture. Light needs no
// layout, which takes longest.
(html) => {
  const box = viewer.root.querySelector(".hv");
  box.hidden = true;
  viewer.show(html);
  const pictures = [...box.querySelectorAll(".panel svg, .list")];
  const numbers = (all) => [...all].map((e) => Number(e.dataset.n));
  const tell = (e, type) =>
    e.dispatchEvent(new PointerEvent(type, { bubbles: true, composed: true, pointerType: "mouse" }));
  const whileOver = (e, look) => { tell(e, "pointerover"); const seen = look(); tell(e, "pointerout"); return seen; };
  const litClasses = () => pictures.map((p) => numbers(p.querySelectorAll("[data-n].lit")));
  const wrong = [];
  for (const e of box.querySelectorAll("[data-n]")) {
    const same = [...box.querySelectorAll(`[data-n="${e.dataset.n}"]`)];
    const lit = whileOver(e, () => [...box.querySelectorAll("[data-n].lit")]);
    if (lit.length !== same.length || lit.some((x) => !same.includes(x))) wrong.push(e.textContent);
  }
  return {
    drawn: pictures.map((p) => numbers(p.querySelectorAll("[data-n]"))),
    numbers: [...box.querySelectorAll(".num:not([data-setting])")]
      .map((e) => [e.textContent, whileOver(e, litClasses)]),
    pairs: [...box.querySelectorAll(".pair[data-ns]")].map((e) => [e.dataset.ns, whileOver(e, litClasses)]),
    left: numbers(box.querySelectorAll(".lit, .has")),
    wrong,
  };
}
