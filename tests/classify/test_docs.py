"""The example of docs/classifiers.md runs as it stands."""

import os
import re
import subprocess
import sys

from tests.samples import ROOT

PAGE = (ROOT / "docs" / "classifiers.md").read_text(encoding="utf-8")


def test_the_example_of_the_page_runs(tmp_path):
    (code,) = re.findall(r"```python slow\n(.*?)```", PAGE, re.DOTALL)
    path = tmp_path / "example.py"
    path.write_text(f"{code}print(len(scores), len(scores.case(17).extra.probabilities) > 2)\n", encoding="utf-8")
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, path], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["100", "True"]
