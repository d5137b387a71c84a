"""Options of commands that write what they find as a table for a paper."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace, _ActionsContainer
from dataclasses import fields
from pathlib import Path
from typing import Any

from ...answers.answers import text_table
from ...publish.table_formats import TABLE_ENDINGS, TABLE_FORMATS
from ...publish.tables import Table, TableOptions
from ...publish.tables.widths import table_setting_of
from .output import chosen_format, write_out


def add_table_options(parser: ArgumentParser) -> None:
    """Declare the arguments of the table."""
    group = parser.add_argument_group("a table for a paper, in place of the text")
    group.add_argument("-o", "--output", type=Path, metavar="FILE", help="such as table.tex; also .md, .csv, .html")
    group.add_argument("--format", choices=list(TABLE_FORMATS), help="default: as the file's name says")
    group.add_argument("--digits", type=int, default=2, help="decimals, 0 to 6")
    add_latex_options(group)


def table_options_asked(args: Namespace) -> TableOptions | None:
    """Options of the table, None where none is wanted; before any work a HierviewError for what is not accepted."""
    if args.output is None and args.format is None:
        return None
    table_format_key(args)
    return table_options(args)


def table_format_key(args: Namespace) -> str:
    """The format of tables that the arguments ask for, by its key."""
    return chosen_format(args.output, args.format, TABLE_ENDINGS)


def write_tables(args: Namespace, *tables: Table) -> int:
    """Write tables to the file, or to the screen, and say what to do about those for LaTeX that have no room."""
    form = TABLE_FORMATS[table_format_key(args)]
    for one in tables:
        if form.key == "latex" and not (setting := table_setting_of(one)).fits:
            print(f"hierview: {setting.advice}", file=sys.stderr)
    return write_out(args.output, b"\n".join(map(form.data, tables)))


def screen_table_text(content: Table) -> str:
    """The text of a table for the screen, with its notes below."""
    return "\n".join([text_table(content.rows, "<" * (len(content.headings) + 1)), "", *content.says])


def add_latex_options(group: _ActionsContainer) -> None:
    """Declare how LaTeX sets a table, and its caption."""
    group.add_argument("--siunitx", action="store_true", help="decimals aligned by the package of that name, in LaTeX")
    group.add_argument(
        "--width", dest="width_mm", type=float, metavar="MM", help="the room that LaTeX has for it, such as 84"
    )
    for flag in ("--caption", "--label"):
        group.add_argument(flag, default="")


def table_options(args: Namespace, **chosen: Any) -> TableOptions:
    """The options of a table that the arguments state; what a command does not ask for is as usual."""
    values = {option.name: getattr(args, option.name) for option in fields(TableOptions) if hasattr(args, option.name)}
    return TableOptions(**values | chosen)
