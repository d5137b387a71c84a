"""The README is short, leads to files that there are, and does what it says; the handbook runs what its guides say."""

import doctest
import re

import pytest

from docs import pictures

from .samples import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_python_example_prints_what_it_says():
    test = doctest.DocTestParser().get_doctest(README, {}, "README", "README.md", 0)
    assert len(test.examples) >= 5
    said: list[str] = []
    assert doctest.DocTestRunner(verbose=False).run(test, out=said.append).failed == 0, "".join(said)


def test_the_readme_is_short_and_leads_to_files_that_there_are():
    assert len(README.splitlines()) <= 150
    assert all((ROOT / path).is_file() for path in re.findall(r"\]\(([^)]+)\)", README))
    assert "make handbook" in README


@pytest.mark.parametrize("name", pictures.FIGURES)
def test_a_picture_of_the_readme_is_todays(name: str):
    assert f"docs/pictures/{name}" in README
    assert (pictures.FOLDER / name).read_bytes() == pictures.figure(name)
