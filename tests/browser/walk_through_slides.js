// The walk of a whole slide show: what is found on every slide, and what the page below it knows of that step.
(dialog) => {
  const found = SEEN_ON_A_SLIDE, { source } = dialog, seen = [];
  for (const step of source.querySelectorAll(":scope > .step")) {
    const known = { formulas: step.querySelectorAll(".formula").length, known: step.querySelectorAll(":scope > .fact").length };
    seen.push({ header: dialog.querySelector("header").textContent, ...found(dialog), ...known });
    dialog.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
  }
  return seen;
}
