"""LCA-based measures (K15 §2.4.2): sets made of the climbs to the lowest common ancestors."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import ClassVar

from ...explain import HierarchyPicture, Row, Side, Step, Symbol, Words, names
from ...languages import N_
from ...model.case import Case
from ..base import MeasureSpec, Result, empty_side_notes, param, sentence, text_of
from ..registry import register
from ..shares import BETA, ZERO, ShareOfSides, share_of_sets_aside
from ..telling import count_words, looks_of, several_roots_note, with_marks
from .graphs import MOST_PARTIAL_GRAPHS, Graphs, lca_graphs
from .steps import PREDICTED_GRAPH, SHARE_SYMBOLS, TRUE_GRAPH, lca_steps, meetings_sentence

_T, _P = TRUE_GRAPH, PREDICTED_GRAPH
_CLIMBS = sentence(
    "Every marked class climbs to the lowest ancestor it shares with its nearest class on the other side. The true "
    "side's climbs make {}, the predicted side's {}, with no more classes than needed. ",
    _T,
    _P,
)
_MISPRINTS = (
    "Misprinted in places. Read here: in (iii) no smaller choice of lowest common ancestors exists; (iv) and (v) mean "
    "those that a class shares with its own nearest ones."
)
_HEMKIT = (
    "Equal in about nine of ten random cases, with more labels in four of five. Its faults make the others differ; "
    "hemkit-1, hemkit-2, hemkit-3, hemkit-5 and hemkit-6 show one each, hemkit-7 two together. Undefined where nothing "
    "is predicted, except LCaR."
)
_spec = partial(
    MeasureSpec,
    family=N_("LCA-based"),
    better="higher",
    source="K15 §2.4.2",
    elsewhere=(("K15, Problem 2", _MISPRINTS), ("HEMKit", _HEMKIT)),
)


@dataclass(frozen=True)
class LcaMeasure(ShareOfSides):
    """Base of the LCA-based measures: the graphs, their sizes as parts, their pictures."""

    view_names: ClassVar[tuple[str, ...]] = ("graphs",)
    variant: str = param(
        "minimal",
        N_("Which climbs belong to the graphs: as few as needed, all, or K15's greedy choice."),
        label=N_("Graphs"),
        choices=("minimal", "extended", "algorithm1"),
    )
    reduce: bool = param(
        True, N_("Leave out a class that has a descendant in its own set."), label=N_("Drop ancestors within a set")
    )
    zero: int | None = ZERO

    def upward(self) -> bool:
        return True

    def evaluate(self, case: Case) -> Result:
        graphs = lca_graphs(case, self.variant, self.reduce)
        sizes = len(graphs.true & graphs.predicted), len(graphs.true), len(graphs.predicted)
        value = self.share(*sizes)
        parts = {"intersection": sizes[0], "true": sizes[1], "predicted": sizes[2], "lcas": len(graphs.lcas)}
        notes = [*empty_side_notes(case), *self.zero_share_notes(*sizes)]
        if graphs.made_by != self.variant:
            more = f"More than {MOST_PARTIAL_GRAPHS:,} partial graphs would have to be tried"
            notes.append(f"{more}; the number is that of {graphs.made_by}.")
        if not graphs.unique:
            notes.append("Other minimal graphs have the same F; fewest classes, then the names decided.")
        if graphs.dropped:
            left_out = ", ".join(map(case.hierarchy.labels.label_or_name, graphs.dropped))
            notes.append(f"Left out, as a descendant stands in the same set: {left_out}.")
        counted = graphs.root if graphs.root in graphs.true | graphs.predicted else None
        notes += several_roots_note(counted, "the artificial root {} above them counts here")
        return Result(str(self), None if value is None else float(value), parts, graphs, tuple(notes))

    def title(self) -> str:
        graphs = {"extended": N_("extended graphs"), "algorithm1": N_("algorithm1 graphs")}
        return self.spec.title if self.variant == "minimal" else f"{self.spec.title}, {graphs[self.variant]}"

    def symbol(self) -> Row:
        return (self.symbol_with_beta(SHARE_SYMBOLS[self.which], "LCA"),)

    def symbols(self) -> Row:
        return self.share_symbols((_T, _P))

    def leading_steps(self, case: Case, result: Result) -> tuple[Step, ...]:
        return lca_steps(case, result.witness, self.reduce, self.which)

    def aim(self, case: Case) -> Words:
        shares = {
            "P": "how much of the predicted side's climbs",
            "R": "how much of the true side's climbs",
            "F": "how much of these climbs",
        }[self.which]
        return (
            "Every class climbs, from parent to parent, until it meets its nearest class of the other side: at the "
            f"class where the shortest way between the two turns, their lowest common ancestor, LCA. {self.spec.name} "
            f"asks {shares} both sides share.",
        )

    def words(self, case: Case, graphs: Graphs) -> Words:
        """The graphs in words."""
        if not graphs.meets:
            return ("One side is empty, so nothing meets; the other side holds only its marked classes.",)
        climbs = "Every class climbs, from parent to parent, to where it meets its nearest class of the other side. "
        return (
            climbs,
            *meetings_sentence(graphs),
            f" {self.spec.name} compares the classes on the climbs of both sides.",
        )

    def view(self, case: Case, result: Result, name: str) -> Step:
        graphs: Graphs = result.witness
        whole = lca_graphs(case, "extended", self.reduce)
        pictures = (_side_picture(case, graphs, "t", whole), _side_picture(case, graphs, "p", whole))
        formula = None
        if result.value is not None:
            formula = self.share_formula(result.value, graphs.true, graphs.predicted)
        aside = share_of_sets_aside(graphs.true, graphs.predicted, self.beta) if self.which == "F" else ()
        dropped = (whole.true - graphs.true) | (whole.predicted - graphs.predicted)
        words = self.words(case, graphs)
        if dropped:
            words = text_of(words, " Not needed, and struck through: ", names(dropped), ".")
        return Step(name, words, pictures, formula, aside)


def _side_picture(case: Case, graphs: Graphs, side: Side, whole: Graphs) -> HierarchyPicture:
    """The picture of the graph of one side. whole: the extended graphs."""
    own, edges = (graphs.true, graphs.edges_t) if side == "t" else (graphs.predicted, graphs.edges_p)
    gone = (whole.true if side == "t" else whole.predicted) - own
    h = case.hierarchy.rooted() if whole.root else case.hierarchy
    sides = dict.fromkeys(own, side)
    on_side = with_marks(looks_of(h.classes, sides, root=whole.root, others="quiet"), gone, graphs.lcas)
    word = "true" if side == "t" else "predicted"
    title = (Symbol("G", side), f", climbs of the {word} side", f" · {count_words(len(own))}")
    short = (Symbol("G", side), f", {word} side · {len(own)}")
    return HierarchyPicture(title, on_side, dict.fromkeys(sorted(edges), side), root=whole.root, short=short)


@register
@dataclass(frozen=True)
class LcaF(LcaMeasure):
    """LCA-based F: the harmonic mean of LCaP and LCaR.

    Formula: (1 + β²)PR / (β²P + R) over G_t and G_p, which hold every marked class's shortest climb to
    the lowest ancestor it shares with its nearest class on the other side. Range: 0 to 1; higher is
    better; 0/0 gives `zero`. `variant`: "minimal" solves Problem 2 exactly, with its misprints mended ((iii):
    no smaller choice of LCAs exists; (iv), (v): a class's own LCAs), graphs without a needless class,
    the highest F among them; "extended" is Definition 6 pair by pair; "algorithm1" is K15's greedy
    procedure with, for every chosen LCA missing from one graph, a climb from a class linked to it.
    Source: K15 §2.4.2.

    >>> evaluate(Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], ["Theater"]), "LCaF").value
    0.5
    """

    spec: ClassVar[MeasureSpec] = _spec(
        "LCaF",
        N_("Shared climbs to the LCA"),
        source="K15 §2.4.2, Problem 2",
        listed=('LCaF(variant="extended")', 'LCaF(variant="algorithm1")'),
        question=N_("How much do both sides share up to where they meet?"),
        how=(
            *_CLIMBS,
            *sentence("LCaP is the share of {} that is in {}, LCaR the share of {} that is in {}, ", _P, _T, _T, _P),
            "LCaF their harmonic mean. What lies above the meeting points does not count.",
        ),
        see=("15", "13a", "16", "8b"),
    )
    which: ClassVar[str] = "F"

    beta: Fraction = BETA


@register
@dataclass(frozen=True)
class LcaPrecision(LcaMeasure):
    """LCA-based precision: the share of G_p that is in G_t.

    Formula: |G_t ∩ G_p| / |G_p|, graphs as for LCaF. Range: 0 to 1; higher is better. 0/0 gives
    `zero`. Source: K15 §2.4.2.

    >>> evaluate(Case.of([("Arts", "Music"), ("Music", "Pop")], ["Music"], ["Pop"]), "LCaP").value
    0.5
    """

    spec: ClassVar[MeasureSpec] = _spec(
        "LCaP",
        N_("Predicted climbs that are shared"),
        under="LCaF",
        question=N_("How much of the predicted side is shared, up to where the sides meet?"),
        how=(*_CLIMBS, "Counted is the share of ", _P, " that is in ", _T, " too."),
        see=("13a", "17a", "17b"),
    )
    which: ClassVar[str] = "P"


@register
@dataclass(frozen=True)
class LcaRecall(LcaMeasure):
    """LCA-based recall: the share of G_t that is in G_p.

    Formula: |G_t ∩ G_p| / |G_t|, graphs as for LCaF. Range: 0 to 1; higher is better. 0/0 gives
    `zero`. Source: K15 §2.4.2.

    >>> evaluate(Case.of([("Arts", "Music"), ("Music", "Pop")], ["Pop"], ["Music"]), "LCaR").value
    0.5
    """

    spec: ClassVar[MeasureSpec] = _spec(
        "LCaR",
        N_("True climbs that are shared"),
        under="LCaF",
        question=N_("How much of the true side is shared, up to where the sides meet?"),
        how=(*_CLIMBS, "Counted is the share of ", _T, " that is in ", _P, " too."),
        see=("13b", "17b", "17a"),
    )
    which: ClassVar[str] = "R"
