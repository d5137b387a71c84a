"""The workbench: measure → how it behaves, with the smallest case that shows it."""

GROUP = "hierview.measures"  # the entry points under which installed packages offer measures
FAMILY = "Mine"  # of measures that nobody registered
