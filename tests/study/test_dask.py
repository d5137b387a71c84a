"""Several machines: the page's example, and a cluster that loses one of its workers."""

import os
import re
import signal
import sys

import numpy as np
import pytest

from tests.samples import ROOT
from tests.shell import output
from tests.study.test_study import MEASURES, same, small

pytestmark = pytest.mark.slow

distributed = pytest.importorskip("distributed")
PLAIN = {"NUMBA_DISABLE_JIT": "1"}  # to read machine code takes a new process longer than a few instances
PAGE = (ROOT / "docs" / "studies.md").read_text(encoding="utf-8")


@pytest.mark.whole
def test_the_example_of_the_page_runs(tmp_path):
    (code,) = re.findall(r"```python slow\n(.*?)```", PAGE, re.DOTALL)
    path = tmp_path / "example.py"
    path.write_text(code)
    environment = os.environ | {"PYTHONPATH": str(ROOT)} | PLAIN
    shown = output(sys.executable, path, cwd=tmp_path, environment=environment)
    assert shown.split() == ["[0.66666667", "2.66666667]"]


@pytest.mark.whole
def test_one_of_two_workers_killed_changes_nothing(monkeypatch):
    """The worker dies while chunks wait for it; what is compiled here is plain Python there."""
    monkeypatch.setattr("hierview.study.scoring.engine.CHUNK", 20)
    monkeypatch.setattr("hierview.study.scoring.engine.FEW", 10)
    study = small(120)
    expected = study.score(MEASURES)
    killed: list[int] = []
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, env=PLAIN) as cluster,
        distributed.Client(cluster) as client,
    ):
        pids = list(client.run(os.getpid).values())
        assert len(pids) == 2

        def kill(more: int) -> None:
            if not killed:
                killed.append(pids[0])
                os.kill(pids[0], signal.SIGKILL)

        found = study.score(MEASURES, client.get_executor(), kill)
    assert killed
    for system in found.systems:
        assert all(map(same, expected.values[system], found.values[system]))
    assert np.array_equal(expected.averages("hF"), found.averages("hF"))
