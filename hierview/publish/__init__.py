"""Everything that leaves hierview: figures, tables, files that open again, and what they say of their origin."""
