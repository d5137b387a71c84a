"""Scores of classes at every threshold: Fmax, Smin, areas below curves of precision and recall; all exact."""
