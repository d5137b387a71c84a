"""Standings: places, ties, places away, agreement, and what is said of it; as printed and as scored."""

from __future__ import annotations

import pytest

from hierview.study import published, published_studies
from hierview.study.inputs.example import example_study
from hierview.study.markup import ranking as draw
from hierview.study.results.standings import (
    Standing,
    Standings,
    alike_sentences,
    of_published,
    of_scores,
    place_text,
    standings_table,
    tau_picture,
    taus_table,
)
from tests.each import each

MEASURES = ("hF", "LCaF", "MGIA", "GIE", 'hF(augmentation="none")')


@pytest.fixture(scope="module")
def printed() -> Standings:
    return of_published(published("k15/15"))


@pytest.fixture(scope="module")
def scored() -> Standings:
    return of_scores(example_study().score(MEASURES))


def places(found: Standings, text: str) -> dict[str, str]:
    j = found.at(text)
    return {system: place_text(row[j]) for system, row in zip(found.systems, found.rows, strict=True)}


def test_printed_places_are_those_of_the_paper_with_ranks_that_count_systems(printed):
    assert list(places(printed, "GIE").values()) == [*"21", "3", "6", "10", *"457", "9", "8", *map(str, range(11, 16))]
    mgia = places(printed, "MGIA")
    assert (mgia["B"], mgia["C"], mgia["A"], mgia["F"]) == ("1=", "1=", "3", "4")
    assert printed.shares.endswith("Ranks count systems, 1=, 1=, 3; printed is 1, 1, 2 under MGIA.")


def test_the_order_and_the_tint_follow_the_chosen_measure(printed):
    by = printed.at("Accuracy")
    assert [printed.systems[i] for i in printed.order(by)] == list("ABCDEFGHIJKLMNO")
    e, gie = printed.systems.index("E"), printed.at("GIE")
    assert printed.away(e, gie, by) == printed.away(e, by, gie) == 5
    assert printed.systems[printed.order(gie)[0]] == "B"


def test_agreement_follows_from_the_printed_values_and_says_where_it_is_printed_otherwise(printed):
    sdl, accuracy = printed.at("SDL"), printed.at("Accuracy")
    tau = printed.tau(accuracy, sdl)
    assert (f"{tau.value:.3f}", tau.printed) == ("0.810", "0.79")
    assert "change places" in tau.because
    assert sum(bool(tau.printed) for row in printed.taus for tau in row) == 5
    assert alike_sentences(printed) == (
        "hF, MGIA and LCaF rank almost alike (0.962 to 0.976).",
        "GIE and hF differ most: 0.785.",
    )


@pytest.mark.slow
@each("name", list(published_studies()))
def test_every_published_study_is_ranked_and_drawn(name):
    study = published(name)
    found = of_published(study)
    assert len(found.rows) == len(study.systems)
    for j, measure in enumerate(found.measures):
        ranking = study.ranking(measure.text).set_index("system")
        for system, row in zip(found.systems, found.rows, strict=True):
            assert row[j].value == pytest.approx(ranking.loc[system, "value"])
    shown = draw.ranking(found, 0)
    assert shown.count("<td") == len(found.systems) * len(found.measures)
    assert draw.triangle(found).count('class="tau"') == len(found.measures) * (len(found.measures) - 1) // 2


@pytest.mark.slow
def test_scored_places_have_intervals_and_ties_are_those_of_the_tests(scored):
    flat = MEASURES[-1]
    assert places(scored, "GIE") == {"careful": "1", "bold": "2", "distracted": "3", "generous": "4"}
    assert places(scored, flat)["bold"] == "1= (1–2)"
    assert places(scored, flat)["generous"] == "1= (1–2)"
    # A shared rank before its interval is told, and who shares one stands by value.
    tied = Standings(
        ("worse", "better"), scored.measures[:1], ((Standing(1, 0.1, True, 2, 2),), (Standing(1, 0.2, True, 1, 1),)), ()
    )
    assert places(tied, "hF") == {"worse": "1= (2)", "better": "1="}
    assert tied.order(0) == [1, 0]
    assert "<small title=" in draw.ranking(tied, 0)
    assert scored.shares
    assert "p ≥ 0.05" in scored.shares
    assert "500 instances" in scored.says[0]


def test_tables_and_pictures_for_files_hold_the_same(printed):
    table = standings_table(printed, printed.at("GIE"))
    assert table.names[:3] == ("B", "A", "C")
    assert [column.name for column in table.columns][:4] == ["Accuracy", "Accuracy place", "GIE", "GIE place"]
    assert table.rows[0][1].value == "2"
    assert table.rows[0][2].best
    assert taus_table(printed).rows[3][0].value == printed.taus[3][0].value
    assert tau_picture(printed).values[1] == (printed.taus[1][0].value,)
