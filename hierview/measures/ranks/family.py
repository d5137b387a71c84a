"""Base of measures of a ranking: their value and notes, a step for each rank, and the picture of the ranks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, ClassVar

from ...explain import Formula, HierarchyPicture, Name, Num, Row, Step, Symbol, Words, number
from ...languages import N_
from ...model.case import Case
from ..base import Measure, Result, Value, empty_side_notes, param, text_of
from ..levels import climbed_graph, pictured_classes, unit_hierarchy
from ..telling import (
    MOST_STEPS,
    looks_of,
    plain_case_picture,
    several_roots_note,
    step_with_picture,
    with_marks,
    with_root,
)
from .ranking import Meeting, Ranks, ranks_of

RANKS = Symbol("k", says="how many ranks count", setting="k")
NOT_PREDICTED = N_("It looks at the ranking of the case, whatever is predicted, and is undefined without one.")


def rank_param(default: int | str, *words: str) -> Any:
    """The parameter that says how many ranks count; words: what may stand in the place of a number."""
    text = N_("How many classes of the ranking count, from the first on.")
    return param(default, text, label=N_("Ranks"), symbol="k", words=(*words, "all"), at_least=1, at_most=10**6)


class RankMeasure(Measure):
    """Base of measures of a ranking. k: how many ranks count, or "all"."""

    view_names: ClassVar[tuple[str, ...]] = ("picture",)
    k: int | str = "all"

    def score(self, ranks: Ranks) -> tuple[Fraction | None, dict[str, float | int]]:
        """The value with its parts; None where it is undefined."""
        raise NotImplementedError

    def why_undefined(self, ranks: Ranks) -> str:
        """Why a ranking has no value, as the end of a sentence."""
        raise NotImplementedError

    def rank_count_texts(self, ranks: Ranks, rank: int, m: Meeting) -> tuple[str, str]:
        """End of the sentence on a rank, with what it counts; and that in short."""
        raise NotImplementedError

    def badness(self, ranks: Ranks, m: Meeting) -> float:
        """The badness of a ranked class: how far it is from the true one, from 0 to 1."""
        return m.height / ranks.height if m.height else 0.0

    def rest_sentence(self, ranks: Ranks, many: list[Meeting]) -> str:
        """Sentence on ranks that are not told one by one."""
        raise NotImplementedError

    def numbers_row(self, ranks: Ranks) -> Row:
        """The formula with a case's numbers."""
        raise NotImplementedError

    def words(self, ranks: Ranks, value: float) -> Words:
        """The answer in words."""
        raise NotImplementedError

    def evaluate(self, case: Case) -> Result:
        ranks = ranks_of(case, self.k)
        if isinstance(ranks, str):
            return Result(str(self), None, notes=(f"Undefined: {ranks}.",))
        value, parts = self.score(ranks)
        notes = several_roots_note(ranks.root)
        if self.k != "all" and len(ranks.first) < int(self.k):
            notes += (f"There are no more than {len(ranks.first)} candidates, of which all count.",)
        if not case.extra.ranking:
            notes += ("The leaves are ranked by their scores, equal ones by name.",)
        if value is None:
            return Result(str(self), None, {}, ranks, (*notes, f"Undefined: {self.why_undefined(ranks)}."))
        return Result(str(self), float(value), parts, ranks, (*empty_side_notes(case), *notes))

    def view(self, case: Case, result: Result, name: str) -> Step:
        if result.value is None:
            why = result.notes[-1].removeprefix("Undefined: ")
            return Step(name, (why[:1].upper() + why[1:],), (plain_case_picture(),))
        ranks: Ranks = result.witness
        title = f"{_first_words(len(ranks.first))} · {number(result.value)}"
        picture = replace(self.ranks_picture(case, ranks, title, ranks.first), short=("Ranks",))
        formula = Formula(self.symbol(), (self.symbols(), self.numbers_row(ranks)), number(result.value))
        return Step(name, self.words(ranks, result.value), (picture,), formula)

    def leading_steps(self, case: Case, result: Result) -> list[Step]:
        ranks: Ranks | None = result.witness
        if ranks is None or result.value is None:
            return []
        steps = self.steps_before_ranks(case, ranks)
        for rank, m in enumerate(ranks.first[:MOST_STEPS], 1):
            ending, fact = self.rank_count_texts(ranks, rank, m)
            text = text_of(f"Rank {rank} is ", Name(m.ranked), *_meeting_words(ranks, m), ending)
            picture = self.ranks_picture(case, ranks, f"Rank {rank}", ranks.first[:rank], [m])
            steps.append(step_with_picture("Ranks", text, picture, fact=((f"rank {rank}, ", Name(m.ranked)), fact)))
        if rest := list(ranks.first[MOST_STEPS:]):
            title = "The other ranks" if rest[1:] else "The other rank"
            steps.append(
                step_with_picture(
                    "Ranks", self.rest_sentence(ranks, rest), self.ranks_picture(case, ranks, title, ranks.first, rest)
                )
            )
        return [*steps, *self.steps_after_ranks(case, ranks)]

    def steps_before_ranks(self, case: Case, ranks: Ranks) -> list[Step]:
        """Steps before the ranks."""
        return []

    def steps_after_ranks(self, case: Case, ranks: Ranks) -> list[Step]:
        """Steps between the ranks and the answer."""
        return []

    def ranks_picture(
        self, case: Case, ranks: Ranks, title: str, shown: Iterable[Meeting], about: Iterable[Meeting] = ()
    ) -> HierarchyPicture:
        """The picture of the first ranks at their classes."""
        places = {m.ranked: f"#{rank}" for rank, m in enumerate(ranks.first, 1)}
        return self.values_picture(case, ranks, title, {m: places[m.ranked] for m in shown}, about)

    def values_picture(
        self, case: Case, ranks: Ranks, title: str, shown: Mapping[Meeting, str], about: Iterable[Meeting] = ()
    ) -> HierarchyPicture:
        """The picture of classes with a value each, the darker the farther from the true one, and where they meet it.

        about: those that are spoken of; then only where these meet it is shown.
        """
        about, values = tuple(about), {m.ranked: value for m, value in shown.items()}
        rooted, lcas = unit_hierarchy(case.hierarchy), {m.at for m in about or shown}
        sides, edges = climbed_graph(rooted, [(ranks.true, a, "t") for a in lcas])
        sides[ranks.true] = "t"
        root = rooted.artificial if rooted.artificial in lcas else None
        everyone = dict.fromkeys(with_root(pictured_classes(case), root) + sorted(values))
        looks = with_marks(
            looks_of(everyone, sides, {m.ranked for m in about}, root=root, values=values, others="quiet"), lcas=lcas
        )
        for m in shown:
            look = looks[m.ranked]
            emphasis = "plain" if look.emphasis == "quiet" else look.emphasis
            looks[m.ranked] = replace(look, emphasis=emphasis, tint=self.badness(ranks, m))
        return HierarchyPicture((title,), looks, edges, root=root)


def _meeting_words(ranks: Ranks, m: Meeting) -> Words:
    """Where a ranked class meets the true one, as the middle of a sentence."""
    if m.ranked == ranks.true:
        return (", the true class",)
    if m.at in (m.ranked, ranks.true):
        return (f", {'above' if m.at == m.ranked else 'below'} ", Name(ranks.true))
    return (", which meets ", Name(ranks.true), " at ", Name(m.at))


def _first_words(k: int) -> str:
    return f"First {k} ranks" if k > 1 else "First rank"


def ranks_number(ranks: Ranks) -> Num:
    """How many ranks count, as a number of a formula."""
    return Num(str(len(ranks.first)), setting="k")


def ranks_in_words(ranks: Ranks, one: str, many: str) -> str:
    """`The first rank meets`, or `The first 3 ranks meet`."""
    k = len(ranks.first)
    return f"The first {k} ranks {many}" if k > 1 else f"The first rank {one}"


def bounded_by_height(case: Case) -> tuple[Value, Value]:
    """The bounds from 0 to the height of the root."""
    rooted = unit_hierarchy(case.hierarchy)
    return (0.0, float(rooted.heights[rooted.root]))
