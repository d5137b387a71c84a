"""How long the landscape takes: every class of every preset as the prediction, by every measure.

    python benchmarks/landscape.py [seconds]

For each registered measure (and each that long lists show) the slowest preset in each of the three ways:
the class alone, added to the predicted ones, in the place of the first predicted one. A time is the
least of three, each from empty caches. Exits with 1 if one is longer than `seconds`, 1 unless given.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hierview import Case, Measure, measures
from hierview.answers.answers import rows_with_families, text_table
from hierview.formats import preset, preset_groups
from hierview.measures.lca import graphs
from hierview.measures.pairs import flow
from hierview.measures.sets import augmented
from hierview.measures.vary import HOWS, landscape


def forget() -> None:
    """Empty every cache of the measures' rooms."""
    for room in (augmented, flow, graphs):
        for thing in vars(room).values():
            if hasattr(thing, "cache_clear"):
                thing.cache_clear()


def seconds(case: Case, measure: Measure, how: str) -> float:
    replaced = min(case.predicted) if how == "replacing" else ""
    times = []
    for _ in range(3):
        forget()
        start = time.perf_counter()
        landscape(case, measure, how, replaced)
        times.append(time.perf_counter() - start)
    return min(times)


def main(limit: float) -> int:
    cases = {name: preset(name) for names in preset_groups().values() for name in names}
    listed = [m for _, main, under in rows_with_families() for m in (main, *under)]
    chosen = dict.fromkeys([*listed, *(cls() for cls in measures().values())])
    rows = [("measure", *(column for how in HOWS for column in (f"{how}, ms", "case")))]
    worst = 0.0
    for measure in chosen:
        row = [str(measure)]
        for how in HOWS:
            slowest, name = max((seconds(case, measure, how), name) for name, case in cases.items())
            worst = max(worst, slowest)
            row += [f"{1000 * slowest:.1f}", name]
        rows.append(tuple(row))
    print(text_table(rows, "<" + "><" * len(HOWS)))
    print(f"\n{len(chosen)} measures, {len(cases)} presets; the slowest landscape: {worst:.3f} s (limit {limit:g} s)")
    return int(worst > limit)


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0))
