// The scripts as the page mounts them: a shadow root each, and data made by Python.
async ({ scripts, css }) => {
  const load = (text) => import(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
  const { ed, hv } = Object.fromEntries(await Promise.all(
    Object.entries(scripts).map(async ([kind, text]) => [kind, (await load(text)).default])));
  const app = document.querySelector("main"), roots = new Map();
  let running = 0;
  const run = (more) => { app.dataset.testScriptState = (running += more) ? "running" : "notRunning"; };
  const rootOf = (key, kind) => {
    if (!roots.has(key)) {
      const host = app.appendChild(document.createElement("div"));
      host.className = `st-key-${key}`;
      host.attachShadow({ mode: "open" }).innerHTML = `<style>${css[kind]}</style><div class="${kind}"></div>`;
      roots.set(key, host.shadowRoot);
    }
    return roots.get(key);
  };
  const drop = (key) => { roots.get(key).host.remove(); roots.delete(key); };
  const setStateValue = async (name, value) => {
    run(1);
    show(await hierviewTold(JSON.stringify(value)));
    run(-1);
  };
  const show = (told) => {
    const { editor, viewers } = JSON.parse(told);
    for (const key of [...roots.keys()]) if (key !== "editor" && !viewers.some((data) => data.key === key)) drop(key);
    for (const data of viewers) hv({ parentElement: rootOf(data.key, "hv"), data: [data], setTriggerValue() {} });
    ed({ parentElement: rootOf("editor", "ed"), data: [editor], setStateValue });
  };
  const open = (told) => {
    for (const key of [...roots.keys()]) drop(key);
    sessionStorage.clear();
    scrollTo(0, 0);
    show(told);
  };
  window.desk = { show, open };
}
