"""Measures that compare both sides level by level: Level, FPA, TICE, wAP."""
