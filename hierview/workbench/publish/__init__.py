"""Findings of the workbench for a paper."""
