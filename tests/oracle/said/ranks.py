"""Measures of a ranking: Bertinetto et al. 2020 (AHD, Severity, Closest), Deng et al. 2011 (HP), Sani & Anand 2026.

Of the first k classes of a ranking, each against the one true class; all that could be ranked are the leaves, and what
is ranked besides. Depths and heights count edges by the longest ways; a class meets itself at height 0.
"""

from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from ..plain import Facts, amount, cls, empty_sides, num, picture, some, step, tables
from .information import several_roots
from .semantic import ways as shortest_ways

MEASURES = ("Closest", "HP", "HOPS")
SETTINGS = (
    *("AHD(k=1)", "AHD(k=3)", 'AHD(k="all")', "Severity(k=2)", "Closest(k=1)", 'Closest(k="all")'),
    *("HP(k=1)", "HP(k=3)", 'HP(k=2, sim="WP")', 'HP(k="all", sim="WP")', "HOPS(k=1)", "HOPS(k=2)", "HOPS(k=9)"),
)
SAID = tables("ranks")


@lru_cache(maxsize=20_000)
def longest(f: Facts, c, way):
    """Most edges from a class up, or down, to where no more lead."""
    return max((1 + longest(f, d, way) for d in (f.parents[c] if way == "up" else f.children(c))), default=0)


def ranking(f: Facts):
    leaves = {c for c in f.parents if not f.below[c]}
    scores = {c: s for c, s in f.extra.get("scores", {}).items() if c in leaves}
    return f.extra.get("ranking") or sorted(sorted(scores), key=lambda c: -scores[c])


class Ranked:
    """A ranking and its true class; `why`: why there is nothing to measure."""

    def __init__(self, f: Facts, m):
        self.f, self.m, self.h, self.all = f, m, f.rooted, ranking(f)
        leaves = {c for c in f.parents if not f.below[c]}
        self.candidates = sorted({*leaves, *self.all})
        self.many = len(self.candidates) if m.k == "all" else min(m.k, len(self.candidates))
        strange = not f.true <= {*self.candidates}
        asked = {"ranking": self.all, "true": f.true, "asked": self.many, "strange": strange}
        self.why = ""
        self.moment = asked | {"classes": len(f.parents), "right": False, "alone": False}
        if not self.all or len(f.true) != 1 or strange or len(self.all) < self.many:
            self.why = SAID["undefined"].said(**self.moment)
            return
        (self.true,) = f.true
        self.root = self.h.root
        self.first = self.all[: self.many]
        self.at = {c: self.meets(c) for c in self.candidates}
        self.height = {c: 0 if c == self.true else longest(self.h, self.at[c], "down") for c in self.candidates}
        self.depth = {c: longest(self.h, self.at[c], "up") for c in self.candidates}
        # The true class is deeper with itself than any other is with it.
        deep = {c: (c == self.true, self.depth[c]) for c in self.candidates}
        order = sorted(set(deep.values()), reverse=True)
        self.block = {c: order.index(deep[c]) for c in self.candidates}
        self.blocks = sorted(self.block.values())
        self.similar = {c: self.similarity(c) for c in self.candidates}
        self.best = sorted(self.candidates, key=lambda c: (-self.similar[c], c != self.true, c))[: self.many]
        self.value = self.counted()
        if self.value is None:
            wrong = {"right": m.name == "Severity", "alone": m.name == "HOPS", "true": (), "ranking": self.all}
            self.why = SAID["undefined"].said(**self.moment | wrong | {"true": f.true})

    def meets(self, c):
        common = self.h.closure([c]) & self.h.closure([self.true])
        deepest = max(longest(self.h, a, "up") for a in common)
        return min((longest(self.h, a, "down"), a) for a in common if longest(self.h, a, "up") == deepest)[1]

    def similarity(self, c):
        if c == self.true:
            return Fraction(1)
        if getattr(self.m, "sim", "height") == "height":
            return 1 - Fraction(self.height[c], longest(self.h, self.root, "down"))
        own = longest(self.h, c, "up") + longest(self.h, self.true, "up") + 2
        return Fraction(2 * self.depth[c] + 2, own)

    def weight(self, place):
        """Of a place of a perfect ranking, from 0 on."""
        z = self.blocks[place]
        m, q = self.blocks.count(z), place - self.blocks.index(z)
        end = 0 if z == self.blocks[-1] else Fraction(1, 2 ** (z + 1))
        return Fraction(1, 2**z) + (end - Fraction(1, 2**z)) * Fraction(q, m)

    def off(self, row):
        return sum(self.weight(j) * abs(self.blocks[j] - block) for j, block in enumerate(row))

    def counted(self):
        name, heights = self.m.name, [self.height[c] for c in self.first]
        if name == "Closest":
            return min(heights)
        if name in ("AHD", "Severity"):
            return None if name == "Severity" and self.first[0] == self.true else Fraction(sum(heights), self.many)
        if name == "HP":
            self.have, self.most = (sum(self.similar[c] for c in row) for row in (self.first, self.best))
            return self.have / self.most
        if len(self.candidates) == 1:
            return None
        self.have = self.off([self.block[c] for c in self.first])
        # Of one rank alone the paper asks whether it is right.
        self.most = self.off(self.blocks[: self.many][::-1]) if self.many > 1 else 1
        return max(Fraction(0), 1 - self.have / self.most)

    def tint(self, c):
        if self.m.name == "HP":
            return float(1 - self.similar[c])
        if self.m.name == "HOPS":
            return self.block[c] / max(1, *self.blocks)
        return self.height[c] / longest(self.h, self.root, "down") if self.height[c] else 0.0

    def drawn(self, title, shown, about=()):
        """Classes with what stands at them; climbs of the true one to where it meets those spoken of, or all."""
        lcas = {self.at[c] for c in about or shown}
        ways = [way for a in lcas for way in shortest_ways(self.f, self.true, a)]
        t = {self.true}.union(*ways)
        edges = {(a, c) for way in ways for c, a in pairwise(way)}
        root = self.f.artificial if self.f.artificial in lcas else None
        return picture(
            title,
            t=t,
            t_edges=edges,
            about={*about},
            lca=lcas,
            values=shown,
            tints={c: self.tint(c) for c in shown},
            quiet=self.f.pictured - t - {*about} - {*shown},
            root=root,
        )

    def ranks(self, title, shown, about=()):
        return self.drawn(title, {c: f"#{self.first.index(c) + 1}" for c in shown}, about)


def steps(f: Facts, m):
    s = Ranked(f, m)
    if s.why:
        return []
    told = blocks(s) if m.name == "HOPS" else []
    for rank, c in enumerate(s.first[:6], 1):
        where = SAID["where"].said(c=c, true=s.true, at=s.at[c])
        counts, fact = counted(s, rank, c)
        drawn = s.ranks(f"Rank {rank}", s.first[:rank], [c])
        told.append(step("Ranks", f"Rank {rank} is {where}: {counts}", drawn, fact=(f"rank {rank}, {cls(c)}", fact)))
    if rest := s.first[6:]:
        of = s.similar if m.name == "HP" else s.height
        total = sum(of[c] for c in rest)
        if m.name == "HOPS":
            total = sum(s.weight(j) * abs(s.blocks[j] - s.block[c]) for j, c in enumerate(s.first) if j >= 6)
        least = min(s.height[c] for c in rest)
        text = SAID["rest"].said(name=m.name, n=len(rest), total=total, least=least)
        title = "The other rank" if len(rest) == 1 else "The other ranks"
        told.append(step("Ranks", text, s.ranks(title, s.first, rest)))
    if m.name == "HP":
        text = SAID["perfect"].said(best=s.best, total=s.most)
        drawn = s.drawn("A perfect ranking", {c: num(s.similar[c]) for c in s.best})
        told.append(step("Perfect ranking", text, drawn, fact=("perfect ranking", num(s.most))))
    told[0]["text"] = f"{SAID['aim'].said(name=m.name)} {told[0]['text']}"
    return told


def blocks(s):
    rows = [[c for c in s.candidates if s.block[c] == z] for z in range(s.blocks[-1] + 1)]
    listed = "; ".join(f"{z} {some(row, 6)}" for z, row in enumerate(rows[:4]))
    text = SAID["blocks"].said(true=s.true, listed=listed, more=max(0, len(rows) - 4))
    drawn = s.drawn("The block of every candidate", {c: str(z) for c, z in s.block.items()})
    return [step("Blocks", text, drawn, fact=("blocks", str(len(rows))))]


def counted(s, rank, c):
    name, z, best = s.m.name, s.block[c], s.blocks[rank - 1]
    weighed = s.weight(rank - 1) * abs(z - best)
    depths = {"depth": s.depth[c] + 1, "own": longest(s.h, c, "up") + 1, "of_true": longest(s.h, s.true, "up") + 1}
    moment = {"name": name, "heights": name not in ("HP", "HOPS"), "c": c, "true": s.true, "height": s.height[c]}
    moment |= {"sim": getattr(s.m, "sim", ""), "of_root": longest(s.h, s.root, "down"), "similar": s.similar[c]}
    text = SAID["counts"].said(block=z, best=best, weighed=weighed, **depths, **moment)
    if name == "HOPS":
        return text, f"off by {abs(z - best)}, {num(weighed)}" if z != best else "in place"
    return text, f"counts {num(s.similar[c])}" if name == "HP" else f"height {s.height[c]}"


def views(f: Facts, m):
    s = Ranked(f, m)
    if s.why:
        return {"picture": step("picture", f"{s.why[0].upper()}{s.why[1:]}.", picture("The case"))}
    nearest = min(s.first, key=lambda c: s.height[c])
    of = {"have": s.have, "best": s.most, "worst": s.most} if m.name in ("HP", "HOPS") else {}
    moment = {
        "name": m.name,
        "heights": m.name not in ("HP", "HOPS"),
        "many": s.many,
        "true": s.true,
        "have": 0,
        "worst": 0,
    }
    rank = s.first.index(nearest) + 1
    text = SAID["answer"].said(value=s.value, nearest=nearest, rank=rank, **moment | of)
    title = f"{'First rank' if s.many == 1 else f'First {s.many} ranks'} · {num(s.value)}"
    return {"picture": step("picture", text, s.ranks(title, s.first), formula=formula(s))}


def formula(s):
    def total(of, row):
        terms = [amount(of[c], {c, s.at[c]}) for c in row]
        return (
            " + ".join(terms) if len(terms) <= 10 else amount(sum(of[c] for c in row), {*row, *(s.at[c] for c in row)})
        )

    name = s.m.name
    if name == "Closest":
        row = s.first if s.many <= 10 else [min(s.first, key=lambda c: s.height[c])]
        symbols, numbers = "min ( h_j )", f"min ( {' , '.join(amount(s.height[c], {c, s.at[c]}) for c in row)} )"
    elif name == "HP":
        symbols, numbers = "[Σ s_j / Σ s*_j]", f"[{total(s.similar, s.first)} / {total(s.similar, s.best)}]"
    elif name == "HOPS":
        wrong = {c: s.weight(j) * abs(s.blocks[j] - s.block[c]) for j, c in enumerate(s.first)}
        wrong = {c: weighed for c, weighed in wrong.items() if s.block[c] != s.blocks[s.first.index(c)]}
        terms = [amount(weighed, {c}) for c, weighed in wrong.items()]
        have = " + ".join(terms) or "0"
        if len(terms) > 10:
            have = amount(sum(wrong.values()), wrong)
        symbols = "max ( 0 , 1 − [Σ w_j · | e_j − o_j | / Σ w_j · | e_j − f_j |] )"
        numbers = f"max ( 0 , 1 − [{have} / {num(s.most)}] )"
    else:
        symbols, numbers = "[Σ h_j / k]", f"[{total(s.height, s.first)} / {s.many}]"
    return f"{name} = {symbols} = {numbers} = {num(s.value)}"


def notes(f: Facts, m):
    s = Ranked(f, m)
    if s.why and not hasattr(s, "value"):
        return [f"Undefined: {s.why}."]
    moment = {"few": m.k != "all" and m.k > s.many, "by_scores": False, "many": s.many}
    said = [SAID["notes"].said(**moment)] if moment["few"] else []
    if not f.extra.get("ranking"):
        said.append(SAID["notes"].said(**moment | {"few": False, "by_scores": True}))
    if s.why:
        return [*several_roots(f), *said, f"Undefined: {s.why}."]
    return [*empty_sides(f), *several_roots(f), *said]


def value(f: Facts, m):
    s = Ranked(f, m)
    return None if s.why else s.value
