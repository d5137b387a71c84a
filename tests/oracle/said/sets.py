"""Set-based measures (K15 §2.4): both sides grow class by class, what is common is divided."""

from fractions import Fraction

from ..brute import _precision_recall
from ..plain import Facts, cls, columns, count, counted, empty_sides, num, picture, some, step, tables

MEASURES = ("hF", "hP", "hR", "SDL", "Accuracy")
SETTINGS = ('hF(root="virtual")', 'SDL(root="omitted")')
OTHER = {"true": "predicted", "predicted": "true"}
ASKS = {
    "P": "how much of what is predicted is right",
    "R": "how much of what is true is found",
    "F": "how much both sides share",
}
SAID = tables("sets")


class Sides:
    """Both augmented sets of a case; `h`: the hierarchy with the root that is counted above it, if any."""

    def __init__(self, f: Facts, m):
        self.f, self.adds, self.root = f, m.augmentation, getattr(m, "root", "counted")
        self.h = f.under_new_root if self.root == "virtual" else f
        self.extra = self.h.root if self.root == "virtual" else None
        t, p = (self.brought(side) for side in (f.true, f.predicted))
        if self.adds == "tolerant":
            t, p = self.tolerated(t, p), self.tolerated(p, t)
        if self.root == "omitted" and len(f.roots) == 1:
            t, p = t - f.roots, p - f.roots
        self.true, self.predicted, self.common = t, p, t & p
        sub, kind = ("", "") if self.adds == "none" else ("_aug", "_H")
        self.told = (t, p), (f"Y{sub}", f"Ŷ{sub}"), kind

    def brought(self, classes):
        """The classes with all that they bring."""
        reach = {"none": {}, "descendants": self.h.below}.get(self.adds, self.h.above)
        return frozenset(classes).union(*(reach.get(c, ()) for c in classes))

    def tolerated(self, own, other):
        return frozenset(c for c in own if c in other or self.h.parents[c].keys() & other or c in self.h.roots)

    def picture(self, t, p, about):
        t, p, about = frozenset(t), frozenset(p), frozenset(about)
        title = f"Both sides so far · {len(t)} true, {len(p)} predicted"
        return picture(title, t=t, p=p, about=about, root=self.extra)


def aim(sides: Sides, m):
    f, below = sides.f, min((c for c in sides.f.marked if sides.f.parents[c]), default=None)
    flat = m.name in ("hF", "hP", "hR") and sides.adds == "none"
    share = f"{f'Flat {m.name[1]}' if flat else m.name} asks {ASKS.get(m.name[1], '')}."
    asks = {
        "SDL": "SDL asks how many classes only one side holds.",
        "Accuracy": "Accuracy asks which share of all these classes is on both sides.",
    }.get(m.name, share)
    parents, upward = f.parents.get(below, ()), sides.adds in ("ancestors", "tolerant")
    return SAID["aim"].said(asks=asks, adds=sides.adds, upward=upward, below=below, parents=parents)


def steps(f: Facts, m):
    sides, told = Sides(f, m), []
    grown = {"true": frozenset(), "predicted": frozenset()}
    kin = "descendant" if sides.adds == "descendants" else "ancestor"

    def tell(title, text, about=(), fact=None):
        told.append(step(title, text, sides.picture(grown["true"], grown["predicted"], about), fact=fact))

    for side in ("true", "predicted"):
        marked = sorted(f.side(side))
        if not marked:
            tell("Sets", f"No class is {side}, so the {side} side stays empty.")
        for c in marked[:6]:
            every = sides.brought([c]) - {c}
            new = every - grown[side]
            grown[side] |= every | {c}
            upward = sides.adds in ("ancestors", "tolerant")
            text = SAID["brings"].said(adds=sides.adds, upward=upward, c=c, side=side, kin=kin, every=every, new=new)
            tell("Sets", text, new | {c}, (f"{cls(c)}, {side}", f"with {some(new, 7)}" if new else "alone"))
        if rest := marked[6:]:
            new = sides.brought(rest) - grown[side]
            grown[side] |= new
            tell("Sets", SAID["rest"].said(side=side, rest=rest, new=new), new)
    for side in ("true", "predicted"):
        final = getattr(sides, side)
        gone, grown[side] = grown[side] - final, final
        if gone:
            omitted = sides.root == "omitted" and gone <= f.roots
            text = SAID["dropped"].said(gone=gone, side=side, other=OTHER[side], root_omitted=omitted)
            tell("Dropped", text, gone, (f"{side} side", f"without {some(gone, 7)}"))
    text = SAID["common"].said(common=sides.common, true=sides.true, predicted=sides.predicted)
    tell("Common", text, sides.common, ("both sides", some(sides.common) or "no class"))
    told[0]["text"] = f"{aim(sides, m)} {told[0]['text']}"
    return told + (shares(*sides.told, ("found", "right"), told[-1]["pictures"]) if m.name == "hF" else [])


def shares(sets, symbols, kind, ends=("", ""), pictures=()):
    """The steps on precision and recall, of which F is made.  sets, symbols, ends: of the true, the predicted side."""
    told, common = [], sets[0] & sets[1]
    for letter, word, side, i in (("P", "precision", "predicted", 1), ("R", "recall", "true", 0)):
        if whole := sets[i]:
            value, n = num(Fraction(len(common), len(whole))), len(common)
            text = SAID["share"].said(whole=whole, side=side, n=n, end=ends[i], word=word, value=value)
            formula = (
                f"[| {' ∩ '.join(symbols)} | / | {symbols[i]} |] = [{counted(common)} / {counted(whole)}] = {value}"
            )
            fact = (word, f"{n} of {len(whole)} = {value}")
            told.append(step("Shares", text, *pictures, formula=f"{letter}{kind} = {formula}", fact=fact))
    return told


def share(which, sets, symbols, kind, beta=1, zero=0):
    """The formula of P, R or F, if there is a value, and the lines beside it."""
    value, square, common = _precision_recall(*sets, beta, zero)[which], beta * beta, sets[0] & sets[1]
    above, below = f"{num(1 + square)} · " if which == "F" else "", "" if square == 1 else f"{num(square)} · "

    def row(common, t, p):
        bottom = {"P": p, "R": t, "F": f"{below}{t} + {p}"}[which]
        return f"[{above}{common} / {bottom}]"

    left = f"{which}{kind}" + (f", β = {num(beta)}" if beta != 1 else "")
    sizes = row(*(f"| {size} |" for size in (" ∩ ".join(symbols), *symbols)))
    formula = f"{left} = {sizes} = {row(*map(counted, (common, *sets)))} = {num(value)}"
    aside = [" ".join(told["fact"]) for told in shares(sets, symbols, kind)] if which == "F" else []
    same = ["the same as 2·precision·recall / (precision + recall)"] if aside and common and beta == 1 else []
    return "" if value is None else formula, aside + same


def answer(sides: Sides, m):
    if m.name[1] in "PRF":
        return share(m.name[1], *sides.told)
    (t, p), (y, ŷ), _ = sides.told
    if m.name == "SDL":
        return f"l_Δ = | {ŷ} △ {y} | = {counted(p - t)} + {counted(t - p)} = {len(t ^ p)}", []
    value = num(Fraction(len(t & p), len(t | p)) if t | p else 0)
    return f"Accuracy = [| {ŷ} ∩ {y} | / | {ŷ} ∪ {y} |] = [{counted(t & p)} / {counted(t | p)}] = {value}", []


def views(f: Facts, m):
    sides = Sides(f, m)
    t, p, common = sides.true, sides.predicted, sides.common
    parts = [some(classes, 6) or "none" for classes in (common, p - t, t - p)]
    lists = "On both sides: {}. Predicted only: {}. True only: {}.".format(*parts)
    text = f"{SAID['compared'].said(adds=sides.adds)} {lists}"
    formula, aside = answer(sides, m)
    _, (y, ŷ), _ = sides.told
    panels = ((f"{y}, true side", "t", t), (f"{y} ∩ {ŷ}, both", "tp", common), (f"{ŷ}, predicted side", "p", p))
    pictures, lists = [], []
    for title, on, classes in panels:
        title += f" · {count(len(classes))}"
        within = {(a, c) for a, c in sides.h.edges if {a, c} <= classes} if sides.adds != "none" else ()
        quiet = sides.h.parents.keys() - classes
        roles = {"t": classes if "t" in on else (), "p": classes if "p" in on else ()}
        roles |= {f"{side}_edges": within if side in on else () for side in "tp"}
        pictures.append(picture(title, quiet=quiet, root=sides.extra, **roles))
        lists.append((title, {"tp": "both"}.get(on, on), sorted(classes)))
    return {
        "sets": step("sets", text, *pictures, formula=formula, aside=aside),
        "lists": step("lists", text, columns("", lists), formula=formula, aside=aside),
    }


def notes(f: Facts, m):
    sides = Sides(f, m)
    told = empty_sides(f)
    sizes = {"true": sides.true, "predicted": sides.predicted, "common": sides.common}
    told.append(SAID["zero"].said(which=m.name[1], **sizes))
    told.append(f"A virtual root, {sides.extra}, is counted above the hierarchy." if sides.extra else "")
    return [note for note in told if note]
