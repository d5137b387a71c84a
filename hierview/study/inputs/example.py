"""A small study that anybody can try: books and their subjects, and four systems with habits of their own.

Made by a generator, the same on every machine; no system of these exists.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from random import Random

from ...model.hierarchy import Hierarchy
from ..study import Study
from .columns import InstanceFacts
from .labels import InstanceLabels, from_lists

TITLE = "Example: 500 books, 4 systems"
BOOKS = 500
SEED = 7
_ROOT = "Subjects"
_TOPS = {
    "Arts": ("Music", "Painting", "Theater", "Film", "Dance"),
    "Science": ("Physics", "Chemistry", "Biology", "Medicine", "History"),
    "Nature": ("Birds", "Gardens", "Rivers", "Weather", "Insects"),
    "Sport": ("Football", "Climbing", "Sailing", "Chess", "Cycling"),
    "Travel": ("Islands", "Cities", "Mountains", "Trains", "Deserts"),
    "Work": ("Trade", "Law", "Farming", "Building", "Teaching"),
}
_KINDS = ("{} in theory", "{} in practice", "{} for children", "History of {}")
_ALSO_HISTORY = ("Music", "Film", "Medicine", "Football", "Trains", "Trade", "Law", "Building")
_LANGUAGES = ("English", "English", "English", "German", "German", "Greek")

Marks = list[str]
Habit = Callable[["_Library", Marks], Marks]


def example_study(folder: str | os.PathLike[str] | None = None) -> Study:
    """The example study, in memory or in a folder.

    >>> study = example_study()
    >>> len(study.hierarchy), len(study.data), list(study.data.runs)
    (157, 500, ['careful', 'bold', 'generous', 'distracted'])
    """
    library = _Library(Random(SEED))
    true = [library.random_book() for _ in range(BOOKS)]
    ids = [f"book {k:03}" for k in range(1, BOOKS + 1)]
    runs = {
        name: from_lists([list(dict.fromkeys(habit(library, marks))) for marks in true], ids)
        for name, habit in _HABITS.items()
    }
    languages = [library.random.choice(_LANGUAGES) for _ in range(BOOKS)]
    columns = InstanceFacts(tuple(ids), {"language": tuple(languages)})
    truth: InstanceLabels = from_lists(true, ids)
    return Study.read(library.hierarchy, truth, runs, columns=columns, folder=folder)


class _Library:
    """The hierarchy of subjects, and where in it a classifier may go wrong."""

    def __init__(self, random: Random):
        self.random = random
        edges = [(_ROOT, top) for top in _TOPS]
        self.parent: dict[str, str] = {}
        for top, subjects in _TOPS.items():
            for subject in subjects:
                edges.append((top, subject))
                self.parent[subject] = top
                for kind in _KINDS:
                    leaf = kind.format(subject if kind.startswith("{}") else subject.lower())
                    edges.append((subject, leaf))
                    self.parent[leaf] = subject
        edges += [("History", f"History of {subject.lower()}") for subject in _ALSO_HISTORY]
        self.hierarchy = Hierarchy.from_edges(edges)
        inner = {parent for parent, _ in edges}
        self.leaves = [c for c in self.parent if c not in inner]

    def random_book(self) -> Marks:
        """The true classes of a book: one subject, at times two or three, at times no closer than a subject."""
        many = self.random.choices((1, 2, 3), (60, 30, 10))[0]
        marks = self.random.sample(self.leaves, many)
        if self.random.random() < 0.08:
            marks[0] = self.parent[marks[0]]
        return list(dict.fromkeys(marks))

    def random_sibling(self, c: str) -> str:
        """Another class below the same parent."""
        others = [other for other, parent in self.parent.items() if parent == self.parent[c] and other != c]
        return self.random.choice(others)

    def random_leaf(self) -> str:
        """Any leaf."""
        return self.random.choice(self.leaves)

    def happens(self, share: float) -> bool:
        """Whether something of that probability comes true."""
        return self.random.random() < share


def _predict_carefully(library: _Library, true: Marks) -> Marks:
    """A prediction that stops at the subject where the closer class is not known."""
    return [
        c if library.happens(0.5) else library.parent[c if library.happens(0.75) else library.random_leaf()]
        for c in true
    ]


def _predict_boldly(library: _Library, true: Marks) -> Marks:
    """A prediction that always names one class, at times a wrong one nearby or anywhere."""
    return [
        c if library.happens(0.64) else library.random_sibling(c) if library.happens(0.55) else library.random_leaf()
        for c in true
    ]


def _predict_generously(library: _Library, true: Marks) -> Marks:
    """A prediction that names the right classes most often, and many others."""
    marks = [c for c in true if library.happens(0.84)]
    marks += [library.random_sibling(true[0])] * library.happens(0.7) + [library.random_leaf()] * library.happens(0.5)
    return marks or [library.random_leaf()]


def _predict_distractedly(library: _Library, true: Marks) -> Marks:
    """A prediction that names one true subject of several, and at times none."""
    if library.happens(0.06):
        return []
    c = true[0]
    return [
        c if library.happens(0.68) else library.random_sibling(c) if library.happens(0.3) else library.random_leaf()
    ]


_HABITS: dict[str, Habit] = {
    "careful": _predict_carefully,
    "bold": _predict_boldly,
    "generous": _predict_generously,
    "distracted": _predict_distractedly,
}
