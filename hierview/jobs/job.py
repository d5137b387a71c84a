"""Jobs: one task in one process of ours, which tells what it finds and can be stopped at any time; those of a visit."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from time import monotonic
from typing import Any, Literal

from ..errors import HierviewError
from .process import Limits, Process
from .task import Progress, TooLong, receive_message, send_message

MOST_AT_ONCE = 6
GRACE = 60.0  # seconds that a shared job goes on for after a visit has ended: a page loaded anew is another visit

State = Literal["running", "done", "stopped", "late", "large", "failed"]

running_jobs: set[Job] = set()
_LOCK = threading.Lock()
_LOG = logging.getLogger(__name__)


class Busy(HierviewError):
    """Error: as many jobs run as may run at once."""

    def __init__(self, sentence: str):
        super().__init__(sentence)
        _LOG.warning("refused: %s", sentence)


class Job:
    """One process that does one task; `start_job` makes it.

    about: what it is about, for whoever keeps several.  progress: how far it came.  results: what it told besides.
    state: "running", or how it ended: "done"; "stopped" by `stop`; "late" or "large", beyond its time or the memory of
    its group; "failed".  why: what went wrong, where it failed.  followers: the visits that share it, if any do.
    visitor: for whom it is.  what: a word for the log of what it does.  ended: set once it has ended.
    """

    def __init__(
        self, task: Callable[..., None], arguments: tuple[Any, ...], limits: Limits, group: object, about: Any
    ):
        self.about, self.limits, self._size, self._began = about, limits, 0, monotonic()
        self.visitor, self.what, self.ended = "", task.__name__, threading.Event()
        self.progress = Progress("starting", 0.0)
        self.results: list[Any] = []
        self.state: State = "running"
        self.why = ""
        self.followers: set[object] = set()
        self._listener: threading.Thread | None = None
        with _LOCK:
            if len(running_jobs) >= MOST_AT_ONCE:
                raise Busy(f"The server already does {MOST_AT_ONCE} such pieces of work; try again in a minute")
            running_jobs.add(self)
        try:
            self._process = Process(
                f"{__package__}.child",
                megabytes=limits.megabytes,
                group=group,
                on_excess=lambda excess: self._set_ended(excess.kind),
            )
        except OSError as error:
            self._set_ended("failed", f"no process could be started: {error.strerror}")
            return
        self._process.work(limits, before=0.0)
        self._listener = threading.Thread(target=self._listen, args=(task, arguments), daemon=True)
        self._listener.start()

    @property
    def running(self) -> bool:
        """Whether the job has not ended yet."""
        return self.state == "running"

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until the job has ended and its process is gone, at most so long; whether it has."""
        if self._listener is not None:
            self._listener.join(seconds)
        return self._listener is None or not self._listener.is_alive()

    def stop(self) -> None:
        """End the job; what it found so far stays."""
        if self.running:
            self._set_ended("stopped")
            threading.Thread(target=self._process.end, daemon=True).start()

    def _set_ended(self, state: State, why: str = "") -> None:
        with _LOCK:
            if self.state == "running":
                self.state, self.why = state, why
                if state not in ("done", "stopped"):
                    lasted = monotonic() - self._began
                    _LOG.warning("%s: %s, given %d bytes, after %.1f s", self.what, state, self._size, lasted)
            running_jobs.discard(self)
        self.ended.set()

    def _listen(self, task: Callable[..., None], arguments: tuple[Any, ...]) -> None:
        try:
            with self._process.requests as out, self._process.answers as source:
                self._size = send_message(out, (task, arguments))
                bytes_left, kind = self.limits.output, "told"
                while kind == "told":
                    (kind, what), length = receive_message(source, bytes_left)
                    bytes_left -= length
                    if kind != "told":
                        self._set_ended(kind, what)
                    elif isinstance(what, Progress):
                        self.progress = what
                    elif self.running:
                        self.results.append(what)
        except TooLong:
            self._set_ended("failed", f"it told more than {self.limits.output:,} bytes")
        except (EOFError, OSError):
            self._set_ended("failed", "its process ended unexpectedly")
        except Exception as error:  # of a task or a result that cannot travel
            self._set_ended("failed", f"{type(error).__name__}: {error}")
        finally:
            self._process.end()


def start_job(
    task: Callable[..., None], *arguments: Any, limits: Limits | None = None, group: object = None, about: Any = None
) -> Job:
    """Begin a task in a process of its own, which calls `task(tell, *arguments)`.

    task: a function of a module; it and what is given travel as pickles, and so does what it tells.
    limits: what it may use.  group: jobs of one group share their memory.  about: what it is about.
    Raises Busy where as many jobs run as may run at once.
    """
    return Job(task, arguments, limits or Limits(), group, about)


class VisitJobs:
    """The jobs of one visit, by the place that they belong to; they share their memory.

    visitor: whose it is, "" where that is not known.  kept: what finished jobs found, for as long as the visit lasts.
    """

    def __init__(self, visitor: str = "") -> None:
        self.visitor = visitor
        self._jobs: dict[str, Job] = {}
        self._followed: set[Job] = set()
        self.kept: dict[Any, Any] = {}

    @property
    def running(self) -> int:
        """The number of the visit's jobs that run, shared ones included."""
        return sum(job.running for job in self._followed.union(self._jobs.values()))

    def get(self, place: str) -> Job | None:
        """The last job of a place."""
        return self._jobs.get(place)

    def start(
        self, place: str, about: Any, task: Callable[..., None], *arguments: Any, limits: Limits | None = None
    ) -> Job:
        """Begin a job in place of the one before. `about` tells whether it still answers what is asked."""
        self.stop(place)
        job = self._jobs[place] = start_job(task, *arguments, limits=limits, group=self, about=about)
        job.visitor, job.what = self.visitor, place
        return job

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
        job.visitor = job.visitor or self.visitor
        self._followed = {other for other in self._followed if other.running} | {job}

    def close(self) -> None:
        """End its jobs at once, and shared ones in a while, unless another visit follows them by then."""
        for job in self._jobs.values():
            job.stop()
        timer = threading.Timer(GRACE, self.leave)
        timer.daemon = True
        timer.start()

    def leave(self) -> None:
        """Stop to follow jobs; shared ones that nobody else follows end."""
        while self._followed:
            job = self._followed.pop()
            job.followers.discard(self)
            if not job.followers:
                job.stop()
