"""CoPHE (Falis et al. 2021): leaves counted at ancestors. PathF1 and ConstrainedF1 (Ji et al. 2023): whole paths.

The one root is on no side; of several nothing is left out.
"""

from collections import Counter
from fractions import Fraction
from itertools import chain
from math import exp

from ..plain import Facts, cls, empty_sides, num, picture, step, tables

MEASURES = ("CoPHE", "PathF1", "ConstrainedF1")
SETTINGS = (
    *('CoPHE(max_layer=0, of="R")', "CoPHE(max_layer=2, sets=True)", 'CoPHE(layers="depth", of="P")'),
    "CoPHE(max_layer=6)",
    *('CoPHE(max_layer=8, per="path")', 'CoPHE(max_layer="root")', 'CoPHE(layers="depth", per="path")'),
    *('PathF1(answers="given", of="R")', 'PathF1(penalty="HierVerb")', 'PathF1(penalty="HierVerb", answers="given")'),
    *('PathF1(of="P")', 'ConstrainedF1(answers="given")', 'ConstrainedF1(answers="given", of="P")'),
)
SAID = tables("leaf_paths")
NONE = frozenset()


def up(f: Facts, c):
    """Every path from a class up to a root, the class first."""
    return [[c, *way] for p in f.parents[c] for way in up(f, p)] or [[c]]


def leaves(f: Facts, side):
    return [c for c in side if not f.below[c]]


class Counts:
    """What a measure counts: numbers and the classes behind them, of both sides, the true and the predicted one."""

    def __init__(self, f: Facts, m):
        self.f, self.m, self.beside = f, m, None
        self.things = ("leaf", "leaves") if m.name == "CoPHE" else ("path", "paths")
        if m.name == "ConstrainedF1":
            self.things = ("class", "classes")
        self.inner = sorted(f.marked.difference(leaves(f, f.marked))) if m.name == "CoPHE" else []
        if self.inner:
            return
        getattr(self, {"CoPHE": "layered", "PathF1": "by_path"}.get(m.name, "constrained"))()
        common, true, predicted = self.numbers
        p, r = (Fraction(common, n) if n else Fraction(0) for n in (predicted, true))
        f1 = 2 * p * r / (p + r) if common else Fraction(0)
        self.share = {"P": p, "R": r, "F1": f1}[m.of]
        self.factor = 1
        if self.beside is not None:
            self.factor = 2 * (1 - 1 / (1 + exp(-self.beside / len(self.t)))) if self.t else 1
        self.value = self.share * self.factor if self.factor != 1 else self.share

    def layered(self):
        f, m = self.f, self.m
        sides = [[up(f, leaf) for leaf in sorted(side)] for side in (f.true, f.predicted)]
        most = max(len(way) for c in f.parents for way in up(f, c)) - 1 if m.max_layer == "root" else m.max_layer

        def at(ways, k):
            """Where the paths of a leaf are after k edges, each once, or once for each way up to there."""
            tops = {tuple(way[: k + 1]) for way in ways if k == most or k < len(way) - 1}
            found = Counter(way[-1] for way in tops)
            return Counter(found if m.per == "path" else {*found})

        def above(ways):
            some_way = {tuple(way[:n]) for way in ways for n in range(1, len(way) + 1)}
            found = Counter(way[-1] for way in some_way if self.f.parents[way[-1]] or len(way) == 1)
            return Counter(found if m.per == "path" else {*found})

        def total(counters):
            return Counter(chain.from_iterable(counter.elements() for counter in counters))

        if m.layers == "depth":
            self.layers = [("All classes", *(total(above(ways) for ways in side) for side in sides))]
        else:
            titles = ["The leaves", "Their parents", *(f"{k} edges above the leaves" for k in range(2, most + 1))]
            self.layers = [
                (titles[k], *(total(at(ways, k) for ways in side) for side in sides)) for k in range(most + 1)
            ]
        if m.sets:
            self.layers = [(title, Counter({*t}), Counter({*p})) for title, t, p in self.layers]
        self.numbers = [sum(one) for one in zip(*(sizes(t, p) for _, t, p in self.layers), strict=True)]
        t, p = ({c for layer in self.layers for c in layer[i]} for i in (1, 2))
        self.classes = {c for _, t, p in self.layers for c in t if c in p}, t, p

    def both(self):
        f, given = self.f, self.m.answers == "given"
        top = f.roots if len(f.roots) == 1 else NONE
        self.t = f.closure(f.true) - top
        self.p = (f.predicted if given else f.closure(f.predicted)) - top
        return top

    def by_path(self):
        top = self.both()
        ways = {c: [set(way) - top for way in up(self.f, c)] for c in leaves(self.f, self.t | self.p)}
        self.paths = {
            c: [sum(way <= side for way in own) for side in (self.t & self.p, self.t, self.p)]
            for c, own in sorted(ways.items())
        }
        self.paths = {c: n for c, n in self.paths.items() if any(n)}
        self.numbers = [sum(n[i] for n in self.paths.values()) for i in range(3)]
        self.classes = [{c for c, n in self.paths.items() if n[i]} for i in range(3)]
        if self.m.penalty == "HierVerb":
            self.beside = len(self.p) - sum(len(way) for own in ways.values() for way in own if way <= self.p)

    def constrained(self):
        top = self.both()
        both = self.t & self.p
        right = {c for c in both if self.f.above[c] - top <= both}
        self.broken = both - right
        self.classes = right, self.t, self.p
        self.numbers = [len(side) for side in self.classes]

    def drawn(self, title, t=NONE, p=NONE, about=NONE, **more):
        t_edges, p_edges = ({edge for edge in self.f.edges if {*edge} <= side} for side in (t, p))
        quiet = self.f.pictured - t - p - set(about)
        return picture(
            title, t=set(t), p=set(p), t_edges=t_edges, p_edges=p_edges, about=set(about), quiet=quiet, **more
        )

    def layer(self, title, t, p):
        values = {c: f"{t[c]} | {p[c]}" for c in {*t, *p}}
        return self.drawn(f"{title} · true | predicted", {*t}, {*p}, values=values)


def sizes(t, p):
    return sum(min(t[c], p[c]) for c in t), sum(t.values()), sum(p.values())


def steps(f: Facts, m):
    s = Counts(f, m)
    if s.inner:
        return []
    told = {"CoPHE": layer_steps, "PathF1": path_steps}.get(m.name, constrained_steps)(s)
    told[0]["text"] = f"{SAID['aim'].said(name=m.name)} {told[0]['text']}"
    return told


def layer_steps(s: Counts):
    told = []
    for title, t, p in s.layers[:6]:
        every = sorted({*t, *p})
        listed = "; ".join(f"{cls(c)} {t[c]} true and {p[c]} predicted" for c in every[:4])
        common, true, predicted = sizes(t, p)
        moment = {"title": title, "common": common, "true": true, "predicted": predicted}
        text = SAID["layer"].said(listed=listed, more=max(0, len(every) - 4), **moment)
        fact = (title.lower(), f"{common} of {true} and {predicted}")
        told.append(step("Layers", text, s.layer(title, t, p), fact=fact))
    if rest := s.layers[6:]:
        common, true, predicted = (sum(one) for one in zip(*(sizes(t, p) for _, t, p in rest), strict=True))
        text = SAID["other layers"].said(n=len(rest), common=common, true=true, predicted=predicted)
        every = {c for _, t, p in rest for c in (*t, *p)}
        t, p = ({c for layer in rest for c in layer[i]} for i in (1, 2))
        told.append(step("Layers", text, s.drawn("The other layers", t, p, every)))
    return told


def first_step(s: Counts):
    return step("Sides", SAID["sides"].said(true=s.t, predicted=s.p), s.drawn("Both sides", s.t, s.p))


def path_steps(s: Counts):
    told = [first_step(s)]
    for c, (common, true, predicted) in [*s.paths.items()][:6]:
        where = "on both sides" if common else "true alone" if true else "predicted alone"
        text = SAID["path"].said(c=c, where=where, common=common, true=true, predicted=predicted)
        fact = where if max(true, predicted) == 1 else f"{common} of {true} and {predicted}"
        above = s.f.closure([c])
        drawn = s.drawn("A path", above & s.t if true else NONE, above & s.p if predicted else NONE, {c})
        told.append(step("Paths", text, drawn, fact=(cls(c), fact)))
    rest = dict([*s.paths.items()][6:])
    if rest or not s.paths:
        common, true, predicted = (sum(n[i] for n in rest.values()) for i in range(3))
        text = SAID["other paths"].said(n=len(rest), common=common, true=true, predicted=predicted)
        t, p = ({c for c, n in rest.items() if n[i]} for i in (1, 2))
        told.append(step("Paths", text, s.drawn("The other leaves" if rest else "No path", t, p, {*rest})))
    return told


def constrained_steps(s: Counts):
    right = s.classes[0]
    drawn = s.drawn("Right classes", s.t, s.p, right)
    told = [first_step(s), step("Right", SAID["right"].said(right=right), drawn, fact=("right", str(len(right))))]
    if s.broken:
        drawn = s.drawn("Not right", s.t, s.p, dropped=set(s.broken))
        told.append(step("Not right", SAID["broken"].said(broken=s.broken), drawn))
    return told


def views(f: Facts, m):
    s = Counts(f, m)
    if s.inner:
        return {
            "picture": step("picture", SAID["inner"].said(inner=s.inner, marked=len(f.marked)), picture("The case"))
        }
    common, true, predicted = s.numbers
    moment = {"name": m.name, "common": common, "true": true, "predicted": predicted, "many": s.things[1]}
    text = SAID["answer"].said(beside=s.beside, factor=s.factor, **moment)
    right, t, p = s.classes
    drawn = s.drawn("Both sides", t, p, right)
    if m.name == "CoPHE":
        t, p = (sum((layer[i] for layer in s.layers), Counter()) for i in (1, 2))
        drawn = s.layer("All layers", t, p)
    return {"picture": step("picture", text, drawn, formula=formula(s))}


def formula(s: Counts):
    r, t, p = (
        f"{n}‹{', '.join(sorted(classes))}›" if classes else str(n)
        for n, classes in zip(s.numbers, s.classes, strict=True)
    )
    symbols, numbers = {
        "F1": ("[2 · r / t + p]", f"[2 · {r} / {t} + {p}]"),
        "P": ("[r / p]", f"[{r} / {p}]"),
        "R": ("[r / t]", f"[{r} / {t}]"),
    }[s.m.of]
    if s.beside is not None:
        symbols, numbers = f"a · {symbols}", f"{num(s.factor)} · {numbers}"
    return f"{s.m.name} = {symbols} = {numbers} = {num(s.value)}"


def notes(f: Facts, m):
    s = Counts(f, m)
    if s.inner:
        return [SAID["inner"].said(inner=s.inner, marked=len(f.marked))]
    common, true, predicted = s.numbers
    zero = SAID["zero"].said(of=m.of, one=s.things[0], common=common, true=true, predicted=predicted)
    return [*empty_sides(f), *filter(None, [zero])]


def value(f: Facts, m):
    s = Counts(f, m)
    return None if s.inner else s.value
