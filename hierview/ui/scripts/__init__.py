"""How scripts reach the browser: ES modules, joined into the one that a component takes; and what they all share."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

# The only forms there are: names from a file, and one name for each export.
_IMPORT = re.compile(r'^import \{\s*(\w+(?:,\s*\w+)*),?\s*\} from "(\.\.?/[\w./-]+\.js(?:on)?)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
_DEFAULT = re.compile(r"^export default function\b", re.MULTILINE)
_IDLE = re.compile(r"^[ \t]*(?://.*)?\n|^[ \t]+", re.MULTILINE)
_ANY = re.compile(r"^\s*(?:import|export)\b.*|\bimport\s*\(\s*[\"'`].*", re.MULTILINE)


def join_modules(entry: Path) -> str:
    """The module `entry` with all that it imports, as one module: what `entry` exports, and no imports.

    Every other module keeps a scope of its own, so that two may use one name for two things. Comments that fill a line
    and indentation are left out, in template literals too (these hold markup). A JSON file exports its name.
    Raises ValueError, with the place, for a form of import or export that is not known here, for a name that is
    imported but not exported, and for a circle of imports.
    """
    *others, (_, last) = _modules(entry.resolve(), (), {})
    return _IDLE.sub("", "\n".join([*(_module_as_value(path, text) for path, text in others), _without_imports(last)]))


def _modules(path: Path, above: tuple[Path, ...], texts: dict[Path, str]) -> Iterator[tuple[Path, str]]:
    """Each module once, after all that it imports, with its text."""
    if path in above:
        raise ValueError(f"{path.name} imports itself: {' > '.join(p.name for p in (*above, path))}")
    if path in texts:
        return
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".json":
        text = f"export const {path.stem.upper()} = {text};\n"
    for names, source in _IMPORT.findall(text):
        other = (path.parent / source).resolve()
        yield from _modules(other, (*above, path), texts)
        if missing := set(_names(names)) - set(_EXPORT.findall(texts[other])):
            raise ValueError(f"{path.name}: {source} does not export {', '.join(sorted(missing))}")
    if any(other.stem == path.stem for other in texts):
        raise ValueError(f"{path.name}: another module has this name, too")
    if above and _DEFAULT.search(text):
        raise ValueError(f"{path.name} has a default export, which only the first module may have")
    if strange := _ANY.search(_DEFAULT.sub("", _EXPORT.sub("", _IMPORT.sub("", text)))):
        raise ValueError(f"{path.name}: '{strange[0].strip()[:60]}' is not an import or export that is known here")
    texts[path] = text
    yield path, text


def _names(listed: str) -> list[str]:
    return re.findall(r"\w+", listed)


def _without_imports(text: str) -> str:
    """The text of a module with its imports taken from the modules before it."""
    return _IMPORT.sub(lambda found: f"const {{ {', '.join(_names(found[1]))} }} = ${Path(found[2]).stem};\n", text)


def _module_as_value(path: Path, text: str) -> str:
    """A module as a value that holds what it exports."""
    exports = ", ".join(_EXPORT.findall(text))
    return f"const ${path.stem} = (() => {{\n{_EXPORT.sub('', _without_imports(text))}return {{ {exports} }};\n}})();"
