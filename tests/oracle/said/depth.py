"""Depth-based measures (Valmadre 2022): every class climbs to the nearest one that the other side holds."""

from fractions import Fraction

from ..plain import Facts, amount, cls, count, counted, empty_sides, num, picture, step, tables

MEASURES = ("DepthDist", "Excess", "Deficient")
SETTINGS = ()
CLIMBING = {"DepthDist": ("predicted", "true"), "Excess": ("predicted",), "Deficient": ("true",)}
OTHER = {"true": "predicted", "predicted": "true"}
CALLED = {"predicted": "Too deep", "true": "Not deep enough"}
SYMBOLS = {"predicted": "[Σ e ( ŷ ) / | Ŷ |]", "true": "[Σ d ( y ) / | Y |]"}
ASKS = {
    "DepthDist": "how far does a prediction go wrong, and how far does it fall short? Every marked class",
    "Excess": "how many edges does the prediction go too far? Every predicted class",
    "Deficient": "how many edges does the prediction fall short? Every true class",
}
SAID = tables("depth")


class Climbs:
    """The climbs of a side, by class: (where it ends, edges)."""

    def __init__(self, f: Facts, side):
        self.f, self.side, self.other = f, side, OTHER[side]
        self.up, held = f.rooted.edges_up, f.closure(f.side(self.other)) | f.rooted.roots
        nearest = {c: min((self.up[c][a], a) for a in held & self.up[c].keys()) for c in sorted(f.side(side))}
        self.of = {c: (end, edges) for c, (edges, end) in nearest.items()}
        self.average = Fraction(self.edges(self.of), max(1, len(self.of)))

    def edges(self, classes):
        return sum(self.of[c][1] for c in classes)

    def picture(self, title, done, about=()):
        """Some climbs: what lies on the shortest ways, and the classes of both sides where they end."""
        f, up, on, edges = self.f.rooted, self.up, set(), set()
        for c in done:
            end, length = self.of[c]
            on |= (way := {a for a in up[c] if end in up[a] and up[c][a] + up[a][end] == length})
            edges |= {(p, a) for p, a in f.edges if {p, a} <= way and up[c][p] == up[c][a] + 1}
        ends = {self.of[c][0] for c in done}
        root = self.f.artificial if self.f.artificial in ends else None
        quiet = (self.f.pictured | ends) - on
        roles = {self.side[0]: on, self.other[0]: ends, f"{self.side[0]}_edges": edges}
        return picture(title, **roles, about=set(about), quiet=quiet, values=self.lengths(done), root=root)

    def lengths(self, done):
        return {c: str(self.of[c][1]) for c in done}

    def averaged(self):
        return self.picture(f"{CALLED[self.side]} · average {num(self.average)}", self.of)

    def numbers(self):
        terms = [amount(edges, {c, end}) for c, (end, edges) in self.of.items()]
        top = " + ".join(terms) if len(terms) <= 10 else amount(self.edges(self.of), self.of)
        return f"[{top} / {counted(self.of)}]" if terms else "0"


def steps(f: Facts, m):
    told = []
    for side in CLIMBING[m.name]:
        climbs, called = Climbs(f, side), CALLED[side]
        everyone, low = list(climbs.of), called.lower()
        if not everyone:
            told.append(step("Climbs", f"No class is {side}, so nothing is {low}: 0.", climbs.picture(called, ())))
            continue
        for i, c in enumerate(everyone[:6], 1):
            end, edges = climbs.of[c]
            text = SAID["climb"].said(c=c, side=side, other=climbs.other, end=end, edges=edges)
            fact = (f"{cls(c)}, {side}", f"climbs {count(edges, 'edge', 'edges')}")
            drawn = climbs.picture(f"The climb of {cls(c)}", everyone[:i], {c})
            told.append(step("Climbs", text, drawn, fact=fact))
        if rest := everyone[6:]:
            text = SAID["rest"].said(rest=rest, side=side, edges=climbs.edges(rest))
            told.append(step("Climbs", text, climbs.picture(called, everyone)))
        if m.name == "DepthDist":
            value = num(climbs.average)
            text = SAID["average"].said(side=side, shown=value, called=low)
            formula = f"{low} = {climbs.numbers()} = {value}"
            told.append(step("Averages", text, climbs.averaged(), formula=formula, fact=(low, value)))
    text = f"{m.name} asks: {ASKS[m.name]} climbs, edge by edge, to the nearest class that the other side holds"
    told[0]["text"] = f"{text}, ancestors included. {told[0]['text']}"
    return told


def views(f: Facts, m):
    every = [Climbs(f, side) for side in CLIMBING[m.name]]
    far = [
        SAID["far"].said(side=climbs.side, c=c, end=end, edges=edges)
        for climbs in every
        for c, (end, edges) in climbs.of.items()
        if edges
    ]
    text = SAID["answer"].said(everyone={c for climbs in every for c in climbs.of}, far=far)
    symbols, numbers = (" + ".join(row) for row in zip(*((SYMBOLS[x.side], x.numbers()) for x in every), strict=True))
    more = {"formula": f"{m.name} = {symbols} = {numbers} = {num(sum(x.average for x in every))}"}
    if m.name == "DepthDist":
        more["aside"] = [f"{CALLED[x.side].lower()} {num(x.average)}" for x in every]
    depth = {c: str(up[f.rooted.root]) for c, up in f.rooted.edges_up.items() if c in f.pictured or c == f.artificial}
    depths = picture("The depth of every class", values=depth, root=f.artificial)
    return {
        "climbs": step("climbs", text, *(x.averaged() for x in every), **more),
        "depths": step("depths", text, depths, **more),
    }


def notes(f: Facts, m):
    told = empty_sides(f)
    told += [f"An empty side is taken as the root, {f.rooted.root}, which is in every set."] if told else []
    above = f"an artificial root, {f.artificial}, stands above them"
    return told + ([f"The hierarchy has several roots; {above}."] if f.artificial else [])


def value(f: Facts, m):
    return float(sum(Climbs(f, side).average for side in CLIMBING[m.name]))
