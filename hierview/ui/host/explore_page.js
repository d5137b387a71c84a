// Explore as a page of static files.
import { Explore } from "./explore.js";
import { drawingOf, unpackCase } from "./linked.js";
import { fetchMadeBefore, start } from "./page.js";

const CHANGING = ["s", "p", "step", "big"];  // parameters that may change all that is shown of a case
const STILL = new Set(["question", "note", "answers", "whytitle"]);  // shown of a case whose view was not made
const LONGEST = 20_000;  // characters of a case in an address that is drawn before Python has looked at it

// The first page of a case as a link to a measure and a view asks for it; without Why where that was not made.
async function withWhy(page, name, asked) {
  if (!("whytitle" in page.show && ("m" in asked || "v" in asked))) return page;
  const { body } = await fetchMadeBefore(`${name} why`, asked, "bin");
  const made = await new Response(body.pipeThrough(new DecompressionStream("gzip"))).json();
  const row = asked.m ?? page.address.m, known = made[`${row} picture`], all = made[`${row} ${asked.v ?? "picture"}`];
  if (all) return { ...page, ...all };
  const found = { ...page, ...known }, show = Object.entries(found.show).filter(([key]) => STILL.has(key));
  show.push(["whynotice", `<p>${page.words.soon}</p>`]);
  const controls = { ...found.controls, side: [], view: [] };
  return { ...found, controls, show: Object.fromEntries(show), isStale: !known };
}

const KIND = {
  Host: Explore, module: "hierview.ui.explore.desk", names: ["hierview.bin"],
  // What was made beforehand of the case that is asked for; of one that the address carries, its drawing.
  async first(asked) {
    const carried = asked.c?.startsWith("~"), name = carried ? "new" : asked.c ?? "11a";
    const made = await fetchMadeBefore(name, asked);
    if (!made) return null;
    const page = await withWhy(await made.json(), name, asked);
    if (carried && asked.c.length < LONGEST) {
      Object.assign(page.editor, drawingOf(await unpackCase(asked.c)));
      Object.assign(page, { show: {}, title: ["", page.editor.called] });
    }
    // What waits for a guess is not shown before.
    if ("ask" in asked) page.show = { question: page.show.question };
    return { ...page, isStale: page.isStale || carried || "ask" in asked || CHANGING.some((key) => key in asked) };
  },
};

export default function (parts, words) {
  return start(parts, KIND, words);
}
