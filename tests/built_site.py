"""The page without a server, made once for all tests of a run, and served."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from hierview.ui.host import site
from tests.samples import ROOT

PYODIDE = ROOT / ".venv" / f"pyodide-{site.PYODIDE}.tgz"
needs_pyodide = pytest.mark.skipif(
    not PYODIDE.exists(), reason="Python for the browser is not here; make ready fetches it"
)


def built(factory: pytest.TempPathFactory) -> Path:
    """The folder of the page; processes that test beside each other share one."""
    base = factory.getbasetemp()
    shared = (base.parent if base.name.startswith("popen-") else base) / "shared-site"
    if not shared.exists():
        own = factory.mktemp("site") / "explore"
        site.write_site(own, PYODIDE, lambda sentence: None)
        try:
            own.rename(shared)
        except OSError:  # another process was quicker
            return own
    return shared


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a folder, while this lasts."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
