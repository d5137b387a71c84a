// Every word outside the drawings: its size. Formulas and sub- and superscripts have their own.
(boxes) => boxes.flatMap((box) => [...box.querySelectorAll("*")])
  .filter((e) => !e.matches("sup, sub") && !e.closest("svg, math, template, .hidden"))
  .filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()))
  .map((e) => [e.textContent.trim(), parseFloat(getComputedStyle(e).fontSize)])
