"""The jobs of one visit, each in its place, and those that it shares with others."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from .job import Job, start
from .limits import Limits

GRACE = 60.0  # seconds that a shared job goes on for after a visit has ended: a page loaded anew is another visit


class Visit:
    """The jobs of one visit, by the place that they belong to; they share their memory.

    kept: what finished jobs found, for as long as the visit lasts.
    """

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}
        self._followed: set[Job] = set()
        self.kept: dict[Any, Any] = {}

    @property
    def running(self) -> int:
        """The number of its jobs that run, shared ones included."""
        return sum(job.running for job in self._followed.union(self._jobs.values()))

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

    def follow(self, job: Job) -> None:
        """Share a job with other visits: it goes on for as long as any of them does."""
        job.followers.add(self)
        self._followed = {other for other in self._followed if other.running} | {job}

    def close(self) -> None:
        """End its jobs at once, and shared ones in a while, unless another visit follows them by then."""
        for job in self._jobs.values():
            job.stop()
        timer = threading.Timer(GRACE, self.leave)
        timer.daemon = True
        timer.start()

    def leave(self) -> None:
        """Follow nothing any more; shared jobs that nobody else follows end."""
        while self._followed:
            job = self._followed.pop()
            job.followers.discard(self)
            if not job.followers:
                job.stop()
