"""Scores of classes as systems give them: read from files, checked, and decided into runs."""
