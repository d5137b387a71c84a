"""The API reference: it is built of every public module, and its pages load nothing from elsewhere."""

import importlib.util
import re

import pytest

from docs.handbook import Addresses
from tests.samples import ROOT

pytestmark = pytest.mark.slow

pytest.importorskip("pdoc", reason="pdoc, which makes the reference, is not installed")


def reference():
    spec = importlib.util.spec_from_file_location("reference", ROOT / "docs" / "reference.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_pages_hold_the_docstrings_and_load_nothing_from_elsewhere(tmp_path):
    made = reference()
    names = made.modules()
    assert {"hierview", *(f"hierview.{room}" for room in made.ROOMS)} <= set(names)
    assert "hierview.measures.hloss" in names
    assert not [name for name in names if name.startswith("hierview.ui")]
    some = ["hierview", "hierview.measures", "hierview.measures.base", "hierview.measures.hloss", "hierview.testing"]
    made.build(tmp_path, some)
    pages = {str(path.relative_to(tmp_path)): path.read_text(encoding="utf-8") for path in tmp_path.rglob("*.html")}
    assert {"index.html", *(f"{name.replace('.', '/')}.html" for name in some)} <= set(pages)
    assert "Sentences that say what is missing or wrong" in pages["hierview/testing.html"]
    assert f">{made.hierview.figure.__doc__.split()[0]} " in pages["hierview.html"], "loaded late, and told"
    # A method that overrides one has the words of that.
    assert "The least and the greatest value possible" in pages["hierview/measures/hloss.html"]
    # A field has the string below it, a parameter of a measure its own text; each stands there once.
    assert pages["hierview/measures/base.html"].count("Symbol of the measure in its paper") == 1
    assert pages["hierview/measures/hloss.html"].count(made.measures()["HLoss"].params()["costs"].text) == 1
    assert "Fields:" not in "".join(pages.values())
    for name, page in pages.items():
        loaded = Addresses()
        loaded.feed(page)
        assert not [a for a in loaded.loads if re.match(r"(?i)\s*(?:[a-z]+:)?//", a)], name
        styles = " ".join(re.findall(r"(?s)<style>(.*?)</style>", page))
        assert not re.search(r"""(?i)(?:url\(|@import\s+)\s*["']?(?:[a-z]+:)?//""", styles), name
        scripts = " ".join(re.findall(r"(?s)<script[^>]*>(.*?)</script>", page))
        assert not re.search(r"""["'`]https?://""", scripts), name
