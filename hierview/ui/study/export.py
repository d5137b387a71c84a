"""Export of a study."""

from __future__ import annotations

from ...study.standings import Standings
from .opened import Open


def export_buttons(found: Open, standings: Standings, by: int) -> None:
    """Later."""
