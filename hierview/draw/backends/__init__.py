"""Figures as files: SVG, PDF, PNG, TikZ, DOT and an interactive page."""
