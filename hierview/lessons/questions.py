"""Questions that an expression may ask of a case: of values and parts, printed cells, classes, distances, graphs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from ..answers.answers import evaluated
from ..errors import LessonError, quoted, suggestion
from ..measures import Result, parse_measure
from ..measures.confusion.paths import confusion, predicted_paths
from ..measures.lca.graphs import lca_graphs
from ..measures.vary.sensitivity import chained
from ..model.case import Case

Worth = int | float | Fraction | str | frozenset[str] | Case | None
Cases = Mapping[str, Case]

# The flat measures under names of their own: lessons begin with them.
FLAT = {f"flat{letter}": f'h{letter}(augmentation="none")' for letter in "PRF"}
_VARIANTS = ("minimal", "extended", "algorithm1")
_SIDES = ("true", "predicted", "common")
_CELLS = ("TP", "FP", "FN", "TN")


class Undefined(Exception):
    """A part of an expression has no value; then the whole has none."""


def classes_of(value: Worth) -> frozenset[str]:
    """A set of classes; a text is the set of one."""
    if isinstance(value, str):
        return frozenset([value])
    if isinstance(value, frozenset):
        return value
    if value is None:
        raise Undefined("a value in it is undefined")
    raise LessonError(
        "a set of classes is needed here, not a number"
        if not isinstance(value, Case)
        else "a set of classes is needed here, not a case"
    )


def case_of(value: Worth, here: Worth, cases: Cases) -> Case:
    """The case that is meant: itself, or its name; the one in question where nothing is given."""
    found = here if value is None else value
    if isinstance(found, str):
        if found not in cases:
            known = f"; cases of this lesson are {', '.join(cases)}" if len(cases) <= 40 else ""
            raise LessonError(f"{quoted(found)} is no case of this lesson{suggestion(found, cases)}{known}")
        return cases[found]
    if not isinstance(found, Case):
        raise LessonError('a case is needed here: c, or a name such as "13a"')
    return found


def _text(value: Worth, what: str, known: Iterable[str] = ()) -> str:
    if not isinstance(value, str) or (known and value not in known):
        given = quoted(value) if isinstance(value, str) else "this"
        listed = f": {', '.join(known)}" if known else ", a text in quotation marks"
        raise LessonError(f"{given} is no {what}{listed}")
    return value


def _classes(case: Case, value: Worth) -> frozenset[str]:
    found = classes_of(value)
    for c in sorted(found):
        case.hierarchy.require(c)
    return found


def _one(case: Case, value: Worth) -> str:
    found = _classes(case, value)
    if len(found) != 1:
        raise LessonError(f"one class is needed here, not {len(found)}")
    return next(iter(found))


@lru_cache(maxsize=4096)
def _result(measure: str, case: Case) -> Result:
    return evaluated(parse_measure(FLAT.get(measure, measure)), case)


def result_of(measure: str, case: Case) -> Result:
    """The result of a measure on a case; `flatP`, `flatR` and `flatF` are measures here, too."""
    return _result(measure, case)


def _value(here: Worth, cases: Cases, measure: Worth, case: Worth = None, predicted: Worth = None) -> Worth:
    of = case_of(case, here, cases)
    if predicted is not None:
        of = replace(of, predicted=_classes(of, predicted))
    return result_of(_text(measure, "measure"), of).value


def _part(here: Worth, cases: Cases, name: Worth, measure: Worth, case: Worth = None) -> Worth:
    parts = result_of(_text(measure, "measure"), case_of(case, here, cases)).parts
    if _text(name, "part") not in parts:
        raise LessonError(
            f"{measure} has no part {quoted(name)}{suggestion(str(name), parts)}; it has {', '.join(parts)}"
        )
    return parts[str(name)]


def _printed(here: Worth, cases: Cases, measure: Worth, case: Worth = None) -> Worth:
    published = case_of(case, here, cases).published_values
    if _text(measure, "measure") not in published:
        raise LessonError(
            f"nothing is printed for {quoted(measure)}; printed are {', '.join(published) or 'no values'}"
        )
    return published[str(measure)].printed


def _printed_number(here: Worth, cases: Cases, measure: Worth, case: Worth = None) -> Worth:
    text = str(_printed(here, cases, measure, case))
    try:
        return Fraction(text)
    except ValueError:
        raise LessonError(f"the printed value {quoted(text)} is no plain number") from None


def _up(here: Worth, cases: Cases, case: Worth, classes: Worth) -> Worth:
    of = case_of(case, here, cases)
    return of.hierarchy.closure(_classes(of, classes))


def _down(here: Worth, cases: Cases, case: Worth, classes: Worth) -> Worth:
    of = case_of(case, here, cases)
    return of.hierarchy.downward_closure(_classes(of, classes))


def _lca(here: Worth, cases: Cases, case: Worth, x: Worth, y: Worth) -> Worth:
    of = case_of(case, here, cases)
    return of.hierarchy.rooted().lowest_common_ancestors(_one(of, x), _one(of, y))


def _distance(here: Worth, cases: Cases, case: Worth, x: Worth, y: Worth) -> Worth:
    of = case_of(case, here, cases)
    return of.hierarchy.rooted().distance(_one(of, x), _one(of, y))


def _graph(here: Worth, cases: Cases, case: Worth, side: Worth, variant: Worth = "minimal") -> Worth:
    graphs = lca_graphs(case_of(case, here, cases), _text(variant, "variant", _VARIANTS))
    side = _text(side, "side", _SIDES)
    return graphs.true & graphs.predicted if side == "common" else frozenset(getattr(graphs, side))


def _lcas(here: Worth, cases: Cases, case: Worth, variant: Worth = "minimal") -> Worth:
    return lca_graphs(case_of(case, here, cases), _text(variant, "variant", _VARIANTS)).lcas


def _cell(here: Worth, cases: Cases, case: Worth, name: Worth) -> Worth:
    of = case_of(case, here, cases)
    matrix = confusion(of.hierarchy, sorted(of.true), [p.path for p in predicted_paths(of)])
    return frozenset(matrix.cell(_text(name, "cell", _CELLS)))


def _marked(side: str) -> Callable[..., Worth]:
    def classes(here: Worth, cases: Cases, case: Worth = None) -> Worth:
        found: frozenset[str] = getattr(case_of(case, here, cases), side)
        return found

    return classes


def _beside(method: str) -> Callable[..., Worth]:
    def classes(here: Worth, cases: Cases, case: Worth, x: Worth) -> Worth:
        of = case_of(case, here, cases)
        return frozenset(getattr(of.hierarchy, method)(_one(of, x)))

    return classes


def _depth(here: Worth, cases: Cases, case: Worth, x: Worth) -> Worth:
    of = case_of(case, here, cases)
    return of.hierarchy.depth(_one(of, x))


def _under_root(here: Worth, cases: Cases, case: Worth = None) -> Worth:
    return chained(case_of(case, here, cases), 1)


@dataclass(frozen=True)
class Question:
    """A function of the language. apply: of the case in question, the lesson's cases and what is given."""

    usage: str
    apply: Callable[..., Worth]
    least: int
    most: int


FUNCTIONS: dict[str, Question] = {
    "value": Question('value("hF", c) or value("hF", c, predicted)', _value, 1, 3),
    "part": Question('part("f_error", "MGIA", c)', _part, 2, 3),
    "printed": Question('printed("MGIA", c)', _printed, 1, 2),
    "printed_number": Question('printed_number("MGIA", c)', _printed_number, 1, 2),
    "true": Question("true(c)", _marked("true"), 0, 1),
    "predicted": Question("predicted(c)", _marked("predicted"), 0, 1),
    "up": Question("up(c, classes)", _up, 2, 2),
    "down": Question("down(c, classes)", _down, 2, 2),
    "parents": Question("parents(c, x)", _beside("parents"), 2, 2),
    "children": Question("children(c, x)", _beside("children"), 2, 2),
    "depth": Question("depth(c, x)", _depth, 2, 2),
    "d": Question("d(c, x, y)", _distance, 3, 3),
    "lca": Question("lca(c, x, y)", _lca, 3, 3),
    "lcas": Question('lcas(c, "minimal")', _lcas, 1, 2),
    "graph": Question('graph(c, "true", "minimal")', _graph, 2, 3),
    "under_root": Question("under_root(c), c below one more class", _under_root, 0, 1),
    "cell": Question('cell(c, "TP")', _cell, 2, 2),
}
