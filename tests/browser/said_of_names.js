// What is searched, chosen and pointed at under each name, and what the page makes of it.
(names) => names.map((name) => {
  const [card, tip, place] = ["card", "tip", "drawing"].map((id) => document.getElementById(id));
  const search = document.querySelector("[role=combobox]"), texts = (all) => [...all].map((e) => e.textContent);
  search.value = name;
  search.dispatchEvent(new Event("input"));
  const found = texts(document.querySelectorAll("[role=option]"));
  search.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", cancelable: true }));
  const from = place.getBoundingClientRect();
  const at = hierview.network.canvasToDOM(hierview.nodes.find((n) => n.label === name));
  const clientX = at.x + from.x, clientY = at.y + from.y;
  place.dispatchEvent(new PointerEvent("pointermove", { pointerType: "mouse", clientX, clientY }));
  return {
    found, heading: card.querySelector("h2").textContent, parents: texts(card.querySelectorAll("dd button")),
    made: [...card.querySelectorAll("*")].map((e) => e.localName), tip: tip.textContent, within: tip.children.length,
  };
})
