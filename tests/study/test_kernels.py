"""Kernels equal `evaluate` to the last bit, compiled and as plain Python."""

import random

import numpy as np
import pytest

from hierview import Hierarchy, parse_measure
from hierview.study.scoring.engine import Scoring
from hierview.study.scoring.numbered import number_hierarchy
from tests.effort import times
from tests.shell import python
from tests.study.kernels import Checked, compared, random_hierarchy, random_rows

pytestmark = pytest.mark.slow

PLAIN = """
import sys
sys.modules["numba"] = None
from hierview.study.scoring.compiled import COMPILED
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
    assert wrong(times(4_000, 200_000), 1) == []


@pytest.mark.whole
def test_kernels_say_the_same_without_numba():
    assert python(PLAIN).strip() == ""


def test_what_a_kernel_leaves_is_the_same_on_ancestors_alone():
    """Of LCA graphs, `evaluate` is given the classes of an instance and what is above them, no more."""
    rng = random.Random(4)
    for _ in range(times(60, 1_000)):
        h = random_hierarchy(rng)
        job = Scoring(h, tuple(parse_measure(f'LCaF(variant="{v}")') for v in ("minimal", "extended", "algorithm1")))
        assert all(made is not None and made.above for made in job.plans)
        rows = random_rows(rng, job.numbered_classes, 10)
        for i in np.flatnonzero(np.diff(rows.true_starts) + np.diff(rows.predicted_starts)).tolist():
            whole, above = job.case(rows, i), job.case_above(rows, i)
            assert (above.true, above.predicted) == (whole.true, whole.predicted)
            for measure in job.measures:
                expected, found = measure.evaluate(whole), measure.evaluate(above)
                assert (found.value, found.parts) == (expected.value, expected.parts)


def test_climbs_that_need_more_than_31_bits_are_left_to_evaluate():
    chain = [("a", "b", 2**30), ("b", "c", 2**30 - 1), ("c", "d", "0.5")]
    assert number_hierarchy(Hierarchy.from_edges(chain[:2])) is not None
    assert number_hierarchy(Hierarchy.from_edges(chain)) is None
