"""Explore outside of the server: the frame that a static page and a notebook put around its editor and viewers."""
