"""The export dialog without a browser: what is chosen in it, and the files that it hands out."""

from __future__ import annotations

from unittest.mock import patch

import pytest
import streamlit

import hierview
from hierview import Case, load_case
from hierview.formats.link import pack_draft
from hierview.publish.files import draft_in
from hierview.ui.shell.cases import PACKED

from .app_test import App, AppTest, words

_SCRIPT = """
from hierview.ui.explore.address import state_of
from hierview.ui.export import export
state = state_of({asked!r})
getattr(export, "_show_dialog")(state, state.measure(state.why.row))
"""


class Dialog(App):
    """The dialog's own part of the page, at an address."""

    def __init__(self, **asked: str):
        self.files: dict[str, tuple[str, bytes]] = {}  # by the words of the button that hands them out
        self.at = AppTest.from_string(_SCRIPT.format(asked=asked))
        self.run()

    def run(self) -> Dialog:
        def handed(label: str, data: str | bytes, name: str, *_: object, **__: object) -> None:
            self.files[label] = name, data if isinstance(data, bytes) else data.encode()

        self.files.clear()
        with patch.object(streamlit, "download_button", handed):
            super().run()
        return self

    def choose(self, **chosen: object) -> Dialog:
        """Choose in the group of each name."""
        for name, value in chosen.items():
            group = next(group for group in self.at.get("button_group") if group.key == f"export-{name}")
            self.use(group, value)
        return self

    def tick(self, key: str) -> Dialog:
        box = self.at.checkbox(key=f"export-{key}")
        return self.use(box, not box.value)

    @property
    def markup(self) -> dict[str, str]:
        """The markup of every viewer, by its key."""
        return {key.split("export-", 1)[-1]: markup for key, markup in self.components()}


def test_the_open_picture_comes_in_every_format():
    at = Dialog(c="15", m="LCaF")
    assert "Fits" in words(at.markup["verdict"])
    assert "true Drama, predicted Opera and Rock" in words(at.markup["preview"])
    for title, kind in (("PDF", "pdf"), ("SVG", "svg"), ("PNG", "png"), ("DOT", "dot"), ("TikZ", "tikz")):
        name, data = at.choose(format=kind).files[f"Download {title}"]
        expected = hierview.figure("15", "graphs", "LCaF", kind)
        assert data == (expected if isinstance(expected, bytes) else expected.encode()), title
        assert draft_in(data, name).case() == load_case("15")


def test_controls_change_the_preview_and_texts_can_be_copied():
    at = Dialog(c="15", m="MGIA").choose(format="tikz", width="174 mm", colour="line").tick("legend")
    preview = at.markup["preview"]
    tikz = hierview.figure("15", "pairs", "MGIA", "tikz", width_mm=174, colour="line", legend=True)
    for label, said in (
        ("Copy TikZ", str(tikz).strip()),
        ("Copy as Python", "    panel='pairs',"),
        ("BibTeX", "@article{kosmopoulos2015"),
    ):
        at.press(f"export-show-{label}")
        assert said in at.at.code[0].value, label
        assert "preview" not in at.markup
    assert at.press("export-back").markup["preview"] == preview  # the fields kept what was chosen
    assert at.tick("legend").markup["preview"] != preview
    assert Dialog(c="15", m="LCaF").tick("panel-LCaF-graphs").markup["trouble"].count("needs at least one panel") == 1


def test_a_figure_stands_and_is_folded_as_the_page_shows_it():
    at = Dialog(c="15", m="LCaF", p="dir=right;fold=1")
    data = at.choose(format="svg").files["Download SVG"][1]
    assert data.decode() == hierview.figure("15", "lca", "LCaF", "svg", direction="right", fold=True)
    at.choose(direction="auto").tick("fold")
    assert at.files["Download SVG"][1].decode() == hierview.figure("15", "lca", "LCaF", "svg")


def test_a_table_has_its_options():
    at = Dialog(c="13a", m="LCaF").choose(tab="Table")
    assert "GIE" in at.markup["preview"]
    at.choose(**{"table": "markdown", "as": "columns"})
    assert "LCaF" in at.markup["preview"].split("</thead>")[0]
    name, data = at.files["Download Markdown"]
    assert name == "table.md"
    assert "| case |" in data.decode()
    assert "/?c=13a" in data.decode()


@pytest.mark.whole
def test_what_does_not_fit_is_made_to_fit_on_request():
    edges = [("Root", f"Branch number {i}") for i in range(6)]
    edges += [(f"Branch number {i}", f"Leaf {i} of a long name {k}") for i in range(6) for k in range(10)]
    case = Case.of(edges, ["Leaf 0 of a long name 0"], ["Leaf 5 of a long name 7"])
    at = Dialog(c=PACKED + pack_draft(case), m="hF", v="sets")
    if at.at.checkbox(key="export-fold").value:  # as the page proposes
        at.tick("fold")
    assert "Too high" in words(at.markup["verdict"])
    again = streamlit.rerun  # outside of a fragment, which the dialog is on its page, all is run again
    with patch.object(streamlit, "rerun", lambda scope: again()):
        assert "Fits" in words(at.press("export-fit").markup["verdict"])
    assert at.at.checkbox(key="export-fold").value
    name, data = at.files["Download PDF"]
    assert draft_in(data, name).case() == case
    # With other letters it is offered again.
    at.use(at.at.number_input(key="export-pt"), 36.0)
    assert [button for button in at.at.button if button.key == "export-fit"]
