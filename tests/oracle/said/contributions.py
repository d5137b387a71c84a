"""Measures of contributions (Sun, Lim & Ng 2003, S03): wrong and missed classes get something from the other side."""

from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations, product

from ..plain import Facts, amount, cls, columns, counted, empty_sides, num, picture, step, tables

MEASURES = tuple(f"C{near}{letter}" for near in "SD" for letter in "FPRAE")
SETTINGS = (
    *('CSP(average="macro")', 'CDR(average="macro", acceptable_distance=1.5)'),
    'CSF(average="macro", similarity="hierarchy", beta=2)',
    *('CSR(average="micro as printed")', 'CDP(average="micro as printed", acceptable_distance=1)'),
    *('CDF(average="micro as printed", acceptable_distance=1.5)', "CDF(acceptable_distance=1, beta=0.5)"),
)
SAID = tables("contributions")
ALIKE = "A class that is more alike gives something, one that is less alike takes away."
IS = {"wrong": "predicted but not true", "missed": "true but not predicted"}
SHORT = {"wrong": "FP", "missed": "FN"}
OTHER = {"wrong": "missed", "missed": "wrong"}
SHARES = {"P": ("precision", "wrong"), "R": ("recall", "missed")}  # with the kind that counts below the line


@cache
class Contributions:
    """What the classes of a case get, whatever a measure makes of it; limit: how near what gives nothing is.

    gets: from whom how much.  totals: in all.  con: kept within −1 and 1.  of: the wrong and the missed classes.
    """

    def __init__(self, f: Facts, basis, setting):
        rows = f.extra.get("similarity", ()) if setting == "given" else ()
        self.apart = isinstance(rows, dict)
        told = {frozenset(pair): Fraction(str(near)) for *pair, near in (rows["rows"] if self.apart else rows)}
        self.f, self.basis, self.similarities, self.given = f, basis, told, bool(told)
        self.classes = frozenset().union(*told) if told else frozenset(f.parents)
        pairs = list(combinations(self.classes, 2)) if basis == "CS" and not self.apart else []
        self.pairs, self.sum = len(pairs), sum((self.near(*pair) for pair in pairs), Fraction(0))
        self.limit = setting if basis == "CD" else self.sum / max(1, self.pairs)  # S03 Eq. 10
        self.limit = Fraction(str(rows["average"])) if self.apart else self.limit
        self.right, self.rest, self.without = f.true & f.predicted, self.classes - f.marked, f.marked - self.classes
        self.of = {"wrong": sorted(f.predicted - f.true), "missed": sorted(f.true - f.predicted)}
        giving = {"wrong": sorted(f.true), "missed": sorted(f.predicted)}
        self.gets = {c: {o: self.amount(o, c) for o in giving[kind]} for kind in IS for c in self.of[kind]}
        self.totals = {c: sum(given.values(), Fraction(0)) for c, given in self.gets.items()}
        self.con = {c: min(max(total, Fraction(-1)), Fraction(1)) for c, total in self.totals.items()}

    def meeting(self, a, b):
        """Where two classes are most alike: the class, its depth in classes, edges up from both, the similarity."""
        up, root, found = self.f.rooted.edges_up, self.f.rooted.root, []
        for c in up[a].keys() & up[b].keys():
            depth, climbs = up[c][root] + 1, up[a][c] + up[b][c]
            found.append((-Fraction(2 * depth, 2 * depth + climbs), c, depth, climbs))
        less, *where = min(found)
        return *where, -less

    def near(self, a, b):
        if self.basis == "CD":
            return self.f.distance(a, b)
        return self.similarities.get(frozenset((a, b)), Fraction(0)) if self.given else self.meeting(a, b)[-1]

    def amount(self, a, b):
        """S03 Eq. 11 and 20."""
        if self.basis == "CD":
            return 1 - self.near(a, b) / self.limit
        return (self.near(a, b) - self.limit) / (1 - self.limit) if self.limit != 1 else Fraction(0)

    def behind(self, *classes):
        """Classes with those that give to them."""
        return {*classes}.union(*(self.gets[c] for c in classes))

    def gotten(self, title, classes):
        return picture(title, values={c: num(self.con[c]) for c in classes}, about=set(classes))

    @cached_property
    def steps(self):
        """What is near, and what every class gets."""
        told = [self.first()]
        if self.right:
            drawn = picture("In both sets", values=dict.fromkeys(self.right, "1"), about=self.right)
            text, fact = SAID["right"].said(right=self.right), ("right", str(len(self.right)))
            told.append(step("Right", text, drawn, fact=fact))
        for kind, classes in self.of.items():
            told += [self.step(kind, c) for c in classes[:6]]
            if rest := classes[6:]:
                text = SAID["rest"].said(n=len(rest), kind=kind, total=num(sum(self.con[c] for c in rest)))
                told.append(step(kind.capitalize(), text, self.gotten(f"The other {kind} classes", rest)))
        return told

    def first(self):
        f, limit = self.f, num(self.limit)
        named = {"given": self.given, "apart": self.apart, "pairs": self.pairs, "n": len(self.classes)}
        text = SAID["first"].said(basis=self.basis, limit=limit, alike=ALIKE, **named)
        if self.basis == "CD":
            pairs = [pair for pair in product(sorted(f.predicted), sorted(f.true)) if len({*pair}) == 2][:24]
            links = [(*pair, num(self.near(*pair)), False) for pair in pairs]
            drawn, fact = picture("Distances of the marked classes", links=links), ("acceptable", limit)
            return step("Acceptable", text, drawn, formula=f"Dis_θ = {limit}", fact=fact)
        shown = f.parents.keys() if len(f.parents) <= 150 else f.closure(f.marked)
        depths = {c: str(f.rooted.edges_up[c][f.rooted.root] + 1) for c in shown}
        drawn = picture("Depth of every class, counted in classes from the root", values=depths)
        drawn = picture("Classes with similarities", quiet=shown - self.classes) if self.given else drawn
        numbers = f" = [{num(self.sum)} / {self.pairs}]" if self.pairs else ""
        formula = f"ACS = [2 · Σ CS / n · ( n − 1 )]{numbers} = {limit}"
        return step("Average", text, drawn, formula=formula, fact=("alike on average", limit))

    def step(self, kind, c):
        given, total, con, basis = self.gets[c], self.totals[c], num(self.con[c]), self.basis
        named = {"basis": basis, "givers": len(given), "weighted": self.f.weighted, "c": c}
        parts, terms, aside = [], [], []
        for o, gets in given.items():
            near = self.near(o, c)
            parts.append(SAID["gives"].said(other=o, gets=gets, near=SAID["near"].said(near=near, **named)))
            limit = num(self.limit, 3 if basis == "CS" else 2)
            terms.append(SAID["term"].said(near=amount(near, {c, o}, 3), limit=limit, **named))
            if basis == "CS" and not self.given:
                at, depth, climbs, _ = self.meeting(c, o)
                where = {"at": at, "depth": depth, "climbs": climbs, "artificial": self.f.artificial}
                aside.append(SAID["reason"].said(other=o, near=near, **where, **named))
        more = SAID["more"].said(more=list(given.values())[6:])
        ends = SAID["sum"].said(total=total, side="true" if kind == "wrong" else "predicted", **named)
        text = " ".join(filter(None, [f"{cls(c)} is {IS[kind]}.", *parts[:6], more, ends]))
        sides = [" + ".join(terms)] if 0 < len(terms) <= 4 else []
        sides += [SAID["limited"].said(total=total, behind=self.behind(c))]
        symbols = "[CS − ACS / 1 − ACS]" if basis == "CS" else "( 1 − [Dis / Dis_θ] )"
        label = self.f.extra["labels"][c]
        formula = " = ".join([f"Con_{label if len(label) <= 28 else 'c'}", f"Σ {symbols}", *sides])
        values = {c: con} | {o: num(value) for o, value in given.items()}
        drawn = picture(f"What {cls(c)} gets, and from whom", values=values, about={c})
        return step(kind.capitalize(), text, drawn, formula=formula, aside=aside[:4], fact=(cls(c), f"{kind}, {con}"))


class Made:
    """What a measure makes of contributions. `shares`: (numerator, denominator) of precision and recall, as it asks."""

    def __init__(self, f: Facts, m):
        self.f, self.basis, self.letter = f, m.name[:2], m.name[2]
        self.average, self.beta = getattr(m, "average", "micro"), getattr(m, "beta", 1)
        self.by = Contributions(f, self.basis, m.similarity if self.basis == "CS" else m.acceptable_distance)
        self.shares = {which: self.share(own) for which, (_, own) in SHARES.items() if self.letter in ("F", which)}

    def got(self, c):
        """What counts of that which a class gets, above the line."""
        return self.by.con[c] if self.letter in "AE" else max(Fraction(0), self.by.con[c])

    def single(self, c, own):
        """S03 Eq. 12 and 13 of one class: numerator and denominator; own: the kind that counts in the latter."""
        return (1, 1) if c in self.by.right else (self.got(c), 1 if c in self.by.of[own] else self.by.con[c])

    def alone(self, own, *classes):
        return sum(ratio(*self.single(c, own)) for c in classes)

    def share(self, own):
        """S03 Eq. 14 to 17: numerator and denominator; own: the kind that counts in the latter."""
        if self.average == "macro":
            return self.alone(own, *self.f.marked), len(self.f.marked)
        right, lowered = len(self.by.right), self.by.con.get if self.average == "micro as printed" else self.got
        below = right + len(self.by.of[own]) + sum(map(lowered, self.by.of[OTHER[own]]))
        return right + sum(map(self.got, self.by.con)), below

    def signed(self, kind, sign="+", above=False):
        """What the classes of a kind get, each after its sign; of more than four the sum. above: as it counts there."""
        terms = [(self.got(c) if above else self.by.con[c], self.by.behind(c)) for c in self.by.of[kind]]
        if len(terms) > 4:
            terms = [(sum(value for value, _ in terms), self.by.behind(*self.by.of[kind]))]
        turned = {"+": "−", "−": "+"}[sign]
        return " ".join(f"{turned if x < 0 else sign} {amount(abs(x), who)}" for x, who in terms or [(0, ())])

    def symbol(self, which, beta=1):
        sub = {"micro": "", "macro": ", macro"}.get(self.average, ", printed")
        return f"{which}_{self.basis}{sub}{f', β = {num(beta)}' if beta != 1 else ''}"

    def numbers(self, letter, **more):
        named = {
            "x": self,
            "by": self.by,
            "size": size,
            "right": counted(self.by.right),
            "marked": sorted(self.f.marked),
        }
        return SAID["numbers"].said(letter=letter, average=self.average, **named, **more)

    def value(self):
        error = Fraction(len(self.by.con) - sum(self.by.con.values()), len(self.by.classes))
        if self.letter in "AE":  # S03 Eq. 18 and 19, of which the misprint is mended
            return error if self.letter == "E" else 1 - error
        p, *r = (ratio(*share) for share in self.shares.values())
        square = Fraction(self.beta) ** 2
        return ratio((1 + square) * p * r[0], square * p + r[0]) if r else p

    def formula(self):
        more, square = {}, Fraction(self.beta) ** 2
        if self.letter == "F":
            more = {"over": f"{num(1 + square, 4)} ·", "under": "" if square == 1 else f"{num(square, 4)} · "}
            (top, of_p), (other, of_r) = self.shares.values()
            more |= {"together": top == other and of_p > 0 and of_r > 0, "P": self.symbol("P"), "R": self.symbol("R")}
            more |= {name: amount(x, self.f.marked) for name, x in (("top", top), ("of_p", of_p), ("of_r", of_r))}
            more |= {which.lower(): amount(ratio(*self.shares[which]), self.f.marked, 4) for which in SHARES}
        symbols = SAID["symbols"].said(letter=self.letter, average=self.average, **more).replace("¦", "|")
        left, numbers = self.symbol(self.letter, self.beta), self.numbers(self.letter, **more)
        return f"{left} = {symbols} = {numbers} = {num(self.value())}"


def ratio(top, bottom):
    return Fraction(top) / bottom if bottom > 0 else Fraction(0)


def size(classes):
    """A number of classes; one of very many points to none."""
    return counted(classes) if len(classes) <= 150 else str(len(classes))


def steps(f: Facts, m):
    x = Made(f, m)
    if x.by.without:
        return []
    first, *told = x.by.steps
    told.insert(0, first | {"text": f"{SAID['aim'].said(basis=x.basis, name=m.name)} {first['text']}"})
    told += singles(x) if x.average == "macro" else totals(x)
    if x.letter == "A":
        drawn, n = picture("Neither true nor predicted", about=set(sorted(x.by.rest)[:150])), len(x.by.rest)
        told.append(step("Right", SAID["spared"].said(n=n), drawn, fact=("rightly left out", str(n))))
    for which, (top, bottom) in x.shares.items() if x.letter == "F" else ():
        word, value = SHARES[which][0], num(ratio(top, bottom))
        text = SAID["share"].said(word=word, top=top, bottom=bottom)
        fact = (word, f"{num(top)} of {num(bottom)} = {value}")
        formula = f"{x.symbol(which)} = {f'{x.numbers(which)} = ' if bottom > 0 else ''}{value}"
        side = f.marked if x.average == "macro" else f.predicted if which == "P" else f.true
        told.append(step("Shares", text, picture(f"What {word} looks at", about=side), formula=formula, fact=fact))
    return told


def totals(x: Made):
    told, above = [], "⁺" if x.letter in "PRF" else ""
    for kind, classes in x.by.of.items():
        if not classes:
            continue
        n, total, below = len(classes), num(sum(map(x.got, classes))), any(x.by.con[c] < 0 for c in classes)
        text = SAID["total"].said(kind=kind, n=n, total=total, letter=x.letter, average=x.average, below=below)
        row = f" = {x.signed(kind, above=True).removeprefix('+ ')}" if n > 1 else ""
        drawn, fact = x.by.gotten(f"The {kind} classes · {n}", classes), (f"{kind}, in all", total)
        told.append(step("Totals", text, drawn, formula=f"Con{above}_{SHORT[kind]}{row} = {total}", fact=fact))
    return told


def singles(x: Made):
    """Precision and recall of every class alone."""
    told, marked, which = [], sorted(x.f.marked), "R" if x.letter == "R" else "P"
    for c in marked[:6]:
        p, r = num(x.alone("wrong", c)), num(x.alone("missed", c))
        top, bottom = x.single(c, SHARES[which][1])
        numbers = f" = [{amount(top, {c})} / {num(bottom)}]" if bottom > 0 else ""
        more = {"formula": f"{which}_c{numbers} = {r if which == 'R' else p}", "fact": (cls(c), f"P {p}, R {r}")}
        drawn = picture(f"Precision and recall of {cls(c)}", values={c: f"{p}, {r}"}, about={c})
        told.append(step("Classes", f"{cls(c)} alone has precision {p} and recall {r}.", drawn, **more))
    if rest := marked[6:]:
        p, r = num(x.alone("wrong", *rest)), num(x.alone("missed", *rest))
        text = SAID["other classes"].said(n=len(rest), p=p, r=r)
        told.append(step("Classes", text, picture("The other classes", about=set(rest))))
    return told


def views(f: Facts, m):
    x = Made(f, m)
    by = x.by
    if by.without:
        return {"contributions": step("contributions", *notes(f, m), picture("The case"))}
    gets = {(c, o) if c in by.of["wrong"] else (o, c): value for c in by.gets for o, value in by.gets[c].items()}
    strongest = sorted(gets, key=lambda pair: (-abs(gets[pair]), sorted(pair)))[:24]
    links = [(*pair, num(gets[pair]), gets[pair] > 0) for pair in sorted(strongest)]
    con = dict.fromkeys(by.right, Fraction(1)) | by.con
    values, tints = {c: num(con[c]) for c in con}, {c: float((1 - con[c]) / 2) for c in con}
    title = f"What each class gets · by {'similarity' if x.basis == 'CS' else 'distance'}"
    drawn = [picture(title, values=values, tints=tints, links=links)]
    if 0 < len(links) <= 4:
        lists = [("predicted", "p", sorted(f.predicted)), ("true", "t", sorted(f.true))]
        drawn.append(columns("Who contributes to whom", lists, links))
    listed = {kind: ", ".join(f"{cls(c)} ({num(con[c])})" for c in classes[:4]) for kind, classes in by.of.items()}
    parts = [SAID["listed"].said(kind=kind, n=len(by.of[kind]), what=listed[kind]) for kind in IS]
    limited = min(con.values()) < 0 and x.letter in "PRF" and ("above" if "printed" in x.average else "anywhere")
    parts.append(SAID["rule"].said(all_right=not by.gets, basis=x.basis, limited=limited, limit=num(by.limit)))
    shares = {SHARES[which][0]: share for which, share in x.shares.items() if x.letter == "F" and share[1] > 0}
    aside = [f"{word} {num(top)} of {num(bottom)} = {num(top / bottom)}" for word, (top, bottom) in shares.items()]
    text = " ".join(filter(None, parts))
    return {"contributions": step("contributions", text, *drawn, formula=x.formula(), aside=aside)}


def notes(f: Facts, m):
    x = Made(f, m)
    if x.by.without:
        why = f"class '{min(x.by.without)}' is marked and stands in no row; every marked class needs one"
        return [f"Undefined: there are no similarities to go by (similarity: {why})."]
    passed = x.basis == "CD" and any(f.artificial in f.lcas(c, o) for c in x.by.gets for o in x.by.gets[c])
    named = {"basis": x.basis, "given": x.by.given, "artificial": f.artificial, "passed": passed}
    told = [*empty_sides(f), SAID["note on what is near"].said(**named)]
    told.append(SAID["note on equals"].said(basis=x.basis, average=x.by.limit))
    for which, (_, bottom) in x.shares.items():
        told.append(SAID["note on a denominator"].said(word=SHARES[which][0], bottom=bottom))
    told.append(SAID["note on the value"].said(letter=x.letter, shares=x.shares.values()))
    return [note for note in told if note]


def value(f: Facts, m):
    x = Made(f, m)
    return None if x.by.without else float(x.value())
