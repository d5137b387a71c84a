"""Figures and texts as LaTeX: TikZ, Beamer, and the characters that can be set."""
