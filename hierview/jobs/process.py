"""A process under a keeper, limits on what it may use, and the one thread that looks at what all of them use."""

from __future__ import annotations

import contextlib
import math
import os
import subprocess
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from . import keeper
from .keeper import Usage

LOOK = 0.25  # seconds between two looks at what is used
ENDING = 10.0  # seconds that a keeper has for ending all that came of a process
ROOT = str(Path(__file__).resolve().parents[2])  # where hierview can be imported from

_processes: set[Process] = set()
_watched = False
of_all: dict[str, float] = {"megabytes": math.inf}  # what all processes together may use
_LOCK = threading.Lock()


@dataclass(frozen=True)
class Limits:
    """Limits on one piece of work, for its process together with all that it starts."""

    seconds: float = 600.0
    """Seconds of processor time, so that it is no matter how busy the machine is."""
    clock: float | None = None
    """Seconds by the clock, for what waits instead of computing; None: six times as many as `seconds`."""
    idle: float = math.inf
    """Seconds without a break in which it computes nothing; where the system does not tell the time of a process,
    seconds by the clock.
    """
    megabytes: int = 4096
    """Megabytes of memory; a group has together as much as the one of them that may use most."""
    output: int = 2**29
    """Bytes that it may answer."""

    @property
    def wall_seconds(self) -> float:
        """The seconds by the clock that a piece of work may take."""
        return 6 * self.seconds if self.clock is None else self.clock


@dataclass(frozen=True)
class Excess:
    """Limit that a process went beyond; the sentence says it, with "it" for the process."""

    kind: Literal["late", "large"]
    """Whether it took too long or was too large."""
    sentence: str
    """The sentence that says it, with "it" for the process."""


class Watch:
    """Watch over one piece of work: what it uses from one look to the next, against its limits.

    before: seconds that its process had used when the work began; None: as many as at the first look.
    """

    def __init__(self, limits: Limits, before: float | None = None):
        self._limits, self._before = limits, before
        self._last = 0.0
        self._began = self._idle_since = time.monotonic()

    def excess(self, usage: Usage | None) -> Excess | None:
        """The limit that the work went beyond; None where there is none. usage: None where the system does not tell."""
        now, limits = time.monotonic(), self._limits
        seconds = 0.0 if usage is None else usage.seconds
        if usage is not None and (usage.working or seconds > self._last):
            self._last, self._idle_since = seconds, now
        if self._before is None:
            self._before = seconds
        if seconds - self._before > limits.seconds:
            return Excess("late", f"it took longer than {limits.seconds:g} s of processor time")
        if now - self._idle_since > limits.idle:
            did = "computed nothing for" if usage else "took"
            return Excess("late", f"it {did} {limits.idle:g} s")
        if now - self._began > limits.wall_seconds:
            return Excess("late", f"it took longer than {limits.wall_seconds:g} s")
        return None


class Process:
    """A module of Python that runs in a process of its own, with a pipe to it and one from it.

    group: those of one group share their memory; None: it shares it with nobody.  megabytes: how much that is.
    on_excess: called when a process was ended since it used too much.
    Raises OSError where no process can be started.
    """

    def __init__(
        self,
        module: str,
        *arguments: str,
        megabytes: int,
        group: object = None,
        environment: Mapping[str, str] | None = None,
        on_excess: Callable[[Excess], None] | None = None,
    ):
        self.megabytes, self.group, self._on_excess = megabytes, self if group is None else group, on_excess
        self.excess: Excess | None = None
        self._work: Watch | None = None
        paths = [ROOT, *filter(None, [os.environ.get("PYTHONPATH")])]
        (requests_in, requests), (answers, answers_out) = os.pipe(), os.pipe()
        # -P: what lies in the folder where somebody is must not stand for modules of the same name.
        command = [sys.executable, "-P", "-m", module, *arguments]
        try:
            self._keeper = subprocess.Popen(
                [sys.executable, "-I", "-S", keeper.__file__, str(requests_in), str(answers_out), *command],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=(requests_in, answers_out),
                env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)} | dict(environment or {}),
                start_new_session=True,
            )
        except OSError:
            os.close(requests)
            os.close(answers)
            raise
        finally:
            os.close(requests_in)
            os.close(answers_out)
        self.requests, self.answers = os.fdopen(requests, "wb"), os.fdopen(answers, "rb")
        global _watched
        with _LOCK:
            _processes.add(self)
            if not _watched:
                _watched = True
                threading.Thread(target=_watch_usage, daemon=True).start()

    @property
    def pid(self) -> int:
        """Number of the keeper's process; all that came of this one stands below it."""
        return self._keeper.pid

    @property
    def is_resting(self) -> bool:
        """Whether nobody waits for the process."""
        return self._work is None

    def work(self, limits: Limits, before: float | None = None) -> bool:
        """Begin a piece of work, from now on with these limits; False where it was ended before."""
        with _LOCK:
            if self.excess is not None:
                return False
            self._work = Watch(limits, before)
            return True

    def rest(self) -> None:
        """End the piece of work: until the next one only memory is limited."""
        with _LOCK:
            self._work = None

    def check_usage(self, usage: Usage | None) -> Excess | None:
        """The limit that the work of the process went beyond; None where there is none."""
        work = self._work  # another thread may end it meanwhile
        return None if work is None else work.excess(usage)

    def stop(self, excess: Excess, if_resting: bool = False) -> None:
        """Have the process ended, since it used too much. if_resting: only where nobody waits for it by now."""
        with _LOCK:
            if self.excess is not None or (if_resting and not self.is_resting):
                return
            self.excess = excess
        if self._on_excess is not None:
            self._on_excess(excess)
        threading.Thread(target=self.end, daemon=True).start()

    def status(self, wait: float = 0.0) -> int | None:
        """The exit status of the process, None while it runs."""
        try:
            return self._keeper.wait(wait)
        except subprocess.TimeoutExpired:
            return None

    def end(self) -> None:
        """End the process and all that came of it; back when they are gone."""
        assert self._keeper.stdin is not None
        with contextlib.suppress(OSError, ValueError):
            self._keeper.stdin.write(b"end")  # closing alone says nothing where somebody else holds the other end
            self._keeper.stdin.close()
        if self.status(ENDING) is None:
            self._keeper.kill()
            self._keeper.wait()
        with _LOCK:
            _processes.discard(self)


def _watch_usage() -> None:
    """Look at what all processes use until there are none."""
    global _watched
    while True:
        time.sleep(LOOK)
        with _LOCK:
            if not _processes:
                _watched = False
                return
            processes = [process for process in _processes if process.excess is None]
        end_excessive(processes, keeper.usage_by_process([process.pid for process in processes]))


def end_excessive(processes: list[Process], usages: dict[int, Usage]) -> None:
    """End the processes that use too much. usages: of each, by number; empty where the system does not tell."""
    groups = defaultdict(list)
    for process in processes:
        groups[id(process.group)].append(process)
        excess = process.check_usage(usages.get(process.pid))
        if excess is not None:
            process.stop(excess)
    for some in [*([process] for process in processes), *groups.values()]:
        _end_largest(some, usages, max(process.megabytes for process in some))
    _end_largest(processes, usages, of_all["megabytes"])


def _end_largest(together: list[Process], usages: dict[int, Usage], most: float) -> None:
    """End the largest of those that use too much together, first of all one that nobody waits for."""
    memory = {p: usages[p.pid].memory for p in together if p.pid in usages and p.excess is None}
    while memory:
        if sum(memory.values()) <= most * 2**20:
            return
        resting = {process: process.is_resting for process in memory}  # one that is asked meanwhile is not ended
        largest = max(memory, key=lambda process: (resting[process], memory[process]))
        largest.stop(Excess("large", f"it used more than its share of {most:,} MB of memory"), resting[largest])
        del memory[largest]
