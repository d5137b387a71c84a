"""HOPS: how far a ranking is from one that keeps to the order of the hierarchy (Sani & Anand 2026)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from ...explain import Frac, Name, Row, Step, Symbol, Words, join_words, number
from ...languages import N_
from ...model.case import Case
from ..base import MeasureSpec, text_of
from ..registry import register
from ..telling import MOST_STEPS, some_names, step_with_picture, sum_row
from .family import NOT_PREDICTED, RankMeasure, rank_param, ranks_in_words
from .measures import ranks_spec
from .ranking import Meeting, Ranks, block_weights

_WEIGHT = Symbol("w", "j", "the weight of rank j, which falls from block to block")
_HAVE = Symbol("o", "j", "the block of the class of rank j, 0 for the true class")
_BEST = Symbol("e", "j", "the block of rank j in a perfect ranking")
_REVERSED = Symbol("f", "j", "the block of rank j in the perfect ranking reversed")
_MOST_BLOCKS = 4  # whose classes are named


@dataclass(frozen=True)
class BlockShifts:
    """By how many blocks each rank is off, and would be in the perfect ranking reversed, with what that weighs."""

    weights: tuple[Fraction, ...]
    """Weight of each rank."""
    off: tuple[int, ...]
    """Number of blocks by which each rank is off."""
    reversed: tuple[int, ...]
    """Number of blocks by which each rank is off in the perfect ranking reversed."""

    @property
    def weighted_shift(self) -> Fraction:
        """Blocks by which the ranking is off, weighed."""
        return self.weighted_shift_of(range(len(self.off)))

    @property
    def worst_weighted_shift(self) -> Fraction:
        """Blocks by which the perfect ranking reversed is off, weighed."""
        return sum((w * n for w, n in zip(self.weights, self.reversed, strict=True)), Fraction(0))

    def weighted_shift_of(self, places: range) -> Fraction:
        """Blocks by which some ranks, counted from 0, are off, weighed."""
        return sum((self.weights[i] * self.off[i] for i in places), Fraction(0))


@register
@dataclass(frozen=True)
class Hops(RankMeasure):
    """Hierarchically ordered preference score: how well a ranking keeps to the order that the hierarchy gives.

    Formula: max(0, 1 − Σ w·|e − o| / Σ w·|e − f|) over the first k ranks. Candidates, all leaves and what is ranked
    besides, fall into blocks by the depth of the deepest ancestor that they share with the true class, which is block 0
    itself. o is the block of the class on a rank, e that of a perfect ranking, f that of the perfect one reversed.
    Weights fall within block z from 2⁻ᶻ towards 2⁻⁽ᶻ⁺¹⁾, in the last block towards 0. With k = 1 it is 1 or 0, as the
    first rank is right or wrong. Range: 0 to 1; higher is better. Undefined without a ranking of all candidates, or of
    k, where they are one class, and where not exactly one class, a leaf or ranked, is true. Source: Sani & Anand 2026.

    >>> from hierview.model.extra import Extra
    >>> h = Case.of([("Arts", "Music"), ("Arts", "Theater"), ("Music", "Pop"), ("Music", "Rock")], ["Pop"], [])
    >>> extra = Extra.of(h.hierarchy, ranking=["Pop", "Theater", "Rock"])
    >>> evaluate(Case(h.hierarchy, h.true, extra=extra), "HOPS").value
    0.7
    """

    spec: ClassVar[MeasureSpec] = ranks_spec(
        "HOPS",
        N_("Order of the whole ranking"),
        better="higher",
        source="Sani & Anand 2026",
        imperfect=NOT_PREDICTED,
        question=N_("Does the ranking go outward from the true class, block by block?"),
        how=(
            "Classes that meet the true one equally deep are a block, and a perfect ranking has the blocks in order, "
            "the deepest first. Every rank is off by as many blocks as lie between its own and that of the perfect "
            "ranking, and the first ranks weigh most. The sum is set against that of the perfect ranking reversed.",
        ),
    )

    k: int | str = rank_param("all")

    def block_shifts(self, ranks: Ranks) -> BlockShifts:
        """The numbers of blocks by which each rank is off."""
        k, blocks = len(ranks.first), list(ranks.blocks.values())
        have = [ranks.blocks[m.ranked] for m in ranks.first]
        # One rank is the same reversed; then the nearest wrong class stands for it, so that only right or wrong counts.
        turned = blocks[:k][::-1] if k > 1 else blocks[1:2] or blocks
        pairs = (zip(blocks, row, strict=False) for row in (have, turned))
        off, worst = (tuple(abs(e - block) for e, block in pair)[:k] for pair in pairs)
        return BlockShifts(tuple(block_weights(ranks)[:k]), off, worst)

    def score(self, ranks: Ranks) -> tuple[Fraction | None, dict[str, float | int]]:
        found = self.block_shifts(ranks)
        parts: dict[str, float | int] = {
            "off": float(found.weighted_shift),
            "reversed": float(found.worst_weighted_shift),
        }
        if not found.worst_weighted_shift:
            return None, parts
        return max(Fraction(0), 1 - found.weighted_shift / found.worst_weighted_shift), parts

    def why_undefined(self, ranks: Ranks) -> str:
        return "there is nothing to order"

    def badness(self, ranks: Ranks, m: Meeting) -> float:
        return ranks.blocks[m.ranked] / max(1, *ranks.blocks.values())

    def steps_before_ranks(self, case: Case, ranks: Ranks) -> list[Step]:
        by_block: dict[int, list[str]] = {}
        for c, block in ranks.blocks.items():
            by_block.setdefault(block, []).append(c)
        told = [text_of(f"{block} ", some_names(classes, 6)) for block, classes in by_block.items()]
        more = f"; and {len(told) - _MOST_BLOCKS} more" if len(told) > _MOST_BLOCKS else ""
        text = text_of(
            "By how deep they meet ",
            Name(ranks.true),
            " the candidates are blocks: ",
            join_words(told[:_MOST_BLOCKS]),
            f"{more}.",
        )
        values = {m: str(ranks.blocks[m.ranked]) for m in ranks.candidates}
        picture = self.values_picture(case, ranks, "The block of every candidate", values)
        return [step_with_picture("Blocks", text, picture, fact=("blocks", str(len(told))))]

    def rank_count_texts(self, ranks: Ranks, rank: int, m: Meeting) -> tuple[str, str]:
        found, block = self.block_shifts(ranks), ranks.blocks[m.ranked]
        best, off = list(ranks.blocks.values())[rank - 1], found.off[rank - 1]
        weighed = number(found.weights[rank - 1] * off)
        if not off:
            return f": block {block}, as in a perfect ranking.", "in place"
        return (
            f": block {block} in the place of {best}, off by {off}, which weighs {weighed}.",
            f"off by {off}, {weighed}",
        )

    def rest_sentence(self, ranks: Ranks, many: list[Meeting]) -> str:
        total = number(self.block_shifts(ranks).weighted_shift_of(range(MOST_STEPS, len(ranks.first))))
        return (
            f"What the other {len(many)} ranks are off weighs {total}."
            if many[1:]
            else f"What one more rank is off weighs {total}."
        )

    def symbols(self) -> Row:
        have: Row = ("Σ", _WEIGHT, "·", "|", _BEST, "−", _HAVE, "|")
        return ("max", "(", "0", ",", "1", "−", Frac(have, ("Σ", _WEIGHT, "·", "|", _BEST, "−", _REVERSED, "|")), ")")

    def numbers_row(self, ranks: Ranks) -> Row:
        found = self.block_shifts(ranks)
        terms = zip(found.weights, found.off, ranks.first, strict=True)
        have = sum_row((weight * off, (m.ranked,)) for weight, off, m in terms if off) or ("0",)
        return ("max", "(", "0", ",", "1", "−", Frac(have, (number(found.worst_weighted_shift),)), ")")

    def words(self, ranks: Ranks, value: float) -> Words:
        found = self.block_shifts(ranks)
        start = f"{ranks_in_words(ranks, 'is', 'are')} off by {number(found.weighted_shift)}, weighed; "
        clipped = ": it is no better, which is 0" if found.weighted_shift >= found.worst_weighted_shift else ""
        return (start, f"the perfect ranking reversed is by {number(found.worst_weighted_shift)}{clipped}.")

    def aim(self, case: Case) -> Words:
        return ("HOPS asks whether the ranking goes outward from the true class, as the hierarchy would.",)
