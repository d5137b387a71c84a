"""Tables and lines: rows of cells, and how columns become a hierarchy."""
