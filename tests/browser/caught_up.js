() => {
  const all = (root) => [...root.querySelectorAll("*")].flatMap((e) => e.shadowRoot
    ? [e, ...all(e.shadowRoot)] : [e]);
  const ed = all(document).find((e) => e.classList.contains("ed"));
  return ed && ed.dataset.lastEdit !== undefined && ed.dataset.lastEdit === ed.dataset.editCount;
}
