"""Two systems against each other on a page: its numbers are the statistics' own, its markup escapes every name."""

import pickle
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from hierview.errors import StudyError
from hierview.markup.study import differences as drawn
from hierview.study import Scores, Study, from_lists
from hierview.study.differences import (
    OTHERS,
    bar_picks,
    conclusion,
    differences,
    kept_differences,
    part_differences,
    parts_of,
)
from hierview.study.instances import Finder, Wish
from tests.study.test_figures import HOSTILE, scored
from tests.study.test_study import small


class Words(HTMLParser):
    """What a page says: its texts and the names that are read aloud."""

    def __init__(self, markup: str):
        super().__init__()
        self.said: list[str] = []
        self.open: list[str] = []
        self.feed(markup)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("path", "circle", "rect", "polyline", "ellipse", "input"):
            self.open.append(tag)
        self.said += [value or "" for name, value in attrs if name in ("aria-label", "title")]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A shape without content."""

    def handle_endtag(self, tag: str) -> None:
        if self.open and tag == self.open[-1]:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        self.said.append(data)

    def __str__(self) -> str:
        return " ".join(self.said)


@pytest.fixture(scope="module")
def study() -> Study:
    return small(80)


@pytest.fixture(scope="module")
def scores(study: Study) -> Scores:
    return study.score(["hF", "GIE", "LCaF"])


def test_the_numbers_are_those_of_the_statistics(scores: Scores):
    found = differences(scores, "near", "far")
    for c, d in zip(found.contrasts, scores.compare("near", "far"), strict=True):
        assert (c.measure, c.n, c.wins, c.ties, c.losses) == (d.measure, d.n, d.wins, d.ties, d.losses)
        assert (c.difference.value, c.difference.low, c.difference.high) == (
            d.interval.value,
            d.interval.low,
            d.interval.high,
        )
        assert [test.p for test in c.tests] == [d.tests[k].p for k in ("randomization", "sign", "Wilcoxon")]
        assert c.a is not None
        assert c.b is not None
        assert c.a - c.b == pytest.approx(c.difference.value)


def test_a_pooled_difference_lies_in_its_interval_and_only_sums_are_pooled(scores: Scores):
    hf, gie, _ = differences(scores, "near", "far").contrasts
    near, far = scores.averages("hF", "pooled")
    assert hf.pooled is not None
    assert hf.pooled.value == pytest.approx(near - far)
    assert hf.pooled.low is not None
    assert hf.pooled.high is not None
    assert hf.pooled.low < near - far < hf.pooled.high
    assert gie.pooled is None


def test_counts_come_without_waiting_for_intervals(scores: Scores):
    whole, quick = (differences(scores, "near", "far", resampled=wait) for wait in (True, False))
    for a, b in zip(whole.contrasts, quick.contrasts, strict=True):
        assert (a.n, a.wins, a.ties, a.losses, a.picture.counts) == (b.n, b.wins, b.ties, b.losses, b.picture.counts)
        assert b.difference.value == pytest.approx(a.difference.value)
        assert b.difference.low is None
        assert b.tests == ()
    assert "not corrected" not in drawn.differences(quick)


def test_who_is_better_is_said_in_the_sense_of_the_measure(scores: Scores):
    hf, gie, _ = differences(scores, "near", "far", resampled=False).contrasts
    assert hf.difference.value is not None
    assert gie.difference.value is not None
    assert hf.difference.value > 0 > gie.difference.value
    for c in (hf, gie):
        assert conclusion(c, "near", "far").startswith("On average near is better by ")
    surely = differences(scores, "far", "near", ["GIE"]).contrasts[0]
    assert conclusion(surely, "far", "near").startswith("near is better by ")


def test_equal_systems_are_said_to_be_equal(scores: Scores):
    values = {"near": scores.values["near"], "same": scores.values["near"]}
    found = differences(Scores(scores.data, scores.measures, values), "near", "same", ["hF"])
    assert "The same difference on every instance: 0.000." in conclusion(found.contrasts[0], "near", "same")
    assert found.contrasts[0].ties == found.contrasts[0].n


def test_a_system_against_itself_is_refused(scores: Scores):
    with pytest.raises(StudyError, match="does not differ from itself"):
        differences(scores, "near", "near")


def test_parts_are_those_of_the_slices_in_order(study: Study, scores: Scores):
    labels = study.parts("depth")
    found = part_differences(scores, labels, "depth", "near", "far", "hF")
    known = scores.slices(labels, "near", "far", ["hF"]).set_index("part")
    assert [part.name for part in found.rows] == sorted(set(labels), key=int)
    assert sum(part.n for part in found.rows) == len(labels)
    for part in found.rows:
        assert part.difference.value == known.loc[part.name, "difference"]
        assert part.corrected == known.loc[part.name, "corrected p"]
    assert found.family == len(found.rows)
    assert found.folded == 0


def test_many_parts_stand_together():
    labels = ["many"] * 9 + ["more"] * 8 + [f"one {i}" for i in range(50)] + [OTHERS]
    together, folded = parts_of(labels, most=3)
    assert folded == 51
    assert together[:17] == labels[:17]
    assert set(together[17:]) == {f"{OTHERS}…"}
    assert parts_of(labels[:17], most=2) == (labels[:17], 0)


def test_many_parts_are_drawn_with_the_rest_last(scores: Scores):
    labels = [f"part {i:02}" for i in range(60)] + ["part 00"] * 20
    found = part_differences(scores, labels, "mine", "near", "far", "GIE")
    assert len(found.rows) == 40
    assert (found.rows[0].name, found.rows[0].n) == ("part 00", 21)
    assert (found.rows[-1].name, found.rows[-1].n, found.folded) == (OTHERS, 21, 21)
    assert "The 21 smallest parts stand together." in drawn.parts(found, "near", "far")


def test_the_page_says_all_numbers_and_escapes_all_names(scores: Scores):
    hostile = scored([HOSTILE, "b", "c"], ("hF", "GIE"))
    found = differences(hostile, HOSTILE, "b")
    markup = drawn.differences(found) + drawn.parts(
        part_differences(hostile, ["<i>&", '"'] * 20, "<s>", HOSTILE, "b", "hF"), HOSTILE, "b"
    )
    assert "<b>50%" not in markup
    assert "<i>&" not in markup
    assert "<s>" not in markup
    said = str(Words(markup))
    for c in found.contrasts:
        assert conclusion(c, HOSTILE, "b") in said
        assert f"{c.wins:,}" in said
        for test in c.tests:
            assert test.how in said
    assert 'data-pick="part &lt;i&gt;&amp;"' in markup
    assert 'data-pick="part &quot;"' in markup


def test_nothing_to_compare_is_said():
    study = Study.read(
        small(3).hierarchy, from_lists([[], ["c01"]]), {"a": from_lists([[], []]), "b": from_lists([[], ["c01"]])}
    )
    scores = study.score(["WP"])
    only = Scores(
        scores.data.restricted(np.array([0])),
        scores.measures,
        {s: [v.picked(np.array([0])) for v in scores.values[s]] for s in scores.systems},
    )
    found = differences(only, "a", "b")
    assert found.contrasts[0].n == 0
    assert "On no instance WP says something of both." in drawn.differences(found)


def test_a_kept_study_is_compared_by_itself(tmp_path: Path):
    study = small(40, tmp_path / "kept")
    scores = study.score(["hF", "GIE"])
    found, parts = kept_differences(str(tmp_path / "kept"), "near", "far", ["hF", "GIE"], "depth", "GIE")
    assert found == differences(scores, "near", "far")
    assert parts == part_differences(scores, study.parts("depth"), "depth", "near", "far", "GIE")
    assert pickle.loads(pickle.dumps((found, parts))) == (found, parts)
    assert kept_differences(str(tmp_path / "kept"), "near", "far", ["GIE"])[1] is None
    with pytest.raises(StudyError):
        kept_differences(str(tmp_path / "kept"), "near", "far", ["hF"], "dept")


def test_every_bar_finds_its_own_instances(study: Study, scores: Scores):
    finder = Finder(study, scores)
    found = differences(scores, "near", "far", resampled=False)
    for c in found.contrasts:
        met: list[int] = []
        for pick, count in zip(bar_picks(c), c.picture.counts, strict=True):
            own = finder.order(Wish("near", "far", by=pick.removeprefix("by ")))[0].tolist()
            assert len(own) == count, pick
            met += own
        assert len(set(met)) == len(met) == c.wins + c.losses
    assert 'role="button"' not in drawn.differences(found)
    assert drawn.differences(found, opens=True).count('role="button"') == sum(
        count > 0 for c in found.contrasts for count in c.picture.counts
    )
