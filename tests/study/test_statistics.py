"""Statistics against scipy, against all turns and resamples of small data, and on data whose answer is known."""

from itertools import product
from math import comb

import numpy as np
import pytest
from scipy import stats

from hierview.study import statistics as ours
from tests.effort import times


def test_the_sign_test():
    for wins, losses in product(range(7), range(6)):
        n, k = wins + losses, max(wins, losses)
        exact = min(1.0, 2 * sum(comb(n, i) for i in range(k, n + 1)) / 2**n) if n else 1.0
        assert ours.sign_test(wins, losses).p == pytest.approx(exact)
        if n:
            assert ours.sign_test(wins, losses).p == pytest.approx(stats.binomtest(wins, n).pvalue)
    # K15 Eq. 6: Z = (60 - 50) / 5 = 2
    assert ours.sign_test(60, 40).p == pytest.approx(2 * stats.norm.sf(2))
    assert ours.sign_test(40, 60).p == ours.sign_test(60, 40).p


def test_randomization_tries_all_turns_of_few_differences():
    rng = np.random.default_rng(5)
    for _ in range(20):
        d = rng.integers(-3, 4, 8).astype(float)
        turned = [abs(sum(s * x for s, x in zip(signs, d, strict=True))) for signs in product((1, -1), repeat=8)]
        assert ours.randomization(d).p == np.mean([t >= abs(d.sum()) for t in turned])


def test_randomization_of_many_is_near_the_exact_one_and_never_0():
    rng = np.random.default_rng(5)
    d = rng.normal(0.4, 1, 40)
    exact = stats.permutation_test((d,), np.mean, permutation_type="samples", n_resamples=50_000, random_state=1)
    assert ours.randomization(d).p == pytest.approx(exact.pvalue, abs=0.01)
    assert ours.randomization(np.full(200, 1.0)).p == 1 / ours.RESAMPLES
    assert ours.randomization(np.array([0.0, np.nan])).p == 1


def test_wilcoxon_is_scipys():
    d = np.array([1, -2, 3, 0, 5, 6, -1, np.nan, 8])
    assert ours.wilcoxon(d).p == stats.wilcoxon(d[~np.isnan(d)], zero_method="pratt").pvalue
    assert ours.wilcoxon(np.zeros(3)).p == 1


def test_corrections_of_a_family():
    rng = np.random.default_rng(5)
    assert ours.holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert ours.holm([0.5, 0.9]) == [1, 1]
    assert ours.holm([]) == []
    ps = rng.random(30) ** 2
    assert ours.benjamini_hochberg(list(ps)) == pytest.approx(stats.false_discovery_control(ps))


def test_bca_intervals_are_scipys():
    rng = np.random.default_rng(5)
    x = rng.exponential(1, 60)
    drawn = ours.resampled_sums(x[:, None], 20_000)[:, 0] / len(x)
    found = ours.interval(float(x.mean()), drawn, (x.sum() - x) / (len(x) - 1))
    drawn_by_scipy = stats.bootstrap((x,), np.mean, n_resamples=20_000, random_state=np.random.default_rng(2))
    theirs = drawn_by_scipy.confidence_interval
    assert (found.low, found.high) == pytest.approx((theirs.low, theirs.high), abs=0.02)


def test_intervals_cover_what_they_say():
    """Of means of 40 skewed values."""
    tries, inside = times(200, 2_000), 0
    for i in range(tries):
        x = np.random.default_rng(i).exponential(1, 40)
        drawn = ours.resampled_sums(x[:, None], 1_000, seed=i)[:, 0] / 40
        found = ours.interval(float(x.mean()), drawn, (x.sum() - x) / 39)
        inside += found.low <= 1 <= found.high
    assert 0.88 <= inside / tries <= 0.98


def test_no_spread_has_its_reason():
    assert ours.interval(1.0, np.ones(9)).why == "every instance that counts has the same value"
    assert ours.interval(float("nan"), np.ones(9)).why == "no instance has a value"


def test_a_resample_of_clusters_takes_them_whole():
    clusters = np.array([0, 0, 1, 2, 2, 2])
    for counts in ours.draws(6, 50, clusters=clusters):
        assert (counts[:, 0] == counts[:, 1]).all()
        assert (counts[:, 3] == counts[:, 5]).all()
        assert (counts[:, [0, 2, 3]].sum(axis=1) == 3).all()


def test_one_draw_for_all_columns_whatever_the_blocks(monkeypatch):
    rng = np.random.default_rng(5)
    columns = rng.random((50, 3))
    whole = ours.resampled_sums(columns, 200)
    assert ours.resampled_sums(columns[:, :1], 200) == pytest.approx(whole[:, :1])
    monkeypatch.setattr(ours, "BLOCK", 50 * 7)
    assert ours.resampled_sums(columns, 200) == pytest.approx(whole)


def test_places():
    values = np.array([0.5, 0.7, 0.7, 0.1])
    drawn = np.array([[0.5, 0.7, 0.6, 0.1]] * 60 + [[0.7, 0.6, 0.65, 0.1]] * 40)
    found = ours.places(values, drawn, higher=True)
    assert [p.place for p in found] == [3, 1, 1, 4]
    assert [(p.low, p.high) for p in found] == [(1, 3), (1, 3), (2, 2), (4, 4)]
    assert [p.place for p in ours.places(values, drawn, higher=False)] == [2, 3, 3, 1]


def test_shared_places_and_groups():
    apart = np.zeros((4, 4), bool)
    apart[0, 2] = apart[2, 0] = apart[0, 3] = apart[3, 0] = True
    assert ours.shared_places([0, 1, 2, 3], apart) == [1, 1, 3, 3]
    assert ours.tie_groups([0, 1, 2, 3], np.where(apart, 0.01, 0.5)) == [(0, 1, 2, 3)]
    ps = np.full((4, 4), 0.5)
    ps[1, 2] = 0.04
    assert ours.tie_groups([0, 1, 2, 3], ps) == [(0, 1), (2, 3)]


def test_kendall_leaves_out_what_is_undefined():
    a, b = np.array([1, 2, 3, np.nan, 4]), np.array([1, 3, 2, 5, 4])
    assert ours.kendall(a, b) == pytest.approx(stats.kendalltau([1, 2, 3, 4], [1, 3, 2, 4]).statistic)
    assert np.isnan(ours.kendall(a[:1], b[:1]))


def test_the_region_of_practical_equivalence():
    rng = np.random.default_rng(5)
    assert ours.practical(np.full(30, 0.001)) == 1
    assert ours.practical(np.full(30, 0.5)) == 0
    d = rng.normal(0, 0.05, 400)
    at_its_end = d - d.mean() + 0.01  # half of the resampled means lie beyond
    assert ours.practical(at_its_end) == pytest.approx(0.5, abs=0.05)
