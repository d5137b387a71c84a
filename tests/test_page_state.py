"""What pages keep over reruns, without a page."""

from __future__ import annotations

from types import SimpleNamespace

from hierview.ui.shell import page_state


def test_a_file_that_a_slow_browser_says_again_is_taken_once(monkeypatch):
    """While a new control is on its way, the old one tells what it has: once more, or with what came meanwhile."""
    monkeypatch.setattr(page_state.st, "session_state", kept := {})
    first, second = (SimpleNamespace(file_id=name) for name in ("first", "second"))
    taken: list[list[object]] = []
    heard = page_state.on_upload("upload", taken.append)
    for said in ([first], [first], [first, second], [second, first], [], None, second):
        kept["upload"] = said
        heard()
    del kept["upload"]
    heard()
    assert taken == [[first], [second]]
    # Removed and brought again, it is another upload.
    kept["upload"] = SimpleNamespace(file_id="first, again")
    heard()
    assert len(taken) == 3
