"""Results of a study: averages, places, differences, classes and instances, as data and tables."""
