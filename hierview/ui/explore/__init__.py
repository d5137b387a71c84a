"""Explore: its state and address, what edits do, what is shown, and the page."""
