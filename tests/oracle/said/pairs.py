"""Pair-based measures (K15 §2.3): costs and bounds of pairs, the cheapest pairing, and what another would cost."""

from collections import Counter
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise
from math import inf, lcm

from ..brute import _order
from ..brute_similarity import wu_palmer
from ..plain import Facts, amount, cls, columns, counted, empty_sides, num, picture, step, tables

MEASURES = ("GIE", "MGIA", "TIE", "AllPairs", "Flow")
SETTINGS = (
    "GIE(default_cost=1, max_distance=2)",
    "MGIA(default_cost=1, max_distance=None)",
    'MGIA(default_cost=1, max_distance=None, pairing="nearest")',
    "Flow(default_cost=None, max_distance=2)",
    "Flow(alpha_p=0, beta_p=2, alpha_t=2, beta_t=3)",
    "Flow(alpha_p=0, alpha_t=0, beta_t=0)",
    "Flow(alpha_t=0, beta_t=0, default_cost=None)",
    "Flow(alpha_p=2, beta_p=2, beta_t=2, default_cost=None)",
    "Flow(alpha_p=5, beta_p=5, beta_t=2, max_distance=2)",
    "Flow(alpha_t=2, beta_p=2)",
    'Flow(beta_p=2, beta_t="M", default_cost=0)',
    'TIE(pair_cost="similarity")',
    "TIE(price=12)",
    'TIE(price="diameter")',
    'TIE(price="diameter", pair_cost="similarity")',
    'AllPairs(pair_cost="similarity")',
    'GIE(default_cost=0.5, max_distance=0.4, pair_cost="similarity")',
    'MGIA(pair_cost="similarity")',
    'MGIA(pairing="nearest", pair_cost="similarity")',
    'Flow(default_cost=None, max_distance=0.4, pair_cost="similarity")',
)
EVERY = 4
SAID = tables("pairs")
WORDS = ("predicted", "true")
SOURCE, SINK = ("source", None), ("sink", None)


@lru_cache(1000)
class Cheapest:
    """The cheapest of all pairings within the bounds, which are decided pair by pair, in the order of their names.

    costs: (pair, cost) of each that is allowed.  sides: the predicted and the true classes.  bounds: α and β of each.
    total: the least cost, None where nothing keeps the bounds.  pairs: of equally cheap pairings the first by name,
    `unique` where there is one.  without, with_: the least total of those without a pair, and of those with it.
    """

    def __init__(self, costs, sides, bounds):
        whole = lcm(*(cost.denominator for _, cost in costs))
        costs = {pair: int(cost * whole) for pair, cost in costs}
        items = sorted(costs, key=_order)
        self.total, self.pairs, self.unique = None, [], True
        self.with_, self.without = dict.fromkeys(items), dict.fromkeys(items)
        # More often than it has to be a class is only left alone where that costs nothing.
        often = {pair: 1 if None not in pair else bounds[2 * (not pair[0]) + (not costs[pair])] for pair in items}
        # A state is one number, with a digit for every class: how often it is paired so far.
        digits, size = {pair: [] for pair in items}, 1
        for i, c in [(i, c) for i, side in enumerate(sides) for c in side]:
            own, (least, most) = [pair for pair in items if pair[i] == c], bounds[2 * i : 2 * i + 2]
            if least > min(most, sum(often[pair] for pair in own)):
                return
            # Beyond what a class needs, its pairs are only counted where they could be too many.
            enough = all(costs[pair] or None not in pair for pair in own) and most >= sum(None not in p for p in own)
            base = (least if enough else most) + 1
            for k, pair in enumerate(own, 1):
                left = sum(often[other] for other in own[k:])
                digits[pair].append((size, base, least - left, most, left > 0))
            size *= base

        def moves(state, pair):
            """How often a pair can be chosen, and the state then; classes without more pairs are not counted in it."""
            for units in range(often[pair] + 1):
                after = state
                for place, base, least, most, more in digits[pair]:
                    had = state // place % base
                    if not least <= had + units <= most:
                        break
                    after += (min(had + units, base - 1) * more - had) * place
                else:
                    yield units, after

        so_far, taken = [{0: 0}], []
        for pair in items:
            taken.append([(state, *move) for state in so_far[-1] for move in moves(state, pair)])
            so_far.append({})
            for state, units, after in taken[-1]:
                cost = so_far[-2][state] + units * costs[pair]
                so_far[-1][after] = min(cost, so_far[-1].get(after, inf))
        # From each state on: the least cost, in how many ways, and whether nothing more has to be chosen.
        onward = [dict.fromkeys(so_far[-1], (0, 1, True))]
        for before, pair, found in zip(so_far[-2::-1], items[::-1], taken[::-1], strict=True):
            here, least = {}, [inf, inf]
            for state, units, after in found:
                if after in onward[0]:
                    rest, ways, idle = onward[0][after]
                    cost = rest + units * costs[pair]
                    best, others, stops = here.get(state, (inf, 0, False))
                    ways = others * (best <= cost) + ways * (cost <= best)
                    here[state] = min(best, cost), ways, stops or (idle and not units)
                    least[units > 0] = min(least[units > 0], before[state] + cost)
            onward.insert(0, here)
            self.without[pair], self.with_[pair] = (None if x == inf else Fraction(x, whole) for x in least)
        if 0 in onward[0]:
            self.total, self.unique, state = Fraction(onward[0][0][0], whole), onward[0][0][1] == 1, 0
            for pair, found, here, rest in zip(items, taken, onward, onward[1:], strict=False):
                moves = [(units, after) for old, units, after in found if old == state and after in rest]
                moves = [m for m in moves if m[0] * costs[pair] + rest[m[1]][0] == here[state][0]]
                # A list that ends comes before one that goes on, and this before one that goes on with later names.
                units, state = min((m for m in moves if rest[m[1]][2]), default=max(moves))
                self.pairs += [pair] * units


class Pairs:
    """The pairs of a case under a measure: costs, bounds, and those that are chosen."""

    def __init__(self, f: Facts, m, **changed):
        self.f, self.m, self.name, self.sides = f, m, m.name, (tuple(sorted(f.predicted)), tuple(sorted(f.true)))
        self.price, self.limit = getattr(m, "default_cost", None), getattr(m, "max_distance", None)
        if m.name == "TIE" and m.price is not None and not f.predicted and len(f.true) == 1:
            depths = [f.distance(f.rooted.root, c) for c in f.parents]
            farthest = 1 if m.pair_cost == "similarity" else 2 * max(depths)
            self.price = Fraction(farthest if m.price == "diameter" else m.price)
        self.alike, self.nearest = m.pair_cost == "similarity", getattr(m, "pairing", "exact") == "nearest"
        self.true, self.predicted, self.weighted = f.true, f.predicted, f.weighted
        self.__dict__ |= changed
        self.both_sides, self.different, m, n = all(self.sides), f.true ^ f.predicted, len(f.predicted), len(f.true)
        self.bounds = {"AllPairs": (n, n, m, m), "MGIA": (1, max(1, n), 1, max(1, m))}.get(self.name, (1, 1, 1, 1))
        if self.name == "Flow":
            given = enumerate((self.m.alpha_p, self.m.beta_p, self.m.alpha_t, self.m.beta_t))
            self.bounds = tuple(max(i % 2, {"N": n, "M": m}[b]) if b in ("N", "M") else b for i, b in given)
        self.worst = len(self.different) * (self.price or 0)
        self.alphas = {self.bounds[2 * i] for i in (0, 1) if self.sides[i]}

    def other(self, **changed):
        """The pairs under a measure that differs in this."""
        return Pairs(self.f, self.m, **changed)

    def said(self, heading, **more):
        return SAID[heading].said(**vars(self) | more)

    @cached_property
    def given(self):
        """The similarities that come with the case."""
        rows = self.f.extra.get("similarity", [])
        rows = rows["rows"] if isinstance(rows, dict) else rows
        return {frozenset(row[:2]): Fraction(str(row[2])) for row in rows}

    @cached_property
    def lacking(self):
        """The first marked class, by name, of which nothing is known where similarities come and count."""
        needed = self.alike and self.given and self.both_sides
        return min(self.f.marked.difference(*self.given), default=None) if needed else None

    @cached_property
    def every(self):
        """What each pair costs, allowed or not."""
        every = [(p, t) for p in self.sides[0] for t in self.sides[1]]
        if not self.alike:
            return {pair: self.f.distance(*pair) for pair in every}
        if not self.given:
            return {pair: 1 - wu_palmer(self.f.edges, *pair, self.f.parents) for pair in every}
        return {pair: 1 - (1 if pair[0] == pair[1] else self.given[frozenset(pair)]) for pair in every}

    @cached_property
    def costs(self):
        """What each pair that is allowed costs, those with a default class as well."""
        near = {pair: cost for pair, cost in self.every.items() if self.limit is None or cost <= self.limit}
        alone = [*((p, None) for p in self.sides[0]), *((None, t) for t in self.sides[1])]
        near |= {} if self.price is None else dict.fromkeys(alone, self.price)
        return {pair: near[pair] for pair in sorted(near, key=_order)}

    def partners(self, i, c):
        """The classes with which one of the side i may be paired."""
        return [pair[1 - i] for pair in self.costs if pair[i] == c and None not in pair]

    @cached_property
    def best(self):
        return Cheapest(tuple(self.costs.items()), self.sides, self.bounds)

    @cached_property
    def choices(self):
        """{(0 or 1 for the side, class): the pair that it takes by itself, and how many are as cheap}."""
        choices = {}
        for i, c in [(i, c) for i, side in enumerate(self.sides) for c in side]:
            near = sorted((cost, *pair) for pair, cost in self.costs.items() if pair[i] == c and None not in pair)
            pair = near[0][1:] if near else ((c, None), (None, c))[i]
            choices[i, c] = pair, sum(one[0] == near[0][0] for one in near)
        return choices

    @cached_property
    def chosen(self):
        return sorted({pair for pair, _ in self.choices.values()}, key=_order) if self.nearest else self.best.pairs

    @cached_property
    def total(self):
        return sum((self.costs[pair] for pair in self.chosen), Fraction(0))

    @property
    def value(self):
        return self.total if self.name != "MGIA" else 1 - self.total / self.worst if self.worst else Fraction(1)

    @cached_property
    def apart(self):
        """Pairs with a default class where as few as can be are needed, of several ways the first by name."""
        free = {pair: Fraction(None in pair) for pair in self.other(price=1).costs}
        needed = Cheapest(tuple(free.items()), self.sides, self.bounds).pairs
        return list(dict.fromkeys(pair for pair in needed if None in pair))

    @cached_property
    def undefined(self):
        """Why there is no value; None where there is one."""
        crossed, apart, one_each = False, (), len(self.true) == len(self.predicted) == 1
        asked = (one_each or self.name != "TIE" or self.price is not None) and (
            self.price is not None or self.both_sides
        )
        if asked and not self.lacking:
            if self.best.total is not None:
                return None
            crossed = any(self.bounds[2 * i] > self.bounds[2 * i + 1] for i in (0, 1) if self.sides[i])
            apart = {p or t for p, t in self.apart}
        return self.said("undefined", asked=asked, lacking=self.lacking, crossed=crossed, apart=apart, plain=plain)

    # Formulas, and parts of texts and pictures

    def terms(self, pairs):
        return [amount(self.costs[pair], classes(pair)) for pair in pairs]

    def so_far(self, pairs=(), more=True):
        """The formula as far as it is known."""
        terms = " + ".join(self.terms(pairs) + ["…"] * more)
        known = [] if more else [num(sum(self.costs[pair] for pair in pairs))]
        return " = ".join([self.said("symbol"), *([terms] if terms else []), *known])

    @property
    def formula(self):
        terms = self.terms(self.chosen) or ["0"]
        if len(terms) > 10:
            terms = [amount(self.total, classes(c for pair in self.chosen for c in pair))]
        paid, end = " + ".join(terms), num(self.value)
        if self.name != "MGIA":
            return f"{self.name} = {self.said('symbol')} = {paid} = {end}"
        share = f"( {paid} )" if len(terms) > 1 else paid
        if self.different:
            share = f"[{paid} / {counted(self.different)} · {num(self.price)}]"
        return f"MGIA = 1 − [f_error / | Ŷ △ Y | · D_max] = 1 − {share} = {end}"

    def links(self, pairs, taken=True):
        return [(p, t, num(self.every.get((p, t), self.price)), taken) for p, t in pairs]

    def about(self, pair):
        """What is told of a pair: its class, its partner, and of a class without one, whether it has another."""
        own, other = pair if pair[0] is not None else pair[::-1]
        i = pair.index(own)
        more = {"own": own, "other": other, "cost": self.costs[pair], "side": WORDS[1 - i], "others": self.sides[1 - i]}
        more["served"] = other is None and any(one[i] == own and None not in one for one in self.chosen)
        return {"p": pair[0], "t": pair[1], "possible": self.partners(i, own), **more}

    @property
    def paired(self):
        verbs = [True, *(None in pair for pair in self.chosen[:3])]
        told = [self.said("clause", verb=verb, **self.about(p)) for verb, p in zip(verbs, self.chosen, strict=False)]
        return self.said("paired", clauses=told, more=max(0, len(self.chosen) - 4), total=self.total)

    def two_columns(self, title, chosen):
        rest = [pair for pair in self.costs if pair not in chosen] if len(self.costs) <= 40 else []
        default = [] if self.price is None else [None]
        lists = [(word, word[0], [*side, *default]) for word, side in zip(WORDS, self.sides, strict=True)]
        return columns(title, lists, [*self.links(chosen), *self.links(rest, False)])

    # The network

    @cached_property
    def arcs(self):
        """(tail, head, α, β) of K15's Figure 3."""
        (a_p, b_p, a_t, b_t), m, n = self.bounds, len(self.sides[0]), len(self.sides[1])
        found = [(SOURCE, ("predicted", p), a_p, b_p) for p in self.sides[0]]
        found += [(("true", t), SINK, a_t, b_t) for t in self.sides[1]]
        if self.price is not None:
            found += [(SOURCE, ("predicted", None), 0, b_t * n), (("true", None), SINK, 0, b_p * m)]
        found.append((SINK, SOURCE, a_p * m, b_t * n + b_p * m))
        most = {pair: b_t if pair[0] is None else b_p if pair[1] is None else 1 for pair in self.costs}
        return found + [(("predicted", p), ("true", t), 0, most[p, t]) for p, t in self.costs]

    def network(self, pairs):
        """The network with these pairs as its flow, None for no flow; None where too much would have to be drawn."""
        flow, found = Counter(), []
        for p, t in pairs or ():
            flow.update(pairwise([SOURCE, ("predicted", p), ("true", t), SINK, SOURCE]))
        for tail, head, least, most in self.arcs:
            cost = num(self.costs[tail[1], head[1]]) if (tail[0], head[0]) == WORDS else ""
            units = None if pairs is None else flow[tail, head]
            found.append((tail, head, f"[{least}; {most}]", cost, units, bool(units)))
        if len(found) > 40:
            found = [arc for arc in found if arc[-1]]
        if not 0 < len(found) <= 60:
            return None
        ends = {node for arc in found for node in arc[:2]}
        sides = ([(word, c) for c in (*side, None)] for word, side in zip(WORDS, self.sides, strict=True))
        nodes = [[node for node in column if node in ends] for column in ([SOURCE], *sides, [SINK])]
        return {"title": self.said("network title", drawn=len(found)), "nodes": nodes, "arcs": found}

    def bounds_told(self, drawn):
        """Sentences on bounds and on the price, and how to read the network, where it is drawn."""
        told, (*_, least, most) = [], self.arcs[-1]
        for i, side in enumerate(() if self.nearest else self.sides):
            if side:
                needs = self.said("needs", least=self.bounds[2 * i], most=self.bounds[2 * i + 1])
                told.append(self.said("bounds", side=WORDS[i], classes=side, needs=needs))
        text = self.said("by itself", marked=self.f.marked) if self.nearest else ", and ".join(told) + "."
        how = self.said("network", least=least, most=most) if drawn else ""
        return spaced(text[0].upper() + text[1:], self.said("alone"), how)


def classes(found):
    return {c for c in found if c is not None}


def spaced(*sentences):
    return " ".join(filter(None, sentences))


def often(count):
    return "once" if count == 1 else f"{count} times"


def plain(text):
    return text.replace("‹", "").replace("›", "")


def fits(f: Facts, m):
    """Whether few ways have to be walked, and few states of `Cheapest`: how many pairs of each true class count."""
    pairs = Pairs(f, m)
    least, most = pairs.bounds[2:]
    counted = least if pairs.price != 0 and most >= len(f.predicted) else most
    return len(f.edges) <= 60 and (pairs.name == "AllPairs" or (1 + counted) ** len(f.true) <= 64)


# The steps


def way(f: Facts, p, t):
    """The shortest way up from a class and down to another, of several the first by name; and how many there are."""
    turns = {turn: (f.climbs(p, turn), f.climbs(t, turn)) for turn in f.lcas(p, t)}
    up, down = (min(sorted(one, key=lambda c: len(f.rooted.above[c])) for one in ways) for ways in turns[min(turns)])
    return up[::-1], down, sum(len(ups) * len(downs) for ups, downs in turns.values())


def from_there(pairs: Pairs, p, t, first, nearest):
    """How far a class is from another, with the unit where it is told first, and the way where it is the nearest."""
    d = pairs.every[p, t]
    told = [pairs.said("edges", d=d) if first else num(d), "from", cls(t)]
    if nearest:
        up, down, ways = way(pairs.f, p, t)
        names = [c if c == pairs.f.artificial else cls(c) for c in (*up, *down[1:])]
        names[3:-3] = ["…"] if len(names) > 8 else names[3:-3]
        told.append(pairs.said("way", ways=ways, way=" – ".join(names)))
    return " ".join(told)


def distances(pairs: Pairs):
    """What the pairs of each predicted class cost."""
    every, told, title = pairs.every, [], "Costs" if pairs.alike else "Distances"
    heading = "Costs of pairs" if pairs.alike else title
    for p in pairs.sides[0][:6]:
        order = sorted(pairs.sides[1], key=lambda t: (every[p, t], t != p, t))
        near, first, rest = order[0], [t for t in order[:6] if t != p], order[6:]
        allowed, far = ([t for t in order if ((p, t) in pairs.costs) is may] for may in (True, False))
        moment = {"p": p, "p_true": p in order, "rest": len(rest), "near": near, "d": every[p, near]}
        moment |= {"least": rest and every[p, rest[0]], "all_true": len(order)}
        roles = {"about": {p}, "links": pairs.links([(p, t) for t in allowed], False)}
        if pairs.alike:
            listed = [f"1 − {num(1 - every[p, t])} = {num(every[p, t])}" for t in first]
            listed = [f"with {cls(t)} {'' if i else 'costs '}{listed[i]}" for i, t in enumerate(first)]
            text = pairs.said("alike", listed=listed, **moment)
        else:
            listed = [from_there(pairs, p, t, not i, t == near) for i, t in enumerate(first)]
            text = pairs.said("far", listed=pairs.said("listed", listed=listed, **moment), **moment)
            up, down, _ = way(pairs.f, p, near)
            roles["p_edges"], roles["t_edges"] = ({*pairwise(one)} & pairs.f.edges for one in (up[::-1], down))
        text = spaced(text, pairs.said("refused", far=far))
        fact = pairs.said("nearest", edges=pairs.said("edges", d=every[p, near]), **moment)
        drawn = picture(f"{heading} of {cls(p)}", **roles)
        told.append(step(title, text, drawn, formula=pairs.so_far(), fact=(cls(p), fact)))
    if rest := pairs.sides[0][6:]:
        d = min(every[p, t] for p in rest for t in pairs.sides[1])
        text = pairs.said("other predicted", rest=rest, d=d, edges=pairs.said("edges", d=d), all_true=len(pairs.f.true))
        told.append(step(title, text, picture(heading, about=set(rest)), formula=pairs.so_far()))
    return told


def bounds(pairs: Pairs):
    network = None if pairs.nearest else pairs.network(None)
    drawn = network or picture("The marked classes", about=set(pairs.f.marked))
    if not network and len(pairs.costs) <= 40:
        drawn = pairs.two_columns("Who may pair with whom", [])
    return step("Bounds", pairs.bounds_told(network), drawn, formula=pairs.so_far())


def taken(pairs: Pairs):
    """The chosen pairs, one after the other."""
    told, chosen = [], pairs.chosen
    for i, pair in enumerate(chosen[:6], 1):
        moment, without = pairs.about(pair) | {"again": chosen[:i].count(pair), "chooses": None, "as_near": None}, ""
        if not pairs.nearest:
            least = pairs.best.without[pair]
            without = pairs.said("without", least=least, total=pairs.total, other=moment["other"])
        elif None not in pair:
            both = [pairs.choices[side] for side in enumerate(pair)]
            moment["chooses"] = both[0][0] == pair
            moment["as_near"] = next(as_near for taken, as_near in both if taken == pair)
        text = pairs.said("taken", without=without, **moment)
        drawn = picture(f"Pair {i} of {len(chosen)}", about=classes(pair), links=pairs.links(chosen[:i]))
        fact = (cls(moment["own"]), pairs.said("partner", **moment))
        told.append(step("Pairs", text, drawn, formula=pairs.so_far(chosen[:i], i < len(chosen)), fact=fact))
    if rest := chosen[6:]:
        text = pairs.said("other pairs", rest=len(rest), cost=sum(pairs.costs[pair] for pair in rest))
        drawn = picture("All pairs", links=pairs.links(chosen))
        told.append(step("Pairs", text, drawn, formula=f"{pairs.said('symbol')} = {num(pairs.total)}"))
    return told


def rejected(pairs: Pairs):
    """The cheapest of the pairs that were not chosen, and what the best pairing with each would cost."""
    left = pairs.costs.keys() & pairs.every.keys() - set(pairs.chosen)
    for cost, p, t in sorted((pairs.costs[pair], *pair) for pair in left)[:6]:
        least, links = pairs.best.with_[p, t], pairs.links(pairs.chosen) + pairs.links([(p, t)], False)
        text = pairs.said("rejected", p=p, t=t, cost=cost, least=least, total=pairs.total)
        fact = (f"{cls(p)} – {cls(t)}", pairs.said("rejected fact", least=least))
        drawn = picture("A pair not taken", about={p, t}, links=links)
        yield step("Rejected", text, drawn, formula=pairs.so_far(pairs.chosen, more=False), fact=fact)


def scale(pairs: Pairs):
    worst, drawn = num(pairs.worst), picture(f"In one set only · {len(pairs.different)}", about=pairs.different)
    formula = f"| Ŷ △ Y | · D_max = {counted(pairs.different)} · {num(pairs.price)} = {worst}"
    text = pairs.said("scale")
    return step("Scale", text, drawn, formula=formula, fact=("if all stayed alone", worst))


def steps(f: Facts, m):
    pairs = Pairs(f, m)
    if pairs.undefined:
        return []
    told = [*(distances(pairs) if pairs.both_sides else ()), bounds(pairs), *taken(pairs)]
    told += [] if pairs.nearest else rejected(pairs)
    told += [scale(pairs)] if pairs.name == "MGIA" else []
    aim = pairs.said("aim", more="less alike" if pairs.alike else "farther apart")
    told[0]["text"] = spaced(aim, pairs.said("first"), told[0]["text"])
    return told


# The views


def on_hierarchy(pairs: Pairs):
    at_most = not pairs.nearest or (pairs.limit is not None and pairs.limit <= pairs.price)
    end = pairs.said("against the worst", total=pairs.total, at_most=at_most)
    drawn = picture(f"Pairs on the hierarchy · cost {pairs.said('unit')}", links=pairs.links(pairs.chosen))
    drawn = drawn, pairs.two_columns("The same pairs as two columns", pairs.chosen)
    return step("pairs", spaced(pairs.said("rule"), pairs.paired, end), *drawn, formula=pairs.formula)


def side_by_side(pairs: Pairs):
    gie, mgia = pairs.other(name="GIE", nearest=False), pairs.other(name="MGIA")
    heads = (("GIE, each class once", gie), (pairs.said("MGIA"), mgia))
    drawn = [picture(f"{title} · total {num(one.total)}", links=one.links(one.chosen)) for title, one in heads]
    drawn += [one.two_columns(f"{one.name} as two columns", one.chosen) for _, one in heads]
    text = pairs.said("side by side", once=gie.total, often=mgia.total)
    return step("GIE and MGIA", text, *drawn, formula=pairs.formula)


def flow_network(pairs: Pairs):
    best = pairs.other(nearest=False)
    drawn, text, formula = pairs.network(None if pairs.undefined else best.chosen), pairs.undefined, ""
    if not text:
        flow = pairs.said("flow", units=len(best.chosen), drawn=drawn, paired=best.paired)
        text, formula = spaced(pairs.said("solved", bounds=pairs.bounds_told(drawn)), flow), pairs.formula
    for p, t in pairs.apart[:2] if pairs.undefined and pairs.both_sides else ():
        i, own = int(p is None), t if p is None else p
        need, most, partners = pairs.bounds[2 * i], pairs.bounds[3 - 2 * i], pairs.partners(i, own)
        more = {"partners": partners, "side": WORDS[1 - i], "often": often}
        text = spaced(text, pairs.said("left over", own=own, need=need, most=most, **more))
    text = spaced(text, pairs.said("large", drawn=drawn))
    return step("flow network", text, drawn or picture("The case"), formula=formula)


def views(f: Facts, m):
    pairs = Pairs(f, m)
    shown = {"pairs": on_hierarchy, "GIE and MGIA": side_by_side, "flow network": flow_network}
    if pairs.name not in ("GIE", "MGIA"):
        del shown["GIE and MGIA"]
    bare = [view for view in shown if pairs.undefined and (view != "flow network" or pairs.lacking)]
    told = {view: step(view, pairs.undefined, picture("The case")) for view in bare}
    return {view: told.get(view) or show(pairs) for view, show in shown.items()}


def value(f: Facts, m):
    pairs = Pairs(f, m)
    return None if pairs.undefined else float(pairs.value)


def notes(f: Facts, m):
    pairs = Pairs(f, m)
    if pairs.undefined:
        return [pairs.undefined]
    unique = all(as_near < 2 for _, as_near in pairs.choices.values()) if pairs.nearest else pairs.best.unique
    other = pairs.other(nearest=not pairs.nearest) if pairs.name == "MGIA" else pairs
    passed = {top for pair in pairs.chosen if None not in pair for top in f.lcas(*pair)}
    told = [
        *empty_sides(f),
        pairs.said("ties", unique=unique),
        pairs.said("otherwise", theirs=other.total, total=pairs.total, value=other.value),
        pairs.said("source", given=bool(pairs.given), above=f.artificial if f.artificial in passed else None),
    ]
    return [note for note in told if note]
