"""Figures of a case for a paper: what can be exported, its pictures, and the formats of its files."""
