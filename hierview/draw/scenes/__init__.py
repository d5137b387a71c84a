"""Scenes: each kind of picture with coordinates, one file a kind."""
