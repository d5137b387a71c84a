"""TikZ: every picture compiles with pdflatex, every label is text and only text, and comments hold what they hold.

The golden files stand beside those of test_figure.py. What needs pdflatex and poppler is skipped where they are not
(Debian: texlive-latex-recommended texlive-pictures lmodern poppler-utils).
"""

import json
import re
import shutil
import unicodedata
from itertools import combinations
from pathlib import Path

import pytest

from hierview import Case, HierviewError, load_case
from hierview import parse_measure as parse
from hierview.draw.backends.latex import tex
from hierview.draw.backends.latex.beamer import beamer_code
from hierview.draw.backends.latex.tikz import tikz_code
from hierview.draw.figures.arrange import Panel, panels_figure
from hierview.draw.figures.figure import Figure, FigureStyle, Meta
from hierview.draw.figures.latex_room import latex_figure
from hierview.draw.scenes.scene import SMALL
from hierview.draw.texts.class_labels import label_lines
from hierview.draw.texts.fonts import EXACT_TEX_FACES, line_width
from hierview.explain import HierarchyPicture, Link, Look, Name, Symbol
from hierview.publish.figures.export import Export
from hierview.publish.figures.making import figure as made
from tests.draw.test_figure import of, samples_of_views
from tests.each import each
from tests.effort import SEARCH, sampled
from tests.samples import HOSTILE_NAMES, PRESETS
from tests.shell import output

pytestmark = pytest.mark.slow

TOOLS = ("pdflatex", "pdftotext", "pdffonts")
needs_latex = pytest.mark.skipif(
    not all(map(shutil.which, TOOLS)), reason="pdflatex and poppler are not installed: nothing is compiled"
)


def compiled(source: str, folder: Path) -> list[str]:
    """The text of every page; no font is a picture of letters, no box is far too full, no character is missing."""
    (folder / "fig.tex").write_text(source, encoding="utf-8")
    output("pdflatex", "-no-shell-escape", "-interaction=nonstopmode", "-halt-on-error", "fig.tex", cwd=folder)
    log = (folder / "fig.log").read_text(encoding="utf-8", errors="replace")
    assert "Missing character" not in log
    assert "undefined" not in log.lower()
    assert not [w for w in re.findall(r"Overfull \\[hv]box \(([\d.]+)pt", log) if float(w) > 0.1]
    fonts = output("pdffonts", "fig.pdf", cwd=folder)
    assert "Type 3" not in fonts
    assert "no  " not in "".join(line[54:58] for line in fonts.splitlines()[2:])
    return output("pdftotext", "-layout", "fig.pdf", "-", cwd=folder).split("\f")[:-1]


def squashed(text: str) -> str:
    """Without blanks, which pdftotext sets as it sees fit."""
    return re.sub(r"\s", "", unicodedata.normalize("NFC", text))


def labels(fig: Figure) -> list[str]:
    """What is written in classes and on lines; titles and headings hold mathematics."""
    items = (item for item in fig.items if item.role != "heading")
    return [part.text for item in items for part in item.labels]


@needs_latex
def test_what_a_picture_asks_of_a_document_is_enough(tmp_path: Path):
    """The preamble in the comments of a picture for a document of one's own, and no more than that."""
    source = tikz_code(of("15", "LCaF", "graphs"))
    asked = "\n".join(re.findall(r"^% +(\\use\S+)$", source, re.MULTILINE))
    assert "lmodern" in asked
    pages = compiled(f"\\documentclass{{article}}\n{asked}\n\\begin{{document}}\n{source}\\end{{document}}\n", tmp_path)
    assert "Opera" in pages[0]


def document(pages: list[Figure]) -> str:
    """Figures as the pages of one document; the log says before each which one it is."""
    head, _, _rest = tikz_code(pages[0], standalone=True).partition(r"\begin{document}")
    head = re.sub(r"paperwidth=[\d.]+mm,paperheight=[\d.]+mm", "paperwidth=200mm,paperheight=400mm", head)
    bodies = [f"\\typeout{{picture {i}}}\n\\noindent\n{tikz_code(fig)}\n\\clearpage" for i, fig in enumerate(pages)]
    return "\n".join([head, r"\begin{document}", *bodies, r"\end{document}", ""])


# What is said to a screen reader has the texts of the picture; commands, options and signs of a line of code.
_SAID = re.compile(r"alt/\.try=\{.*?\},\n|\\ifdefined\\Description.*?\\fi%", re.DOTALL)
_WORDS = re.compile(r"\\[A-Za-z]+|\\.|--|\.\.|\|-|\+\(|[a-z][a-z ]*(?=[],=/])|controls")


def asked_of_latex(fig: Figure) -> set[frozenset[str]]:
    """What is in the lines of a picture but for names and numbers: where two share it, both compile or none."""
    lines = (line.partition("  % ")[0] for line in _SAID.sub("", tikz_code(fig)).splitlines())
    return {frozenset(_WORDS.findall(line)) for line in lines if not line.startswith("%")}


TRIED = sampled(PRESETS, 9)


@needs_latex
@pytest.mark.slow
def test_every_preset_compiles(tmp_path: Path):
    """Of some presets one kind of picture, and all that ask for anything new, in one document; in test-all all."""
    drawn: list[Figure] = []
    pages: list[Figure] = []
    met: set[str] = set()
    for turn, name in enumerate(TRIED):
        samples = list(samples_of_views(name))
        for i, pictures in enumerate(samples):
            style = FigureStyle(84, colour=("colour", "grey", "line")[len(drawn) % 3], legend=len(drawn) % 5 == 0)  # type: ignore[arg-type]
            drawn.append(panels_figure([Panel(load_case(name), picture) for picture in pictures], style))
            asked = asked_of_latex(drawn[-1])
            if i == turn % len(samples) or not asked <= met or SEARCH == "large":
                pages.append(drawn[-1])
            met |= asked
    assert len(drawn) > 3 * len(TRIED)
    assert len(pages) > len(TRIED)
    texts = compiled(document(pages), tmp_path)
    assert len(texts) == len(pages)
    for fig, text in zip(pages, texts, strict=True):
        there = squashed(text)
        assert [label for label in labels(fig) if squashed(label) not in there] == []


@needs_latex
def test_a_standalone_file_is_one_page_of_its_size(tmp_path: Path):
    fig = of("15", "LCaF", "graphs", FigureStyle(174, "serif", 9, legend=True))
    (text,) = compiled(tikz_code(fig, Meta(title="Case 15"), standalone=True), tmp_path)
    assert squashed("Gt, climbs of the true side · 3 classes") in squashed(text)
    told = output("pdfinfo", "fig.pdf", cwd=tmp_path)
    found = re.search(r"Page size: +([\d.]+) x ([\d.]+) pts", told)
    assert found
    assert float(found[1]) == pytest.approx(174 / 25.4 * 72, abs=0.5)
    assert float(found[2]) == pytest.approx(fig.height_mm / 25.4 * 72, abs=0.5)


HOSTILE = (
    *("R&B", "a_b", "\\input{/etc/passwd}", "~", "$x^2$", '"q"', "<b>", "a|b", "x--y", ",,x", "?`", "\\"),
    *("[x]", "a;b", "(1,2)", "Ünïcödé", "Žluťoučký kůň", "Łódź", "été", "Ωμέγα", "naïve–test", "“quoted”"),
    *("a → b", "A ∪ B", "Dₘₐₓ", "a\xa0b", "a\u200bb", "\\end{tikzpicture}", "\\catcode`\\%=12", "^^5cinput"),
    *("n0", "both"),
)


def looks_as(text: str) -> str:
    """What pdftotext finds where a text was set: capitals that Greek shares with Latin are Latin letters."""
    shared = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΧοϕ", "ABEZHIKMNOPTXoφ")
    text = unicodedata.normalize("NFKC", "".join(c for c in text if unicodedata.category(c) != "Cf"))
    # A mark on a Greek or a rare Latin letter is a sign of its own on the page.
    return "".join(c for c in unicodedata.normalize("NFD", text.translate(shared)) if not unicodedata.combining(c))


@needs_latex
def test_hostile_labels_are_set_as_they_are(tmp_path: Path):
    """All in one hierarchy, in titles and comments too; one page, every character there, nothing read, nothing run."""
    case = Case.of(
        [("root", "Ḥāfiẓ"), *(("root", c) for c in HOSTILE[::2])] + [(HOSTILE[0], c) for c in HOSTILE[1::2]],
        HOSTILE[2:5],
        HOSTILE[4:9],
    )
    looks = {
        HOSTILE[10]: Look(value="0.5", tint=0.5),
        HOSTILE[12]: Look(emphasis="dropped"),
        HOSTILE[3]: Look(lca=True, side="both"),
    }
    title = (Name("50% of R&B_{#1}"), " · ", Symbol("Ŷ", "aug"), " ", Symbol("β"), " ", Symbol("hF"), " \\x")
    fig = panels_figure([Panel(case, HierarchyPicture(title, looks))], FigureStyle(1000, legend=True))
    bad = "%\n\\input{/etc/passwd}\r\\foo\u2028\\bar\x85\\baz\x0b^^M^^J{"
    meta = Meta(bad, bad, bad, json.dumps({"hierview": 1, "name": bad}), bad)
    source = tikz_code(fig, meta, standalone=True)
    (page,) = compiled(source, tmp_path)
    there = looks_as(squashed(page))
    lines = (line for c in HOSTILE for line in label_lines(c))
    assert [line for line in lines if squashed(looks_as(line)) not in there] == []
    # A dot below a letter is a dot of its own.
    assert re.search(r"H\W?\W?a\W?fiz", there)
    assert "passwd" not in (tmp_path / "fig.log").read_text(encoding="utf-8", errors="replace")


@needs_latex
def test_beamer_has_an_overlay_for_each_step(tmp_path: Path):
    case, measure = load_case("15"), parse("LCaF")
    slides = Export(case, measure, ("steps", "graphs"), "beamer").slides
    assert len(slides) == len(measure.explain(case, measure.evaluate(case))) + 1
    drawn = [(slide.said, slide.figure) for slide in slides]
    pages = compiled(beamer_code(drawn, Meta(title="Case 15: R&B")), tmp_path)
    assert len(pages) == len(drawn)
    assert slides[-1].figure.columns == 2
    for (_, fig), page in zip(drawn, pages, strict=True):
        assert fig.fits
        assert min(label.size for label in fig.labels if label.size >= SMALL) * fig.unit >= 10
        assert "Case15:R&B" in squashed(page)
        assert [label for label in labels(fig) if squashed(label) not in squashed(page)] == []


# Without LaTeX


@each(
    "given, latex",
    [
        ("R&B", r"R\&B"),
        ("a_b", r"a\_b"),
        ("{}", r"\{\}"),
        ("^", r"\textasciicircum{}"),
        ("\\input{x}", r"\textbackslash{}input\{x\}"),
        ("$", r"\$"),
        ("--", "-{}-"),
        (",,", ",{},"),
        ('"', r"\textquotedbl{}"),
        ("é", "é"),
        ("e\u0301", "é"),
        ("ḍ", r"\d{d}"),
        ("α", r"$\alpha$"),
        ("αx", r"$\alpha$x"),
        ("αβ", r"$\alpha \beta$"),
        ("ά", r"$\acute{\alpha}$"),
        ("Dₘ", r"D${}_{\mathrm{m}}$"),
    ],
)
def test_text_as_latex(given: str, latex: str):
    assert tex.latex_text(given) == latex


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (
            "日本語",
            "ideograph-65e5), which pdflatex cannot set; export SVG, set it with LuaLaTeX (--tex lualatex), or name",
        ),
        ("Жанр", "(U+0416, cyrillic capital letter zhe), which pdflatex cannot set; export SVG or PDF, set"),
        ("عربى", "holds 'ع' (U+0639, arabic letter ain)"),
        ("🎵", "(U+1F3B5, musical note)"),
    ],
)
def test_what_pdflatex_cannot_set_is_refused_by_name(given: str, told: str):
    with pytest.raises(HierviewError, match=re.escape(told)):
        tikz_code(panels_figure([Panel(Case.of([("A", given)], [given], ["A"]), HierarchyPicture(()))]))


@each("name", HOSTILE_NAMES)
def test_every_name_is_set_or_refused(name: str):
    try:
        latex = tex.latex_text(name)
    except HierviewError as error:
        assert not name.isascii()
        assert "which pdflatex cannot set" in str(error)
        return
    # No special character but in a command of ours.
    rest = re.sub(r"\\text\w+\{\}|\\[&%$#_{}]|\\[`'^~\"=.]\{\\?\w\}|\\\w\{\w\}|\$[^$]*\$|-\{\}|,\{\}", "", latex)
    assert not set(rest) & set("\\{}$%#&_^")


@pytest.mark.parametrize(
    ("given", "latex"),
    [
        (Symbol("G", "t"), r"$G_{\mathrm{t}}$"),
        (Symbol("Ŷ", "aug"), r"$\hat{Y}_{\mathrm{aug}}$"),
        (Symbol("β"), r"$\beta$"),
        (Symbol("hF"), r"$\mathit{hF}$"),
        (Symbol("x&"), r"$\mbox{\textit{x\&}}$"),
        (Symbol("l", "Δ"), r"$l_\Delta$"),
        (Symbol("G", "%"), r"$G_{\mathrm{\mbox{\scriptsize \%}}}$"),
    ],
)
def test_symbols_are_mathematics(given: Symbol, latex: str):
    assert tex.latex_symbol(given) == latex


def test_a_picture_can_be_read_and_edited():
    """Ids, styles with names, edges from node to node."""
    source = tikz_code(of("15", "LCaF", "graphs"))
    assert r"\begin{document}" not in source
    assert r"\usetikzlibrary{backgrounds,shapes.geometric}" in source
    nodes = re.findall(r"\\node\[(true|predicted|plain).*\] \(([\w-]+)\) at \([\d.]+,[\d.]+\) \{(\w+)\};", source)
    assert [name for _, name, _ in nodes] == [f"{letter}-{text.lower()}" for letter in "ab" for _, _, text in nodes[:6]]
    assert ("true", "a-drama", "Drama") in nodes
    assert ("predicted", "b-opera", "Opera") in nodes
    assert ("plain", "a-arts", "Arts") in nodes
    assert r"\draw[true edge] (a-arts.south) -- (a-theater.north);" in source
    for style in ("true", "predicted", "plain", "true edge", "predicted edge", "lowest common ancestor"):
        assert f"  {style}/.style={{" in source
    assert "both/.style" in tikz_code(panels_figure([Panel(load_case("13a"), HierarchyPicture(()))]))
    colours = set(re.findall(r"\\definecolor\{(\w+)\}", source))
    assert colours == set(re.findall(r"\b([a-z]+colour)\b", source.replace("definecolor", "")))


def test_classes_have_room_for_what_latex_sets():
    """Laid out as ever where there is room, else for wider letters; side by side where that can be."""
    for name in ("12a", "15", "r4-c1"):
        export = Export(load_case(name), parse("LCaF"), ("hierarchy", "picture"), "tikz")
        face = EXACT_TEX_FACES["sans"]
        for panel in export.figure.panels:
            bodies = []
            for item in panel.items:
                if item.role == "class":
                    x, y, w, h = item.box
                    more = max(0.0, max(line_width(label.text, label.size, face) for label in item.labels) + 8 - w) / 2
                    bodies.append((x - more, y, x + w + more, y + h))
            for a, b in combinations(bodies, 2):
                assert a[0] >= b[2] or b[0] >= a[2] or a[1] >= b[3] or b[1] >= a[3]
    graphs = Export(load_case("15"), parse("LCaF"), ("graphs",), "tikz").figure
    assert graphs.columns == 2


def test_a_picture_says_itself_to_those_who_do_not_see_it():
    fig = of("15", "LCaF", "graphs")
    for given, alt in (("", fig.says), ("R&B, 音\n\n50%", r"R\&B, ? 50\%")):
        source = " ".join(tikz_code(fig, Meta(alt=given)).split())
        said = alt if given else tex.alt_latex(alt)
        assert rf"\ifdefined\Description\Description{{{said}}}\fi%" in source
        assert rf"\begin{{tikzpicture}}[ alt/.try={{{said}}}," in source


def test_a_class_is_as_wide_as_its_text_and_lines_hang_on_it():
    case = load_case("12a")
    text = tikz_code(panels_figure([Panel(case, HierarchyPicture((), links=(Link("Classical", "Pop", "2"),)))]))
    assert r"\hbox to 0pt" not in text
    assert "inner xsep" in text
    (pair,) = (line for line in text.splitlines() if r"\draw[pair]" in line)
    assert re.fullmatch(r" *\\draw\[pair\] \(classical\.south\) .*controls.* \(pop\.south\);", pair)
    assert not re.search(r"(\([^()]*\)) \.\. controls \1 and (\([^()]*\)) \.\. \2", text)


def test_what_a_name_makes_wider_takes_nothing_with_it():
    case = Case.of(
        HUNG + SHARED, ["Beat", "Opera of the nineteenth century"], ["Beat"], ["Opera of the nineteenth century"]
    )
    links = (Link("Beat", "Opera of the nineteenth century", "5"), Link("Beat", "Beat", "0"))
    style = FigureStyle(120, direction="indented")
    lines = tikz_code(panels_figure([Panel(case, HierarchyPicture((), links=links))], style)).splitlines()
    # The ellipse of a class that is both grows with its text, as the class has no second node.
    (beat,) = (line for line in lines if "{Beat}" in line)
    assert r"\node[both," in beat
    assert sum("true inside" in line for line in lines) == 2
    # Pairs go to lanes that stay, however wide their classes become.
    pairs = [line for line in lines if r"\draw[pair]" in line]
    assert len(pairs) == 2
    assert all(re.search(r"\.east\) -- \((\[yshift=[-\d.]+pt\])?[\d.]+,0 \|- beat\.east\)", line) for line in pairs)
    # As much air below several lines as above.
    assert any(r"\begin{tabular}[b]{@{}c@{}}Opera of the\\nineteenth century" in line for line in lines)


# A tree below Music, and a class with two parents.
HUNG = [("Arts", "Music"), ("Music", "Pop"), ("Pop", "Beat"), ("Music", "Rock")]
SHARED = [("Arts", "Theater"), ("Theater", "Opera"), ("Arts", "Opera")]


def test_a_branch_that_is_a_tree_is_moved_by_one_shift():
    case = Case.of(HUNG + SHARED, ["Beat"], ["Rock"])
    links = (Link("Rock", "Beat", "2"), Link("Opera", None, "5"))
    source = tikz_code(panels_figure([Panel(case, HierarchyPicture((), links=links))]))
    lines = [re.sub(r"-?\d+(\.\d+)?", "0", line) for line in source.splitlines()]
    start = next(i for i, line in enumerate(lines) if "% music and what is below" in line)
    assert [re.sub(r"\\node\[.*\] \((\w+)\).*", r"\1", line) for line in lines[start : start + 7]] == [
        r"  \begin{scope}[shift={(0,0)}]  % music and what is below",
        "    music",
        r"    \begin{scope}[shift={(0,0)}]  % pop and what is below",
        "      pop",
        "      beat",
        r"    \end{scope}",
        "    rock",
    ]
    # What is drawn below hangs on the nodes, with what is written on it.
    drawn = "".join(line for line in source.splitlines() if re.search(r"draw\[(pair|to default)\]", line))
    places = re.findall(r"(?:\+*)\([^()]*\)", drawn)
    assert places
    assert [place for place in places if re.match(r"\(-?\d", place)] == []
    assert "{2} (" in drawn
    assert "{default 5};" in drawn


@each("height_mm", [None, 40])
def test_a_value_stands_in_the_node_of_its_class(height_mm: float | None):
    """Below the name, or where rows are low beside it: a class that is renamed by hand grows around both."""
    case = Case.of([("Arts", f"Genre {i}") for i in range(8)], ["Genre 1"], ["Genre 2"])
    looks = {c: Look(value="0.5", tint=0.5) for c in case.hierarchy.classes}
    style = FigureStyle(84, height_mm=height_mm, direction="indented")
    source = tikz_code(panels_figure([Panel(case, HierarchyPicture((), looks=looks))], style))
    value = r"{\fontsize{7}{8.4}\selectfont 0.5}"
    beside, below = rf"{{Genre 1\hspace{{4pt}}{value}}};", rf"{{@{{}}c@{{}}}}Genre 1\\{value[1:-1]}\end{{tabular}}}};"
    assert (beside in source, below in source) == (height_mm is not None, height_mm is None)
    assert source.count(value[1:-1]) == 9
    assert r".center)" not in source


def test_a_figure_set_by_latex_is_as_high_as_ever_where_its_letters_have_room_for_that():
    """First with room to spare, for another font; without, where that would take a tenth more of the page."""
    subjects = ("infections, confirmed", "nervous system", "kidneys, stage 5", "mellitus with ketoacidosis")
    edges = [("All", f"{kind} of the {of}") for kind in ("Diseases", "Chronic disorders") for of in subjects]
    panel = Panel(Case.of(edges, [edges[1][1]], [edges[6][1]]), HierarchyPicture(()))
    for width_mm, exact in ((64, True), (84, False)):
        style = FigureStyle(width_mm, height_mm=84, direction="indented")
        usual, found = panels_figure([panel], style), latex_figure([panel], style)
        assert (found.fits, found.height, found.style.exact) == (True, usual.height, exact)
    assert (
        panels_figure([panel], FigureStyle(64, height_mm=84, direction="indented", tex=True)).height
        > 1.1 * usual.height
    )


def test_a_lane_beside_an_ellipse_is_straight():
    """Its corners are as far right as each other, whatever the line is shifted by at the ellipse."""
    case = Case.of([("A", "B"), ("B", "C"), ("A", "D"), ("D", "E"), ("E", "C"), ("B", "E")], ["B", "E"], ["C"])
    source = tikz_code(panels_figure([Panel(case, HierarchyPicture(()))], FigureStyle(84, direction="indented")))
    lines = [line for line in source.splitlines() if "|-" in line and ".east" in line and "draw" in line]
    assert any("xshift=" in line for line in lines)
    for line in lines:
        places = re.findall(r"\((?:\[([^]]*)\])?([-\d.]+),0 \|- ", line)
        assert len({x for _, x in places}) == 1
        assert not any("xshift" in options for options, _ in places)


@needs_latex
def test_moving_a_branch_and_renaming_a_class_by_hand_leaves_a_right_picture(tmp_path: Path):
    """Where the words of a branch, of its pair and of all else are, before and after."""
    case = Case.of(HUNG + SHARED, ["Beat"], ["Rock"])
    fig = panels_figure(
        [Panel(case, HierarchyPicture((), links=(Link("Rock", "Beat", "2"),)))], FigureStyle(120, tex=True)
    )
    source = tikz_code(fig, standalone=True)
    shift = re.search(r"shift=\{\(([-\d.]+),([-\d.]+)\)\}\]  % music", source)
    assert shift
    by_hand = source.replace(shift[0], f"shift={{({float(shift[1]) + 10:.2f},{float(shift[2]) - 3:.2f})}}]  % music")
    by_hand = by_hand.replace("{Theater};", "{A theater of another name};")
    found = []
    for text in (source, by_hand):
        compiled(text, tmp_path)
        boxes = output("pdftotext", "-bbox", "fig.pdf", "-", cwd=tmp_path)
        words = re.findall(r'xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)".*>(\w+)</word>', boxes)
        found.append({word: ((float(x) + float(right)) / 2, float(y)) for x, y, right, word in words})
    before, after = ({w: (x / 72 * 25.4, y / 72 * 25.4) for w, (x, y) in words.items()} for words in found)
    for word in ("Music", "Pop", "Rock", "Beat", "2"):
        assert after[word] == pytest.approx((before[word][0] + 10, before[word][1] - 3), abs=0.1)
    for word in ("Arts", "Opera"):
        assert after[word] == pytest.approx(before[word], abs=0.1)
    assert after["another"][1] == pytest.approx(before["Theater"][1], abs=0.1)


def test_lualatex_sets_the_letters_that_pdflatex_lacks():
    """Where its loader of fonts is not installed it sets nothing at all; so this is read, not compiled."""
    case = Case.of([("疾病", "肺炎"), ("疾病", "感染")], ["肺炎"], ["感染"])
    for way in ("tikz", "tikz-standalone", "beamer", "zip"):
        with pytest.raises(HierviewError, match=r"cjk unified.*--tex lualatex"):
            made(case, "hierarchy", format=way)
        written = made(case, "hierarchy", format=way, engine="lualatex")
        if way != "zip":
            assert "肺炎" in written.split("begin{tikzpicture}")[1]
            assert "fontspec" in written
            assert "fontenc" not in written
    # What follows is for pdflatex again.
    assert "fontspec" not in made("15", "hierarchy", format="tikz-standalone")
