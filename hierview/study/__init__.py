"""Whole data sets: labels of many instances, scored for many systems at once, kept in a folder.

>>> from hierview import Hierarchy
>>> from hierview.study import Study, from_lists
>>> h = Hierarchy.from_edges([("Arts", "Music"), ("Music", "Pop"), ("Music", "Rock")])
>>> study = Study.read(h, from_lists(["Pop", "Rock"]), {"near": from_lists(["Pop", "Pop"])})
>>> study.score(["hF", "TIE"]).averages("TIE")
array([1.])
"""

from importlib import import_module
from typing import TYPE_CHECKING

from .inputs.label_files import read_labels
from .inputs.labels import from_indicator, from_lists
from .published import PublishedStudy, published, published_studies
from .results.scores import Scores
from .study import Study

if TYPE_CHECKING:
    from .answers.answers import Answers, Policies, read_answers
    from .plain import study_of

_LATER = {"Answers": "answers.answers", "Policies": "answers.answers", "read_answers": "answers.answers"}
_LATER |= {"study_of": "plain"}


def __getattr__(name: str) -> object:
    """Loaded when it is first asked for: pandas and the tables of answers take a while to load."""
    if name in _LATER:
        return getattr(import_module(f".{_LATER[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "Answers",
    "Policies",
    "PublishedStudy",
    "Scores",
    "Study",
    "from_indicator",
    "from_lists",
    "published",
    "published_studies",
    "read_answers",
    "read_labels",
    "study_of",
]
