"""Readings of a file beside each other, as HTML: one of them is chosen, and the first rows of each are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from ..draw.backends.svg import num, svg_markup
from ..draw.scenes.hierarchy import hierarchy_scene
from ..draw.scenes.layout_choice import DIRECTIONS, PLAIN, LayoutOption, choose_option
from ..draw.scenes.scene import Scene
from ..draw.scenes.style import SCREEN
from ..formats.hierarchies import Guess
from ..formats.hierarchies.readings import Reading
from ..languages import N_, _, count_text
from ..model.case import Draft
from ..model.hierarchy import Hierarchy
from ..safe import Markup, joined, safe
from . import html

_ROWS = 4  # that are drawn
_ROOM, _SCALE = 340.0, 14 / 16  # px of a drawing before it is scaled, and how much texts of 16 px are scaled
_WAYS = {2: N_("It can be read in two ways."), 3: N_("It can be read in three ways.")}


def choose_sentence(readings: Sequence[Reading]) -> Markup:
    """Sentence above a list of readings."""
    if len(readings) == 1:
        says = _("It may be no hierarchy. If it is one, it is read so; the first rows are drawn.")
    else:
        says = f"{_(_WAYS[len(readings)])} {_('Choose the right one; the first four rows are drawn.')}"
    return safe("<p>{}</p>", says)


def readings_html(readings: Sequence[Reading], now: Reading | None, name: str) -> Markup:
    """Readings beside each other, each with a radio button. now: the chosen one.  name: of the file."""
    columns, english, copy = [], html.english_attribute(), _("Copy")
    for i, (claim, reading, scene) in enumerate(
        zip(distinguishing_words(readings), readings, _first_rows_scenes(readings), strict=True)
    ):
        drawing = svg_markup(scene, SCREEN).replace(" role=", Markup(' aria-hidden="true" role='), 1)
        width, height = f'width="{num(scene.width)}"', f'height="{num(scene.height)}"'
        drawing = drawing.replace(height, "", 1).replace(width, safe('width="{}"', num(scene.width * _SCALE)), 1)
        says, why = (_("Against it:"), reading.doubt) if reading.doubt else (_("For it:"), reading.reason)
        spoken = safe("{} <b{}>{}.</b>", says, english, why) if why else _("Nothing speaks against it.")
        options = reading.shell_options()
        checked = " checked" if reading == now else ""
        columns.append(
            safe(
                '<label class="reading"><input type="radio" name="reading" value="{0}" data-pick="{0}"{1} '
                'aria-labelledby="claim-{0}" aria-describedby="reading-{0}"><b class="claim" id="claim-{0}">'
                '{2}</b><span class="counts" id="reading-{0}">{3}</span>'
                '<span class="tree">{4}</span><span class="doubt">{5}</span>'
                '<code data-copy="{6}" title="{7}">{6}</code></label>',
                i,
                checked,
                claim,
                _counts_in_words(reading),
                drawing,
                spoken,
                options,
                copy,
            )
        )
    label = _("How {name} is read", name=name)
    return safe('<div class="readings" role="radiogroup" aria-label="{}">{}</div>', label, joined(columns))


def distinguishing_words(readings: Sequence[Reading]) -> list[str]:
    """A text for each reading of a file that says how it differs from the others."""
    parts = [(_first_line_words(reading.guess), _columns_in_words(reading.guess)) for reading in readings]
    first_lines, held = (len({part[i] for part in parts}) > 1 for i in (0, 1))
    if first_lines and not held:
        return [line or what for line, what in parts]
    return [f"{what}, {line[:1].lower()}{line[1:]}" if first_lines and line else what for line, what in parts]


def _first_line_words(guess: Guess) -> str:
    if guess.header is None:
        return ""
    return _("The first line names the columns") if guess.header else _("The first line is data")


def _columns_in_words(guess: Guess) -> str:
    """What the columns hold."""
    head = {role: _("column {n}", n=name) if name.isdecimal() else name for role, name in guess.columns}
    if levels := [name for role, name in head.items() if role.startswith("level")]:
        return _("Levels {levels}", levels=" > ".join(levels))
    if "parent" in head and (own := head.get("id", head.get("child"))):
        return _("{parent} is the parent of {child}", parent=head["parent"], child=own)
    title = ", ".join(map(_, guess.title.split(", ")))
    column = head.get("code", head.get("path"))
    return ", ".join(filter(None, (f"{title[:1].upper()}{title[1:]}", _(guess.direction or ""), column)))


def _counts_in_words(reading: Reading) -> str:
    """How many classes, edges and roots it has."""
    guess = reading.guess
    counts = (
        count_text("{n:,} class", "{n:,} classes", guess.classes),
        count_text("{n:,} edge", "{n:,} edges", guess.edges),
        count_text("{n:,} root", "{n:,} roots", guess.root_count),
    )
    return _("{counts} in the first part", counts=", ".join(counts)) if not reading.whole else ", ".join(counts)


def _first_rows_scenes(readings: Sequence[Reading]) -> list[Scene]:
    """The first rows as each reading has them, drawn in the first way in which all have room."""
    drafts = _first_rows_drafts(readings)

    @cache
    def drawn(way: LayoutOption) -> list[Scene]:
        return [hierarchy_scene(draft, PLAIN, way.room(draft, [(draft, PLAIN)], (1.0, 1.0))) for draft in drafts]

    ways = [LayoutOption(direction, True) for direction in DIRECTIONS]
    return drawn(choose_option(ways, lambda way: (_ROOM / max(scene.width for scene in drawn(way)),)))


def _first_rows_drafts(readings: Sequence[Reading]) -> list[Draft]:
    """The same first rows in each reading; where they hold no edge, the first edges."""
    text = " ".join(cell for reading in readings for row in reading.guess.rows[:_ROWS] for cell in row)
    return [
        Draft(Hierarchy.from_edges([edge for edge in reading.edges if all(c in text for c in edge)] or reading.edges))
        for reading in readings
    ]
