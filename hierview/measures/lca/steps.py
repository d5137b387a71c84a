"""The steps of an LCA-based measure: who meets whom and where, the extended graphs, what is not needed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice

from ...explain import Edge, HierarchyPicture, Name, Side, Step, Symbol, Word, Words, join_words, names, number
from ...model.case import Case
from ...model.hierarchy import Hierarchy
from ..base import sentence, text_of
from ..shares import share_steps
from ..telling import are_verb, count_words, looks_of, rest_clause, sides_of, some_names, step_with_picture, with_marks
from .graphs import Graphs, lca_graphs

MOST_LCA_STEPS = 10  # of one kind; further meetings are told in one sentence
TRUE_GRAPH = Symbol("G", "t", "the true classes and what lies on their climbs to the LCAs kept")
PREDICTED_GRAPH = Symbol("G", "p", "the same of the predicted classes")
Meets = tuple[tuple[str, frozenset[str]], ...]  # the nearest classes of a class, each with their LCAs
SHARE_SYMBOLS = {
    "P": Symbol("P", "LCA", "precision over these graphs"),
    "R": Symbol("R", "LCA", "recall over these graphs"),
    "F": Symbol("F", "LCA", "the harmonic mean of precision and recall over these graphs"),
}


def lca_steps(case: Case, graphs: Graphs, reduce: bool, which: str) -> tuple[Step, ...]:
    """All steps before the answer itself; reduce, which: the settings of the measure, P, R or F."""
    whole = lca_graphs(case, "extended", reduce)
    steps = _dropped_marks(case, graphs)
    if graphs.meets:
        steps += [_meeting_points_step(case, whole), *_meeting_steps(case, graphs), _extended_step(case, whole, graphs)]
        if graphs.made_by != "extended":
            steps += _tried_lcas_step(case, whole, graphs)
            steps.append(_graphs_step(case, whole, graphs))
    return (*steps, *_share_steps(which, case, graphs))


@dataclass(frozen=True)
class _MeetingPaths:
    """The classes of both sides, with where they meet and the edges between them."""

    true: frozenset[str] = frozenset()
    predicted: frozenset[str] = frozenset()
    lcas: frozenset[str] = frozenset()
    edges: Mapping[Edge, Side] = field(default_factory=dict)

    @classmethod
    def of(cls, graphs: Graphs) -> _MeetingPaths:
        return cls(graphs.true, graphs.predicted, graphs.lcas, sides_of(graphs.edges_t, graphs.edges_p))


def _paths_picture(
    case: Case, title: Words | str, paths: _MeetingPaths, about: Iterable[str] = (), dropped: Iterable[str] = ()
) -> HierarchyPicture:
    about, dropped = set(about), set(dropped)
    root = case.hierarchy.rooted().artificial_root
    every = paths.true | paths.predicted | paths.lcas | about | dropped
    sides = sides_of(paths.true, paths.predicted)
    class_looks = with_marks(looks_of(every, sides, about, root=root), dropped, paths.lcas)
    return HierarchyPicture(text_of(title), class_looks, paths.edges, root=root if root in every else None)


def _dropped_marks(case: Case, graphs: Graphs) -> list[Step]:
    """Marked classes left out because a descendant stands in their own set."""
    steps = []
    for c in graphs.dropped[:MOST_LCA_STEPS]:
        for word, own in (("true", case.true), ("predicted", case.predicted)):
            below = case.hierarchy.descendants(c) & own if c in own else ()
            if below:
                there = f" below it {'stands' if len(below) == 1 else 'stand'} there, too."
                text = (Name(c), f" is left out of the {word} set: ", *names(below), there)
                steps.append(
                    step_with_picture("Redundant", text, _paths_picture(case, "Left out", _MeetingPaths(), below, [c]))
                )
    return steps


def meetings_sentence(graphs: Graphs) -> Words:
    """The sentence on which classes meet at which class, and which meet themselves."""
    at: dict[str, dict[str, None]] = {}
    alone: list[str] = []
    for _, v, us in graphs.meets:
        for u, lcas in us:
            if u == v:
                alone += [v] * (v not in alone)
                continue
            for a in sorted(lcas):
                at.setdefault(a, {}).update({v: None, u: None})
    sentences = [(*some_names(classes), " meet at ", Name(a)) for a, classes in sorted(at.items())[:MOST_LCA_STEPS]]
    more = f"; others meet at {len(at) - MOST_LCA_STEPS} more" if len(at) > MOST_LCA_STEPS else ""
    if not alone:
        return text_of(join_words(sentences), more, ".")
    meet = "and meets itself" if len(alone) == 1 else "and meet themselves"
    themselves = (*some_names(alone), f" {are_verb(alone)} both true and predicted {meet}")
    return text_of(join_words(sentences), more, "; " if sentences else "", themselves, ".")


def _meeting_points_step(case: Case, whole: Graphs) -> Step:
    """The step that shows all meeting points at a glance."""
    picture = _paths_picture(
        case, "Where the classes meet", _MeetingPaths(lcas=whole.lcas), [v for _, v, _ in whole.meets]
    )
    return step_with_picture(
        "Meeting points", meetings_sentence(whole), picture, fact=("meeting points", some_names(sorted(whole.lcas)))
    )


def _nearest_by_lcas(us: Meets) -> dict[tuple[str, ...], list[str]]:
    """The nearest classes of a class by their LCAs with it."""
    at: dict[tuple[str, ...], list[str]] = {}
    for u, lcas in us:
        at.setdefault(tuple(sorted(lcas)), []).append(u)
    return at


def _meetings_in_words(us: Meets) -> Words:
    """`meets 2.1 and 3.3 at 3, 3.2.1 at 3.2`."""
    parts = [(*names(classes), " at ", *names(lcas)) for lcas, classes in _nearest_by_lcas(us).items()]
    return ("meets ", *join_words(parts, ", "))


def _turning_words(h: Hierarchy, v: str, us: Meets) -> Words:
    """Words on where the shortest ways from a class to its nearest ones turn; one LCA is told once."""
    words: list[Word] = []
    by_lcas = _nearest_by_lcas(us)
    for i, (lcas, classes) in enumerate(by_lcas.items()):
        climbs = [climb for u in classes for a in lcas for c in (v, u) for climb in islice(h.shortest_climbs(c, a), 2)]
        one = len(climbs) == 2  # a single way is one climb on either side
        words += ["; "] * bool(i) + ["the shortest way" if one else "the shortest ways"]
        words += [" from ", *names(classes)] if len(by_lcas) > 1 else []
        words += [" turns at " if one else " turn at ", *names(lcas)]
        itself = " itself" if len(lcas) == 1 and (lcas[0] == v or [lcas[0]] == classes) else ""
        words.append(f"{itself}, their LCA" + "s" * (len(lcas) > 1))
    return tuple(words)


def _meeting_steps(case: Case, graphs: Graphs) -> list[Step]:
    """Steps on the nearest classes of every class on the other side, the climbs, and where they meet."""
    steps: list[Step] = []
    # Who meets itself is told once, on the true side.
    meets = [(side, v, us) for side, v, us in graphs.meets if side == "t" or v not in dict(us)]
    for side, v, us in meets[:MOST_LCA_STEPS]:
        fact = (Name(v), "is in both sets" if v in dict(us) else _meetings_in_words(us))
        picture = _climbs_picture(case, side, v, us)
        steps.append(step_with_picture("Meeting", _meeting_step(case, side, v, us), picture, fact=fact))
    rest = meets[MOST_LCA_STEPS:]
    if rest:
        lcas = frozenset[str]().union(*(own_lcas for _, _, us in rest for _, own_lcas in us))
        meet = rest_clause(len(rest), "class meets its nearest ones at ", "classes meet their nearest ones at ")
        text = (meet, *names(lcas), ".")
        steps.append(
            step_with_picture("Meeting", text, _paths_picture(case, "Where the others meet", _MeetingPaths(lcas=lcas)))
        )
    return steps


def _meeting_step(case: Case, side: str, v: str, us: Meets) -> Words:
    """The words on which classes are nearest to a class, how far, and where the ways to them turn."""
    if v in dict(us):
        return (Name(v), " is both true and predicted: it is its own nearest class and its own LCA.")
    word, other = ("true", "predicted") if side == "t" else ("predicted", "true")
    h = case.hierarchy.rooted()
    length = h.distance(v, us[0][0])
    unit = "" if case.hierarchy.weighted else " edge" if length == 1 else " edges"
    verb, each = ("class is", "") if len(us) == 1 else ("classes are", "each ")
    start = sentence("Go up from {}, which is {}: its nearest {} {} ", Name(v), word, other, verb)
    return text_of(
        start, names(u for u, _ in us), f", {each}{number(length)}{unit} away; ", _turning_words(h, v, us), "."
    )


def _climbs_picture(case: Case, side: str, v: str, us: Meets) -> HierarchyPicture:
    """The picture of the shortest climbs of a class and of its nearest ones, to where they meet."""
    h = case.hierarchy.rooted()
    lcas = frozenset[str]().union(*(own_lcas for _, own_lcas in us))
    mine: list[Edge] = []
    theirs: list[Edge] = []
    for u, own_lcas in us:
        for a in own_lcas:
            mine += h.climb_edges(v, a)
            theirs += h.climb_edges(u, a)
    classes = ({v, *lcas}.union(*mine), {*(u for u, _ in us), *lcas}.union(*theirs))
    true, predicted = (0, 1) if side == "t" else (1, 0)
    sides = sides_of((mine, theirs)[true], (mine, theirs)[predicted])
    paths = _MeetingPaths(frozenset(classes[true]), frozenset(classes[predicted]), lcas, sides)
    return _paths_picture(case, ("Shortest climbs of ", Name(v)), paths, [v])


_AIMS = {
    "minimal": " A class needs only one meeting point. So as few LCAs as possible are kept, and of equally few those "
    "that give the best F.",
    "algorithm1": " A class needs only one meeting point. So the LCAs are taken one by one, those of most classes "
    "first, until every class has one, and those that turn out to be spare are dropped again.",
    "extended": " All of them count.",
}


def _extended_step(case: Case, whole: Graphs, graphs: Graphs) -> Step:
    true, predicted = count_words(len(whole.true)), count_words(len(whole.predicted))
    sizes = f"All these climbs together hold {true} on the true side and {predicted} on the predicted side, with the "
    n = len(whole.lcas)
    lcas = (f"LCA{'s' * (n > 1)} ", *names(whole.lcas)) if n <= 8 else (f"{n} LCAs",)
    text = (sizes, *lcas, ".", _AIMS[graphs.made_by])
    title = ("Extended graphs", f" · {len(whole.true)} and {len(whole.predicted)} classes")
    picture = _paths_picture(case, title, _MeetingPaths.of(whole))
    return step_with_picture("Extended", text, picture, fact=("LCAs", some_names(sorted(whole.lcas))))


def _tried_lcas_step(case: Case, whole: Graphs, graphs: Graphs) -> list[Step]:
    """The step in which every LCA is tried: whether a class is left without one of its own."""
    own: dict[tuple[str, str], frozenset[str]] = {
        (side, v): frozenset().union(*(own_lcas for _, own_lcas in us)) for side, v, us in graphs.meets
    }
    steps: list[Step] = []
    for a in sorted(whole.lcas)[:MOST_LCA_STEPS]:
        served = sorted({v for (_, v), lcas in own.items() if a in lcas})
        text: Words
        if a in graphs.lcas:
            alone = {v for (_, v), lcas in own.items() if lcas & graphs.lcas == {a}}
            text = (Name(a), " stays: it is the only meeting point kept for ", *some_names(alone), ".")
            if alone == {a} and {("t", a), ("p", a)} <= own.keys():
                text = (Name(a), " stays: it is both true and predicted, and meets itself here.")
        else:
            elsewhere = []
            for v in served[:3]:
                lcas = frozenset().union(*(own_lcas for (_, w), own_lcas in own.items() if w == v)) & graphs.lcas
                elsewhere.append((Name(v), " also meets a class at ", *names(lcas)))
            text = (Name(a), " is not needed and dropped: ", *join_words(elsewhere), ".")
        stays = a in graphs.lcas
        picture = _paths_picture(
            case, ("Is ", Name(a), " needed?"), _MeetingPaths.of(whole), [a, *served], () if stays else [a]
        )
        steps.append(step_with_picture("Needed", text, picture, fact=(Name(a), "stays" if stays else "is dropped")))
    return steps


def _graphs_step(case: Case, whole: Graphs, graphs: Graphs) -> Step:
    gone = (whole.true - graphs.true) | (whole.predicted - graphs.predicted)
    partly = gone & (graphs.true | graphs.predicted)
    true, predicted = count_words(len(graphs.true)), str(len(graphs.predicted))
    keeps = "The graph of the true side, {}, keeps {}, and that of the predicted side, {}, {}"
    text = sentence(keeps, TRUE_GRAPH, true, PREDICTED_GRAPH, predicted)
    if gone - partly:
        text = text_of(text, "; ", some_names(sorted(gone - partly)), f" {are_verb(gone - partly)} left out")
    for c in sorted(partly):
        word = "true" if c in whole.true - graphs.true else "predicted"
        text = text_of(text, "; ", Name(c), f" is left out of the {word} side")
    title = ("The graphs", f" · {len(graphs.true)} and {predicted} classes")
    picture = _paths_picture(case, title, _MeetingPaths.of(graphs), dropped=gone - partly)
    sizes = (TRUE_GRAPH, f" {true}, ", PREDICTED_GRAPH, f" {predicted}")
    return step_with_picture("Left", (*text, "."), picture, fact=("counted", sizes))


def _share_steps(which: str, case: Case, graphs: Graphs) -> list[Step]:
    """Steps on what is common, then on the divisions that F is made of."""
    common = graphs.true & graphs.predicted
    picture = _paths_picture(case, "Common classes", _MeetingPaths.of(graphs), common)
    text: Words = (*some_names(common), f" are in both graphs: {len(common)} classes.")
    if not common:
        sizes = f"{count_words(len(graphs.true))} and {count_words(len(graphs.predicted))}"
        text = (f"No class is in both graphs; {sizes} share nothing.",)
    elif len(common) == 1:
        text = (*names(common), " is in both graphs.")
    steps = [step_with_picture("Common", text, picture, fact=("in both graphs", some_names(common) or "No class"))]
    if which != "F":
        return steps
    ends = dict.fromkeys("PR", "in both graphs")
    sets = (graphs.true, graphs.predicted)
    return steps + share_steps(sets, (TRUE_GRAPH, PREDICTED_GRAPH), SHARE_SYMBOLS, ends, picture)
