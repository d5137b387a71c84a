"""Report on answers in words: what each step matched, what waits to be confirmed, what every policy gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..inputs.labels import InstanceLabels
from .answers import Answers, UnclearText
from .steps import ABSTAINED, AMBIGUOUS, STEPS, UNMATCHED

MEASURES = ("hP", "hR", "hF")
MOST_UNCLEAR = 100  # texts that are listed


@dataclass(frozen=True)
class AnswersReport:
    """Counts of what the answers of a system were taken for, and averages under every policy."""

    answers: int
    """Number of answers."""
    steps: tuple[tuple[str, int], ...]
    """Number of answers that each step matched, and that each category of the others has."""
    unclear: tuple[UnclearText, ...]
    """Texts that were not matched, the most frequent."""
    policies: Mapping[str, tuple[int, Sequence[tuple[float, int]]]]
    """Number of instances under each policy, and an average of each of `MEASURES` with the number of instances that
    have one; nothing where all answers are classes.
    """

    @property
    def open_policies(self) -> tuple[str, ...]:
        """The policies that are asked for, by the names of `Policies`."""
        categories = {step for step, _ in self.steps}
        outside = categories & {*UNMATCHED} - {AMBIGUOUS}
        asked = {"outside": outside, "abstained": categories & {ABSTAINED}, "ambiguous": categories & {AMBIGUOUS}}
        return tuple(name for name, found in asked.items() if found)


def report_on_answers(answers: Answers, truth: InstanceLabels | None) -> AnswersReport:
    """Report on the answers of a system, with what policies give where the true classes are known."""
    steps = tuple((step, answers.counts[step]) for step in (*STEPS, ABSTAINED, *UNMATCHED) if answers.counts[step])
    report = AnswersReport(len(answers), steps, tuple(answers.unclear()[:MOST_UNCLEAR]), {})
    if not report.open_policies or truth is None:
        return report
    return AnswersReport(report.answers, steps, report.unclear, answers.under_policies(truth, MEASURES))
