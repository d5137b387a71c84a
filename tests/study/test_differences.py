"""Two systems against each other on a page: its numbers are the statistics' own, its markup escapes every name."""

import pytest

from hierview.study import Scores, Study
from hierview.study.markup import differences as drawn
from hierview.study.results.differences import (
    bar_formulas,
    conclusion_sentence,
    differences_of_systems,
    part_differences,
)
from hierview.study.results.instances import Finder, InstanceQuery
from hierview.study.results.pictures import histogram_picture
from tests.page_reader import PageReader
from tests.study.test_figures import HOSTILE, scored
from tests.study.test_study import small


class Words(PageReader):
    """What a page says: its texts and the names that are read aloud."""

    def __str__(self) -> str:
        aloud = [attributes.get(name) or "" for _, attributes in self.tags for name in ("aria-label", "title")]
        return " ".join([*(text for _, text in self.texts), *aloud])


@pytest.fixture(scope="module")
def study() -> Study:
    return small(80)


@pytest.fixture(scope="module")
def scores(study: Study) -> Scores:
    return study.score(["hF", "GIE", "LCaF"])


def test_the_first_system_has_the_accent_in_every_histogram(scores: Scores):
    for measure in ("hF", "GIE"):
        picture = histogram_picture(scores, measure, "near", "far")
        said = {"left": picture.left, "right": picture.right}
        assert said.pop(picture.accent).endswith("better for “near”")
        assert said.popitem()[1].endswith("better for “far”")


def test_the_numbers_are_those_of_the_statistics(scores: Scores):
    found = differences_of_systems(scores, "near", "far")
    for c, d in zip(found.contrasts, scores.compare("near", "far"), strict=True):
        assert (c.measure, c.n, c.wins, c.ties, c.losses) == (d.measure, d.n, d.wins, d.ties, d.losses)
        assert (c.difference.value, c.difference.low, c.difference.high) == (
            d.interval.value,
            d.interval.low,
            d.interval.high,
        )
        assert [test.p for test in c.tests] == [d.tests[k].p for k in ("randomization", "sign", "Wilcoxon")]
        assert c.a - c.b == pytest.approx(c.difference.value)


def test_a_pooled_difference_lies_in_its_interval_and_only_sums_are_pooled(scores: Scores):
    hf, gie, _ = differences_of_systems(scores, "near", "far").contrasts
    near, far = scores.averages("hF", "pooled")
    assert hf.pooled.value == pytest.approx(near - far)
    assert hf.pooled.low < near - far < hf.pooled.high
    assert gie.pooled is None


def test_the_page_says_all_numbers_and_escapes_all_names(scores: Scores):
    hostile = scored([HOSTILE, "b", "c"], ("hF", "GIE"))
    found = differences_of_systems(hostile, HOSTILE, "b")
    markup = drawn.differences_html(found) + drawn.parts_html(
        part_differences(hostile, ["<i>&", '"'] * 20, "<s>", (HOSTILE, "b"), "hF"), HOSTILE, "b"
    )
    assert "<b>50%" not in markup
    assert "<i>&" not in markup
    assert "<s>" not in markup
    said = str(Words(markup))
    for c in found.contrasts:
        assert conclusion_sentence(c, HOSTILE, "b") in said
        assert f"{c.wins:,}" in said
        for test in c.tests:
            assert test.how in said
    assert 'data-pick="part &lt;i&gt;&amp;"' in markup
    assert 'data-pick="part &quot;"' in markup


def test_every_bar_finds_its_own_instances(study: Study, scores: Scores):
    finder = Finder(study, scores)
    found = differences_of_systems(scores, "near", "far", resampled=False)
    for c in found.contrasts:
        met: list[int] = []
        for pick, count in zip(bar_formulas(c), c.picture.counts, strict=True):
            own = finder.ordered_instances(InstanceQuery("near", "far", by=pick.removeprefix("by ")))[0].tolist()
            assert len(own) == count, pick
            met += own
        assert len(set(met)) == len(met) == c.wins + c.losses
    assert 'role="button"' not in drawn.differences_html(found)
    assert "A click on a bar" not in drawn.differences_html(found)
    assert drawn.differences_html(found, opens=True).count('role="button"') == sum(
        count > 0 for c in found.contrasts for count in c.picture.counts
    )
