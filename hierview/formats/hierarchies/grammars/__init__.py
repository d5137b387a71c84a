"""Formats with a grammar of their own: DOT, GraphML, Newick, OBO, RDF, JSON."""
