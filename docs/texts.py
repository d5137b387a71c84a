"""Texts of the interface: gathered from the sources, put beside each language's, compiled. `make texts` runs this."""

import ast
import json
import re
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from hierview.flats import SHIPPED, flats
from hierview.glossary import TERMS
from hierview.languages import ENGLISH, LANGUAGES

PACKAGE = Path(__file__).resolve().parent.parent / "hierview"
TEMPLATE = "hierview.pot"
# What a text is marked with: the names of functions.
MARKS = {"_", "N_", "translated_markup", "count_text"}
USED = "languages import "  # in each file that marks a text
SCRIPT_MARKS = {"say": None}
# Names that rooms without a language, and files, give to what the pages list: translated where they are shown.
NAMED = "named.txt"
KINDS = ("commands", "pages")  # of what a flat brings
CORE = ""  # stands for the core among the folders of flats


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


def catalogues(flat: str) -> Path:
    """Folder of the catalogues of a flat, or of the core."""
    return PACKAGE / flat / "languages"


def flat_of(path: Path) -> str:
    """Folder of the flat that a file belongs to, or the core."""
    folder = path.relative_to(PACKAGE).parts[0]
    return folder if folder in {flat.folder for flat in flats()} else CORE


def texts() -> Iterator[tuple[str, Message]]:
    """Every text that is marked, and whose it is; those of scripts stand in the context of their folder."""
    for path in sorted(PACKAGE.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)) if USED in source else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKS:
                said = [a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
                if said:
                    yield flat_of(path), Message(said[0] if node.func.id != "count_text" else tuple(said))
    for path in PACKAGE.rglob(f"languages/{NAMED}"):
        yield from ((flat_of(path), Message(name)) for name in path.read_text(encoding="utf-8").splitlines())
    yield from ((flat.folder, Message(title)) for flat in flats() for title in flat.pages)
    # Symbols, in capitals, are the same in every language.
    spoken = (text for term in TERMS for text in (term.name, term.says, term.written))
    yield from ((CORE, Message(text)) for text in spoken if text and not text.isupper())
    for path in sorted(PACKAGE.rglob("*.js")):
        for _, found, _, _ in extract_from_file("javascript", path, keywords=SCRIPT_MARKS):
            if found:
                yield flat_of(path), Message(found, context=path.parent.name)


def below(flat: str) -> set[str]:
    """The core, and all the flats that a flat stands on: it need not say again what they say."""
    stands_on = next((one.stands_on for one in flats() if one.folder == flat), ())
    return {CORE, *stands_on}.union(*map(below, stands_on)) if flat else set()


def gathered() -> dict[str, Catalog]:
    """All texts of the core and of each flat, in order."""
    found: dict[str, dict[tuple[str, str], Message]] = {flat: {} for flat in (CORE, *(one.folder for one in flats()))}
    for flat, message in texts():
        found[flat][str(message.id), message.context or ""] = message
    return {flat: _catalog(own, *(found[floor] for floor in below(flat))) for flat, own in found.items()}


def _catalog(own: dict[tuple[str, str], Message], *known: dict[tuple[str, str], Message]) -> Catalog:
    catalog = Plain(fuzzy=False)
    catalog.header_comment = "# Texts of the interface, in English."
    for key in sorted(own.keys() - {text for others in known for text in others}):
        catalog[own[key].id] = own[key]
    return catalog


def translated(template: Catalog, code: str, *known: str) -> Catalog:
    """All texts with what the first of the catalogues `known` that has them says for them, "" where none has."""
    before = [read_po(BytesIO(text.encode()), locale=code) for text in known]
    catalog = Plain(locale=code, fuzzy=False)
    catalog.header_comment = f"# Texts of the interface, in {LANGUAGES[code]}."
    for message in template:
        if message.id:
            olds = (catalog.get(message.id, message.context) for catalog in before)
            old = next(filter(None, olds), None)
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


def shipped() -> str:
    """What each of hierview's own flats brings by a word, as the core knows it where the flat was taken away."""
    words = {flat.folder: {kind: sorted(named) for kind in KINDS if (named := getattr(flat, kind))} for flat in flats()}
    lines = ",\n".join(f"  {json.dumps(folder)}: {json.dumps(kinds)}" for folder, kinds in words.items())
    return f"{{\n{lines}\n}}\n"


def main() -> None:
    """Write all catalogues anew, and the words of flats; say how much waits for a translation."""
    SHIPPED.write_text(shipped(), encoding="utf-8")
    known = {code: [*map(_read, sorted(PACKAGE.rglob(f"languages/{code}.po")))] for code in LANGUAGES}
    for flat, template in gathered().items():
        folder = catalogues(flat)
        folder.mkdir(exist_ok=True)
        (folder / TEMPLATE).write_text(written(template), encoding="utf-8")
        for code in LANGUAGES.keys() - {ENGLISH}:
            file = folder / f"{code}.po"
            catalog = translated(template, code, *known[code])
            file.write_text(written(catalog), encoding="utf-8")
            file.with_suffix(".mo").write_bytes(compiled(catalog))
            empty = [m.id for m in catalog if m.id and not all([m.string] if isinstance(m.string, str) else m.string)]
            name = f"{LANGUAGES[code]} of {flat or 'the core'}"
            sys.stdout.write(f"{name}: {len(catalog)} texts, {len(empty)} without a translation\n")


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


if __name__ == "__main__":
    main()
