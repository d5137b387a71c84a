"""Commands of the shell for whole data sets."""
