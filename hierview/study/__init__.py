"""Whole data sets: labels of many instances, scored for many systems at once, kept in a folder.

>>> from hierview import Hierarchy
>>> from hierview.study import Study, from_lists
>>> h = Hierarchy.from_edges([("Arts", "Music"), ("Music", "Pop"), ("Music", "Rock")])
>>> study = Study.read(h, from_lists(["Pop", "Rock"]), {"near": from_lists(["Pop", "Pop"])})
>>> study.score(["hF", "TIE"]).averages("TIE")
array([1.])
"""

from .inputs.label_files import read_labels
from .inputs.labels import from_indicator, from_lists
from .plain import study_of
from .published import PublishedStudy, published, published_studies
from .results.scores import Scores
from .study import Study

__all__ = [
    "PublishedStudy",
    "Scores",
    "Study",
    "from_indicator",
    "from_lists",
    "published",
    "published_studies",
    "read_labels",
    "study_of",
]
