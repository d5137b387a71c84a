"""The page without a server, made once for all tests of a run, and served."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, flock
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from hierview.ui.host import site
from tests.processes import folder_of_run
from tests.samples import ROOT

PYODIDE = ROOT / ".venv" / f"pyodide-{site.PYODIDE}.tgz"
needs_pyodide = pytest.mark.skipif(
    not PYODIDE.exists(), reason="Python for the browser is not here; make ready fetches it"
)


def built(factory: pytest.TempPathFactory) -> Path:
    """The folder of the page; processes that test beside each other share one."""
    shared = folder_of_run(factory) / "shared-site"
    with (shared.parent / "shared-site.lock").open("w") as lock:
        flock(lock, LOCK_EX)  # one makes it, and the others wait: it takes twenty seconds of a processor
        if not shared.exists():
            site.write_site(shared, PYODIDE, lambda sentence: None)
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
