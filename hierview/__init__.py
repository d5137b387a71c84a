"""hierview: how wrong is a hierarchical prediction, which measure says so, and why.

>>> import hierview
>>> case = hierview.load_case("12a")
>>> hierview.evaluate(case, "MGIA(max_distance=None)").parts["f_error"]
4
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from .errors import CaseError, HierarchyError, HierviewError, MeasureError, extras, suggestion
from .formats import write_case
from .measures import Ends, Measure, MeasureSpec, Result, measures, param, parse_measure, register
from .model.case import Case, Draft, long_distance
from .model.hierarchy import Hierarchy
from .model.labels import Labels
from .moved import install as _install_moved
from .notebook import install as _install_notebook
from .publish.files import evaluate, load_case
from .version import __version__

if TYPE_CHECKING:
    from .formats.hierarchies import load_hierarchy, open_hierarchy
    from .formats.registry import write_hierarchy
    from .publish.figures.making import figure
    from .study.plain import Running, score, scorer
    from .study.study import Study

    def widget(case: Draft | str = "11a", **asked: str) -> Any:
        """Stands for that of `ui.host.notebook`, a room above this one."""


# `import hierview.measures.pairs.steps as s` goes on from the name of what it finds as `hierview.measures`.
measures.__name__ = f"{__name__}.measures"

_install_notebook()
_install_moved()

_LATER = {
    "figure": "publish.figures.making",
    "load_hierarchy": "formats.hierarchies",
    "open_hierarchy": "formats.hierarchies",
    "widget": "ui.host.notebook",
    "write_hierarchy": "formats.registry",
}


def __getattr__(name: str) -> object:
    """Loaded when it is first asked for: readers of hierarchies, figures and data sets take a while to load."""
    if name in _LATER:
        with extras():
            return getattr(import_module(f".{_LATER[name]}", __name__), name)
    flats = import_module(".flats", __name__)
    if not name.startswith("_") and (flat := flats.flat_with("names", name)) is not None:
        return cast(object, flat.load(flat.names[name]))
    near = suggestion(name, __all__) or f"; there are {', '.join(__all__)}"
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}{near}")


def __dir__() -> list[str]:
    flats = import_module(".flats", __name__).flats()
    return sorted({*globals(), *_LATER, *(name for flat in flats for name in flat.names)})


__all__ = [
    "Case",
    "CaseError",
    "Draft",
    "Ends",
    "Hierarchy",
    "HierarchyError",
    "HierviewError",
    "Labels",
    "Measure",
    "MeasureError",
    "MeasureSpec",
    "Result",
    "Running",
    "Study",
    "__version__",
    "evaluate",
    "figure",
    "load_case",
    "load_hierarchy",
    "long_distance",
    "measures",
    "open_hierarchy",
    "param",
    "parse_measure",
    "register",
    "score",
    "scorer",
    "widget",
    "write_case",
    "write_hierarchy",
]
