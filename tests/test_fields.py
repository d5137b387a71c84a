"""A field of a page's state is declared once: what follows from it, by a field that a test adds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass

import pytest

from hierview.errors import HierviewError
from hierview.ui.explore import page_token, view
from hierview.ui.explore.address import address_parameters, state_of
from hierview.ui.explore.view import Canvas, open_case
from hierview.ui.shell import fields as declared_fields
from hierview.ui.shell.cases import find_case
from hierview.ui.shell.fields import change_fields, declare_field, number_kind


@dataclass(frozen=True)
class ZoomedCanvas(Canvas):
    zoom: int = declare_field(1, number_kind(9, 1), "p.zoom", stays=True)
    grid: int = declare_field(0, number_kind(9))


@pytest.fixture
def zoomed(monkeypatch) -> Iterator[None]:
    """Explore with two more fields."""
    derived = declared_fields.declarations, declared_fields.declared_parameters, page_token.decode
    monkeypatch.setattr(view, "Canvas", ZoomedCanvas)
    for function in derived:
        function.cache_clear()
    yield
    for function in derived:
        function.cache_clear()


@pytest.mark.usefixtures("zoomed")
def test_a_field_that_is_added_is_in_the_address_travels_and_outlasts_the_case_as_declared():
    state = change_fields(state_of({"c": "15"}), zoom=3, grid=2)
    asked = address_parameters(state)
    assert asked["p"] == "zoom=3"
    assert state_of(asked).canvas == ZoomedCanvas(zoom=3)
    assert page_token.decode(page_token.encode(state)) == state
    assert open_case(state, "11a", find_case("11a")).canvas == ZoomedCanvas(zoom=3)
    assert "p" not in address_parameters(change_fields(state, zoom=1))


@pytest.mark.usefixtures("zoomed")
@pytest.mark.parametrize("wrong", ["0", "10", "x", "-1", "1.5", "9" * 5000, "²"])
def test_a_field_that_is_added_takes_what_is_of_its_kind_alone(wrong: str):
    assert state_of({"c": "15", "p": f"zoom={wrong}"}) == state_of({"c": "15"})
    page = json.loads(page_token.encode(state_of({"c": "15"})))
    for value in (0, 10, wrong, None, True, 1.0, []):
        with pytest.raises(HierviewError):
            page_token.decode(json.dumps(page | {"zoom": value}))


def test_the_state_of_explore_is_a_few_values_of_few_fields():
    parts = [value for value in vars(state_of({})).values() if is_dataclass(value)]
    assert all(len(fields(part)) <= 10 for part in [state_of({}), *parts])
    names = [field.name for part in parts for field in fields(part)]
    assert list(declared_fields.declarations(view.ViewState)) == names
