"""How symbols and settings in formulas of steps are marked. What steps say is in tests/test_said.py."""

import re

from hierview import Case, load_case, parse_measure
from hierview.explain import Step, with_meanings
from hierview.markup import html
from tests import samples as shared


def steps_of(case: Case, text: str) -> tuple[Step, ...]:
    return shared.steps_of(case, parse_measure(text))


def test_symbols_are_explained_where_they_first_stand():
    steps = steps_of(load_case("12a"), "MGIA")
    told = [" ".join(str(what) for what, _ in line) for line in with_meanings(steps)]
    assert told == ["f_error", "", "", "", "", "Ŷ Y D_max | △", "f_error Ŷ Y D_max | △"]


def test_a_number_that_is_set_points_to_its_setting():
    steps = steps_of(load_case("12a"), "MGIA")
    markup = html.formula_html(steps[-1], html.class_ids(load_case("12a")), with_meanings(steps)[-1])
    assert '<mn class="num" data-setting data-ns="default_cost"' in markup
    assert '<msub class="name" data-n="default_cost">' in markup
    assert '<span class="name" data-n="default_cost"><i>D</i><sub>max</sub></span>: the price of a class' in markup
    # The three classes of △ are no pair; the costs of the pairs are.
    counted = re.search(r'data-ns="([^"]*)"[^>]*>3</mn>', markup)
    assert counted
    assert counted[1].split()[-1] == "counted"
    assert len(counted[1].split()) == 4
    assert len(re.findall(r'data-ns="\d+ \d+"[^>]*>2</mn>', markup)) == 2
