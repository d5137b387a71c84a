// Lessons as a page of static files.
import { fetchMadeBefore, start } from "../../../ui/host/page.js";
import { Lessons } from "./lessons.js";

const KIND = {
  Host: Lessons, module: "hierview.lessons.ui.desk", names: ["hierview.bin", "lessons.bin"],
  async first(asked) {
    const page = await (await fetchMadeBefore(`${asked.lesson ?? "lesson"} ${asked.stage ?? 1}`, asked))?.json();
    // Of a variant, another case is asked about.
    return page && { ...page, parts: page.parts.filter(({ at }) => !asked.variant || at === "title") };
  },
};

export default function (parts, words) {
  return start(parts, KIND, words);
}
