"""H-loss (Cesa-Bianchi et al. 2006): the topmost of the classes that one side holds, and what each costs."""

from fractions import Fraction

from ..plain import Facts, amount, cls, count, empty_sides, num, picture, step, tables

MEASURES = ("HLoss",)
SETTINGS = ('HLoss(costs="equal")',)
SAID = tables("hloss")
AIM = (
    "HLoss counts a mistake once, where it is made first on the way down from the root: what follows from it costs "
    "nothing more."
)


def worth(f: Facts, c):
    """The roots share 1, and children what each of their parents is worth."""
    above = f.parents[c]
    return sum((worth(f, a) / len(f.children(a)) for a in above), Fraction(0)) if above else Fraction(1, len(f.roots))


class Errors:
    def __init__(self, f: Facts, m):
        self.f, self.shared = f, m.costs == "shared"
        self.true, self.predicted = f.closure(f.true), f.closure(f.predicted)
        self.wrong = self.true ^ self.predicted
        top = sorted(c for c in self.wrong if not f.above[c] & self.wrong)
        self.cost = {c: worth(f, c) if self.shared else Fraction(1) for c in top}
        self.spared, self.total = self.wrong - self.cost.keys(), sum(self.cost.values())

    def picture(self, title, about=()):
        f, held = self.f, {"t": self.true, "p": self.predicted}
        edges = {f"{s}_edges": {(a, c) for a, c in f.edges if c in side} for s, side in held.items()}
        looks = {"about": about, "dropped": self.spared - about, "quiet": f.pictured - self.true - self.predicted}
        return picture(title, **held, **edges, **looks, values={c: num(cost) for c, cost in self.cost.items()})


def steps(f: Facts, m):
    e = Errors(f, m)
    text = SAID["sides"].said(wrong=e.wrong, true=e.true, predicted=e.predicted)
    told = [step("Sets", f"{AIM} {text}", e.picture("Classes on one side only", e.wrong))]
    top, spared = list(e.cost), sorted(e.spared)
    for c in top[:6]:
        side, above = "true" if c in e.true else "predicted", f.parents[c].keys()
        parents = {"worth": [worth(f, a) for a in above], "children": [len(f.children(a)) for a in above]}
        price = SAID["price"].said(c=c, above=above, shared=e.shared, cost=e.cost[c], roots=len(f.roots), **parents)
        text = SAID["error"].said(c=c, side=side, above=above, price=price)
        told.append(step("Errors", text, e.picture(f"The error {cls(c)}", {c}), fact=(cls(c), num(e.cost[c]))))
    if rest := top[6:]:
        text = SAID["other errors"].said(rest=rest, cost=sum(e.cost[c] for c in rest))
        told.append(step("Errors", text, e.picture("The other errors", set(rest))))
    for c in spared[:6]:
        text = SAID["spared"].said(c=c, over=f.parents[c].keys() & e.wrong)
        told.append(step("Spared", text, e.picture(f"Spared: {cls(c)}", {c})))
    if rest := spared[6:]:
        told.append(step("Spared", SAID["others spared"].said(rest=rest), e.picture("Spared", set(rest))))
    return told


def views(f: Facts, m):
    e = Errors(f, m)
    text = SAID["answer"].said(top=e.cost.keys(), spared=e.spared, true=e.true, cost=e.total)
    title = f"{count(len(e.cost), 'error that counts', 'errors that count')} · {num(e.total)}"
    terms = [amount(cost, [c]) for c, cost in e.cost.items()]
    row = " + ".join(terms) if len(terms) <= 10 else amount(e.total, e.cost)
    formula = f"l_H = Σ c ( i ) = {row or '0'} = {num(e.total)}"
    return {"picture": step("picture", text, e.picture(title, e.cost.keys()), formula=formula)}


def notes(f: Facts, m):
    return empty_sides(f)


def value(f: Facts, m):
    return Errors(f, m).total
