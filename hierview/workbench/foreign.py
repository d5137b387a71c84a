"""Measures that somebody wrote in Python, each run in a process of its own that can be killed.

Only what was named on the local command line, or is installed as an entry point of `hierview.measures`,
comes here; never anything from a browser.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import importlib.metadata
import json
import math
import os
import select
import subprocess
import sys
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, NoReturn

from ..errors import MeasureError, quoted
from ..explain import Formula, HierarchyPicture, Row, Step, number
from ..measures import Measure, MeasureSpec, Result
from ..measures.base import Value, empty_side_notes
from ..model.case import Case
from ..model.hierarchy import Hierarchy
from . import keeper

GROUP = "hierview.measures"
FAMILY = "Mine"
LARGEST_FILE = 1_000_000
_ANY = Case.of([], ["A"], [], ["A"])  # where a question is about no case
LONGEST_ANSWER = 1_000_000
MOST_HIERARCHIES = 2000
LOOK = 0.1  # seconds between two looks at what a process uses
ENDING = 10.0  # seconds that a keeper has for ending all that came of a process
_NO_ANSWER = "its process wrote something that is no answer"


@dataclass(frozen=True)
class Failure:
    """A case on which a measure gave no value that can be used, and what happened.

    final: whether it will not be asked again, since its process was ended or its time is used up.
    blamed: whether it is the case that did it, and not merely the one at which the time for all was used up.
    """

    case: Case
    sentence: str
    final: bool = False
    blamed: bool = True


@dataclass(frozen=True)
class Limits:
    """Limits on what a foreign measure may use.

    call, start, total: seconds of processor time for one case, for starting, and in all, so that it is no matter
    how busy the machine is.  wait: seconds in which it computes nothing; where the system does not tell the time of
    a process, seconds for one case.  megabytes: memory, for all foreign measures of this process together.
    """

    call: float = 2.0
    start: float = 20.0
    total: float = 1800.0
    wait: float = 10.0
    megabytes: int = 4096


class Stopped(Exception):
    """The process was ended, or cannot be asked any more; the text says why. blamed: as for Failure."""

    def __init__(self, why: str, blamed: bool = True):
        super().__init__(why)
        self.blamed = blamed


class Worker:
    """One process with one foreign measure, started when it is first asked, with a keeper that sees to its end.

    A call that takes too long ends it for good: what never ends on one case costs its time once.
    """

    def __init__(self, origin: str, where: str, content: bytes, limits: Limits):
        self._origin, self._where, self._content, self._limits = origin, where, content, limits
        self._lock = threading.Lock()
        self._keeper: subprocess.Popen[bytes] | None = None
        self._requests = self._answers = -1
        self._sent: OrderedDict[Hierarchy, int] = OrderedDict()
        self._next = self._number = 0
        self._rest = b""
        self._seconds = 0.0  # of its process, when it last answered
        self._looked = 0.0
        self.spent = 0.0
        self.ended, self._blamed = "", True

    def renew(self) -> None:
        """Give it its whole time again, and another start if it was ended."""
        with self._lock:
            self.spent, self.ended = 0.0, ""

    def measures(self) -> list[dict[str, Any]]:
        """Measures that the file or package offers, as plain data; Stopped where it cannot be loaded."""
        with self._lock:
            return self._start()

    def ask(self, what: str, name: str, case: Case) -> dict[str, Any]:
        """The answer about a case; Stopped where there is none."""
        with self._lock:
            if self.ended:
                raise Stopped(self.ended, self._blamed)
            if self.spent > self._limits.total:
                self._end(f"it has used up its {self._limits.total:g} s of processor time", blamed=False)
            if self._keeper is None:
                self._start()
            request: dict[str, Any] = {
                "ask": what,
                "measure": name,
                "true": sorted(case.true),
                "predicted": sorted(case.predicted),
            }
            h = case.hierarchy
            if h not in self._sent:
                self._sent[h] = self._next
                self._next += 1
                request["classes"] = list(h.classes)
                request["edges"] = [[*edge, str(weight)] for edge, weight in h.weights.items()]
            request["h"] = self._sent[h]
            reply = self._exchange(request, self._limits.call)
            if len(self._sent) > MOST_HIERARCHIES:
                self._close()  # the next call starts a fresh one, which holds no hierarchies yet
            return reply

    def _start(self) -> list[dict[str, Any]]:
        self._close()
        root = str(Path(__file__).resolve().parents[2])
        paths = [root, *filter(None, [os.environ.get("PYTHONPATH")])]
        taken, self._requests = os.pipe()
        self._answers, given = os.pipe()
        command = [sys.executable, "-m", f"{__package__}.worker", str(self._limits.megabytes)]
        try:
            self._keeper = subprocess.Popen(
                [sys.executable, "-I", "-S", keeper.__file__, str(taken), str(given), *command],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=(taken, given),
                # The order of sets of names is the same in each of its processes, and so is what it makes of it.
                env=os.environ | {"PYTHONPATH": os.pathsep.join(paths), "PYTHONHASHSEED": "0"},
                start_new_session=True,
            )
        except OSError as error:
            self._close()
            raise Stopped(f"no process could be started: {error.strerror}") from None
        finally:
            os.close(taken)
            os.close(given)
        with _LOCK:
            _RUNNING.add(self)
        os.set_blocking(self._requests, False)
        self._seconds, before = 0.0, self.spent
        content = base64.b64encode(self._content).decode()
        load = {"ask": "load", "origin": self._origin, "where": self._where, "content": content}
        reply = self._exchange(load, self._limits.start)
        self.spent = before  # what a start takes is not the measure's
        if "error" in reply:
            self._close()
            raise Stopped(reply["error"])
        return reply["measures"]

    def _exchange(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        self._number += 1
        try:
            line = self._line(json.dumps(request | {"id": self._number}).encode() + b"\n", seconds)
        except (OSError, EOFError):
            code = None
            with contextlib.suppress(subprocess.TimeoutExpired):
                assert self._keeper is not None
                code = self._keeper.wait(5)  # it may be on its way out
            self._end(f"its process ended{'' if code is None else f' (exit status {code})'}")
        try:
            reply = json.loads(line)
            if reply["id"] != self._number:
                raise ValueError
            used = float(reply["seconds"])
        except (ValueError, TypeError, LookupError, RecursionError):
            self._end(_NO_ANSWER)
        self.spent, self._seconds = self.spent + used - self._seconds, used
        return reply

    def _line(self, request: bytes, seconds: float) -> bytes:
        """The line that answers a request."""
        watch = _Watch(self._limits, seconds)
        while b"\n" not in self._rest:
            ready, free, _ = select.select([self._answers], [self._requests] if request else [], [], LOOK)
            waited = not ready and not free
            if waited or time.monotonic() - self._looked > 5 * LOOK:
                self._look(watch, waited)
            if free:
                request = request[os.write(self._requests, request) :]
            if ready:
                self._rest += os.read(self._answers, 65536) or _gone()
            if len(self._rest) > LONGEST_ANSWER:
                self._end(f"it answered with more than {LONGEST_ANSWER:,} bytes")
        line, _, self._rest = self._rest.partition(b"\n")
        return line

    def _look(self, watch: _Watch, waited: bool) -> None:
        """End the process where it, or all foreign measures together, use too much."""
        self._looked = time.monotonic()
        with _LOCK:
            running = {w._keeper.pid: w for w in _RUNNING if w._keeper is not None}
        used = keeper.usages(running)
        mine = used.get(self._keeper.pid) if self._keeper is not None else None
        if waited and (why := watch.over(mine)):
            self._end(f"{why} and was stopped")
        most = max(used, key=lambda pid: used[pid].memory, default=None)
        if most is None or sum(one.memory for one in used.values()) <= self._limits.megabytes * 2**20:
            return
        if running[most] is self:
            self._end(f"it used more than its share of {self._limits.megabytes:,} MB of memory and was stopped")
        elif running[most]._lock.acquire(blocking=False):  # else somebody waits for it, and looks as well
            try:
                running[most]._close()
            finally:
                running[most]._lock.release()

    def _end(self, why: str, blamed: bool = True) -> NoReturn:
        self._close()
        self.ended, self._blamed = why, blamed
        raise Stopped(why, blamed)

    def close(self) -> None:
        """End the process and all that it started."""
        running = self._keeper
        if self._lock.acquire(blocking=False):
            try:
                self._close()
            finally:
                self._lock.release()
        elif running is not None:
            _dismiss(running)  # whoever waits for its answer sees that it is gone

    def _close(self) -> None:
        running, self._keeper, self._rest = self._keeper, None, b""
        self._sent.clear()
        with _LOCK:
            _RUNNING.discard(self)
        for file in (self._requests, self._answers):
            if file >= 0:
                os.close(file)
        self._requests = self._answers = -1
        if running is not None:
            _dismiss(running)


def _gone() -> NoReturn:
    raise EOFError


def _dismiss(running: subprocess.Popen[bytes]) -> None:
    """Have a keeper end all that it keeps."""
    assert running.stdin is not None
    with contextlib.suppress(OSError, ValueError):
        running.stdin.write(b"end")  # closing alone says nothing where somebody else holds the other end
        running.stdin.close()
    try:
        running.wait(ENDING)
    except subprocess.TimeoutExpired:
        running.kill()
        running.wait()


class _Watch:
    """What one call uses, from one look to the next."""

    def __init__(self, limits: Limits, seconds: float):
        self._limits, self._most = limits, seconds
        self._first: float | None = None
        self._last, self._idle_since = 0.0, time.monotonic()

    def over(self, used: keeper.Usage | None) -> str:
        """Why the call has to end, "" while it need not."""
        now = time.monotonic()
        seconds = 0.0 if used is None else used.seconds
        if used is not None and (used.working or seconds > self._last):
            self._last, self._idle_since = seconds, now
        if self._first is None:
            self._first = seconds
        if seconds - self._first > self._most:
            return f"it took longer than {self._most:g} s of processor time"
        if now - self._idle_since > self._limits.wait:
            return f"it computed nothing for {self._limits.wait:g} s" if used else f"it took {self._limits.wait:g} s"
        return ""


_RUNNING: set[Worker] = set()
# Measures are values, and processes are not: the process of a measure is found by what the measure is.
_WORKERS: dict[tuple, Worker] = {}
_LOCK = threading.Lock()


@dataclass(frozen=True)
class ForeignMeasure(Measure):
    """A measure in a file or an installed package, asked in a process of its own.

    name: what it is called there.  stamp: which content of the file it is of, so that a file that was
    saved again gives another measure.  content: that content, which stays what runs whatever is saved.
    """

    name: str
    spec: MeasureSpec  # type: ignore[misc]  # of this one, not of its class
    origin: Literal["file", "entry point"]
    where: str
    stamp: str = ""
    least_most: tuple[Value, Value] | None = (0.0, 1.0)  # None: it says so itself, case by case
    limits: Limits = field(default=Limits(), repr=False)
    content: bytes = field(default=b"", repr=False, compare=False)

    def __str__(self) -> str:
        return self.name

    @property
    def worker(self) -> Worker:
        """The process that its code runs in, begun where there is none."""
        key = (self.origin, self.where, self.stamp, self.name, self.limits)
        with _LOCK:
            if key not in _WORKERS:
                _WORKERS[key] = Worker(self.origin, self.where, self.content, self.limits)
            return _WORKERS[key]

    def renew(self) -> None:
        """Give it its whole time again, as a new piece of work begins."""
        self.worker.renew()

    def close(self) -> None:
        """End its process; it is started again when it is next asked."""
        self.worker.close()

    def symbol(self) -> Row:
        return (self.spec.name,)

    def bounds(self, case: Case) -> tuple[Value, Value]:
        try:
            return self.bounds_told(case)
        except MeasureError:
            return (None, None)

    def bounds_told(self, case: Case) -> tuple[Value, Value]:
        """The bounds of a case; a MeasureError says why they cannot be used."""
        if self.least_most is not None:
            return self.least_most
        try:
            reply = self.worker.ask("bounds", self.name, case)
            least, most = reply["bounds"]
        except Stopped as why:
            raise MeasureError(str(why)) from None
        except (LookupError, TypeError, ValueError):
            raise MeasureError(_why(reply)) from None
        if not all(bound is None or _is_number(bound) for bound in (least, most)):
            raise MeasureError(_NO_ANSWER)
        return (least, most)

    def evaluate(self, case: Case) -> Result:
        try:
            reply = self.worker.ask("evaluate", self.name, case)
        except Stopped as why:
            return self._failed(case, str(why), final=True, blamed=why.blamed)
        if "error" in reply:
            return self._failed(case, _why(reply))
        value, parts, notes = (reply.get(key) for key in ("value", "parts", "notes"))
        if isinstance(value, float) and not math.isfinite(value):
            return self._failed(case, f"the value is {value}; where a measure is undefined it gives None")
        if not isinstance(parts, dict) or not isinstance(notes, list):
            return self._failed(case, _NO_ANSWER)
        if not all(found is None or _is_number(found) for found in (value, *parts.values())):
            return self._failed(case, "a part of its value is no number that can be used")
        told = (*empty_side_notes(case), *(_one_line(note) for note in notes))
        if value is None and not notes:
            told = (*told, f"Undefined: {self.name} gave None.")
        return Result(str(self), None if value is None else float(value), parts, None, told)

    def _failed(self, case: Case, why: str, final: bool = False, blamed: bool = True) -> Result:
        failure = Failure(case, why, final, blamed)
        return Result(str(self), None, {}, failure, (f"{self.name} failed on this case: {why}.",))

    def lacking(self) -> tuple[str, ...]:
        """Sentences of `check_measure` about it, in its own process."""
        try:
            reply = self.worker.ask("check", self.name, _ANY)
        except Stopped as why:
            return (f"{why}",)
        return tuple(reply.get("lacking", ())) if "error" not in reply else (reply["error"],)

    def view(self, case: Case, result: Result, name: str) -> Step:
        text = result.notes[-1] if result.value is None else f"{self.spec.title}. Computed in {self.where}."
        shown = Formula(self.symbol(), (), number(result.value))
        return Step(name, (text,), (HierarchyPicture(("The case",)),), shown)


def _is_number(value: Any) -> bool:
    """Whether it is a number that a value may be: what was written may be anything."""
    try:
        return not isinstance(value, bool) and isinstance(value, int | float) and math.isfinite(value)
    except OverflowError:
        return False


def _one_line(text: Any, limit: int = 500) -> str:
    return quoted(text, limit)[1:-1]


def _why(reply: dict[str, Any]) -> str:
    """What went wrong, as the process told it."""
    told = _one_line(reply.get("error", _NO_ANSWER), 2000)
    return f"it raised {told}" if reply.get("raised") else told


def load_file(path: str | Path, limits: Limits = Limits()) -> tuple[ForeignMeasure, ...]:
    """The measures in a Python file; a MeasureError says what is wrong with it.

    Loading the same file again after it was saved gives new measures; the processes of the old end.
    """
    shown = quoted(path, 200)
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise MeasureError(f"{shown} cannot be read: {error.strerror}") from None
    if len(content) > LARGEST_FILE:
        raise MeasureError(f"{shown} has {len(content):,} bytes; at most {LARGEST_FILE:,} are accepted")
    where, stamp = str(Path(path).resolve()), hashlib.sha256(content).hexdigest()[:16]
    found = _offered("file", where, content, limits, shown)
    if not found:
        raise MeasureError(
            f"{shown} holds no measure; a function f(hierarchy, true, predicted) or a class that extends "
            "hierview.Measure is one, with a name that does not begin with _"
        )
    measures = tuple(_measure("file", where, stamp, content, about, limits) for about in found)
    _close(lambda key: key[:2] == ("file", where) and key[2] != stamp)
    return measures


def load_installed(
    limits: Limits = Limits(),
    only: str | None = None,
) -> tuple[tuple[ForeignMeasure, ...], tuple[str, ...]]:
    """The measures of installed packages, and a sentence for each that cannot be loaded. only: those of that name."""
    measures: list[ForeignMeasure] = []
    failures: list[str] = []
    for point in sorted(importlib.metadata.entry_points(group=GROUP), key=lambda point: point.name):
        if only not in (None, point.name):
            continue
        try:
            found = _offered("entry point", point.name, b"", limits, f"the entry point {quoted(point.name)}")
            stamp = point.dist.version if point.dist is not None else ""
            measures += [_measure("entry point", point.name, stamp, b"", about, limits) for about in found]
        except MeasureError as error:
            failures.append(str(error))
    return tuple(measures), tuple(failures)


def _offered(origin: str, where: str, content: bytes, limits: Limits, shown: str) -> list[dict[str, Any]]:
    worker = Worker(origin, where, content, limits)
    try:
        return worker.measures()
    except LookupError:
        raise MeasureError(f"{shown} cannot be loaded: {_NO_ANSWER}") from None
    except Stopped as why:
        raise MeasureError(f"{shown} cannot be loaded: {_one_line(why, 2000)}") from None
    finally:
        worker.close()


def _measure(
    origin: Literal["file", "entry point"],
    where: str,
    stamp: str,
    content: bytes,
    about: dict[str, Any],
    limits: Limits,
) -> ForeignMeasure:
    told = {key: _one_line(about[key], 200) for key in ("name", "symbol", "title", "unit", "source")}
    source = told["source"] or (os.path.basename(where) if origin == "file" else where)
    if about["better"] not in ("higher", "lower"):
        better = quoted(about["better"])
        raise MeasureError(f'better is {better} in the measure {quoted(told["name"])}; "higher" or "lower" is accepted')
    spec = MeasureSpec(told["symbol"], told["title"], FAMILY, about["better"], source, unit=told["unit"])
    least_most = tuple(about["bounds"]) if "bounds" in about else None
    return ForeignMeasure(told["name"], spec, origin, where, stamp, least_most, limits, content)  # type: ignore[arg-type]


def _close(chosen: Any) -> None:
    with _LOCK:
        workers = [_WORKERS.pop(key) for key in list(_WORKERS) if chosen(key)]
    for worker in workers:
        worker.close()


def close_all() -> None:
    """End the processes of all foreign measures."""
    _close(lambda key: True)
