"""Measures over integer arrays, each equal to the `evaluate` of its measure to the last bit."""
