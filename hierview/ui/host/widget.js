// Explore in a notebook: the desk is in Python's kernel, and messages go by the widget's own line.
// Before this stand EDITOR and VIEWER, texts of modules, STYLES, FONT as base64, its WEIGHTS, and BASE of links.
import { make } from "../scripts/dom.js";
import { Explore } from "./explore.js";

const DARK = ".dark, .dark-theme, .vscode-dark, [data-jp-theme-light=false]";
const moduleOf = (text) => import(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
let parts = null;

// Drawings are measured in Source Sans: it is there before anything is shown.
async function load() {
  const font = new FontFace("Source Sans", `url(data:font/woff2;base64,${FONT})`, { weight: WEIGHTS });
  document.fonts.add(await font.load());
  const [editor, viewer] = await Promise.all([moduleOf(EDITOR), moduleOf(VIEWER)]);
  return { editor, viewer, base: BASE };
}

async function render({ model, el }) {
  parts ??= load();
  const box = make("div"), waiting = new Map(), own = `${performance.now()}-${Math.random()}-`;
  let count = 0, host = null;
  el.append(make("style", {}, STYLES), box);
  box.style.colorScheme = document.querySelector(DARK) ? "dark" : "light";
  const ask = (message) => new Promise((answered) => {
    count += 1;
    waiting.set(own + count, answered);
    model.send({ ...message, id: own + count });
  });
  // What another view of the widget asked for, or a cell set, is shown here, too.
  const hear = ({ id, answer }) => {
    if (waiting.has(id)) waiting.get(id)(answer);
    else if (typeof answer !== "string") host.render(answer);
    waiting.delete(id);
  };
  host = new Explore(box, await parts, ask);
  model.on("msg:custom", hear);
  ask({ do: "show" }).then((page) => host.render(page));
  return () => model.off("msg:custom", hear);
}

export default function () {
  return { render };
}
