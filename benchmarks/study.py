"""How many instances a second a study scores: whole data sets of the size of LSHTC's.

    python benchmarks/study.py MAKER [folder]
    python benchmarks/study.py --shell MAKER FOLDER [HEMKIT]
    python benchmarks/study.py --compare [comparisons]

**Data.** MAKER is a Python program that is called as `MAKER NAME FOLDER` and writes `NAME.hier.txt` (lines of parent
and child), `NAME.golden.txt` and `NAME.pred.txt` (a line of classes for each instance) for dmoz, dbsmall and dblarge.
They are made in a temporary folder, or kept in the one that is named.

**Rates.** Instances a second for hP, hR, hF and exact LCaP, LCaR, LCaF together, the hierarchy and both files read and
parsed, in processor time and by the clock; warm, that is after one tiny call in the same process, with one thread and
with two; and of a whole process from nothing. Beside them stand the classes touched for an instance (the ancestors of
its labels and the labels, which the cost follows), the instances left to `evaluate`, the peak of memory, and as a
reference what splitting the same two files into Python's lists takes, so that machines can be compared.

**First.** The first and the second study on a machine in the shell, of 200 instances and of all, by the clock.
**Commands.** A plain summary, and what is asked of a kept study: three systems × six measures on all of dmoz, by the
clock; beside them what Python takes to start, with the libraries of arrays and of machine code.

**Growth.** The same on an eighth, a quarter and a half of the instances. **Pairs.** GIE and exact MGIA. **Peers**,
where they are installed and compute the same: networkx, and scikit-learn on indicators that are closed upwards.

`--shell` takes the processor time of plain summaries in the shell, after the first on a machine: of 200 instances, and
of all of dmoz, six averages with their intervals. HEMKIT, where it is named, is the program that the authors of the
measures wrote in C++, compiled; it prints the same six averages, and runs in turn with the summary.

`--compare` sets the kernels against `evaluate` on random hierarchies, instances and parameters, 200,000 times unless
told otherwise, and prints what differs.

Exits with 1 if a rate is below what is wanted, too many instances are left to `evaluate`, or a comparison fails.
"""

from __future__ import annotations

import importlib.util
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np

from hierview.model.hierarchy import Hierarchy
from hierview.study.inputs.columns import read_plain_edges
from hierview.study.study import Study

SHARES = ("hP", "hR", "hF", "LCaP", "LCaR", "LCaF")
PAIRS = ("GIE", "MGIA")
LEFT = 0.001  # the most of all instances that may be left to `evaluate`


class Wanted(NamedTuple):
    """Instances a second: warm with one thread, and of a whole process."""

    warm: int
    whole: int


WANTED = {"dmoz": Wanted(500_000, 70_000), "dbsmall": Wanted(120_000, 40_000), "dblarge": Wanted(18_000, 9_000)}
# The most seconds that the first study takes: in all, or more than the second.
FIRST = {("dmoz", 500): 4.0, ("dmoz", 1): 12.0, ("dbsmall", 1): 12.0, ("dblarge", 1): 12.0}
FEW = 0.9  # seconds of processor time for a summary of 200 instances at most
OF_HEMKIT = 0.6  # of the processor time of HEMKit, for six averages on dmoz
SUMMARY = 2.0  # seconds for dmoz at most
COMMAND = 3.0  # and for each command of a kept study
COMMANDS = ("rank", "compare", "slices depth", "table", "figure ranking", "report")
PAIRS_WANTED = 200_000  # on dmoz


class Run(NamedTuple):
    """What one run took, in seconds, and how many instances of how many were left to `evaluate`."""

    processor: float
    clock: float
    reading: float
    left: int
    instances: int

    @property
    def rate(self) -> float:
        return self.instances / self.processor


def scored(folder: Path, name: str, measures: tuple[str, ...], threads: int) -> Run:
    """Files to averages."""
    clock, start = time.perf_counter(), time.process_time()
    h = read_hierarchy(folder / f"{name}.hier.txt")
    reading = time.process_time() - start
    with ThreadPoolExecutor(threads) as executor:
        files = folder / f"{name}.golden.txt", {"run": folder / f"{name}.pred.txt"}
        study = Study.read(h, *files, executor=executor)
        scores = study.score(measures, executor)
    for measure in measures:
        scores.averages(measure)
    took, waited = time.process_time() - start, time.perf_counter() - clock
    return Run(took, waited, reading, max(int(v.left.sum()) for v in scores.values["run"]), len(study.data))


def read_hierarchy(path: Path) -> Hierarchy:
    """The hierarchy in a file of lines of parent and child."""
    data = path.read_bytes()
    return read_plain_edges(data) or Hierarchy.from_edges([line.split() for line in data.decode().splitlines()])


def warm_up() -> None:
    """One tiny call of every kernel that is measured."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        for ending, text in (("hier", "r a\nr b\na c\nb c\n"), ("golden", "a\nc\n"), ("pred", "b c\nc\n")):
            (path / f"tiny.{ending}.txt").write_text(text)
        scored(path, "tiny", (*SHARES, *PAIRS), 1)


def split(folder: Path, name: str) -> float:
    """Processor time for both files of labels as Python's lists of texts."""
    start = time.process_time()
    for ending in ("golden", "pred"):
        with open(folder / f"{name}.{ending}.txt", encoding="utf-8") as file:
            [line.split() for line in file]
    return time.process_time() - start


def touched(folder: Path, name: str) -> float:
    """Classes on the climbs of all labels of an instance, each label's counted for itself; the mean."""
    h = read_hierarchy(folder / f"{name}.hier.txt")
    study = Study.read(h, folder / f"{name}.golden.txt", {"run": folder / f"{name}.pred.txt"})
    rows, names = study.data.rows("run"), h.rooted().top_down
    count = min(len(study.data), 2_000)
    labels = [*rows.true[: rows.true_starts[count]].tolist(), *rows.predicted[: rows.predicted_starts[count]].tolist()]
    sizes = {c: len(h.closure([names[c]])) for c in set(labels)}
    return sum(sizes[c] for c in labels) / count


def shortened(folder: Path, name: str, share: int) -> str:
    """A data set of the first 1 / share of the instances, under a name of its own."""
    short = f"{name}-{share}"
    for ending in ("hier", "golden", "pred"):
        text = (folder / f"{name}.{ending}.txt").read_text()
        if ending != "hier":
            lines = text.splitlines(keepends=True)
            text = "".join(lines[: len(lines) // share])
        (folder / f"{short}.{ending}.txt").write_text(text)
    return short


def from_nothing(folder: Path, name: str) -> tuple[float, float]:
    """Processor time and peak memory (MB) of a process that does all of it."""
    command = [sys.executable, __file__, "--one", str(folder), name]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return took, float(done.stdout)


def peak() -> float:
    """The most memory that this process held, in MB; on Linux without what held the one that started it."""
    status = Path("/proc/self/status")
    if status.exists():
        (line,) = (line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def best(folder: Path, name: str, measures: tuple[str, ...] = SHARES, threads: int = 1) -> Run:
    """The run of three that took least: others share the machine."""
    return min((scored(folder, name, measures, threads) for _ in range(3)), key=lambda run: run.processor)


def measured(folder: Path) -> int:
    """Prints the tables; how much is not as wanted."""
    from hierview.answers.answers import text_table  # not where a whole process is measured, which prints none

    warm_up()
    missed = 0
    rows = [("", "instances", "touched", "/s", "clock /s", "2 threads", "whole /s", "left", "MB", "× split", "wanted")]
    for name, wanted in WANTED.items():
        one, two = best(folder, name), best(folder, name, threads=2)
        whole, memory = from_nothing(folder, name)
        missed += (one.rate < wanted.warm) + (one.instances / whole < wanted.whole)
        missed += one.left > LEFT * one.instances
        cells = (one.instances, touched(folder, name), one.rate, one.instances / one.clock, two.instances / two.clock)
        more = (one.instances / whole, one.left, memory)
        ratio = f"{one.processor / split(folder, name):.1f}"
        goal = f"{wanted.warm:,}; {wanted.whole:,}"
        rows.append((name, *(f"{x:,.0f}" for x in (*cells, *more)), ratio, goal))
    print(text_table(rows, "<" + ">" * 10))
    print()
    rows = [("instances a second", "1/8", "1/4", "1/2", "all", "of which hierarchy, s")]
    for name in WANTED:
        runs = [best(folder, shortened(folder, name, share)) for share in (8, 4, 2)] + [best(folder, name)]
        alone = (f"{run.instances / (run.processor - run.reading):,.0f}" for run in runs)
        rows.append((f"{name}, without the hierarchy", *alone, f"{runs[-1].reading:.3f}"))
    print(text_table(rows, "<" + ">" * 5))
    pairs = best(folder, "dmoz", PAIRS)
    missed += pairs.rate < PAIRS_WANTED
    print(f"\nGIE and exact MGIA on dmoz: {pairs.rate:,.0f}/s; wanted {PAIRS_WANTED:,}")
    missed += first(folder) + commands(folder)
    peers(folder)
    return missed


def first(folder: Path) -> int:
    """Prints what the first and the second study on a machine take; how much is too long."""
    from hierview.answers.answers import text_table  # not where a whole process is measured, which prints none

    missed = 0
    rows = [("shell, six measures", "first, s", "clock", "second, s", "clock", "wanted")]
    for (name, share), wanted in FIRST.items():
        command = study(folder, shortened(folder, name, share) if share > 1 else name)
        with tempfile.TemporaryDirectory() as cache:
            (once, clock), (again, again_clock) = [timed(command, {"NUMBA_CACHE_DIR": cache}) for _ in range(2)]
        missed += clock - (again_clock if share == 1 else 0) > wanted
        cells = (f"{x:.1f}" for x in (once, clock, again, again_clock))
        rows.append((f"{name} / {share}", *cells, f"{wanted:.0f} s" + " more" * (share == 1)))
    print("\n" + text_table(rows, "<" + ">" * 5))
    return missed


def in_shell(folder: Path, hemkit: str = "") -> int:
    """Prints the processor time of plain summaries, and of HEMKit in the same minute; how much is too long."""
    of_six = [text for measure in SHARES for text in ("--measure", measure)]
    asked = {"200 instances": study(folder, shortened(folder, "dmoz", 500)), "dmoz": study(folder, "dmoz") + of_six}
    if hemkit:
        files = (str(folder / f"dmoz.{ending}.txt") for ending in ("hier", "golden", "pred"))
        asked["HEMKit"] = [hemkit, *files, "100000", "5"]  # no limit of the distance; the default cost of MGIA
    rounds = [{name: timed(command, {})[0] for name, command in asked.items()} for _ in range(5)]
    took = {name: min(times[name] for times in rounds) for name in asked}
    print("processor time: " + ", ".join(f"{name} {seconds:.2f} s" for name, seconds in took.items()))
    missed = int(took["200 instances"] > FEW)
    if hemkit:
        print(f"dmoz by HEMKit's: {took['dmoz'] / took['HEMKit']:.2f}; wanted {OF_HEMKIT}")
        missed += took["dmoz"] > OF_HEMKIT * took["HEMKit"]
    return missed


def study(folder: Path, name: str, *runs: Path) -> list[str]:
    """The command for a study of a data set, with further runs."""
    hierarchy, true, run = (str(folder / f"{name}.{ending}.txt") for ending in ("hier", "golden", "pred"))
    more = [text for other in runs for text in ("--run", str(other))]
    return [sys.executable, "-m", "hierview", "study", hierarchy, "--true", true, "--run", run, *more]


def commands(folder: Path) -> int:
    """Prints what commands take by the clock, least of three; how much is too long."""
    true, predicted = ((folder / f"dmoz.{ending}.txt").read_text().splitlines() for ending in ("golden", "pred"))
    runs = [folder / "dmoz-half.txt", folder / "dmoz-third.txt"]
    for every, run in enumerate(runs, 2):
        lines = (t if i % every == 0 else p for i, (t, p) in enumerate(zip(true, predicted, strict=True)))
        run.write_text("\n".join(lines) + "\n")
    with tempfile.TemporaryDirectory() as place:
        kept = f"{place}/study"
        subprocess.run([*study(folder, "dmoz", *runs), "-o", kept], check=True, capture_output=True)
        libraries = "import numpy, numba, scipy.linalg, pyarrow.parquet"
        asked = {"Python with its libraries": [sys.executable, "-c", libraries], "summary": study(folder, "dmoz")}
        for text in COMMANDS:
            out = ["-o", f"{place}/{text[0]}.svg"] if text in ("figure ranking", "report") else []
            asked[text] = [sys.executable, "-m", "hierview", "study", kept, *text.split(), *out]
        took = {name: min(timed(command, {})[1] for _ in range(3)) for name, command in asked.items()}
    base, *rest = took.items()
    print(f"\n{base[0]}: {base[1]:.2f} s")
    for name, seconds in rest:
        print(f"{name}: {seconds:.2f} s, {seconds / base[1]:.1f} times as long")
    return sum(seconds > (SUMMARY if name == "summary" else COMMAND) for name, seconds in rest)


def timed(command: list[str], environment: dict[str, str]) -> tuple[float, float]:
    """Processor time and clock of a process and all that it starts."""
    before, clock = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, env=os.environ | environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return took, time.perf_counter() - clock


# Others


def peers(folder: Path) -> None:
    """Rates of other packages for hP, hR, hF on dmoz, and whether their averages are the same."""
    h = read_hierarchy(folder / "dmoz.hier.txt")
    study = Study.read(h, folder / "dmoz.golden.txt", {"run": folder / "dmoz.pred.txt"})
    count = 2_000
    study = Study(h, study.data.restricted(np.arange(count)))
    expected = study.score(["hF"]).averages("hF")[0]
    rows = study.data.rows("run")
    names = h.rooted().top_down

    def sides() -> list[tuple[list[str], list[str]]]:
        t, p = rows.true_starts, rows.predicted_starts
        return [
            (
                [names[c] for c in rows.true[t[i] : t[i + 1]].tolist()],
                [names[c] for c in rows.predicted[p[i] : p[i + 1]].tolist()],
            )
            for i in range(count)
        ]

    for peer, work in (("networkx", by_networkx), ("sklearn", by_sklearn)):
        if importlib.util.find_spec(peer) is None:
            print(f"{peer}: not installed")
            continue
        start = time.process_time()
        found = work(h, sides())
        took = time.process_time() - start
        same = "the same" if abs(found - expected) < 1e-9 else f"{found:.6f}, ours {expected:.6f}"
        print(f"{peer}, hF of {count:,} instances: {count / took:,.0f}/s; its mean is {same}")


def by_networkx(h, sides) -> float:
    """Mean hF by `networkx.ancestors`."""
    import networkx

    graph = networkx.DiGraph(h.edges)

    def closed(side):
        return set(side).union(*(networkx.ancestors(graph, c) for c in side))

    def share(true, predicted) -> float:
        return 2 * len(true & predicted) / (len(true) + len(predicted))

    return sum(share(closed(t), closed(p)) for t, p in sides) / len(sides)


def by_sklearn(h, sides) -> float:
    """Mean hF by scikit-learn's F of samples on sparse indicators that are closed upwards."""
    from sklearn.metrics import f1_score
    from sklearn.preprocessing import MultiLabelBinarizer

    binarizer = MultiLabelBinarizer(classes=h.classes, sparse_output=True)
    true, predicted = (binarizer.fit_transform([h.closure(pair[side]) for pair in sides]) for side in (0, 1))
    return float(f1_score(true, predicted, average="samples", zero_division=0))


def compare(comparisons: int) -> int:
    """Kernels against `evaluate`; how many differ."""
    from tests.study.kernels import compared

    rng, done, by_kernel, wrong = random.Random(comparisons), 0, 0, 0
    while done < comparisons:
        if done % 1_000 < 80:
            print(f"\r{done:,} done, {wrong:,} differ", end="", file=sys.stderr, flush=True)
        for found in compared(rng, 80):
            done += 1
            by_kernel += found.by_kernel
            if not found.same:
                wrong += 1
                case = found.case
                print(found.measure, case.hierarchy.edges, sorted(case.true), sorted(case.predicted), found.told)
    print(f"\r{done:,} comparisons, {by_kernel:,} of them by kernels; {wrong:,} differ")
    return wrong


def main(arguments: list[str]) -> int:
    if arguments[0] == "--compare":
        return int(compare(int(arguments[1]) if len(arguments) > 1 else 200_000) > 0)
    if arguments[0] == "--one":
        scored(Path(arguments[1]), arguments[2], SHARES, 1)
        print(peak())
        return 0
    if arguments[0] == "--shell":
        folder = Path(arguments[2])
        make(arguments[1], folder, ["dmoz"])
        return int(in_shell(folder, *arguments[3:4]) > 0)
    with tempfile.TemporaryDirectory() as made:
        folder = Path(arguments[1] if len(arguments) > 1 else made)
        make(arguments[0], folder, WANTED)
        return int(measured(folder) > 0)


def make(maker: str, folder: Path, names: Iterable[str]) -> None:
    """Make the data sets that the folder has not yet."""
    for name in names:
        if not (folder / f"{name}.pred.txt").exists():
            subprocess.run([sys.executable, maker, name, folder], check=True, capture_output=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
