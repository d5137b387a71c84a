"""The hierarchical confusion matrix (R23 §IV): predicted root paths on true ones, each class on them a decision."""

import re
from functools import lru_cache
from itertools import chain, pairwise
from math import prod

from .. import brute_confusion as brute
from ..plain import Facts, amount, cls, columns, count, counted, empty_sides, num, picture, step, tables

MEASURES = ("HCM",)
SETTINGS = ('HCM(empty="none")', "HCM(reduce=True)", 'HCM(report="PT", empty="none", reduce=True)')
EVERY = 3  # of the measures, in turn: all say the same of paths
SAID = tables("hcm")
CELLS = {"TP": "rightly predicted", "FP": "wrongly predicted", "FN": "missed", "TN": "rightly left out"}


def say(heading, **moment):
    return SAID[heading].said(is_=lambda n: "is" if n == 1 else "are", trail=trail, **moment)


def trail(path):
    """A path; of more than eight classes the first two and the last four."""
    shown = map(cls, path) if len(path) < 9 else [*map(cls, path[:2]), "…", *map(cls, path[-4:])]
    return " › ".join(shown)


def sentences(*parts):
    return " ".join(filter(None, parts))


def ends(paths):
    return [path[-1] for path in paths]


def below_root(paths):
    return {c for path in paths for c in path[1:]}


def sums(things):
    """TP 1, FP 0, FN 1 and TN 1: of lists of classes by cell."""
    tp, fp, fn, tn = (sum(len(cells[cell]) for cells in things) for cell in CELLS)
    return f"TP {tp}, FP {fp}, FN {fn} and TN {tn}"


class Matrix:
    """A case, perhaps of the most specific classes of each side alone; its root paths, who takes which, what counts."""

    def __init__(self, f: Facts, empty, reduce):
        sides = [{c for c in side if not (reduce and f.below[c] & side)} for side in (f.true, f.predicted)]
        self.gone = sorted(f.true - sides[0] | f.predicted - sides[1])
        self.f = f = Facts(f.parents, *sides, f.extra)
        self.parents, self.top, self.empty, self.order = (
            f.rooted.parents,
            f.rooted.root,
            empty,
            f.extra.get("order", []),
        )
        self.paths = {c: sorted(brute.root_paths(self.parents, c)) for c in f.marked}
        self.true_paths = [path for c in f.true for path in self.paths[c]]
        above = [f.artificial] if f.artificial else []
        self.stated = {c: [above + path for path in listed] for c, listed in f.extra.get("paths", {}).items()}
        likely = {c: brute.likely_path(self.parents, c, self.true_paths) for c in f.predicted}
        self.predicted = [path for c in sorted(f.predicted) for path in self.stated.get(c, [likely[c]])]
        true = sorted(f.true, key=lambda c: (self.order.index(c) if c in self.order else len(self.order), c))
        stand_in = [[self.top]] if empty == "root" else []
        self.served, self.left = brute.serve(self.parents, self.predicted or stand_in, true)
        missed = [{cell: path[1:] if cell == "FN" else [] for cell in CELLS} for path in self.left]
        self.parts = [one.cells for one in self.served] + missed
        self.cells = {cell: [c for cells in self.parts for c in cells[cell]] for cell in CELLS}
        self.n = {cell: len(classes) for cell, classes in self.cells.items()}
        self.values = brute.derived(*(self.n[cell] for cell in ("TP", "TN", "FP", "FN")))

    def share(self, path):
        return brute.shared(path, self.true_paths)

    def nearest(self, path, left):
        """The true paths, of the classes that are left, that share most with a path."""
        every = [*chain(*left.values())]
        most = brute.shared(path, every)
        return [t for t in every if brute.shared(path, [t]) == most]

    def rivals(self, i):
        """The later predictions, as good and by other paths, to which what one takes is as near as anything left."""
        one = self.served[i]
        later = [other.path for other in self.served[i + 1 :] if other.path != one.path]
        equal = [path for path in later if one.true and self.share(path) == self.share(one.path)]
        return [path for path in equal if one.true[-1] in ends(self.nearest(path, one.left))]

    def names(self, classes):
        """Classes as notes call them."""
        return [self.f.extra["labels"][c] for c in classes]

    # Pictures

    def drawn(self, title, t=(), p=(), about=(), paths=((), ()), values=None):
        """True paths and predicted ones, with classes on sides; what is on none of them and not spoken of is quiet."""
        shown = {*t, *p, *about}.union(*chain(*paths))
        t_edges, p_edges = ({edge for path in side for edge in pairwise(path)} for side in paths)
        written = {c: ", ".join(cell for cell in CELLS if c in values[cell]) for c in shown if values and c != self.top}
        roles = {"t": set(t), "p": set(p), "about": set(about), "quiet": self.parents.keys() - shown, "values": written}
        return picture(title, root=self.f.artificial, t_edges=t_edges, p_edges=p_edges, **roles)

    def counted(self, title, cells, values=None):
        """Classes of some cells, what is right for one path and anything else for another as right, and so on."""
        tp, fp, fn, tn = (set(self.cells[cell] if cell in cells else ()) for cell in CELLS)
        return self.drawn(title, tp | fn - fp, tp | fp, tn - tp - fp - fn, values=values)

    def laid(self, one, written=True):
        """A predicted path on the true path that it takes."""
        tp, fp, fn, tn = (one.cells[cell] for cell in CELLS)
        paths = [one.true] if one.true else [], [one.path]
        about, values = (tn, one.cells) if written else ((), None)
        return self.drawn(say("laid", **moment(one)), [*tp, *fn], [*tp, *fp], about, paths, values)

    def over(self, left):
        """True paths that are left over."""
        return self.drawn(f"Left over · {len(left)}", below_root(left), paths=(left, ()))


matrix = lru_cache(4)(Matrix)


def moment(one):
    """A prediction, its class `c`, the class `t` that it takes, and `turn`, the last that both paths share."""
    c, t, turn = ((path or [None])[-1] for path in (one.path, one.true, one.common))
    return vars(one) | {"c": c, "t": t, "turn": turn}


@lru_cache(4)
def leading(x: Matrix):
    """The steps up to the sums."""
    told = [*true_paths(x), *predicted_paths(x), *order(x)]
    for i in range(len(x.served[:6])):
        told += served(x, i)
    if rest := x.served[6:]:
        text = say("more served", rest=rest, sums=sums([one.cells for one in rest]))
        told.append(step("Predictions", text, x.drawn("More predictions", about=ends(one.path for one in rest))))
    for path in x.left[:6]:
        text, fact = say("left over", c=path[-1], path=path, top=x.top), f"left over, FN {len(path) - 1}"
        told.append(step("Left over", text, x.over([path]), fact=(cls(path[-1]), fact)))
    if rest := x.left[6:]:
        text = say("more left over", rest=rest, missed=sum(len(path) - 1 for path in rest))
        told.append(step("Left over", text, x.over(rest)))
    text, total = say("sums", things=len(x.parts), sums=sums(x.parts)), f"All cells · {sum(x.n.values())}"
    return [*told, step("Sums", text, x.counted(total, CELLS, x.cells), fact=("sums", sums(x.parts)))]


def true_paths(x: Matrix):
    true = sorted(x.f.true)
    if not true:
        drawn = picture("No true path", root=x.f.artificial)
        yield step("Paths", "No class is true, so every predicted path is an extra one.", drawn)
    for c in true[:6]:
        paths = x.paths[c]
        title, first = f"{'Root paths' if len(paths) > 1 else 'Root path'} of {cls(c)}", paths[:3]
        drawn = x.drawn(title, below_root(first), about=[c], paths=(first, ()))
        fact = cls(c), count(len(paths), "true path", "true paths")
        yield step("Paths", say("true", c=c, paths=paths, top=x.top), drawn, fact=fact)
    if rest := true[6:]:
        yield step("Paths", say("more true", rest=rest), x.drawn("More true classes", about=rest))


def predicted_paths(x: Matrix):
    if not x.predicted:
        drawn = picture("No predicted path", root=x.f.artificial)
        yield step("Paths", say("nothing predicted", empty=x.empty, top=x.top), drawn)
    for path in x.predicted[:6]:
        c, near = path[-1], [other for other in x.paths[path[-1]] if x.share(other) == x.share(path)]
        known = {"c": c, "path": path, "paths": x.paths[c], "near": near, "top": x.top, "true": x.f.true}
        drawn = x.drawn(f"Predicted path of {cls(c)}", p=path[1:], about=[c], paths=((), [path]))
        text = say("predicted", stated=x.stated.get(c, []), **known)
        yield step("Paths", text, drawn, fact=(cls(c), f"by {trail(path)}"))
    if rest := ends(x.predicted[6:]):
        yield step("Paths", say("more predicted", rest=rest), x.drawn("More predicted paths", about=rest))


def order(x: Matrix):
    """Who chooses first, where there is a choice."""
    paths = [one.path for one in x.served]
    if len(paths) > 1 and x.f.true:
        shares, told = [x.share(path) for path in paths], [cls(c) for c in ends(paths)]
        first = f"{told[0]} shares {count(shares[0])} (here the root counts, too)"
        then = ", then ".join(f"{c} {n}" for c, n in zip(told[1:6], shares[1:6], strict=True))
        text = sentences(say("order", shares=shares, told=f"{first}; then {then}"), say("equal", shares=shares))
        drawn = x.drawn("Order of the predictions", (), below_root(paths), ends(paths), ((), paths))
        yield step("Order", text, drawn, fact=("chooses first", told[0]))


def served(x: Matrix, i):
    one, title = x.served[i], f"Prediction {i + 1} of {len(x.served)}"
    known = moment(one) | {"i": i + 1, "n": len(x.served), "top": x.top, "order": x.order}
    c, (tp, fp, fn, tn) = cls(one.path[-1]), (one.cells[cell] for cell in CELLS)
    if not one.true:
        yield step(title, say("extra", **known), x.laid(one), fact=(c, f"extra, FP {len(fp)}"))
        return
    last = len(one.left) == 1 < len(x.f.true)
    known |= {"last": last, "rivals": x.rivals(i), "near": x.nearest(one.path, one.left)}
    text = sentences(*(say(heading, **known) for heading in ("match", "contested", "tied")))
    yield step(title, text, x.laid(one, written=False), fact=(c, say("matched", **known)))
    below = sorted(brute._children(x.parents, one.common[-1]) & {*one.path, *one.true})
    known["children"] = [f"{cls(a)} ({'predicted' if a in one.path else 'true'})" for a in below]
    places = {"on both paths, TP": tp, "only predicted, FP": fp, "only true, FN": fn}
    known["told"] = [say("cell", classes=classes, place=place) for place, classes in places.items() if classes]
    known |= {"twice": one.beside & one.below, "mixed": set(fp) & set(tn)}
    text = sentences(
        *(say(heading, **known) for heading in ("counted", "passed by", "both places", "wrong, passed by"))
    )
    symbols = "| N ( C ) ∖ T | + | D ( c ) ∖ ( T ∪ P ) |"
    formula = f"TN = {symbols} = {counted(one.beside)} + {counted(one.below)} = {len(tn)}"
    yield step(title, text, x.laid(one), formula=formula, fact=(c, sums([one.cells])))


def steps(f: Facts, m):
    x = matrix(f, m.empty, m.reduce)
    first, *others = leading(x)
    told = [{**first, "text": sentences(say("aim"), first["text"])}, *others]
    for report in {"F1": ("PPV", "TPR"), "PT": ("TPR", "FPR")}.get(m.report, ()):
        top, bottom = parts_of(report)
        part, whole, value = x.n[top], sum(x.n[cell] for cell in bottom), num(x.values[report])
        if whole:
            text = say("share", report=report, part=part, whole=whole, value=value)
            fact = report, f"{part} of {whole} = {value}"
            told.append(step("Shares", text, x.counted(report, bottom), formula=formula(x, report), fact=fact))
    return told


def symbols(report):
    return say("formula", report=report, size=lambda text: f"| {text} |")


def parts_of(share):
    """The cell above the line of a share, and the cells below it."""
    top, bottom = symbols(share).strip("[]").split(" / ")
    return top, bottom.split(" + ")


def formula(x: Matrix, report):
    def number(found):
        name = found[0]
        classes = x.cells[name] if name in CELLS else chain(*(x.cells[cell] for cell in parts_of(name)[1]))
        return amount(x.values[name], classes)

    numbers = re.sub(r"\b(TP|FP|FN|TN|TPR|FPR)\b", number, symbols(report))
    if report in CELLS:
        groups = [group for one in x.served for group in ((one.beside, one.below), [one.cells[report]])[report != "TN"]]
        groups += [path[1:] for path in x.left] if report == "FN" else []
        groups = groups if 0 < len(groups) < 11 else [x.cells[report]]
        numbers = " + ".join(amount(len(classes), classes) for classes in groups)
    return f"{report} = {symbols(report)} = {numbers} = {num(x.values[report])}"


def views(f: Facts, m):
    x = matrix(f, m.empty, m.reduce)
    pairs = say("pairs", pairs=[say("pair", **moment(one)) for one in x.served])
    text = sentences(pairs, say("none took", left=ends(x.left)), f"That makes {sums(x.parts)}.")
    shares = [(share, x.values[share]) for share in ("PPV", "TPR") if m.report == "F1"]
    aside = [f"{share} {num(value)}" for share, value in shares if value is not None]
    titles = {cell: f"{cell}, {what} · {x.n[cell]}" for cell, what in CELLS.items()}
    sides = zip(CELLS, ("both", "p", "t", "none"), strict=True)
    pictures = {
        "matrix": [x.counted(titles[cell], [cell]) for cell in CELLS],
        "paths": [x.laid(one) for one in x.served[:6]] + ([x.over(x.left)] if x.left else []),
        "lists": [columns("", [(titles[cell], side, sorted(x.cells[cell])) for cell, side in sides])],
    }
    shown = formula(x, m.report) if x.values[m.report] is not None else None
    return {view: step(view, text, *drawn, formula=shown, aside=aside) for view, drawn in pictures.items()}


def notes(f: Facts, m):
    x = matrix(f, m.empty, m.reduce)
    value, n, every = x.values[m.report], x.n, [*chain(*x.cells.values())]
    product = prod(n[a] + n[b] for a, b in (("TP", "FP"), ("TP", "FN"), ("TN", "FP"), ("TN", "FN")))
    known = {
        "took": x.names(one.true[-1] for one in x.served if one.true),
        "rivals": [path for i in range(len(x.served)) for path in x.rivals(i)],
        "near": max((len(x.nearest(one.path, one.left)) for one in x.served), default=0),
        "gone": x.names(x.gone),
        "open": x.names(c for c in sorted(x.f.predicted) if len(x.paths[c]) > 1 and c not in x.stated),
        "often": x.names(sorted({c for c in every if every.count(c) > 1})),
        "based": value is not None and (m.report == "ACC" or (m.report == "MCC" and product)),
    }
    known |= vars(m) | n | {"value": value, "true": f.true, "predicted": f.predicted, "order": x.order}
    headings = ("stands for nothing", "any contested", "any tied", "dropped", "several paths")
    told = [*empty_sides(f), *(say(heading, **known) for heading in headings)]
    roots = "The hierarchy has several roots; the paths begin at an artificial root, {}."
    told += [roots.format(x.top) if f.artificial else "", say("value", **known)]
    return [note for note in told if note]
