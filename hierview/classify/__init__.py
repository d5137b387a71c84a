"""Classifiers that use a hierarchy, in the manner of scikit-learn; it does the learning, ours is the hierarchy.

`TopDown` decides from the root down, `Flat` among the leaves, `Neighbours` by votes, `Hybrid` adds neighbours to
another. Their `predict_proba` gives scores of all classes, from which every decision rule decides and every curve is
drawn. Needs scikit-learn.

>>> from hierview.classify import TopDown, make
>>> made = make(0, branching=(3, 3), mix=(0.5, 0.2, 0.3), train=300, test=100)
>>> model = TopDown().fit(made.train, made.train_labels, made.hierarchy)
>>> len(model.predict(made.test, rule="Cascade"))
100
"""

from ..public import attach

# Its public names stand in `__init__.pyi`.
__getattr__, __dir__, __all__ = attach(__name__, __file__, "classifiers")
