"""Measures and systems of `hierview classify` where none are named."""

MEASURES = ("hP", "hR", "hF", "LCaF", "TIE")
SYSTEMS = ("cascade", "p_path")
DEMONSTRATIONS = ("drawn", "digits", "names")
DEMO = ("flat", "cascade", "p_path", "knn2")
