"""Questions that an expression may ask of a case: of values and parts, printed cells, classes, distances, graphs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from ..answers.answers import safe_result
from ..errors import LessonError, quoted, suggestion
from ..measures import Result, parse_measure
from ..measures.confusion.paths import confusion, predicted_paths
from ..measures.lca.graphs import Graphs, lca_graphs
from ..measures.vary.sensitivity import with_chain_above
from ..model.case import Case
from ..own.expression import Undefined
from ..workbench.sheets.k15_tables import COLUMNS, TABLE_12
from ..workbench.sheets.properties import BY_KEY
from ..workbench.sheets.shipped import shipped_signs

Worth = int | float | Fraction | str | frozenset[str] | Case | None
Cases = Mapping[str, Case]

# The flat measures under names of their own: lessons begin with them.
FLAT = {f"flat{letter}": f'h{letter}(augmentation="none")' for letter in "PRF"}
_VARIANTS = ("minimal", "extended", "algorithm1")
_SIDES = ("true", "predicted", "common")
_CELLS = ("TP", "FP", "FN", "TN")


def classes_of(value: Worth) -> frozenset[str]:
    """A set of classes; a text is the set of one."""
    if isinstance(value, str):
        return frozenset([value])
    if isinstance(value, frozenset):
        return value
    if value is None:
        raise Undefined("a value in it is undefined")
    raise LessonError(f"a set of classes is needed here, not a {'case' if isinstance(value, Case) else 'number'}")


def pick_case(value: Worth, here: Worth, cases: Cases) -> Case:
    """The case that is meant: itself, or its name; the one in question where nothing is given."""
    case = here if value is None else value
    if isinstance(case, str):
        if case not in cases:
            choices = f"; cases of this lesson are {', '.join(cases)}" if len(cases) <= 40 else ""
            raise LessonError(f"{quoted(case)} is no case of this lesson{suggestion(case, cases)}{choices}")
        return cases[case]
    if not isinstance(case, Case):
        raise LessonError('a case is needed here: c, or a name such as "13a"')
    return case


def _text(value: Worth, what: str, choices: Iterable[str] = ()) -> str:
    if not isinstance(value, str) or (choices and value not in choices):
        what_is_there = quoted(value) if isinstance(value, str) else "this"
        listed = f": {', '.join(choices)}" if choices else ", a text in quotation marks"
        raise LessonError(f"{what_is_there} is no {what}{listed}")
    return value


def _classes(case: Case, value: Worth) -> frozenset[str]:
    classes = classes_of(value)
    for c in sorted(classes):
        case.hierarchy.require(c)
    return classes


def _one(case: Case, value: Worth) -> str:
    classes = _classes(case, value)
    if len(classes) != 1:
        raise LessonError(f"one class is needed here, not {len(classes)}")
    return next(iter(classes))


@lru_cache(maxsize=4096)
def result_of(measure: str, case: Case) -> Result:
    """The result of a measure on a case; `flatP`, `flatR` and `flatF` are measures here, too."""
    return safe_result(parse_measure(FLAT.get(measure, measure)), case)


def _value(of: Case, measure: Worth, predicted: Worth = None) -> Worth:
    if predicted is not None:
        of = replace(of, predicted=_classes(of, predicted))
    return result_of(_text(measure, "measure"), of).value


def _part(of: Case, name: Worth, measure: Worth) -> Worth:
    parts = result_of(_text(measure, "measure"), of).parts
    if _text(name, "part") not in parts:
        none = f"{measure} has no part {quoted(name)}{suggestion(str(name), parts)}"
        raise LessonError(f"{none}; it has {', '.join(parts)}")
    return parts[str(name)]


def _printed(of: Case, measure: Worth) -> str:
    published = of.published_values
    if _text(measure, "measure") not in published:
        values = ", ".join(published) or "no values"
        raise LessonError(f"nothing is printed for {quoted(measure)}; printed are {values}")
    return published[str(measure)].printed


def _printed_number(of: Case, measure: Worth) -> Worth:
    text = _printed(of, measure)
    try:
        return Fraction(text)
    except ValueError:
        raise LessonError(f"the printed value {quoted(text)} is no plain number") from None


def _sign(of: Case, measure: Worth, name: Worth) -> Worth:
    """The sign of a measure in the row of K15's Table 12 with that name, by hierview's own trials."""
    signs = shipped_signs().get(_text(measure, "measure", COLUMNS), {})
    keys = {BY_KEY[key].name: key for key in TABLE_12}
    return str(signs[keys[_text(name, "row of Table 12", keys)]])


def _graphs(of: Case, variant: Worth) -> Graphs:
    return lca_graphs(of, _text(variant, "variant", _VARIANTS))


def _graph(of: Case, side: Worth, variant: Worth = "minimal") -> Worth:
    graphs = _graphs(of, variant)
    side = _text(side, "side", _SIDES)
    return graphs.true & graphs.predicted if side == "common" else frozenset(getattr(graphs, side))


def _cell(of: Case, name: Worth) -> Worth:
    matrix = confusion(of.hierarchy, sorted(of.true), [p.path for p in predicted_paths(of)])
    return frozenset(matrix.cell(_text(name, "cell", _CELLS)))


@dataclass(frozen=True)
class Question:
    """A function of the language. apply: of a case and what else is given.  case: the place where that is named."""

    usage: str
    apply: Callable[..., Worth]
    least: int
    most: int
    case: int = 0

    def of(self, here: Worth, cases: Cases, *given: Worth) -> Worth:
        """The answer. here: the case in question, where none is named.  cases: those of the lesson."""
        name = given[self.case] if len(given) > self.case else None
        others = (*given[: self.case], *given[self.case + 1 :])
        return self.apply(pick_case(name, here, cases), *others)


FUNCTIONS: dict[str, Question] = {
    "value": Question('value("hF", c) or value("hF", c, predicted)', _value, 1, 3, case=1),
    "part": Question('part("f_error", "MGIA", c)', _part, 2, 3, case=2),
    "printed": Question('printed("MGIA", c)', _printed, 1, 2, case=1),
    "printed_number": Question('printed_number("MGIA", c)', _printed_number, 1, 2, case=1),
    "sign": Question('sign("MGIA", "Pairing problem")', _sign, 2, 2, case=2),
    "true": Question("true(c)", lambda of: of.true, 0, 1),
    "predicted": Question("predicted(c)", lambda of: of.predicted, 0, 1),
    "up": Question("up(c, classes)", lambda of, given: of.hierarchy.closure(_classes(of, given)), 2, 2),
    "down": Question("down(c, classes)", lambda of, given: of.hierarchy.downward_closure(_classes(of, given)), 2, 2),
    "parents": Question("parents(c, x)", lambda of, x: frozenset(of.hierarchy.parents(_one(of, x))), 2, 2),
    "children": Question("children(c, x)", lambda of, x: frozenset(of.hierarchy.children(_one(of, x))), 2, 2),
    "depth": Question("depth(c, x)", lambda of, x: of.hierarchy.depth(_one(of, x)), 2, 2),
    "d": Question("d(c, x, y)", lambda of, x, y: of.hierarchy.rooted().distance(_one(of, x), _one(of, y)), 3, 3),
    "lca": Question(
        "lca(c, x, y)", lambda of, x, y: of.hierarchy.rooted().lowest_common_ancestors(_one(of, x), _one(of, y)), 3, 3
    ),
    "lcas": Question('lcas(c, "minimal")', lambda of, variant="minimal": _graphs(of, variant).lcas, 1, 2),
    "graph": Question('graph(c, "true", "minimal")', _graph, 2, 3),
    "under_root": Question("under_root(c), c below one more class", lambda of: with_chain_above(of, 1), 0, 1),
    "cell": Question('cell(c, "TP")', _cell, 2, 2),
}
