"""Layout: where classes stand and how lines run between them."""
