"""Tables of what measures say of cases, ready for a paper; one file for each format."""

from .measured import MeasuredQuantity, parse_measured, table_of
from .table import MOST_DIGITS, Cell, Heading, Table, TableOptions, decimal_text

__all__ = [
    "MOST_DIGITS",
    "Cell",
    "Heading",
    "MeasuredQuantity",
    "Table",
    "TableOptions",
    "decimal_text",
    "parse_measured",
    "table_of",
]
