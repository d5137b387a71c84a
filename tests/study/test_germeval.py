"""R23's tables of GermEval 2019 from whole runs, as printed and on data without stray labels."""

import csv

import numpy as np
import pytest

from hierview import Hierarchy
from hierview.measures.confusion.paths import CELLS, confusion_matrix
from hierview.measures.confusion.reports import derived_number
from hierview.study import Study, published
from hierview.study.inputs.data import ClassSets, DataSet
from tests.samples import GERMEVAL, with_germeval

pytestmark = [pytest.mark.slow, with_germeval]

RATES = ("ACC", "PPV", "TPR", "F1", "MCC")
Row = dict[str, str]


def table(name: str) -> list[Row]:
    with (GERMEVAL / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def whole(expected: list[Row]) -> Study:
    """Task 1B: all levels."""
    edges = [line.split("\t") for line in (GERMEVAL / "hierarchy.tsv").read_text(encoding="utf-8").splitlines()]
    runs = [GERMEVAL / "systems" / f"{row['system_file']}.tsv" for row in expected]
    return Study.read(Hierarchy.from_edges(edges), GERMEVAL / "gold.tsv", runs, missing="empty")


def tops(expected: list[Row]) -> Study:
    """Task 1A: the eight classes at the top."""
    lines = (GERMEVAL / "task1a" / "gold.tsv").read_text(encoding="utf-8").splitlines()
    h = Hierarchy.from_edges(
        [("root", c) for c in sorted({c for line in lines for c in line.split("\t")[1].split("|")})]
    )
    assert len(h) == 9
    runs = [GERMEVAL / "task1a" / "systems" / f"{row['system_file']}.tsv" for row in expected]
    return Study.read(h, GERMEVAL / "task1a" / "gold.tsv", runs, missing="empty")


def most_specific(study: Study) -> Study:
    """Both sides reduced to their most specific classes, as R23's scripts do first."""
    h = study.hierarchy
    names = h.rooted().top_down

    def reduced(run: ClassSets) -> ClassSets:
        starts, classes = [0], list[int]()
        for a, b in zip(run.starts, run.starts[1:], strict=False):
            row = run.classes[a:b].tolist()
            kept = h.most_specific(names[c] for c in row)
            classes += [c for c in row if names[c] in kept]
            starts.append(len(classes))
        return ClassSets(np.array(starts, np.int64), np.array(classes, np.int32))

    data = study.data
    runs = {name: reduced(run) for name, run in data.runs.items()}
    return Study(h, DataSet(data.ids, reduced(data.truth), runs, data.reads, data.dropped))


def cells(study: Study) -> dict[str, np.ndarray]:
    """The four cells of each instance, instances × 4, by system."""
    scores = study.score(["HCM"])
    return {
        s: np.stack([scores.values[s][0].parts[cell.lower()] for cell in CELLS], axis=1).astype(int)
        for s in scores.systems
    }


def agree(row: Row, sums: np.ndarray) -> bool:
    of = dict(zip(CELLS, sums.tolist(), strict=True))
    rates = all(abs(100 * derived_number(rate, of) - float(row[rate])) < 0.005001 for rate in RATES)
    return rates and all(of[cell] == int(row[cell]) for cell in CELLS)


def pooled_rates_are_those(study: Study, rows: list[Row]) -> None:
    texts = ["HCM" if rate == "F1" else f'HCM(report="{rate}")' for rate in RATES]
    scores = study.score(texts)
    for text, rate in zip(texts, RATES, strict=True):
        found = 100 * scores.averages(text, "pooled")
        assert found == pytest.approx([float(row[rate]) for row in rows], abs=0.005001)


def flat_micro_averages_are_those(study: Study, rows: list[Row]) -> None:
    averages = study.per_class("flat").averages("all")
    found = averages[averages["average"] == "micro"]
    for column, printed in (("precision", "micro_P"), ("recall", "micro_R"), ("F1", "micro_F1")):
        assert (100 * found[column]).tolist() == pytest.approx([float(row[printed]) for row in rows], abs=0.005001)
    exact = study.score(['SDL(augmentation="none")']).column('SDL(augmentation="none")') == 0
    assert (100 * exact.mean(axis=0)).tolist() == pytest.approx([float(r["subset_ACC"]) for r in rows], abs=0.005001)


def test_table_5_as_printed_and_cleaned():
    clean, printed = table("recomputed_table5_clean.csv"), table("expected_table5.csv")
    assert len(clean) == len(printed) == 8
    study = whole(clean)
    specific = most_specific(study)
    found = cells(specific)
    for row, as_printed in zip(clean, printed, strict=True):
        sums = found[row["system_file"]].sum(axis=0)
        assert agree(row, sums), row["row"]
        assert agree(as_printed, sums), row["row"]
    pooled_rates_are_those(specific, printed)
    flat_micro_averages_are_those(study, clean)


def test_table_4_without_the_stray_labels_and_as_printed_with_them():
    """Rows of some runs ended in a tab, which R23's scripts take for a class without a name below the root."""
    clean, printed = table("recomputed_table4_clean.csv"), table("expected_table4.csv")
    assert len(clean) == len(printed) == 11
    stray: dict[str, set[str]] = {}
    for line in (GERMEVAL / "task1a" / "spurious_empty_labels.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        system, _, instance = line.partition("\t")
        stray.setdefault(system, set()).add(instance)
    study = tops(clean)
    found, names = cells(study), study.hierarchy.top_down
    same = []
    for row, as_printed in zip(clean, printed, strict=True):
        system = row["system_file"]
        assert agree(row, found[system].sum(axis=0)), row["row"]
        if agree(as_printed, found[system].sum(axis=0)):
            same.append(row["row"])
        with_stray = found[system].copy()
        for i, instance in enumerate(study.data.ids):
            if instance in stray.get(system, ()):
                truth = study.data.truth
                true = [names[c] for c in truth.classes[truth.starts[i] : truth.starts[i + 1]].tolist()]
                paths = [("root", c) for c in sorted(study.case(instance, system).predicted)]
                counts = confusion_matrix(study.hierarchy, true, [*paths, ("root", "")]).counts
                with_stray[i] = [counts[cell] for cell in CELLS]
        assert agree(as_printed, with_stray.sum(axis=0)), row["row"]
    assert len(same) == 8
    pooled_rates_are_those(study, clean)
    flat_micro_averages_are_those(study, clean)


def test_published_counts_without_stray_labels_are_the_recomputed_ones():
    rows = {row["row"]: row for row in table("recomputed_table4_clean.csv")}
    study = published("r23/IV")
    for system, row in study.frame[list(CELLS)].iterrows():
        for cell in CELLS:
            stray = study.content["stray"].get(system, {}).get(cell)
            assert rows[system][cell] == (stray or str(int(row[cell])))
    for name, file_name in (("r23/IV", "expected_table4.csv"), ("r23/V", "expected_table5.csv")):
        for row in table(file_name):
            printed = published(name).frame.loc[row["row"].replace("DKFI", "DFKI")]
            assert printed[[*CELLS, *RATES]].tolist() == [float(row[column]) for column in (*CELLS, *RATES)]
            for rate in ("ACC", "PPV", "TPR", "F1"):
                assert printed[f"GermEval {rate}"] == float(row[f"GE_{rate}"])
