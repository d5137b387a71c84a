"""Tables of what measures say of cases, ready for a paper; one file for each format."""

from .measured import Quantity, parse_quantity, table_of
from .options import MOST_DIGITS, TableOptions
from .table import Cell, Heading, Table, shown

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
