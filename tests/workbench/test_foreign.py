"""Measures in files: what they answer, and that those which hang, die or lie harm nobody."""

import os
import signal
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from threading import Thread

import pytest

from hierview import Case, MeasureError, load_case, parse_measure
from hierview.jobs import Limits
from hierview.jobs.keeper import Usage
from hierview.jobs.process import end_excessive
from hierview.own import loading
from hierview.own.foreign import ForeignMeasure, MeasureLimits, close_all, close_measures_where
from hierview.own.loading import load_file, load_installed
from hierview.own.own_measure import OwnFlow, read_measure
from hierview.workbench.sheets.behaviour import Budget, behaviour_sheet
from hierview.workbench.sheets.evaluator import Evaluator
from hierview.workbench.sheets.properties import BY_KEY
from tests.each import each
from tests.in_process import without_processes
from tests.processes import PATIENCE, below, gone, until

pytestmark = pytest.mark.slow

FILE = '''
import os, random, sys, time
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import ClassVar

from hierview import Measure, MeasureSpec, Result, param

def my_F(hierarchy, true, predicted):
    """F of the descendant sets."""
    t, p = hierarchy.downward_closure(true), hierarchy.downward_closure(predicted)
    return 2 * len(t & p) / (len(t) + len(p))

def squares(hierarchy, true, predicted):
    """MGIA with squared distances, by trying every set of pairs."""
    if true == predicted:
        return 1.0
    pairs = [(p, t) for p, t in product(sorted(predicted), sorted(true)) if hierarchy.distance(p, t) <= 5]
    best = None
    for taken in product((0, 1), repeat=len(pairs)):
        chosen = [pair for pair, yes in zip(pairs, taken) if yes]
        alone = len(predicted - {p for p, _ in chosen}) + len(true - {t for _, t in chosen})
        cost = sum(hierarchy.distance(p, t) ** 2 for p, t in chosen) + 5 * alone
        best = cost if best is None else min(best, cost)
    return 1 - best / (5 * len(true ^ predicted))

def chance(hierarchy, true, predicted):
    """A random number."""
    print("this is no answer")
    return random.random()

def endless(hierarchy, true, predicted):
    """It never ends where two classes are true."""
    while len(true) > 1:
        pass
    return 1.0

def lost(hierarchy, true, predicted):
    """Further off is worse."""
    return float(max(hierarchy.distance(p, t) for p in predicted for t in true))

lost.better, lost.bounds = "lower", (0, None)

def nan(hierarchy, true, predicted):
    return float("nan")

def text(hierarchy, true, predicted):
    return "1"

def fraction(hierarchy, true, predicted):
    return Fraction(1, 3)

def nothing(hierarchy, true, predicted):
    return None

def raises(hierarchy, true, predicted):
    return 1 / 0

def dies(hierarchy, true, predicted):
    os._exit(3)

def leaves(hierarchy, true, predicted):
    raise SystemExit(1)

def huge(hierarchy, true, predicted):
    return 10**400 if len(true) == 2 else -10**5000

class Mute(Exception):
    def __str__(self):
        raise RuntimeError("never")

def mute(hierarchy, true, predicted):
    raise Mute

def forges(hierarchy, true, predicted):
    for file in range(3, 40):
        try:
            os.write(file, b'{"value": "x", "parts": 1, "notes": 2}\\n')
        except OSError:
            pass
    return 0.5

def detaches(hierarchy, true, predicted):
    """It leaves a child behind that has a session of its own, no parent and no environment."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.execve(sys.executable, [sys.executable, "-S", "-c", "import time; time.sleep(600)"], {})
        os._exit(0)
    while os.wait()[0] <= 0:
        pass
    return 0.5

def waits(hierarchy, true, predicted):
    time.sleep(600)

def grows(hierarchy, true, predicted):
    held = []
    while len(held) < 500:
        held.append(b"x" * 10**7)
    return 0.5

def chatters(hierarchy, true, predicted):
    sys.stdout.write("{}\\n" * 1000)
    os.write(1, b"{}\\n")
    return 0.5

@dataclass(frozen=True)
class Depth(Measure):
    """How deep the prediction is."""

    spec: ClassVar[MeasureSpec] = MeasureSpec("Depth", "Depth of it", "Mine", "higher", "a test", unit="edges")
    factor: Fraction = param(2, "What a step counts.", label="Factor")

    def evaluate(self, case):
        depth = max((case.hierarchy.depth(c) for c in case.predicted), default=0)
        return Result(str(self), float(depth * self.factor), {"depth": depth}, notes=("A note.",))

    def bounds(self, case):
        return ("<img>", [1]) if len(case.hierarchy) == 1 else (0.0, 2.0 * len(case.hierarchy))

def _helper(a, b, c):
    return 0

def two(a, b):
    return 0
'''

QUICK = MeasureLimits(call=0.7, wait=2)


@pytest.fixture(scope="module")
def mine(tmp_path_factory):
    path = tmp_path_factory.mktemp("measures") / "my.py"
    path.write_text(FILE)
    yield {m.name: m for m in load_file(path, QUICK)}
    close_all()


@pytest.fixture
def here(mine, monkeypatch):
    """The same measures, asked in this process: for what they answer, and not for how they end."""
    without_processes(monkeypatch)
    yield {m.name: m for m in load_file(mine["my_F"].where, replace(QUICK, total=900))}
    close_all_but(mine)


def close_all_but(kept) -> None:
    """End what the tests started, but not what they share."""
    shared = {m.limits for m in kept.values()}
    close_measures_where(lambda key: key[-1] not in shared)


CASE = load_case("12b")


def test_a_file_offers_its_functions_and_classes(mine):
    assert " ".join(mine) == (
        "my_F squares chance endless lost nan text fraction nothing raises dies leaves huge mute forges detaches waits "
        "grows chatters Depth"
    )
    assert mine["my_F"].spec.title == "F of the descendant sets"
    assert mine["my_F"].spec.source == "my.py"
    assert mine["lost"].better() == "lower"
    assert mine["lost"].bounds(CASE) == (0, None)
    assert hash(mine["my_F"])
    assert str(mine["my_F"]) == "my_F"
    assert read_measure("my_F", mine.values()) == mine["my_F"]


def test_what_they_answer(mine):
    for name in ("11a", "12a", "15", "8b", "13b"):
        case = load_case(name)
        assert mine["my_F"].evaluate(case).value == parse_measure('hF(augmentation="descendants")').evaluate(case).value
        squared = OwnFlow(beta_p="N", beta_t="M", cost="d²", scaled=True)
        assert mine["squares"].evaluate(case).value == pytest.approx(squared.evaluate(case).value)
    result = mine["Depth"].evaluate(CASE)
    assert (result.value, result.parts, result.notes) == (4.0, {"depth": 2}, ("A note.",))
    assert mine["Depth"].bounds(CASE) == (0, 2.0 * len(CASE.hierarchy))
    assert mine["Depth"].unit() == "edges"
    assert mine["fraction"].evaluate(CASE).value == pytest.approx(1 / 3)
    assert mine["nothing"].evaluate(CASE).notes == ("Undefined: nothing gave None.",)
    assert mine["chatters"].evaluate(CASE).value == 0.5
    weighted = Case.of([("A", "B", "0.5"), ("A", "C", "0.25")], ["B"], ["C"])
    assert mine["lost"].evaluate(weighted).value == 0.75
    assert mine["my_F"].view(CASE, mine["my_F"].evaluate(CASE), "picture").formula.value == "0"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("dies", "its process ended (exit status 3)"),
        ("endless", "it took longer than 0.7 s of processor time and was stopped"),
        pytest.param("waits", "it computed nothing for 2 s and was stopped", marks=pytest.mark.whole),
        ("forges", "its process wrote something that is no answer"),
    ],
)
def test_failures_are_told_with_their_case(mine, name: str, why: str):
    check_failure(mine[name], why, final=True)


@each(
    "name, why",
    [
        ("nan", "the value is nan"),
        ("text", "it returned str"),
        ("raises", "ZeroDivisionError: division by zero (my.py, line "),
        ("leaves", "SystemExit: 1"),
        ("huge", "it returned a number beyond 1.8e+308"),
        ("mute", "it raised Mute, which cannot be shown"),
    ],
)
def test_answers_that_are_none_are_told_with_their_case(here, name: str, why: str):
    check_failure(here[name], why, final=False)


def check_failure(measure: ForeignMeasure, why: str, final: bool) -> None:
    measure.renew()
    result = measure.evaluate(CASE)
    assert result.value is None
    assert result.witness.case == CASE
    assert why in result.witness.sentence
    assert f"{measure.name} failed on this case" in result.notes[0]
    evaluator = Evaluator(measure)
    assert evaluator.value(CASE) is None
    assert len(evaluator.failures) == 1
    assert bool(evaluator.stopped) == final


def test_what_never_ends_costs_its_time_once(mine):
    measure = mine["endless"]
    measure.renew()
    assert measure.evaluate(load_case("11a")).value == 1  # one true class
    rules = [BY_KEY[key] for key in ("under-specialisation", "nearer", "renaming", "exchange")]
    found = behaviour_sheet(measure, Budget(), properties=rules)
    assert "took longer" in found.notes[-1]
    assert found.failed == 1
    assert found.failures[0].final
    assert len(found.failures[0].case.true) == 2
    assert not found.complete
    # What was refuted before stays; what was not decided is no +.
    assert list(found.signs.values()) == ["−", "−", "stopped", "stopped"]
    assert "was stopped before this was decided, after" in found.find("renaming").sentence
    for _ in range(1000):
        assert measure.evaluate(CASE).value is None
    assert measure.measure_process.pid is None  # no process is started for it any more


@pytest.mark.whole
def test_others_go_on_while_one_hangs(mine):
    mine["endless"].renew()
    hanging = Thread(target=lambda: mine["endless"].evaluate(CASE))
    hanging.start()
    answered = [mine["my_F"].evaluate(load_case(name)).value for name in ("11a", "12a", "13a")]
    hanging.join(PATIENCE)
    assert answered[0] == 0
    assert not hanging.is_alive()


@pytest.mark.skipif(not Path("/proc").exists(), reason="needs /proc")
@pytest.mark.parametrize("how", ["closed", "killed", "died"])
def test_what_it_detached_ends_with_it(mine, how: str):
    """A child in a session of its own, whose parent is gone and which took no environment along."""
    measure = mine["detaches"]
    measure.renew()
    assert measure.evaluate(CASE).value == 0.5
    keeper = measure.measure_process._process._keeper
    assert until(lambda: below(keeper.pid, b"sleep(600)"))  # until then it is still a copy of the worker
    (child,) = below(keeper.pid, b"sleep(600)")
    (worker,) = below(keeper.pid, b"hierview.own.worker")
    assert os.getsid(child) != os.getsid(worker)
    assert not Path(f"/proc/{child}/environ").read_bytes()
    if how == "killed":
        os.kill(worker, signal.SIGKILL)
    elif how == "died":
        os.close(os.dup(keeper.stdin.fileno()))
        keeper.stdin.close()  # as when hierview itself is killed: nobody holds the line any more
    else:
        measure.close()
    assert until(lambda: gone(child) and gone(worker))
    measure.close()


@pytest.mark.whole
def test_memory_is_shared_by_all_that_run(mine):
    """Two measures that may each hold so much may not hold it both."""
    path, limits = mine["grows"].where, MeasureLimits(call=60, megabytes=600)
    one, other = (load_file(path, replace(limits, total=total)) for total in (1000, 2000))
    (grows,) = [m for m in one if m.name == "grows"]
    (small,) = [m for m in other if m.name == "my_F"]
    assert small.evaluate(CASE).value == 0
    told = grows.evaluate(CASE).notes[0]
    assert "MemoryError" in told or "more than its share of 600 MB of memory" in told
    assert small.evaluate(CASE).value == 0
    grows.close()
    small.close()


@pytest.mark.skipif(not Path("/proc").exists(), reason="needs /proc")
@pytest.mark.whole
def test_the_largest_is_ended_where_all_together_are_too_large(mine):
    one, other = (replace(mine["my_F"], limits=MeasureLimits(total=total)) for total in (1000, 2000))
    for measure in (one, other):
        assert measure.evaluate(CASE).value == 0
    first, second = one.measure_process._process, other.measure_process._process
    used = {first.pid: Usage(0, 2000 * 2**20), second.pid: Usage(0, 3000 * 2**20)}
    second.work(Limits())
    end_excessive(
        [first, second], used
    )  # the other one holds more, and somebody waits for it: the one that rests goes first
    assert first.excess is not None
    assert second.excess is None
    second.rest()
    assert one.evaluate(CASE).value == 0  # in a new process
    assert one.measure_process.pid != first.pid
    used[second.pid] = Usage(0, 5000 * 2**20)
    second.work(Limits())
    end_excessive([second], used)
    assert second.excess.sentence == "it used more than its share of 4,096 MB of memory"
    assert other.evaluate(CASE).value == 0
    other.close()
    one.close()


def test_odd_bounds_get_a_sentence(here, tmp_path):
    path = tmp_path / "odd.py"
    for given in ('("<img>", [1])', "(1, 2, 3)", "7", '(float("nan"), 1)', "(10**400, None)"):
        path.write_text(f"def f(h, t, p):\n    return 1\nf.bounds = {given}\n")
        with pytest.raises(MeasureError, match="cannot be loaded: f: bounds is .*; the least and the most are exp"):
            load_file(path)
    path.write_text("def f(h, t, p):\n    return 1\nf.bounds = (None, 3)\n")
    assert load_file(path)[0].bounds(CASE) == (None, 3)
    # Of a class they are asked case by case.
    single = Case.of([], ["A"], ["A"], ["A"])
    evaluator = Evaluator(here["Depth"])
    assert here["Depth"].bounds(single) == (None, None) == evaluator.bounds(single)
    assert (
        "bounds is ('<img>', [1]); the least and the most are expected"
        in next(iter(evaluator.failures.values())).sentence
    )


def test_what_is_not_the_cases_fault_is_not_laid_on_it(mine):
    """Where the time for all is used up differs from run to run, so that no case is named and no round is half done."""
    (measure,) = [m for m in load_file(mine["my_F"].where, MeasureLimits(total=0.02)) if m.name == "my_F"]
    found = behaviour_sheet(measure, Budget())
    assert "used up its 0.02 s" in found.notes[-1]
    assert not found.failures
    assert not found.failed
    # A row that was through by then is decided; every other one says that it is not.
    assert all(row.sign in ("stopped", "−") or (row.sign == "+" and row.whole) for row in found.rows)
    assert "stopped" in found.signs.values()
    assert not found.complete
    measure.close()


def test_it_draws_the_same_numbers_every_time(mine):
    values = []
    for _ in range(2):
        mine["chance"].close()
        values.append([mine["chance"].evaluate(case).value for case in (CASE, load_case("11a"))])
    assert values[0] == values[1]
    assert values[0][0] != values[0][1]


def test_time_in_all_is_bounded(here):
    path = here["my_F"].where
    (measure,) = [m for m in load_file(path, MeasureLimits(total=0.0)) if m.name == "my_F"]
    assert measure.evaluate(CASE).value == 0
    assert "has used up its 0 s" in measure.evaluate(load_case("11a")).notes[0]
    measure.renew()
    assert measure.evaluate(CASE).value == 0


def test_a_hierarchy_stays_until_another_is_sent(here):
    values = [here["lost"].evaluate(Case.of([("A", f"B{i}")], ["A"], [f"B{i}"])).value for i in (0, 1, 1, 0)]
    assert values == [1.0] * 4


def test_a_saved_file_is_another_measure(here, tmp_path):
    path = tmp_path / "one.py"
    path.write_text("def f(h, t, p):\n    return 0.25\n")
    (first,) = load_file(path)
    assert first.evaluate(CASE).value == 0.25
    path.write_text("def f(h, t, p):\n    return 0.75\n")
    (second,) = load_file(path)
    assert second != first
    assert second.evaluate(CASE).value == 0.75
    path.write_text("def f(:\n")
    with pytest.raises(MeasureError):
        load_file(path)
    # What was read runs on as it was read.
    for measure, value in ((first, 0.25), (second, 0.75)):
        measure.close()
        assert measure.evaluate(CASE).value == value
    close_all()


def check_refused(path: Path, content: str, why: str, start: float = 2) -> None:
    path.write_text(content)
    with pytest.raises(MeasureError) as error:
        load_file(path, MeasureLimits(start=start))
    assert why in str(error.value)
    assert path.name in str(error.value)


@each(
    "content, why",
    [
        ("x = 1", "holds no measure; a function f"),
        ("def f(:\n", "SyntaxError: invalid syntax (bad.py, line 1)"),
        ("import nowhere_to_be_found", "ModuleNotFoundError"),
        ("raise SystemExit(1)", "SystemExit"),
        ("def f(h, t, p):\n    return 1\nf.better = 'up'", 'better is \'up\'; "higher" or "lower" is accepted'),
    ],
)
def test_files_that_hold_no_measure_get_a_sentence(here, tmp_path, content: str, why: str):
    check_refused(tmp_path / "bad.py", content, why)


@pytest.mark.parametrize(
    ("content", "why", "start"),
    [("while True:\n    pass", "took longer", 1), ("import os\nos._exit(1)", "its process ended", 2)],
)
def test_files_that_end_their_process_get_a_sentence(tmp_path, content: str, why: str, start: float):
    check_refused(tmp_path / "bad.py", content, why, start)


def test_a_file_that_takes_the_pipes_of_its_process_gets_none(tmp_path):
    path = tmp_path / "odd.py"
    path.write_text("import os\nos.close(0)\nos.write(1, b'x')\ndef g(h, t, p):\n    return 1")
    assert [m.evaluate(CASE).value for m in load_file(path)] == [1.0]
    close_all()


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(MeasureError, match="cannot be read"):
        load_file(tmp_path / "none.py")
    large = tmp_path / "large.py"
    large.write_text("#" * (loading.LARGEST_FILE + 1))
    with pytest.raises(MeasureError, match="at most 1,000,000"):
        load_file(large)


def test_installed_packages_offer_measures(here, tmp_path, monkeypatch):
    (tmp_path / "offered.py").write_text("def third(h, t, p):\n    'A third.'\n    return 1 / 3\n")
    info = tmp_path / "offered-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: offered\nVersion: 1.0\n")
    points = "[hierview.measures]\nthird = offered:third\nlacking = offered:nothing\n"
    (info / "entry_points.txt").write_text(points)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path) + os.pathsep + os.environ.get("PYTHONPATH", ""))
    assert {p.name for p in metadata.entry_points(group="hierview.measures")} >= {"third", "lacking"}
    found, failures = load_installed()
    assert [(m.name, m.evaluate(CASE).value, m.stamp) for m in found] == [("third", 1 / 3, "1.0")]
    assert len(failures) == 1
    assert "'lacking'" in failures[0]
    assert "AttributeError" in failures[0]
    close_all()


@pytest.mark.parametrize("name", ["my_F", "chance"])
def test_sheets_of_files(mine, name: str):
    rules = [BY_KEY[key] for key in ("identity", "irrelevant", "renaming", "exchange", "range", "adding-correct")]
    found = behaviour_sheet(mine[name], Budget(larger=-2, random=5), None, rules)
    expected = {"range", "renaming", "exchange", "adding-correct"} if name == "my_F" else {"range"}
    assert {key for key, sign in found.signs.items() if sign == "+"} == expected
    assert found.complete
    assumed, *more = found.notes
    assert assumed.startswith(f"{name}.better is not set, and higher is assumed to be better; write {name}.better")
    assert f"{name}.bounds is not set, and 0 to 1 is assumed" in assumed
    assert bool(more) == (name == "chance")
    assert not found.failed
