"""Published studies: what they hold is what is printed, and what does not follow has a reason that can be tried."""

import csv
import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import kendalltau

from hierview.answers.answers import agrees_with_printed
from hierview.errors import MeasureError, StudyError
from hierview.measures.confusion.paths import CELLS
from hierview.measures.confusion.reports import derived_number
from hierview.study import PublishedStudy, published, published_studies
from hierview.study.printed import NO_INSTANCES
from tests.samples import DATA, ROOT

NAMES = tuple(published_studies())
K15 = tuple(name for name in NAMES if name.startswith("k15"))
SYMBOLS = {"Acc": "Accuracy", "F_H": "hF", "F_LCA": "LCaF"}


def read(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_they_are_listed_and_each_opens_by_its_name():
    assert len(NAMES) == len(list((ROOT / "cases" / "studies").glob("*.json"))) == 23
    assert published_studies()["k15/15"] == "DMOZ, LSHTC2 (Kosmopoulos et al. 2015, Tables 15 and 16)"
    assert {published(name).name for name in NAMES} == set(NAMES)
    assert published("R23/iv").name == "r23/IV"
    with pytest.raises(StudyError, match="'k15/99' is no published study; did you mean 'k15/29'"):
        published("k15/99")
    with pytest.raises(StudyError, match="'LCAF' is not printed; did you mean 'LCaF'"):
        published("k15/15").ranking("LCAF")
    assert NO_INSTANCES.startswith("The instances are not published")


@pytest.mark.slow
def test_k15_is_what_the_tables_hold():
    rows, cells = read("empirical_systems.csv"), read("empirical_kendall.csv")
    for row in rows:
        study, measure = published(f"k15/{row['table']}"), SYMBOLS.get(row["measure"], row["measure"])
        assert study.frame.loc[row["system"], measure] == float(row["value"])
        ranking = study.ranking(measure).set_index("system")
        assert ranking.loc[row["system"], "printed place"] == int(row["rank"])
        assert study.title == row["dataset"]
    assert sum(published(name).frame.size for name in K15) == len(rows)
    for cell in cells:
        pair = [SYMBOLS.get(cell[m], cell[m]) for m in ("measure_1", "measure_2")]
        table = published(f"k15/{cell['from_table']}").cells
        (found,) = table[(table["row"] == pair[0]) & (table["column"] == pair[1])].itertuples()
        assert float(found.printed) == float(cell["tau_printed"])
        assert found.ours == pytest.approx(float(cell["tau_b_of_printed_values"]), abs=0.0005001)
        assert found.agrees == (cell["agrees"] == "yes")
        assert bool(found.because) != found.agrees
    assert sum(len(published(name).cells) for name in K15) == len(cells) == 90


def test_57_of_the_90_printed_taus_follow_and_each_other_one_has_a_reason():
    found = [row for name in K15 for row in published(name).cells.itertuples()]
    assert Counter(row.agrees for row in found) == {True: 57, False: 33}
    assert all(bool(row.because) != row.agrees for row in found)


def changed(study: PublishedStudy, reason: dict) -> dict[str, np.ndarray]:
    """The values, errors turned, after what a reason supposes."""
    at = {system: i for i, system in enumerate(study.systems)}
    columns = {m: (1 if study.higher(m) else -1) * study.frame[m].to_numpy(copy=True) for m in study.measures}
    for measure, a, b in reason.get("exchange", ()):
        columns[measure][[at[a], at[b]]] = columns[measure][[at[b], at[a]]]
    for measure, a, b in reason.get("equal", ()):
        columns[measure][at[a]] = columns[measure][at[b]]
    return columns


@pytest.mark.parametrize("name", [name for name in K15 if name != "k15/21"])
def test_a_reason_makes_its_cells_follow(name: str):
    study = published(name)
    printed = {frozenset((a, b)): float(text) for a, b, text in study.content["kendall"]}
    tried = 0
    for reason in study.content["reasons"]:
        columns = changed(study, reason)
        for a, b in reason["cells"]:
            tau = kendalltau(columns[a], columns[b]).statistic * (-1 if reason.get("negated") else 1)
            assert tau == pytest.approx(printed[frozenset((a, b))], abs=0.0010001), (a, b)
            tried += 1
    assert tried == (~study.cells["agrees"]).sum()


def test_shared_places_are_told_from_places_that_stand_against_values():
    told = Counter[str]()
    for name in K15:
        study = published(name)
        for measure in study.measures:
            table = study.ranking(measure)
            assert sorted(table["system"]) == sorted(study.systems)
            best = table["value"].tolist()
            assert best == sorted(best, reverse=study.higher(measure))
            for row in table.itertuples():
                assert bool(row.because) == (row[4] != row.place)
                told[row.because.partition(" ")[0]] += 1
    dmoz = published("k15/15").ranking("MGIA").set_index("system")["because"]
    assert dmoz["C"] == "Shared with B: by the sign test, which needs the instances."
    assert dmoz["A"] == "Places are counted on after a shared one."
    small = published("k15/18").ranking("SDL").set_index("system")["because"]
    assert small["F2"] == "The printed place stands against the values of B2."
    large = published("k15/29").ranking("GIE").set_index("system")["because"]
    assert large["I3"] == "As printed it is equal to H3; more digits than are printed part them."
    assert told["The"] == 4, "two systems in Table 18 and two in Table 24"
    assert told.keys() == {"", "Shared", "Places", "The", "As"}


def test_agreement_of_measures_is_kendalls():
    table = published("k15/21").kendall()
    assert np.diag(table) == pytest.approx(1)
    assert table.loc["GIE", "Accuracy"] == table.loc["Accuracy", "GIE"] == pytest.approx(0.662, abs=0.0005)


# R23


THESIS = tuple(name for name in NAMES if name.startswith("t15"))


def test_f_of_the_thesis_is_the_harmonic_mean_but_for_one_slip():
    """In chapter 5 of micro precision and recall, in chapter 4 of the macro ones."""
    cells = [cell for name in THESIS for cell in published(name).cells.itertuples()]
    assert len(cells) == 39
    differing = [(cell.system, cell.printed) for cell in cells if not cell.agrees]
    slips = [(cell.system, cell.printed, round(cell.ours, 3)) for cell in cells if cell.because.startswith("Slip")]
    assert slips == [("Flat", "0.256", 0.276)] * 2  # Tables 4.6 and 4.9 print the same row
    assert len(differing) == 4
    assert all(cell.because for cell in cells if not cell.agrees)


def test_what_follows_within_rounding_does():
    for name in THESIS:
        study = published(name)
        for cell in study.cells.itertuples():
            if "within rounding" in cell.because:
                low, high = map(float, cell.because.removesuffix(".").rpartition("stand for ")[2].split(" to "))
                assert low < cell.ours < high
                assert low <= float(cell.printed) + 0.0005
                assert float(cell.printed) - 0.0005 <= high


def test_the_macro_f_of_chapter_5_is_another_one():
    """A mean over classes: the harmonic mean of what is printed would be far from it."""
    row = published("t15/5.3").frame.loc["Centroids"]
    p, r = row["Macro precision"], row["Macro recall"]
    assert (2 * p * r / (p + r), row["Macro F1"]) == (pytest.approx(23.5, abs=0.05), 17.1)


def test_the_tables_of_the_thesis_are_as_printed():
    lines = (DATA / "t15_tables.tsv").read_text(encoding="utf-8").splitlines()
    printed = {(name, *cells) for name, _, *cells in (line.split("\t") for line in lines)}
    for name in THESIS:
        study = published(name)
        for measure in study.measures:
            row = tuple(values[study.measures.index(measure)] for values in study.content["systems"].values())
            assert (name, *row) in printed, (name, measure)


@pytest.mark.parametrize("name", ["r23/IV", "r23/V"])
def test_the_rates_of_r23_follow_from_its_counts(name: str):
    cells = published(name).cells
    assert set(cells["what"]) == {"rate"}
    assert len(cells) == 5 * len(published(name).systems)
    assert cells["agrees"].all()
    assert not cells["because"].any()


def test_the_printed_places_of_r23_follow_from_mcc():
    table = published("r23/V").ranking("MCC")
    ranked = table[table["printed place"].notna()]
    assert (ranked["place"] == ranked["printed place"]).all()
    study = published("r23/IV")
    table = study.ranking("MCC").set_index("system")
    differing = table.index[table["printed place"].notna() & (table["place"] != table["printed place"])]
    assert set(table.index[table["because"] != ""]) == set(differing)
    assert len(differing) == 6
    # Without the labels that have no name they do follow, Comtravo-DS just before HSHL.
    rates = {}
    for system, row in study.frame[list(CELLS)].iterrows():
        counts = {cell: int(row[cell]) for cell in CELLS} | {
            cell: int(text) for cell, text in study.content["stray"].get(system, {}).items()
        }
        rates[system] = derived_number("MCC", counts)
    ranked = [s for s in sorted(rates, key=lambda s: -rates[s]) if table["printed place"].notna()[s]]
    assert [table.loc[s, "printed place"] for s in ranked] == list(range(1, 10))
    assert 0 < rates["Comtravo-DS"] - rates["HSHL"] < 0.0001


# S03

S03 = ("s03/a", "s03/b", "s03/c")


def test_all_cells_of_s03_follow_but_eleven_and_44_have_a_reason():
    tables = [published(name).cells for name in S03]
    kinds = Counter(kind for table in tables for kind in table["what"])
    assert kinds == {"share": 312, "blocking": 18, "similarity": 3, "tested": 40}
    every = [
        ((name[-1], *row[2:5]), row) for name, table in zip(S03, tables, strict=True) for row in table.itertuples()
    ]
    differing = {key: row.ours for key, row in every if not row.agrees}
    blocking = {key: ours for key, ours in differing.items() if key[-1] == "BF"}
    averages = {("c", "NB", f"m{m}cro", f"{w}_{b}") for m in "ia" for w in ("Pr", "Re") for b in ("CS", "DB")}
    assert differing.keys() - blocking.keys() == averages
    assert {key[1:3]: ours for key, ours in blocking.items()} == {
        ("NB", "str-metal:l"): 10 / 55,
        ("SVM", "crude:s"): 3 / 308,
        ("SVM", "grain:s"): 3 / 276,
    }
    explained = {key for key, row in every if row.because}
    assert len(explained) == 44
    assert differing.keys() <= explained


def test_the_reasons_of_s03_can_be_tried():
    a, c = published("s03/a"), published("s03/c")
    # Where two rows stay as they are printed, their cells do not follow, nor do their numbers of test documents.
    found = replace(c, content=c.content | {"exchanged": ["tin", "tin"]}).cells.query("not agrees")
    assert Counter(found["row"]) == {"tin": 14, "iron-steel": 14, "micro": 4, "macro": 4, "str-metal:l": 1}
    with pytest.raises(MeasureError, match="fp_contribution='121/10' is not accepted; .* from -7 to 7 is"):
        _ = replace(a, content=a.content | {"corrections": []}).cells
    # Eight averages are what comes out when nothing is kept from falling below 0.
    rows = [
        dict(zip(c.content["counted"], map(Fraction, row), strict=True)) for row in c.content["counts"]["NB"].values()
    ]
    for basis in ("CS", "DB"):
        gained = [n["TP"] + n[f"FpCon_{basis}"] + n[f"FnCon_{basis}"] for n in rows]
        assert min(gained) < 0
        for column, alone, other in (("Pr", "FP", "FnCon"), ("Re", "FN", "FpCon")):
            bottoms = [n["TP"] + n[alone] + n[f"{other}_{basis}"] for n in rows]
            shares = [top / bottom for top, bottom in zip(gained, bottoms, strict=True)]
            for kind, raw in (("micro", sum(gained) / sum(bottoms)), ("macro", sum(shares) / len(shares))):
                assert agrees_with_printed(f"{c.frame.loc['NB', f'{column}_{basis} {kind}']:.3f}", float(raw))


@pytest.mark.parametrize("name", S03)
def test_s03_is_what_the_tables_hold(name: str):
    study, tree = published(name), name[-1]
    content = study.content
    for row in read("sunlim/results_all.csv"):
        if row["tree"] == tree:
            kind = row["category"].removesuffix("-ave")
            for k, column in enumerate(content["columns"]):
                if kind in ("micro", "macro"):
                    assert study.frame.loc[row["classifier"], f"{column} {kind}"] == float(row[column])
                else:
                    assert content["results"][row["classifier"]][kind][k] == row[column]
    for row in read("sunlim/contributions_all.csv"):
        if row["tree"] == tree:
            counts = content["counts"][row["classifier"]][row["category_as_printed"]]
            assert counts == [row[column] for column in content["counted"]]
    for row in read("sunlim/blocking_factors_all.csv"):
        if row["tree"] == tree:
            assert content["blocking"][row["classifier"]][row["subtree_classifier"]] == row["BF"]
    pairs = [r for r in read("sunlim/tables3_5_category_similarity_long.csv") if r["tree"] == tree]
    assert content["similarity"] == [[r["category_a"], r["category_b"], r["CS"]] for r in pairs]
    assert content["edges"] == [[r["parent"], r["child"]] for r in read("sunlim/trees.csv") if r["tree"] == tree]


def test_nothing_is_stored_that_nobody_reads():
    known = "study title source measures systems places kendall reasons stray harmonic edges tested similarity columns"
    known += " results counted counts blocking exchanged corrections"
    for path in (ROOT / "cases" / "studies").glob("*.json"):
        assert json.loads(path.read_text(encoding="utf-8")).keys() <= {*known.split(), "average similarity"}
