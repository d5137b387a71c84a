"""A new family of measures is a file or a folder: nothing else has to be told of it."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hierview import measures
from tests.samples import ROOT
from tests.shell import python

pytestmark = pytest.mark.slow

LAST = "HLoss"  # of those whose order is told
MEASURE = """
from dataclasses import dataclass
from typing import ClassVar

from {base} import Measure, MeasureSpec, Result
from {registry} import register


@register
@dataclass(frozen=True)
class Scratch{name}(Measure):
    spec: ClassVar[MeasureSpec] = MeasureSpec("{name}", "Predicted classes", "Scratch", "lower", "nobody")

    def evaluate(self, case):
        return Result(str(self), float(len(case.predicted)))
"""


def registered(folder: Path) -> list[str]:
    """The names of all measures of the package in `folder`, as a process of its own registers them."""
    code = "import json, hierview; print(json.dumps([hierview.__file__, *hierview.measures()]))"
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=True)
    file, *names = json.loads(done.stdout)
    assert Path(file).is_relative_to(folder)
    return names


def test_a_new_file_or_folder_is_found_after_the_known_ones(tmp_path: Path):
    shutil.copytree(ROOT / "hierview", tmp_path / "hierview", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "cases", tmp_path / "cases")
    known = registered(tmp_path)
    assert known == list(measures())[: len(known)]
    room = tmp_path / "hierview" / "measures"
    here, above = {"base": ".base", "registry": ".registry"}, {"base": "..base", "registry": "..registry"}
    (room / "zebra.py").write_text(MEASURE.format(name="Zebra", **here), encoding="utf-8")
    (room / "aardvark.py").write_text(MEASURE.format(name="Aardvark", **here), encoding="utf-8")
    (room / "lion").mkdir()
    (room / "lion" / "__init__.py").write_text("", encoding="utf-8")
    (room / "lion" / "measures.py").write_text(MEASURE.format(name="Lion", **above), encoding="utf-8")
    found = registered(tmp_path)
    first = found.index(LAST) + 1
    assert found[:first] == known[:first]
    assert [name for name in found[first:] if name not in known] == ["Aardvark", "Lion", "Zebra"]


def test_families_are_loaded_as_far_as_a_measure_is_looked_for():
    loaded = "{name.split('.')[2] for name in sys.modules if name.startswith('hierview.measures.')}"
    told = python(
        f"import sys, hierview.measures\nprint(*{loaded})\nhierview.parse_measure('hF')\n"
        f"print('sets' in {loaded}, 'ranks' in {loaded})"
    )
    first, after = told.splitlines()
    assert set(first.split()) == {"base", "functions", "registry"}
    assert after == "True False"


def test_one_of_ones_own_that_has_a_name_of_hierviews_is_refused_where_it_is_registered():
    """Also before that of hierview is loaded."""
    told = python(
        "import hierview\nfrom dataclasses import dataclass\n"
        "@dataclass(frozen=True)\nclass Mine(hierview.Measure):\n"
        "    spec = hierview.MeasureSpec('CoPHE', 'Mine', 'Mine', 'higher', 'unpublished')\n"
        "try:\n    hierview.register(Mine)\nexcept hierview.MeasureError as error:\n    print(error)"
    )
    assert told == "a measure named 'CoPHE' is registered already; choose another name\n"
