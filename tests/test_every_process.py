"""Whatever is drawn and written has the same bytes in every process: this one and another, of another seed of hashes.

Each of the functions below stands in the test file of what it writes. What two of them write, in `make test-all` what
all write, is written by both processes: by this one after whatever it did before, by the other in the opposite order,
so that nothing depends on that either.
"""

import hashlib
import json
import os
import subprocess
import sys
from importlib import import_module

import pytest

from tests.effort import sampled
from tests.samples import ROOT

pytestmark = pytest.mark.slow

WRITTEN = {
    "scenes": "tests.draw.test_scene everything_drawn",
    "layouts": "tests.draw.test_layout layout_of_edges_in_any_order",
    "figures": "tests.draw.test_figure everything_written",
    "interactive pages": "tests.draw.test_interactive pages_written",
    "exports": "tests.test_export everything_exported",
    "tables": "tests.test_tables tables_written",
    "the paper": "tests.test_paper paper_written",
    "semantic measures": "tests.test_semantic everything_said",
}
LEAST = 1000  # bytes; less would say that nothing was written


def digests(*names: str) -> dict[str, tuple[int, str]]:
    """Length and digest of what each function writes."""
    found = {}
    for name in names:
        module, function = WRITTEN[name].split()
        text = getattr(import_module(module), function)()
        data = text.encode() if isinstance(text, str) else text
        found[name] = len(data), hashlib.sha256(data).hexdigest()
    return found


def elsewhere(seed: str, *names: str) -> dict[str, list]:
    """The digests as a new process makes them."""
    code = f"import json\nfrom tests.test_every_process import digests\nprint(json.dumps(digests(*{names!r})))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
        env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_same_bytes_in_every_process():
    seed = "1" if os.environ.get("PYTHONHASHSEED") == "2" else "2"  # this process has one by chance
    written = sampled(WRITTEN, 2, seed=12)
    here, there = digests(*written), elsewhere(seed, *reversed(written))
    assert there == {name: list(found) for name, found in here.items()}
    assert min(length for length, _ in here.values()) > LEAST
