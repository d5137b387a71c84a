"""Figures as files: made of whatever names a case, a panel, a measure and a format."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from pprint import pformat
from typing import Any

from ...draw.figures.figure import FigureStyle
from ...errors import HierviewError, extras, quoted, suggestion
from ...formats import write_case
from ...measures import Measure, parse_measure
from ...model.case import Case
from ..files import load_case
from ..naming import preset_name
from ..registry import figure_format
from .export import Export
from .panels import measure_with_panel


@extras()
def figure_file(export: Export) -> tuple[str, str, bytes]:
    """The file: its name, its kind as MIME, and its bytes."""
    kind = figure_format(export.format)
    return f"{export.stem}.{kind.extension}", kind.mime, kind.data(export)


def python_code(export: Export) -> str:
    """Python code that makes the same file as this export."""
    panel = export.what[0] if len(export.what) == 1 else list(export.what)
    arguments = [f"panel={panel!r}", f"measure={str(export.measure)!r}", f"format={export.format!r}"]
    plain_style = FigureStyle()
    for option in fields(FigureStyle):
        value = getattr(export.style, option.name)
        if value != getattr(plain_style, option.name):
            arguments.append(f"{option.name}={value!r}")
    kind = figure_format(export.format)
    arguments += [f"dpi={export.dpi}"] if kind.dpi and export.dpi != 300 else []
    arguments += [f"against={_load_code(export.other)}"] if export.other is not None else []
    arguments += [f"alt={export.alt!r}"] if export.alt else []
    mode, more = ("w", ', encoding="utf-8", newline=""') if kind.text else ("wb", "")
    name = f"{export.stem}.{kind.extension}"
    return (
        f"import hierview\n\ncase = {_load_code(export.case)}\n"
        f"made = hierview.figure(\n    case,\n    {(',' + chr(10) + '    ').join(arguments)},\n)\n"
        f'with open("{name}", "{mode}"{more}) as file:\n    file.write(made)\n'
    )


def _load_code(case: Case) -> str:
    name = preset_name(case)
    if name != "case":
        return f'hierview.load_case("{name}")'
    content = pformat(json.loads(write_case(case)), width=100, sort_dicts=False)
    return f"hierview.load_case(\n{content}\n)"


@extras()
def figure(
    case: Case | str | Path | Mapping[str, Any],
    panel: str | Sequence[str] = "picture",
    measure: Measure | str | None = None,
    format: str = "svg",
    *,
    dpi: int = 300,
    against: Case | str | Path | Mapping[str, Any] | None = None,
    alt: str = "",
    **style: Any,
) -> str | bytes:
    """A figure as text (SVG, TikZ, Beamer, DOT, HTML) or bytes (PDF, PNG, zip).

    case: a case, or whatever `load_case` takes.  panel: one of `panels(case, measure)`, or several, such as "lca",
    "pairs", "steps", "step 3", "landscape"; "picture" is the measure's own.  measure: None is the first that has
    such a panel.  against: the second case of a "comparison".  style: as for `FigureStyle`.  Raises HierviewError.

    >>> figure("15", "lca", format="tikz").splitlines()[0]
    '% title: Graphs, LCaF, case 15'
    """
    export = export_of(case, panel, measure, format, dpi=dpi, against=against, alt=alt, **style)
    return figure_format(export.format).write(export)


def export_of(
    case: Case | str | Path | Mapping[str, Any],
    panel: str | Sequence[str] = "picture",
    measure: Measure | str | None = None,
    format: str = "svg",
    *,
    dpi: int = 300,
    against: Case | str | Path | Mapping[str, Any] | None = None,
    alt: str = "",
    **style: Any,
) -> Export:
    """The export that `figure` makes its file of."""
    if unknown := sorted(set(style) - {option.name for option in fields(FigureStyle)}):
        options = [option.name for option in fields(FigureStyle)]
        raise HierviewError(
            f"a figure has no {quoted(unknown[0])}{suggestion(unknown[0], options)}; it has {', '.join(options)}"
        )
    loaded = case if isinstance(case, Case) else load_case(case)
    other = against if against is None or isinstance(against, Case) else load_case(against)
    if not isinstance(panel, str | Sequence):
        raise HierviewError(f"a figure's panel is a name, or a list of names, not {quoted(panel)}")
    what = (panel,) if isinstance(panel, str) else tuple(panel)
    if measure is None and (owner := "".join(what[:1]).rpartition(":")[0]):
        of = parse_measure(owner)
    elif measure is None:
        of = measure_with_panel(loaded, what)
    else:
        of = measure if isinstance(measure, Measure) else parse_measure(measure)
    return Export(loaded, of, what, figure_format(format).key, FigureStyle(**style), dpi, other, alt)
