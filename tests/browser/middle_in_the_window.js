(c) => {
  const from = document.getElementById("drawing").getBoundingClientRect();
  const at = hierview.network.canvasToDOM(hierview.nodes.find((n) => n.label === c));
  return [at.x + from.x, at.y + from.y];
}
