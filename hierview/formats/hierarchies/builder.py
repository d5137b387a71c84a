"""Gathering: classes as numbers or by their paths, edges as arrays, labels; and the hierarchy that they make."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from operator import eq

from ...errors import CaseError, HierarchyError, HierviewError, quoted
from ...model.arrays import count_repeated_edges, cycle_closing_edges
from ...model.checks import LONGEST_NAME, check_name, common_denominator
from ...model.hierarchy import Edge, Hierarchy
from ...model.labels import ANY, Labels
from ..casefile import OPENED, too_many_sentence
from ..losses import counted_text, listed_names
from .asked import MOST_LISTED, ReaderChoices

MOST_CLASSES = 2_000_000
MOST_EDGES = 5_000_000
MOST_SHOWN = 12  # classes of a cycle that a sentence names
DEEPEST_PATH = 100  # levels

Edges = tuple["array[int]", "array[int]", dict[int, Fraction]]  # parents, children, the weights other than 1


class Builder:
    """Classes, edges and labels in the order in which a source names them.

    Edges are numbers in arrays from the start, for a hierarchy may have a million of them. Repeated edges are dropped
    and counted, and so are refused lines where that was asked for.
    """

    def __init__(self, origin: str, asked: ReaderChoices):
        self.origin, self.asked = origin, asked
        self.most = min(MOST_CLASSES, asked.most or MOST_CLASSES)
        self.index: dict[str, int] = {}
        self.tails, self.heads = array("i"), array("i")
        self.heavy: dict[int, Fraction] = {}
        self.scale = 1
        self.labels: dict[str, dict[int, str]] = {}
        self.refused: list[tuple[int, str]] = []
        self.refusals = 0
        self.notes: list[str] = []
        self.relations: dict[str, int] = {}
        self.cut: tuple[Edge, ...] = ()
        self.alike = 0  # classes that only their paths tell apart
        self.turned = False  # whether edges were found to lead to parents
        self.unnamed = False  # whether cells alone tell parents from children
        self.by_heading = False  # whether headings do
        self.weak = ""  # why what was read may be something else
        self.table = ""  # what is to be read in the place of the source, with a header and tabs
        self.line = 0  # that is read, of those that are read one by one

    def number_of(self, name: str) -> int:
        """The number of a class, a new one where it is met for the first time. Blanks around a name do not count."""
        name = name.strip()
        number = self.index.get(name)
        if number is None:
            if len(self.index) >= self.most:
                raise CaseError(f"{self.origin}: {too_many_sentence(name, self.most, OPENED)}")
            number = self.index[check_name(name)] = len(self.index)
        return number

    def add_edge(self, parent: int, child: int) -> None:
        """Add an edge between two classes."""
        self.tails.append(parent)
        self.heads.append(child)

    def set_weight(self, weight: Fraction) -> None:
        """Set the weight of the edge that came last; a HierviewError where it has too many digits beside the others."""
        if weight != 1:
            self.scale = common_denominator(self.scale, weight)
            self.heavy[len(self.tails) - 1] = weight

    def add_label(self, number: int, text: str, language: str = ANY) -> None:
        """Add the label of a class in a language, unless it has one already or the text is empty.

        What is longer than a name may be is shortened; what may not be shown is left out.
        """
        text = " ".join(text.split())
        if not text or len(language) > 35:
            return
        if not text.isprintable():
            text = "".join(c for c in text if c.isprintable())
        if len(text) > LONGEST_NAME:
            text = text[: LONGEST_NAME - 1] + "…"
        if text.strip():
            self.labels.setdefault(language, {}).setdefault(number, text)

    def refuse_line(self, line: int, trouble: object) -> None:
        """Keep a line that is not accepted, and why."""
        self.refusals += 1
        if len(self.refused) < MOST_LISTED:
            self.refused.append((line, str(trouble)))

    def add_note(self, text: str) -> None:
        """Add a sentence on what was left out or made."""
        self.notes.append(text)

    def check_edge_limit(self, more: int = 0) -> None:
        """Raise CaseError where edges, with those to come, are too many; for readers whose edges are no lines."""
        if len(self.tails) + more > MOST_EDGES:
            raise CaseError(f"{self.origin}: there are too many edges; at most {MOST_EDGES:,} are accepted")

    def leads_to_parents(self) -> bool:
        """Whether edges lead to parents: each begins at a class of its own, and most classes would be roots."""
        roots = len(self.index) - len({*self.heads})
        return len(self.tails) > 9 and len({*self.tails}) == len(self.tails) and 2 * roots > len(self.index)

    def leave_out(self, numbers: set[int]) -> None:
        """Forget classes and their edges."""
        if not numbers:
            return
        names = [name for name, i in self.index.items() if i not in numbers]
        place = {self.index[name]: i for i, name in enumerate(names)}
        edges = [i for i, ends in enumerate(zip(self.tails, self.heads, strict=True)) if not numbers & {*ends}]
        tails, heads, self.heavy = _selected_edges(self.tails, self.heads, self.heavy, edges)
        self.tails, self.heads = (array("i", [place[i] for i in side]) for side in (tails, heads))
        self.labels = {
            key: {place[i]: text for i, text in labels.items() if i in place} for key, labels in self.labels.items()
        }
        self.index = {name: i for i, name in enumerate(names)}

    # What they make

    def hierarchy(self) -> Hierarchy:
        """The hierarchy of all that was added. Raises CaseError: refused lines, an empty source, the cycles in full."""
        self.check_edge_limit()
        self.check_lines()
        if not self.index:
            raise CaseError(f"{self.origin}: no class stands in it; at least one edge or class is expected")
        self._whole_numbers()
        names = tuple(self.index)
        edges = self._transitive_reduction(*self._distinct_edges())
        try:
            h = Hierarchy.from_numbers(names, *edges, self._labels(names))
        except HierarchyError:
            h = Hierarchy.from_numbers(names, *self._without_cycles(names, *edges), self._labels(names))
        return self._chosen_part(h)

    def check_lines(self) -> None:
        """Note the refused lines where they are to be left out, else raise CaseError."""
        if not self.refusals:
            return
        text = "; ".join(f"line {line:,}: {trouble}" for line, trouble in self.refused)
        if self.refusals > len(self.refused):
            text += f"; and {self.refusals - len(self.refused):,} more"
        if self.asked.skip:
            self.add_note(f"{counted_text(self.refusals, 'line is', 'lines are')} left out: {text}.")
            return
        number = f"{self.refusals:,} lines are not accepted: " if self.refusals > 1 else ""
        error = CaseError(f"{self.origin}: {number}{text}")
        error.line = self.refused[0][0]
        raise error

    def _labels(self, names: tuple[str, ...]) -> Labels:
        """The labels by language, the one that was asked for first."""
        by_language: dict[str, dict[str, str]] = {self.asked.language: {}} if self.asked.language else {}
        for language, labels in self.labels.items():
            by_language[language] = {names[i]: text for i, text in labels.items()}
        return Labels(by_language)

    def _whole_numbers(self) -> None:
        """Read 1.0 as 1 where all names are whole numbers, as a table does that was a frame with gaps."""
        if not next(iter(self.index)).removesuffix(".0").isdecimal():
            return
        bare = [name.removesuffix(".0") for name in self.index]
        if bare == list(self.index) or not all(map(str.isdecimal, bare)):
            return
        self.index = {}
        places = [self.index.setdefault(name, len(self.index)) for name in bare]
        self.tails, self.heads = (array("i", [places[i] for i in side]) for side in (self.tails, self.heads))
        self.labels = {key: {places[i]: text for i, text in labels.items()} for key, labels in self.labels.items()}
        self.add_note("Names such as 1.0 are read as whole numbers.")

    def _distinct_edges(self) -> Edges:
        """Each edge once, in the order of the source, and its weight."""
        extra = count_repeated_edges(self.tails, self.heads)
        if not extra:
            return self.tails, self.heads, self.heavy
        self.add_note(f"{counted_text(extra, 'edge is', 'edges are')} repeated and counted once.")
        first: dict[tuple[int, int], int] = {}
        for e, ends in enumerate(zip(self.tails, self.heads, strict=True)):
            first.setdefault(ends, e)
        return _selected_edges(self.tails, self.heads, self.heavy, list(first.values()))

    def _transitive_reduction(self, tails: array[int], heads: array[int], heavy: dict[int, Fraction]) -> Edges:
        """The edges without those that others make, where each class stands below itself and all above it."""
        own = sum(map(eq, tails, heads))
        if own < 3 or own < 0.9 * len(self.index):
            return tails, heads, heavy
        below: dict[int, set[int]] = {}
        for tail, head in zip(tails, heads, strict=True):
            if tail != head:
                below.setdefault(tail, set()).add(head)
        near: set[tuple[int, int]] = set()
        for a, some in below.items():
            further: set[int] = set()
            # A class has more below it than any that stands there: whatever is met later is above nothing that was.
            for b in sorted(some, key=lambda c: -len(below.get(c, ()))):
                if b not in further:
                    if not (under := below.get(b, set())) <= some:
                        return tails, heads, heavy
                    further |= under
                    near.add((a, b))
        kept = [e for e, ends in enumerate(zip(tails, heads, strict=True)) if ends in near]
        more = counted_text(len(tails) - len(kept), "edge", "edges")
        self.add_note(f"Each class stood below all above it and itself: {more} left out.")
        return _selected_edges(tails, heads, heavy, kept)

    def _without_cycles(
        self, names: tuple[str, ...], tails: array[int], heads: array[int], heavy: dict[int, Fraction]
    ) -> Edges:
        """The edges without those that close one of the cycles. Raises CaseError where they are not to be left out."""
        cycles = cycle_closing_edges(tails, heads, len(names))
        n, more = len(cycles), f" and {len(cycles) - MOST_LISTED:,} more" if len(cycles) > MOST_LISTED else ""
        if not self.asked.cut_cycles:
            what = "a cycle" if n == 1 else f"{n:,} cycles"
            circles = "; ".join(_cycle_in_words(names, cycle) for _, cycle in cycles[:MOST_LISTED])
            error = CaseError(
                f"{self.origin}: the edges make {what}: {circles}{';' if more else ''}{more}; no class may be its own "
                "ancestor. The edge that closes each is left out where cycles are cut"
            )
            error.cycles = tuple(tuple(names[i] for i in cycle) for _, cycle in cycles)
            raise error
        closing = {e for e, _ in cycles}
        self.cut = tuple((names[tails[e]], names[heads[e]]) for e, _ in cycles)
        edges = ", ".join(f"{quoted(a)} > {quoted(b)}" for a, b in self.cut[:MOST_LISTED])
        self.add_note(
            f"{counted_text(n, 'edge that closes a cycle is', 'edges that close cycles are')} left out: {edges}{more}."
        )
        return _selected_edges(tails, heads, heavy, [e for e in range(len(tails)) if e not in closing])

    def _chosen_part(self, h: Hierarchy) -> Hierarchy:
        """The part of a hierarchy that was asked for."""
        if roots := self.asked.roots:
            try:
                h = h.restricted(h.downward_closure([h.require(root) for root in roots]))
            except HierarchyError as error:
                raise CaseError(f"{self.origin}: {error}") from None
        if not self.asked.isolated and (alone := h.isolated):
            self.add_note(
                f"{counted_text(len(alone), 'class without an edge is', 'classes without an edge are')} left out: "
                f"{listed_names(list(alone))}."
            )
            h = h.restricted(set(h.classes).difference(alone))
        if not len(h):
            raise CaseError(f"{self.origin}: no class has an edge, and those without one are left out; keep them")
        return h


def _selected_edges(tails: array[int], heads: array[int], heavy: dict[int, Fraction], edges: list[int]) -> Edges:
    """Some of the edges, with their weights."""
    weights = {i: heavy[e] for i, e in enumerate(edges) if e in heavy} if heavy else {}
    return array("i", [tails[e] for e in edges]), array("i", [heads[e] for e in edges]), weights


def _cycle_in_words(names: tuple[str, ...], cycle: list[int]) -> str:
    classes = [quoted(names[i]) for i in cycle[:MOST_SHOWN]]
    rest = [f"… {len(cycle) - MOST_SHOWN:,} more …"] if len(cycle) > MOST_SHOWN else []
    return " > ".join([*classes, *rest, quoted(names[cycle[0]])])


def read_rows(builder: Builder, rows: Iterable[tuple[int, list[str]]], read: Callable[[int, list[str]], None]) -> None:
    """Read every row; what is wrong with one is kept with its line."""
    for line, cells in rows:
        builder.line = line
        try:
            read(line, cells)
        except CaseError:
            raise
        except HierviewError as error:
            builder.refuse_line(line, error)
        if builder.refusals > MOST_EDGES:
            break


class PathTree:
    """Classes by their paths, as a tree of numbers: entry i is the class with the last name `last[i]` below `above[i]`.

    The identity of a class is its path, its name the shortest tail of it that no other has.
    join: what stands between the names of a tail.
    """

    def __init__(self, builder: Builder, join: str):
        self.builder, self.join = builder, join
        self.index: dict[tuple[int, str], int] = {}
        self.last: list[str] = []
        self.above: list[int] = []
        self.ids: dict[int, str] = {}  # entries that the source gives an id
        self.texts: dict[int, str] = {}  # labels beside the last names
        self.levels: list[int] = []

    def add(self, names: Sequence[str]) -> int:
        """The entry at the end of a path, with all above it. Raises HierviewError for a path too deep or a bad name."""
        here = -1
        for name in names:
            here = self.entry_below(here, name)
        return here

    def entry_below(self, above: int, name: str) -> int:
        """The entry of this name below another, -1 for a root."""
        key = above, name
        entry = self.index.get(key)
        if entry is None:
            level = self.levels[above] + 1 if above >= 0 else 1
            if level > DEEPEST_PATH:
                raise HierviewError(f"the path has more than {DEEPEST_PATH} levels, which is the most that is accepted")
            check_name(name)
            if len(self.last) >= self.builder.most:
                raise HierviewError(f"there are too many paths; at most {self.builder.most:,} classes are accepted")
            entry = self.index[key] = len(self.last)
            self.last.append(name)
            self.above.append(above)
            self.levels.append(level)
        return entry

    def finish(self) -> None:
        """Name all entries and add them with their edges and labels to what was found."""
        self.index.clear()
        names = self._names()
        number = [self.builder.number_of(name) for name in names]
        for i, name in enumerate(names):
            self.builder.add_label(number[i], self.texts.get(i) or (self.last[i] if name != self.last[i] else ""))
            if self.above[i] >= 0:
                self.builder.add_edge(number[self.above[i]], number[i])

    def _names(self) -> list[str]:
        """A name for each entry: its id, its last name where no other has that, else the shortest tail of its own."""
        names = [self.ids.get(i, "") for i in range(len(self.last))]
        numbers = dict.fromkeys((name for name in names if name), 2)
        tail = list(self.last)
        up = list(self.above)
        open_ = [i for i, name in enumerate(names) if not name]
        lengthened = 0
        while open_:
            groups: dict[str, list[int]] = {}
            for i in open_:
                groups.setdefault(tail[i], []).append(i)
            longer: list[int] = []
            for text, group in groups.items():
                ready = group if len(group) == 1 else [i for i in group if up[i] < 0]
                for i in ready:
                    names[i] = numbered_name(text, numbers)
                longer += [i for i in group if not names[i]]
            for i in longer:
                tail[i] = f"{self.last[up[i]]}{self.join}{tail[i]}"
                up[i] = self.above[up[i]]
                if len(tail[i]) > LONGEST_NAME:
                    names[i] = numbered_name(self.last[i], numbers)
            lengthened = lengthened or len(longer)
            open_ = [i for i in longer if not names[i]]
        self.builder.alike = lengthened
        if lengthened:
            amount = counted_text(lengthened, "class stands", "classes stand")
            self.builder.add_note(f"{amount} under the name of another: the end of the path tells them apart.")
        return names


def numbered_name(text: str, next_numbers: dict[str, int]) -> str:
    """A free name made of a text, numbered where it is taken. next_numbers: the number to try next, by text."""
    name, i = text, next_numbers.get(text, 2)
    while name in next_numbers:
        name = f"{text[: LONGEST_NAME - 12]} ({i})"
        i += 1
    if name != text:
        next_numbers[text] = i
    next_numbers[name] = 2
    return name
