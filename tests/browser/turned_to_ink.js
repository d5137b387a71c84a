// Whether every viewer has the page's ink: a component is told of its colours after the page has its own.
(ink) => {
  const all = (root) => [...root.querySelectorAll("*")].flatMap((e) => e.shadowRoot ? [e, ...all(e.shadowRoot)] : [e]);
  const probe = document.createElement("i");
  document.body.append(probe);
  const seen = all(document).filter((e) => e.matches(".hv, .ed")).every((e) => {
    probe.style.color = getComputedStyle(e).getPropertyValue("--hv-ink");
    return getComputedStyle(probe).color === ink;
  });
  probe.remove();
  return seen;
}
