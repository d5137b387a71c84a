// The element that has the focus, inside whatever shadow roots.
() => { let e = document.activeElement;
  while (e && e.shadowRoot && e.shadowRoot.activeElement) e = e.shadowRoot.activeElement;
  return e && e !== document.body ? { tag: e.localName, pick: e.dataset.pick ?? null, n: e.dataset.n ?? null,
    label: e.getAttribute("aria-label") || "", text: e.textContent.trim().slice(0, 80) } : null; }
