() => [...viewer.root.querySelectorAll(".hv *")].filter((e) => e.checkVisibility() &&
  [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim())).filter((e) => {
  const scale = e.closest("svg")?.getScreenCTM().a ?? 1;
  return parseFloat(getComputedStyle(e).fontSize) * scale < (e.matches("i") ? 11.9 : 13.9);
}).map((e) => e.outerHTML.slice(0, 120))
