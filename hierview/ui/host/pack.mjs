// Compiles modules with the Python that the browser will run, and leaves out of its library what is never imported:
// node pack.mjs FOLDER LIBRARY NAMES OURS …, where NAMES is a text of the modules that ours import.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, library, names, ...ours] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: folder });
const packed = python.runPython(`
import io, marshal, sys, zipfile
from contextlib import suppress
from importlib import import_module
from importlib.util import MAGIC_NUMBER, source_hash

SHOWN = ("hierview/measures/", "hierview/rules/", "hierview/workbench/", "hierview/own/")

def compiled(name, source):
    # Docstrings are left out, but where a measure's is shown.
    code = compile(source, name, "exec", dont_inherit=True, optimize=0 if name.startswith(SHOWN) else 2)
    return MAGIC_NUMBER + (1).to_bytes(4, "little") + source_hash(source) + marshal.dumps(code)  # 1: never compared

def imported(names):
    for name in names.split():
        with suppress(ImportError):
            import_module(name)
    return {name.replace(".", "/") for name in sys.modules}

def packed(content, names=None):
    kept = None if names is None else imported(names)
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content.to_py())) as given, zipfile.ZipFile(target, "w") as made:
        for name in sorted(given.namelist()):
            source, is_module = given.read(name), name.endswith(".py")
            if kept is not None and name.removesuffix(".py").removesuffix("/__init__") not in kept:
                continue
            entry = zipfile.ZipInfo(name + "c" if is_module else name)  # of 1980: the same bytes every time
            entry.compress_type = zipfile.ZIP_DEFLATED
            made.writestr(entry, compiled(name, source) if is_module else source, compresslevel=9)
    return target.getvalue()

packed`);
const read = (file) => new Uint8Array(readFileSync(file));
for (const file of ours) writeFileSync(file, packed(read(file)).toJs());
writeFileSync(library, packed(read(library), readFileSync(names, "utf8")).toJs());
