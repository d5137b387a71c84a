"""The interface's texts: every one is in the catalogue, and every language says all of them."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from html import unescape
from io import BytesIO
from pathlib import Path

import pytest

from hierview.languages import (
    ENGLISH,
    LANGUAGES,
    _,
    cached_per_language,
    count_text,
    language,
    script_catalogue,
    spoken_language,
)

from .app_test import App, PageAlone
from .each import each
from .samples import ROOT

pofile = pytest.importorskip("babel.messages.pofile", reason="Babel, which gathers texts, is not installed")
texts = pytest.importorskip("docs.texts")

OTHERS = [code for code in LANGUAGES if code != ENGLISH]
SOURCES = [path for path in sorted((ROOT / "hierview").rglob("*.py")) if texts.USED in path.read_text(encoding="utf-8")]


def test_a_new_text_waits_empty_for_its_translation():
    template = texts.Plain(fuzzy=False)
    for text in ("A new text", ("{n} new text", "{n} new texts")):
        template[text] = texts.Message(text)
    found = texts.translated(template, "de", "")
    assert [message.string for message in found if message.id] == ["", ("", "")]
    assert texts.compiled(found)


def read_text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def messages(code: str):
    """Every text of the interface with what it is in a language."""
    for flat in texts.gathered():
        file = texts.catalogues(flat) / f"{code}.po"
        for message in pofile.read_po(BytesIO(file.read_bytes()), locale=code):
            if message.id:
                one, said = message.id, message.string
                yield message, (one,) if isinstance(one, str) else one, (said,) if isinstance(said, str) else said


def test_the_catalogues_are_those_of_the_sources():
    """If not: `make texts`."""
    for flat, template in texts.gathered().items():
        folder = texts.catalogues(flat)
        assert read_text(folder / texts.TEMPLATE) == texts.written(template)
        for code in OTHERS:
            file = folder / f"{code}.po"
            catalog = texts.translated(template, code, read_text(file))
            assert texts.written(catalog) == read_text(file)
            assert file.with_suffix(".mo").read_bytes() == texts.compiled(catalog)


def test_a_flat_has_its_own_texts_and_says_none_of_those_below_it_again():
    of_flat = {flat: {(str(m.id), m.context) for m in template if m.id} for flat, template in texts.gathered().items()}
    assert ("Lessons", None) in of_flat["lessons"]
    assert all(of_flat.values())
    assert not [flat for flat, own in of_flat.items() for floor in texts.below(flat) if own & of_flat[floor]]


def test_a_text_that_moves_to_another_flat_keeps_its_translation():
    """Of the catalogues that there were, any may have it."""
    template = texts.Plain(fuzzy=False)
    template["Moved"] = texts.Message("Moved")
    there = texts.Plain(locale="de", fuzzy=False)
    there.add("Moved", "Umgezogen")
    found = texts.translated(template, "de", texts.written(texts.Plain(locale="de", fuzzy=False)), texts.written(there))
    assert found.get("Moved").string == "Umgezogen"


def marks(text: str) -> dict[str, list[str]]:
    """What a translation must keep of a text: its named values, what stands in backticks, and its tags."""
    braces = re.findall(r"\{(\w*)(?::[^{}]*)?\}", text)
    return {
        "values": sorted(set(braces)),
        "code": sorted(re.findall(r"`[^`]+`", text)),
        "tags": sorted(re.findall(r"</?\w[^>]*>", text)),
        "strong": ["**"] * text.count("**"),
    }


@pytest.mark.parametrize("code", OTHERS)
def test_a_language_says_every_text_with_all_that_is_in_it(code: str):
    """A text without a translation shows in English, which is no fault."""
    faults = []
    for message, texts_of, said in messages(code):
        if not any(said):
            continue
        if message.fuzzy or not all(said):
            faults.append(f"{message.id}: translated in part")
        elif any(marks(text) != marks(one) for text, one in zip(said, texts_of, strict=True)):
            faults.append(f"{message.id}: {said} has other values, code or tags")
        elif texts_of[0][:1].isspace() != said[0][:1].isspace() or texts_of[0][-1].isspace() != said[0][-1].isspace():
            faults.append(f"{message.id}: begins or ends otherwise")
    assert not faults


def marked(path: Path) -> Iterator[ast.Call]:
    """Every call that marks a text."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in texts.MARKS:
            yield node


def test_texts_are_written_out_where_they_are_marked():
    """What is put together beforehand is in no catalogue."""
    faults = set()
    for path in SOURCES:
        for call in marked(path):
            said, name = call.args[0], getattr(call.func, "id", "")
            if isinstance(said, ast.JoinedStr | ast.BinOp):
                faults.add(f"{path.relative_to(ROOT)}:{call.lineno} marks what is put together")
            if name == "_" and isinstance(said, ast.Constant) and not call.keywords and "{" in said.value:
                faults.add(f"{path.relative_to(ROOT)}:{call.lineno} gives no values")
    assert not faults


def test_no_throwaway_name_hides_the_mark():
    """A name `_` that a function gives to what it does not need would be called in the place of the function."""
    faults = []
    for path in SOURCES:
        for scope in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(scope, ast.FunctionDef):
                own = set(ast.walk(scope))
                inside = {n for c in own if isinstance(c, ast.comprehension) for n in ast.walk(c.target)}
                names = [n for n in own if isinstance(n, ast.Name) and n.id == "_"]
                hidden = any(isinstance(n.ctx, ast.Store) and n not in inside for n in names)
                if hidden and any(isinstance(n, ast.Call) and getattr(n.func, "id", "") == "_" for n in own):
                    faults.append(f"{path.relative_to(ROOT)}:{scope.lineno} {scope.name}")
    assert not faults


def test_a_language_is_in_use_until_the_end_of_its_block():
    with spoken_language("de"):
        assert language() == "de"
        with spoken_language("none of ours"):
            assert language() == ENGLISH
        assert language() == "de"
    assert language() == ENGLISH


def test_english_is_what_stands_in_the_sources():
    assert _("No such text, {what}", what=1) == "No such text, 1"
    assert count_text("{n} class of {all}", "{n} classes of {all}", 2, all=3) == "2 classes of 3"
    assert script_catalogue(ENGLISH, "editor") == {}
    with spoken_language("de"):
        assert _("No such text, {what}", what=1) == "No such text, 1"
        assert count_text("{n} such text", "{n} such texts", 2) == "2 such texts"


def test_a_kept_text_is_kept_for_its_language_alone():
    made = []

    @cached_per_language
    def kept(name: str) -> str:
        made.append(name)
        return f"{name} in {language()}"

    for code in (ENGLISH, "de", ENGLISH, "de"):
        with spoken_language(code):
            assert kept("this") == f"this in {code}"
    assert made == ["this", "this"]


PAGES: tuple[tuple[str, dict[str, str]], ...] = (
    ("explore", {"c": "15", "m": "LCaF", "v": "steps"}),
    ("explore", {"c": "12a", "m": "GIE", "p": "table=all"}),
    ("explore", {"c": "12a", "m": "MGIA", "v": "conventions"}),
    ("explore", {"c": "new", "part": "save"}),
    ("explore", {"c": "t4", "p": "as=numbers", "part": "describe"}),
    ("explore", {"c": "15", "ask": "1"}),
    ("compare", {"c": "13a", "c2": "13b"}),
    ("compare", {"c": "13a", "c2": "13b", "ask": "1"}),
    ("measures", {"m": "MGIA"}),
    ("measures", {"m": "hF"}),
    ("measures", {"q": "dag-yes.farther-yes"}),
    ("workbench", {"v": "disagreements"}),
    ("workbench", {"v": "benchmark"}),
    ("study", {"study": "k15/15", "by": "GIE"}),
    ("study", {"study": "new"}),
)
OPEN = ("open", "share", "picker", "compare-share")


def shown(page: str, code: str, asked: dict[str, str]) -> set[str]:
    """All texts of a page in a language, but for what it marks as English: its popovers are open."""
    alone = PageAlone(page)
    for key in OPEN:
        alone.at.session_state[key] = True
    alone.at.session_state["file-part"] = asked.get("part", "open")
    for key, value in {**asked, "lang": code}.items():
        alone.at.query_params[key] = value
    alone.at.run()
    assert not alone.at.exception
    given = [json.loads(element.proto.json)[0].get("html", "") for element in alone.at.get("bidi_component")]
    hidden = r'<(\w+)[^>]* lang="en".*?</\1>|data-find="[^"]*"'  # a search finds English words, too
    said = [re.sub(hidden, "", text) for text in given]
    kinds = ("button", "checkbox", "radio", "selectbox", "text_input", "text_area", "multiselect", "caption", "title")
    for element in (e for kind in (*kinds, "header", "subheader", "expander", "popover") for e in alone.at.get(kind)):
        given = (getattr(element, name, None) for name in ("label", "help", "value", "options", "placeholder"))
        said += [str(one) for many in given for one in (many if isinstance(many, list) else [many])]
    pieces = [piece for text in said for piece in (*re.split(r"<[^>]*>", text), *re.findall(r'="([^"]*)"', text))]
    return {unescape(piece).strip() for piece in pieces}


@each("look", PAGES)
@pytest.mark.slow
def test_a_page_says_nothing_in_english_that_has_a_translation(look: tuple[str, dict[str, str]]):
    page, asked = look
    english = shown(page, ENGLISH, asked)
    for code in OTHERS:
        told = shown(page, code, asked)
        texts_of = [(ones[0], said[0]) for _message, ones, said in messages(code) if said[0] not in ("", ones[0])]
        there = [
            (text, said) for text, said in texts_of if len(text.split()) > 2 and "{" not in text and text in english
        ]
        assert len(there) > 3
        assert [text for text, _said in there if text in told] == []
        assert any(said in told for _text, said in there)


def test_the_language_of_a_visit_goes_with_its_links_and_stays():
    german = App(c="15", lang="de")
    assert german.link()["lang"] == "de"
    assert "Wahr:" in german.turn_to(c="12a").shown["question"]
    assert german.link()["lang"] == "de"
    assert "True:" in german.turn_to(c="12a", lang="en").shown["question"]
    assert "lang" not in german.link()


@pytest.mark.parametrize("code", ["", "xx", "DE", "de-DE", "../de", "<b>"])
def test_a_language_that_is_none_of_ours_is_not_spoken(code: str):
    english = App(c="15", lang=code)
    assert "True:" in english.shown["question"]
    assert "lang" not in english.link()
