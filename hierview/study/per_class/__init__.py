"""Classes of a study: counts and shares of each, and where instances are lost."""
