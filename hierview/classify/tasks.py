"""Tasks of classifiers, as jobs run them: learn, ask, score; each tells how far it is and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..jobs.task import Progress, Tell
from ..study.tasks import errors_as_results, score_kept
from .corpora.small_sets import DEMONSTRATIONS
from .experiment import Experiment, Material

LEARNING = 0.8  # of the work; the rest is scoring


def train_example(tell: Tell, folder: str, what: str, systems: Sequence[str], measures: Sequence[str]) -> None:
    """Learn systems from the documents of a demonstration, and score them as a study in a folder.

    What was learnt before it was stopped is taken from the folder.
    """
    tell(Progress("Making the documents", 0.0))
    parts: dict[str, None] = {}

    def tell_learning(doing: str, done: int, whole: int) -> None:
        parts[doing] = None
        share = (len(parts) - 1 + done / max(1, whole)) / (2 * len(systems))
        tell(Progress(f"{doing}: {done:,} of {whole:,}", LEARNING * min(1.0, share)))

    with errors_as_results(tell):
        material = Material.of(DEMONSTRATIONS[what](0), "none" if what == "digits" else "tfidf")
        Experiment(material, folder=Path(folder)).run(systems, tell_learning)
        score_kept(lambda message: tell(_later(message)), folder, measures)


def _later(message: Any) -> Any:
    """The progress of the scoring as a part of the whole; results as they are."""
    if isinstance(message, Progress):
        return replace(message, done=LEARNING + (1 - LEARNING) * message.done)
    return message
