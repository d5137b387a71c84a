"""Steps of three cases as golden files, and how symbols and settings in their formulas are marked.

What steps say tests/oracle/said states; what those of every measure must keep, `hierview.testing.shown` says.

When a change to the steps is meant, read the new ones and keep them:

    REFRESH_GOLDEN=1 python -m pytest tests/test_steps.py -k golden
"""

import os
import re

import pytest

from hierview import Case, load_case, parse_measure
from hierview.explain import Step, formula_text, plain, spelled_out
from hierview.markup import html
from tests import samples as shared
from tests.samples import ROOT

GOLDEN = ROOT / "tests" / "golden"
GOLDEN_STEPS = {"12a-mgia": ("12a", "MGIA"), "8b-lcaf": ("8b", "LCaF"), "15-hf": ("15", "hF")}


def steps_of(case: Case, text: str) -> tuple[Step, ...]:
    return shared.steps_of(case, parse_measure(text))


@pytest.mark.parametrize("name", GOLDEN_STEPS)
def test_golden_steps(name):
    preset, text = GOLDEN_STEPS[name]
    lines = []
    steps = steps_of(load_case(preset), text)
    for i, step in enumerate(steps, 1):
        lines.append(f"step {i} of {len(steps)}: {plain(step.text)}")
        lines += [f"    picture: {plain(picture.title)}" for picture in step.pictures]
        if step.formula is not None:
            lines.append(f"    {formula_text(step.formula)}")
    told = "\n".join(lines) + "\n"
    path = GOLDEN / f"{name}.steps.txt"
    if os.environ.get("REFRESH_GOLDEN"):
        path.write_text(told, encoding="utf-8")
    assert told == path.read_text(encoding="utf-8")


def test_symbols_are_explained_where_they_first_stand():
    steps = steps_of(load_case("12a"), "MGIA")
    told = [" ".join(str(what) for what, _ in line) for line in spelled_out(steps)]
    assert told == ["f_error", "", "", "", "", "Ŷ Y D_max | △", "f_error Ŷ Y D_max | △"]


def test_a_number_that_is_set_points_to_its_setting():
    steps = steps_of(load_case("12a"), "MGIA")
    markup = html.formula(steps[-1], html.class_ids(load_case("12a")), spelled_out(steps)[-1])
    assert '<mn class="num" data-setting data-ns="default_cost"' in markup
    assert '<msub class="name" data-n="default_cost">' in markup
    assert '<span class="name" data-n="default_cost"><i>D</i><sub>max</sub></span>: the price of a class' in markup
    # The three classes of △ are no pair; the costs of the pairs are.
    counted = re.search(r'data-ns="([^"]*)"[^>]*>3</mn>', markup)
    assert counted
    assert counted[1].split()[-1] == "counted"
    assert len(counted[1].split()) == 4
    assert len(re.findall(r'data-ns="\d+ \d+"[^>]*>2</mn>', markup)) == 2
