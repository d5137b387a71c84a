"""Measures of similarity between two classes, by depth and by information."""
