"""The ways to count that mean something for a run: every combination of the axes, and what each tool prints."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ...answers.counting import OF_INSTANCES, OF_PAIRS, PRF, CountedQuantity, Counting
from ...answers.tools import ToolNumber, tools
from .counts import CountedRun

DEEPEST = 15  # levels and layers that are counted one by one
MOST_LAYERED = 50_000  # classes, up to which layers are counted: each has all of them
_ABSENT = ("drop", "drop-both", "wrong", "carry")
_ROOTS = ("omitted", "counted", "virtual")
UNUSUAL_F = ("F0.5", "F2")


def count_levels(run: CountedRun) -> int:
    """The number of levels below the root that can be counted by; none where a class has several parents."""
    return min(DEEPEST, int(run.tree.depths.max(initial=0))) if run.tree.is_tree else 0


def count_layers(run: CountedRun) -> int:
    """The number of layers above the leaves that can be counted by; none where a class that is no leaf is marked."""
    rows, leaves = run.rows, run.tree.leaves
    if not (leaves[rows.true].all() and leaves[rows.predicted].all()) or run.tree.n > MOST_LAYERED:
        return 0
    return max(0, count_levels(run) - 1)


def set_forms(run: CountedRun) -> Iterator[Counting]:
    """Every form that the sets can take, pooled."""
    for root in _ROOTS:
        yield Counting(root=root)
    for sets in ("given", "reduced", "truth-closed"):
        for root in _ROOTS[:2]:
            yield Counting(sets=sets, root=root)
    for root in _ROOTS[:2]:
        yield from (Counting(sets="given", root=root, duplicates=how) for how in run.ways_to_count_repeats)
        for names in run.tree.homonym_kinds:
            yield from (Counting(sets=sets, root=root, names=names) for sets in ("closed", "given"))
    if not run.tree.is_tree:
        return
    for sets in ("paths", "paths as given", "constrained"):
        yield Counting(sets=sets)
    for level in range(1, count_levels(run) + 1):
        for absent in ("none", *_ABSENT) if run.has_single_labels else ("none",):
            for names in ("class", *(run.tree.homonym_kinds if absent == "none" else ())):
                yield Counting(sets="level", level=level, absent=absent, names=names)
    for level in range(1, count_layers(run) + 1):
        yield Counting(sets="layers", level=level)
        yield Counting(sets="layers as sets", level=level)


def averages_of_form(form: Counting, empty: bool) -> Iterator[Counting]:
    """Every average of a form that some tool or paper takes. empty: whether 0/0 occurs in an instance."""
    yield form
    if form.sets.startswith("layers"):  # CoPHE alone has them
        return
    if form.sets in ("paths", "paths as given", "constrained"):
        yield replace(form, average="class")
        return
    yield from _class_averages(form)
    if form.absent != "none":  # one class a side: an instance is right or not
        yield replace(form, average="instance")
        return
    for zero in ("0", "1", "skip") if empty else ("0",):
        yield replace(form, average="instance", zero=zero)
    for zero in ("0", "skip") if empty else ("0",):
        yield replace(form, average="instance", f="means", zero=zero)
    if form.sets in ("closed", "given"):
        yield replace(form, average="union")


def _class_averages(form: Counting) -> Iterator[Counting]:
    """Means over classes; at padded levels as of flat labels."""
    level = form.sets == "level"
    for classes in ("all", "seen", "true"):
        yield replace(form, average="class", classes=classes)
        if classes != "true" and not level:
            yield replace(form, average="class", classes=classes, zero="1")
        if form.absent == "none" and (classes == "all" or not level):
            yield replace(form, average="class", f="means", classes=classes)
    if not level:
        yield replace(form, average="class", classes="split")
    yield replace(form, average="class", classes="seen", class_weight="support")


def countings(run: CountedRun) -> Iterator[Counting]:
    """Every combination that means something for a run, except of what lies between two classes."""
    for how in ("own", "ignored", "instance out") if run.has_unknown else ("own",):
        within = run.with_unknown_treated(how)
        if within.rows.instances == 0:
            continue
        for form in set_forms(run):
            counts = within.counts(form)
            empty = bool((counts.of_row[:2] == 0).any())
            yield from averages_of_form(replace(form, unknown=how), empty)
        if run.tree.is_tree:
            for zero in ("0", "1"):
                yield Counting(weight="information", average="instance", zero=zero, unknown=how)
        accretion = Counting(weight="IA", unknown=how)
        yield from (accretion, replace(accretion, average="instance"))
        yield from (replace(accretion, average="instance", f=f, zero="skip") for f in ("each", "means"))


def countable_quantities(run: CountedRun, quantities: tuple[str, ...] = ()) -> Iterator[CountedQuantity]:
    """Every quantity that can be counted over a run. quantities: those wanted, else all usual ones."""
    for c in countings(run):
        # Of a mean P and a mean R there is but F to be made in another way.
        own: list[str] = [*(PRF if c.f == "each" else PRF[2:]), *(q for q in UNUSUAL_F if q in quantities)]
        if c.average == "instance" and c.f == "each" and c.weight == "1":
            of_instances = ("exact",) if c.sets == "level" else OF_INSTANCES
            own += of_instances if c.zero == "0" else OF_INSTANCES[:1]
        if c.average == "instance" and c.absent != "none":
            own = ["exact"]
        if c.sets.startswith("paths") and c in (Counting(sets=c.sets), Counting(sets=c.sets, average="class")):
            own.append("penalised F")
        yield from (CountedQuantity(quantity, c) for quantity in own if not quantities or quantity in quantities)
    if run.has_single_labels and run.tree.is_tree:
        for average in ("instance", "mistakes", "class means"):
            for root in _ROOTS[:2]:
                c = Counting(sets="pairs", average=average, root=root)
                between = OF_PAIRS if root == "omitted" else OF_PAIRS[:1]
                yield from (
                    CountedQuantity(quantity, c) for quantity in between if not quantities or quantity in quantities
                )


def numbers_of_tools(run: CountedRun) -> Iterator[tuple[str, ToolNumber]]:
    """The numbers of each profiled tool that takes such data, with the tool's name."""
    levels, layers = count_levels(run), count_layers(run)
    for key, one in tools().items():
        for printed in one.printed_numbers(levels):
            fits = (run.has_single_labels or not printed.one_label) and (run.tree.is_tree or not printed.tree)
            if fits and not (printed.leaves and printed.point.counting.level > layers):
                yield key, replace(printed, point=_without_idle_axes(printed.point, run))


def _without_idle_axes(point: CountedQuantity, run: CountedRun) -> CountedQuantity:
    """The point without settings that change nothing on this run, such as lists that are sets."""
    c = point.counting
    names = c.names if c.names in run.tree.homonym_kinds else "class"
    duplicates = next((how for how in (c.duplicates, "gold list") if how in run.ways_to_count_repeats), "set")
    return CountedQuantity(
        point.quantity, replace(c, names=names, duplicates="set" if c.duplicates == "set" else duplicates)
    )
