"""The process that runs somebody's own measure: `python -m hierview.workbench.worker`.

One JSON object a line comes in, one goes out for each. It ends when nobody writes to it any more. What the
measure prints goes to the error stream, so that it cannot be taken for an answer.
"""

from __future__ import annotations

import contextlib
import importlib.metadata
import importlib.util
import inspect
import json
import os
import sys
import threading
import time
import traceback
from collections.abc import Callable
from typing import Any

from ..case import Case
from ..hierarchy import Hierarchy
from ..measures import Measure, Result
from ..testing import check_measure

GROUP = "hierview.measures"
MODULE = "hierview_own_measures"
MOST_TEXT = 2000


def load(origin: str, where: str) -> dict[str, Any]:
    """The measures of a Python file (`origin` "file") or of an entry point ("entry point"), by name.

    Of a file: classes that are measures, and functions of three arguments; those whose names begin with _
    and those imported from elsewhere are left out, and where there is `__all__`, all that it does not name.
    """
    if origin == "entry point":
        found = [point for point in importlib.metadata.entry_points(group=GROUP) if point.name == where]
        if not found:
            raise LookupError(f"no installed package offers {where} under {GROUP}")
        return {where: found[0].load()}
    spec = importlib.util.spec_from_file_location(MODULE, where)
    if spec is None or spec.loader is None:
        raise ImportError("it is no Python file; its name must end in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[MODULE] = module
    sys.path.insert(0, os.path.dirname(os.path.abspath(where)))
    spec.loader.exec_module(module)
    named = getattr(module, "__all__", None)
    return {
        name: thing
        for name, thing in vars(module).items()
        if (name in named if named is not None else not name.startswith("_"))
        and getattr(thing, "__module__", None) == MODULE
        and (is_measure_class(thing) or is_function_of_three(thing))
    }


def is_measure_class(thing: Any) -> bool:
    return inspect.isclass(thing) and issubclass(thing, Measure) and hasattr(thing, "spec")


def is_function_of_three(thing: Any) -> bool:
    if not inspect.isfunction(thing):
        return False
    try:
        inspect.signature(thing).bind(None, None, None)
    except TypeError:
        return False
    return True


def described(name: str, thing: Any) -> dict[str, Any]:
    """What is said of a measure before it is asked: plain data."""
    if is_measure_class(thing):
        thing = thing()
    if isinstance(thing, Measure):
        spec = thing.spec
        return {
            "name": name, "symbol": spec.name, "title": thing.title(), "better": thing.better(),
            "unit": thing.unit(), "source": spec.source, "kind": "class",
        }  # fmt: skip
    first = (inspect.getdoc(thing) or "").strip().partition("\n")[0].rstrip(".")
    least, most = getattr(thing, "bounds", (0, 1))
    better = getattr(thing, "better", "higher")
    if better not in ("higher", "lower"):
        raise ValueError(f'better is {better!r}; "higher" or "lower" is accepted')
    return {
        "name": name, "symbol": name, "title": first or name, "better": better, "unit": "", "source": "",
        "kind": "function", "bounds": [least, most],
    }  # fmt: skip


class Asked:
    """A measure that answers requests about cases; hierarchies are sent once and then named by number."""

    def __init__(self, thing: Any):
        self._measure: Any = thing() if is_measure_class(thing) else thing
        self._hierarchies: dict[int, Hierarchy] = {}

    def __call__(self, request: dict[str, Any]) -> dict[str, Any]:
        if "edges" in request:
            edges, classes = request["edges"], request["classes"]
            self._hierarchies[request["h"]] = Hierarchy.from_edges(edges, classes)
        h = self._hierarchies[request["h"]]
        case = Case(h, frozenset(request["true"]), frozenset(request["predicted"]))
        if request["ask"] == "bounds":
            return {"bounds": list(self._measure.bounds(case))}
        if not isinstance(self._measure, Measure):
            return {"value": _plain(self._measure(h, case.true, case.predicted)), "parts": {}, "notes": []}
        result = self._measure.evaluate(case)
        if not isinstance(result, Result):
            raise TypeError(f"evaluate returned {type(result).__name__}; a Result is expected")
        parts = {str(key): _plain(part) for key, part in result.parts.items()}
        return {"value": _plain(result.value), "parts": parts, "notes": [str(note)[:500] for note in result.notes]}


def _plain(value: Any) -> Any:
    """A number as JSON holds it; anything else is refused with what it is."""
    if value is None or (isinstance(value, int | float) and not isinstance(value, bool)):
        return value
    if not isinstance(value, bool):
        # Fractions and the numbers of numpy are numbers as well.
        with contextlib.suppress(Exception):
            return float(value) if hasattr(value, "__float__") else _refused(value)
    return _refused(value)


def _refused(value: Any) -> Any:
    raise TypeError(f"it returned {type(value).__name__}; a number or None is expected")


def told(error: BaseException) -> str:
    """An exception in a line, with the line of the file that raised it."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if "hierview/workbench" not in f.filename]
    where = f" ({os.path.basename(frames[-1].filename)}, line {frames[-1].lineno})" if frames else ""
    if isinstance(error, SyntaxError) and error.lineno:
        where = f" ({os.path.basename(error.filename or '')}, line {error.lineno})"
    text = str(getattr(error, "msg", "") or error)
    return f"{type(error).__name__}: {text}"[:MOST_TEXT] + where if text else type(error).__name__ + where


def serve(lines: Any, answer: Callable[[dict[str, Any]], None]) -> None:
    """Answer requests until there are no more."""
    things: dict[str, Any] = {}
    asked: dict[str, Asked] = {}
    for line in lines:
        request = json.loads(line)
        try:
            if request["ask"] == "load":
                things = load(request["origin"], request["where"])
                answer({"measures": [described(name, thing) for name, thing in things.items()]})
            elif request["ask"] == "check":
                answer({"lacking": check_measure(things[request["measure"]])})
            else:
                name = request["measure"]
                if name not in asked:
                    asked[name] = Asked(things[name])
                answer(asked[name](request))
        except (KeyboardInterrupt, GeneratorExit):
            raise
        except BaseException as error:  # also SystemExit: a measure that leaves takes nobody along
            answer({"error": told(error)})


def _end_with_parent() -> None:
    """End when the process that asked is gone, even in the middle of a measure that never ends."""
    parent = os.getppid()
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def _limit_memory(megabytes: int) -> None:
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        size = megabytes * 2**20
        resource.setrlimit(resource.RLIMIT_AS, (size, size))


def main() -> None:
    _limit_memory(int(sys.argv[1]))
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as out, os.fdopen(os.dup(0), encoding="utf-8") as requests:
        os.dup2(2, 1)
        with open(os.devnull, encoding="utf-8") as nothing:
            os.dup2(nothing.fileno(), 0)

        def answer(reply: dict[str, Any]) -> None:
            out.write(json.dumps(reply) + "\n")
            out.flush()

        serve(requests, answer)


if __name__ == "__main__":
    main()
