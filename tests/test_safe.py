"""Safe HTML is a type: what gives markup is `Markup`, and a text gets into markup only where it is escaped.

That what shows markup is given no plain text is for mypy to see; here is what keeps its word worth something.
"""

import ast
from collections.abc import Iterator
from html import escape as escaped
from pathlib import Path
from string import Formatter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hierview.languages import spoken_language
from hierview.safe import Markup, comment, escape, joined, safe, translated_markup, trusted
from tests.each import each
from tests.samples import ROOT

PACKAGE = ROOT / "hierview"
SAFE = "safe/__init__.py"
# Those that write XML of their own and escape in it, whose elements a page may show.
TRUSTED = {
    "draw/backends/svg.py",
    "draw/figures/pages.py",
    "lessons/markup/lesson.py",
    "markup/pictures.py",
    "publish/qr.py",
    "study/markup/classes.py",
    "study/publish/report.py",
}
# Those that write files, not pages: SVG, the interactive page, sheets of lessons.
WRITERS = {
    "draw/backends/interactive.py",
    "draw/backends/svg.py",
    "draw/backends/svgfile.py",
    "lessons/publish/copies.py",
    "lessons/publish/lessons.py",
    "lessons/publish/sheets.py",
}
FILES = {path.relative_to(PACKAGE).as_posix(): path for path in sorted(PACKAGE.rglob("*.py"))}
TEXTS = st.text("<>&\"' ab{}", max_size=8)


def calls(tree: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func), node


def is_literal(argument: ast.expr) -> bool:
    return isinstance(argument, ast.Constant) and isinstance(argument.value, str)


def fields(template: str) -> list[str]:
    return [name for _text, name, spec, how in Formatter().parse(template) if name is not None and not spec and not how]


def faults(name: str, text: str) -> list[str]:
    """The lines of a module where a text could become markup without being escaped."""
    tree, found = ast.parse(text), []
    for function, call in calls(tree):
        fine = True
        if function == "Markup":
            fine = name == SAFE or (not call.keywords and all(map(is_literal, call.args)))
        elif function == "safe":
            fine = is_literal(call.args[0]) and not call.keywords
            if fine and not any(isinstance(part, ast.Starred) for part in call.args):
                named = fields(call.args[0].value)
                taken = {int(field) for field in named if field} if any(named) else range(len(named))
                fine = set(taken) == set(range(len(call.args) - 1))
        elif function == "trusted":
            fine = name in {SAFE, *TRUSTED}
        elif function.endswith("st.html"):
            fine = name in ("ui/shell/widgets.py", "ui/shell/page.py")
        if not fine:
            found.append(f"{name}:{call.lineno}: {ast.unparse(call)[:80]}")
        found += [f"{name}:{call.lineno}: {word.arg}" for word in call.keywords if word.arg == "unsafe_allow_html"]
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            names = {alias.name for alias in node.names}
            wrong = node.module == "markupsafe" and name != SAFE
            wrong |= node.module == "html" and "escape" in names and name not in WRITERS
        else:
            attribute = isinstance(node, ast.Attribute) and ast.unparse(node) == "html.escape"
            wrong = attribute and name != SAFE
        if wrong:
            found.append(f"{name}:{node.lineno}: {ast.unparse(node)}")
    return found


@each("name", FILES)
def test_a_text_gets_into_markup_only_where_it_is_escaped(name: str):
    assert faults(name, FILES[name].read_text(encoding="utf-8")) == []


def test_those_that_may_do_otherwise_do():
    for name in TRUSTED & FILES.keys():
        assert "trusted(" in FILES[name].read_text(encoding="utf-8"), name
    for name in WRITERS & FILES.keys():
        assert "from html import escape" in FILES[name].read_text(encoding="utf-8"), name


@each(
    "line",
    [
        'Markup(f"<b>{name}</b>")',
        "Markup(name)",
        'Markup("<b>" + name)',
        'safe(f"<b>{name}</b>")',
        "safe(name)",
        'safe("<b>{}</b>")',
        'safe("<b>{}</b>", name, name)',
        'safe("<b>{0}{2}</b>", name, name)',
        'safe("<b>{:>3}</b>", name)',
        "trusted(name)",
        "from markupsafe import Markup",
        "from html import escape",
        "html.escape(name)",
        "st.html(name)",
        "st.markdown(name, unsafe_allow_html=True)",
    ],
)
def test_a_way_around_is_found(line: str):
    assert faults("markup/new.py", line)


def test_the_ways_are_found_fine():
    assert not faults(
        "markup/new.py", 'safe("<b {0}>{1}{0}{{</b>", a, b) + Markup("<hr>") + joined(map(escape, found))'
    )


@given(TEXTS, TEXTS)
def test_a_text_is_escaped_and_markup_is_not(text: str, other: str):
    bold = safe("<b>{}</b>", text)
    assert bold == f"<b>{escaped(text)}</b>"
    assert safe("<p>{}{}</p>", bold, other) == f"<p>{bold}{escaped(other)}</p>"
    assert escape(text) == escaped(text)
    assert escape(bold) is bold
    assert joined([text, bold], other) == f"{escaped(text)}{escaped(other)}{bold}"
    assert joined([bold, text], Markup("<br>")) == f"{bold}<br>{escaped(text)}"
    assert translated_markup("{text} & {bold}", text=text, bold=bold).unescape() == f"{text} & <b>{text}</b>"
    assert "-->" not in comment(text)[:-3]
    for made in (
        bold,
        escape(text),
        joined([text]),
        translated_markup("{text}", text=text),
        comment(text),
        trusted(text),
    ):
        assert type(made) is Markup


def test_numbers_among_markup_are_set_as_the_language_sets_them():
    with spoken_language("de"):
        part = "Part of {name} with {classes:,} classes: the marked ones, all above, some beside"
        shown = translated_markup(part, classes=15402, name=Markup("<i>x</i>"))
        assert shown.startswith("Teil von <i>x</i> mit 15\u202f402 Klassen: ")


@pytest.mark.parametrize("value", [0, 2.5, None, Path("<b>")])
def test_what_is_no_text_is_shown_as_one(value: object):
    assert safe("{}", value) == escaped(str(value))
