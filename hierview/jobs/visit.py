"""The jobs of one visit, each in its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .job import Job, start
from .limits import Limits


class Visit:
    """The jobs of one visit, by the place that they belong to; they share their memory.

    kept: what finished jobs found, for as long as the visit lasts.
    """

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}
        self.kept: dict[Any, Any] = {}

    def get(self, place: str) -> Job | None:
        """The last job of a place."""
        return self._jobs.get(place)

    def start(
        self, place: str, about: Any, task: Callable[..., None], *given: Any, limits: Limits | None = None
    ) -> Job:
        """Begin a job in place of the one before. `about` tells whether it still answers what is asked."""
        self.stop(place)
        self._jobs[place] = start(task, *given, limits=limits, group=self, about=about)
        return self._jobs[place]

    def stop(self, place: str) -> None:
        """End the job of a place, if there is one that runs."""
        if place in self._jobs:
            self._jobs[place].stop()

    def forget(self, place: str) -> None:
        """End the job of a place, and drop what it found."""
        self.stop(place)
        self._jobs.pop(place, None)

    def close(self) -> None:
        """End all of them."""
        for job in self._jobs.values():
            job.stop()
