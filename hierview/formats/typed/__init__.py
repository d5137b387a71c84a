"""Formats that people type: outlines, edge lines and edge lists."""
