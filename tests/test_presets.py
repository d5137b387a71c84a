"""The shipped cases against the values published for them."""

import csv
import json
from collections import Counter
from pathlib import Path

import pytest

from hierview import CaseError, load_case, write_case
from hierview.answers.answers import HEADLINE, agrees_with_printed, compare_presets, compare_printed
from hierview.formats import excerpt, excerpt_names, preset_groups, preset_names
from hierview.ui.explore.address import state_of
from tests.each import each
from tests.samples import DATA, PRESETS, ROOT, presets
from tests.shell import refused, shown


def test_every_file_is_in_one_group():
    found = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in (ROOT / "cases").glob("*.json")}
    files = {name for name, content in found.items() if "hierview" in content}  # the others list cases
    assert len(files) == 49
    assert set(PRESETS) == files
    assert len(PRESETS) == len(files)
    assert all(preset_groups().values())


@each("name", PRESETS)
def test_a_preset_says_what_it_is(name: str):
    case = load_case(name)
    assert case.name
    assert case.source
    assert case.note
    assert not case.measures or set(case.measures) != set(HEADLINE)
    if case.published:
        rebuilt = "Kosmopoulos et al. 2015, Table" in case.source and "rebuilt" in case.source
        assert rebuilt or case.source.startswith("Riehl et al. 2023, Figure 4(")


@each("name", PRESETS)
def test_published_values_follow_or_say_why_not(name: str):
    for comparison in compare_printed(load_case(name)):
        reason = comparison.because
        assert comparison.verdict == ("differs" if reason else "agrees"), comparison
        assert not reason or (reason[0].isupper() and reason.endswith("."))


def test_218_cells_agree_but_for_8():
    rows = compare_presets(presets().items())
    assert Counter(comparison.verdict for _, comparison in rows) == {"agrees": 210, "differs": 8}


def test_every_printed_cell_is_in_a_preset():
    names = {"P_H": "hP", "R_H": "hR", "F_H": "hF", "P_LCA": "LCaP", "R_LCA": "LCaR", "F_LCA": "LCaF"}
    names["MGIA_f_error"] = "MGIA.f_error"
    ours = {}
    rebuilt = [(name, case) for name, case in presets().items() if "Kosmopoulos" in case.source]
    for case, comparison in compare_presets(rebuilt):
        text = comparison.text.replace("(max_distance=None)", "")
        ours[case, text] = (comparison.printed, comparison.verdict == "agrees", comparison.value)
    with (DATA / "paper_tables.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    theirs = {(r["case"], names.get(r["measure"], r["measure"])): r for r in rows}
    assert len(rows) == 170
    assert set(ours) == set(theirs)
    for key, (printed, agreeing, value) in ours.items():
        row = theirs[key]
        assert (printed, agreeing) == (row["printed"], row["agrees"] == "yes"), key
        assert agrees_with_printed(row["by_definition"], value, 5), key


def falsified(tmp_path: Path, printed: str, because: str = "") -> Path:
    """11a with another printed GIE."""
    content = json.loads(write_case(load_case("11a")))
    content["published"]["GIE"] = {"printed": printed, "because": because} if because else printed
    path = tmp_path / "falsified.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def test_check_fails_on_a_value_that_does_not_follow(capsys, tmp_path: Path):
    out = shown(capsys, "check", str(falsified(tmp_path, "3")), status=1)
    assert out.endswith("50 cases, 228 printed cells: 219 agree, 8 differ with a reason, 1 unexplained\n")
    (line,) = [line for line in out.splitlines() if "falsified.json" in line]
    assert " ".join(line.split()) == f"{tmp_path / 'falsified.json'} GIE printed 3 by definition 2 DIFFERS"


def test_check_names_the_case_whose_measure_cannot_be_read(capsys, tmp_path: Path):
    path = tmp_path / "odd.json"
    path.write_text(json.dumps(json.loads(write_case(load_case("2a"))) | {"published": {"Popp": "1"}}))
    assert refused(capsys, "check", str(path)).startswith(f"{path}: published: measure 'Popp' is not known")


@each(
    "printed, value, same",
    [
        ("0.66", 2 / 3, True),
        ("0.67", 2 / 3, True),
        ("0.6", 2 / 3, True),
        ("0.65", 2 / 3, False),
        ("2", 2.0, True),
        ("0.5", 0.5, True),
        ("-0.4", -1 / 3, False),
        ("6+Max", 11.0, True),
        ("6+Max", 12.0, False),
        ("6+Min", 11.0, False),
        ("", 0.0, False),
        ("2", None, False),
    ],
)
def test_agreeing_is_rounding_or_cutting_to_the_printed_digits(printed: str, value: float | None, same: bool):
    assert agrees_with_printed(printed, value, 5) == same


def test_excerpts_are_small_unmarked_and_say_whose_they_are():
    names = excerpt_names()
    assert {"animals", "arts", "dogs", "gene-ontology", "mesh", "products"} == {*names}
    assert not {*names} & {*preset_names()}
    licences = (ROOT / "cases" / "excerpts" / "LICENSES.md").read_text(encoding="utf-8")
    for name in names:
        found = excerpt(name)
        assert 20 <= len(found.hierarchy) <= 100
        assert not found.marked
        assert found.name
        assert any(terms in found.source for terms in ("MIT", "CC BY 4.0", "public domain", "WordNet 3.0, Copyright"))
        assert f"`{name}.json`" in licences
        assert state_of({"c": name}).draft == found
        assert write_case(found) == (ROOT / "cases" / "excerpts" / f"{name}.json").read_text(encoding="utf-8")
    assert excerpt("animals").hierarchy.labels.all_of("Canis lupus") == {"en": "wolf", "de": "Wolf"}
    assert len(excerpt("mesh").hierarchy.parents("Asthma")) == 3
    with pytest.raises(CaseError, match="there are animals, arts"):
        excerpt("plants")
