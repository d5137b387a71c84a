"""Drawings on a page, as HTML: the hierarchy, the pictures of a step, two cases beside each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from math import inf
from typing import Literal

from .. import glossary
from ..draw.backends.svg import num, shape_markup, svg_markup
from ..draw.layouts.fold import fold_cases, with_folded_classes
from ..draw.scenes.drawable import drawn_part, picture_scene
from ..draw.scenes.hierarchy import MOST_DRAWN, DrawingRoom, case_layout, drawable_part, hierarchy_scene
from ..draw.scenes.layout_choice import (
    ALL_SHOWN,
    PICTURE_WAYS,
    PLAIN,
    DrawingArea,
    LayoutOption,
    bare_name_size_share,
    choose_option,
    unmarked_draft,
)
from ..draw.scenes.scene import Item, Label, Scene, align_scenes
from ..draw.scenes.style import SCREEN
from ..draw.scenes.thumbnail import thumbnail_scene
from ..draw.texts import legend
from ..explain import HierarchyPicture, Picture, SetsPicture, Step, Words, plain, with_labels
from ..languages import ENGLISH, N_, _, language
from ..model.case import Case, Draft
from ..safe import Markup, joined, safe, trusted
from . import html
from .html import Ids

# What drawings have: the frames of two cases beside each other, a phone, why below a canvas, the same on a wall.
_BESIDE, PHONE = DrawingArea(560, 700), DrawingArea(332, 680)
_WHY, _WALL, _BETWEEN = DrawingArea(880, 620), DrawingArea(1_766, 520, 28), 40.0
_IDEAS = replace(_WHY, width=1_160)  # with no settings beside them
_WALLS = tuple(replace(_WALL, text=text) for text in (28, 20, 14))  # the last where more cannot be
_MOST_ON_WALL = 3  # drawings in a row


def enlarge_button_html() -> Markup:
    """The button that fills the screen with a picture."""
    return safe(
        '<button type="button" class="enlarge" data-move="big" title="{}" aria-label="{}">'
        '<svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">'
        '<path d="M2 6V2h4M12 2h4v4M16 12v4h-4M6 16H2v-4"/></svg></button>',
        _("Whole screen (F)"),
        _("whole screen"),
    )


def legend_of_scenes_html(scenes: Sequence[Scene]) -> Markup:
    """The legend of the marks that occur in these scenes."""
    terms = []
    for name, wide, glyph in legend.worn_marks([item for scene in scenes for item in scene.items]):
        shapes = trusted("".join([shape_markup(shape, SCREEN) for shape in glyph]))
        box = safe('viewBox="-1 -11 {0} 22" width="{0}" height="22" aria-hidden="true"', num(wide + 2))
        picture = safe("<svg {}>{}</svg>", box, shapes) if glyph else ""
        terms.append(html.term_html(glossary.term(name), "span", safe("{}<span>{}</span>", picture, _(name))))
    return safe('<p class="marks">{}</p>', joined(terms)) if terms else Markup()


def set_lists_html(picture: SetsPicture, ids: Ids) -> Markup:
    """Sets as lists side by side."""
    columns = []
    for column in picture.columns:
        items = joined(_class_entry_html(c, ids) for c in column.classes if c is not None)
        items = items or safe('<li class="empty">{}</li>', _("no class"))
        title = _picture_title_html(column.heading, ids)
        columns.append(
            safe('<section class="list side-{}"><h3>{}</h3><ul>{}</ul></section>', column.side, title, items)
        )
    return safe('<div class="lists">{}</div>', joined(columns))


def _class_entry_html(c: str, ids: Ids) -> Markup:
    n = safe(' data-n="{}" tabindex="0"', ids[c]) if c in ids else ""
    return safe("<li{}{}><bdi>{}</bdi></li>", n, html.name_attribute(c, ids), html.shown_name(c, ids))


def _picture_title_html(title: Words, ids: Ids) -> Markup:
    """A picture's title: symbol, meaning, and after the dot its size in quiet ink."""
    text = html.words_html(title, ids)
    head, dot, count = text.rpartition(" · ")
    return safe('{}<span class="count"> · {}</span>', head, count) if dot else text


def thumbnail_html(case: Draft, width: float = 132, height: float = 76) -> Markup:
    """A thumbnail drawing of a case, to stand beside its name."""
    return svg_markup(thumbnail_scene(case, width, height), SCREEN).replace(
        " role=", Markup(' aria-hidden="true" role='), 1
    )


def small_drawing_html(case: Draft, width: float, large: float) -> Markup:
    """A small drawing of a case, 100 px high. large: how many times as large its marks are."""
    height = 100 / large
    drawing = thumbnail_html(case, width, height)
    before = f'width="{num(width)}" height="{num(height)}"'
    return drawing.replace(before, safe('width="{}" height="100"', num(width * large)), 1)


def scrolling_frame_html(scene: Scene, ids: Ids, says: str, words_by_class: Mapping[str, str] | None = None) -> Markup:
    """A drawing in a frame in which it scrolls where it is wider. words_by_class: what classes say when pointed at."""
    return safe('<div class="frame">{}</div>', svg_markup(scene, SCREEN, ids, says, words_by_class))


def stretch_factors(case: Draft, width: float, height: float, most: tuple[float, float]) -> tuple[float, float]:
    """Factors by which a drawing is pulled apart to fill a frame, from 1 to `most`: across, and down."""
    layout = case_layout(case)
    wish = (width / max(1.0, layout.width), height / max(1.0, layout.height))
    sx, sy = (min(limit, max(1.0, w)) for w, limit in zip(wish, most, strict=True))
    return sx, sy


def too_many_sentence() -> Markup:
    """The sentence in place of a drawing of too many classes."""
    says = _(
        "The marked classes and their ancestors are more than {most} classes: too many to draw. The answers count all "
        "of them.",
        most=MOST_DRAWN,
    )
    return safe('<p class="said">{}</p>', says)


def canvas_html(case: Draft, ids: Ids) -> Markup:
    """The hierarchy with its marks and the legend, once for wide and once for narrow pages."""
    part = drawable_part(case)
    if part is None:
        return safe('<div class="canvas">{}{}</div>', too_many_sentence(), html.marks_legend_html())
    wide = stretch_factors(part, 560, 300, (2.2, 1.4))
    picture = safe(
        '<div class="canvas">{}{}{}</div>',
        left_out_sentence(case, part),
        narrow_and_wide_frames_html(part, ids, part, wide),
        html.marks_legend_html(),
    )
    return enlargeable_html(picture, case.name or _("Hierarchy"))


def enlargeable_html(picture: Markup, title: str) -> Markup:
    """A picture that can fill the whole screen by itself."""
    return safe(
        '<section class="alone" data-title="{}" data-count="1" data-at="0" tabindex="-1">'
        '<article class="step">{}</article>{}</section>',
        title,
        picture,
        enlarge_button_html(),
    )


def narrow_and_wide_frames_html(
    drawn_case: Draft,
    ids: Ids,
    place: Draft,
    wide: tuple[float, float],
    marked: Iterable[str] = (),
    rooms: tuple[DrawingArea, DrawingArea] = (_BESIDE, PHONE),
) -> Markup:
    """A case's hierarchy where its classes stand in `place`, once for wide and once for narrow pages.

    marked: classes that stay besides its own where what is not marked is folded.  rooms: what these pages have.
    """
    says = _("Hierarchy of {n} classes", n=len(drawn_case.hierarchy))
    narrow = stretch_factors(place, 330, 240, (1.6, 1.15))
    pages = zip(rooms, (wide, narrow), strict=True)
    scenes = [case_frame_scene(drawn_case, place, marked, page, stretch) for page, stretch in pages]
    drawings = dict.fromkeys(svg_markup(scene, SCREEN, ids, says) for scene in scenes)
    kinds = ("wide has-narrow", "narrow") if len(drawings) > 1 else ("wide",)
    return joined(
        safe('<div class="frame {}">{}</div>', kind, drawing) for kind, drawing in zip(kinds, drawings, strict=True)
    )


def case_frame_scene(
    drawn_case: Draft,
    place: Draft,
    marked: Iterable[str] = (),
    page: DrawingArea = _BESIDE,
    stretch: tuple[float, float] = (1.0, 1.0),
) -> Scene:
    """A case in the first way in which a page shows all of `place`; beyond `ALL_SHOWN` classes with branches folded."""
    h = drawn_case.hierarchy
    stay = h.closure(c for c in {*marked, *drawn_case.marked} if c in h)
    cases = [(drawn_case, place)]
    if stay and len(place.hierarchy) > ALL_SHOWN:
        less = with_folded_classes(drawn_case, {c for c in h.classes if c not in stay}, folded_name)[0]
        cases += [(less, less)] if less is not drawn_case else []

    def scene_in(shown: Draft, where: Draft, way: LayoutOption) -> Scene:
        room = way.room(where, [(case, PLAIN) for case in {shown, where}], stretch)
        if room.layout is None and room.direction == "down" and case_layout(where).width * stretch[0] > page.width:
            room = replace(room, stretch=(1.0, stretch[1]))
        return hierarchy_scene(shown, PLAIN, replace(room, place=None if where is shown else where))

    def worth(option: tuple[DrawingArea, tuple[Draft, Draft], LayoutOption]) -> tuple[float]:
        page, (shown, where), way = option
        share = bare_name_size_share(unmarked_draft(where), way, page)
        if share >= 1:  # marks take room, too
            scene = scene_in(shown, where, way)
            share = page.name_size_share(scene.width, scene.height)
        return (share,)

    options = [*product((page,), cases, PICTURE_WAYS), *product((replace(page, height=inf),), cases[-1:], PICTURE_WAYS)]
    _room, (shown, where), way = choose_option(options, worth)
    return scene_in(shown, where, way)


def left_out_sentence(case: Draft, drawn_case: Draft) -> Markup:
    """Sentence, as HTML, on how much of the case is drawn; empty where that is all of it."""
    if drawn_case is case:
        return Markup()
    text = N_("{n} of {all:,} classes are drawn: the marked ones, their ancestors and the paths between.")
    says = _(text, n=len(drawn_case.hierarchy), all=len(case.hierarchy))
    return safe('<p class="said">{}</p>', says)


@dataclass(frozen=True)
class DrawingOptions:
    """How pictures of hierarchies are drawn: the direction of children, and whether unmarked branches are folded."""

    direction: Literal["auto", "down", "right", "indented"] = "auto"
    """Where children stand of their parents."""
    fold: bool = False
    """Whether branches without a mark are one class."""
    narrow: bool = False
    """Whether the page has little room for them."""
    near: bool = False
    """Whether of several steps only those that one key leads to are drawn, as the page asks for the others."""
    place: DrawingArea | None = None
    """Room that the pictures have, where that is not a page and a wall."""


USUAL = DrawingOptions()
UNFOLD = "-1"  # what a click on a class picks that stands for folded ones


def folded_name(n: int) -> str:
    """The name of a folded branch on a page, such as "12 more"."""
    return _("{n:,} more", n=n)


def _with_unfolding(scene: Scene, folds: frozenset[str]) -> Scene:
    """The scene whose classes that stand for folded ones can be clicked, and speak the page's language."""
    lang = "" if language() == ENGLISH else language()

    def opens(item: Item) -> Item:
        if item.role != "class" or item.classes[0] not in folds:
            return item
        says = _("{folded} classes that are not drawn", folded=item.classes[0].rstrip(" …"))
        says += f", {item.look.value}" if item.look.value else ""
        return replace(item, pick=UNFOLD, says=says, language=lang)

    return replace(scene, items=tuple(map(opens, scene.items)))


def scenes_together(
    case: Case, pictures: Sequence[Picture], options: DrawingOptions, per_row: int
) -> list[Scene | None]:
    """Pictures of a case as scenes on one layout and at one scale; None where there are too many classes to draw.

    Where branches are folded, they are in all of them.  per_row: how many stand side by side where there is room.
    """
    base = drawable_part(case)
    if base is None:
        return [None if drawn_part(p, case) is None else picture_scene(case, p) for p in pictures]
    together = [p for p in pictures if isinstance(p, HierarchyPicture)]
    less, drawn = base, list(together)
    if options.fold and together:
        (less,), drawn = fold_cases([base], together, folded_name)
    folds = frozenset(less.hierarchy.classes) - frozenset(base.hierarchy.classes)
    stretch = stretch_factors(base, min(350.0, 780 / per_row - 60), 1, (1.35, 1.0))

    @cache
    def drawn_in(laid: LayoutOption) -> list[Scene]:
        room = laid.room(less, [(less, picture) for picture in drawn], stretch)
        return [_with_unfolding(picture_scene(less, picture, room), folds) for picture in drawn]

    scenes = iter(
        align_scenes(drawn_in(_chosen_way(less, drawn_in, options, min(len(pictures), max(4, per_row)))))
        if drawn
        else ()
    )
    others = DrawingRoom(stretch=stretch)
    return [next(scenes) if isinstance(p, HierarchyPicture) else picture_scene(base, p, others) for p in pictures]


def _chosen_way(
    less: Draft, drawn_in: Callable[[LayoutOption], list[Scene]], drawn_at: DrawingOptions, count: int
) -> LayoutOption:
    """The first way in which all these pictures of a case stand beside each other on the page, and on a wall.

    Else fewer of them, or smaller on the wall; else that which cuts least.
    """
    shape, between = unmarked_draft(less), _BETWEEN * (not drawn_at.narrow)
    page = drawn_at.place or (PHONE if drawn_at.narrow else _WHY if count <= _MOST_ON_WALL else _IDEAS)
    walls = (*_WALLS, None) if page is _WHY else (None,)
    # What has no room in a window goes on below it.
    pages = ((page,) if len(less.hierarchy) <= ALL_SHOWN else ()) + (replace(page, height=inf),)
    columns = (1,) if drawn_at.narrow else dict.fromkeys((count, -(-count // 2), 1))

    def worth(option: tuple[DrawingArea, int, DrawingArea | None, LayoutOption]) -> tuple[float]:
        page, beside, wall, way = option
        places = [(page, beside), *([(wall, count)] if wall else [])]
        share = min(bare_name_size_share(shape, way, place, n, between) for place, n in places)
        if share >= 1 and len(less.hierarchy) <= ALL_SHOWN:  # what the classes wear takes room, too
            wide, high = (max(getattr(scene, side) for scene in drawn_in(way)) for side in ("width", "height"))
            share = min(place.name_size_share(wide, high, n, between) for place, n in places)
        return (share,)

    ways = [way for way in PICTURE_WAYS if drawn_at.direction in ("auto", way.direction)]
    options: Iterable[tuple[DrawingArea, int, DrawingArea | None, LayoutOption]] = product(pages, columns, walls, ways)
    return choose_option(options, worth)[3]


def least_width(scenes: Sequence[Scene], per_row: int) -> float:
    """The least width of a panel, in px, so that as few stand side by side as have room for the widest drawing.

    They keep one scale, at which no text of any of them is smaller than 14 px.
    """
    sizes = [part.size for scene in scenes for item in scene.items for part in item.parts if isinstance(part, Label)]
    widest = max((scene.width for scene in scenes), default=0.0) * 14 / max(14.0, min([16.0, *sizes]))
    return max({1: 250.0, 2: 330.0, 3: 200.0}.get(per_row, 250.0), widest)


def _tab_html(i: int, label: Markup) -> Markup:
    """The tab of a panel on narrow pages; the first one is open."""
    return safe(
        '<button type="button" role="tab" data-panel="{}" aria-selected="{}" tabindex="{}">{}</button>',
        i,
        str(i == 0).lower(),
        0 if i == 0 else -1,
        label,
    )


def panels_html(case: Case, step: Step, ids: Ids, options: DrawingOptions = USUAL) -> Markup:
    """The pictures of a step side by side on one layout and at one scale, on narrow pages as tabs, and a legend."""
    several = len(step.pictures) > 1
    rows = 2 if len(step.pictures) > 3 else 1
    per_row = max(1, len(step.pictures) // rows)
    hierarchies = [picture for picture in step.pictures if not isinstance(picture, SetsPicture)]
    drawings = iter(scenes_together(case, hierarchies, options, per_row))
    figures, tabs, scenes = list[Markup](), list[Markup](), list[Scene]()
    for i, picture in enumerate(step.pictures):
        if isinstance(picture, SetsPicture):
            figures.append(set_lists_html(picture, ids))
            continue
        title, scene = _picture_title_html(picture.title, ids), next(drawings)
        label = _picture_title_html(picture.short, ids) if picture.short else title
        tabs.append(_tab_html(i, label))
        if scene is None:
            figures.append(too_many_sentence())
            continue
        scenes.append(scene)
        says = plain(with_labels(picture.title, lambda c: html.shown_name(c, ids)))
        figures.append(
            safe(
                '<figure class="panel{}"><div class="title">{}</div>{}</figure>',
                " current" if i == 0 else "",
                title,
                scrolling_frame_html(scene, ids, says),
            )
        )
    strip = safe('<div class="tabs" role="tablist">{}</div>', joined(tabs)) if several and tabs else ""
    kind = "panels several" if strip else "panels"
    style = safe('style="--least:{}px"', f"{least_width(scenes, per_row):.0f}")
    return safe(
        '<div class="{}"{} {}>{}{}</div>{}',
        kind,
        html.english_attribute(),
        style,
        strip,
        joined(figures),
        legend_of_scenes_html(scenes),
    )


def before_after_html(before: Case, after: Case, text: Words, ids: Ids, head: tuple[str, str]) -> Markup:
    """Two cases beside each other, under sentences that say what became of the one in the other."""
    figures, scenes = list[Markup](), list[Scene]()
    for i, (case, title) in enumerate(zip((before, after), head, strict=True)):
        part = drawable_part(case)
        if part is None:
            picture = too_many_sentence()
        else:
            room = DrawingRoom(stretch=stretch_factors(part, 330, 1, (1.35, 1.0)))
            scene = hierarchy_scene(part, HierarchyPicture((title,)), room)
            scenes.append(scene)
            picture = scrolling_frame_html(scene, ids, title)
        kind = "panel current" if i == 0 else "panel"
        figures.append(safe('<figure class="{}"><div class="title">{}</div>{}</figure>', kind, title, picture))
    words = safe('<p class="why-text"{}>{}</p>', html.english_attribute(), html.sentence_html(text, ids))
    return html.with_term_meanings(
        safe(
            '{}<div class="panels" style="--least:300px">{}</div>{}',
            words,
            joined(figures),
            legend_of_scenes_html(scenes),
        )
    )
