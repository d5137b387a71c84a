// Python with hierview in it. It has no network: all that it needs lies beside this file, packed as it came.
const here = (name) => new URL(name, import.meta.url).href;
const fetched = globalThis.fetch.bind(globalThis);

async function bytes(name) {
  const reply = await fetched(here(name));
  if (!reply.ok) throw new Error(`${name}: ${reply.status}`);
  return reply;
}

async function fetchInflated(name, type) {
  const { body } = await bytes(name);
  return new Response(body.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": type } });
}

const wasm = fetchInflated("python.wasm.bin", "application/wasm");
const code = fetchInflated("python.mjs.bin", "text/javascript");
const packed = async (name) => new Uint8Array(await (await bytes(name)).arrayBuffer());
const lock = bytes("lock.json").then((reply) => reply.text());
globalThis.fetch = (url, options) => (String(url).endsWith("pyodide.asm.wasm") ? wasm : fetched(url, options));

const BEGIN = `import json, os, sys
sys.path.insert(0, "/lib/hierview")
os.environ["HIERVIEW_LESSONS"] = "/lib/hierview/own"
from importlib import import_module
Desk = import_module(module).Desk
desk = Desk(json.loads(asked), session)
[desk.tell(message) for message in json.loads(told)]
def tell(message):
    return json.dumps(desk.tell(json.loads(message)), ensure_ascii=False)
tell`;

let tell = null, python = null;

async function start({ asked, told, session, module, names }) {
  const ours = Promise.all(names.map(packed));
  const [{ loadPyodide }, text] = await Promise.all([import(here("pyodide.js")), code.then((reply) => reply.text())]);
  const runtime = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  const { default: createPyodideModule } = await import(runtime);
  python = await loadPyodide({
    indexURL: here("./"), createPyodideModule, lockFileContents: JSON.parse(await lock), stdLibURL: here("library.bin"),
  });
  for (const pack of await ours) python.unpackArchive(pack, "zip", { extractDir: "/lib/hierview" });
  const given = { asked: JSON.stringify(asked), told: JSON.stringify(told), session, module };
  for (const [name, value] of Object.entries(given)) python.globals.set(name, value);
  tell = python.runPython(BEGIN);
  postMessage({ page: tell("null") });
}

onmessage = ({ data }) => {
  if (data.do === "start") start(data).catch((error) => postMessage({ failed: String(error).trim().slice(-300) }));
  else if (data.do === "gallery") postMessage({ answer: python.runPython("desk.gallery()") });
  else postMessage({ page: tell(JSON.stringify(data)) });
};
