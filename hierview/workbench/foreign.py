"""Measures that somebody wrote in Python, each run in a process of its own that can be killed.

Only what was named on the local command line, or is installed as an entry point of `hierview.measures`,
comes here; never anything from a browser.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.metadata
import json
import math
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from ..case import Case
from ..errors import MeasureError, quoted
from ..explain import Formula, HierarchyPicture, Row, Step, number
from ..hierarchy import Hierarchy
from ..measures import Measure, MeasureSpec, Result
from ..measures.base import Value, empty_side_notes

GROUP = "hierview.measures"
FAMILY = "Mine"
LARGEST_FILE = 1_000_000
_ANY = Case.of([], ["A"], [], ["A"])  # where a question is about no case
LONGEST_ANSWER = 1_000_000
MOST_HIERARCHIES = 2000


@dataclass(frozen=True)
class Failure:
    """A case on which a measure gave no value that can be used, and what happened.

    final: whether it will not be asked again, since its process was ended or its time is used up.
    """

    case: Case
    sentence: str
    final: bool = False


@dataclass(frozen=True)
class Limits:
    """What a foreign measure may use: seconds for one case, for starting, and in all; megabytes of memory."""

    call: float = 2.0
    start: float = 20.0
    total: float = 120.0
    megabytes: int = 4096


class Stopped(Exception):
    """The process was ended, or cannot be asked any more; the text says why."""


class Worker:
    """One process with one foreign measure, started when it is first asked.

    A call that takes too long ends it for good: what never ends on one case costs its time once.
    """

    def __init__(self, origin: str, where: str, limits: Limits):
        self._origin, self._where, self._limits = origin, where, limits
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._sent: OrderedDict[Hierarchy, int] = OrderedDict()
        self._next = 0
        self._rest = b""
        self.spent = 0.0
        self.ended = ""

    def renew(self) -> None:
        """Give it its whole time again, and another start if it was ended."""
        with self._lock:
            self.spent, self.ended = 0.0, ""

    def measures(self) -> list[dict[str, Any]]:
        """What the file or package offers, as plain data; Stopped where it cannot be loaded."""
        with self._lock:
            return self._start()

    def ask(self, what: str, name: str, case: Case) -> dict[str, Any]:
        """The answer about a case; Stopped where there is none."""
        with self._lock:
            if self.ended:
                raise Stopped(self.ended)
            if self.spent > self._limits.total:
                raise Stopped(f"it has used up its {self._limits.total:g} s")
            if self._process is None:
                self._start()
            request: dict[str, Any] = {
                "ask": what, "measure": name, "true": sorted(case.true), "predicted": sorted(case.predicted),
            }  # fmt: skip
            h = case.hierarchy
            if h not in self._sent:
                self._sent[h] = self._next
                self._next += 1
                request["classes"] = list(h.classes)
                request["edges"] = [[*edge, str(weight)] for edge, weight in h.weights.items()]
            request["h"] = self._sent[h]
            started = time.monotonic()
            try:
                reply = self._exchange(request, self._limits.call)
            finally:
                self.spent += time.monotonic() - started
            if len(self._sent) > MOST_HIERARCHIES:
                self.close()  # the next call starts a fresh one, which holds no hierarchies yet
            return reply

    def _start(self) -> list[dict[str, Any]]:
        self.close()
        command = [sys.executable, "-m", f"{__package__}.worker", str(self._limits.megabytes)]
        root = str(Path(__file__).resolve().parents[2])
        paths = [root, *filter(None, [os.environ.get("PYTHONPATH")])]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)}, start_new_session=True,
        )  # fmt: skip
        reply = self._exchange({"ask": "load", "origin": self._origin, "where": self._where}, self._limits.start)
        if "error" in reply:
            self.close()
            raise Stopped(reply["error"])
        return reply["measures"]

    def _exchange(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        process = self._process
        assert process is not None and process.stdin is not None and process.stdout is not None
        line = b""
        try:
            process.stdin.write(json.dumps(request).encode() + b"\n")
            process.stdin.flush()
            line = self._line(process.stdout.fileno(), time.monotonic() + seconds)
        except TimeoutError:
            self._end(f"it took longer than {seconds:g} s and was stopped")
        except (OSError, EOFError):
            code = None
            with contextlib.suppress(subprocess.TimeoutExpired):
                code = process.wait(1)  # it may be on its way out
            self._end(f"its process ended{'' if code is None else f' (exit status {code})'}")
        try:
            reply = json.loads(line)
        except ValueError:
            reply = None
        if not isinstance(reply, dict):
            self._end("its process wrote something that is no answer")
        return reply

    def _line(self, source: int, until: float) -> bytes:
        while b"\n" not in self._rest:
            left = until - time.monotonic()
            if left <= 0 or not select.select([source], [], [], left)[0]:
                raise TimeoutError
            piece = os.read(source, 65536)
            if not piece or len(self._rest) > LONGEST_ANSWER:
                raise EOFError
            self._rest += piece
        line, _, self._rest = self._rest.partition(b"\n")
        return line

    def _end(self, why: str) -> None:
        self.close()
        self.ended = why
        raise Stopped(why)

    def close(self) -> None:
        """End the process and all that it started."""
        process, self._process, self._rest = self._process, None, b""
        self._sent.clear()
        if process is None:
            return
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        process.wait()


# Measures are values, and processes are not: the process of a measure is found by what the measure is.
_WORKERS: dict[tuple, Worker] = {}
_LOCK = threading.Lock()


@dataclass(frozen=True)
class ForeignMeasure(Measure):
    """A measure in a file or an installed package, asked in a process of its own.

    name: what it is called there.  stamp: which content of the file it is of, so that a file that was
    saved again gives another measure.
    """

    name: str
    spec: MeasureSpec  # type: ignore[misc]  # of this one, not of its class
    origin: Literal["file", "entry point"]
    where: str
    stamp: str = ""
    least_most: tuple[Value, Value] | None = (0.0, 1.0)  # None: it says so itself, case by case
    limits: Limits = field(default=Limits(), repr=False)

    def __str__(self) -> str:
        return self.name

    @property
    def worker(self) -> Worker:
        key = (self.origin, self.where, self.stamp, self.name, self.limits)
        with _LOCK:
            if key not in _WORKERS:
                _WORKERS[key] = Worker(self.origin, self.where, self.limits)
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
        if self.least_most is not None:
            return self.least_most
        try:
            least, most = self.worker.ask("bounds", self.name, case).get("bounds", (None, None))
        except (Stopped, TypeError, ValueError):
            return (None, None)
        return (least, most)

    def evaluate(self, case: Case) -> Result:
        try:
            reply = self.worker.ask("evaluate", self.name, case)
        except Stopped as why:
            return self._failed(case, str(why), final=True)
        if "error" in reply:
            return self._failed(case, f"it raised {reply['error']}")
        value = reply.get("value")
        if isinstance(value, float) and not math.isfinite(value):
            return self._failed(case, f"the value is {value}; where a measure is undefined it gives None")
        notes = (*empty_side_notes(case), *reply.get("notes", ()))
        if value is None and not reply.get("notes"):
            notes = (*notes, f"Undefined: {self.name} gave None.")
        return Result(str(self), None if value is None else float(value), reply.get("parts", {}), None, notes)

    def _failed(self, case: Case, why: str, final: bool = False) -> Result:
        return Result(str(self), None, {}, Failure(case, why, final), (f"{self.name} failed on this case: {why}.",))

    def lacking(self) -> tuple[str, ...]:
        """What `check_measure` says of it, in its own process."""
        try:
            reply = self.worker.ask("check", self.name, _ANY)
        except Stopped as why:
            return (f"{why}",)
        return tuple(reply.get("lacking", ())) if "error" not in reply else (reply["error"],)

    def view(self, case: Case, result: Result, name: str) -> Step:
        text = result.notes[-1] if result.value is None else f"{self.spec.title}. Computed in {self.where}."
        shown = Formula(self.symbol(), (), number(result.value))
        return Step(name, (text,), (HierarchyPicture(("The case",)),), shown)


def load_file(path: str | Path, limits: Limits = Limits()) -> tuple[ForeignMeasure, ...]:  # noqa: B008  (frozen)
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
    _close(lambda key: key[:2] == ("file", where) and key[2] != stamp)
    found = _offered("file", where, limits, shown)
    if not found:
        raise MeasureError(
            f"{shown} holds no measure; a function f(hierarchy, true, predicted) or a class that extends "
            "hierview.Measure is one, with a name that does not begin with _"
        )
    return tuple(_measure("file", where, stamp, about, limits) for about in found)


def load_installed(
    limits: Limits = Limits(),  # noqa: B008
    only: str | None = None,
) -> tuple[tuple[ForeignMeasure, ...], tuple[str, ...]]:
    """The measures of installed packages, and a sentence for each that cannot be loaded. only: those of that name."""
    measures: list[ForeignMeasure] = []
    failures: list[str] = []
    for point in sorted(importlib.metadata.entry_points(group=GROUP), key=lambda point: point.name):
        if only not in (None, point.name):
            continue
        try:
            found = _offered("entry point", point.name, limits, f"the entry point {quoted(point.name)}")
            stamp = point.dist.version if point.dist is not None else ""
            measures += [_measure("entry point", point.name, stamp, about, limits) for about in found]
        except MeasureError as error:
            failures.append(str(error))
    return tuple(measures), tuple(failures)


def _offered(origin: str, where: str, limits: Limits, shown: str) -> list[dict[str, Any]]:
    worker = Worker(origin, where, limits)
    try:
        return worker.measures()
    except Stopped as why:
        raise MeasureError(f"{shown} cannot be loaded: {why}") from None
    finally:
        worker.close()


def _measure(
    origin: Literal["file", "entry point"], where: str, stamp: str, about: dict[str, Any], limits: Limits
) -> ForeignMeasure:
    source = about["source"] or (os.path.basename(where) if origin == "file" else where)
    spec = MeasureSpec(about["symbol"], about["title"], FAMILY, about["better"], source, unit=about["unit"])
    least_most = tuple(about["bounds"]) if "bounds" in about else None
    return ForeignMeasure(about["name"], spec, origin, where, stamp, least_most, limits)  # type: ignore[arg-type]


def _close(chosen: Any) -> None:
    with _LOCK:
        for key in [key for key in _WORKERS if chosen(key)]:
            _WORKERS.pop(key).close()


def close_all() -> None:
    """End the processes of all foreign measures."""
    _close(lambda key: True)
