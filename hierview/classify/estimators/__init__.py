"""Classifiers in the manner of scikit-learn: flat, top-down, by neighbours; their scores and decisions."""
