"""Scoring: kernels over integer arrays, plans of measures, and the engine that runs them."""
