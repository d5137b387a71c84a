"""Classifiers that use a hierarchy, in the manner of scikit-learn; it does the learning, ours is the hierarchy.

`TopDown` decides from the root down, `Flat` among the leaves, `Neighbours` by votes, `Hybrid` adds neighbours to
another. Their `predict_proba` gives scores of all classes, from which every decision rule decides and every curve is
drawn. Needs scikit-learn.
"""
