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

if TYPE_CHECKING:
    from .answers.answers import Answers, Policies, read_answers
    from .inputs.label_files import read_labels
    from .inputs.labels import from_indicator, from_lists
    from .plain import study_of
    from .printed import PublishedStudy, published, published_studies
    from .results.scores import Scores
    from .study import Study

_LATER = {
    "Answers": "answers.answers",
    "Policies": "answers.answers",
    "PublishedStudy": "printed",
    "Scores": "results.scores",
    "Study": "study",
    "from_indicator": "inputs.labels",
    "from_lists": "inputs.labels",
    "published": "printed",
    "published_studies": "printed",
    "read_answers": "answers.answers",
    "read_labels": "inputs.label_files",
    "study_of": "plain",
}


def __getattr__(name: str) -> object:
    """Loaded when it is first asked for: numba, scipy and pandas take a while, and the frame of the page needs none."""
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
