"""What answers say side by side, on the drawing and under conventions: what is counted, and what parts two measures."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Set
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import ceil
from types import SimpleNamespace

from .. import brute
from ..plain import Facts, amount, cls, counted, num, tables
from . import depth, hloss, information, lca, semantic, sets

SAID = tables("answers")
FAMILIES = {name: family for family in (depth, hloss, information, lca, semantic, sets) for name in family.MEASURES}
PRECISION = {"hP": "P", "hR": "R", "hF": "F", "LCaP": "P", "LCaR": "R", "LCaF": "F"}
# The ideas of the field: title, question, and its measures with what they add to classes.
FIELD = (
    ("Exact hits", "Is the very class right?", [("hF", "none")]),
    ("Pairs", "How far apart, along edges?", [("GIE", ""), ("MGIA", "")]),
    ("Shared ancestors", "Which ancestors are on both sides?", [("hF", "ancestors")]),
    ("Climbs to the LCA", "What lies on the way to where they meet?", [("LCaF", "")]),
)


@dataclass
class Seen:
    """What a measure counts in a case.

    true, predicted, edges: classes and edges on sides.  lcas: those kept.  values: what is written into classes.
    pairs: (predicted, true, cost).  formula: numbers and value, "" where undefined.  f_error: what all pairs cost.
    """

    kind: str
    value: Fraction | None
    true: Set[str] = frozenset()
    predicted: Set[str] = frozenset()
    edges: dict = field(default_factory=dict)
    lcas: Set[str] = frozenset()
    values: dict = field(default_factory=dict)
    pairs: list = field(default_factory=list)
    formula: str = ""
    f_error: Fraction | None = None

    @property
    def sides(self):
        """{class: (on the true side, on the predicted side)}."""
        return {c: (c in self.true, c in self.predicted) for c in self.true | self.predicted}

    def partners(self, c):
        """The partners of a class, None for none, each with what the pair costs: by name, None last."""
        found = {(t, cost) for p, t, cost in self.pairs if p == c} | {(p, cost) for p, t, cost in self.pairs if t == c}
        return sorted(((other, num(cost)) for other, cost in found), key=lambda o: (o[0] is None, o[0] or "", o[1]))


def plain_edges(f: Facts):
    return [(p, c, weight) for c, above in f.parents.items() for p, weight in above.items()], f.parents


def seen(f: Facts, m) -> Seen:
    """What a measure, its name and parameters, counts in a case."""
    words = ("label", "means", "kind")
    found = _seen(f, tuple((name, value) for name, value in vars(m).items() if name not in words))
    return replace(found, kind=getattr(m, "kind", found.kind))


@cache
def _seen(f: Facts, named) -> Seen:
    m, (edges, classes) = SimpleNamespace(**dict(named)), plain_edges(f)
    case = (edges, f.true, f.predicted)
    if m.name not in FAMILIES:
        return pairs(m, case, classes)
    family, on = FAMILIES[m.name], defaultdict(set)
    if family is sets:
        zero = getattr(m, "zero", 0), classes
        values = brute.set_based(*case, m.augmentation, getattr(m, "root", "counted"), getattr(m, "beta", 1), *zero)
        value = values[PRECISION.get(m.name, m.name)]
    else:
        value = family.value(f, m)
    view = next(iter(family.views(f, m).values()))
    for picture in view["pictures"]:
        for role in ("t", "p", "t_edges", "p_edges", "lca"):
            on[role] |= set(picture.get(role, ()))
    kept = {c: what for picture in view["pictures"] for c, what in picture.get("values", {}).items()}
    formula = "" if value is None else " = ".join(view["formula"].split(" = ")[-2:])
    kind, on_edges = "climbs" if family is lca else "sides", on_sides(on["t_edges"], on["p_edges"])
    return Seen(kind, value, on["t"], on["p"], on_edges, on["lca"], kept, formula=formula)


def on_sides(true, predicted):
    """{what: side}."""
    return {x: "both" if x in true and x in predicted else "t" if x in true else "p" for x in true | predicted}


def shortest_paths(h, c, top):
    """The shortest climbs, each as the classes on it in order."""
    climbs = [climb for climb in brute._climbs(h.parents, c) if climb[0][-1] == top]
    return [path for path, weight in climbs if weight == min(weight for _, weight in climbs)]


def total(terms):
    """A sum in a formula: (amount, the classes that bring it); of more than ten the total alone."""
    terms = list(terms)
    if len(terms) > 10:
        terms = [(sum(cost for cost, _ in terms), {c for _, classes in terms for c in classes})]
    return " + ".join(amount(cost, classes) for cost, classes in terms) or "0"


def pairs(m, case, classes):
    """Pair-based measures: the pairs, what they cost, what that is set against."""
    edges, t, p = case
    limits = getattr(m, "default_cost", None), getattr(m, "max_distance", None)
    if getattr(m, "pairing", "") == "nearest":
        found = brute.mgia_nearest(*case, *limits, classes=classes)[2]
    elif m.name in ("GIE", "MGIA"):
        found, _ = brute.pairing(m.name.lower(), *case, *limits, classes=classes)
    elif t and p and (m.name == "AllPairs" or len(t) == len(p) == 1):
        found = [(a, b) for a in sorted(p) for b in sorted(t)]
    else:
        return Seen("pairs", None)
    costs = [limits[0] if None in pair else brute.distance(edges, *pair, classes) for pair in found]
    terms = list(zip(costs, ([c for c in pair if c is not None] for pair in found), strict=True))
    value, formula = sum(costs, Fraction(0)), total(terms)
    seen = Seen("pairs", value, pairs=[(*pair, cost) for pair, cost in zip(found, costs, strict=True)], f_error=value)
    if m.name == "MGIA":
        seen.value = brute._induced_accuracy(value, t, p, limits[0])
        share = f"[{formula} / {counted(t ^ p)} · {num(limits[0])}]"
        formula = f"1 − {share if t ^ p else f'( {formula} )' if len(terms) > 1 else formula}"
    return replace(seen, formula=f"{formula} = {num(seen.value)}")


# Side by side


def panels(rows):
    """(title, question) of each panel and its measures: the ideas of the field where these are its measures."""
    kinds = [(m.name, getattr(m, "augmentation", "")) for m in rows]
    if kinds != [kind for *_, own in FIELD for kind in own]:
        return [(m.label, m.means, [m]) for m in rows]
    left = iter(rows)
    found = [(title, question, [next(left) for _ in own]) for title, question, own in FIELD]
    (exact,) = found[0][-1]
    exact.kind = "exact"
    return found


def counted_as(s: Seen, c):
    if s.kind == "pairs":
        partners = s.partners(c)
        texts = [SAID["ideas: partner"].said(c=c, partner=partner, cost=cost) for partner, cost in partners]
        return ", and ".join(texts) or "in no pair"
    side = SAID["ideas: side"].said(kind=s.kind, true=c in s.true, predicted=c in s.predicted)
    return side + SAID["ideas: more"].said(kept=c in s.lcas, value=s.values.get(c, ""))


def counted_by_all(ideas, c):
    """One line on a class: in each panel what its measures count it as, once where they agree."""
    told = []
    for own in ideas:
        texts = [counted_as(s, c) for _, s in own]
        agree = all(text == texts[0] for text in texts)
        told += texts[:1] if agree else [f"{m.label}: {text}" for (m, _), text in zip(own, texts, strict=True)]
    return f"{cls(c)}: {' · '.join(told)}"


def what_parts(f: Facts, ideas):
    """What parts the first pairing from the others, and the first with sides; what is hit; what is undefined."""
    every = [idea for own in ideas for idea in own]
    defined = [(m, s) for m, s in every if s.value is not None]
    paired = [(m, s) for m, s in defined if s.kind == "pairs"]
    sided = [(m, s) for m, s in defined if FAMILIES.get(m.name) in (hloss, lca, sets) and s.kind != "exact" and s.sides]
    told = [pairs_part(f, paired[0], other) for other in paired[1:]]
    told += [sides_part(sided[0], other) for other in sided[1:]]
    if any(s.kind == "exact" for _, s in every):
        told.append(SAID["ideas: hits"].said(hits=f.true & f.predicted))
    return " ".join(told + [f"{m.label} is undefined here." for m, s in every if s.value is None])


def pairs_part(f: Facts, a, b):
    differing = sorted(c for c in f.marked if a[1].partners(c) != b[1].partners(c))
    lone = [
        (c, x, y)
        for x, y in ((a, b), (b, a))
        for c in differing
        if {other for other, _ in x[1].partners(c)} == {None} and any(other for other, _ in y[1].partners(c))
    ]
    moment = {"alike": not differing, "lone": lone and lone[0][0], "a": a[0].label, "b": b[0].label}
    if lone:
        c, x, y = lone[0]
        (_, alone), (other, cost) = x[1].partners(c)[0], y[1].partners(c)[0]
        theirs = [{one for one, _ in s.partners(other) if one is not None} for _, s in (x, y)]
        moment |= {"x": x[0].label, "y": y[0].label, "other": other, "alone": alone, "cost": cost}
        moment |= {"others": theirs[0], "in_y": theirs[1]}
        moment["whom"] = SAID["ideas: whom"].said(**moment)
    elif differing:
        moment |= {"c": differing[0], "in_a": counted_as(a[1], differing[0]), "in_b": counted_as(b[1], differing[0])}
    return SAID["ideas: pairs"].said(**moment)


def sides_part(a, b):
    ours, theirs = a[1].sides, b[1].sides
    c = min((c for c in ours.keys() & theirs.keys() if ours[c] != theirs[c]), default=None)
    moment = {"a": a[0].label, "b": b[0].label, "alike": ours == theirs}
    moment |= {"only_a": ours.keys() - theirs.keys(), "only_b": theirs.keys() - ours.keys()}
    if c is not None:
        on = [SAID["ideas: on"].said(true=true, predicted=predicted) for true, predicted in (ours[c], theirs[c])]
        like = {d for d in ours.keys() & theirs.keys() if (ours[d], theirs[d]) == (ours[c], theirs[c])}
        moment |= {"like_c": like, "on_a": on[0], "on_b": on[1]}
    return SAID["ideas: sides"].said(**moment)


# On the drawing


def shortest_ways(f: Facts, p, t):
    """Every shortest way from a predicted class to a true one: {edge: the side that climbs it}."""
    h = f.rooted
    return [
        {(b, a): "p" for a, b in pairwise(up)} | {(b, a): "t" for a, b in pairwise(down)}
        for turn in f.lcas(p, t)
        for up in shortest_paths(h, p, turn)
        for down in shortest_paths(h, t, turn)
    ]


def on_drawing(f: Facts, m, order, way):
    """Lines, sides and numbers on the drawing.

    order: the classes from the top.  way(p, t): which of the shortest ways is drawn, without an artificial root.
    """
    s = seen(f, m)
    if s.value is None:
        return (), {}, {}
    heading = f"{m.label} counts"
    left, right = (plain_formula(side) for side in s.formula.rsplit(" = ", 1))
    if s.kind == "pairs":
        return pairs_on_drawing(f, s, heading, left, right, way)
    shares = []
    if m.name in PRECISION and s.sides.keys() <= f.parents.keys():
        sizes = {"true": s.true, "predicted": s.predicted, "common": s.true & s.predicted}
        shares = [SAID[f"counted: {word}"].said(which=PRECISION[m.name], **sizes) for word in ("recall", "precision")]
    formula = SAID["counted: formula"].said(shares=shares, added="", left=left, right=right)
    both = [c for c in order if c in s.true & s.predicted]
    numbered = {c: str(i) for i, c in enumerate(both, 1)} if shares and len(both) <= 9 else {}
    lines = (heading, *(line for line in (*shares, formula) if line))
    return lines, on_sides(s.true, s.predicted) | s.edges, numbered


def plain_formula(side):
    """A side of a formula on one line: fractions as (top) / (bottom), no classes behind numbers."""
    text, inside = "", False
    for sign in side:
        inside = (inside or sign == "‹") and sign != "›"
        text += "" if inside or sign == "›" else sign
    while "[" in text:
        start, _, rest = text.rpartition("[")
        inner, _, end = rest.partition("]")
        top, bottom = (f"({part})" if " " in part else part for part in inner.split(" / "))
        text = f"{start}{top} / {bottom}{end}"
    return text


def pairs_on_drawing(f: Facts, s: Seen, heading, left, right, way):
    alone = {p or t: num(cost) for p, t, cost in s.pairs if None in (p, t)}
    together = [(p, t, cost) for p, t, cost in s.pairs if None not in (p, t)]
    added, crossed, sides = "", Counter(), {}
    for p, t, cost in together:
        taken = way(p, t)
        ways = [{edge: side for edge, side in w.items() if edge in f.edges} for w in shortest_ways(f, p, t)]
        assert taken in ways, (p, t, taken)
        if sum(f.parents[c][a] for a, c in taken) != cost:
            continue  # it passes the artificial root
        crossed.update(taken.keys())
        for edge, side in taken.items():
            sides[edge] = side if sides.get(edge, side) == side else "both"
        edges = [num(f.parents[c][a]) for a, c in taken]
        added = SAID["counted: added"].said(pairs=len(s.pairs), edges=edges, cost=num(cost))
    told = {edge: num(f.parents[edge[1]][edge[0]]) for edge in crossed}
    told = {e: SAID["counted: edge"].said(times=crossed[e], weight=weight) for e, weight in told.items()}
    formula = SAID["counted: formula"].said(shares=[], added=added, left=left, right=right)
    return tuple(line for line in (heading, added, formula) if line), sides, alone | told


# Conventions


PRF = ("hP", "hR", "hF")
# What each tool has of one instance: whether its closed sets count the root, what it makes of 0/0 with an empty side,
# which measures it computes with all ancestors, and which of sets as they are given. Of the others it has nothing.
PROFILES = {
    "scikit-learn": ("omitted", 0, (*PRF, "Accuracy"), (*PRF, "Accuracy")),
    "hiclass": ("omitted", 0, PRF, ()),
    "HEMKit": ("virtual", None, (*PRF, "LCaP", "LCaR", "LCaF", "MGIA", "SDL"), ()),
    "SemEval-2024 task 4": ("omitted", None, PRF, ()),
    "sklearn-hierarchical-classification": ("omitted", 0, PRF, ()),
    "hiereval": ("omitted", 0, (*PRF, "TIE"), ()),
    "cellarium-cas": ("omitted", 0, PRF, PRF),
    "BioASQ flat": ("counted", 0, (), (*PRF, "Accuracy")),
    "NFETC and FIGER": ("omitted", 0, PRF, PRF),
    "HiAGM": ("omitted", 0, PRF, PRF),
    "NeuralClassifier": ("counted", 0, (), PRF),
    "HierVerb": ("omitted", 0, PRF, ()),
    "hierarchical-confusion-matrix": ("omitted", 0, (*PRF, "HCM"), ()),
    "hiercls": ("omitted", 0, (*PRF, "TIE"), ()),
    "hierulz": ("counted", None, ("hF", "TIE"), ()),
}


def parameters(f: Facts, tool):
    """What a tool decides: the definitions are K15's; HEMKit's depend on the case."""
    root, zero, *_ = PROFILES.get(tool, ("counted", 0))
    if root == "virtual" and f.roots == {"0"}:
        root = "counted"
    if f.true and f.predicted and zero is None:
        zero = 0
    return {"root": root, "reduce": True, "variant": "minimal", "pairing": "exact", "zero": zero}


def as_in(f: Facts, m, tool):
    """The parameters of a measure as a tool has them."""
    own = dict(vars(m))
    own |= {key: value for key, value in parameters(f, tool).items() if key in own}
    if tool == "HEMKit" and m.name == "MGIA":  # it pairs only what is nearer than the default cost
        near = ceil(m.default_cost) - 1
        if f.weighted:
            distances = [f.distance(p, t) for p in f.predicted for t in f.true]
            near = max((d for d in distances if d < m.default_cost), default=0)
        own["max_distance"] = near if m.max_distance is None else min(near, m.max_distance)
    return type(m)(**own)


@cache
def cut_to(f: Facts, limit):
    """The case in which no class is farther than so many climbs below an artificial root; None: as it is."""
    if limit is None:
        return f
    edges, classes = plain_edges(f)
    near, classes, true, predicted = brute.long_distance(edges, f.true, f.predicted, 2 * (limit + 1), classes)
    return f if near == edges else Facts.of(near, true, predicted, classes)


def under(f: Facts, m, tool, limit):
    """What a tool changes, and the measure as it has it; the root of a cut is the tool's own."""
    cut = cut_to(f, limit)
    variant = as_in(cut, m, tool)
    if cut is not f and hasattr(variant, "root"):
        variant.root = "counted"
    return changed(seen(f, m), seen(cut, variant)), variant


def value_text(*values):
    """Values with three digits, or as many as tell them apart."""
    for digits in (3, 6, 12):
        texts = ["undefined" if value is None else num(value, digits) for value in values]
        if len(set(texts)) == len(set(values)):
            break
    return texts


def changed(before: Seen, after: Seen):
    """What became of the classes and pairs behind a value, and of the value."""
    clauses = []
    if before.kind != "pairs":
        for entering, old, new in ((True, before, after), (False, after, before)):
            t, p = new.true - old.true, new.predicted - old.predicted
            for on, classes in (("both", t & p), ("true", t - p), ("predicted", p - t)):
                if classes:
                    where = SAID["conventions: where"].said(graphs=before.kind == "climbs", on=on)
                    moment = {"entering": entering, "classes": classes, "where": where}
                    clauses.append(SAID["conventions: moved"].said(**moment))
    paired = None not in (before.f_error, after.f_error)
    cost, new_cost = value_text(before.f_error, after.f_error)
    other_pairs = sorted(before.pairs, key=str) != sorted(after.pairs, key=str)
    moment = {"paired": paired, "cost": cost, "new_cost": new_cost, "other_pairs": other_pairs}
    moved = " and ".join(part for part in (", ".join(clauses[:-1]), *clauses[-1:]) if part)
    moved += SAID["conventions: pairs"].said(**moment)
    values = before.value, after.value
    ours, theirs = value_text(*values)
    moment = {"ours": ours, "theirs": theirs, "same": values[0] == values[1], "defined": None not in values}
    return SAID["conventions: changed"].said(moved=moved, **moment)


def caveat(m, tool):
    _, _, closed, given = PROFILES.get(tool, ("", 0, (), ()))
    by_augmentation = {"ancestors": closed, "none": given}
    computed = by_augmentation.get(getattr(m, "augmentation", "ancestors"), ())
    computes = m.name in computed and getattr(m, "pair_cost", "") != "similarity"
    return SAID["conventions: caveat"].said(tool=tool, computes=computes, name=m.name)
