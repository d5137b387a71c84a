"""Surroundings of the drawings as HTML: the question, the answers, words, lists. Escaped here, once.

The names of classes carry their number (`data-n`), so that pointing at one lights it up everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from .. import glossary
from ..draw import legend
from ..draw.backends.svg import num, shape_markup, svg
from ..draw.chart import chart_scene
from ..draw.network import network_scene
from ..draw.scene import (
    MOST_DRAWN,
    Label,
    Scene,
    case_layout,
    drawable,
    hierarchy_scene,
    pairs_scene,
    shown_label,
    thumbnail_scene,
)
from ..draw.style import SCREEN
from ..explain import (
    ChartPicture,
    HierarchyPicture,
    Meaning,
    Name,
    NetworkPicture,
    PairsPicture,
    SetsPicture,
    Step,
    Symbol,
    Words,
    plain,
    spelled_out,
)
from ..model.case import Case, Draft
from . import mathml

Ids = Mapping[str, int]


def class_ids(case: Draft) -> dict[str, int]:
    """A number for every class of a case, and one for an artificial root above it."""
    ids = {c: i for i, c in enumerate(case.hierarchy.classes)}
    return ids | {case.hierarchy.free_name(): len(ids)}


def words(given: Words | str, ids: Ids) -> str:
    """Words with class names that can be pointed at, and symbols in italics."""
    if isinstance(given, str):
        return escape(given)
    return "".join(
        _name(w.text, ids) if isinstance(w, Name) else _symbol(w) if isinstance(w, Symbol) else escape(w) for w in given
    )


def sentence(given: Words | str, ids: Ids) -> str:
    """Words in which, besides, every term of the glossary tells what it means where it is first met."""
    met: set[str] = set()

    def term(markup: str, known: glossary.Term | None) -> str:
        if known is None or known.key in met:
            return markup
        met.add(known.key)
        return _term(known, "abbr", markup)

    def text(given: str) -> str:
        return "".join(term(escape(piece), known) for piece, known in glossary.pieces(given))

    return "".join(
        text(w)
        if isinstance(w, str)
        else term(_symbol(w), glossary.known(str(w)))
        if isinstance(w, Symbol)
        else _name(w.text, ids)
        for w in ((given,) if isinstance(given, str) else given)
    )


def _term(known: glossary.Term, tag: str, markup: str) -> str:
    return f'<{tag} class="term" tabindex="0" aria-describedby="{_TERM}{known.key}">{markup}</{tag}>'


_TERM = "term-"


def explained(markup: str) -> str:
    """The markup, and behind it what the terms in it mean, for whoever points at them or listens."""
    keys = set(re.findall(f'aria-describedby="{_TERM}([^"]+)"', markup))
    told = "".join(
        f'<span id="{_TERM}{known.key}">{escape(known.says)}</span>' for known in glossary.TERMS if known.key in keys
    )
    return f'{markup}<div class="told" hidden>{told}</div>' if told else markup


def marks(scenes: Sequence[Scene]) -> str:
    """The legend: what the marks mean that occur in these drawings."""
    found = []
    for name, wide, glyph in legend.worn(item for scene in scenes for item in scene.items):
        drawn = "".join(shape_markup(shape, SCREEN) for shape in glyph)
        box = f'viewBox="-1 -11 {num(wide + 2)} 22" width="{num(wide + 2)}" height="22" aria-hidden="true"'
        picture = f"<svg {box}>{drawn}</svg>" if glyph else ""
        found.append(_term(glossary.term(name), "span", f"{picture}<span>{escape(name)}</span>"))
    return f'<p class="marks">{"".join(found)}</p>' if found else ""


def _name(name: str, ids: Ids) -> str:
    n = f' data-n="{ids[name]}"' if name in ids else ""
    return f'<bdi class="name"{n}>{escape(name)}</bdi>'


def _symbol(s: Symbol) -> str:
    sub = f"<sub>{escape(s.sub)}</sub>" if s.sub else ""
    shown = f"<i>{escape(s.text)}</i>{sub}"
    return f'<span class="name" data-n="{escape(s.setting)}">{shown}</span>' if s.setting else shown


def meanings(given: Sequence[Meaning]) -> str:
    """Meanings of symbols and signs; a setting lights up with its number."""
    told = []
    for what, says in given:
        shown = _symbol(what) if isinstance(what, Symbol) else escape("| |" if what == "|" else what)
        told.append(f"<span>{shown}: {escape(says)}</span>")
    return f"{'; '.join(told)}." if told else ""


def marked_name(case: Draft, c: str, ids: Ids, wear: str | None = None) -> str:
    """A class's name wearing its mark."""
    n = f' data-n="{ids[c]}"' if c in ids else ""
    return (
        f'<span class="mark {wear or case.mark(c)}"{n} tabindex="0" title="{escape(c)}">'
        f"<span><bdi>{escape(shown_label(c))}</bdi></span></span>"
    )


def question(case: Draft, ids: Ids) -> str:
    """True: …. Predicted: …. How wrong is that?"""
    if not case.marked:
        return '<h1 class="question">Which classes are true, and which were predicted?</h1>'

    def side(word: str, classes: frozenset[str]) -> str:
        listed = sorted(classes)
        shown = " ".join(marked_name(case, c, ids) for c in listed[:12]) or '<span class="nobody">none</span>'
        more = f' <span class="quiet">and {len(listed) - 12} more</span>' if len(listed) > 12 else ""
        return f'<span class="side"><span class="word">{word}:</span> {shown}{more}</span>'

    return (
        f'<h1 class="question">{side("True", case.true)} {side("Predicted", case.predicted)} '
        '<span class="ask">How wrong is that?</span></h1>'
    )


_ENLARGE = (
    '<button type="button" class="enlarge" data-move="big" title="Whole screen (F)" aria-label="whole screen">'
    '<svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">'
    '<path d="M2 6V2h4M12 2h4v4M16 12v4h-4M6 16H2v-4"/></svg></button>'
)

LEGEND = (
    '<p class="legend">'
    '<span><i class="mark true"></i>true</span><span><i class="mark predicted"></i>predicted</span>'
    '<span><i class="mark both"><i></i></i>both</span><span><i class="mark none"></i>none</span></p>'
)


@dataclass(frozen=True)
class Row:
    """One row of the answers, as it is shown.

    key: what a click reports.  place: 0 worst to 1 best, None for no line.  printed: the printed text;
    note: the reason where it differs.  folded: rows shown under this one.
    """

    key: str
    name: str
    meaning: str
    value: str
    of: str
    better: str
    place: float | None
    printed: str | None = None
    note: str = ""
    folded: tuple[Row, ...] = ()


class Footnotes:
    """Notes under a table, numbered in the order in which they are first referred to."""

    def __init__(self) -> None:
        self._marks: dict[str, int] = {}

    def mark(self, note: str) -> str:
        """The mark of a footnote in HTML, the same for the same text."""
        return f"<sup>{self._marks.setdefault(note, len(self._marks) + 1)}</sup>"

    def foot(self, *lines: str) -> str:
        """The notes, what the arrows mean, and further lines."""
        texts = [f"<p><sup>{mark}</sup> {escape(note)}</p>" for note, mark in self._marks.items()]
        lines = ("↑ higher is better, ↓ lower is better.", *lines)
        texts += [f"<p>{escape(line)}</p>" for line in lines if line]
        return f'<div class="foot">{"".join(texts)}</div>'


def differing(r: Row, notes: Footnotes) -> str:
    """A printed value that is not ours, and the number of the reason."""
    return f'≠ <span class="word">printed </span>{escape(r.printed or "")}{notes.mark(r.note)}'


def arrow(r: Row) -> str:
    """Which way is better, as a cell."""
    return f'<td class="better" aria-label="{r.better} is better">{"↑" if r.better == "higher" else "↓"}</td>'


def family_row(heading: str, columns: int) -> str:
    """The heading of a group of rows, if it has one."""
    if not heading:
        return ""
    return f'<tr class="family"><th colspan="{columns}" scope="colgroup">{escape(heading)}</th></tr>'


def _line(place: float | None) -> str:
    if place is None:
        return ""
    return (
        '<svg class="scale" viewBox="0 0 100 14" aria-hidden="true"><path d="M3 7H97M3 3V11M97 3V11"/>'
        f'<circle cx="{3 + 94 * place:.1f}" cy="7" r="4.6"/></svg>'
    )


def answers(
    groups: Iterable[tuple[str, Sequence[Row]]], selected: str, source: str = "", edited: bool = False, hint: str = ""
) -> str:
    """The table of answers: groups of rows, each with a heading unless it is empty."""
    groups = list(groups)
    rows = [r for _, group in groups for row in group for r in (row, *row.folded)]
    with_printed = any(r.printed is not None for r in rows)
    notes = Footnotes()
    body: list[str] = []

    def printed(r: Row) -> str:
        if r.printed is None:
            return "–"
        return differing(r, notes) if r.note else escape(r.printed)

    def row(r: Row, folded: bool) -> str:
        pressed = str(r.key == selected).lower()
        of = f"<small>{escape(r.of)}</small>" if r.of else ""
        # The inline text takes the place of the printed column on narrow pages.
        inline = f'<span class="inline">{"" if r.note else "printed "}{printed(r)}</span>' if r.printed else ""
        cells = (
            f'<th scope="row"><button type="button" data-pick="{escape(r.key)}" aria-pressed="{pressed}">'
            f'<span class="measure">{escape(r.name)}</span><span class="meaning">{escape(r.meaning)}</span>'
            f"{inline}</button></th>"
            f'<td class="value"><span>{escape(r.value)}</span>{of}</td>'
            f'{arrow(r)}<td class="line">{_line(r.place)}</td>'
        )
        if with_printed:
            cells += f'<td class="printed{" differs" if r.note else ""}">{printed(r)}</td>'
        state = " ".join(w for w, on in (("selected", r.key == selected), ("folded", folded)) if on)
        return f'<tr class="{state}" data-row="{escape(r.key)}">{cells}</tr>'

    columns = 5 if with_printed else 4
    for heading, group in groups:
        body.append(family_row(heading, columns))
        for r in group:
            body.append(row(r, False))
            body += [row(sub, True) for sub in r.folded]
    head = (
        '<tr><th scope="col">measure</th><th scope="col" class="value">value</th>'
        '<th class="better"><span class="hidden">better</span></th>'
        '<th scope="col" class="line"><span>worst</span><span>best</span></th>'
        + ('<th scope="col" class="printed">printed</th>' if with_printed else "")
        + "</tr>"
    )
    kind = "answers with-printed" if with_printed else "answers"
    return (
        f'<table class="{kind}"><thead>{head}</thead><tbody>{"".join(body)}</tbody></table>{notes.foot(source, hint)}'
    )


def sets_lists(picture: SetsPicture, ids: Ids) -> str:
    """Sets as lists side by side."""
    columns = []
    for column in picture.columns:
        items = "".join(_entry(c, ids) for c in column.classes if c is not None) or '<li class="empty">no class</li>'
        title = _title(column.heading, ids)
        columns.append(f'<section class="list side-{column.side}"><h3>{title}</h3><ul>{items}</ul></section>')
    return f'<div class="lists">{"".join(columns)}</div>'


def _entry(c: str, ids: Ids) -> str:
    n = f' data-n="{ids[c]}" tabindex="0"' if c in ids else ""
    return f"<li{n}><bdi>{escape(c)}</bdi></li>"


def formula(step: Step, ids: Ids, told: Sequence[Meaning] = ()) -> str:
    """The formula with this case's numbers, ending in the value.

    With the short lines beside it, and what is `told` of its symbols.
    """
    if step.formula is None:
        return ""
    aside = "".join(f"<span>{words(line, ids)}</span>" for line in step.aside)
    result = f'<output class="result">{escape(step.formula.value)}</output>' if step.formula.value else ""
    below = f'<div class="aside meanings">{meanings(told)}</div>' if told else ""
    return (
        f'<div class="formula"><div class="math">{mathml.formula(step.formula, ids)}{result}</div>'
        f'<div class="aside">{aside}</div>{below}</div>'
    )


def notes(texts: Iterable[str]) -> str:
    """Notes as paragraphs."""
    listed = [f"<p>{escape(text)}</p>" for text in texts]
    return f'<div class="notes"><h3>Notes</h3>{"".join(listed)}</div>' if listed else ""


def plain_text(text: str) -> str:
    """A paragraph in quiet ink."""
    return f'<p class="note">{escape(text)}</p>'


def plain_words(given: Words, ids: Ids) -> str:
    """A paragraph in which classes and terms can be pointed at."""
    return explained(f'<p class="why-text">{sentence(given, ids)}</p>')


def elsewhere(text: str, address: str) -> str:
    """A link that opens in a window of its own."""
    return f'<p class="elsewhere"><a href="{escape(address)}" target="_blank" rel="noopener">{escape(text)}</a></p>'


def notice(text: str, kind: str = "error") -> str:
    """A sentence for the person who gave something that cannot be used."""
    role = "alert" if kind == "error" else "status"
    return f'<div class="notice {kind}" role="{role}"><p>{escape(text)}</p></div>'


LAST_READ = "These are of the last text that could be read."


def last_read(unread: bool) -> str:
    """Says that the answers are older than the text that is being typed; an empty place while they are not."""
    said = LAST_READ if unread else ""
    return f'<p class="last-read" role="status" aria-live="polite">{said}</p>'


def _title(title: Words, ids: Ids) -> str:
    """A picture's title: symbol, meaning, and after the dot its size in quiet ink."""
    html = words(title, ids)
    head, dot, count = html.rpartition(" · ")
    return f'{head}<span class="count"> · {count}</span>' if dot else html


def _frame(scene: Scene, ids: Ids, says: str) -> str:
    return f'<div class="frame">{svg(scene, SCREEN, ids, says)}</div>'


def _room(scenes: Sequence[Scene]) -> float:
    """The width that the widest of these drawings needs on the page: they keep one scale, at which no text of any
    of them is smaller than 14 px.
    """
    sizes = [part.size for scene in scenes for item in scene.items for part in item.parts if isinstance(part, Label)]
    return max((scene.width for scene in scenes), default=0.0) * 14 / max(14.0, min([16.0, *sizes]))


def stretched(case: Draft, width: float, height: float, most: tuple[float, float]) -> tuple[float, float]:
    """How far a drawing may be pulled apart to fill a frame, at most by `most`; it is never squeezed."""
    layout = case_layout(case)
    wish = (width / max(1.0, layout.width), height / max(1.0, layout.height))
    sx, sy = (min(limit, max(1.0, w)) for w, limit in zip(wish, most, strict=True))
    return sx, sy


def too_many(case: Draft) -> str:
    """The sentence in place of a picture with too many classes."""
    return (
        f'<p class="said">The marked classes and their ancestors are more than {MOST_DRAWN} classes: '
        "too many to draw. The answers count all of them.</p>"
    )


def canvas(case: Draft, ids: Ids) -> str:
    """The hierarchy with its marks and the legend, once for wide and once for narrow pages."""
    drawn = drawable(case)
    if drawn is None:
        return f'<div class="canvas">{too_many(case)}{LEGEND}</div>'
    wide = stretched(drawn, 560, 300, (2.2, 1.4))
    picture = f'<div class="canvas">{left_out(case, drawn)}{frames(drawn, ids, drawn, wide)}{LEGEND}</div>'
    return enlargeable(picture, case.name or "Hierarchy")


def enlargeable(picture: str, title: str) -> str:
    """A picture that can fill the whole screen by itself."""
    return (
        f'<section class="alone" data-title="{escape(title)}" data-count="1" data-at="0" tabindex="-1">'
        f'<article class="step">{picture}</article>{_ENLARGE}</section>'
    )


def frames(drawn: Draft, ids: Ids, place: Draft, wide: tuple[float, float]) -> str:
    """A case's hierarchy where its classes stand in `place`, once for wide and once for narrow pages."""
    narrow = stretched(place, 330, 240, (1.6, 1.15))
    says = f"Hierarchy of {len(drawn.hierarchy)} classes"

    def frame(kind: str, stretch: tuple[float, float]) -> str:
        scene = hierarchy_scene(drawn, HierarchyPicture(()), stretch, None if place is drawn else place)
        return f'<div class="frame {kind}">{svg(scene, SCREEN, ids, says)}</div>'

    if wide == narrow:
        return frame("wide", wide)
    return frame("wide has-narrow", wide) + frame("narrow", narrow)


def left_out(case: Draft, drawn: Draft) -> str:
    """How much of the case is drawn, where that is not all of it."""
    if drawn is case:
        return ""
    return (
        f'<p class="said">{len(drawn.hierarchy)} of {len(case.hierarchy):,} classes are drawn: the marked ones, '
        "their ancestors and the paths between.</p>"
    )


def panels(case: Case, step: Step, ids: Ids) -> str:
    """The pictures of a step side by side on one layout and at one scale, on narrow pages as tabs, and a legend."""
    drawn = drawable(case)
    several = len(step.pictures) > 1
    rows = 2 if len(step.pictures) > 3 else 1
    per_row = max(1, len(step.pictures) // rows)
    stretch = (1.0, 1.0) if drawn is None else stretched(drawn, min(350.0, 780 / per_row - 60), 1, (1.35, 1.0))
    figures: list[str] = []
    tabs: list[str] = []
    scenes: list[Scene] = []
    # As few side by side as have room for the widest drawing.
    least = {1: 250.0, 2: 330.0, 3: 200.0}.get(per_row, 250.0)
    for i, picture in enumerate(step.pictures):
        if isinstance(picture, SetsPicture):
            figures.append(sets_lists(picture, ids))
            continue
        title = _title(picture.title, ids)
        tabs.append(
            f'<button type="button" role="tab" data-panel="{i}" aria-selected="{str(i == 0).lower()}" '
            f'tabindex="{0 if i == 0 else -1}">{_title(picture.short, ids) if picture.short else title}</button>'
        )
        if isinstance(picture, PairsPicture):
            scene = pairs_scene(case, picture)
        elif isinstance(picture, NetworkPicture):
            scene = network_scene(case, picture)
        elif isinstance(picture, ChartPicture):
            scene = chart_scene(picture)
        elif drawn is None:
            figures.append(too_many(case))
            continue
        else:
            scene = hierarchy_scene(drawn, picture, stretch)
        scenes.append(scene)
        figures.append(
            f'<figure class="panel{" current" if i == 0 else ""}"><div class="title">{title}</div>'
            f"{_frame(scene, ids, plain(picture.title))}</figure>"
        )
    least = max(least, _room(scenes))
    strip = f'<div class="tabs" role="tablist">{"".join(tabs)}</div>' if several and tabs else ""
    kind = "panels several" if strip else "panels"
    return f'<div class="{kind}" style="--least:{least:.0f}px">{strip}{"".join(figures)}</div>{marks(scenes)}'


def before_after(before: Case, after: Case, text: Words, ids: Ids, head: tuple[str, str]) -> str:
    """Two cases beside each other, under sentences that say what became of the one in the other."""
    figures: list[str] = []
    scenes: list[Scene] = []
    for i, (case, title) in enumerate(zip((before, after), head, strict=True)):
        drawn = drawable(case)
        if drawn is None:
            picture = too_many(case)
        else:
            scene = hierarchy_scene(drawn, HierarchyPicture((title,)), stretched(drawn, 330, 1, (1.35, 1.0)))
            scenes.append(scene)
            picture = _frame(scene, ids, title)
        kind = "panel current" if i == 0 else "panel"
        figures.append(f'<figure class="{kind}"><div class="title">{escape(title)}</div>{picture}</figure>')
    said = f'<p class="why-text">{sentence(text, ids)}</p>'
    return explained(f'{said}<div class="panels" style="--least:300px">{"".join(figures)}</div>{marks(scenes)}')


def plain_table(head: Sequence[str], rows: Iterable[Sequence[Words | str]], ids: Ids, kind: str = "") -> str:
    """A small table; the first cell of a row names it, the last one may be long."""
    cells = "".join(f'<th scope="col">{escape(h)}</th>' for h in head)
    body = ""
    for first, *others in rows:
        rest = "".join(f"<td>{words(cell, ids)}</td>" for cell in others)
        body += f'<tr><th scope="row">{words(first, ids)}</th>{rest}</tr>'
    table = f'<table class="plain {escape(kind)}"><thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table>'
    return f'<div class="sideways">{table}</div>'


def why_title(title: str, unread: bool = False) -> str:
    """The heading of the panel that answers why. unread: whether it is older than the text that is being typed."""
    older = '<p class="last-read">Of the last text that could be read.</p>' if unread else ""
    return f'<h2 class="why-title">{escape(title)}</h2>{older}'


def fold(key: str, word: str, said: str, aloud: str = "") -> str:
    """A line that unfolds a part of the page, on narrow pages only. aloud: its name where `word` is only a sign."""
    named = f' aria-label="{escape(aloud)}"' if aloud else ""
    return (
        f'<button type="button" class="fold" data-fold="{escape(key)}" aria-expanded="false"{named}>{escape(word)}'
        f'<span class="quiet">{escape(said)}</span></button>'
    )


def why(case: Case, title: str, step: Step, ids: Ids, big: bool = False) -> str:
    """The answer to why: words, pictures, the formula with this case's numbers."""
    return _walk(case, title, [step], ids, 0, big, "picture")


def steps(case: Case, title: str, given: Sequence[Step], ids: Ids, first: int = 0, big: bool = False) -> str:
    """The steps to an answer, one shown at a time: the viewer moves between them without a rerun.

    first: the number of the step shown first, from 0.  big: whether it opens on the whole screen.
    """
    return _walk(case, title, given, ids, max(0, min(first, len(given) - 1)), big, "steps")


def _walk(case: Case, title: str, given: Sequence[Step], ids: Ids, first: int, big: bool, kind: str) -> str:
    count = len(given)
    articles = []
    for i, (step, told) in enumerate(zip(given, spelled_out(given), strict=True)):
        hidden = "" if i == first else " hidden"
        known = "".join(
            f"<{tag}>{words(w, ids)}</{tag}>" for tag, w in zip(("dt", "dd"), step.fact or (), strict=False)
        )
        fact = f'<template class="fact">{known}</template>' if known else ""
        articles.append(
            f'<article class="step" data-step="{i}"{hidden}><p class="why-text">{sentence(step.text, ids)}</p>'
            f"{panels(case, step, ids)}{formula(step, ids, told)}{fact}</article>"
        )
    bar = ""
    if count > 1:
        here = ' aria-current="step"'
        dots = "".join(
            f'<button type="button" data-go="{i}" aria-label="step {i + 1}"{here if i == first else ""}></button>'
            for i in range(count)
        )
        bar = (
            '<div class="stepbar" role="group" aria-label="Steps">'
            '<button type="button" data-move="first" aria-label="first step">⇤</button>'
            '<button type="button" data-move="previous" aria-label="previous step">←</button>'
            f'<span class="stepcount" aria-live="polite">step {first + 1} of {count}</span>'
            '<button type="button" data-move="next" aria-label="next step">→</button>'
            '<button type="button" data-move="last" aria-label="last step">⇥</button>'
            '<button type="button" data-move="play" aria-pressed="false">Play</button>'
            f'<span class="dots">{dots}</span></div>'
        )
    state = f'data-title="{escape(title)}" data-count="{count}" data-at="{first}"' + (" data-big" if big else "")
    inside = explained(f"{bar}{''.join(articles)}{_ENLARGE}")
    return f'<section class="why {kind}" {state} tabindex="-1">{inside}</section>'


def gallery(groups: Iterable[tuple[str, Sequence[tuple[str, str, Draft]]]], selected: str) -> str:
    """The case picker: groups of (key, number, case), each as a small drawing with its name."""
    sections: list[str] = []
    for heading, cards in groups:
        body: list[str] = []
        for key, label, case in cards:
            drawn = drawable(case)
            picture = svg(thumbnail_scene(drawn), SCREEN) if drawn is not None else ""
            picture = picture.replace(" role=", ' aria-hidden="true" role=', 1)
            name = case.name or "Unnamed case"
            chosen = " selected" if key == selected else ""
            body.append(
                f'<button type="button" class="card{chosen}" data-pick="{escape(key)}" '
                f'data-find="{escape(f"{label} {name}")}">{picture}'
                f'<span><span class="number">{escape(label)}</span> {escape(name[:60])}</span></button>'
            )
        if body:
            cards_html = f'<div class="cards">{"".join(body)}</div>'
            sections.append(f'<section class="group"><h3>{escape(heading)}</h3>{cards_html}</section>')
    return (
        '<div class="gallery"><input type="search" placeholder="Find a case" aria-label="Find a case">'
        f"{''.join(sections)}</div>"
    )
