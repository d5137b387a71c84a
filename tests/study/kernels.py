"""Random hierarchies and instances, on which kernels must say what `evaluate` says."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from hierview import Case, Hierarchy, Measure, parse_measure
from hierview.study.scoring.engine import Scoring
from hierview.study.scoring.numbered import NumberedClasses, Rows

WEIGHTS = ("0.5", "1", "2", "1.5", "1/3")


def random_hierarchy(rng: random.Random) -> Hierarchy:
    """A tree, a forest or a directed acyclic graph of up to 16 classes, with or without weights, names in any order."""
    n = rng.randint(1, 16)
    names = [f"c{i:02}" for i in range(n)]
    rng.shuffle(names)
    many, apart, weighted = rng.random() < 0.6, rng.choice((0, 0, 0.1)), rng.random() < 0.3
    edges = []
    for i in range(1, n):
        if rng.random() < apart:
            continue
        near = range(max(0, i - 7), i)
        for j in sorted(rng.sample(near, min(len(near), rng.choice((1, 2, 2, 3)) if many else 1))):
            edges.append([names[j], names[i], *([rng.choice(WEIGHTS)] if weighted else [])])
    return Hierarchy.from_edges(edges, names)


def random_rows(rng: random.Random, h: NumberedClasses, n: int) -> Rows:
    """Instances with up to five classes on a side, or leaves alone, in any order, some with none on both."""
    sides: tuple[list[list[int]], list[list[int]]] = ([], [])
    every = range(int(h.artificial), len(h))
    if rng.random() < 0.3:
        every = sorted({*every} - {*h.edges.parents.tolist()})
    for _ in range(n):
        for side in sides:
            side.append(rng.sample(every, rng.randint(0, min(5, len(every)))))
    starts, flat = zip(
        *(
            (np.cumsum([0, *map(len, side)]).astype(np.int64), np.array([c for row in side for c in row], np.int32))
            for side in sides
        ),
        strict=True,
    )
    return Rows(starts[0], flat[0], starts[1], flat[1])


def random_texts(rng: random.Random) -> list[str]:
    """A measure of each kind that has a kernel, with parameters at random."""

    def text(name: str, **choices: object) -> str:
        told = [f"{key}={value}" for key, value in choices.items() if value is not None and rng.random() < 0.6]
        return f"{name}({', '.join(told)})"

    sets = {
        "augmentation": rng.choice(('"ancestors"', '"none"', '"descendants"', '"tolerant"')),
        "root": rng.choice(('"counted"', '"omitted"', '"virtual"')),
    }
    ic = rng.choice(('"Seco"', '"Sanchez"'))
    zero, beta = rng.choice(("0", "None")), rng.choice(("2", "0.5", "0", "1/3"))
    pair = {"default_cost": rng.choice(("1", "2.5", "0.3")), "max_distance": rng.choice(("None", "0", "1", "2.5"))}
    free = rng.choice(({}, {"beta_p": '"N"', "beta_t": '"M"'})) | {"default_cost": rng.choice(("0", "1", "2.5"))}
    average = rng.choice(('"BMA"', '"matches"', '"predicted"', '"true"', '"pairs"', '"best"'))
    mistaken = rng.choice(('"BMA"', '"matches"', '"predicted"', '"true"'))
    variant = rng.choice(('"extended"', '"algorithm1"'))
    reports = ("TP", "TN", "FP", "FN", "ACC", "PPV", "TPR", "FNR", "FPR", "TNR", "PT", "F1", "MCC")
    level_by = {"by": '"shortest"', "answers": '"given"'}
    leveled = level_by | {"absent": rng.choice(('"wrong"', '"carry"'))}
    return [
        rng.choice((text("hP", **sets, zero=zero), text("hR", **sets, zero=zero), text("SDL", **sets))),
        text("hF", **sets, zero=zero, beta=beta),
        text("Accuracy", augmentation=sets["augmentation"]),
        rng.choice((text("LCaP", zero=zero, reduce="False"), text("LCaR", zero=zero, reduce="False"))),
        text("LCaF", zero=zero, beta=beta, reduce="False"),
        rng.choice(("TIE", "AllPairs", text("GIE", **pair), text("Flow", **(pair | free)))),
        text("MGIA", **pair, pairing=rng.choice(('"exact"', '"nearest"'))),
        rng.choice((text("wP", ic=ic, zero=zero), text("wR", ic=ic, zero=zero), text("ru", ic=ic), text("mi", ic=ic))),
        rng.choice((text("wF", ic=ic, zero=zero, beta=beta), "Excess", "Deficient", "DepthDist")),
        rng.choice((text("LCaP", zero=zero, variant=variant), text("LCaR", variant=variant, reduce="False"))),
        text("LCaF", zero=zero, beta=beta, reduce="False", variant=variant),
        text("WP", average=average, root=rng.choice(('"counted"', '"omitted"'))),
        rng.choice((text("Resnik", average=average, ic=ic), text("JC", average=average, ic=ic))),
        text("Lin", average=average, ic=ic),
        rng.choice((text("AHD", average=average), text("Severity", average=mistaken))),
        text(
            "Level",
            level=rng.choice(("1", "2", "3", '"deepest"')),
            of=rng.choice(('"P"', '"R"', '"F1"', None)),
            **leveled,
        ),
        rng.choice((text("FPA", extra='"ignored"', **level_by), text("TICE", gap='"inconsistent"', **level_by))),
        rng.choice((text("TIE", price='"diameter"'), text("TIE", price="3"), text("ICMNorm", ic=ic))),
        text("PathF1", answers='"given"', penalty='"HierVerb"', of=rng.choice(('"P"', '"R"'))),
        text("ConstrainedF1", answers='"given"', of=rng.choice(('"P"', '"R"'))),
        text("CoPHE", layers='"depth"', max_layer=rng.choice(("0", "2", '"root"')), sets="True", of='"P"'),
        text("wAP", weights='"equal"', absent='"wrong"', **level_by),
        text("HCM", report=f'"{rng.choice(reports)}"', empty='"none"', reduce="True"),
    ]


@dataclass(frozen=True)
class Checked:
    """A comparison. same: whether value and parts are equal to the last bit.  by_kernel: whether a kernel made them."""

    measure: Measure
    case: Case
    same: bool
    by_kernel: bool
    told: str


def compared(rng: random.Random, instances: int) -> Iterator[Checked]:
    """Every kernel on a random hierarchy and so many instances, each under one measure."""
    h = random_hierarchy(rng)
    job = Scoring(h, tuple(map(parse_measure, random_texts(rng))))
    rows = random_rows(rng, job.numbered_classes, instances)
    which = [k for k, made in enumerate(job.plans) if made is not None]
    found = dict(zip(which, job.kernel_values(which, rows), strict=True))
    for i in np.flatnonzero(np.diff(rows.true_starts) + np.diff(rows.predicted_starts)).tolist():
        k = i % len(job.measures)
        measure, case = job.measures[k], job.case(rows, i)
        if k not in found or found[k].left[i]:
            yield Checked(measure, case, True, False, "")
            continue
        result, value = measure.evaluate(case), float(found[k].value[i])
        same = np.isnan(value) if result.value is None else value == result.value
        parts = {name: float(column[i]) for name, column in found[k].parts.items()}
        if result.value is not None:
            same = same and parts == {name: float(x) for name, x in result.parts.items()}
        yield Checked(
            measure, case, bool(same), True, f"{value} {parts}, evaluate: {result.value} {dict(result.parts)}"
        )
