() => {
  const all = (root) => [...root.querySelectorAll("*")].flatMap((e) => e.shadowRoot ? [e, ...all(e.shadowRoot)] : [e]);
  return Object.fromEntries(all(document).filter((e) => e.classList.contains("hv"))
    .map((e) => [["table.answers", ".question", ".why-title", ".why"].find((part) => e.querySelector(part)), e])
    .filter(([part]) => part).map(([part, e]) => [part, Number(e.dataset.shown)]));
}
