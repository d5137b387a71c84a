"""How far the first ranks are from the true class: AHD, Severity and Closest by heights, HP by similarities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import ClassVar

from ...explain import Frac, Name, Row, Step, Symbol, Term, Words, join_words, number
from ...languages import N_
from ...model.case import Case
from ..base import Ends, MeasureSpec, Value, param, text_of
from ..registry import register
from ..telling import MOST_STEPS, MOST_TERMS, amount_number, step_with_picture, sum_row
from .family import NOT_PREDICTED, RANKS, RankMeasure, bounded_by_height, rank_param, ranks_in_words, ranks_number
from .ranking import Meeting, Ranks

_HEIGHT = Symbol("h", "j", "the height where the class of rank j meets the true class: most edges down to a leaf")
_MEETS: Words = (
    "Going up from a ranked class and from the true one, both meet at an ancestor, whose height is counted: the most "
    "edges from there down to a leaf, 0 for the true class itself. ",
)
ranks_spec = partial(MeasureSpec, family=N_("Rankings"), see=("ranks-1", "ranks-2"))
_height_spec = partial(
    ranks_spec, better="lower", source="Bertinetto et al. 2020", ends=Ends("the height of the root", "0"), unit="edges"
)


def classes_of_meeting(m: Meeting) -> frozenset[str]:
    """The set of a ranked class and the class where it meets the true one."""
    return frozenset((m.ranked, m.at))


class HeightOfRanks(RankMeasure):
    """Base of the measures that count the heights where ranked classes meet the true one."""

    def bounds(self, case: Case) -> tuple[Value, Value]:
        return bounded_by_height(case)

    def rank_count_texts(self, ranks: Ranks, rank: int, m: Meeting) -> tuple[str, str]:
        return f": height {m.height}.", f"height {m.height}"


@dataclass(frozen=True)
class MeanHeightOfRanks(HeightOfRanks):
    """Average height of the first k ranks; with `mistakes` only where the first one is wrong.

    What AHD and Severity are with k, whose names `spec` gives.
    """

    spec: ClassVar[MeasureSpec] = _height_spec("AHD", N_("Height of the first ranks"))
    mistakes: ClassVar[bool] = False

    k: int | str = rank_param("predicted", "predicted")

    def score(self, ranks: Ranks) -> tuple[Fraction | None, dict[str, float | int]]:
        total, k = sum(m.height for m in ranks.first), len(ranks.first)
        right = self.mistakes and ranks.first[0].ranked == ranks.true
        return None if right else Fraction(total, k), {"sum": total, "ranks": k}

    def why_undefined(self, ranks: Ranks) -> str:
        return "the first rank is right, and severity says how bad mistakes are"

    def rest_sentence(self, ranks: Ranks, many: list[Meeting]) -> str:
        total = sum(m.height for m in many)
        return f"The other {len(many)} ranks add {total}." if many[1:] else f"One more rank adds {total}."

    def symbols(self) -> Row:
        return (Frac(("Σ", _HEIGHT), (RANKS,)),)

    def numbers_row(self, ranks: Ranks) -> Row:
        return (Frac(sum_row((m.height, classes_of_meeting(m)) for m in ranks.first), (ranks_number(ranks),)),)

    def words(self, ranks: Ranks, value: float) -> Words:
        meet, average = ranks_in_words(ranks, "meets", "meet"), " on average" if ranks.first[1:] else ""
        return (f"{meet} ", Name(ranks.true), f" at height {number(value)}{average}.")

    def aim(self, case: Case) -> Words:
        asks = "how high up the first ranks meet the true class, whatever their order"
        if self.mistakes:
            asks = "how bad it is that the first rank is wrong: how high up the first ranks meet the true class"
        return (f"{self.spec.name} asks {asks}.",)


@dataclass(frozen=True)
class MeanHeightAfterMistake(MeanHeightOfRanks):
    """Average height of the first k ranks, where the first one is wrong."""

    spec: ClassVar[MeasureSpec] = _height_spec("Severity", N_("The same where the first rank is wrong"))
    mistakes: ClassVar[bool] = True


@register
@dataclass(frozen=True)
class ClosestMeetingHeight(HeightOfRanks):
    """Closest of the first ranks: how high the nearest of them meets the true class.

    Formula: the least height(a) over the first k ranks, a the deepest ancestor of the ranked and of the true class, or
    one of them; its height is the most edges down to a leaf, 0 for the true class itself. Range: 0 to the height of the
    root; lower is better; in edges, whatever these weigh. Undefined without a ranking, where it is shorter than k, and
    where not exactly one class, a leaf or ranked, is true. Source: Bertinetto et al. 2020.

    >>> from hierview.model.extra import Extra
    >>> case = Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], [])
    >>> ranked = Case(case.hierarchy, case.true, extra=Extra.of(case.hierarchy, ranking=["Theater", "Music"]))
    >>> [evaluate(ranked, f"Closest({k})").value for k in (1, 2)]
    [1.0, 0.0]
    """

    spec: ClassVar[MeasureSpec] = _height_spec(
        "Closest",
        N_("The nearest of the first ranks"),
        imperfect=NOT_PREDICTED,
        question=N_("How near is the best of the first ranks?"),
        how=(*_MEETS, "The least of the first k heights is the value, wherever it stands among them."),
    )

    k: int | str = rank_param(5)

    def nearest_rank(self, ranks: Ranks) -> tuple[int, Meeting]:
        """The nearest of the ranks, the first of several, after its number."""
        return min(enumerate(ranks.first, 1), key=lambda ranked: ranked[1].height)

    def score(self, ranks: Ranks) -> tuple[Fraction | None, dict[str, float | int]]:
        rank, m = self.nearest_rank(ranks)
        return Fraction(m.height), {"height": m.height, "rank": rank}

    def rest_sentence(self, ranks: Ranks, many: list[Meeting]) -> str:
        least = min(m.height for m in many)
        return f"The other {len(many)} ranks have at best {least}." if many[1:] else f"One more rank has {least}."

    def symbols(self) -> Row:
        return ("min", "(", _HEIGHT, ")")

    def numbers_row(self, ranks: Ranks) -> Row:
        shown = ranks.first if len(ranks.first) <= MOST_TERMS else (self.nearest_rank(ranks)[1],)
        row: list[Term] = []
        for m in shown:
            row += [",", amount_number(m.height, classes_of_meeting(m))]
        return ("min", "(", *row[1:], ")")

    def words(self, ranks: Ranks, value: float) -> Words:
        rank, m = self.nearest_rank(ranks)
        if len(ranks.first) == 1:
            return ("The first rank meets ", Name(ranks.true), f" at height {m.height}.")
        return text_of(
            f"Nearest of the first {len(ranks.first)} ranks is ",
            Name(m.ranked),
            f", rank {rank}: ",
            f"height {m.height}.",
        )

    def aim(self, case: Case) -> Words:
        return ("Closest asks how near the best of the first ranks comes to the true class.",)


SIMILARITIES = ("height", "WP")


@register
@dataclass(frozen=True)
class HierarchicalPrecisionAtK(RankMeasure):
    """Hierarchical precision at k: how similar the first ranks are to the true class, as a share of the best possible.

    Formula: Σ s over the first k ranks / Σ of the k greatest s among all candidates: the leaves, and what is ranked
    besides. s is 1 − height(a) / height(root), a the deepest ancestor of the ranked and of the true class, or one of
    them; with `sim="WP"` 2·depth(a) / (depth(ŷ) + depth(y)), the root at depth 1, depths by the longest way. The true
    class itself: 1. Range: 0 to 1; higher is better. Undefined without a ranking, where it is shorter than k, and where
    not exactly one class, a leaf or ranked, is true. Source: Deng et al. 2011; Barz & Denzler 2019.

    >>> from hierview.model.extra import Extra
    >>> case = Case.of([("Arts", "Music"), ("Arts", "Theater")], ["Music"], [])
    >>> ranked = Case(case.hierarchy, case.true, extra=Extra.of(case.hierarchy, ranking=["Theater", "Music"]))
    >>> evaluate(ranked, "HP(1)").value, evaluate(ranked, 'HP(1, sim="WP")').value
    (0.0, 0.5)
    """

    spec: ClassVar[MeasureSpec] = ranks_spec(
        "HP",
        N_("Similarity of the first ranks"),
        better="higher",
        source="Deng et al. 2011; Barz & Denzler 2019",
        imperfect=NOT_PREDICTED,
        question=N_("How similar are the first ranks to the true class, against the best possible?"),
        how=(
            "A ranked class is the more similar to the true one, the lower or the deeper both meet, going up. What the "
            "first k ranks come to is divided by what the k most similar candidates would: a perfect ranking has 1.",
        ),
        elsewhere=(
            (
                "Barz & Denzler 2019",
                "Ranks images, so that a class can come more than once; here each class comes once.",
            ),
        ),
    )

    k: int | str = rank_param(5)
    sim: str = param(
        "height",
        N_("Similarity of two classes: by the height where they meet, or by the depth there (Wu & Palmer)."),
        label=N_("Similarity"),
        choices=SIMILARITIES,
        named=True,
    )

    def similarity(self, ranks: Ranks, m: Meeting) -> Fraction:
        """The similarity of a candidate to the true class."""
        return ranks.height_similarity(m) if self.sim == "height" else ranks.depth_similarity(m)

    def perfect_first_ranks(self, ranks: Ranks) -> list[Meeting]:
        """The first ranks of a perfect ranking."""
        ranked = sorted(ranks.candidates, key=lambda m: (-self.similarity(ranks, m), m.ranked != ranks.true, m.ranked))
        return ranked[: len(ranks.first)]

    def total_similarity(self, ranks: Ranks, meetings: Sequence[Meeting]) -> Fraction:
        """The similarities of some classes together."""
        return sum((self.similarity(ranks, m) for m in meetings), Fraction(0))

    def score(self, ranks: Ranks) -> tuple[Fraction | None, dict[str, float | int]]:
        have, best = (
            self.total_similarity(ranks, ranks.first),
            self.total_similarity(ranks, self.perfect_first_ranks(ranks)),
        )
        return have / best, {"sum": float(have), "best": float(best)}

    def badness(self, ranks: Ranks, m: Meeting) -> float:
        return float(1 - self.similarity(ranks, m))

    def rank_count_texts(self, ranks: Ranks, rank: int, m: Meeting) -> tuple[str, str]:
        value = number(self.similarity(ranks, m))
        if m.ranked == ranks.true:
            return f": it counts {value}.", f"counts {value}"
        if self.sim == "height":
            return f": height {m.height}, the root's being {ranks.height}, so it counts {value}.", f"counts {value}"
        depths = f"depth {m.depth + 1}, their own being {m.own + 1} and {ranks.depth + 1}"
        return f": {depths}, so it counts {value}.", f"counts {value}"

    def rest_sentence(self, ranks: Ranks, many: list[Meeting]) -> str:
        total = number(self.total_similarity(ranks, many))
        return f"The other {len(many)} ranks add {total}." if many[1:] else f"One more rank adds {total}."

    def steps_after_ranks(self, case: Case, ranks: Ranks) -> list[Step]:
        best = self.perfect_first_ranks(ranks)
        total = number(self.total_similarity(ranks, best))
        those = "first, which counts" if len(best) == 1 else "first, which come to"
        listed = (
            join_words(((Name(m.ranked),) for m in best), ", ", " and ")
            if len(best) <= MOST_STEPS
            else (f"{len(best)} classes",)
        )
        text = text_of("A perfect ranking has ", listed, f" {those} {total}.")
        values = {m: number(self.similarity(ranks, m)) for m in best}
        picture = self.values_picture(case, ranks, "A perfect ranking", values)
        return [step_with_picture("Perfect ranking", text, picture, fact=("perfect ranking", total))]

    def symbols(self) -> Row:
        s = Symbol("s", "j", "how similar the class of rank j is to the true class")
        best = Symbol("s*", "j", "the same in a perfect ranking")
        return (Frac(("Σ", s), ("Σ", best)),)

    def numbers_row(self, ranks: Ranks) -> Row:
        first, best = (
            sum_row((self.similarity(ranks, m), classes_of_meeting(m)) for m in meetings)
            for meetings in (ranks.first, self.perfect_first_ranks(ranks))
        )
        return (Frac(first, best),)

    def words(self, ranks: Ranks, value: float) -> Words:
        have, best = (
            number(self.total_similarity(ranks, meetings))
            for meetings in (ranks.first, self.perfect_first_ranks(ranks))
        )
        come = ranks_in_words(ranks, "comes", "come")
        return (f"{come} to {have}, against {best} in a perfect ranking of ", Name(ranks.true), ".")

    def aim(self, case: Case) -> Words:
        return ("HP asks how similar the first ranks are to the true class, as a share of what would be possible.",)
