"""Statistics against scipy, against all turns and resamples of small data, and on data whose answer is known."""

from itertools import product
from math import comb

import numpy as np
import pytest
from scipy import stats

from hierview.study.results import statistics as ours
from tests.effort import sampled, times

pytestmark = pytest.mark.slow


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
        assert ours.randomization_test(d).p == np.mean([t >= abs(d.sum()) for t in turned])


def test_randomization_of_many_is_near_the_exact_one_and_never_0():
    rng = np.random.default_rng(5)
    d = rng.normal(0.4, 1, 40)
    exact = stats.permutation_test((d,), np.mean, permutation_type="samples", n_resamples=50_000, random_state=1)
    assert ours.randomization_test(d).p == pytest.approx(exact.pvalue, abs=0.01)
    assert ours.randomization_test(np.full(200, 1.0)).p == 1 / ours.RESAMPLES
    assert ours.randomization_test(np.array([0.0, np.nan])).p == 1


def test_corrections_of_a_family():
    rng = np.random.default_rng(5)
    assert ours.holm_correction([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert ours.holm_correction([0.5, 0.9]) == [1, 1]
    assert ours.holm_correction([]) == []
    ps = rng.random(30) ** 2
    assert ours.benjamini_hochberg_correction(list(ps)) == pytest.approx(stats.false_discovery_control(ps))


def test_bca_intervals_are_scipys():
    rng = np.random.default_rng(5)
    x = rng.exponential(1, 60)
    drawn = ours.resampled_sums(x[:, None], 20_000)[:, 0] / len(x)
    found = ours.interval_of_resamples(float(x.mean()), drawn, (x.sum() - x) / (len(x) - 1))
    drawn_by_scipy = stats.bootstrap((x,), np.mean, n_resamples=20_000, random_state=np.random.default_rng(2))
    theirs = drawn_by_scipy.confidence_interval
    assert (found.low, found.high) == pytest.approx((theirs.low, theirs.high), abs=0.02)


def test_intervals_cover_what_they_say():
    """Of means of 40 skewed values."""
    tries, inside = times(200, 2_000), 0
    for i in range(tries):
        x = np.random.default_rng(i).exponential(1, 40)
        drawn = ours.resampled_sums(x[:, None], 1_000, seed=i)[:, 0] / 40
        found = ours.interval_of_resamples(float(x.mean()), drawn, (x.sum() - x) / 39)
        inside += found.low <= 1 <= found.high
    assert 0.88 <= inside / tries <= 0.98


def _rows(n: int) -> dict[str, np.ndarray]:
    """Values as studies have them, with the flags that say where they are defined."""
    rng = np.random.default_rng(5)
    shares, skewed = rng.integers(0, 5, n) / 4, rng.exponential(1, n) ** 2
    near = np.where(rng.random(n) < 0.02, rng.random(n), shares)
    defined = (rng.random(n) < 0.995).astype(float)
    return {
        "equal rows": np.stack([shares, np.ones(n)], axis=1),
        "all different": np.stack([skewed * defined, defined], axis=1),
        "two systems": np.stack([shares, near, rng.random(n)], axis=1),
        "few that differ": (shares - near)[:, None],
    }


@pytest.mark.parametrize("kind", sampled(_rows(1), 1))
@pytest.mark.whole
def test_many_instances_drawn_by_cells_give_the_intervals_of_single_draws(kind, monkeypatch):
    """Ends lie within four errors of 10,000 resamples, each 0.027 standard errors, whichever column or difference."""
    rows = _rows(3_000)[kind]
    cells, turned = ours.resampled_sums(rows), ours.sign_flipped_sums(rows)
    monkeypatch.setattr(ours, "SMALL", len(rows))
    single, single_turned = ours.resampled_sums(rows, seed=1), ours.sign_flipped_sums(rows, seed=1)
    across = np.array([1] + [-1] * (rows.shape[1] - 1))
    for a, b in ((cells, single), (cells @ across, single @ across), (turned, single_turned)):
        assert a.mean(axis=0) == pytest.approx(b.mean(axis=0), abs=0.06 * b.std(axis=0).max() + 1e-9)
        apart = np.abs(np.quantile(a, [0.025, 0.975], axis=0) - np.quantile(b, [0.025, 0.975], axis=0))
        assert (apart <= 4 * 2**0.5 * 0.027 * b.std(axis=0) + 1e-9).all()


def test_equal_rows_are_drawn_as_one_with_their_count():
    """So a sum is that of whole counts, and what does not vary does not vary."""
    drawn = ours.resampled_sums(np.stack([np.arange(2_000) % 7, np.ones(2_000)], axis=1).astype(float), 500)
    assert drawn[:, 0] == pytest.approx(np.rint(drawn[:, 0]), abs=1e-6)
    assert drawn[:, 1] == pytest.approx(2_000)
    assert ours.randomization_test(np.tile([0.0, 0.5, 0.5, 0.0], 600)).p == 1 / ours.RESAMPLES
    assert ours.randomization_test(np.zeros(2_000)).p == 1


def test_wilcoxon_is_scipys():
    d = np.array([1, -2, 3, 0, 5, 6, -1, np.nan, 8])
    assert ours.wilcoxon_test(d).p == stats.wilcoxon(d[~np.isnan(d)], zero_method="pratt").pvalue
    assert ours.wilcoxon_test(np.zeros(3)).p == 1
    rng = np.random.default_rng(5)
    for d in (rng.normal(0.03, 1, 1_500), rng.integers(-3, 5, 1_500) / 4, rng.choice([-1.0, 0, 2, np.nan], 2_000)):
        theirs = stats.wilcoxon(d[~np.isnan(d)], zero_method="pratt", method="asymptotic")
        assert ours.wilcoxon_test(d).p == pytest.approx(theirs.pvalue)


def test_exchanging_systems_is_turning_signs_where_values_are_sums():
    rng = np.random.default_rng(5)
    for n in (200, 1_500):
        first, second = rng.random((2, n, 1)) * [[[1.1]], [[1.0]]]
        found = ours.exchange_test(first, second, lambda sums: sums[:, 0])
        assert found.p == pytest.approx(ours.randomization_test((first - second)[:, 0]).p, abs=0.005)


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
    assert ours.places_with_limits(values, drawn, higher=True) == ([3, 1, 1, 4], [1, 1, 2, 4], [3, 3, 2, 4])
    assert ours.places_with_limits(values, drawn, higher=False)[0] == [2, 3, 3, 1]


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
    assert ours.kendall_tau(a, b) == pytest.approx(stats.kendalltau([1, 2, 3, 4], [1, 3, 2, 4]).statistic)
    assert np.isnan(ours.kendall_tau(a[:1], b[:1]))


def test_kendall_counts_in_a_table_what_scipy_counts():
    rng = np.random.default_rng(4)
    for levels in (1, 2, 7, 60):
        a, b = rng.integers(0, levels, (2, 300)).astype(float)
        b = np.where(rng.random(300) < 0.5, a, b)
        expected = stats.kendalltau(a, b).statistic
        assert ours.kendall_tau(a, b) == pytest.approx(expected, abs=1e-12, nan_ok=True)
        with_gaps = np.where(rng.random(300) < 0.1, np.nan, a)
        there = ~np.isnan(with_gaps)
        expected = stats.kendalltau(a[there], b[there]).statistic
        assert ours.kendall_tau(with_gaps, b) == pytest.approx(expected, abs=1e-12, nan_ok=True)
