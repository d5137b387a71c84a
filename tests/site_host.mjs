// What a site's Python answers, under Node: node site_host.mjs FOLDER SITE < visits, a line of JSON for each, which has
// what is asked for and the messages. Prints the hash of every page.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [folder, site] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: folder, stdLibURL: `${site}/library.bin` });
for (const name of ["hierview.bin", "lessons.bin"])
  python.unpackArchive(new Uint8Array(readFileSync(`${site}/${name}`)), "zip", { extractDir: "/lib/hierview" });
const visited = python.runPython(`
import sys
sys.path.insert(0, "/lib/hierview")
import json
from hierview.ui.explore.desk import Desk as Explore
from hierview.lessons.ui.desk import Desk as Lessons
def visited(line):
    visit = json.loads(line)
    desk = (Lessons if "lesson" in visit["asked"] else Explore)(visit["asked"], "test")
    return [json.dumps(desk.tell(message), ensure_ascii=False, sort_keys=True) for message in visit["messages"]]
visited`);
for await (const line of createInterface({ input: process.stdin })) {
  for (const page of visited(line).toJs()) console.log(createHash("sha256").update(page).digest("hex"));
}
