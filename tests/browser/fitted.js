() => {
  const all = (root) => [...root.querySelectorAll("*")].flatMap((e) => e.shadowRoot
    ? [e, ...all(e.shadowRoot)] : [e]);
  return all(document).every((e) => !e.matches(".ed") || e.dataset.lastEdit === e.dataset.editCount);
}
