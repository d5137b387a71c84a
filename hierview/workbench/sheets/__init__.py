"""Behaviour sheets: properties of measures, tried on all small hierarchies and on random larger ones."""
