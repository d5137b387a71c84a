"""The example of K15: the figures and tables of K15, rebuilt, and a document that sets without an overfull box."""

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pypdfium2
import pytest

from examples.k15.rebuild import FIGURES, PAPER_TABLES, paper_files, paper_table
from hierview import load_case, parse_measure
from hierview.cli import main
from hierview.draw.backends.embedded_case import embedded_case
from hierview.draw.scenes.scene import Label
from hierview.explain import NetworkPicture
from hierview.formats import read_case
from hierview.publish.registry import TABLE_FORMATS
from hierview.publish.tables.grid import numbered_notes, table_grid
from tests.shell import pdflatex
from tests.tagged import elements

pytestmark = pytest.mark.slow

# What K15's figures show: each case by its letter, or the one whose network or graphs they are.
_CASES = """
    2: 2a 2b 2c 2d 2e; 3: 12a; 4: 11a; 5: 12a; 6: 12a; 7: 7a 7b; 8: 8a 8b; 9: 8b; 10: 8b; 11: 11a 11b;
    12: 12a 12b; 13: 13a 13b; 14: 14a 14b; 15: 15; 16: 16; 17: 17a 17b 17c; 18: 18a 18b; 19: 19a 19b
"""
CASES = {int(number): names.split() for number, names in re.findall(r"(\d+): ([^;]+)", _CASES)}
ALLOWED = 5.0  # pt that a box may be overfull


@cache
def files() -> dict[str, str | bytes]:
    return dict(paper_files())


def test_every_figure_and_table_is_there():
    names = {"paper.tex", "paper.bbl", "references.bib", "tagged.sty"}
    names |= {f"figures/figure-{n:02}.{ending}" for n in range(2, 20) for ending in ("tex", "svg", "pdf")}
    names |= {f"tables/table-{n:02}.{ending}" for n in range(2, 12) for ending in ("tex", "md", "csv")}
    assert files().keys() == names
    assert list(files())[-1] == "paper.tex"


def test_each_figure_shows_its_cases():
    assert [shown.number for shown in FIGURES] == list(range(2, 20))
    for shown in FIGURES:
        cases = [load_case(name) for name in CASES[shown.number]]
        assert list(dict.fromkeys(panel.case for panel in shown.panels)) == cases
        drawn = shown.figure()
        if not shown.view:
            assert len(drawn.panels) == len(cases)
            classes = [{i.classes[0] for i in panel.items if i.role == "class"} for panel in drawn.panels]
            assert classes == [set(case.hierarchy.classes) for case in cases]


@pytest.mark.parametrize(("number", "measure"), [(3, "Flow"), (4, "TIE"), (5, "GIE"), (6, "MGIA")])
def test_flow_networks_are_those_of_their_measures(number: int, measure: str):
    shown = FIGURES[number - 2]
    (panel,) = shown.panels
    assert isinstance(panel.picture, NetworkPicture)
    chosen = parse_measure(measure)
    step = chosen.view(panel.case, chosen.evaluate(panel.case), "flow network")
    assert step.pictures == (panel.picture,)


def test_lca_graphs_hold_what_the_paper_says():
    """Figure 9: Y_aug = {3, 2.1, 3.2, 3.3, 3.2.1}, and as many on the other side (K15 §2.4.2); 10 is a part of it."""
    extended, minimal = (
        [
            {c for c, look in panel.picture.looks.items() if look.side == side}
            for panel, side in zip(FIGURES[n - 2].panels, "tp", strict=True)
        ]
        for n in (9, 10)
    )
    assert extended[0] == {"3", "2.1", "3.2", "3.3", "3.2.1"}
    assert len(extended[1]) == 5
    assert all(small < large for small, large in zip(minimal, extended, strict=True))


def test_every_figure_fits_and_says_that_it_is_rebuilt():
    for shown in FIGURES:
        drawn = shown.figure()
        assert drawn.fits, shown.number
        assert round(drawn.width_mm, 2) == 84, shown.number
        if any(item.mark != "none" for item in drawn.items):
            ends = [part.x for item in drawn.legend for part in item.parts if isinstance(part, Label)]
            assert ends, shown.number
        name = f"figures/figure-{shown.number:02}"
        svg, source = str(files()[f"{name}.svg"]), str(files()[f"{name}.tex"])
        assert "rebuilt</title>" in svg
        assert re.match(rf"% title: Figure {shown.number} of .*, rebuilt\n", source)
        for data in (svg.encode(), source.encode(), files()[f"{name}.pdf"]):
            found = read_case(embedded_case(bytes(data)) or "")
            assert found.case() == load_case(CASES[shown.number][0])
    document = str(files()["paper.tex"])
    captions = re.findall(r"\\caption\{(.*)\}$", document, re.MULTILINE)
    assert len(captions) == len(FIGURES)
    assert all(caption.endswith("Rebuilt after Kosmopoulos et al. (2015).") for caption in captions)


def test_tables_are_those_of_the_paper():
    for number in PAPER_TABLES:
        table = paper_table(number)
        for writer, ending in (("latex", "tex"), ("markdown", "md"), ("csv", "csv")):
            assert files()[f"tables/table-{number:02}.{ending}"] == TABLE_FORMATS[writer].write(table)


def paper_written() -> bytes:
    """All its files; see tests/test_every_process.py."""
    parts = (part for file in files().items() for part in file)
    return b"".join(part if isinstance(part, bytes) else part.encode() for part in parts)


@pytest.mark.whole
def test_the_shell_writes_it_and_pdflatex_sets_it(tmp_path, capsys):
    folder = tmp_path / "new" / "paper"
    assert main(["paper", "-o", str(folder)]) == 0
    out, progress = capsys.readouterr()
    assert not out
    assert len(progress.splitlines()) == len(FIGURES) + len(PAPER_TABLES) + 2
    for name, data in files().items():
        assert (folder / name).read_bytes() == (data if isinstance(data, bytes) else data.encode())
    pdflatex(folder, "paper.tex")
    log = (folder / "paper.log").read_text(errors="replace")
    assert "Rerun to get them right" in log
    pdflatex(folder, "paper.tex")
    for told in ("undefined", "Rerun"):
        assert told not in (folder / "paper.log").read_text(errors="replace")
    overfull = [float(size) for size in re.findall(r"Overfull \\.box \(([\d.]+)pt", log)]
    assert all(size <= ALLOWED for size in overfull), overfull
    document = pypdfium2.PdfDocument(folder / "paper.pdf")
    pages = ["".join(page.get_textpage().get_text_range().split()) for page in document]
    assert min(map(len, pages)) > 250  # no page is nearly empty
    text = "".join(page.get_textpage().get_text_range() for page in document).replace("\ufffe", "")
    text = " ".join(text.split())
    assert "[1] Aris Kosmopoulos, Ioannis Partalas" in text
    assert "et al. [1] follow" in text
    for n in range(2, 20):
        assert f"Figure {n}:" in text, n
    for n in range(2, 12):
        assert f"Table {n}:" in text, n
    assert text.count("Rebuilt after") == len(FIGURES)
    assert all(name in text for name in ("Beat Music", "Europop", "Comedy", "3.2.1"))

    expect_tags(folder / "paper.pdf")


def expect_tags(path: Path) -> None:
    """A heading, figures with their words, captions, tables of rows and cells, notes and references."""
    found = elements(path)
    count = Counter(role for role, _ in found)
    tables = [paper_table(n) for n in PAPER_TABLES]
    rows = [row for table in tables for row in table_grid(table, str, lambda h: h.text, lambda e: e.text).body]
    heads = [table_grid(table, str, lambda h: h.text, lambda e: e.text).head for table in tables]
    assert [alt for role, alt in found if role == "Figure"] == [shown.figure().says for shown in FIGURES]
    assert (count["H1"], count["P"], count["H2"]) == (1, 1, 1)
    assert count["Caption"] == len(FIGURES) + len(tables)
    assert count["Table"] == len(tables)
    assert count["TR"] == len(rows) + len(tables)
    assert count["TH"] == len(rows) + sum(map(len, heads))
    assert count["TD"] == sum(len(row) - 1 for row in rows)
    assert count["Note"] == sum(bool(numbered_notes(table)) for table in tables)
    assert found[-1] == ("BibEntry", "")


def test_a_place_that_cannot_be_written_is_a_sentence(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert main(["paper", "-o", str(tmp_path / "file")]) == 2
    assert "cannot be written" in capsys.readouterr().err
