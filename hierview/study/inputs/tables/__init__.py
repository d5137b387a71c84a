"""Tables of instances: their cells, what each column is, and how that is guessed and told."""
