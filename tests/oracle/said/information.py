"""Measures of weighed sets: a class counts what it tells beyond its most telling parent, by its place in the hierarchy.

Content: Seco et al. 2004, Sánchez et al. 2011, as a share of a leaf's. Measures: Clark & Radivojac 2013, Amigó &
Delgado 2022.
"""

from fractions import Fraction
from functools import cached_property, lru_cache
from math import hypot

from .. import brute_semantic, plain
from ..plain import Facts, cls, picture, some, step, tables

MEASURES = ("wF", "wP", "wR", "S", "ru", "mi", "ICM", "ICMNorm")
SETTINGS = (
    'ICMNorm(ic="Sanchez")',
    'ICMNorm(content="gold")',
    'wF(beta=2, ic="Sanchez", zero=None)',
    "ICM(alpha1=0.5)",
)
PANELS = {
    "S": {"Left uncertain": "missed", "Misinformation": "extra"},
    "ru": {"Left uncertain": "missed"},
    "mi": {"Misinformation": "extra"},
    "ICM": {"True side": "true", "Both together": "every", "Predicted side": "predicted"},
}
SAID = tables("information")


@lru_cache(maxsize=20_000)
def num(value):
    """A number with a logarithm in it: what was rounded of it does not decide how it is shown."""
    return plain.num(value if value is None else float(value))


def amount(value, classes):
    return plain.amount(float(value), classes)


# What a class tells


@lru_cache(maxsize=4)
def tree(f: Facts):
    """The hierarchy below one root, every edge of length 1."""
    return brute_semantic.Hierarchy(f.edges, f.parents)


@lru_cache(maxsize=20_000)
def place(f: Facts, c, ic):
    """What decides how much a class tells: whether it is the root or a leaf, how many are below, of all, and above."""
    h = f.rooted
    counted = h.parents if ic == "Seco" else [d for d in h.parents if not h.below[d]]
    root, every = not h.parents[c], len(counted) - (ic == "Seco")
    below = len(h.below[c].intersection(counted))
    above = len(h.above[c]) if below and ic == "Sanchez" else 0
    return {"root": root, "leaf": not below and not root, "below": below, "every": every, "above": above}


@lru_cache(maxsize=20_000)
def content(f: Facts, c, ic):
    """Rounded once, so that what is equal stays equal."""
    return Fraction(round(brute_semantic.content(tree(f), c, ic) * 10**12), 10**12)


def most_above(f: Facts, c, ic):
    return max((content(f, p, ic) for p in f.rooted.parents[c]), default=None)


@lru_cache(maxsize=20_000)
def gain(f: Facts, c, ic):
    return content(f, c, ic) - (most_above(f, c, ic) or 0)


def reason(f: Facts, c, ic, several):
    at = place(f, c, ic)
    inner = not at["root"] and not at["leaf"]
    return SAID["reason"].said(ic=ic, several=several, where="each" if several else "it", inner=inner, **at)


# Weighed sets


class Sides:
    """Both sides of a case with all ancestors; `sizes`: what they tell, and what only one of them holds."""

    def __init__(self, f: Facts, ic):
        self.f, self.ic = f, ic
        self.true, self.predicted = f.closure(f.true), f.closure(f.predicted)
        self.common, self.every = self.true & self.predicted, self.true | self.predicted
        self.missed, self.extra = self.true - self.predicted, self.predicted - self.true
        self.sizes = {k: self.told(getattr(self, k)) for k in ("true", "predicted", "common", "missed", "extra")}

    def told(self, classes):
        return sum((gain(self.f, c, self.ic) for c in classes), Fraction(0))

    def amount(self, classes):
        return amount(self.told(classes), classes)

    def sum(self, classes):
        """Class by class; of more than ten all together."""
        return self.amount(classes) if len(classes) > 10 else " + ".join(self.amount([c]) for c in sorted(classes))

    def picture(self, title, classes, about=()):
        t, p = self.true.intersection(classes), self.predicted.intersection(classes)
        t_edges, p_edges = ({edge for edge in self.f.edges if side.issuperset(edge)} for side in (t, p))
        values = {c: num(gain(self.f, c, self.ic)) for c in classes}
        more = {"about": set(about), "quiet": self.f.pictured.difference(classes), "values": values}
        return picture(title, t=t, p=p, t_edges=t_edges, p_edges=p_edges, **more)

    @cached_property
    def steps(self):
        return [*what_classes_add(self), *what_marked_classes_bring(self), *parts(self)]


_sides = lru_cache(maxsize=2)(Sides)


def sides(f: Facts, m):
    return _sides(f, m.ic)


def of_data(m):
    """Whether contents are those of a data set, of which a case knows nothing."""
    return getattr(m, "content", "intrinsic") == "gold"


def steps(f: Facts, m):
    if of_data(m):
        return []
    s = sides(f, m)
    first, *more = s.steps
    aim = f"{SAID['aim'].said(ic=m.ic)} {SAID['asks'].said(name=m.name)}"
    return [first | {"text": f"{aim} {first['text']}"}, *more, *(shares(s) if m.name == "wF" else [])]


def what_classes_add(s: Sides):
    """Of the least telling first; once of all of which the same is to be said."""
    f, ic, title, alike, known, told = s.f, s.ic, "What the classes add", {}, set(), []
    for c in sorted(s.every, key=lambda c: (content(f, c, ic), c)):
        alike.setdefault((*place(f, c, ic).values(), most_above(f, c, ic)), []).append(c)
    groups = list(alike.values())
    for group in groups[:6]:
        known.update(group)
        c, several, who = group[0], len(group) > 1, some(group)
        parents, adds = {p for d in group for p in f.rooted.parents[d]}, num(gain(f, c, ic))
        moment = {"who": who, "several": several, "parents": parents, "most": num(most_above(f, c, ic)), "adds": adds}
        text = SAID["adds"].said(own=num(content(f, c, ic)), why=reason(f, c, ic, several), **moment)
        fact = (who, f"{'each adds' if several else 'adds'} {adds}")
        told.append(step("Classes", text, s.picture(title, known, group), fact=fact))
    if rest := [c for group in groups[6:] for c in group]:
        text = SAID["rest"].said(rest=rest, told=num(s.told(rest)))
        told.append(step("Classes", text, s.picture(title, s.every, rest)))
    return told


def what_marked_classes_bring(s: Sides):
    told = []
    for side in ("true", "predicted"):
        title, held, marked = f"The {side} side", frozenset(), sorted(s.f.side(side))
        if not marked:
            told.append(step("Sides", f"No class is {side}, so the {side} side tells nothing.", s.picture(title, ())))
        for c in marked[:6]:
            new = s.f.closure([c]) - held
            held, adds = held | new, num(s.told(new))
            text = SAID["brings"].said(c=c, side=side, new=new, told=adds)
            drawn = s.picture(f"{title} so far · {num(s.told(held))}", held, new | {c})
            told.append(step("Sides", text, drawn, fact=(f"{cls(c)}, {side}", f"adds {adds}")))
        if rest := marked[6:]:
            new = s.f.closure(rest) - held
            text = SAID["rest of a side"].said(rest=rest, side=side, told=num(s.told(new)))
            told.append(step("Sides", text, s.picture(title, held | new, new)))
    return told


def parts(s: Sides):
    told = []
    for where, classes, of in (
        ("on both sides", s.common, "Y_aug ∩ Ŷ_aug"),
        ("on the true side only", s.missed, "Y_aug ∖ Ŷ_aug"),
        ("on the predicted side only", s.extra, "Ŷ_aug ∖ Y_aug"),
    ):
        terms, size = s.sum(classes), num(s.told(classes))
        text = SAID["part"].said(classes=classes, where=where, told=size)
        # One term is the value.
        formula = " = ".join(filter(None, (f"I ( {of} )", terms, size if " + " in terms or not terms else "")))
        drawn = s.picture(f"{where.capitalize()} · {size}", s.every, classes)
        told.append(step("Parts", text, drawn, formula=formula, fact=(where, size)))
    return told


def shares(s: Sides):
    told, common = [], num(s.sizes["common"])
    for word, side in (("precision", "predicted"), ("recall", "true")):
        if size := num(s.sizes[side]) if s.sizes[side] else "":
            classes, value = getattr(s, side), num(s.sizes["common"] / s.sizes[side])
            text = f"The {side} side tells {size}, of which {common} is common: {word} {value}."
            formula = f"{word[0].upper()}_w = [{s.amount(s.common)} / {s.amount(classes)}] = {value}"
            drawn = s.picture(f"The {side} side · {size}", classes, s.common)
            told.append(step("Shares", text, drawn, formula=formula, fact=(word, f"{common} of {size} = {value}")))
    return told


# The answer


def value(f: Facts, m):
    """None where 0/0 leaves it undefined."""
    true, predicted, common, missed, extra = sides(f, m).sizes.values()
    if m.name == "ICMNorm":
        icm, best = common - missed - extra, true
        return None if of_data(m) or not true else max(Fraction(0), (icm + best) / (2 * best))
    if m.name == "ICM":
        return m.alpha1 * true + m.alpha2 * predicted - m.beta * (common + missed + extra)
    if m.name in ("S", "ru", "mi"):
        return {"S": hypot(missed, extra), "ru": missed, "mi": extra}[m.name]
    if not {"wP": predicted, "wR": true, "wF": common}[m.name]:
        return m.zero
    p, r, b = common / (predicted or 1), common / (true or 1), getattr(m, "beta", 1) ** 2
    return {"wP": p, "wR": r, "wF": common and (1 + b) * p * r / (b * p + r)}[m.name]


def views(f: Facts, m):
    if of_data(m):
        return {name: step(name, SAID["of data"].said(), plain.picture("The case")) for name in ("sets", "information")}
    s = sides(f, m)
    sizes = {k: num(size) for k, size in s.sizes.items()}
    numbers = {k: s.amount(getattr(s, k)) for k in ("true", "predicted", "common", "missed", "extra", "every")}
    numbers |= {k: num(v) for k, v in vars(m).items() if k in ("alpha1", "alpha2", "beta")}
    numbers |= {"missed_each": s.sum(s.missed) or 0, "extra_each": s.sum(s.extra) or 0}
    square = getattr(m, "beta", 1) ** 2
    formula = SAID["formula"].said(name=m.name, square=num(square), more=num(1 + square), **numbers)
    lists = (("On both sides, ancestors included", s.common), ("Predicted only", s.extra), ("True only", s.missed))
    normed = m.name == "ICMNorm" and s.sizes["true"] > 0
    texts = [SAID["list"].said(where=where, classes=classes, told=num(s.told(classes))) for where, classes in lists]
    paper = m.name == "ICM" and (m.alpha1, m.alpha2, m.beta) == (2, 2, 3)
    text = " ".join(filter(None, [*texts, SAID["difference"].said(paper=paper, normed=normed, **sizes)]))
    said = {"formula": "" if value(f, m) is None else f"{formula} = {num(value(f, m))}"}
    if m.name == "wF":
        both = [(word, side) for word, side in (("precision", "predicted"), ("recall", "true")) if s.sizes[side]]
        share = {side: num(s.sizes["common"] / s.sizes[side]) for _, side in both}
        said["aside"] = [f"{word} {sizes['common']} of {sizes[side]} = {share[side]}" for word, side in both]
    panels = PANELS.get(m.name, {"True side": "true", "Both sides": "common", "Predicted side": "predicted"})
    sets = [(title, getattr(s, k)) for title, k in panels.items()]
    drawn = [s.picture(f"{title} · {num(s.told(classes))}", classes) for title, classes in sets]
    titles = {"The information content of every class": content, "What it adds to its most telling parent": gain}
    own = [
        (title, {c: num(of(f, c, m.ic)) for c in f.pictured | {f.artificial} - {None}}) for title, of in titles.items()
    ]
    of_all = [picture(title, values=values, root=f.artificial) for title, values in own]
    return {"sets": step("sets", text, *drawn, **said), "information": step("information", text, *of_all, **said)}


def notes(f: Facts, m):
    if of_data(m):
        return [SAID["of data"].said()]
    taken = "leaves the value undefined" if getattr(m, "zero", 0) is None else "is taken as 0"
    zero = SAID["zero"].said(name=m.name, taken=taken, **sides(f, m).sizes)
    return [*empty_sides(f), *filter(None, [zero]), *several_roots(f)]


def empty_sides(f: Facts):
    empty = [side for side in ("true", "predicted") if not f.side(side)]
    return [f"No {side} class: the value follows the convention for an empty side." for side in empty]


def several_roots(f: Facts):
    note = f"The hierarchy has several roots; an artificial root, {f.artificial}, stands above them."
    return [note] if f.artificial else []
