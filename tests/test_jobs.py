"""Jobs: a process each, that tells what it finds, can be stopped, and never outlives its time or its visit."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

from hierview import parse_measure
from hierview.jobs import Busy, Limits, VisitJobs, run_confined, start_job
from hierview.jobs import job as module
from hierview.jobs.keeper import Usage
from hierview.jobs.process import end_excessive, of_all
from hierview.own.foreign import MeasureLimits
from hierview.own.loading import load_file
from hierview.ui.shell import jobs as page_jobs
from hierview.workbench.sheets import behaviour
from hierview.workbench.sheets.properties import BY_KEY
from hierview.workbench.tasks import tell_sheets
from tests.job_tasks import (
    asks,
    computes,
    counts,
    floods,
    holds,
    leaves_children,
    raises,
    reads,
    stays,
    tells_and_stays,
    tells_what_cannot_travel,
    vanishes,
)
from tests.processes import PATIENCE, gone, stop_all, until
from tests.samples import ROOT

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def nothing_left():
    """What a test began ends with it, also where it failed: the next one finds the server at rest."""
    yield
    stop_all()


@pytest.fixture
def visit() -> VisitJobs:
    return VisitJobs()


def test_results_come_in_order_and_stay(visit):
    job = visit.start("here", "what", counts, 5)
    assert job.wait(PATIENCE)
    assert job.state == "done"
    assert job.results == [0, 1, 2, 3, 4]
    assert job.progress.doing == "at 0"
    assert visit.get("here") is job
    assert visit.get("there") is None


def test_stop_ends_the_process_and_keeps_what_was_found(visit):
    job = visit.start("here", "what", tells_and_stays)
    assert until(lambda: bool(job.results))
    assert not job.wait(0)
    visit.stop("here")
    assert job.state == "stopped"
    assert len(job.results) == 1
    assert job.wait(PATIENCE)
    assert gone(job.results[0])


@pytest.mark.parametrize("task", [pytest.param(computes, marks=pytest.mark.whole), tells_and_stays])
def test_a_job_ends_when_its_time_is_up(task):
    """Its time is that of the processor; what only waits gets several times as much by the clock."""
    job = start_job(task, limits=Limits(seconds=2, clock=3 if task is tells_and_stays else 4000))
    assert until(lambda: not job.running)
    assert job.state == "late"
    assert not job.results or until(lambda: gone(job.results[0]))


@pytest.mark.skipif(not Path("/proc").exists(), reason="needs /proc")
@pytest.mark.whole
def test_the_jobs_of_a_visit_share_their_memory(visit):
    limits = Limits(megabytes=500)
    neighbour = VisitJobs().start("here", "what", holds, 350, limits=limits)
    # Together they are too large only once the large one is the larger by far, whenever somebody looks.
    small, large = (visit.start(f"{size}", "what", holds, size, limits=limits) for size in (50, 400))
    assert until(lambda: not large.running)
    assert large.state == "large"
    assert small.running
    assert neighbour.running


@pytest.mark.parametrize(("task", "why"), [(raises, "a reason"), (vanishes, "ended unexpectedly")])
def test_what_went_wrong_is_said(visit, task, why):
    job = visit.start("here", "what", task)
    assert until(lambda: not job.running)
    assert job.state == "failed"
    assert why in job.why


@pytest.mark.parametrize("task", [tells_what_cannot_travel, lambda tell: None])
def test_what_cannot_travel_is_a_failure_and_gives_its_room_back(visit, task):
    job = visit.start("here", "what", task)
    assert until(lambda: not job.running)
    assert job.state == "failed"
    assert "pickle" in job.why
    assert job not in module.running_jobs


def test_what_a_job_may_tell_is_bounded(visit):
    job = visit.start("here", "what", floods, limits=Limits(output=100_000))
    assert until(lambda: not job.running)
    assert (job.state, job.why) == ("failed", "it told more than 100,000 bytes")
    assert 0 < len(job.results) < 10


@pytest.mark.skipif(not Path("/proc").exists(), reason="needs /proc")
@pytest.mark.parametrize("how", ["stopped", "killed"])
def test_nothing_that_a_job_started_is_left(visit, how, tmp_path):
    """Neither when it is stopped nor when the server is killed."""
    if how == "stopped":
        job = visit.start("here", "what", leaves_children)
        assert until(lambda: len(job.results) == 2)
        pids = job.results
        visit.stop("here")
    else:
        code = (
            "import os, time; from hierview.jobs import start_job; from tests.job_tasks import leaves_children\n"
            "job = start_job(leaves_children)\n"
            "while len(job.results) < 2: time.sleep(0.05)\n"
            "print(*job.results, flush=True); os.kill(os.getpid(), 9)"
        )
        told = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
        assert told.returncode == -9, told.stderr
        pids = list(map(int, told.stdout.split()))
    assert len(pids) == 2
    assert until(lambda: all(gone(pid) for pid in pids))


def test_another_job_in_the_same_place_ends_the_first(visit):
    first = visit.start("here", 1, tells_and_stays)
    assert until(lambda: bool(first.results))
    second = visit.start("here", 2, counts, 1)
    assert first.state == "stopped"
    assert until(lambda: gone(first.results[0]))
    assert until(lambda: second.state == "done")
    visit.forget("here")
    assert visit.get("here") is None


def test_the_end_of_a_visit_ends_its_jobs():
    visit = VisitJobs()
    jobs = [visit.start(place, "what", tells_and_stays) for place in ("here", "there")]
    assert until(lambda: all(job.results for job in jobs))
    visit.close()
    assert until(lambda: all(gone(job.results[0]) for job in jobs))


def test_a_server_does_so_much_at_once(visit, monkeypatch):
    monkeypatch.setattr(module, "MOST_AT_ONCE", 1)
    first = visit.start("here", "what", tells_and_stays)
    with pytest.raises(Busy, match="try again"):
        visit.start("there", "what", counts, 1)
    assert first.running
    visit.stop("here")
    assert until(lambda: visit.start("there", "what", counts, 1) is not None)


@pytest.mark.whole
def test_a_foreign_measure_ends_with_its_job(visit, tmp_path):
    path = tmp_path / "my.py"
    asked = tmp_path / "asked"
    body = f"    open({str(asked)!r}, 'w').close()\n    time.sleep(120)\n"
    path.write_text(f"import time\ndef mine(hierarchy, true, predicted):\n{body}")
    job = visit.start("here", "what", asks, *load_file(path, MeasureLimits(call=100)), asked)
    assert until(lambda: len(job.results) == 2)
    assert not any(gone(pid) for pid in job.results)
    visit.stop("here")
    assert until(lambda: all(gone(pid) for pid in job.results))


@pytest.mark.whole
def test_a_sheet_comes_back_whole(visit):
    job = visit.start("here", "what", tell_sheets, [parse_measure("HCM")], 1)
    assert until(lambda: not job.running)
    *parts, sheet = job.results
    # Before it is whole it comes row by row.
    decided = [len(part.rows) for part in parts]
    assert decided == sorted(decided)
    assert decided[-1] == len(sheet.rows)
    assert not any(part.finished for part in parts)
    assert sheet == behaviour.behaviour_sheet(parse_measure("HCM"))  # as from the shell and from Python
    assert sheet.complete
    assert sheet.find("pairing").rule is BY_KEY["pairing"]  # a property travels by its key
    assert sheet.signs["identity"] == "−"


def test_what_visits_share_ends_with_the_last_of_them(monkeypatch):
    monkeypatch.setattr(module, "GRACE", 0)
    one, other = VisitJobs(), VisitJobs()
    job = start_job(tells_and_stays)
    one.follow(job)
    other.follow(job)
    assert one.running == other.running == 1
    one.leave()
    assert (one.running, job.state) == (0, "running")
    other.close()
    assert until(lambda: job.state == "stopped")


def test_a_page_loaded_anew_goes_on_with_what_is_shared():
    before, after = VisitJobs(), VisitJobs()
    job = start_job(tells_and_stays)
    before.follow(job)
    before.close()  # and leaves only after a while
    after.follow(job)
    before.leave()
    assert job.running


def test_each_has_its_own_bound_and_all_together_have_one(monkeypatch):
    used = {i: Usage(memory=size * 2**20) for i, size in enumerate((300, 3000, 2000))}

    def ended(*megabytes: int) -> list[int]:
        state = {"is_resting": False, "excess": None, "check_usage.return_value": None}
        three = [Mock(pid=i, group="aab"[i], megabytes=most, **state) for i, most in enumerate(megabytes)]
        end_excessive(three, used)
        return [i for i, one in enumerate(three) if one.stop.called]

    assert ended(4096, 4096, 4096) == []
    assert ended(200, 4096, 4096) == [0]  # and not the large one beside it, which may be as large as it is
    assert ended(350, 3200, 4096) == [1]
    monkeypatch.setitem(of_all, "megabytes", 4000)
    assert ended(4096, 4096, 4096) == [1]


def test_what_is_ended_is_a_line_of_the_log_without_what_it_held(visit, caplog):
    job = visit.start("reading", "what", stays, "secret" * 1000, limits=Limits(seconds=0, clock=0))
    assert until(lambda: not job.running)
    (line,) = [record.getMessage() for record in caplog.records]
    assert re.fullmatch(r"reading: late, given 6\d\d\d bytes, after \d+\.\d s", line)


def test_those_who_come_from_one_address_leave_room_to_others(monkeypatch):
    assert page_jobs.visitor_address("172.18.0.3", "6.6.6.6, 9.9.9.7") == "9.9.9.7"  # the proxy of the compose file
    assert page_jobs.visitor_address("9.9.9.9", "6.6.6.6") == "9.9.9.9"
    monkeypatch.setattr(page_jobs, "jobs", lambda: VisitJobs("203.0.113.7"))
    monkeypatch.setattr(page_jobs, "running_jobs", [Mock(visitor=f"203.0.113.{n}") for n in (7, 7, 7, 7, 8)])
    with pytest.raises(Busy, match="4 pieces of work of yours, or from your address"):
        page_jobs.check_room()
    monkeypatch.setattr(page_jobs, "jobs", lambda: VisitJobs("203.0.113.8"))
    page_jobs.check_room()


@pytest.mark.skipif(sys.platform != "linux", reason="Linux alone keeps a process from files")
def test_what_reads_strangers_bytes_sees_nobody_elses_files(tmp_path):
    for name in ("own", "others"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "study.txt").write_text(name)
    files = [str(tmp_path / name / "study.txt") for name in ("own", "others")]
    job = start_job(run_confined, (str(tmp_path / "own"),), reads, *files, limits=Limits())
    assert until(lambda: not job.running)
    assert job.results == ["own", "Permission denied"]
