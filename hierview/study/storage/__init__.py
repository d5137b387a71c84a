"""A study's folder: what is kept in it, and what classifiers left there."""
