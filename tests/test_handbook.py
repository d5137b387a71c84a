"""The handbook: it is built, its blocks do what they say, its links lead somewhere, and it asks nobody elsewhere."""

import re

import pytest

pytest.importorskip("sphinx", reason="Sphinx, which sets the handbook, is not installed")

from docs import generated, handbook
from docs.blocks import BlockError, Page

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    output = tmp_path_factory.mktemp("built") / "handbook"
    handbook.build(output, quick=True)
    return output


def page(site, name: str) -> str:
    return (site / f"{name}.html").read_text(encoding="utf-8")


@pytest.mark.whole
def test_every_measure_has_a_page_with_its_picture_edge_cases_and_papers(site):
    names = [name for _, family in generated.cards() for name in family]
    assert len(names) > 40
    for name in names:
        text = page(site, f"measures/{name}")
        assert "<figure><svg" in text, name
        assert "nothing is predicted for Pop" in text, name
        assert "To cite" in text, name
    assert "2 of 5 = 0.4" in page(site, "measures/LCaF")


def test_every_tool_has_a_page_from_the_one_table():
    """What it computes with the value of each number on one example, and its faults on the smallest data."""
    for key, one in generated.tools().items():
        text = generated.tool_page(key)
        assert all(fault.says in text for fault in one.faults), key
        assert f"[{key}](tools/{generated.tool_file(key)}.md)" in generated.tool_list()
        assert text.startswith(f"# {key}\n\nVersion {one.version}; licence: {one.licence}; [source]({one.source}).")
    hiclass = generated.tool_page("hiclass")
    assert "| f1, micro | paths without root | `F[closed, names=name]` | 0.6154 | All instances in one sum" in hiclass
    assert "On `R>a; a→, a→a` it gives undefined for f1, macro; `F[instance]` is 0.5." in hiclass


@pytest.mark.whole
def test_what_blocks_print_stands_below_them(site):
    text = re.sub(r"<[^>]+>", "", page(site, "tutorials/compare"))
    rows = re.findall(r"^(near|careful|far) +(\S+) \[[^]]*\] +(\S+) \[[^]]*\] +(\S+) \[", text, re.MULTILINE)
    values = {name: [float(value) for value in row] for name, *row in rows}
    # What the tutorial says of them: far leads by Accuracy, and comes last by hF and GIE.
    assert max(values, key=lambda name: values[name][2]) == "far" == min(values, key=lambda name: values[name][0])
    assert max(values, key=lambda name: values[name][1]) == "far"
    assert (site / "gallery-files" / "pairs.tex").read_text(encoding="utf-8").startswith("% title")


@pytest.mark.whole
def test_the_aims_are_three_clicks_away_and_every_page_has_a_way_to_it(site):
    first = page(site, "index")
    for tutorial in ("teach", "paper", "propose", "compare"):
        assert f'href="tutorials/{tutorial}.html"' in first
    assert not handbook.faults(site, without=("api", "explore"))


def test_a_link_that_leads_nowhere_and_what_is_loaded_from_elsewhere_are_told(tmp_path):
    (tmp_path / "a.html").write_text(
        '<a href="b.html">b</a><a href="c.html">c</a><a href="#here">d</a><img src="//example.org/x.png">',
        encoding="utf-8",
    )
    (tmp_path / "b.html").write_text("<p id=here>", encoding="utf-8")
    assert handbook.faults(tmp_path) == [
        "a.html loads //example.org/x.png",
        "a.html leads to c.html, which there is not",
        "a.html leads to #here, a place that there is not",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("```sh\nhierview score 99z\n```\n", "99z"),
        ("```python\nraise SystemExit(3)\n```\n", "raise SystemExit"),
        ("```pycon\n>>> 1 + 1\n3\n\n```\n", "Expected:"),
        ("```json\n{}\n```\n", "page.md"),
        ("```\nhierview check\n```\n", "without a language"),
        ("```sh picture=lca.svg\nhierview score 15\n```\n", "lca.svg was not written"),
    ],
)
def test_a_block_that_fails_is_told(tmp_path, text, said):
    with pytest.raises(BlockError, match=re.escape(said)):
        Page("page.md", text, tmp_path / "files", quick=False).made()


def test_blocks_that_are_not_run_are_listed(tmp_path):
    made = Page("page.md", "```sh not-run\nmake app\n```\n", tmp_path / "files", quick=False)
    assert "$ make app" in made.made()
    assert made.left_out == ["page.md: make app"]
    texts = handbook.sources().values()
    assert (
        0 < sum(len(re.findall(r"^```\w+ .*not-run", text, re.MULTILINE)) for text in texts) <= handbook.MOST_LEFT_OUT
    )
