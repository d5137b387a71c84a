"""Figures: scenes arranged on paper, with letters, titles and a legend."""
