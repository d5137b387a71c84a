"""Whole data sets: labels of many instances, scored for many systems at once, kept in a folder.

>>> from hierview import Hierarchy
>>> from hierview.study import Study, from_lists
>>> h = Hierarchy.from_edges([("Arts", "Music"), ("Music", "Pop"), ("Music", "Rock")])
>>> study = Study.read(h, from_lists(["Pop", "Rock"]), {"near": from_lists(["Pop", "Pop"])})
>>> study.score(["hF", "TIE"]).averages("TIE")
array([1.])
"""

from ..public import attach

# Its public names stand in `__init__.pyi`.
__getattr__, __dir__, __all__ = attach(__name__, __file__)
