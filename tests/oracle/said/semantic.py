"""Semantic measures: two classes are compared where they meet, sets by the best matches of their classes.

Pairs: Wu & Palmer 1994, Lin 1998, Resnik 1995, Jiang & Conrath 1997, Bertinetto et al. 2020; in edges, whatever these
weigh. Sets: Pesquita et al. 2008.
"""

from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from ..plain import Facts, cls, columns, counted, picture, some, step, tables
from .information import amount, content, empty_sides, num, place, reason, several_roots, tree

MEASURES = ("WP", "Lin", "Resnik", "JC", "AHD", "Severity")
SETTINGS = (
    *('WP(average="true", root="omitted")', 'Lin(average="best", ic="Sanchez")'),
    *('Resnik(average="pairs")', 'JC(average="best")'),
    *(f'Severity(average="{average}")' for average in ("true", "BMA", "matches")),
)
KINDS = {"WP": "depth", "AHD": "height", "Severity": "height"}
SCALES = {"depth": "depths", "height": "heights", "content": "information"}
SAID = tables("semantic")

# Two classes


class Pair(NamedTuple):
    predicted: str
    true: str
    at: str
    value: Fraction

    @property
    def classes(self):
        return {self.predicted, self.true}


@lru_cache(maxsize=20_000)
def pair(f: Facts, name, ic, first, p, t):
    """At the ancestor of both that brings them nearest, the first by name. first: the depth of the root."""
    h = tree(f)
    both = sorted(h.both(p, t)) if p != t else [t]
    if name == "WP":
        depths = {a: 2 * (h.depth(a) + first) for a in both}
        found = {
            a: Fraction(d, d + h.steps(p, a) + h.steps(t, a)) if p != t else Fraction(1) for a, d in depths.items()
        }
        at = max(both, key=found.__getitem__)
        return Pair(p, t, at, found[at])
    if name in KINDS:
        at = min(both, key=h.height)
        return Pair(p, t, at, Fraction(h.height(at) if p != t else 0))
    at = max(both, key=lambda a: content(f, a, ic))
    shared, of_p, of_t = (content(f, c, ic) for c in (at, p, t))
    if name == "Lin":
        return Pair(p, t, at, 2 * shared / (of_p + of_t) if p != t else Fraction(1))
    return Pair(p, t, at, shared if name == "Resnik" else of_p + of_t - 2 * shared)


# Sets


class Matches:
    """All pairs of a case; the best matches of the classes that are asked, by side; the pairs that count."""

    def __init__(self, f: Facts, name, average, ic, root):
        self.f, self.name, self.average, self.ic, self.first = f, name, average, ic, int(root == "counted")
        self.kind, self.mistakes = KINDS.get(name, "content"), name == "Severity"
        self.alike = name in ("WP", "Lin", "Resnik")
        self.likest, letter = ("most like", "s") if self.alike else ("nearest to", "d")
        self.letter = "h" if self.kind == "height" else letter
        self.pairs = [pair(f, name, ic, self.first, p, t) for p in sorted(f.predicted) for t in sorted(f.true)]
        self.best, self.tied = {}, False
        for side in ("predicted", "true") if average in ("BMA", "matches") else {average} - {"pairs", "best"}:
            asked = sorted(f.side(side) - (f.true & f.predicted if self.mistakes else set()))
            of = [pairs for c in asked if (pairs := self.pairs_of(side, c))]
            self.best[side] = list(map(self.nearest, of))
            self.tied |= any([p.value for p in pairs].count(self.nearest(pairs).value) > 1 for pairs in of)
        self.counted = [p for best in self.best.values() for p in best]
        if average in ("pairs", "best") and self.pairs:
            self.counted = self.pairs if average == "pairs" else [self.nearest(self.pairs)]
        means = [mean(best) for best in self.best.values() if best] if average == "BMA" else []
        self.value = sum(means) / len(means) if means else mean(self.counted) if self.counted else None
        self.defined = self.alike or self.value is not None

    def pairs_of(self, side, c):
        return [pair for pair in self.pairs if getattr(pair, side) == c]

    def nearest(self, pairs):
        """The first of the best."""
        return (max if self.alike else min)(pairs, key=lambda pair: pair.value)

    def own(self, c):
        return own(self.f, self.kind, self.ic, self.first, c)

    def clause(self):
        return SAID["matched"].said(average=self.average, mistakes=self.mistakes, likest=self.likest)

    def picture(self, title, pairs, about=(), thin=()):
        """Climbs to where the pairs meet, and lines between them; thin ones to what else there is."""
        climbs = [[climb for pair in pairs for climb in ways(self.f, pair[side], pair.at)] for side in (0, 1)]
        p, t = ({c for climb in side for c in climb} for side in climbs)
        p_edges, t_edges = ({(a, c) for climb in side for c, a in pairwise(climb)} for side in climbs)
        lcas = {pair.at for pair in pairs}
        values = {c: self.own(c) for c in lcas | classes_of(pairs)}
        lines = [(q.predicted, q.true, num(q.value), i < len(pairs)) for i, q in enumerate([*pairs, *thin])]
        more = {"t_edges": t_edges, "p_edges": p_edges, "about": set(about), "quiet": self.f.pictured - t - p}
        root = self.f.artificial if self.f.artificial in t | p else None
        return picture(title, t=t, p=p, lca=lcas, values=values, links=lines, root=root, **more)


@lru_cache(maxsize=20_000)
def own(f: Facts, kind, ic, first, c):
    """The number of a class."""
    return num(content(f, c, ic) if ic else tree(f).depth(c) + first if kind == "depth" else tree(f).height(c))


@lru_cache(maxsize=20_000)
def ways(f: Facts, c, top):
    """The shortest climbs."""
    return [climb for climb in tree(f).climbs[c] if climb[-1] == top and len(climb) == tree(f).steps(c, top) + 1]


def mean(pairs):
    return sum(pair.value for pair in pairs) / len(pairs)


def classes_of(pairs):
    return {c for pair in pairs for c in pair.classes}


_matches = lru_cache(maxsize=1)(Matches)


def matches(f: Facts, m):
    return _matches(f, m.name, m.average, getattr(m, "ic", None), getattr(m, "root", "counted"))


def value(f: Facts, m):
    """None where it is undefined."""
    s = matches(f, m)
    return (s.value or 0) if s.defined else None


# Steps


def steps(f: Facts, m):
    s = matches(f, m)
    if not s.defined:
        return []
    told = [*own_numbers(s), *(matched(s) if s.best else singles(s)), *averages(s)] if s.pairs else [one_side(s)]
    told[0]["text"] = f"{s.clause()}, and {SAID['likeness'].said(name=m.name)}. {told[0]['text']}"
    return told


def one_side(s: Matches):
    side, other = ("true", "predicted") if s.f.true else ("predicted", "true")
    drawn = picture("The marked classes", about=s.f.marked, values={c: s.own(c) for c in s.f.marked})
    return step("Nothing", SAID["alone"].said(n=len(s.f.marked), side=side, other=other), drawn)


def own_numbers(s: Matches):
    """Of the classes whose numbers make the values that count; once of all of which the same is to be said."""
    alike, known, told = {}, [], []
    for p in s.counted:
        # Of a class and itself the height is 0, wherever it lies.
        at = set() if s.kind == "height" and p.predicted == p.true else {p.at}
        for c in at | (p.classes if s.name in ("Lin", "JC") else set()):
            alike.setdefault(tuple(place(s.f, c, s.ic).values()) if s.ic else s.own(c), set()).add(c)
    groups = sorted(map(sorted, alike.values()), key=lambda group: (float(s.own(group[0])), group))

    def tell(text, about, fact=None):
        known.extend(about)
        root = s.f.artificial if s.f.artificial in known else None
        drawn = picture("What counts of the classes", about=set(about), values={c: s.own(c) for c in known}, root=root)
        told.append(step("Classes", text, drawn, fact=fact))

    for group in groups[:6]:
        c, several, who = group[0], len(group) > 1, some(group)
        why = reason(s.f, c, s.ic, several) if s.ic else None
        moment = {"kind": s.kind, "several": several, "root": c == tree(s.f).root, "first": s.first, "why": why}
        tell(SAID["own"].said(who=who, own=s.own(c), **moment), group, (who, f"{s.kind} {s.own(c)}"))
    if rest := [c for group in groups[6:] for c in group]:
        tell(SAID["rest of the classes"].said(rest=rest, least=s.own(rest[0]), most=s.own(rest[-1])), rest)
    return told


def in_numbers(s: Matches, p: Pair):
    """How a pair comes to its value; and whether that is one number, the value itself."""
    a, of_p, of_t = (f"{s.own(c)}{cls(c)}" for c in (p.at, p.predicted, p.true))
    h = tree(s.f)
    climbs = amount(h.steps(p.predicted, p.at) + h.steps(p.true, p.at), p.classes)
    moment = {"name": s.name, "itself": p.predicted == p.true, "a": a, "of_p": of_p, "of_t": of_t, "climbs": climbs}
    numbers = SAID["pair in numbers"].said(c=cls(p.true), **moment)
    return numbers, numbers.count("‹") == 1


def pair_formula(s: Matches, p: Pair):
    numbers, whole = in_numbers(s, p)
    symbols = SAID["pair in symbols"].said(name=s.name) if p.predicted != p.true else ""
    return " = ".join(filter(None, (f"{s.letter} ( ŷ , y )", symbols, numbers, "" if whole else num(p.value))))


def meeting(p: Pair):
    return SAID["meeting"].said(p=p.predicted, t=p.true, at=p.at, value=num(p.value))


def singles(s: Matches):
    told = []
    for p in s.pairs[:6]:
        fact = (" – ".join(map(cls, dict.fromkeys((p.predicted, p.true)))), num(p.value))
        drawn = s.picture("A pair", [p], p.classes)
        told.append(step("Pairs", f"{meeting(p)}.", drawn, formula=pair_formula(s, p), fact=fact))
    return told + beyond(s, s.pairs[6:], "Pairs", "pair", "pairs")


def matched(s: Matches):
    told = []
    for side, best in s.best.items():
        for p in best[:6]:
            # A match with itself is told once, on the predicted side.
            if not (side == "true" and p.predicted == p.true and p in s.best.get("predicted", ())[:6]):
                told.append(match(s, side, p))
        of = f"{'wrong' if side == 'predicted' else 'missed'} {side} class" if s.mistakes else f"{side} class"
        told += beyond(s, best[6:], "Matches", of, f"{of}es")
    return told


def match(s: Matches, side, p: Pair):
    other = "true" if side == "predicted" else "predicted"
    c, partner, value = getattr(p, side), getattr(p, other), num(p.value)
    rest = [q for q in s.pairs_of(side, c) if q != p]
    named = [(i, getattr(q, other), q.value == p.value, num(q.value)) for i, q in enumerate(rest[:3]) if c != partner]
    others = "".join(SAID["other"].said(first=i == 0, c=d, too=too, value=v) for i, d, too, v in named)
    moment = {"c": c, "partner": partner, "side": side, "at": p.at, "others": others, "value": value}
    text, drawn = SAID["match"].said(likest=s.likest, **moment), s.picture(f"The match of {cls(c)}", [p], [c], rest[:6])
    fact = (cls(c), f"with {'itself' if c == partner else cls(partner)}, {value}")
    return step("Matches", text, drawn, formula=pair_formula(s, p), fact=fact)


def beyond(s: Matches, rest, title, one, many):
    if not rest:
        return []
    moment = {"n": len(rest), "total": num(sum(p.value for p in rest)), "best": num(s.nearest(rest).value)}
    text = SAID["beyond"].said(average=s.average, one=one, many=many, **moment)
    return [step(title, text, s.picture(f"The other {many if rest[1:] else one}", rest))]


def averages(s: Matches):
    """What is averaged over either side, before both are."""
    told = []
    for side, best in s.best.items() if s.average == "BMA" else ():
        if len(best) > 1:
            total, value = sum(p.value for p in best), num(mean(best))
            text = f"The {len(best)} matches of the {side} side add up to {num(total)}: {value} on average."
            over = counted(getattr(p, side) for p in best)
            formula = f"average, {side} side = [{amount(total, classes_of(best))} / {over}] = {value}"
            drawn = s.picture(f"Matches of the {side} side", best)
            told.append(step("Averages", text, drawn, formula=formula, fact=(f"{side} side", value)))
    return told


# The answer


def sum_of(pairs):
    """One after the other; of more than ten the total."""
    if len(pairs) > 10:
        return amount(sum(p.value for p in pairs), classes_of(pairs))
    return " + ".join(amount(p.value, p.classes) for p in pairs)


def answer(s: Matches):
    n_p, n_t = ("| Ŷ ∖ Y |", "| Y ∖ Ŷ |") if s.mistakes else ("| Ŷ |", "| Y |")
    moment = {"average": s.average, "alike": s.alike, "letter": s.letter}
    symbols = SAID["average in symbols"].said(n_p=n_p, n_t=n_t, **moment)
    # One pair is its own average.
    row, whole = in_numbers(s, s.counted[0]) if len(set(s.counted)) == 1 else ("", True)
    p, t = (s.best.get(side, ()) for side in ("predicted", "true"))
    sizes = {"n_p": counted(q.predicted for q in p), "n_t": counted(q.true for q in t), "n": len(s.counted)}
    moment |= {"p": sum_of(p), "t": sum_of(t), "all": sum_of(s.counted), **sizes}
    numbers = SAID["average in numbers"].said(row="" if whole else row, **moment)
    return " = ".join(filter(None, (s.name, symbols, numbers, num(s.value or 0))))


def views(f: Facts, m):
    s, said, alone = matches(f, m), {}, picture("The case")
    root = f.artificial if s.defined else None
    title = {"content": "The information content"}.get(s.kind, f"The {s.kind}")
    of_all = {c: s.own(c) for c in f.pictured | {root} - {None}}
    text, drawn, listed = undefined(s), [alone], alone
    if s.defined:
        said["formula"] = answer(s)
        text = "One side is empty, so there is nothing to compare: the value is 0 by convention."
    if s.defined and s.pairs:
        once, few = list(dict.fromkeys(s.counted)), len(s.pairs) <= 4
        more = SAID["more"].said(n=max(0, len(once) - 4))
        text, drawn = f"{s.clause()}: {'; '.join(map(meeting, once[:4]))}{more}.", panels(s)
        if s.average in ("BMA", "matches"):
            said["aside"] = [f"{side} side {num(mean(best))}" for side, best in s.best.items() if best]
        lists = [("predicted", "p", sorted(f.predicted)), ("true", "t", sorted(f.true))]
        lines = [(p.predicted, p.true, num(p.value), p in s.counted) for p in s.pairs if few or p in s.counted]
        listed = columns("All pairs, the counted ones thick" if few else "The counted pairs", lists, lines)
    pictures = {"matches": drawn, **({"columns": [listed]} if s.pairs else {})}
    pictures[SCALES[s.kind]] = [picture(f"{title} of every class", values=of_all, root=root)]
    return {name: step(name, text, *shown, **said) for name, shown in pictures.items()}


def panels(s: Matches):
    if not s.best:
        return [s.picture("All pairs" if s.average == "pairs" else "The best pair", s.counted)]
    lists = {f"Best matches of the {side} classes": best for side, best in s.best.items() if best}
    if len(lists) == 2 and set(s.best["true"]) == set(s.best["predicted"]):
        lists = {"Best matches": s.best["predicted"]}
    return [s.picture(f"{title} · average {num(mean(best))}", best) for title, best in lists.items()]


def undefined(s: Matches):
    moment = {"alike": s.alike, "mistakes": s.mistakes, "average": s.average, "pairs": s.pairs, "counted": s.counted}
    return SAID["undefined"].said(true=s.f.true, predicted=s.f.predicted, **moment)


def notes(f: Facts, m):
    s = matches(f, m)
    tied = ["Several matches of a class are equally good; the first by name is shown."] * s.tied
    return [*empty_sides(f), *tied, *several_roots(f), *filter(None, [undefined(s)])]
