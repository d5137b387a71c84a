"""The steps of an LCA-based measure: who meets whom and where, the extended graphs, what is not needed."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Any

from ...explain import (
    Formula,
    Frac,
    HierarchyPicture,
    Look,
    Name,
    Num,
    Row,
    Side,
    Step,
    Symbol,
    Words,
    names,
    number,
)
from ...model.case import Case
from ..base import text_of
from .graphs import Graphs, lca_graphs

if TYPE_CHECKING:
    from .measures import LcaMeasure

MOST_STEPS = 10  # of one kind; what is beyond is told in one sentence
_WORD = {"t": "true", "p": "predicted"}
TRUE_GRAPH = Symbol("G", "t", "the true classes and what lies on their climbs to the LCAs kept")
PREDICTED_GRAPH = Symbol("G", "p", "the same of the predicted classes")
SHARES = {
    "P": Symbol("P", "LCA", "precision over these graphs"),
    "R": Symbol("R", "LCA", "recall over these graphs"),
    "F": Symbol("F", "LCA", "the harmonic mean of precision and recall over these graphs"),
}


def walk(measure: LcaMeasure, case: Case, graphs: Graphs) -> tuple[Step, ...]:
    """All steps before the answer itself."""
    whole = lca_graphs(case, "extended", measure.reduce)
    steps = _dropped_marks(case, graphs)
    if graphs.meets:
        steps += [_where(case, whole), *_meetings(case, graphs), _extended(case, whole, graphs)]
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
                stand = "stands" if len(below) == 1 else "stand"
                text = text_of(
                    Name(c), f" is left out of the {word} set: ", names(below), f" below it {stand} there, too."
                )
                steps.append(Step("Redundant", text, (_picture(case, "Left out", graphs, about=below, dropped=[c]),)))
    return steps


def by_meeting(graphs: Graphs) -> Words:
    """Which classes meet at which class, and which meet themselves, as one sentence."""
    at: dict[str, dict[str, None]] = {}
    alone: list[str] = []
    for _, v, us in graphs.meets:
        for u, lcas in us:
            if u == v:
                alone += [v] * (v not in alone)
                continue
            for a in sorted(lcas):
                at.setdefault(a, {}).update({v: None, u: None})
    told: list[Any] = []
    for i, (a, classes) in enumerate(sorted(at.items())[:MOST_STEPS]):
        told += ["; "] * bool(i) + [*_some(classes), " meet at ", Name(a)]
    if len(at) > MOST_STEPS:
        told.append(f"; others meet at {len(at) - MOST_STEPS} more")
    if alone:
        meet = (
            " is both true and predicted and meets itself"
            if len(alone) == 1
            else (" are both true and predicted and meet themselves")
        )
        told += ["; "] * bool(told) + [*_some(alone), meet]
    return text_of(tuple(told), ".")


def _classes(count: int) -> str:
    return f"{count} class" if count == 1 else f"{count} classes"


def _are(classes: Collection[str]) -> str:
    return "is" if len(classes) == 1 else "are"


def _some(classes: Iterable[str]) -> Words:
    listed = list(classes)
    return names(listed) if len(listed) <= 8 else (f"{len(listed)} classes",)


def _where(case: Case, whole: Graphs) -> Step:
    """All meeting points at a glance."""
    nearest = case.true | case.predicted
    picture = _picture(case, "Where the classes meet", whole, lcas=whole.lcas, about=nearest - set(whole.dropped))
    return Step("Meeting points", by_meeting(whole), (picture,), fact=(("meeting points",), _some(sorted(whole.lcas))))


def _by_lcas(us: Any) -> dict[tuple[str, ...], list[str]]:
    """The nearest classes of a class by their LCAs with it."""
    at: dict[tuple[str, ...], list[str]] = {}
    for u, found in us:
        at.setdefault(tuple(sorted(found)), []).append(u)
    return at


def _met(us: Any) -> Words:
    """`meets 2.1 and 3.3 at 3, 3.2.1 at 3.2`."""
    told: list[Any] = ["meets "]
    for i, (lcas, classes) in enumerate(_by_lcas(us).items()):
        told += [", "] * bool(i) + [*names(classes), " at ", *names(lcas)]
    return tuple(told)


def _turn(v: str, us: Any) -> Words:
    """Where the shortest ways from a class to its nearest ones turn; one LCA is told once."""
    told: list[Any] = []
    found = _by_lcas(us)
    for i, (lcas, classes) in enumerate(found.items()):
        one = len(classes) == len(lcas) == 1
        told += ["; "] * bool(i) + ["the shortest way" if one else "the shortest ways"]
        told += [" from ", *names(classes)] if len(found) > 1 else []
        told += [" turns at " if one else " turn at ", *names(lcas)]
        itself = " itself" if len(lcas) == 1 and (lcas[0] == v or [lcas[0]] == classes) else ""
        told.append(f"{itself}, their LCA" + "s" * (len(lcas) > 1))
    return tuple(told)


def _meetings(case: Case, graphs: Graphs) -> list[Step]:
    """For every class its nearest ones on the other side, the climbs, and where they meet."""
    h = case.hierarchy.rooted()
    steps: list[Step] = []
    for side, v, us in graphs.meets[:MOST_STEPS]:
        other = "predicted" if side == "t" else "true"
        lcas = frozenset().union(*(found for _, found in us))
        if [u for u, _ in us] == [v]:
            if side == "p":
                continue  # told already, on the true side
            text: Words = (Name(v), f" is both {_WORD[side]} and {other}: it is its own nearest class and its own LCA.")
        else:
            length = h.distance(v, us[0][0])
            unit = "" if case.hierarchy.weighted else " edge" if length == 1 else " edges"
            away = f"{number(length)}{unit} away"
            nearest = f"its nearest {other} class is " if len(us) == 1 else f"its nearest {other} classes are "
            text = text_of(
                "Go up from ",
                Name(v),
                f", which is {_WORD[side]}: ",
                nearest,
                names(u for u, _ in us),
                f", {away}" if len(us) == 1 else f", each {away}",
                "; ",
                _turn(v, us),
                ".",
            )
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
        met = ("is in both sets",) if [u for u, _ in us] == [v] else _met(us)
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


_AIMS = {
    "minimal": " A class needs only one meeting point. So as few LCAs as possible are kept, and of equally few those "
    "that give the best F.",
    "algorithm1": " A class needs only one meeting point. So the LCAs are taken one by one, those of most classes "
    "first, until every class has one, and those that turn out to be spare are dropped again.",
    "extended": " All of them count.",
}


def _extended(case: Case, whole: Graphs, graphs: Graphs) -> Step:
    """All climbs together: the extended graphs."""
    lcas = (" with the LCA ", *names(whole.lcas)) if len(whole.lcas) == 1 else (" with the LCAs ", *_some(whole.lcas))
    text = text_of(
        f"All these climbs together hold {_classes(len(whole.true))} on the true side and "
        f"{_classes(len(whole.predicted))} on the predicted side,",
        lcas,
        ".",
        _AIMS[graphs.made_by],
    )
    title = ("Extended graphs", f" · {len(whole.true)} and {len(whole.predicted)} classes")
    picture = _picture(case, title, whole, whole.true, whole.predicted, whole.lcas, edges=_sides(whole))
    return Step("Extended", text, (picture,), fact=(("LCAs",), _some(sorted(whole.lcas))))


def _stays(case: Case, a: str, alone: list[str]) -> Words:
    """Why an LCA is kept; `alone` are the classes that have no other one."""
    if alone == [a] and a in case.true & case.predicted:
        return (Name(a), " stays: it is both true and predicted, and meets itself here.")
    if not alone:
        return (Name(a), " stays.")
    who = names(alone) if len(alone) <= 8 else (f"{len(alone)} classes",)
    return text_of(Name(a), " stays: it is the only meeting point kept for ", who, ".")


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
            text = _stays(case, a, alone)
        else:
            spared: list[Any] = []
            for i, v in enumerate(served[:3]):
                lcas = frozenset().union(*(found for (_, w), found in own.items() if w == v)) & graphs.lcas
                spared += ["; " if i else "", Name(v), " also meets a class at ", *names(lcas)]
            text = text_of(Name(a), " is not needed and dropped: ", tuple(spared), ".")
        kept = a in graphs.lcas
        picture = _picture(
            case,
            text_of("Is ", Name(a), " needed?"),
            whole,
            whole.true,
            whole.predicted,
            whole.lcas,
            about=[a, *served],
            dropped=() if kept else [a],
            edges=_sides(whole),
        )
        steps.append(Step("Needed", text, (picture,), fact=((Name(a),), ("stays" if kept else "is dropped",))))
    return steps


def _left(case: Case, whole: Graphs, graphs: Graphs) -> Step:
    """What is left: the graphs whose classes are counted."""
    gone = (whole.true - graphs.true) | (whole.predicted - graphs.predicted)
    partly = gone & (graphs.true | graphs.predicted)
    text = text_of(
        "The graph of the true side, ",
        TRUE_GRAPH,
        f", keeps {_classes(len(graphs.true))}, and that of the predicted side, ",
        PREDICTED_GRAPH,
        f", {len(graphs.predicted)}",
    )
    if gone - partly:
        text = text_of(text, "; ", _some(sorted(gone - partly)), f" {_are(gone - partly)} left out")
    for c in sorted(partly):
        word = "true" if c in whole.true - graphs.true else "predicted"
        text = text_of(text, "; ", Name(c), f" is left out of the {word} side")
    text = text_of(text, ".")
    title = ("The graphs", f" · {len(graphs.true)} and {len(graphs.predicted)} classes")
    picture = _picture(
        case, title, graphs, graphs.true, graphs.predicted, graphs.lcas, dropped=gone - partly, edges=_sides(graphs)
    )
    sizes = text_of(TRUE_GRAPH, f" {_classes(len(graphs.true))}, ", PREDICTED_GRAPH, f" {len(graphs.predicted)}")
    return Step("Left", text, (picture,), fact=(("counted",), sizes))


def _shares(measure: LcaMeasure, case: Case, graphs: Graphs) -> list[Step]:
    """What is common, then the divisions that F is made of."""
    common = graphs.true & graphs.predicted
    t, p = TRUE_GRAPH, PREDICTED_GRAPH
    shown = names(common) if 0 < len(common) <= 8 else (f"{len(common)} classes" if common else "No class",)
    picture = _picture(
        case, "Common classes", graphs, graphs.true, graphs.predicted, graphs.lcas, about=common, edges=_sides(graphs)
    )
    sizes = (
        f"; {_classes(len(graphs.true))} and {_classes(len(graphs.predicted))} share nothing." if not common else "."
    )
    verb = f" is in both graphs{sizes}" if len(common) <= 1 else f" are in both graphs: {len(common)} classes."
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
                f"Of {_classes(len(whole))} on the {side} side, {len(common)} {_are(common)} in both graphs: "
                f"{word} {value}.",
            )
            symbolic: Row = (Frac(("|", t, "∩", p, "|"), ("|", symbol, "|")),)
            counted: Row = (Frac((Num(str(len(common)), common),), (Num(str(len(whole)), whole),)),)
            known = Formula((SHARES[name],), (symbolic, counted), value)
            steps.append(
                Step("Shares", text, (picture,), known, fact=((word,), (f"{len(common)} of {len(whole)} = {value}",)))
            )
    return steps
