"""The export: its pictures, the figures that they make, and what is said of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import islice
from urllib.parse import quote

from ...answers.cards import measures_bibtex
from ...answers.ideas import Idea, ideas_of_rows
from ...draw.figures import arrange
from ...draw.figures.arrange import Panel, folded_panels
from ...draw.figures.figure import Figure, FigureStyle, Meta, check_dpi
from ...draw.figures.latex_room import latex_figure
from ...draw.figures.pages import stacked_figure, with_sentence_above
from ...draw.scenes.hierarchy import drawable_part
from ...errors import HierviewError, quoted
from ...explain import HierarchyPicture, Name, Step, Word, Words, names, number, plain, with_labels
from ...markup.pages.compare import merged_case
from ...measures import Measure, Result, parse_measure
from ...measures.vary import landscape, landscape_picture, quantities, sensitivity, sensitivity_picture
from ...model.case import Case
from ..naming import capitalised, case_link, case_on_one_line, case_phrase, preset_name, provenance_line
from .panels import panel_named, panels, view_and_picture_number
from .slides import SILENT, Page, ShareListener, Slide, slides_of_pages

_SET_BY_LATEX = ("tikz", "tikz-standalone", "zip")


@dataclass(frozen=True)
class Export:
    """The pictures that are exported, and how."""

    case: Case
    """The case that is shown."""
    measure: Measure
    """The measure whose answer is shown."""
    what: tuple[str, ...] = ("picture",)
    """Names of the panels, in order."""
    format: str = "svg"
    """Key of the format of the file."""
    style: FigureStyle = FigureStyle()
    """Setting of the figure."""
    dpi: int = 300
    """Dots per inch of a PNG."""
    other: Case | None = None
    """The case at the right of a comparison."""
    alt: str = ""
    """The text in place of the picture, where it is not to be made from it."""

    def __post_init__(self) -> None:
        check_dpi(self.dpi)
        if not isinstance(self.alt, str) or re.search("[\ud800-\udfff]", self.alt):
            raise HierviewError(f"a figure's alt is a text, not {quoted(self.alt)}")
        if self.style.tex and self.format in ("pdf", "png"):
            raise HierviewError(f"with tex=True LaTeX sets the texts, so 'tikz' is accepted, not {quoted(self.format)}")
        if not self.what:
            raise HierviewError(
                f"a figure needs at least one panel; there are {', '.join(panels(self.case, self.measure))}"
            )
        names = tuple(panel_named(self.case, self.measure, text) for text in self.what)
        object.__setattr__(self, "what", tuple(dict.fromkeys(names)))
        if "comparison" not in self.what:
            object.__setattr__(self, "other", None)
        elif self.other is None:
            raise HierviewError("a comparison needs a second case")

    @property
    def name(self) -> str:
        """The preset's name, or `case`."""
        return preset_name(self.case)

    @property
    def stem(self) -> str:
        """The file's name without its ending: ASCII letters, digits and hyphens."""
        parts = [self.name, *([] if self.what == ("hierarchy",) else [str(self.measure)]), *self.what]
        if self.other is not None:
            parts.insert(1, preset_name(self.other))
        return re.sub(r"[^A-Za-z0-9]+", "-", "-".join(parts))[:80].strip("-")

    # Pictures

    @cached_property
    def pages(self) -> tuple[Page, ...]:
        """The pictures: those of every step by themselves, all others on one page."""
        pages: list[Page] = []
        for what in self.what:
            if what == "steps":
                pages += [self._step_page(i) for i in range(len(self._steps))]
            elif what.startswith("steps ") and self.format == "beamer":
                pages += [self._step_page(i) for i in self._step_numbers(what)]
            else:
                panels = tuple(self._panels(what))
                if pages and not pages[-1].said:
                    pages[-1] = Page((), (*pages[-1].panels, *panels))
                else:
                    pages.append(Page((), panels))
        return tuple(_fold_alike(pages) if self.style.fold else pages)

    @cached_property
    def figures(self) -> tuple[Figure, ...]:
        """A figure for every page, or on every slide."""
        return self._figures(SILENT)

    def draw(self, tell: Callable[[float], object]) -> None:
        """Draw the figures of this export before they are asked for.

        tell: hears meanwhile which share is drawn, from 0 to 1; what it raises ends the work.
        """
        if "figures" not in self.__dict__:
            self.__dict__["figures"] = self._figures(ShareListener(tell))

    def _figures(self, telling: ShareListener) -> tuple[Figure, ...]:
        if self.format == "beamer":
            return tuple(slide.figure for slide in _talk_figures(self._essential, telling))
        draw = _latex_figures if self.format in _SET_BY_LATEX else _usual_figures
        return draw(replace(self._essential, format="svg"), telling)

    @property
    def _essential(self) -> Export:
        """The export without what does not change its figures."""
        return replace(self, dpi=300, alt="")

    @cached_property
    def figure(self) -> Figure:
        """The whole export as one figure."""
        return stacked_figure(self.sheets) if len(self.figures) > 1 else self.sheets[0]

    @property
    def tightest_figure(self) -> Figure:
        """The figure that is to be judged: on slides the first that does not fit."""
        if self.format != "beamer":
            return self.figure
        return next((figure for figure in self.figures if not figure.fits), self.figures[0])

    @cached_property
    def sheets(self) -> tuple[Figure, ...]:
        """The figures with what is said of them."""
        if self.format == "beamer":
            return tuple(with_sentence_above(slide.figure, slide.said) for slide in self.slides)
        return tuple(
            with_sentence_above(figure, page.said) for figure, page in zip(self.figures, self.pages, strict=True)
        )

    @cached_property
    def slides(self) -> tuple[Slide, ...]:
        """The pictures of a talk; what no step says, the value says."""
        return _talk_figures(self._essential, SILENT)

    @cached_property
    def _result(self) -> Result:
        return self.measure.evaluate(self.case)

    @cached_property
    def _steps(self) -> tuple[Step, ...]:
        return self.measure.explain(self.case, self._result)

    def _step_page(self, i: int) -> Page:
        step = self._steps[i]
        pictures = step.pictures or (HierarchyPicture(()),)
        return Page(
            (f"{i + 1}. ", *self._labelled(step.text)),
            tuple(Panel(self.case, picture) for picture in pictures),
            frozenset(word.text for word in step.text if isinstance(word, Name)),
        )

    def _step_numbers(self, what: str) -> list[int]:
        """The steps that `steps 1,3-5` names, from 0 on."""
        numbers: list[int] = []
        for part in what.partition(" ")[2].split(","):
            first, _, last = part.partition("-")
            ends = [int(end[:9]) for end in (first, last or first) if end.isdecimal()]
            if len(ends) < 2 or not 0 < ends[0] <= ends[1] <= len(self._steps):
                raise HierviewError(f"{self.measure} has the steps 1 to {len(self._steps)} here, not {quoted(part)}")
            numbers += range(ends[0] - 1, ends[1])
        return numbers

    def _strip_panels(self, what: str) -> Iterator[Panel]:
        """The pages of chosen steps beside each other, below each its sentence."""
        for i in self._step_numbers(what):
            page = self._step_page(i)
            first, *others = page.panels
            yield replace(first, title=page.said)
            yield from others

    def _panels(self, what: str) -> Iterator[Panel]:
        case, measure = self.case, self.measure
        owner, _, own = what.rpartition(":")
        head, _, rest = what.partition(" ")
        view, place = view_and_picture_number(case, measure, what)
        if owner:
            of = parse_measure(owner)
            panels = replace(self, measure=of, what=(own,))._panels(own)
            yield from (replace(panel, title=(f"{of.label()}: ", *panel.words)) for panel in panels)
        elif view:
            pictures = measure.view(case, self._result, view).pictures
            if place is not None and not 0 < place <= len(pictures):
                raise HierviewError(f"{view} of {measure} has the pictures 1 to {len(pictures)} here, not {place}")
            some = pictures if place is None else pictures[place - 1 : place]
            yield from (Panel(case, picture) for picture in some)
        elif what == "hierarchy":
            yield Panel(case, HierarchyPicture(()))
        elif what == "comparison":
            yield from self._comparison_panels()
        elif head == "ideas":
            yield from (
                Panel(case, own[0].picture, _idea_title(own), place=case) for own in self._panels_of_ideas(what)
            )
        elif head == "steps":
            yield from self._strip_panels(what)
        elif head == "step":
            yield from (panel for i in self._step_numbers(what) for panel in self._step_page(i).panels)
        elif head == "landscape":
            how, _, replaced = rest.partition(" ")
            part = drawable_part(case) or case
            values = landscape(case, measure, how or "only", replaced, part.hierarchy.classes)
            yield Panel(case, landscape_picture(values))
        else:
            quantity_names = [quantity.name for quantity in quantities(case, measure)]
            yield Panel(case, sensitivity_picture(sensitivity(case, measure, rest or quantity_names[0])))

    def _panels_of_ideas(self, what: str) -> Iterator[list[Idea]]:
        """The ideas side by side, in each panel those whose picture is that of the open one, or of the first."""
        for own in ideas_of_rows(self.case, {text: parse_measure(text) for text in what[6:].split("|") if text}):
            first = next((idea for idea in own if idea.answer.measure == self.measure), own[0])
            yield [idea for idea in own if idea.picture == first.picture]

    @property
    def bibtex(self) -> str:
        """The papers that its measures come from."""
        return measures_bibtex(self.measures or (self.measure,))

    @property
    def measures(self) -> tuple[Measure, ...]:
        """The measures whose pictures are shown, each once."""
        owners: list[Measure] = []
        for what in self.what:
            owner = what.rpartition(":")[0]
            if what.partition(" ")[0] == "ideas":
                owners += [idea.answer.measure for own in self._panels_of_ideas(what) for idea in own]
            elif what != "hierarchy":
                owners.append(parse_measure(owner) if owner else self.measure)
        return tuple(dict.fromkeys(owners))

    def _comparison_panels(self) -> Iterator[Panel]:
        assert self.other is not None
        parts = drawable_part(self.case), drawable_part(self.other)
        place = merged_case(parts[0], parts[1]) if parts[0] is not None and parts[1] is not None else None
        for case in (self.case, self.other):
            value = self.measure.evaluate(case).value
            title = (f"{capitalised(case_phrase(case))}: ", self.measure.label(), f" {value_words(value)}")
            yield Panel(case, HierarchyPicture(title), place=place)

    @property
    def separate_panels(self) -> tuple[str, ...]:
        """The panels by which each of its pictures is a figure of its own, as far as they have names."""
        names: list[str] = []
        for what in self.what:
            view, place = view_and_picture_number(self.case, self.measure, what)
            if what.startswith("steps "):
                names += [f"step {i + 1}" for i in self._step_numbers(what)]
            elif view and place is None:
                count = len(self.measure.view(self.case, self._result, view).pictures)
                names += [f"{view} {i}" for i in range(1, count + 1)] if count > 1 else [view]
            else:
                names.append(what)
        return tuple(names)

    # Words

    def _labelled(self, words: Words) -> Words:
        return with_labels(words, self.case.hierarchy.labels.label_or_name)

    def _mark_words(self, classes: frozenset[str]) -> Words:
        if not classes:
            return ("no class",)
        return self._labelled(names(classes)) if len(classes) <= 8 else (f"{len(classes)} classes",)

    @property
    def title(self) -> str:
        """The title: what it shows, in a few words."""
        several = self.measures != (self.measure,) and self.what != ("hierarchy",)
        return ", ".join([*self.what, *([] if several else [self.measure.label()]), case_phrase(self.case)])

    @property
    def caption(self) -> Words:
        """The caption, for below it in a paper."""
        caption: list[Word] = [f"{capitalised(case_phrase(self.case))}: true ", *self._mark_words(self.case.true)]
        caption += [", predicted ", *self._mark_words(self.case.predicted), "."]
        for panel in self.figure.panels:
            if panel.words:
                caption += [" ", *([f"{panel.letter.text} "] if panel.letter else []), *panel.words, "."]
        if any(item.look.emphasis == "dropped" for panel in self.figure.panels for item in panel.items):
            caption.append(" Struck through: classes that the measure drops.")
        if self.other is None:
            caption += [f" {_value_words(self.case, measure)}." for measure in self.measures]
        if "rebuilt" in self.case.source:
            caption.append(f" The hierarchy is rebuilt after {self.case.source.partition(',')[0]}.")
        return tuple(caption)

    @property
    def in_words(self) -> str:
        """The picture in words, for those who do not see it."""
        values = " ".join(f"{_value_words(self.case, measure)}." for measure in self.measures or (self.measure,))
        true, predicted = plain(self._mark_words(self.case.true)), plain(self._mark_words(self.case.predicted))
        head = f"{capitalised(case_phrase(self.case))}. True: {true}. Predicted: {predicted}."
        return f"{head} {self.figure.says} {values}"

    @cached_property
    def link(self) -> str:
        """The address at which the explorer shows it; "" where the case is too large for an address."""
        link = case_link(self.case)
        if not link:
            return ""
        if self.what == ("comparison",) and self.other is not None and (other := case_link(self.other)):
            return f"/compare{link[1:]}&c2={other.partition('=')[2]}"
        head, _, rest = self.what[0].partition(" ")
        own, _ = view_and_picture_number(self.case, self.measure, self.what[0])
        view = {"step": "steps"}.get(head, head)
        query = {"m": str(self.measure)}
        views = "ideas", "steps", "landscape", "sensitivity"
        if own in self.measure.views(self.case)[1:] or (not own and view in views):
            query["v"] = own or view
        if head in ("step", "steps") and rest:
            query["step"] = re.split("[,-]", rest)[0]
        elif rest and view in views:
            key = {"ideas": "beside", "landscape": "how", "sensitivity": "against"}[view]
            query["p"] = f"{key}={quote(rest, safe=' ')}"
        return link + "".join(f"&{key}={quote(value)}" for key, value in query.items())

    @property
    def meta(self) -> Meta:
        """The words that the file says of itself."""
        cases = [(preset_name(case), case) for case in (self.case, self.other) if case is not None]
        return Meta(
            capitalised(self.title),
            self.alt or self.in_words,
            provenance_line(cases, self.measures),
            case_on_one_line(self.case),
            self.link,
        )


def _fold_alike(pages: Sequence[Page]) -> Iterator[Page]:
    """The pages folded alike, so that no class comes and goes from one to the next."""
    panels = iter(folded_panels([panel for page in pages for panel in page.panels]))
    for page in pages:
        yield replace(page, panels=tuple(islice(panels, len(page.panels))))


# The last few figures, since one figure is looked at and written in several formats.


@lru_cache(maxsize=4)
def _talk_figures(export: Export, telling: ShareListener) -> tuple[Slide, ...]:
    value: Words = (f"{export.measure.label()} {value_words(export._result.value)}.",)
    return slides_of_pages([replace(page, said=page.said or value) for page in export.pages], export.style, telling)


@lru_cache(maxsize=4)
def _usual_figures(export: Export, telling: ShareListener) -> tuple[Figure, ...]:
    return tuple(arrange.panels_figure(page.panels, export.style) for page in telling.report_each(export.pages))


@lru_cache(maxsize=4)
def _latex_figures(export: Export, telling: ShareListener) -> tuple[Figure, ...]:
    usual = _usual_figures(export, telling.part(0, 0.5))
    pages = telling.part(0.5, 1).report_each(list(zip(export.pages, usual, strict=True)))
    return tuple(latex_figure(page.panels, export.style, one) for page, one in pages)


def _idea_title(own: Sequence[Idea]) -> Words:
    """Title of a panel: the idea, and the measures that it is drawn for with their values."""
    values = ", ".join(f"{idea.name} {value_words(idea.answer.result.value)}" for idea in own)
    return (values if own[0].title == own[0].name else f"{own[0].title}: {values}",)


def _value_words(case: Case, measure: Measure) -> str:
    return f"{measure.label()} {value_words(measure.evaluate(case).value)}"


def value_words(value: float | None) -> str:
    """The words that follow a measure's name: "= 0.5", or "is undefined"."""
    return "is undefined" if value is None else f"= {number(value)}"
