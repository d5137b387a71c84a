"""Tables of what measures say of cases, ready for a paper; one file for each format."""

from .options import MOST_DIGITS, TableOptions
from .table import Cell, Heading, Quantity, Table, parse_quantity, shown, table_of

__all__ = [
    "MOST_DIGITS",
    "Cell",
    "Heading",
    "Quantity",
    "Table",
    "TableOptions",
    "parse_quantity",
    "shown",
    "table_of",
]
