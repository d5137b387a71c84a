"""The hierarchical confusion matrix and what follows from it."""
