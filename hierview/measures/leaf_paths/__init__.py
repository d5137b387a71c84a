"""Measures that count leaves and whole paths: CoPHE, PathF1, ConstrainedF1."""
