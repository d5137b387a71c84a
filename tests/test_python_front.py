"""The names that people guess in Python, and what grows with a training loop."""

from __future__ import annotations

import re
import subprocess
import sys

import numpy as np
import pytest

import hierview
from hierview import CaseError, Hierarchy, HierviewError, Study, evaluate
from hierview.errors import StudyError
from hierview.study import study_of
from tests.samples import samples
from tests.shell import python

H = Hierarchy.from_edges([("Arts", "Music"), ("Arts", "Drama"), ("Music", "Pop", 2), ("Music", "Rock")])


def test_a_measure_of_a_name_a_file_or_two_lists(tmp_path):
    case = hierview.load_case("15")
    (tmp_path / "x.json").write_text(hierview.write_case(case))
    for given in ((case,), ("15",), (str(tmp_path / "x.json"),), (case.hierarchy, case.true, [*case.predicted])):
        assert evaluate(*given, "LCaF").value == evaluate(case, "LCaF").value
    for wrong in ((H, "hF"), ("15", "Pop", "Rock", "hF"), ("15",), (5, "hF"), (H, ["Nothing"], [], "hF"), ("15", 5)):
        with pytest.raises(HierviewError):
            evaluate(*wrong)


def test_an_outline_with_marks_is_the_same_case_wherever_it_is_read(tmp_path):
    (tmp_path / "x.txt").write_text("-Arts\n--Music\n---Pop [t]\n---Rock [p]\n")
    case = hierview.load_case(tmp_path / "x.txt")
    assert (case.true, case.predicted, case.hierarchy.roots) == (frozenset({"Pop"}), frozenset({"Rock"}), ("Arts",))


def test_a_hierarchy_answers_to_the_usual_names():
    assert H.leaves == ("Drama", "Pop", "Rock") or set(H.leaves) == {"Drama", "Pop", "Rock"}
    assert H.lca("Pop", "Rock") == H.lowest_common_ancestors("Pop", "Rock") == frozenset({"Music"})
    with pytest.raises(AttributeError, match=r"networkx\.DiGraph\(h\.edges\)"):
        _ = H.to_networkx
    with pytest.raises(AttributeError, match="did you mean 'parents'"):
        _ = H.parent
    with pytest.raises(AttributeError, match="did you mean 'score'"):
        _ = hierview.scores


def test_public_names_have_types_and_packages_their_modules(tmp_path):
    """`hierview.measures` is a function and a package."""
    import hierview.measures.pairs.steps as steps

    assert (steps.__name__, "hF" in hierview.measures()) == ("hierview.measures.pairs.steps", True)
    code = "import hierview\n" + "".join(f"x{i}: int = hierview.{name}\n" for i, name in enumerate(hierview.__all__))
    (tmp_path / "typed.py").write_text(code)
    ran = subprocess.run([sys.executable, "-m", "mypy", "--strict", str(tmp_path / "typed.py")], capture_output=True)
    says = ran.stdout.decode()
    assert says.count("Incompatible types in assignment") == len(hierview.__all__), says
    assert '"object"' not in says


TOLD = """
import importlib.util, json, logging, os, random, sys, warnings

def outside():
    return {
        "modules": {name for name in sys.modules if not name.startswith("hierview")} - sys.stdlib_module_names,
        "finders": [type(finder).__name__ for finder in sys.meta_path],
        "paths": [*sys.path, *sys.path_hooks],
        "warnings": [*warnings.filters],
        "environment": dict(os.environ),
        "loggers": {*logging.root.manager.loggerDict} | {*logging.root.handlers},
        "random": random.getstate(),
    }

before = outside()
import hierview
after = outside()
before["modules"] = {name.partition(".")[0] for name in before["modules"]} - sys.stdlib_module_names
after["modules"] = {name.partition(".")[0] for name in after["modules"]} - sys.stdlib_module_names
more = after["finders"][len(before["finders"]):]
print([kind for kind in before if before[kind] != after[kind]], more)
print(sorted(name for name in sys.modules if name.startswith("hierview.")))
"""


def test_importing_changes_nothing_outside():
    """But that old names of modules are found, which is asked last and knows no other."""
    changed, loaded = python(TOLD).splitlines()
    assert changed == "['finders'] ['_Moved']"
    assert loaded == str([f"hierview.{room}" for room in ("errors", "flats", "moved", "public", "public.docstrings")])
    (finder,) = (finder for finder in sys.meta_path if type(finder).__name__ == "_Moved")
    assert all(finder.find_spec(name) is None for name in ("numpy", "draw.bodies", "hierview.nothing", "hierviews"))


def test_a_notebook_shows_a_case_as_its_drawing_and_a_result_as_a_table():
    case = hierview.Case.of([("<Arts>", "Music")], ["Music"], [])
    assert re.fullmatch(r"(?s)<svg .*&lt;Arts&gt;.*</svg>\s*", case._repr_svg_())
    result = hierview.Result("<hF>", 0.25, {"tp & fp": 1}, notes=("<none>",))
    cells = "<tr><th>value</th><td>0.25</td></tr><tr><th>tp &amp; fp</th><td>1</td></tr>"
    assert result._repr_html_() == f"<table><caption>&lt;hF&gt;<br>&lt;none&gt;</caption>{cells}</table>"


def test_names_and_rooms_are_there_when_asked_for():
    assert hierview.measures is sys.modules["hierview.measures"]
    assert hierview.formats.write_case is hierview.write_case
    assert {*hierview.__all__} <= {*dir(hierview)}
    everything = {}
    exec("from hierview import *", everything)
    assert {*hierview.__all__} == {*everything} - {"__builtins__"}


def test_a_study_of_lists(tmp_path):
    with pytest.raises(StudyError, match="study_of"):
        Study(H, [["Pop"]])
    study = study_of(H, [["Pop"], ["Rock"]], {"a": [["Pop"], ["Pop"]]}, folder=tmp_path / "x")
    study.score(["hF", "TIE"])
    assert Study.open(tmp_path / "x").scores.frame.equals(study.score(["hF", "TIE"]).frame)


def test_running_means_are_those_of_all_instances_at_once():
    (sample,) = samples(1, seed=7)
    h = sample.case.hierarchy
    rng = np.random.default_rng(0)

    def drawn():
        return [[*rng.choice(h.classes, rng.integers(0, 3), replace=False)] for _ in range(40)]

    parts = [(drawn(), drawn()) for _ in range(3)]
    measures = ["hF", "hP", "TIE", "GIE"]
    one, other = hierview.Running(h, measures), hierview.Running(h, measures)
    for running, part in zip((one, one, other), parts, strict=True):
        running.update(*part)
    one.merge(other)
    true, predicted = ([row for part in parts for row in part[side]] for side in (0, 1))
    assert one.compute() == pytest.approx(hierview.score(h, true, predicted, measures).mean().to_dict(), abs=1e-12)
    before = one.compute()
    with pytest.raises(HierviewError):
        one.update([["nothing"]], [[]])
    assert one.compute() == before
    one.reset()
    assert all(np.isnan(mean) for mean in one.compute().values())
    with pytest.raises(StudyError, match="other measures"):
        one.merge(hierview.Running(h, "hF"))
    with pytest.raises(CaseError):
        evaluate(h, "hF")
