"""The report of a study: one HTML file that asks for nothing else."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import numpy as np

from ...draw.backends.svg import svg_markup
from ...draw.scenes.drawable import plain_scene
from ...draw.scenes.hierarchy import DrawingRoom, drawable_part, hierarchy_scene
from ...draw.scenes.style import DARK, LIGHT, SCREEN, css_colours
from ...draw.texts.fonts import SANS
from ...explain import HierarchyPicture, PlainPicture, number
from ...publish.tables import TableOptions
from ...publish.tables.html import html_text
from ...publish.tables.table import one_line_text
from ...safe import Markup, joined, safe, trusted
from ..results import pictures, tables
from ..results.scores import Scores
from ..results.system_columns import system_numbers
from ..results.tables import StudyTable
from ..study import Study
from .tables import DIGITS, study_signature, table_for_paper

TELLING = 4  # instances that are drawn
WIDE = 480.0  # px of a picture
POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:"


def report_html(study: Study, scores: Scores) -> str:
    """The report as HTML: averages, ranking, differences, agreement, parts, instances, and how all was computed."""
    parts = [part for section in _report_sections_html(study, scores) for part in section]
    origin = study_signature(study, scores)
    body = "\n".join([*_report_head_html(study, scores), *parts, *_how_computed_html(study, scores, origin)])
    style = Path(__file__).with_name("report.css").read_text(encoding="utf-8")
    return "\n".join(
        [
            Markup("<!DOCTYPE html>"),
            Markup('<html lang="en"><head><meta charset="utf-8">'),
            safe('<meta http-equiv="Content-Security-Policy" content="{}">', POLICY),
            Markup('<meta name="viewport" content="width=device-width, initial-scale=1">'),
            safe("<title>{}</title>", _report_title(scores)),
            safe("<style>{}</style></head><body>", trusted(_font_css(body) + _colours_css() + style)),
            body,
            Markup("</body></html>"),
            "",
        ]
    )


def _report_title(scores: Scores) -> str:
    several = len(scores.systems) != 1
    return f"{len(scores.systems)} system{'s' * several} on {len(scores.data):,} instances"


def _report_head_html(study: Study, scores: Scores) -> list[Markup]:
    """The head of the report: title, data, and what was odd about the files."""
    lines = [safe("<main><h1>{}</h1>", _report_title(scores)), _sentences_html([scores.data.standing_sentence()])]
    for file in study.data.reads:
        lines += [_sentences_html([f"{one_line_text(file.name)}: {sentence}" for sentence in file.sentences()])] * bool(
            file.sentences()
        )
    return lines


def _report_sections_html(study: Study, scores: Scores) -> Iterator[list[Markup]]:
    first, several = scores.texts[0], len(scores.systems) > 1
    yield _section_html("Averages", [_table_html(scores, tables.summary_table(scores))])
    if several:
        ranked = [
            _picture_html(pictures.ranking_picture(scores, first)),
            _table_html(scores, tables.ranking_table(scores, first, numbers=system_numbers(study))),
        ]
        yield _section_html(f"Ranking by {first}", ranked)
        a, b = _best_two(scores, first)
        sections = [
            _picture_html(pictures.histogram_picture(scores, first, a, b)),
            _table_html(scores, tables.difference_table(scores, a, b)),
        ]
        if len(scores.systems) > 2:
            every = _table_html(scores, tables.pairs_table(scores, first))
            sections.append(safe("<details><summary>All pairs under {}</summary>{}</details>", first, every))
        yield _section_html(f"Differences: {a} − {b}", sections)
    if several and len(scores.texts) > 1:
        agreement = _picture_html(pictures.kendall_picture(scores)) + _sentences_html(tables.kendall_table(scores).says)
        yield _section_html("Do the measures order the systems alike?", [agreement])
    for column in ("depth", *study.data.columns):
        if column != study.cluster and len(set(study.parts(column))) <= 50:
            yield _section_html(
                f"{first} by {column}",
                [_table_html(scores, tables.slice_table(scores, study.parts(column), column, first))],
            )
    yield _section_html("Telling instances", _telling_instances_html(study, scores, first))


def _best_two(scores: Scores, measure: str) -> tuple[str, str]:
    best, second, *_ = scores.ranks(measure)
    return best["system"], second["system"]


def _telling_instances_html(study: Study, scores: Scores, measure: str) -> list[Markup]:
    """The instances on which the two best systems differ most, or the only one errs most, as cases."""
    column = dict(zip(scores.systems, scores.column(measure).T, strict=True))
    systems: tuple[str, ...]
    if len(scores.systems) > 1:
        systems = _best_two(scores, measure)
        by = np.abs(column[systems[0]] - column[systems[1]])
        lead = f"Where {measure} says the most different things of {systems[0]} and {systems[1]}."
    else:
        systems = (scores.systems[0],)
        by = column[systems[0]] * (-1 if scores.better(measure) == "higher" else 1)
        lead = f"Where {measure} says the worst of {systems[0]}."
    order = np.argsort(-np.where(np.isnan(by), -np.inf, by), kind="stable")[:TELLING]
    parts = [
        _sentences_html(
            [lead, "Drawn are the marked classes and their ancestors; the numbers count the whole hierarchy."]
        )
    ]
    for i in order.tolist():
        instance = scores.data.ids[i]
        figures = joined(_instance_case_html(study, scores, i, instance, system) for system in systems)
        parts.append(safe('<h3>{}</h3><div class="pair">{}</div>', one_line_text(instance), figures))
    return parts


def _instance_case_html(study: Study, scores: Scores, i: int, instance: str, system: str) -> Markup:
    """An instance under one system: its drawing and its values."""
    case = study.case(instance, system)
    h = case.hierarchy
    part = drawable_part(replace(case, hierarchy=h.restricted(h.closure(case.true | case.predicted))))
    if part is None:
        picture = Markup("<p>Its marked classes and their ancestors are too many to be drawn.</p>")
    else:
        picture = svg_markup(hierarchy_scene(part, HierarchyPicture(())), SCREEN)
    values = ", ".join(
        f"{text} {number(tables.number_or_none(scores.values[system][k].value[i]), DIGITS)}"
        for k, text in enumerate(scores.texts)
    )
    true, predicted = (", ".join(sorted(marked)) or "none" for marked in (case.true, case.predicted))
    sentence = f"{one_line_text(system)}: true {one_line_text(true)}; predicted {one_line_text(predicted)}. {values}."
    return safe("<figure>{}<figcaption>{}</figcaption></figure>", picture, sentence)


def _how_computed_html(study: Study, scores: Scores, origin: str) -> list[Markup]:
    says = [*tables.standing_sentences(scores, scores.texts), tables.intervals_sentence(scores)]
    says += [
        f"{one_line_text(file.name)}: {file.instances:,} instances, read as {file.shape}." for file in study.data.reads
    ]
    return [
        *_section_html("How this was computed", [_sentences_html([text]) for text in (*says, f"Made by {origin}.")]),
        Markup("</main>"),
    ]


# Parts of a page


def _section_html(title: str, parts: Iterable[Markup]) -> list[Markup]:
    return [safe("<section><h2>{}</h2>", one_line_text(title)), *parts, Markup("</section>")]


def _sentences_html(sentences: Iterable[str]) -> Markup:
    return safe('<p class="says">{}</p>', " ".join(sentences))


def _table_html(scores: Scores, table: StudyTable) -> Markup:
    """A table with the sentences that concern it alone; what holds of all stands at the end."""
    common = {*tables.standing_sentences(scores, scores.texts), tables.intervals_sentence(scores)}
    says = [sentence for sentence in table.says if sentence not in common]
    options = TableOptions(measures_as="columns", digits=DIGITS, fixed=True)
    markup = html_text(table_for_paper(replace(table, says=()), (), options))
    return safe('<div class="wide" tabindex="0">{}</div>{}', markup, _sentences_html(says) if says else "")


def _picture_html(picture: PlainPicture) -> Markup:
    return safe('<div class="wide">{}</div>', svg_markup(plain_scene(picture, DrawingRoom(WIDE)), SCREEN))


def _colours_css() -> str:
    """The palettes as custom properties; paper is never dark."""
    return f":root{{{css_colours(LIGHT)}}}@media screen and (prefers-color-scheme:dark){{:root{{{css_colours(DARK)}}}}}"


def _font_css(text: str) -> str:
    """The typeface with the characters of a text, so that texts are as wide as they were measured."""
    from fontTools import subset  # takes a while to load
    from fontTools.ttLib import TTFont

    options = subset.Options(layout_features=["kern", "tnum"], notdef_outline=True)
    with TTFont(SANS.path, recalcTimestamp=False, lazy=True) as font:
        cut = subset.Subsetter(options)
        cut.populate(text=text + "…")
        cut.subset(font)
        out = BytesIO()
        font.save(out)
    data = b64encode(out.getvalue()).decode()
    return f"@font-face{{font-family:'Source Sans 3';src:url(data:font/ttf;base64,{data})}}"
