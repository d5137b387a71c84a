"""Labels: what is shown in the place of a class's name, perhaps in several languages. The name stays the identity."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping
from types import MappingProxyType

from ..errors import HierarchyError, quoted
from .checks import check_name

LONGEST_LANGUAGE = 35  # characters of the tag of a language
ANY = ""  # the language of a label of which none is said
_NONE: Mapping[str, str] = MappingProxyType({})


class Labels:
    """Labels of classes by language; the first language in which a class has one is shown. Immutable and hashable.

    by_language: class → label for each language; "" where none is said.

    >>> labels = Labels({"en": {"GO:1": "process"}, "de": {"GO:1": "Vorgang"}})
    >>> labels.of("GO:1"), labels.of("GO:1", "de"), labels.of("GO:2")
    ('process', 'Vorgang', None)
    """

    def __init__(self, by_language: Mapping[str, Mapping[str, str]] = _NONE):  # type: ignore[assignment]
        self._by_language = {language: dict(labels) for language, labels in by_language.items() if labels}
        self._hash: int | None = None

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages in which any class has a label, the one that is shown first; "" is one that is not said."""
        return tuple(self._by_language)

    def __bool__(self) -> bool:
        return bool(self._by_language)

    def __len__(self) -> int:
        return len({c for labels in self._by_language.values() for c in labels})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Labels) and list(self._by_language.items()) == list(other._by_language.items())

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(tuple((key, frozenset(labels.items())) for key, labels in self._by_language.items()))
        return self._hash

    def __repr__(self) -> str:
        counts = ", ".join(f"{len(labels):,} {key or 'of no stated language'}" for key, labels in self)
        return f"Labels({counts})"

    def __iter__(self) -> Iterator[tuple[str, Mapping[str, str]]]:
        """Each language with its labels by class."""
        return iter(self._by_language.items())

    def __reduce__(self) -> tuple[type[Labels], tuple[dict[str, dict[str, str]]]]:
        return Labels, (self._by_language,)

    def of(self, c: str, language: str | None = None) -> str | None:
        """The label of a class: in this language, else in the first that has one; None where there is none."""
        if language is not None and (label := self._by_language.get(language, _NONE).get(c)) is not None:
            return label
        for labels in self._by_language.values():
            if c in labels:
                return labels[c]
        return None

    def label_or_name(self, c: str, language: str | None = None) -> str:
        """The label of a class, or its name where it has none."""
        label = self.of(c, language)
        return c if label is None else label

    def all_of(self, c: str) -> dict[str, str]:
        """The labels of a class by language."""
        return {language: labels[c] for language, labels in self._by_language.items() if c in labels}

    def on(self, classes: Container[str], renamed: Mapping[str, str] = _NONE) -> Labels:
        """The labels of those classes that are among `classes`, under their new names.

        A class that was renamed has the label that was given to it; its new name is no label.
        """
        if not self:
            return self
        return Labels(
            {
                language: {now: label for c, label in labels.items() if (now := renamed.get(c, c)) in classes}
                for language, labels in self._by_language.items()
            }
        )

    def under(self, others: Labels) -> Labels:
        """The union of these labels and others, which come before them."""
        own, first = dict(self), dict(others)
        return Labels({key: {**own.get(key, {}), **first.get(key, {})} for key in {**first, **own}})

    def among(self, classes: Iterable[str]) -> Labels:
        """The labels of these classes, which may be few of many."""
        own = tuple(classes) if self else ()
        return Labels({key: {c: labels[c] for c in own if c in labels} for key, labels in self})

    def classes_labelled(self, text: str) -> tuple[str, ...]:
        """All classes with this very label in any language, in the order of the labels."""
        return tuple(dict.fromkeys(c for _, labels in self for c, label in labels.items() if label == text))

    def finder(self) -> Callable[[str], tuple[str, ...]]:
        """`classes_labelled` for many texts: the labels are turned round once."""
        classes: dict[str, dict[str, None]] = {}
        for _, labels in self:
            for c, label in labels.items():
                classes.setdefault(label, {})[c] = None
        return lambda text: tuple(classes.get(text, ()))

    def search(self, text: str, classes: Collection[str], most: int = 100) -> tuple[str, ...]:
        """The classes whose name or label holds a text, whatever its case: the same text first, then beginnings."""
        needle = text.casefold().strip()
        ranks: dict[str, int] = {}

        def look(c: str, words: str) -> None:
            folded_words = words.casefold()
            if needle in folded_words:
                rank = 0 if folded_words == needle else 1 if folded_words.startswith(needle) else 2
                ranks[c] = min(rank, ranks.get(c, rank))

        if not needle:
            return ()
        for c in classes:
            look(c, c)
        for _, labels in self:
            for c, label in labels.items():
                look(c, label)
        return tuple(sorted(ranks, key=lambda c: (ranks[c], c)))[:most]


NO_LABELS = Labels()


def check_label(label: object) -> str:
    """The text if it may be a label: what may be a name may. Raises HierarchyError."""
    try:
        return check_name(label)
    except HierarchyError as error:
        raise HierarchyError(f"the label {quoted(label)} is not accepted: {error}") from None
