"""All measures by name; a measure's text and back."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any, TypeVar

from ..errors import CaseError, MeasureError, quoted, suggestion
from ..model.case import Case
from ..public.docstrings import with_fields
from .base import Measure, Result, WithParameters
from .functions import FunctionMeasure

LONGEST_TEXT = 500
RANKS = "k"  # the parameter that may stand without its name where it is the first
_MEASURES: dict[str, type[Measure]] = {}
# In the order of long lists; any other module of this room, also of a folder of its own, follows by name.
_FIRST = (
    "pairs.graph_induced",
    "pairs.sums",
    "sets.measures",
    "lca.measures",
    "confusion.measures",
    "contributions.measures",
    "semantic.measures",
    "ranks.measures",
    "semantic.meeting_heights",
    "information.measures",
    "information.normed",
    "depth",
    "hloss",
    "by_level.one_level",
    "by_level.paths",
    "ranks.hops",
    "leaf_paths.count_preserving",
    "leaf_paths.path_shares",
)
M = TypeVar("M", bound=type[Measure])
D = TypeVar("D", bound=WithParameters)
AnyMeasure = str | Measure | Callable[..., Any]  # its text, itself, or a function of hierarchy, true and predicted


@cache
def _module_places() -> dict[str, int]:
    """The modules of this room, each with its place in long lists."""
    found = walk_packages([str(Path(__file__).parent)], f"{__package__}.")
    names = dict.fromkeys([*(f"{__package__}.{name}" for name in _FIRST), *sorted(module.name for module in found)])
    return {name: i for i, name in enumerate(names)}


class _KnownMeasures(Mapping[str, type[Measure]]):
    """All measures by name: those of this room, then others in the order in which they were registered.

    Modules are imported in the order of long lists, as far as a name is looked for: all of them take a while.
    """

    def __getitem__(self, name: str) -> type[Measure]:
        for module in _FIRST if name not in _MEASURES else ():
            import_module(f"{__package__}.{module}")
            if name in _MEASURES:
                break
        return _MEASURES[name] if name in _MEASURES else self._all()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def _all(self) -> dict[str, type[Measure]]:
        places = _module_places()
        for module in places:
            import_module(module)
        return dict(sorted(_MEASURES.items(), key=lambda item: places.get(item[1].__module__, len(places))))


_KNOWN = _KnownMeasures()


def register(cls: M) -> M:
    """Class decorator: make a measure known by its spec's name. Raises MeasureError where another has that name."""
    if not cls.__module__.startswith(f"{__package__}."):
        len(_KNOWN)  # a name that one of hierview's has is refused here, and not where that one is loaded
    name = cls.spec.name
    earlier = _MEASURES.get(name)
    if earlier is not None and earlier.__qualname__ != cls.__qualname__:
        raise MeasureError(f"a measure named {quoted(name)} is registered already; choose another name")
    _MEASURES[name] = cls
    return with_fields(cls)


def measures() -> dict[str, type[Measure]]:
    """All measures by name: hierview's, in the order of long lists, then others as they were registered."""
    return dict(_KNOWN)


def rows_by_family() -> dict[str, list[tuple[Measure, tuple[Measure, ...]]]]:
    """Every measure worth a row in a long list: {family: [(measure, those folded under it), ...]}."""
    return {family: list(rows) for family, rows in _rows_of_classes(tuple(_KNOWN.values())).items()}


@lru_cache(maxsize=2)  # every page asks for it several times
def _rows_of_classes(classes: tuple[type[Measure], ...]) -> dict[str, list[tuple[Measure, tuple[Measure, ...]]]]:
    families: dict[str, list[tuple[Measure, tuple[Measure, ...]]]] = {}
    for cls in classes:
        if cls.spec.under:
            continue
        under = [cls2 for cls2 in classes if cls2.spec.under == cls.spec.name]
        heads = [cls(), *map(parse_measure, cls.spec.listed)]
        for head in heads:
            params = {name: getattr(head, name) for name in cls.params()}
            children = tuple(
                sub(**{name: value for name, value in params.items() if name in sub.params()}) for sub in under
            )
            if head == heads[0]:
                children += tuple(map(parse_measure, cls.spec.folded))
            families.setdefault(cls.spec.family, []).append((head, children))
    return families


def plain_value(node: ast.expr) -> Any:
    """A parameter's value: a text, a number, a fraction p/q, True, False or None; else ValueError."""
    if isinstance(node, ast.Constant) and (node.value is None or isinstance(node.value, bool | int | str)):
        return node.value
    if isinstance(node, ast.Constant) and isinstance(node.value, float):
        return Fraction(repr(node.value))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -plain_value(node.operand)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        top, bottom = plain_value(node.left), plain_value(node.right)
        # A text would be read as a number, and "1e99999999" be multiplied out.
        if isinstance(top, int | Fraction) and isinstance(bottom, int | Fraction):
            return Fraction(top) / Fraction(bottom)
    raise ValueError("not a plain value")


@lru_cache(maxsize=4096)
def parse_measure(text: str) -> Measure:
    """The measure that `text` names, such as `MGIA(max_distance=None)`; parsing `str(measure)` gives it back.

    A number of ranks may stand without its name, as papers write it: `AHD(5)`. The text is read as syntax and never
    run. Raises MeasureError on anything else.
    """
    return parse_named(text, _KNOWN, "measure", "MGIA(max_distance=None)")


def parse_named(
    text: str,
    classes: Mapping[str, type[D]],
    what: str,
    example: str,
    longest: int = LONGEST_TEXT,
    unnamed: bool = False,
) -> D:
    """The one of the classes that `text` names; a MeasureError says what a `what` is, such as `example`.

    longest: characters.  unnamed: whether the first parameters may stand without their names.
    """
    name = example.partition("(")[0]
    if not isinstance(text, str) or len(text) > longest:
        raise MeasureError(f"a {what} is named by a text of at most {longest} characters, such as {name}")
    problem = MeasureError(
        f"{what} {quoted(text)} cannot be read; write a name, with parameters in parentheses where they differ "
        f"from the defaults, as in {example}"
    )
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise problem from None
    call = tree if isinstance(tree, ast.Call) else ast.Call(func=tree, args=[], keywords=[])
    if not isinstance(call.func, ast.Name) or any(k.arg is None for k in call.keywords):
        raise problem
    cls = classes.get(call.func.id)
    if call.args and not unnamed and next(iter(cls.params() if cls else ()), "") != RANKS:
        raise problem
    if cls is None:
        raise MeasureError(
            f"{what} {quoted(call.func.id)} is not known{suggestion(call.func.id, classes)}; "
            f"known are {', '.join(classes)}"
        )
    return cls(**_call_values(cls, call))


def _call_values(cls: type[WithParameters], call: ast.Call) -> dict[str, Any]:
    """The parameters that a call names, and those that stand in their order before."""
    parameters = cls.params()
    values: dict[str, Any] = {}
    first = [ast.keyword(name, value) for name, value in zip(parameters, call.args, strict=False)]
    for keyword in (*first, *call.keywords):
        name = str(keyword.arg)
        if name not in parameters:
            accepted = ", ".join(parameters) or "none"
            raise MeasureError(
                f"{cls.spec.name} has no parameter {quoted(name)}{suggestion(name, parameters)}; it has {accepted}"
            )
        if name in values:
            raise MeasureError(f"{cls.spec.name}: {name} is given twice; give it once")
        try:
            values[name] = plain_value(keyword.value)
        except (ValueError, TypeError, ZeroDivisionError, RecursionError):
            accepted = parameters[name].accepted
            raise MeasureError(f"{cls.spec.name}: the value of {name} cannot be read; {accepted}") from None
    return values


def measure_of(measure: object) -> Measure:
    """The measure that is given as itself, its text, its class, or a function of hierarchy, true and predicted classes.

    Raises MeasureError for anything else.
    """
    if isinstance(measure, Measure):
        return measure
    if isinstance(measure, type) and issubclass(measure, Measure):
        return measure()
    if callable(measure):
        return FunctionMeasure.of(measure)
    if isinstance(measure, str):
        return parse_measure(measure)
    raise MeasureError(f"{quoted(measure)} is no measure; its text, such as MGIA, a measure or a function is accepted")


def measures_of(measures: AnyMeasure | Iterable[AnyMeasure]) -> tuple[Measure, ...]:
    """The measures that are given, one or several. Raises MeasureError as `measure_of` does."""
    one = isinstance(measures, str) or not isinstance(measures, Iterable)
    return (measure_of(measures),) if one else tuple(map(measure_of, measures))  # type: ignore[arg-type]


def evaluate(case: Case, measure: AnyMeasure) -> Result:
    """Result on `case` of a measure: its text, a measure, or a function of hierarchy, true and predicted classes.

    Such a function returns a number, or None where it is undefined. Raises HierviewError where there is no answer.

    >>> from hierview import load_case
    >>> case = load_case({"hierview": 1, "edges": [["Arts", "Music"], ["Arts", "Theater"]],
    ...                   "true": ["Music"], "predicted": ["Theater"]})
    >>> evaluate(case, "hF").value
    0.5
    """
    if not isinstance(case, Case):
        raise CaseError(f"{quoted(case)} is no case; a Case is accepted, as load_case makes of a name or a file")
    return measure_of(measure).evaluate(case)
