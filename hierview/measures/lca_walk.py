"""The steps of an LCA-based measure: who meets whom and where, the extended graphs, what is not needed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..case import Case
from ..explain import Formula, Frac, HierarchyPicture, Look, Name, Num, Row, Side, Step, Symbol, Words, names, number
from .base import text_of
from .graphs import Graphs, lca_graphs

if TYPE_CHECKING:
    from .lca import LcaMeasure

MOST_STEPS = 10  # of one kind; what is beyond is told in one sentence
_WORD = {"t": "true", "p": "predicted"}


def walk(measure: LcaMeasure, case: Case, graphs: Graphs) -> tuple[Step, ...]:
    """All steps before the answer itself."""
    whole = lca_graphs(case, "extended", measure.reduce)
    steps = [*_dropped_marks(case, graphs), *_meetings(case, graphs)]
    if graphs.meets:
        steps.append(_extended(case, whole))
        if graphs.made_by != "extended":
            steps += _tried(case, whole, graphs)
            steps.append(_left(case, whole, graphs))
    return (*steps, *_shares(measure, case, graphs))


def _picture(
    case: Case,
    title: Words | str,
    graphs: Graphs,
    t: frozenset[str] = frozenset(),
    p: frozenset[str] = frozenset(),
    lcas: Iterable[str] = (),
    about: Iterable[str] = (),
    dropped: Iterable[str] = (),
    edges: dict[tuple[str, str], Side] | None = None,
) -> HierarchyPicture:
    about, lcas, dropped = set(about), set(lcas), set(dropped)
    root = case.hierarchy.rooted().artificial_root
    shown = root if root is not None and root in t | p | lcas | about else None
    looks = {
        c: Look(
            side="both" if c in t and c in p else "t" if c in t else "p" if c in p else "none",
            emphasis="dropped" if c in dropped else "about" if c in about else "plain",
            kind="artificial" if c == root else "class",
            lca=c in lcas,
        )
        for c in t | p | lcas | about | dropped
    }
    words = (title,) if isinstance(title, str) else title
    return HierarchyPicture(words, looks, edges or {}, root=shown)


def _dropped_marks(case: Case, graphs: Graphs) -> list[Step]:
    """Marked classes left out because a descendant stands in their own set."""
    steps = []
    for c in graphs.dropped[:MOST_STEPS]:
        sides = [(word, own) for word, own in (("true", case.true), ("predicted", case.predicted)) if c in own]
        for word, own in sides:
            below = case.hierarchy.descendants(c) & own
            if below:
                text = text_of(
                    Name(c), f" is left out of the {word} set: ", names(below), " below it stands there, too."
                )
                steps.append(Step("Redundant", text, (_picture(case, "Left out", graphs, about=below, dropped=[c]),)))
    return steps


def _meetings(case: Case, graphs: Graphs) -> list[Step]:
    """For every class its nearest ones on the other side, the climbs, and where they meet."""
    h = case.hierarchy.rooted()
    unit = "units" if case.hierarchy.weighted else "edges"
    steps: list[Step] = []
    for side, v, us in graphs.meets[:MOST_STEPS]:
        other = "predicted" if side == "t" else "true"
        lcas = frozenset().union(*(found for _, found in us))
        if [u for u, _ in us] == [v]:
            if side == "p":
                continue  # told already, on the true side
            text: Words = (Name(v), f" is {_WORD[side]} and {other}: it is its own lowest common ancestor.")
        else:
            length = number(h.distance(v, us[0][0]))
            nearest = "nearest " + other + (" class is " if len(us) == 1 else " classes are ")
            away = f", {length} {unit} away" if len(us) == 1 else f", {length} {unit} away each"
            text = text_of(
                Name(v), f", {_WORD[side]}: its ", nearest, names(u for u, _ in us), away,
                ". The climbs meet at ", names(lcas), ".",
            )  # fmt: skip
        mine: set[str] = set()
        theirs: set[str] = set()
        edges: dict[tuple[str, str], Side] = {}
        here: Side = "t" if side == "t" else "p"
        there: Side = "p" if side == "t" else "t"
        for u, found in us:
            for a in found:
                for c, climbed, s in ((v, mine, here), (u, theirs, there)):
                    climbed |= {c, a}
                    for edge in h.climb_edges(c, a):
                        climbed |= set(edge)
                        edges[edge] = s if edges.get(edge, s) == s else "both"
        t, p = (mine, theirs) if side == "t" else (theirs, mine)
        title = text_of("Shortest climbs of ", Name(v))
        picture = _picture(case, title, graphs, frozenset(t), frozenset(p), lcas, [v], edges=edges)
        met = (
            ("is in both sets",)
            if [u for u, _ in us] == [v]
            else text_of("meets ", names(u for u, _ in us), " at ", names(lcas))
        )
        steps.append(Step("Meeting", text, (picture,), fact=((Name(v),), met)))
    if len(graphs.meets) > MOST_STEPS:
        rest = graphs.meets[MOST_STEPS:]
        lcas = frozenset().union(*(found for _, _, us in rest for _, found in us))
        text = text_of(f"The other {len(rest)} classes meet their nearest ones at ", names(lcas), ".")
        steps.append(Step("Meeting", text, (_picture(case, "Where the others meet", graphs, lcas=lcas),)))
    return steps


def _sides(graphs: Graphs) -> dict[tuple[str, str], Side]:
    edges: dict[tuple[str, str], Side] = dict.fromkeys(graphs.edges_t, "t")
    for edge in graphs.edges_p:
        edges[edge] = "both" if edge in graphs.edges_t else "p"
    return edges


def _extended(case: Case, whole: Graphs) -> Step:
    """All climbs together: the extended graphs."""
    text = text_of(
        f"All climbs together: {len(whole.true)} classes on the true side and {len(whole.predicted)} on the predicted, "
        "with ", names(whole.lcas), " as lowest common ancestor" + ("s" if len(whole.lcas) > 1 else ""), ".",
    )  # fmt: skip
    title = ("Extended graphs", f" · {len(whole.true)} and {len(whole.predicted)} classes")
    picture = _picture(case, title, whole, whole.true, whole.predicted, whole.lcas, edges=_sides(whole))
    return Step("Extended", text, (picture,), fact=(("lowest common ancestors",), names(whole.lcas)))


def _tried(case: Case, whole: Graphs, graphs: Graphs) -> list[Step]:
    """Every LCA tried: is any class left without one of its own?"""
    own: dict[tuple[str, str], frozenset[str]] = {
        (side, v): frozenset().union(*(found for _, found in us)) for side, v, us in graphs.meets
    }
    steps: list[Step] = []
    for a in sorted(whole.lcas)[:MOST_STEPS]:
        served = sorted({v for (_, v), lcas in own.items() if a in lcas})
        if a in graphs.lcas:
            alone = sorted({v for (_, v), lcas in own.items() if lcas & graphs.lcas == {a}})
            text = text_of(Name(a), " stays: without it ", names(alone), " would have no common ancestor left.")
        else:
            spared: list[Any] = []
            for i, v in enumerate(served[:3]):
                lcas = frozenset().union(*(found for (_, w), found in own.items() if w == v)) & graphs.lcas
                spared += ["; " if i else "", Name(v), " still has ", *names(lcas)]
            text = text_of(Name(a), " is tried and dropped: ", tuple(spared), ".")
        kept = a in graphs.lcas
        picture = _picture(
            case, text_of("Is ", Name(a), " needed?"), whole, whole.true, whole.predicted, whole.lcas,
            about=[a, *served], dropped=() if kept else [a], edges=_sides(whole),
        )  # fmt: skip
        steps.append(Step("Needed", text, (picture,), fact=((Name(a),), ("stays" if kept else "is dropped",))))
    return steps


def _left(case: Case, whole: Graphs, graphs: Graphs) -> Step:
    """What is left: the graphs whose classes are counted."""
    gone = (whole.true - graphs.true) | (whole.predicted - graphs.predicted)
    start: Words = (
        f"What is left: {len(graphs.true)} classes on the true side and {len(graphs.predicted)} on the predicted side",
    )
    partly = gone & (graphs.true | graphs.predicted)
    text = text_of(start, text_of(", without ", names(gone - partly)) if gone - partly else (), ".")
    if partly:
        text = text_of(text, " ", names(partly), " leaves one side." if len(partly) == 1 else " leave one side.")
    title = ("The graphs", f" · {len(graphs.true)} and {len(graphs.predicted)} classes")
    picture = _picture(
        case, title, graphs, graphs.true, graphs.predicted, graphs.lcas, dropped=gone - partly, edges=_sides(graphs)
    )
    sizes = text_of(Symbol("G", "t"), f" {len(graphs.true)} classes, ", Symbol("G", "p"), f" {len(graphs.predicted)}")
    return Step("Left", text, (picture,), fact=(("what is left",), sizes))


def _shares(measure: LcaMeasure, case: Case, graphs: Graphs) -> list[Step]:
    """What is common, then the divisions that F is made of."""
    common = graphs.true & graphs.predicted
    t, p = Symbol("G", "t"), Symbol("G", "p")
    shown = names(common) if 0 < len(common) <= 8 else (f"{len(common)} classes" if common else "No class",)
    picture = _picture(
        case, "Common classes", graphs, graphs.true, graphs.predicted, graphs.lcas, about=common, edges=_sides(graphs)
    )
    verb = " is in both graphs." if len(common) <= 1 else f" are in both graphs: {len(common)} classes."
    steps = [Step("Common", text_of(shown, verb), (picture,), fact=(("in both graphs",), shown))]
    if measure.which != "F":
        return steps
    for name, word, side, whole, symbol in (
        ("P", "precision", "predicted", graphs.predicted, p),
        ("R", "recall", "true", graphs.true, t),
    ):
        if whole:
            value = number(len(common) / len(whole))
            text: Words = (
                f"{len(common)} of the {len(whole)} classes in the {side} graph are common: {word} {value}.",
            )
            symbolic: Row = (Frac(("|", t, "∩", p, "|"), ("|", symbol, "|")),)
            counted: Row = (Frac((Num(str(len(common)), common),), (Num(str(len(whole)), whole),)),)
            known = Formula((Symbol(name, "LCA"),), (symbolic, counted), value)
            steps.append(
                Step("Shares", text, (picture,), known, fact=((word,), (f"{len(common)} of {len(whole)} = {value}",)))
            )
    return steps
