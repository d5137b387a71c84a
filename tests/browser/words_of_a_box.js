// All that is read or heard of the editor.
(box) => [box, ...box.querySelectorAll("*")].flatMap((e) => [
  ...["aria-label", "title", "aria-valuetext"].map((name) => e.getAttribute(name)),
  ...[...e.childNodes].filter((n) => n.nodeType === 3).map((n) => n.data),
]).map((text) => text?.trim()).filter(Boolean)
