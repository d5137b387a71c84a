"""LCA-based measures (K15 §2.4.2): who meets whom and where, which of these places are kept, what the climbs share."""

from collections import defaultdict
from functools import cache
from itertools import pairwise, product
from math import prod

from ..brute import _minimal_graphs, _minimal_sets, _nearest, _precision_recall, _smallest_choices
from ..plain import Facts, cls, count, empty_sides, names, picture, some, step, tables
from .sets import OTHER, share, shares

MEASURES = ("LCaF", "LCaP", "LCaR")
SETTINGS = (
    "LCaF(reduce=False)",
    'LCaF(variant="extended", reduce=False, beta=2)',
    'LCaF(variant="algorithm1", reduce=False, zero=None)',
    'LCaP(variant="extended", zero=None)',
    'LCaP(variant="algorithm1", reduce=False)',
    'LCaR(variant="extended", reduce=False)',
    'LCaR(variant="algorithm1", zero=None)',
)
SYMBOLS = (("G_t", "G_p"), "_LCA")
SAID = tables("lca")


@cache
def ways(f: Facts, c, top):
    """The shortest climbs, each as its classes from below."""
    return sorted(tuple(sorted(climb, key=lambda x: -len(f.rooted.above[x]))) for climb in f.climbs(c, top))


def rungs(climbs):
    return {(above, below) for way in climbs for below, above in pairwise(way)}


def drawn(f: Facts, title, t=(), p=(), about=(), dropped=(), lca=(), **more):
    """A picture; an artificial root is drawn where it has a role."""
    t, p, about, dropped, lca = map(frozenset, (t, p, about, dropped, lca))
    root = f.artificial if f.artificial in t | p | about | dropped | lca else None
    return picture(title, t=t, p=p, about=about - dropped, dropped=dropped, lca=lca, root=root, **more)


class Met:
    """The classes of both sides, the nearest ones of each on the other side, and where they meet (K15 Def. 3, 4)."""

    def __init__(self, f: Facts, reduce):
        self.f, self.h = f, f.rooted.parents
        below = {(c, s): f.below[c] & f.side(s) for c in sorted(f.marked) for s in OTHER if c in f.side(s)}
        self.left_out = {key: classes for key, classes in below.items() if reduce and classes}
        self.sides = {s: sorted(c for c in f.side(s) if (c, s) not in self.left_out) for s in OTHER}
        self.near, self.linked = {}, {s: set() for s in OTHER}
        for s, own in self.sides.items():
            for v in own if self.sides[OTHER[s]] else ():
                self.near[s, v] = {u: f.lcas(v, u) for u in _nearest(self.h, v, self.sides[OTHER[s]])}
                for u, lcas in self.near[s, v].items():
                    self.linked[s] |= {(v, a) for a in lcas}
                    self.linked[OTHER[s]] |= {(u, a) for a in lcas}
        self.own = {key: frozenset().union(*us.values()) for key, us in self.near.items()}
        self.itself = {v for (_, v), us in self.near.items() if v in us}

    def climbs(self, s, lcas):
        """From the classes of a side to those of these LCAs at which they meet a nearest one, or are met as one."""
        return [way for v, a in self.linked[s] if a in lcas for way in ways(self.f, v, a)]

    def extended(self):
        """Definition 6, pair by pair."""
        lcas = frozenset().union(*self.own.values())
        return Graphs(self, *(set(own).union(*self.climbs(s, lcas)) for s, own in self.sides.items()), lcas, "extended")

    def too_many(self):
        """Whether the climbs of a side can be chosen in more ways than are tried."""
        climbs = {key: sum(len(ways(self.f, key[1], a)) for a in lcas) for key, lcas in self.own.items()}
        return any(prod(n for (s, _), n in climbs.items() if s == side) > 20_000 for side in OTHER)

    def minimal(self):
        """Problem 2; of the choices that lead to the same graphs the first by name."""
        t, p = self.sides.values()
        *graphs, unique = _minimal_graphs(self.h, t, p)
        for chosen in _smallest_choices(self.h, t, p):
            if graphs[0] in _minimal_sets(self.h, t, p, chosen) and graphs[1] in _minimal_sets(self.h, p, t, chosen):
                return Graphs(self, *graphs, chosen, "minimal", unique)

    def greedy(self):
        """Algorithm 1, as the specification reads it."""

        def enough(lcas):
            return all(own.intersection(lcas) for own in self.own.values())

        every = sorted(frozenset().union(*self.own.values()))
        ordered = sorted(every, key=lambda a: -sum(a in own for own in self.own.values()))
        kept = next(ordered[:n] for n in range(len(every) + 1) if enough(ordered[:n]))
        for a in [*kept, *reversed(kept)]:
            rest = [b for b in kept if b != a]
            kept = rest if enough(rest) else kept
        graph = {s: set() for s in OTHER}
        for a, (s, v) in product(kept, self.own):
            if a in self.own[s, v]:
                so_far = graph["true"] | graph["predicted"]
                graph[s] |= set(min(ways(self.f, v, a), key=lambda way: (-len(so_far.intersection(way)), way)))
        for a, s in product(kept, OTHER):
            graph[s] |= set(() if a in graph[s] else min(self.climbs(s, [a])))
        return Graphs(self, *graph.values(), kept, "algorithm1")

    def where(self):
        """Who meets at which class, and who meets itself, in words."""
        at = defaultdict(set)
        for (_, v), us in self.near.items():
            for a, u in {(a, u) for u, lcas in us.items() if u != v for a in lcas}:
                at[a] |= {u, v}
        listed = "; ".join(f"{some(classes)} meet at {cls(a)}" for a, classes in sorted(at.items())[:10])
        end = SAID["end of where they meet"].said(themselves=self.itself)
        return SAID["where they meet"].said(places=at, listed=listed, themselves=self.itself, end=end)


class Graphs:
    """What is kept of both sides, and the LCAs that are."""

    def __init__(self, met: Met, true, predicted, lcas, made_by, unique=True):
        self.met, self.lcas, self.made_by, self.unique = met, frozenset(lcas), made_by, unique
        self.true, self.predicted = self.sides = frozenset(true), frozenset(predicted)
        self.of = dict(zip(OTHER, self.sides, strict=True))
        self.common, self.every = self.true & self.predicted, self.true | self.predicted

    def edges(self, s):
        """The edges of the climbs that it holds whole."""
        return rungs(way for way in self.met.climbs(s, self.lcas) if self.of[s].issuperset(way))

    def picture(self, title, about=(), dropped=()):
        edges = {f"{s[0]}_edges": self.edges(s) for s in OTHER}
        return drawn(self.met.f, title, *self.sides, about, dropped, self.lcas, **edges)


met_in = cache(Met)


@cache
def graphs_of(f: Facts, variant, reduce):
    """The graphs of a measure, and the extended ones."""
    met = met_in(f, reduce)
    make = met.extended
    if met.near and variant != "extended":
        make = met.greedy if variant == "algorithm1" or met.too_many() else met.minimal
    return make(), met.extended()


def meeting(met: Met, s, c):
    """The step on a class and its nearest ones."""
    f, us, turns, at = met.f, met.near[s, c], [], defaultdict(set)
    for u, lcas in us.items():
        at[lcas].add(u)
    for lcas, classes in at.items():
        places = SAID["places"].said(c=c, lcas=lcas, classes=classes)
        several = sum(len(ways(f, c, a)) * len(ways(f, u, a)) for u, a in product(classes, lcas))
        turns.append(SAID["turns"].said(ways=several, everyone=len(at) == 1, classes=classes, places=places))
    far = "" if c in us else SAID["far"].said(weighted=f.weighted, far=f.distance(c, min(us)))
    text = SAID["nearest"].said(c=c, nearest=us.keys(), side=s, other=OTHER[s], far=far, turns="; ".join(turns))
    climbs = {s: [way for a in met.own[s, c] for way in ways(f, c, a)]}
    climbs[OTHER[s]] = [way for u, lcas in us.items() for a in lcas for way in ways(f, u, a)]
    roles = {s[0]: frozenset().union(*climbs[s]) for s in OTHER} | {f"{s[0]}_edges": rungs(climbs[s]) for s in OTHER}
    shown = drawn(f, f"Shortest climbs of {cls(c)}", about={c}, lca=met.own[s, c], **roles)
    parts = ", ".join(f"{names(classes)} at {names(lcas)}" for lcas, classes in at.items())
    return step("Meeting", text, shown, fact=(cls(c), "is in both sets" if c in us else f"meets {parts}"))


def steps(f: Facts, m):
    (graphs, whole), told = graphs_of(f, m.variant, m.reduce), []
    met, first = graphs.met, sorted({c for c, _ in graphs.met.left_out})[:10]
    for (c, s), below in met.left_out.items():
        if c in first:
            text = SAID["left out"].said(c=c, side=s, below=below)
            told.append(step("Redundant", text, drawn(f, "Left out", about=below, dropped={c})))
    if met.near:
        shown = drawn(f, "Where the classes meet", about={c for _, c in met.near}, lca=whole.lcas)
        told.append(step("Meeting points", met.where(), shown, fact=("meeting points", some(whole.lcas))))
        once = [(s, c) for s, c in met.near if s == "true" or c not in met.itself]
        told += [meeting(met, s, c) for s, c in once[:10]]
        if rest := once[10:]:
            lcas = frozenset().union(*map(met.own.get, rest))
            text = SAID["others"].said(rest=rest, lcas=lcas)
            told.append(step("Meeting", text, drawn(f, "Where the others meet", lca=lcas)))
        roles = {"true": whole.true, "predicted": whole.predicted, "kept": SAID["kept"].said(made_by=graphs.made_by)}
        shown = whole.picture("Extended graphs · {} and {} classes".format(*map(len, whole.sides)))
        text = SAID["extended"].said(lcas=whole.lcas, **roles)
        told.append(step("Extended", text, shown, fact=("LCAs", some(whole.lcas))))
        if graphs.made_by != "extended":
            told += [needed(graphs, whole, a) for a in sorted(whole.lcas)[:10]] + [left(graphs, whole)]
    text = SAID["common"].said(common=graphs.common, true=graphs.true, predicted=graphs.predicted)
    shown = graphs.picture("Common classes", graphs.common)
    told.append(step("Common", text, shown, fact=("in both graphs", some(graphs.common) or "No class")))
    told[0]["text"] = f"{SAID['aim'].said(which=m.name[3])} {told[0]['text']}"
    ends = ["in both graphs"] * 2
    return told + (shares(graphs.sides, *SYMBOLS, ends, [shown]) if m.name == "LCaF" else [])


def needed(graphs: Graphs, whole: Graphs, a):
    """Whether a class is left without an LCA if this one goes."""
    met, kept = graphs.met, a in graphs.lcas
    served = sorted({v for (_, v), own in met.own.items() if a in own})
    have = {v: own & graphs.lcas for (_, v), own in met.own.items()}
    also = "; ".join(f"{cls(v)} also meets a class at {names(have[v])}" for v in served[:3] if not kept)
    alone = {v for v in have if have[v] == {a}}
    text = SAID["needed"].said(a=a, kept=kept, itself=a in met.itself, alone=alone, also=also)
    shown = whole.picture(f"Is {cls(a)} needed?", {a, *served}, [] if kept else [a])
    return step("Needed", text, shown, fact=(cls(a), "stays" if kept else "is dropped"))


def left(graphs: Graphs, whole: Graphs):
    gone = whole.every - graphs.every
    partly = sorted((c, s) for s in OTHER for c in whole.of[s] - graphs.of[s] - gone)
    partly = "".join(f"; {cls(c)} is left out of the {s} side" for c, s in partly)
    text = SAID["left"].said(true=graphs.true, predicted=graphs.predicted, gone=gone, partly=partly)
    shown = graphs.picture("The graphs · {} and {} classes".format(*map(len, graphs.sides)), dropped=gone)
    return step("Left", text, shown, fact=("counted", f"G_t {count(len(graphs.true))}, G_p {len(graphs.predicted)}"))


def views(f: Facts, m):
    (graphs, whole), pictures = graphs_of(f, m.variant, m.reduce), []
    missing = {s: whole.of[s] - graphs.of[s] for s in OTHER}
    spare = missing["true"] | missing["predicted"]
    meet = graphs.met.near and graphs.met.where()
    text = SAID["answer"].said(true=f.true, predicted=f.predicted, meet=meet, name=m.name, spare=spare)
    root = f.artificial if f.artificial in whole.every else None
    for s, own in graphs.of.items():
        title = f"G_{s[0]}, climbs of the {s} side · {count(len(own))}"
        quiet = (f.rooted if root else f).parents.keys() - own - missing[s]
        roles = {s[0]: own, f"{s[0]}_edges": graphs.edges(s), "quiet": quiet, "dropped": missing[s]}
        pictures.append(picture(title, lca=graphs.lcas, root=root, **roles))
    formula, aside = share(m.name[3], graphs.sides, *SYMBOLS, getattr(m, "beta", 1), m.zero)
    return {"graphs": step("graphs", text, *pictures, formula=formula, aside=aside)}


def value(f: Facts, m):
    graphs = graphs_of(f, m.variant, m.reduce)[0]
    return _precision_recall(*graphs.sides, getattr(m, "beta", 1), m.zero)[m.name[3]]


def notes(f: Facts, m):
    graphs = graphs_of(f, m.variant, m.reduce)[0]
    out = sorted({c for c, _ in graphs.met.left_out})
    told = [
        *empty_sides(f),
        SAID["zero"].said(which=m.name[3], zero=m.zero, true=f.true, predicted=f.predicted),
        SAID["given up"].said(asked=m.variant, made_by=graphs.made_by),
        SAID["equal"].said(unique=graphs.unique),
        SAID["all left out"].said(out=", ".join(f.extra["labels"][c] for c in out)),
        SAID["root"].said(root=f.artificial, counted=f.artificial in graphs.every),
    ]
    return [note for note in told if note]
