"""Documents to learn from: read from files, generated, or real ones that every machine has."""
