"""The measures that somebody wrote in Python: those of the file named on the command line, and installed ones."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from ...errors import MeasureError, quoted
from ...languages import _
from ...own.foreign import ForeignMeasure
from ...own.loading import load_file, load_installed
from .gate import LOCAL_CODE, MEASURES, serves_this_computer_alone
from .jobs import rerun_when_changed


@dataclass(frozen=True)
class LoadedMeasures:
    """Measures loaded from Python files, with the file's name, the time of reading, and sentences on what failed."""

    measures: tuple[ForeignMeasure, ...] = ()
    """The measures that could be read."""
    file: str = ""
    """Name of the file."""
    at: str = ""
    """When it was read."""
    troubles: tuple[str, ...] = ()
    """Sentences about what could not be read."""


def may_run_code() -> bool:
    """Whether local code may run: on a server that this computer alone reaches, or where a setting says so."""
    return os.environ.get(LOCAL_CODE) == "1" or serves_this_computer_alone(st.get_option("server.address"), os.environ)


def files_stamp() -> tuple[tuple[str, int, int], ...]:
    """Each file's path, and what changes when it is saved."""
    return tuple(map(_save_stamp, filter(None, os.environ.get(MEASURES, "").split(os.pathsep))))


def _save_stamp(path: str) -> tuple[str, int, int]:
    try:
        status = Path(path).stat()
    except (OSError, ValueError):
        return path, 0, 0
    return path, status.st_mtime_ns, status.st_size


def local_measures() -> LoadedMeasures:
    """Measures that were loaded; none where local code may not run."""
    if not may_run_code():
        return LoadedMeasures()
    installed, failures = _installed_measures()
    measures: list[ForeignMeasure] = []
    names: list[str] = []
    times: list[str] = []
    troubles: list[str] = []
    for path, *saved in files_stamp():
        own, at, trouble = _measures_of_file(path, *saved)
        if own:
            _last_good_measures()[path] = own, at
        elif path in _last_good_measures():
            own, at = _last_good_measures()[path]
            trouble += _(" Its measures of {at} stay until it can be read again.", at=at)
        measures += [m for m in own if str(m) not in map(str, measures)]
        names.append(Path(path).name)
        times.append(at)
        troubles += [trouble] if trouble else []
    return LoadedMeasures((*measures, *installed), ", ".join(names), max(times, default=""), (*troubles, *failures))


@st.cache_data(show_spinner=False, max_entries=20)
def _measures_of_file(path: str, saved: int, size: int) -> tuple[tuple[ForeignMeasure, ...], str, str]:
    at = time.strftime("%H:%M")
    try:
        return load_file(path), at, ""
    except MeasureError as error:
        return (), at, f"{error}."
    except ValueError:
        return (), at, f"{quoted(path, 200)} is no path of a file."


@st.cache_resource(show_spinner=False)
def _last_good_measures() -> dict[str, tuple[tuple[ForeignMeasure, ...], str]]:
    """What each file held when it could last be read, and when that was."""
    return {}


@st.cache_resource(show_spinner=False)
def _installed_measures() -> tuple[tuple[ForeignMeasure, ...], tuple[str, ...]]:
    return load_installed()


def reload_when_saved() -> None:
    """Run the page again soon after the file was saved."""
    if may_run_code() and os.environ.get(MEASURES):
        rerun_when_changed(files_stamp, 2)
