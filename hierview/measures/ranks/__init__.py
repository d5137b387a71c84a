"""Measures of a ranking against the one true class: HOPS, HP, Closest, and AHD and Severity of the first ranks."""
