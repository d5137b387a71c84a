"""Long work in processes of their own: started, asked how far it came, stopped; ended with the visit at the latest."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import streamlit as st

from ..errors import HierviewError
from ..workbench.keeper import usages
from ..workbench.tasks import Told
from .child import receive, send

MOST_AT_ONCE = 6  # on this server
MOST_SECONDS = 600.0  # of processor time, for one piece of work
PATIENCE = 6  # times as long by the clock, for what waits instead of computing
MOST_MEGABYTES = 4096  # for all that runs for one visit together
LOOK = 0.5  # seconds between two looks at what is used
ENDING = 2.0  # seconds that a process has for ending by itself
EVERY = 0.7  # seconds between two looks at a running job

State = Literal["running", "done", "stopped", "late", "large", "failed"]

_running: set[Job] = set()
_watched = False
_LOCK = threading.Lock()


class Busy(HierviewError):
    """The server does as much as it may at once."""


class Job:
    """One process that does one task.

    told: how far it came.  results: what it told besides.  state: whether it runs, or how it ended.
    why: what went wrong, where something did.  seconds: of processor time that it and what it starts may use.
    visit: whose memory it shares.
    """

    def __init__(
        self, what: Any, task: Callable[..., None], given: tuple, seconds: float = MOST_SECONDS, visit: Any = None
    ):
        self.what, self.seconds, self.visit = what, seconds, visit
        self.began = time.monotonic()
        self.told = Told("starting", 0.0)
        self.results: list[Any] = []
        self.state: State = "running"
        self.why = ""
        with _LOCK:
            if len(_running) >= MOST_AT_ONCE:
                raise Busy(f"The server already does {MOST_AT_ONCE} such pieces of work; try again in a minute.")
            _running.add(self)
        root = str(Path(__file__).resolve().parents[2])
        paths = [root, *filter(None, [os.environ.get("PYTHONPATH")])]
        try:
            self._process = subprocess.Popen(
                # -P: the modules beside the script must not stand for others of their names
                [sys.executable, "-P", str(Path(__file__).with_name("child.py"))],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
            )
        except OSError as error:
            self._ended("failed", f"no process could be started: {error.strerror}")
            return
        _watch()
        threading.Thread(target=self._listen, args=(task, given), daemon=True).start()

    @property
    def running(self) -> bool:
        """Whether it is at work."""
        return self.state == "running"

    def _listen(self, task: Callable[..., None], given: tuple) -> None:
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            send(process.stdin, (task, given))
            while True:
                kind, what = receive(process.stdout)
                if kind != "told":
                    self._ended(kind, what)
                    break
                if isinstance(what, Told):
                    self.told = what
                elif self.running:
                    self.results.append(what)
        except (EOFError, OSError):
            self._ended("failed", "its process ended unexpectedly")
        finally:
            self._wait()

    def _ended(self, state: State, why: str = "") -> None:
        with _LOCK:
            if self.state == "running":
                self.state, self.why = state, why
            _running.discard(self)

    @property
    def pid(self) -> int:
        """Number of the process that does the work."""
        return self._process.pid

    def stop(self) -> None:
        """End it; what it found so far stays."""
        self._end("stopped")

    def _end(self, state: State) -> None:
        if self.running:
            self._ended(state)
            threading.Thread(target=self._wait, daemon=True).start()

    def _wait(self) -> None:
        """See the process to its end: by itself, as its input closes, or else by force."""
        with contextlib.suppress(OSError, ValueError):
            assert self._process.stdin is not None
            self._process.stdin.close()
        try:
            self._process.wait(ENDING)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _watch() -> None:
    """See to it that somebody looks at what the jobs use, for as long as there are any."""
    global _watched
    with _LOCK:
        if not _watched:
            _watched = True
            threading.Thread(target=_looks, daemon=True).start()


def _looks() -> None:
    global _watched
    while True:
        time.sleep(LOOK)
        with _LOCK:
            jobs = [job for job in _running if hasattr(job, "_process")]
            if not _running:
                _watched = False
                return
        used = usages(job.pid for job in jobs)
        now, visits = time.monotonic(), defaultdict(list)
        for job in jobs:
            if job.pid in used:
                visits[id(job.visit or job)].append(job)
            seconds = used[job.pid].seconds if job.pid in used else 0.0
            if max(seconds, (now - job.began) / PATIENCE) > job.seconds:
                job._end("late")
        for together in visits.values():
            if sum(used[job.pid].memory for job in together) > MOST_MEGABYTES * 2**20:
                max(together, key=lambda job: used[job.pid].memory)._end("large")


class Jobs:
    """The jobs of one visit, by the place on the page that they belong to."""

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}
        self.kept: dict[Any, Any] = {}  # what finished jobs found, for as long as the visit lasts

    def get(self, place: str) -> Job | None:
        """The last job of a place."""
        return self._jobs.get(place)

    def start(
        self, place: str, what: Any, task: Callable[..., None], *given: Any, seconds: float = MOST_SECONDS
    ) -> Job:
        """Begin a job in place of the one before. `what` says what it is about, to tell whether it still answers."""
        self.stop(place)
        self._jobs[place] = Job(what, task, given, seconds, self)
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


@st.cache_resource(scope="session", show_spinner=False, on_release=Jobs.close)
def jobs() -> Jobs:
    """The jobs of this visit; they end with it."""
    return Jobs()


def watch(job: Job, draw: Callable[[Job], None], shown: Callable[[], object]) -> None:
    """Draw a job, again and again while it runs; the whole page once more when it ends, or `shown` is another."""
    if not job.running:
        draw(job)
        return
    before = shown()

    @st.fragment(run_every=EVERY)
    def fragment() -> None:
        if not job.running or shown() is not before:
            st.rerun()
        draw(job)

    fragment()
