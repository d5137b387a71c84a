"""Steps from a text to a class: the first that gives exactly one class counts, and none goes by likeness."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from ...errors import StudyError, quoted, suggestion
from ..inputs.matching import Matcher, id_name_splits, plain_code
from .texts import normalise_text, unwrap_answer

OUTSIDE, ABSTAINED, AMBIGUOUS, IMPOSSIBLE = "outside", "abstained", "ambiguous", "impossible path"
SEVERAL, MALFORMED = "several answers", "malformed"
UNMATCHED = (OUTSIDE, AMBIGUOUS, IMPOSSIBLE, SEVERAL, MALFORMED)
STEPS = ("id", "label", "map", "code", "normalised", "path", "synonym", "words", "several classes")
ABSTENTIONS = ("none", "n/a", "null", "unknown", "other", "none of the above")
LONGEST = 10_000  # characters of an answer
_MARKS = ("->", "»", ">", "→", "::", "|", "\\", " / ")
_WORD = re.compile(r"\w+")


class TextMeaning(NamedTuple):
    """Meaning of a text: its classes and the step that gave them, or the category of what is no class.

    candidates: classes between which an ambiguous text is open.  unmatched_parts: categories of those parts of an
    answer with several classes that are none.  others: what a later step says that disagrees.
    """

    classes: tuple[str, ...]
    step: str
    candidates: tuple[str, ...] = ()
    unmatched_parts: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


@dataclass(frozen=True)
class AnswerReading:
    """Options for reading answers. The defaults take a text whole and one class from each."""

    after: str = ""
    """A prefix that is cut, with what stands before it."""
    several: Literal["error", "first", "all"] = "error"
    """What becomes of several classes in a text."""
    path: Literal["outside", "last", "prefix"] = "outside"
    """What becomes of a path whose parts are classes but no chain: nothing, its last class, its longest valid start."""
    prefer: Literal["", "leaves"] = ""
    """Whether the one leaf of several classes of a name counts."""
    find: Literal["", "words"] = ""
    """Whether labels are looked for in a text."""
    codes: Literal["", "padded"] = ""
    """Whether zeros around a code that is a number count."""
    fold: Literal["", "accents"] = ""
    """Whether accents count."""
    gaps: bool = False
    """Whether a path may leave out classes."""
    abstentions: Sequence[str] = ABSTENTIONS
    """The texts that say that there is no class."""


class AnswerMatcher(Matcher):
    """Finds the classes that answers mean.

    confirmed: classes by text, as somebody confirmed them.  synonyms: texts with their classes.
    """

    def __init__(
        self,
        matcher: Matcher,
        reading: AnswerReading = AnswerReading(),
        confirmed: Mapping[str, str] | None = None,
        synonyms: Iterable[tuple[str, str]] = (),
    ):
        super().__init__(matcher.hierarchy, matcher._old)
        self.reading, self._fold = reading, bool(reading.fold)
        labels = [
            label for _, by_class in self.hierarchy.labels for label in by_class.values()
        ] or self.hierarchy.classes
        rare = tuple(mark for mark in ("/", ".") if not any(mark in label for label in labels))
        self._separators = (*dict.fromkeys((*matcher._separators[:1], *_MARKS)), *rare)
        self._separators = tuple(m for m in self._separators if m not in ("/", ".") or m in rare)
        self._any_mark = re.compile("|".join(map(re.escape, self._separators)))
        self._confirmed = {text: self._check_leaf(c, "the table to confirm") for text, c in (confirmed or {}).items()}
        self._synonyms: dict[str, list[str]] = defaultdict(list)
        for text, c in synonyms:
            self._synonyms[self.normalise(text)].append(self._check_leaf(c, "the synonyms"))
        self._abstentions = {"", *map(self.normalise, reading.abstentions)}
        self._steps = (
            ("label", lambda text: self._classes_by_name.get(text, ())),
            ("map", lambda text: filter(None, (self._confirmed.get(text, ""),))),
            ("code", self._codes_in),
            ("normalised", lambda text: self.classes_by_normal_name.get(self.normalise(text), ())),
            ("path", self._classes_by_path),
            ("synonym", lambda text: self._synonyms.get(self.normalise(text), ())),
        )

    def normalise(self, text: str) -> str:
        """The normalised text, as step 4 compares it."""
        return normalise_text(text, self._fold)

    @cached_property
    def classes_by_normal_name(self) -> dict[str, list[str]]:
        """The classes by their normalised ids and labels."""
        classes: dict[str, list[str]] = defaultdict(list)
        for c in self.hierarchy.classes:
            classes[self.normalise(c)].append(c)
        for name, own in self._classes_by_name.items():
            classes[self.normalise(name)] += own
        classes.pop("", None)
        return {name: list(dict.fromkeys(own)) for name, own in classes.items()}

    def find(self, text: str) -> TextMeaning:
        """The meaning of a text."""
        text = text.strip()
        if len(text) > LONGEST:
            return TextMeaning((), MALFORMED)
        if text in self.hierarchy or text in self._confirmed:
            return self._find_one(text)
        inner = unwrap_answer(text, self.reading.after)
        if inner is None:
            return TextMeaning((), MALFORMED)
        if isinstance(inner, list):
            return self._join_meanings([self._find_one(part) for part in inner])
        found = self._find_one(inner)
        if not found.classes and found.step in (OUTSIDE, IMPOSSIBLE):
            parts = self._find_several(inner)
            if parts:
                return self._join_meanings(parts)
            if self.reading.find and found.step == OUTSIDE:
                classes = tuple(
                    dict.fromkeys(c for name in self.names_within(inner) for c in self.classes_by_words[name])
                )
                return self._choose_class(classes, "words") if classes else found
        return found

    def _find_one(self, text: str) -> TextMeaning:
        """The meaning of a text with one answer."""
        found = TextMeaning((text,), "id") if text in self.hierarchy else None
        if found is None and (old := self._old.get(text)) and old in self.hierarchy:
            found = TextMeaning((old,), "id")
        open_between: tuple[str, ...] = ()
        for step, classes_of in self._steps:
            # Of a name that several classes have, only what somebody confirmed or a path tells which one is meant.
            if step in ("code", "path") if found else open_between and step not in ("map", "path"):
                continue
            classes = tuple(dict.fromkeys(classes_of(text)))
            chosen = self._choose_class(classes, step) if classes else None
            if found is None and chosen and chosen.classes:
                found = chosen
            elif found and len(classes) == 1 and classes != found.classes:
                found = found._replace(others=(*found.others, *classes))
            open_between = open_between or classes
        if found:
            return self._with_label_classes(text, found) if found.step == "code" else found
        if open_between:
            return TextMeaning((), AMBIGUOUS, open_between)
        return (
            TextMeaning((), ABSTAINED)
            if self.normalise(text) in self._abstentions
            else self._meaning_of_impossible_path(text)
        )

    def _choose_class(self, classes: tuple[str, ...], step: str) -> TextMeaning:
        """The meaning of a text that may be several classes: the only class, or the only leaf; else ambiguous."""
        leaves = tuple(c for c in classes if not self.hierarchy.children(c)) if self.reading.prefer else ()
        one = classes if len(classes) == 1 else leaves
        return TextMeaning(one, step) if len(one) == 1 else TextMeaning((), AMBIGUOUS, classes)

    def _check_leaf(self, c: str, where: str) -> str:
        if c not in self.hierarchy:
            near = suggestion(c, self.hierarchy.classes)
            raise StudyError(f"{where}: {quoted(c)} is no class of the hierarchy{near}; an id of one is accepted")
        return c

    # Steps

    def _classes_called(self, name: str) -> Sequence[str]:  # type: ignore[override]
        return super()._classes_called(name) or self.classes_by_normal_name.get(self.normalise(name), ())

    def _classes_above(self, c: str) -> Iterable[str]:
        return self.hierarchy.ancestors(c) if self.reading.gaps else self.hierarchy.parents(c)

    def _codes_in(self, text: str) -> Iterator[str]:
        """The code at a text's begin or end whose rest is a label; one that has no label needs a mark beside it."""
        if self.reading.codes and text.replace(".", "").isdigit():
            yield from self._classes_by_code.get(plain_code(text), ())
        if " " in text:
            for code, rest in id_name_splits(text):
                at_path = self._any_mark.match(rest) or rest.endswith(self._separators)
                if code in self.hierarchy and any(map(str.isdigit, code)) and not at_path:
                    marked = f"{code}:" in text or f"{code} - " in text or f"({code})" in text
                    if self._classes_called(rest) or (marked and self.hierarchy.labels.of(code) is None):
                        yield code

    def _with_label_classes(self, text: str, meaning: TextMeaning) -> TextMeaning:
        """The classes found by a code, with the classes that the label beside it means instead."""
        (code,) = meaning.classes
        others = [c for one, rest in id_name_splits(text) if one == code for c in self._classes_called(rest)]
        return meaning if code in others else meaning._replace(others=(*meaning.others, *others))

    def _splits_of_path(self, text: str) -> Iterator[list[str]]:
        for mark in self._separators if self._any_mark.search(text) else ():
            if mark in text and not (mark == "." and text.replace(".", "").isdigit()):
                parts = [part for part in map(str.strip, text.split(mark)) if part]
                if len(parts) > 1 and self.normalise(parts[0]) == "root" and not self._classes_called(parts[0]):
                    parts = parts[1:]
                yield parts

    def _classes_by_path(self, text: str) -> Sequence[str]:
        return next((found for parts in self._splits_of_path(text) if (found := self._classes_at_end_of(parts))), ())

    def _meaning_of_impossible_path(self, text: str) -> TextMeaning:
        """The meaning of a path whose parts are classes but no chain, by the chosen policy; else outside."""
        for parts in self._splits_of_path(text):
            if len(parts) > 1 and all(map(self._classes_called, parts)):
                lengths = range(len(parts) - 1, 0, -1) if self.reading.path == "prefix" else ()
                classes = next((c for n in lengths if (c := self._classes_at_end_of(parts[:n]))), [])
                if self.reading.path == "last":
                    classes = list(self._classes_called(parts[-1]))
                return TextMeaning(tuple(classes), "path") if len(classes) == 1 else TextMeaning((), IMPOSSIBLE)
        return TextMeaning((), OUTSIDE)

    # Several answers, and words within one

    def _find_several(self, text: str) -> list[TextMeaning]:
        """Meanings of several answers in one text: at least two classes by lines, semicolons, bars; all by commas."""
        for mark in "\n;|,":
            parts = [part.strip() for part in text.split(mark) if part.strip()]
            if 1 < len(parts) < 1_000 and (mark != "," or all(self._find_one(part).classes for part in parts)):
                found = [self._find_one(part) for part in parts]
                if sum(bool(f.classes) for f in found) > 1:
                    return found
        return []

    def _join_meanings(self, meanings: Sequence[TextMeaning]) -> TextMeaning:
        classes = tuple(dict.fromkeys(c for f in meanings for c in f.classes))
        left = tuple(f.step for f in meanings if not f.classes)
        if not classes or self.reading.several == "first" or (len(classes) == 1 and not left):
            return meanings[0]
        if self.reading.several == "error":
            return TextMeaning((), SEVERAL, classes)
        return TextMeaning(classes, "several classes", unmatched_parts=left)

    @cached_property
    def classes_by_words(self) -> dict[tuple[str, ...], list[str]]:
        """The classes by the words of their normalised ids and labels."""
        words: dict[tuple[str, ...], list[str]] = defaultdict(list)
        for name, classes in self.classes_by_normal_name.items():
            words[tuple(_WORD.findall(name))] += classes
        words.pop((), None)
        return words

    @cached_property
    def _most_words_by_first_word(self) -> dict[str, int]:
        most: dict[str, int] = defaultdict(int)
        for words in self.classes_by_words:
            most[words[0]] = max(most[words[0]], len(words))
        return most

    def names_within(self, text: str) -> list[tuple[str, ...]]:
        """The ids and labels that stand in a text as whole words, none within a longer one."""
        words, found, at = _WORD.findall(self.normalise(text)), [], 0
        while at < len(words):
            lengths = range(min(self._most_words_by_first_word.get(words[at], 0), len(words) - at), 0, -1)
            n = next((n for n in lengths if tuple(words[at : at + n]) in self.classes_by_words), 0)
            found += [tuple(words[at : at + n])] if n else []
            at += n or 1
        return found
