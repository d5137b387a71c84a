"""Level, FPA, wAP, TICE (Park et al. 2025): both sides, ancestors included, level by level below the root."""

from fractions import Fraction

from ..plain import Facts, amount, empty_sides, num, picture, step, tables

MEASURES = ("Level", "FPA", "wAP", "TICE")
EVERY = 4
_LEVEL = [
    f'Level(level={n}, of="{of}", absent="{a}")'
    for n in (1, 2)
    for of in ("accuracy", "F1")
    for a in ("wrong", "carry")
]
SETTINGS = (
    *_LEVEL,
    "Level(level=2)",
    'Level(level="deepest", of="P")',
    'Level(level=2, of="R", by="shortest")',
    'Level(of="F1", answers="given")',
    'FPA(extra="ignored")',
    'FPA(by="given")',
    'wAP(absent="wrong", weights="equal")',
    'wAP(answers="given", by="shortest")',
    'TICE(answers="given")',
    'TICE(answers="given", gap="inconsistent")',
    'TICE(answers="given", by="given")',
)
SAID = tables("by_level")
NONE = frozenset()
AIMS = {
    "Level": "Level looks at one depth of the hierarchy alone, with the ancestors of both sides that stand there.",
    "FPA": "FPA asks for the whole way down: an answer is right where it is right at every level.",
    "wAP": "wAP averages over levels: each that is right counts with its weight.",
    "TICE": "TICE asks whether answers that were given level by level fit together.",
}


def depth(f: Facts, c, by):
    """Edges up to the root, an artificial one where there are several, by the longest or the shortest way."""
    above = f.parents[c]
    if not above:
        return int(len(f.roots) > 1)
    return 1 + (max if by == "longest" else min)(depth(f, a, by) for a in above)


class Sides:
    """By level from 1: the classes of each side, and of the hierarchy."""

    def __init__(self, f: Facts, m):
        self.f, self.m, told = f, m, f.extra.get("levels", [])
        ranks = f.extra.get("rank_of", {})
        self.level = {c: ranks.get(c, 0) if m.by == "given" else depth(f, c, m.by) for c in f.parents}
        self.last = max([*self.level.values(), len(told)])
        answers = f.predicted if m.answers == "given" else f.closure(f.predicted)
        levels = range(1, self.last + 1)
        self.true = {n: frozenset(c for c in f.closure(f.true) if self.level[c] == n) for n in levels}
        self.predicted = {n: frozenset(c for c in answers if self.level[c] == n) for n in levels}
        self.told = bool(told)
        if told:
            self.predicted = {n: frozenset(told[n - 1 : n]) - {None} for n in levels}
        self.size = {n: sum(level == n for level in self.level.values()) for n in levels}
        self.deepest = max((n for n in levels if self.true[n]), default=0)

    def upto(self, classes, level):
        """The deepest classes of a side at or above a level, none of which stands above another."""
        some = NONE.union(*(classes[n] for n in range(1, min(level, self.last) + 1)))
        return frozenset(c for c in some if not any(c in self.f.above[d] for d in some))

    def drawn(self, title, true=NONE, predicted=NONE):
        marked = true | predicted
        return picture(title, t=true, p=predicted, about=marked, quiet=self.f.pictured - marked)


class OneLevel(Sides):
    def __init__(self, f: Facts, m):
        super().__init__(f, m)
        self.n = self.deepest if m.level == "deepest" else m.level
        self.t, self.p = self.true.get(self.n, NONE), self.predicted.get(self.n, NONE)
        if m.absent == "carry":
            self.t, self.p = self.upto(self.true, self.n), self.upto(self.predicted, self.n)
            if self.told:
                self.p = next(
                    (self.predicted[n] for n in range(min(self.n, self.last), 0, -1) if self.predicted[n]), NONE
                )
        self.held = m.absent != "drop"
        if not self.held and not self.t:
            self.p = NONE
        # With an empty place as a class of its own both sides are as this.
        t, p = (side or {""} if self.held else side for side in (self.t, self.p))
        self.true_count, self.predicted_count, self.common = len(t), len(p), len(set(t) & set(p))
        self.value = None
        if self.n and t:
            p_share, r_share = Fraction(self.common, len(p) or 1), Fraction(self.common, len(t))
            f1 = 2 * p_share * r_share / (p_share + r_share) if self.common else Fraction(0)
            self.value = {"accuracy": int(set(t) == set(p)), "P": p_share, "R": r_share, "F1": f1}[m.of]


def paths(f: Facts, m):
    """Both sides, and the levels that count with the weight of each."""
    s = Sides(f, m)
    s.weight = {}
    for n in range(1, s.last + 1) if s.deepest else ():
        if m.name == "FPA" and (s.true[n] or (s.predicted[n] and m.extra == "counted")):
            s.weight[n] = 1
        if m.name == "wAP" and (s.true[n] or m.absent == "wrong"):
            s.weight[n] = s.size[n] if m.weights == "classes" else 1
    s.right = [n for n in s.weight if s.true[n] == s.predicted[n]]
    s.whole = sum(s.weight.values())
    return s


def descents(f: Facts, m):
    """Both sides, and the steps between neighbouring levels: the level, answers there and below, those astray."""
    s = Sides(f, m)
    s.steps = []
    for n in range(1, s.last):
        above, below = s.predicted[n], s.predicted[n + 1]
        if not above and m.gap == "ends":
            break
        if below:
            over = f.above if m.by == "given" else f.parents
            derived = m.answers == "ancestors" and not s.told
            s.steps.append((n, above, below, {c for c in below if not derived and not set(over[c]) & above}))
    return s


def steps(f: Facts, m):
    told = {"Level": level_steps, "TICE": descent_steps}.get(m.name, path_steps)(f, m)
    if told:
        told[0]["text"] = f"{AIMS[m.name]} {told[0]['text']}"
    return told


def level_steps(f: Facts, m):
    s = OneLevel(f, m)
    if not s.n:
        return []
    title = f"Level {s.n}"
    told = [step("True side", side_text(s, "true", s.t), s.drawn(title, s.t))]
    if s.value is not None:
        told.append(step("Predicted side", side_text(s, "predicted", s.p), s.drawn(title, s.t, s.p)))
    return told


def side_text(s, side, classes):
    return SAID["side"].said(side=side, classes=classes, n=s.n, absent=s.m.absent)


def path_steps(f: Facts, m):
    s, told = paths(f, m), []
    shown = [
        n
        for n in range(1, s.last + 1)
        if n in s.weight or (m.name == "FPA" and s.weight and (s.true[n] | s.predicted[n]))
    ]
    for n in shown[:6]:
        moment = {"right": n in s.right, "counts": n in s.weight, "weight": s.weight.get(n), "whole": s.whole}
        text = SAID["level"].said(n=n, true=s.true[n], predicted=s.predicted[n], fpa=m.name == "FPA", **moment)
        fact = "left out" if n not in s.weight else "right" if n in s.right else "wrong"
        if m.name == "wAP":
            fact = str(s.weight[n] if n in s.right else 0)
        told.append(step("Levels", text, s.drawn(f"Level {n}", s.true[n], s.predicted[n]), fact=(f"level {n}", fact)))
    if rest := shown[6:]:
        text = SAID["other levels"].said(rest=rest, right=sum(s.true[n] == s.predicted[n] for n in rest))
        both = [NONE.union(*(side[n] for n in rest)) for side in (s.true, s.predicted)]
        told.append(step("Levels", text, s.drawn("The other levels", *both)))
    return told


def descent_steps(f: Facts, m):
    s = descents(f, m)
    top = s.predicted.get(1, NONE)
    told = [step("Levels", SAID["first answer"].said(top=top), s.drawn("Level 1", NONE, top))]
    for n, above, below, astray in s.steps[:6]:
        text = SAID["descent"].said(n=n, above=above, below=below, astray=astray)
        fact = (f"levels {n} and {n + 1}", "contradict" if astray else "fit")
        told.append(step("Levels", text, s.drawn(f"Levels {n} and {n + 1}", NONE, above | below), fact=fact))
    if rest := s.steps[6:]:
        text = SAID["other descents"].said(rest=rest, astray=sum(bool(step[3]) for step in rest))
        told.append(step("Levels", text, s.drawn("The other levels", NONE, NONE.union(*(one[2] for one in rest)))))
    return told


def views(f: Facts, m):
    told = {"Level": level_view, "TICE": descent_view}.get(m.name, path_view)(f, m)
    levels = {c: level for c, level in Sides(f, m).level.items() if level}
    pictures = [one | ({"levels": levels} if levels else {}) for one in told["pictures"]]
    return {"picture": told, "levels": told | {"title": "levels", "pictures": pictures}}


def level_view(f: Facts, m):
    s = OneLevel(f, m)
    sizes = {"common": s.common, "true": s.true_count, "predicted": s.predicted_count}
    text = SAID["one level"].said(n=s.n, value=s.value, of=m.of, **sizes)
    drawn = s.drawn(f"Level {s.n} · {num(s.value)}", s.t, s.p)
    if s.value is None:
        return step("picture", text, drawn)
    t, p, both = amount(s.true_count, s.t), amount(s.predicted_count, s.p), amount(s.common, s.t & s.p)
    rows = {
        "P": ("[| Y_l ∩ Ŷ_l | / | Ŷ_l |]", f"[{both} / {p}]"),
        "R": ("[| Y_l ∩ Ŷ_l | / | Y_l |]", f"[{both} / {t}]"),
        "F1": ("[2 · | Y_l ∩ Ŷ_l | / | Y_l | + | Ŷ_l |]", f"[2 · {both} / {t} + {p}]"),
        "accuracy": (
            "max ( 0 , 1 − | Y_l △ Ŷ_l | )",
            f"max ( 0 , 1 − {amount(s.true_count + s.predicted_count - 2 * s.common, s.t ^ s.p)} )",
        ),
    }
    return step("picture", text, drawn, formula=" = ".join(["Level", *rows[m.of], num(s.value)]))


def path_view(f: Facts, m):
    s, v = paths(f, m), value(f, m)
    wrong = [n for n in s.weight if n not in s.right]
    got = sum(s.weight[n] for n in s.right)
    text = SAID["all levels"].said(
        levels=s.weight, right=s.right, wrong=wrong, fpa=m.name == "FPA", got=got, whole=s.whole
    )
    every = [NONE.union(*side.values()) for side in (s.true, s.predicted)]
    drawn = s.drawn(f"All levels · {num(v)}", *every)
    if v is None:
        return step("picture", text, drawn)
    if m.name == "FPA":
        apart = [s.true[n] ^ s.predicted[n] for n in s.weight]
        row = f"max ( 0 , 1 − {amount(sum(map(len, apart)), NONE.union(*apart))} )"
        return step("picture", text, drawn, formula=f"FPA = max ( 0 , 1 − Σ | Y_l △ Ŷ_l | ) = {row} = {num(v)}")
    terms = [amount(s.weight[n] * (n in s.right), s.true[n] | s.predicted[n]) for n in s.weight]
    top = " + ".join(terms) if len(terms) <= 10 else amount(got, every[0])
    return step("picture", text, drawn, formula=f"wAP = [Σ n_l · a_l / Σ n_l] = [{top} / {s.whole}] = {num(v)}")


def descent_view(f: Facts, m):
    s = descents(f, m)
    astray = [one for one in s.steps if one[3]]
    text = SAID["all descents"].said(steps=s.steps, astray=astray)
    seen = s.predicted.get(1, NONE).union(*(above | below for _, above, below, _ in s.steps))
    terms = [amount(int(bool(astray)), astray or below) for _, _, below, astray in s.steps]
    if len(terms) > 10:
        terms = [amount(len(astray), NONE.union(*(one[3] or one[2] for one in s.steps)))]
    v = num(int(bool(astray)))
    formula = f"TICE = min ( 1 , Σ k_l ) = min ( 1 , {' + '.join(terms) or '0'} ) = {v}"
    return step("picture", text, s.drawn(f"All levels · {v}", NONE, seen), formula=formula)


def notes(f: Facts, m):
    if value(f, m) is None:
        n = OneLevel(f, m).n if m.name == "Level" else 0
        return [SAID["undefined"].said(n=n)]
    silent = m.name == "TICE" and m.answers == "ancestors" and not f.extra.get("levels")
    return empty_sides(f) + ([SAID["silent"].said()] if silent else [])


def value(f: Facts, m):
    if m.name == "Level":
        return OneLevel(f, m).value
    if m.name == "TICE":
        return int(any(astray for *_, astray in descents(f, m).steps))
    s = paths(f, m)
    if not s.whole:
        return None
    share = Fraction(sum(s.weight[n] for n in s.right), s.whole)
    return share if m.name == "wAP" else int(share == 1)
