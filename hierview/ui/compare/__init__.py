"""Compare: its state, its rows and the page."""
