"""The process that runs somebody's own measure: `python -m hierview.own.worker`.

One JSON object a line comes in, one goes out for each. It ends when nobody writes to it any more. What the
measure prints goes to the error stream, so that it cannot be taken for an answer.
"""

from __future__ import annotations

import base64
import contextlib
import importlib.metadata
import importlib.util
import inspect
import json
import math
import os
import random
import sys
import time
import traceback
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from ..jobs.child import end_with_keeper, limit_memory, own_pipes
from ..measures import Measure, Result
from ..model.case import Case
from ..model.hierarchy import Hierarchy
from ..testing import check_measure, functions
from . import GROUP

MODULE = "hierview_own_measures"
MOST_TEXT = 2000
MOST_SAID = 50  # parts, and notes


def load_measures(origin: str, where: str, content: bytes) -> dict[str, Any]:
    """The measures of a Python file (`origin` "file") or of an entry point ("entry point"), by name.

    content: of the file, as it was when somebody asked for it; by now another may have been saved.

    Of a file: classes that are measures, and functions of three arguments; those whose names begin with _
    and those imported from elsewhere are left out, and where there is `__all__`, all that it does not name.
    """
    with contextlib.suppress(OSError):
        sys.path.insert(0, os.getcwd())
    if origin == "entry point":
        points = [point for point in importlib.metadata.entry_points(group=GROUP) if point.name == where]
        if not points:
            raise LookupError(f"no installed package offers {where} under {GROUP}")
        return {where: points[0].load()}
    spec = importlib.util.spec_from_file_location(MODULE, where)
    if spec is None or spec.loader is None:
        raise ImportError("it is no Python file; its name must end in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[MODULE] = module
    sys.path.insert(0, os.path.dirname(os.path.abspath(where)))
    exec(compile(content, where, "exec"), module.__dict__)
    public = getattr(module, "__all__", None)
    return {
        name: thing
        for name, thing in vars(module).items()
        if (name in public if public is not None else not name.startswith("_"))
        and getattr(thing, "__module__", None) == MODULE
        and (is_measure_class(thing) or (inspect.isfunction(thing) and not list(functions.argument_faults(thing))))
    }


def is_measure_class(thing: Any) -> bool:
    """Whether a thing is a class of measures, and no base of such classes."""
    return inspect.isclass(thing) and issubclass(thing, Measure) and hasattr(thing, "spec")


def measure_description(name: str, thing: Any) -> dict[str, Any]:
    """Description of a measure before it is asked: plain data."""
    if is_measure_class(thing):
        thing = thing()
    about: dict[str, Any]
    if isinstance(thing, Measure):
        spec, better, assumed = thing.spec, thing.better(), ""
        about = {"symbol": spec.name, "title": thing.title(), "unit": thing.unit(), "source": spec.source}
    else:
        better = getattr(thing, "better", "higher")
        first = (inspect.getdoc(thing) or "").strip().partition("\n")[0].rstrip(".")
        assumed = " ".join(f"{sentence}." for sentence in functions.assumption_notes(thing))
        try:
            bounds = _checked_bounds(getattr(thing, "bounds", (0, 1)))
        except Refused as error:
            raise Refused(f"{name}: {error}") from None
        about = {"symbol": name, "title": first or name, "unit": "", "source": "", "bounds": bounds}
    if better not in ("higher", "lower"):
        raise Refused(f'{name}: better is {_safe_text(better)}; "higher" or "lower" is accepted')
    return {"name": name, "better": str(better), "assumed": assumed} | about


class AnsweringMeasure:
    """A measure that answers requests about cases; a hierarchy stays until another one is sent."""

    def __init__(self, thing: Any):
        self._measure: Any = thing() if is_measure_class(thing) else thing
        self._hierarchy: Hierarchy | None = None

    def __call__(self, request: dict[str, Any]) -> dict[str, Any]:
        if "hierarchy" in request:
            self._hierarchy = _hierarchy(request["hierarchy"])
        h = self._hierarchy
        assert h is not None
        case = Case(h, frozenset(request["true"]), frozenset(request["predicted"]))
        if request["ask"] == "bounds":
            return {"bounds": _checked_bounds(self._measure.bounds(case))}
        if not isinstance(self._measure, Measure):
            return {"value": _plain_number(self._measure(h, case.true, case.predicted)), "parts": {}, "notes": []}
        result = self._measure.evaluate(case)
        if not isinstance(result, Result):
            raise Refused(f"evaluate returned {type(result).__name__}; a Result is expected")
        parts = {str(key)[:100]: _plain_number(part) for key, part in list(result.parts.items())[:MOST_SAID]}
        notes = [str(note)[:500] for note in result.notes[:MOST_SAID]]
        return {"value": _plain_number(result.value), "parts": parts, "notes": notes}


@lru_cache(maxsize=2000)
def _hierarchy(text: str) -> Hierarchy:
    """A hierarchy as it is sent; searches come back to the same small ones again and again."""
    return Hierarchy.from_edges(**json.loads(text))


class Refused(Exception):
    """The error that what the measure gave is refused; the text says why."""


def _plain_number(value: Any) -> Any:
    """A number as JSON holds it; anything else is refused with what it is."""
    if value is None:
        return value
    # Fractions and the numbers of numpy are numbers as well.
    if not isinstance(value, bool) and hasattr(value, "__float__"):
        try:
            return value if type(value) is int and abs(value) <= 2**53 else float(value)
        except OverflowError:
            raise Refused(f"it returned a number beyond {sys.float_info.max:.2g}, the largest accepted") from None
        except Exception:
            pass  # it only looks like a number
    raise Refused(f"it returned {type(value).__name__}; a number or None is expected")


def _checked_bounds(pair: Any) -> list[Any]:
    """The least and the most that a measure says, each None where there is none."""
    try:
        least, most = (None if bound is None else _plain_number(bound) for bound in pair)
        if all(bound is None or math.isfinite(bound) for bound in (least, most)):
            return [least, most]
    except (TypeError, ValueError, Refused):
        pass
    raise Refused(f"bounds is {_safe_text(pair)}; the least and the most are expected, each a number or None")


def _safe_text(thing: Any) -> str:
    """Anything in a few words, even if it refuses."""
    try:
        return repr(thing)[:200]
    except BaseException:
        return f"of the type {type(thing).__name__}"


def error_line(error: BaseException) -> str:
    """An exception in a line, with the line of the file that raised it."""
    try:
        if isinstance(error, Refused):
            return str(error)
        frames = [f for f in traceback.extract_tb(error.__traceback__) if "hierview/own" not in f.filename]
        where = f" ({os.path.basename(frames[-1].filename)}, line {frames[-1].lineno})" if frames else ""
        if isinstance(error, SyntaxError) and error.lineno:
            where = f" ({os.path.basename(error.filename or '')}, line {error.lineno})"
        text = str(getattr(error, "msg", "") or error)
        return f"{type(error).__name__}: {text}"[:MOST_TEXT] + where if text else type(error).__name__ + where
    except BaseException:  # an exception is a piece of the measure's code, too
        return f"{type(error).__name__}, which cannot be shown"


def serve(lines: Any, answer: Callable[[str], None]) -> None:
    """Answer requests until there are no more."""
    things: dict[str, Any] = {}
    answering: AnsweringMeasure | None = None
    for line in lines:
        request = json.loads(line)
        try:
            if request["ask"] == "load":
                things = load_measures(request["origin"], request["where"], base64.b64decode(request["content"]))
                reply: dict[str, Any] = {
                    "measures": [measure_description(name, thing) for name, thing in things.items()]
                }
            elif request["ask"] == "check":
                reply = {"lacking": check_measure(things[request["measure"]])}
            else:
                if answering is None:
                    answering = AnsweringMeasure(things[request["measure"]])
                reply = answering(request)
            text = json.dumps(reply)
        except (KeyboardInterrupt, GeneratorExit):
            raise
        except BaseException as error:  # also SystemExit: a measure that leaves takes nobody along
            text = json.dumps({"error": error_line(error), "raised": not isinstance(error, Refused)})
        about = {"id": request["id"], "seconds": time.process_time()}
        answer(f"{json.dumps(about)[:-1]}, {text[1:]}")


def main() -> None:
    """Serve the requests of the parent process until it ends."""
    limit_memory(int(sys.argv[1]))
    random.seed(0)  # a measure that draws numbers draws the same ones every time
    end_with_keeper()
    requests, answers = own_pipes()
    with os.fdopen(answers, "w", encoding="utf-8") as out, os.fdopen(requests, encoding="utf-8") as lines:

        def answer(line: str) -> None:
            out.write(line + "\n")
            out.flush()

        serve(lines, answer)


if __name__ == "__main__":
    main()
