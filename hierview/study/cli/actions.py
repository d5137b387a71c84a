"""Actions of `hierview study`, each with its summary. The module of the one that is asked for is loaded, no other."""

from __future__ import annotations

from argparse import ArgumentParser, RawDescriptionHelpFormatter, _SubParsersAction
from importlib import import_module
from pathlib import Path
from typing import Any

from ...errors import quoted, suggestion

# Each action with the module beside this one whose `ACTIONS` has it.
ACTIONS = {
    "rank": ("tables", "the systems from the best to the worst, places as intervals"),
    "compare": ("tables", "two systems, or all pairs: differences with intervals and tests"),
    "instances": ("tables", "the instances that a formula orders first"),
    "slices": ("tables", "parts of the data: by depth, top class, number of classes, or a column"),
    "kendall": ("tables", "how alike measures order the systems or the instances"),
    "table": ("tables", "averages of all systems and measures"),
    "levels": ("classes", "accuracy, precision, recall and F1 at each level, and all levels together"),
    "confusions": ("classes", "which class is taken for which, folded by the hierarchy"),
    "classes": (
        "classes",
        "precision, recall and F1 of each class, with what is below, by similarity and distance, too; blocking",
    ),
    "flows": ("classes", "where a system loses instances: each class with what comes, is lost, and comes wrongly"),
    "case": ("classes", "an instance as a case, which opens in Explore with the same numbers"),
    "curves": ("curves", "scores of classes: Fmax, wFmax, Smin, areas below precision over recall"),
    "figure": ("pictures", "a picture: ranking, differences, Kendall's τ, a histogram, or flows"),
    "report": ("pictures", "all of it in one HTML file, with the most telling instances drawn"),
}


def add_actions(parser: ArgumentParser) -> None:
    """Declare the actions: their names and summaries, and the arguments of the one that is asked for."""
    actions = parser.add_subparsers(
        dest="action", required=False, metavar="[RESULTS] ACTION", title="then, if anything", action=_Actions
    )
    actions.outer = parser  # type: ignore[attr-defined]
    for name, (_, summary) in ACTIONS.items():
        description = f"{summary[0].upper()}{summary[1:]}."
        actions.add_parser(name, help=summary, description=description, formatter_class=RawDescriptionHelpFormatter)


class _Actions(_SubParsersAction):  # type: ignore[type-arg]
    """The actions; before one may stand a file that holds truth and systems."""

    outer: ArgumentParser

    def __init__(self, *args: Any, **how: Any) -> None:
        super().__init__(*args, **how)
        self.choices: Any = None  # so that a file comes to `__call__`

    def __call__(self, parser: Any, namespace: Any, values: Any, option_string: Any = None) -> None:
        if values[0] in self._name_parser_map:
            self._declare(values[0])
            super().__call__(parser, namespace, values, option_string)
        elif not Path(values[0]).is_file() or namespace.true:
            parser.error(
                f"there is no action or file {quoted(values[0])}{suggestion(values[0], self._name_parser_map)}"
            )
        else:
            namespace.true = values[0]
            self.outer.parse_args([namespace.place, *values[1:]], namespace)

    def _declare(self, name: str) -> None:
        """Declare the arguments of an action."""
        declare, show = import_module(f".{ACTIONS[name][0]}", __package__).ACTIONS[name]
        declare(self._name_parser_map[name])
        self._name_parser_map[name].set_defaults(show=show)
