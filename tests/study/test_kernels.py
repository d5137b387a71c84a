"""Kernels equal `evaluate` to the last bit, compiled and as plain Python."""

import random
import subprocess
import sys

from tests.effort import times
from tests.samples import ROOT
from tests.study.kernels import Checked, compared

PLAIN = """
import sys
sys.modules["numba"] = None
from hierview.study.compiled import COMPILED
from tests.study.test_kernels import wrong
assert not COMPILED
print(*wrong(2_000, 2), sep="\\n")
"""


def wrong(instances: int, seed: int) -> list[str]:
    """What differs on so many random instances; at least nine in ten come from kernels."""
    rng, found = random.Random(seed), list[Checked]()
    while len(found) < instances:
        found += compared(rng, 80)
    assert sum(c.by_kernel for c in found) > 0.9 * len(found)
    return [
        f"{c.measure} on {c.case.hierarchy.edges}, {sorted(c.case.true)} / {sorted(c.case.predicted)}: {c.told}"
        for c in found
        if not c.same
    ]


def test_kernels_say_what_evaluate_says():
    assert wrong(times(20_000, 200_000), 1) == []


def test_kernels_say_the_same_without_numba():
    done = subprocess.run([sys.executable, "-c", PLAIN], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == ""
