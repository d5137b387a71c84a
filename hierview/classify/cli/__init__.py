"""Commands of the shell for classifiers."""
