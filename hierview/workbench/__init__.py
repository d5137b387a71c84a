"""The workbench: measure → how it behaves, with the smallest case that shows it."""
