"""Functions of the expression language: values and parts, printed cells, classes, distances and graphs of a case."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from ..answers.answers import safe_result
from ..errors import LessonError, quoted, suggestion
from ..measures import Result, parse_measure
from ..measures.confusion.paths import confusion_matrix, predicted_paths
from ..measures.lca.graphs import Graphs, lca_graphs
from ..measures.vary.sensitivity import with_chain_above
from ..model.case import Case
from ..own.expression import Undefined
from ..workbench.sheets.k15_tables import COLUMNS, TABLE_12
from ..workbench.sheets.properties import BY_KEY
from ..workbench.sheets.shipped import shipped_signs

ExpressionValue = int | float | Fraction | str | frozenset[str] | Case | None
Cases = Mapping[str, Case]

# The flat measures under names of their own: lessons begin with them.
FLAT = {f"flat{letter}": f'h{letter}(augmentation="none")' for letter in "PRF"}
_VARIANTS = ("minimal", "extended", "algorithm1")
_SIDES = ("true", "predicted", "common")
_CELLS = ("TP", "FP", "FN", "TN")


def classes_of(value: ExpressionValue) -> frozenset[str]:
    """A set of classes; a text is the set of one."""
    if isinstance(value, str):
        return frozenset([value])
    if isinstance(value, frozenset):
        return value
    if value is None:
        raise Undefined("a value in it is undefined")
    raise LessonError(f"a set of classes is needed here, not a {'case' if isinstance(value, Case) else 'number'}")


def pick_case(value: ExpressionValue, case_names: ExpressionValue, cases: Cases) -> Case:
    """The case that is meant: itself, or its name; the one in question where nothing is given."""
    case = case_names if value is None else value
    if isinstance(case, str):
        if case not in cases:
            choices = f"; cases of this lesson are {', '.join(cases)}" if len(cases) <= 40 else ""
            raise LessonError(f"{quoted(case)} is no case of this lesson{suggestion(case, cases)}{choices}")
        return cases[case]
    if not isinstance(case, Case):
        raise LessonError('a case is needed here: c, or a name such as "13a"')
    return case


def _checked_word(value: ExpressionValue, what: str, choices: Iterable[str] = ()) -> str:
    if not isinstance(value, str) or (choices and value not in choices):
        what_is_there = quoted(value) if isinstance(value, str) else "this"
        listed = f": {', '.join(choices)}" if choices else ", a text in quotation marks"
        raise LessonError(f"{what_is_there} is no {what}{listed}")
    return value


def _checked_classes(case: Case, value: ExpressionValue) -> frozenset[str]:
    classes = classes_of(value)
    for c in sorted(classes):
        case.hierarchy.require(c)
    return classes


def _checked_class(case: Case, value: ExpressionValue) -> str:
    classes = _checked_classes(case, value)
    if len(classes) != 1:
        raise LessonError(f"one class is needed here, not {len(classes)}")
    return next(iter(classes))


@lru_cache(maxsize=4096)
def result_of(measure: str, case: Case) -> Result:
    """The result of a measure on a case; `flatP`, `flatR` and `flatF` are measures here, too."""
    return safe_result(parse_measure(FLAT.get(measure, measure)), case)


def _measure_value(case: Case, measure: ExpressionValue, predicted: ExpressionValue = None) -> ExpressionValue:
    if predicted is not None:
        case = replace(case, predicted=_checked_classes(case, predicted))
    return result_of(_checked_word(measure, "measure"), case).value


def _part_value(case: Case, name: ExpressionValue, measure: ExpressionValue) -> ExpressionValue:
    parts = result_of(_checked_word(measure, "measure"), case).parts
    if _checked_word(name, "part") not in parts:
        none = f"{measure} has no part {quoted(name)}{suggestion(str(name), parts)}"
        raise LessonError(f"{none}; it has {', '.join(parts)}")
    return parts[str(name)]


def _printed_text(case: Case, measure: ExpressionValue) -> str:
    published = case.published_values
    if _checked_word(measure, "measure") not in published:
        values = ", ".join(published) or "no values"
        raise LessonError(f"nothing is printed for {quoted(measure)}; printed are {values}")
    return published[str(measure)].printed


def _printed_number(case: Case, measure: ExpressionValue) -> ExpressionValue:
    text = _printed_text(case, measure)
    try:
        return Fraction(text)
    except ValueError:
        raise LessonError(f"the printed value {quoted(text)} is no plain number") from None


def _behaviour_sign(case: Case, measure: ExpressionValue, name: ExpressionValue) -> ExpressionValue:
    """The sign of a measure in the row of K15's Table 12 with that name, by hierview's own trials."""
    signs = shipped_signs().get(_checked_word(measure, "measure", COLUMNS), {})
    keys = {BY_KEY[key].name: key for key in TABLE_12}
    return str(signs[keys[_checked_word(name, "row of Table 12", keys)]])


def _graphs(case: Case, variant: ExpressionValue) -> Graphs:
    return lca_graphs(case, _checked_word(variant, "variant", _VARIANTS))


def _classes_of_graph(case: Case, side: ExpressionValue, variant: ExpressionValue = "minimal") -> ExpressionValue:
    graphs = _graphs(case, variant)
    side = _checked_word(side, "side", _SIDES)
    return graphs.true & graphs.predicted if side == "common" else frozenset(getattr(graphs, side))


def _confusion_cell(case: Case, name: ExpressionValue) -> ExpressionValue:
    matrix = confusion_matrix(case.hierarchy, sorted(case.true), [p.path for p in predicted_paths(case)])
    return frozenset(matrix.cell(_checked_word(name, "cell", _CELLS)))


@dataclass(frozen=True)
class ExpressionFunction:
    """A function of the language."""

    usage: str
    """How it is written, for errors."""
    apply: Callable[..., ExpressionValue]
    """Gives the answer for a case and what else is given."""
    fewest: int
    """The fewest values that it takes."""
    most: int
    """The most values that it takes."""
    case_place: int = 0
    """Place among the values where the case is named."""

    def value(self, case_names: ExpressionValue, cases: Cases, *arguments: ExpressionValue) -> ExpressionValue:
        """The answer. case_names: the case in question, where none is named.  cases: those of the lesson."""
        name = arguments[self.case_place] if len(arguments) > self.case_place else None
        others = (*arguments[: self.case_place], *arguments[self.case_place + 1 :])
        return self.apply(pick_case(name, case_names, cases), *others)


FUNCTIONS: dict[str, ExpressionFunction] = {
    "value": ExpressionFunction('value("hF", c) or value("hF", c, predicted)', _measure_value, 1, 3, case_place=1),
    "part": ExpressionFunction('part("f_error", "MGIA", c)', _part_value, 2, 3, case_place=2),
    "printed": ExpressionFunction('printed("MGIA", c)', _printed_text, 1, 2, case_place=1),
    "printed_number": ExpressionFunction('printed_number("MGIA", c)', _printed_number, 1, 2, case_place=1),
    "sign": ExpressionFunction('sign("MGIA", "Pairing problem")', _behaviour_sign, 2, 2, case_place=2),
    "true": ExpressionFunction("true(c)", lambda of: of.true, 0, 1),
    "predicted": ExpressionFunction("predicted(c)", lambda of: of.predicted, 0, 1),
    "up": ExpressionFunction(
        "up(c, classes)", lambda of, given: of.hierarchy.closure(_checked_classes(of, given)), 2, 2
    ),
    "down": ExpressionFunction(
        "down(c, classes)", lambda of, given: of.hierarchy.downward_closure(_checked_classes(of, given)), 2, 2
    ),
    "parents": ExpressionFunction(
        "parents(c, x)", lambda of, x: frozenset(of.hierarchy.parents(_checked_class(of, x))), 2, 2
    ),
    "children": ExpressionFunction(
        "children(c, x)", lambda of, x: frozenset(of.hierarchy.children(_checked_class(of, x))), 2, 2
    ),
    "depth": ExpressionFunction("depth(c, x)", lambda of, x: of.hierarchy.depth(_checked_class(of, x)), 2, 2),
    "d": ExpressionFunction(
        "d(c, x, y)",
        lambda of, x, y: of.hierarchy.rooted().distance(_checked_class(of, x), _checked_class(of, y)),
        3,
        3,
    ),
    "lca": ExpressionFunction(
        "lca(c, x, y)",
        lambda of, x, y: of.hierarchy.rooted().lowest_common_ancestors(_checked_class(of, x), _checked_class(of, y)),
        3,
        3,
    ),
    "lcas": ExpressionFunction('lcas(c, "minimal")', lambda of, variant="minimal": _graphs(of, variant).lcas, 1, 2),
    "graph": ExpressionFunction('graph(c, "true", "minimal")', _classes_of_graph, 2, 3),
    "under_root": ExpressionFunction("under_root(c), c below one more class", lambda of: with_chain_above(of, 1), 0, 1),
    "cell": ExpressionFunction('cell(c, "TP")', _confusion_cell, 2, 2),
}
