"""Jobs: one task in one process of ours, which tells what it finds and can be stopped at any time."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Literal

from ..errors import HierviewError
from .limits import Excess, Limits
from .process import Process
from .task import Progress, TooLong, receive, send

MOST_AT_ONCE = 6

State = Literal["running", "done", "stopped", "late", "large", "failed"]

_running: set[Job] = set()
_LOCK = threading.Lock()


class Busy(HierviewError):
    """Error: as many jobs run as may run at once."""


class Job:
    """One process that does one task; `start` makes it.

    about: what it is about, for whoever keeps several.  progress: how far it came.  results: what it told besides.
    state: "running", or how it ended: "done"; "stopped" by `stop`; "late" or "large", beyond its time or the memory of
    its group; "failed".  why: what went wrong, where it failed.  followers: the visits that share it, if any do.
    """

    def __init__(
        self, task: Callable[..., None], given: tuple[Any, ...], limits: Limits, group: object = None, about: Any = None
    ):
        self.about, self._limits = about, limits
        self.progress = Progress("starting", 0.0)
        self.results: list[Any] = []
        self.state: State = "running"
        self.why = ""
        self.followers: set[object] = set()
        self._listener: threading.Thread | None = None
        with _LOCK:
            if len(_running) >= MOST_AT_ONCE:
                raise Busy(f"The server already does {MOST_AT_ONCE} such pieces of work; try again in a minute")
            _running.add(self)
        try:
            self._process = Process(
                f"{__package__}.child", megabytes=limits.megabytes, group=group, on_excess=self._exceeded
            )
        except OSError as error:
            self._ended("failed", f"no process could be started: {error.strerror}")
            return
        self._process.work(limits, before=0.0)
        self._listener = threading.Thread(target=self._listen, args=(task, given), daemon=True)
        self._listener.start()

    @property
    def running(self) -> bool:
        """Whether it has not ended yet."""
        return self.state == "running"

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until it has ended and its process is gone, at most so long; whether it has."""
        if self._listener is not None:
            self._listener.join(seconds)
        return self._listener is None or not self._listener.is_alive()

    def stop(self) -> None:
        """End it; what it found so far stays."""
        if self.running:
            self._ended("stopped")
            threading.Thread(target=self._process.end, daemon=True).start()

    def _exceeded(self, excess: Excess) -> None:
        self._ended(excess.kind)

    def _ended(self, state: State, why: str = "") -> None:
        with _LOCK:
            if self.state == "running":
                self.state, self.why = state, why
            _running.discard(self)

    def _listen(self, task: Callable[..., None], given: tuple[Any, ...]) -> None:
        try:
            with self._process.requests as out, self._process.answers as source:
                send(out, (task, given))
                left, kind, what = self._limits.output, "told", None
                while kind == "told":
                    (kind, what), length = receive(source, left)
                    left -= length
                    self._take(kind, what)
        except TooLong:
            self._ended("failed", f"it told more than {self._limits.output:,} bytes")
        except (EOFError, OSError):
            self._ended("failed", "its process ended unexpectedly")
        except Exception as error:  # of a task or a result that cannot travel
            self._ended("failed", f"{type(error).__name__}: {error}")
        finally:
            self._process.end()

    def _take(self, kind: Any, what: Any) -> None:
        if kind != "told":
            self._ended(kind, what)
        elif isinstance(what, Progress):
            self.progress = what
        elif self.running:
            self.results.append(what)


def start(
    task: Callable[..., None], *given: Any, limits: Limits | None = None, group: object = None, about: Any = None
) -> Job:
    """Begin a task in a process of its own, which calls `task(tell, *given)`.

    task: a function of a module; it and what is given travel as pickles, and so does what it tells.
    limits: what it may use.  group: jobs of one group share their memory.  about: what it is about.
    Raises Busy where as many jobs run as may run at once.
    """
    return Job(task, given, limits or Limits(), group, about)
