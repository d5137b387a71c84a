// The viewer as the page mounts it, without the page: a shadow root, and markup made by Python.
async ([script, css, wide]) => {
  const source = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const mount = (await import(source)).default;
  document.body.innerHTML = "";
  const host = document.body.appendChild(document.createElement("div"));
  const root = host.attachShadow({ mode: "open" });
  root.innerHTML = `<style>${css}</style><div class="hv in-panel"></div>`;
  const picks = [];
  window.viewer = {
    root, picks,
    show: (html, width = wide) => {
      root.querySelector(".hv").style.width = `${width}px`;
      mount({ parentElement: root, data: [{ html: "" }] });
      mount({ parentElement: root, data: [{ html }], setTriggerValue: (...pick) => picks.push(pick) });
    },
  };
}
