"""Links to hand on: a word where nobody else can follow one, a line for a course page, a QR code."""

import pytest

from hierview.errors import HierviewError
from hierview.markup.html import copy_button_html
from hierview.publish.qr import MOST_CHARACTERS, qr_svg
from hierview.ui.export.linked import follow_advice, frame_line, is_local
from tests.each import each


@each(
    "link, local",
    (
        ("http://127.0.0.1:8501/?c=15", True),
        ("http://localhost:8501/lessons", True),
        ("http://127.1.2.3/", True),
        ("http://[::1]:8501/", True),
        ("http://192.168.0.7:8501/", False),
        ("https://hv.example.edu/?c=15", False),
        ("", False),
    ),
)
def test_a_link_to_this_computer_is_told(link, local):
    assert is_local(link) == local


def test_what_helps_names_the_address_without_what_was_asked():
    told = follow_advice("http://127.0.0.1:8501/lessons?lesson=x")
    assert "--address 0.0.0.0" in told
    assert ":8501/ in your network" in told
    assert "lesson=x" not in told


def test_a_frame_holds_nothing_but_the_link():
    assert frame_line('http://x/?c=1&m="><script>').count("<") == 2
    assert "&amp;m=" in frame_line("http://x/?c=1&m=2")


def test_a_link_is_a_code_that_asks_nobody():
    pytest.importorskip("segno", reason="segno draws the codes")
    drawn = qr_svg("http://127.0.0.1:8501/?c=15&m=<script>")
    assert drawn.startswith("<svg")
    assert "script" not in drawn
    assert "href" not in drawn
    assert drawn != qr_svg("http://127.0.0.1:8501/?c=16")
    with pytest.raises(HierviewError, match="too long for a QR code"):
        qr_svg("x" * (MOST_CHARACTERS + 1))
    assert qr_svg("x" * MOST_CHARACTERS)


def test_a_link_to_be_copied_stays_an_attribute():
    assert 'data-copy="http://x/?c=1&amp;m=&quot;&gt;&lt;b&gt;"' in copy_button_html(
        "Copy link", 'http://x/?c=1&m="><b>'
    )
