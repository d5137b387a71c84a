"""Texts of the interface: gathered from the sources, put beside each language's, compiled. `make texts` runs this."""

import ast
import re
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from hierview.flats import flats
from hierview.glossary import TERMS
from hierview.languages import ENGLISH, LANGUAGES

PACKAGE = Path(__file__).resolve().parent.parent / "hierview"
FOLDER = PACKAGE / "languages"
TEMPLATE = FOLDER / "hierview.pot"
# What a text is marked with: the names of functions.
MARKS = {"_", "N_", "count_text"}
USED = "languages import "  # in each file that marks a text
SCRIPT_MARKS = {"say": None}
# Names that rooms without a language, and files, give to what the pages list: translated where they are shown.
NAMED = (
    "One question each",
    "Five problems",
    "DAG",
    "TIE",
    "Worked examples",
    "Where tools disagree",
    "Confusion matrix (Riehl et al.)",
    "GIE and MGIA",
    "picture",
    "contributions",
    "matches",
    "information",
    "pairs",
    "matrix",
    "graphs",
    "lists",
    "steps",
    "climbs",
    "levels",
    "paths",
    "sensitivity",
    "flow network",
    "heights",
    "hierarchy",
    "landscape",
    "sets",
    "columns",
    "depths",
    "Case file",
    "Outline",
    "Edges with marks",
    "Edge list, TSV",
    "Edge list, CSV",
    "HEMKit, three files",
    "An edge list",
    "A case file",
    "An outline",
    "A list of adjacency lines",
    "pair lines",
    "paths or levels",
    "adjacency lines",
    "a drawn or marked list",
    "parent first",
    "child first",
    "codes with a prefix rule",
    "SKOS or RDF",
    "a case file",
    "an outline",
    "edges with marks",
    "an edge list of hierview",
    "edges as text",
    "an edge list",
    "Picture",
    "TikZ, stand-alone",
    "Stand-alone",
    "Overleaf zip",
    "true classes",
    "a system’s classes",
    "a system’s answers in words",
    "a system’s scores",
    "more about instances",
    "leave out",
    "micro, not limited to 1",
)


class Plain(Catalog):
    """A catalogue with nothing in its head that changes from day to day."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        if self.locale is None:
            return [("Content-Type", "text/plain; charset=utf-8")]
        return [
            ("Language", str(self.locale)),
            ("Plural-Forms", self.plural_forms),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
        ]


def texts() -> Iterator[Message]:
    """Every text that is marked; those of scripts stand in the context of their folder, which is their domain."""
    for path in sorted(PACKAGE.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)) if USED in source else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKS:
                said = [a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
                if said:
                    yield Message(said[0] if node.func.id != "count_text" else tuple(said))
    yield from map(Message, NAMED)
    yield from (Message(title) for flat in flats() for title in flat.pages)
    # Symbols, in capitals, are the same in every language.
    spoken = (text for term in TERMS for text in (term.name, term.says, term.written))
    yield from (Message(text) for text in spoken if text and not text.isupper())
    for path in sorted(PACKAGE.rglob("*.js")):
        for _, found, _, _ in extract_from_file("javascript", path, keywords=SCRIPT_MARKS):
            if found:
                yield Message(found, context=path.parent.name)


def gathered() -> Catalog:
    """All texts, in order."""
    found = {(str(message.id), message.context or ""): message for message in texts()}
    catalog = Plain(fuzzy=False)
    catalog.header_comment = "# Texts of the interface, in English."
    for key in sorted(found):
        catalog[found[key].id] = found[key]
    return catalog


def translated(template: Catalog, code: str, known: str) -> Catalog:
    """All texts with what the catalogue `known` says for them, "" where it says nothing."""
    before = read_po(BytesIO(known.encode()), locale=code)
    catalog = Plain(locale=code, fuzzy=False)
    catalog.header_comment = f"# Texts of the interface, in {LANGUAGES[code]}."
    for message in template:
        if message.id:
            old = before.get(message.id, message.context)
            kept = old is not None and not old.fuzzy and type(old.string) is type(message.string)
            catalog.add(message.id, (old if kept else message).string, context=message.context)
    return catalog


def written(catalog: Catalog) -> str:
    """A catalogue as text, each of its texts in one line."""
    file = BytesIO()
    write_po(file, catalog, width=0)
    return re.sub(r"^#, python-(?:brace-)?format\n", "", file.getvalue().decode(), flags=re.MULTILINE)


def compiled(catalog: Catalog) -> bytes:
    """A catalogue as `gettext` reads it."""
    file = BytesIO()
    write_mo(file, catalog)
    return file.getvalue()


def main() -> None:
    """Write all catalogues anew, and say how much waits for a translation."""
    template = gathered()
    TEMPLATE.write_text(written(template), encoding="utf-8")
    for code in LANGUAGES:
        if code != ENGLISH:
            file = FOLDER / f"{code}.po"
            catalog = translated(template, code, file.read_text(encoding="utf-8") if file.exists() else "")
            file.write_text(written(catalog), encoding="utf-8")
            file.with_suffix(".mo").write_bytes(compiled(catalog))
            empty = [m.id for m in catalog if m.id and not all([m.string] if isinstance(m.string, str) else m.string)]
            sys.stdout.write(f"{LANGUAGES[code]}: {len(catalog)} texts, {len(empty)} without a translation\n")


if __name__ == "__main__":
    main()
