"""Pictures of a case as files that go into a paper: what can be exported, and what is made of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from pathlib import Path
from pprint import pformat
from typing import Any
from urllib.parse import quote

from ..answers.answers import everything, headline
from ..answers.cards import references
from ..draw import figure as drawing
from ..draw.backends import tex
from ..draw.backends.dot import dot
from ..draw.backends.pdf import LEAST_DPI, MOST_DPI, pdf, png
from ..draw.backends.svgfile import svg_file
from ..draw.backends.tikz import LIBRARIES, beamer, tikz
from ..draw.figure import Figure, FigureStyle, Meta, Panel
from ..draw.pages import said, stacked
from ..draw.scene import drawable
from ..errors import HierviewError, quoted, suggestion
from ..explain import HierarchyPicture, Step, Words, names, number, plain
from ..formats import preset, preset_groups, write_case, zipped
from ..markup.compare import one_place
from ..measures import Measure, parse_measure
from ..measures.vary import landscape, landscape_picture, quantities, sensitivity, sensitivity_picture
from ..model.case import Case, Draft
from .files import load_case
from .signature import signature
from .tables import case_link

# Panels by the names that people give them, beside their own.
SHORT = {"lca": "graphs", "flow": "flow network", "network": "flow network"}


@dataclass(frozen=True)
class FileFormat:
    """A kind of file. text: whether it is UTF-8."""

    title: str
    ending: str
    mime: str
    text: bool = True


FORMATS: Mapping[str, FileFormat] = {
    "pdf": FileFormat("PDF", "pdf", "application/pdf", text=False),
    "svg": FileFormat("SVG", "svg", "image/svg+xml"),
    "png": FileFormat("PNG", "png", "image/png", text=False),
    "tikz": FileFormat("TikZ", "tex", "application/x-tex"),
    "tikz-standalone": FileFormat("TikZ, stand-alone", "tex", "application/x-tex"),
    "beamer": FileFormat("Beamer", "tex", "application/x-tex"),
    "dot": FileFormat("DOT", "dot", "text/vnd.graphviz"),
    "html": FileFormat("HTML", "html", "text/html"),
    "zip": FileFormat("Overleaf zip", "zip", "application/zip", text=False),
}


# What can be exported


def panels(case: Case, measure: Measure) -> tuple[str, ...]:
    """Panels that can be exported of a case and a measure: its views and what is made of it.

    `step 3`, `landscape added`, `landscape replacing Rock` and `sensitivity default_cost` say it more closely;
    `comparison` needs a second case.
    """
    return ("hierarchy", *measure.views(case), "steps", "landscape", "sensitivity")


def panel_named(case: Case, measure: Measure, text: str) -> str:
    """The panel that a text names, hyphens for blanks; a HierviewError lists those that there are."""
    asked = " ".join(text.replace("-", " ").split())
    known = (*panels(case, measure), "comparison")
    by_name = {name.replace("-", " ").casefold(): name for name in known} | {"picture": measure.views(case)[0]}
    asked_for = SHORT.get(asked.casefold(), asked).casefold()
    if asked_for in by_name:
        return by_name[asked_for]
    if found := re.fullmatch(r"(step|landscape|sensitivity)[- ](replacing(?=[- ]))?[- ]?(.+)", text.strip()):
        return " ".join(filter(None, found.groups()))
    others = [*by_name, *(short for short, name in SHORT.items() if name in known)]
    raise HierviewError(
        f"{measure} has no panel {quoted(text)} on this case{suggestion(text, others)}; "
        f"there are {', '.join(known)} and step 1, step 2, …"
    )


def measure_for(case: Case, what: Sequence[str]) -> Measure:
    """The first measure that has such panels, of those that the case shows and then of all."""
    shown = headline(case)
    every = (m for _, main, under in everything() for m in (main, *under))
    refusals = []
    for measure in (*shown, *every):
        try:
            for text in what:
                panel_named(case, measure, text)
        except HierviewError as error:
            refusals.append(error)
        else:
            return measure
    raise refusals[0]


@dataclass(frozen=True)
class Page:
    """Pictures that belong together, and what is said of them."""

    said: Words
    panels: tuple[Panel, ...]


@dataclass(frozen=True)
class Export:
    """Export of a panel or a table: of which case, and how.

    what: panels, in order.  dpi: of a PNG.  other: the case at the right of a comparison.  alt: the text in place of
    the picture, where it is not to be made from it.
    """

    case: Case
    measure: Measure
    what: tuple[str, ...] = ("picture",)
    format: str = "svg"
    style: FigureStyle = FigureStyle()
    dpi: int = 300
    other: Case | None = None
    alt: str = ""

    def __post_init__(self) -> None:
        if self.format not in FORMATS:
            raise HierviewError(
                f"{quoted(self.format)} is no format of a figure{suggestion(str(self.format), FORMATS)}; "
                f"there are {', '.join(FORMATS)}"
            )
        if isinstance(self.dpi, bool) or not isinstance(self.dpi, int) or not LEAST_DPI <= self.dpi <= MOST_DPI:
            raise HierviewError(f"a PNG has between {LEAST_DPI} and {MOST_DPI} dots per inch, not {quoted(self.dpi)}")
        if not self.what:
            raise HierviewError(f"a figure needs at least one panel; there are {self._listed}")
        named = tuple(panel_named(self.case, self.measure, text) for text in self.what)
        object.__setattr__(self, "what", tuple(dict.fromkeys(named)))
        if "comparison" in self.what and self.other is None:
            raise HierviewError("a comparison needs a second case")

    @property
    def _listed(self) -> str:
        return ", ".join(panels(self.case, self.measure))

    @property
    def name(self) -> str:
        """Name of its case."""
        return name_of(self.case)

    # Pictures

    @cached_property
    def pages(self) -> tuple[Page, ...]:
        """The pictures: those of every step by themselves, all others on one page."""
        found: list[Page] = []
        for what in self.what:
            if what == "steps":
                found += [self._step_page(i) for i in range(len(self._steps))]
            else:
                panels = tuple(self._panels(what))
                if found and not found[-1].said:
                    found[-1] = Page((), (*found[-1].panels, *panels))
                else:
                    found.append(Page((), panels))
        return tuple(found)

    @cached_property
    def figures(self) -> tuple[Figure, ...]:
        """A figure for every page."""
        return tuple(drawing.figure(page.panels, self.style) for page in self.pages)

    @cached_property
    def figure(self) -> Figure:
        """All of it as one figure."""
        return stacked(self._told) if len(self.figures) > 1 else self._told[0]

    @cached_property
    def _told(self) -> tuple[Figure, ...]:
        """The figures with what is said of them."""
        return tuple(said(figure, page.said) for figure, page in zip(self.figures, self.pages, strict=True))

    @cached_property
    def _steps(self) -> tuple[Step, ...]:
        return self.measure.explain(self.case, self.measure.evaluate(self.case))

    def _step_page(self, i: int) -> Page:
        step = self._steps[i]
        pictures = step.pictures or (HierarchyPicture(()),)
        return Page((f"{i + 1}. ", *step.text), tuple(Panel(self.case, picture) for picture in pictures))

    def _panels(self, what: str) -> Iterator[Panel]:
        case, measure = self.case, self.measure
        head, _, rest = what.partition(" ")
        if what in measure.views(case):
            step = measure.view(case, measure.evaluate(case), what)
            yield from (Panel(case, picture) for picture in step.pictures)
        elif what == "hierarchy":
            yield Panel(case, HierarchyPicture(()))
        elif what == "comparison":
            yield from self._comparison()
        elif head == "step":
            if not rest.isdecimal() or not 0 < int(rest[:9]) <= len(self._steps):
                raise HierviewError(f"{measure} has the steps 1 to {len(self._steps)} here, not {quoted(rest)}")
            yield from self._step_page(int(rest) - 1).panels
        elif head == "landscape":
            how, _, replaced = rest.partition(" ")
            drawn = drawable(case) or case
            found = landscape(case, measure, how or "only", replaced, drawn.hierarchy.classes)
            yield Panel(case, landscape_picture(found))
        else:
            known = [quantity.name for quantity in quantities(case, measure)]
            yield Panel(case, sensitivity_picture(sensitivity(case, measure, rest or known[0])))

    def _comparison(self) -> Iterator[Panel]:
        assert self.other is not None
        drawn = drawable(self.case), drawable(self.other)
        place = one_place(drawn[0], drawn[1]) if drawn[0] is not None and drawn[1] is not None else None
        for case in (self.case, self.other):
            value = self.measure.evaluate(case).value
            title: Words = (f"{_capital(_called(case))}: ", *self._symbol, f" {_is(value)}")
            yield Panel(case, HierarchyPicture(title), place=place)

    @property
    def _symbol(self) -> Words:
        return (self.measure.label(),)

    # Words

    @property
    def title(self) -> str:
        """Title of the export, in a few words."""
        return f"{', '.join(self.what)}, {self.measure.label()}, {_called(self.case)}"

    @property
    def caption(self) -> Words:
        """Caption below it in a paper."""
        found: list[Any] = [f"{_capital(_called(self.case))}: true ", *_marked(self.case.true)]
        found += [", predicted ", *_marked(self.case.predicted), "."]
        shown = [(panel.letter, panel.words) for panel in self.figure.panels if panel.words]
        for letter, words in shown:
            found += [" ", *([f"{letter.text} "] if letter else []), *words, "."]
        if self.what != ("hierarchy",) and "comparison" not in self.what:
            found += [" ", *self._symbol, f" {_is(self.measure.evaluate(self.case).value)}."]
        if "rebuilt" in self.case.source:
            found.append(f" The hierarchy is rebuilt after {self.case.source.partition(',')[0]}.")
        return tuple(found)

    @property
    def spoken(self) -> str:
        """The picture in words, for those who do not see it."""
        value = self.measure.evaluate(self.case).value
        true, predicted = plain(_marked(self.case.true)), plain(_marked(self.case.predicted))
        head = f"{_capital(_called(self.case))}. True: {true}. Predicted: {predicted}."
        return f"{head} {self.figure.says} {self.measure.label()} {_is(value)}."

    @cached_property
    def link(self) -> str:
        """Where the explorer shows it; "" where the case is too large for an address."""
        link = case_link(self.case)
        if not link:
            return ""
        if self.what == ("comparison",) and self.other is not None and (other := case_link(self.other)):
            return f"/compare{link[1:]}&c2={other.partition('=')[2]}"
        head, _, rest = self.what[0].partition(" ")
        views = self.measure.views(self.case)
        view = {"step": "steps"}.get(head, head)
        asked = {"m": str(self.measure)}
        if self.what[0] in views[1:] or view in ("steps", "landscape", "sensitivity"):
            asked["v"] = self.what[0] if self.what[0] in views else view
        if head == "step":
            asked["step"] = rest
        elif rest and view in ("landscape", "sensitivity"):
            asked["p"] = f"{'how' if view == 'landscape' else 'against'}={quote(rest, safe=' ')}"
        return link + "".join(f"&{key}={quote(value)}" for key, value in asked.items())

    @property
    def meta(self) -> Meta:
        """Words of the file about itself."""
        cases = [(self.name, self.case)]
        if self.other is not None and "comparison" in self.what:
            cases.append((name_of(self.other), self.other))
        measures = () if self.what == ("hierarchy",) else (self.measure,)
        return Meta(
            _capital(self.title),
            self.alt or self.spoken,
            signature(cases, measures),
            _one_line(self.case),
            self.link,
        )


def _is(value: float | None) -> str:
    return "is undefined" if value is None else f"= {number(value)}"


def _marked(classes: frozenset[str]) -> Words:
    if not classes:
        return ("no class",)
    return names(classes) if len(classes) <= 8 else (f"{len(classes)} classes",)


def _called(case: Case) -> str:
    name = name_of(case)
    return f"case {name}" if name != "case" else case.name or "a case"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def name_of(case: Case) -> str:
    """The preset's name, or `case`."""
    known = (name for group in preset_groups().values() for name in group)
    return next((name for name in known if preset(name) == case), "case")


def _one_line(case: Draft) -> str:
    """The case file on one line."""
    return "".join(line.strip() for line in write_case(case).split("\n"))


# What is made of it


def made(export: Export) -> tuple[str, str, bytes]:
    """The file: its name, its kind as MIME, and its bytes."""
    kind = FORMATS[export.format]
    data = _WRITERS[export.format](export)
    return f"{file_stem(export)}.{kind.ending}", kind.mime, data.encode("utf-8") if isinstance(data, str) else data


def file_stem(export: Export) -> str:
    """The file's name without its ending: ASCII letters, digits and hyphens."""
    parts = [export.name, *([] if export.what == ("hierarchy",) else [str(export.measure)]), *export.what]
    if export.other is not None and "comparison" in export.what:
        parts.insert(1, name_of(export.other))
    return re.sub(r"[^A-Za-z0-9]+", "-", "-".join(parts))[:80].strip("-")


def _pdf(export: Export) -> bytes:
    return pdf(export._told, export.meta)


def _beamer(export: Export) -> str:
    views: Words = (f"{export.measure.label()} {_is(export.measure.evaluate(export.case).value)}.",)
    slides = zip(export.pages, export.figures, strict=True)
    meta = replace(export.meta, title=_capital(_called(export.case)))
    return beamer([(page.said or views, figure) for page, figure in slides], meta)


def _dot(export: Export) -> str:
    shown = [
        (panel.case, panel.picture)
        for page in export.pages
        for panel in page.panels
        if isinstance(panel.picture, HierarchyPicture)
    ]
    graphs = shown or [(export.case, HierarchyPicture(()))]
    first, *others = (dot(case, picture, meta) for (case, picture), meta in zip(graphs, _once(export), strict=False))
    return first + "".join(others)


def _once(export: Export) -> Iterator[Meta]:
    """What a file says of itself, and then nothing more."""
    yield export.meta
    while True:
        yield Meta()


def only_hierarchies(export: Export) -> bool:
    """Whether every picture of it is a hierarchy, so that DOT holds them all."""
    return all(isinstance(panel.picture, HierarchyPicture) for page in export.pages for panel in page.panels)


def _html(export: Export) -> str:
    from ..draw.backends.interactive import interactive  # pyvis takes a second to load

    return interactive(export.case, export.meta)


def _zip(export: Export) -> bytes:
    caption = tex.words(export.caption)
    keys = re.findall(r"^@\w+\{([^,]+),", references(export.measure), re.MULTILINE)
    cited = rf" \cite{{{','.join(keys)}}}" if keys else ""
    document = [
        *tex.comment("made by", export.meta.signature),
        r"\documentclass{article}",
        r"\usepackage[T1]{fontenc}",
        r"\usepackage{lmodern,textcomp,tikz}",
        rf"\usetikzlibrary{{{LIBRARIES}}}",
        r"\begin{document}",
        r"\begin{figure}",
        r"  \centering",
        r"  \input{figure.tex}",
        rf"  \caption{{{caption}{cited}}}",
        rf"  \label{{fig:{file_stem(export)}}}",
        r"\end{figure}",
        *([r"\bibliographystyle{plain}", r"\bibliography{references}"] if keys else []),
        r"\end{document}",
        "",
    ]
    files = {
        "main.tex": "\n".join(document),
        "figure.tex": tikz(export.figure, export.meta),
        "figure-standalone.tex": tikz(export.figure, export.meta, standalone=True),
        "references.bib": references(export.measure) + "\n",
        "case.json": write_case(export.case),
        "README.txt": _README.format(link=export.link or "case.json", signature=export.meta.signature),
    }
    return zipped(files)


_README = """A figure made by hierview.

main.tex               shows the figure with its caption; set it with pdflatex
figure.tex             the picture alone, for \\input{{figure.tex}}; its first lines name the packages it needs
figure-standalone.tex  the picture as a document of its own
references.bib         the papers that the measure comes from
case.json              the case; hierview opens it, and this zip, again

Opens at: {link}
Made by: {signature}
"""

_WRITERS: Mapping[str, Any] = {
    "svg": lambda e: svg_file(e.figure, e.meta),
    "pdf": _pdf,
    "png": lambda e: png(e.figure, e.dpi, e.meta),
    "tikz": lambda e: tikz(e.figure, e.meta),
    "tikz-standalone": lambda e: tikz(e.figure, e.meta, standalone=True),
    "beamer": _beamer,
    "dot": _dot,
    "html": _html,
    "zip": _zip,
}


def bibtex_of(measures: Iterable[Measure]) -> str:
    """The papers that the measures come from, each once."""
    entries = (entry for measure in measures for entry in references(measure).split("\n\n"))
    return "\n\n".join(filter(None, dict.fromkeys(entries)))


def python(export: Export) -> str:
    """Code that makes the same bytes."""
    given = [f"panel={_either(export.what)!r}", f"measure={str(export.measure)!r}", f"format={export.format!r}"]
    plain_style = FigureStyle()
    for option in fields(FigureStyle):
        value = getattr(export.style, option.name)
        if value != getattr(plain_style, option.name):
            given.append(f"{option.name}={value!r}")
    given += [f"dpi={export.dpi}"] if export.format == "png" and export.dpi != 300 else []
    given += [f"against={_loaded(export.other)}"] if export.other is not None and "comparison" in export.what else []
    given += [f"alt={export.alt!r}"] if export.alt else []
    kind = FORMATS[export.format]
    mode, more = ("w", ', encoding="utf-8", newline=""') if kind.text else ("wb", "")
    name = f"{file_stem(export)}.{kind.ending}"
    return (
        f"import hierview\n\ncase = {_loaded(export.case)}\n"
        f"made = hierview.figure(\n    case,\n    {(',' + chr(10) + '    ').join(given)},\n)\n"
        f'with open("{name}", "{mode}"{more}) as file:\n    file.write(made)\n'
    )


def _either(what: Sequence[str]) -> Any:
    return what[0] if len(what) == 1 else list(what)


def _loaded(case: Case | None) -> str:
    assert case is not None
    name = name_of(case)
    if name != "case":
        return f'hierview.load_case("{name}")'
    content = pformat(json.loads(write_case(case)), width=100, sort_dicts=False)
    return f"hierview.load_case(\n{content}\n)"


def figure(
    case: Case | str | Path | Mapping[str, Any],
    panel: str | Sequence[str] = "picture",
    measure: Measure | str | None = None,
    format: str = "svg",
    *,
    dpi: int = 300,
    against: Case | str | Path | Mapping[str, Any] | None = None,
    alt: str = "",
    **style: Any,
) -> str | bytes:
    """A figure as text (SVG, TikZ, Beamer, DOT, HTML) or bytes (PDF, PNG, zip).

    case: a case, or whatever `load_case` takes.  panel: one of `panels(case, measure)`, or several, such as "lca",
    "pairs", "steps", "step 3", "landscape"; "picture" is the measure's own.  measure: None is the first that has
    such a panel.  against: the second case of a "comparison".  style: as for `FigureStyle`.  Raises HierviewError.

    >>> figure("15", "lca", format="tikz").splitlines()[0]
    '% title: Graphs, LCaF, case 15'
    """
    export = export_of(case, panel, measure, format, dpi=dpi, against=against, alt=alt, **style)
    return _WRITERS[export.format](export)


def export_of(
    case: Case | str | Path | Mapping[str, Any],
    panel: str | Sequence[str] = "picture",
    measure: Measure | str | None = None,
    format: str = "svg",
    *,
    dpi: int = 300,
    against: Case | str | Path | Mapping[str, Any] | None = None,
    alt: str = "",
    **style: Any,
) -> Export:
    """The export that `figure` makes its file of."""
    if unknown := sorted(set(style) - {option.name for option in fields(FigureStyle)}):
        known = [option.name for option in fields(FigureStyle)]
        raise HierviewError(
            f"a figure has no {quoted(unknown[0])}{suggestion(unknown[0], known)}; it has {', '.join(known)}"
        )
    found = case if isinstance(case, Case) else load_case(case)
    other = against if against is None or isinstance(against, Case) else load_case(against)
    what = (panel,) if isinstance(panel, str) else tuple(panel)
    if measure is None:
        chosen = measure_for(found, what)
    else:
        chosen = measure if isinstance(measure, Measure) else parse_measure(measure)
    return Export(found, chosen, what, format, FigureStyle(**style), dpi, other, alt)
