"""Texts of drawings: fonts, labels of classes, legends, and drawings in words."""
