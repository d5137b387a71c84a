"""A lesson's file: Markdown with a front matter, steps, and the blocks `show`, `ask` and `case NAME`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

from ..errors import HierviewError, LessonError, quoted, suggestion
from ..formats import preset, preset_names
from ..formats.casefile import read_case
from ..formats.source import decode_utf8, finished_case
from ..formats.typed.outline import read_outline
from ..measures import parse_measure
from ..model.case import Case
from .functions import FLAT
from .kinds.base import CHOSEN, Kind
from .kinds.registry import KINDS
from .lesson import (
    Ask,
    ChoiceKind,
    Lesson,
    LessonFault,
    Show,
    Stage,
    Variation,
    WrongAnswer,
)
from .prose import Block, Fence, Paragraph, Prose, Text, read_prose

LARGEST = 300_000  # bytes
MOST_STAGES = 100
MOST_CASES = 40
MOST_CLASSES = 100  # of a case of one's own
MOST_CHOICES = 12
MOST_VARIANTS = 200

FRONT = ("title", "cases", "goal", "minutes", "language", "source")
SHOW = ("cases", "picture", "measure")
ASK = (*KINDS, "answer", "text", "cases", "measure", "within", "first", "wrong", "hint", "vary", "where")

_KEY = re.compile(r"([a-z]+):(?:[ \t]+(.*))?$")
_LANGUAGE = r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}"
_VARY = re.compile(r"(\d+) seed (\d+) (trees|DAGs) (\d+)(?:-(\d+))? true (\d+) predicted (\d+)")


T = TypeVar("T")


@dataclass(frozen=True)
class _KeyValue:
    key: str
    value: str
    line: int


@dataclass
class _LessonReader:
    """One reading: what is known so far, and every fault."""

    name: str
    faults: list[LessonFault] = field(default_factory=list)
    cases: dict[str, Case] = field(default_factory=dict)

    def note_fault(self, line: int, text: object) -> None:
        self.faults.append(LessonFault(line, str(text)))

    def attempt(self, line: int, make: Callable[[], T]) -> T | None:
        """What `make` gives; a mistake in it is a fault of this line."""
        try:
            return make()
        except HierviewError as error:
            self.note_fault(line, error)
            return None

    def checked_value(self, entry: _KeyValue | None, pattern: str, what: str, default: str) -> str:
        """The value of an entry that has to match; otherwise where there is none, or it does not."""
        if entry is None or re.fullmatch(pattern, entry.value):
            return default if entry is None else entry.value
        self.note_fault(entry.line, f"{entry.key} is {what}, not {quoted(entry.value)}")
        return default

    def measure_text(self, entry: _KeyValue | None) -> str:
        """The text of the measure that an entry names, "" where there is none; one that is not known is a fault."""
        if entry is None:
            return ""
        text = FLAT.get(entry.value, entry.value)
        self.attempt(entry.line, lambda: parse_measure(text))
        return text

    # Lines of keys and values

    def read_entries(
        self, text: str, first_line: int, keys: tuple[str, ...], repeatable: tuple[str, ...] = ()
    ) -> list[_KeyValue]:
        """The entries of a block; a line that begins with a blank goes on with the one above."""
        entries: list[_KeyValue] = []
        for line, content in enumerate(text.split("\n"), first_line):
            if not content.strip():
                continue
            if content[0] in " \t" and entries:
                entries[-1] = _KeyValue(entries[-1].key, f"{entries[-1].value} {content.strip()}", entries[-1].line)
                continue
            match = _KEY.match(content.rstrip())
            if not match:
                self.note_fault(
                    line, f"{quoted(content)} is no line such as `{keys[0]}: …`; keys are {', '.join(keys)}"
                )
            elif match[1] not in keys:
                unknown = f"the key {quoted(match[1])} is not known{suggestion(match[1], keys)}"
                self.note_fault(line, f"{unknown}; keys are {', '.join(keys)}")
            elif match[1] not in repeatable and any(entry.key == match[1] for entry in entries):
                self.note_fault(line, f"{match[1]} is given twice; give it once")
            else:
                entries.append(_KeyValue(match[1], match[2] or "", line))
        return entries

    def read_words(self, entry: _KeyValue) -> Text:
        """The words of a value; it is one paragraph."""
        prose = read_prose(entry.value, entry.line, self.note_fault)
        if not prose:
            return ()
        if len(prose) == 1 and isinstance(prose[0], Paragraph):
            return prose[0].words
        self.note_fault(entry.line, f"{entry.key} is one line of words, without lists, headings or blocks")
        return ()

    # Cases

    def add_case(self, name: str, line: int, make: Callable[[], Case | None]) -> None:
        if len(self.cases) == MOST_CASES:
            self.note_fault(line, f"case {quoted(name)} is one too many; a lesson has at most {MOST_CASES}")
        elif name in self.cases:
            self.note_fault(line, f"there are two cases {quoted(name)}; give each a name of its own")
        elif (case := self.attempt(line, make)) is not None:
            self.cases[name] = case

    def read_case(self, fence: Fence) -> None:
        name = fence.kind.removeprefix("case").strip()
        if not re.fullmatch(r"[A-Za-z0-9][\w.-]{0,40}", name):
            says = "a case is named by letters, digits and hyphens, as in `case trees-2`, not"
            self.note_fault(fence.line - 1, f"{says} {quoted(name)}")
            return

        def make() -> Case | None:
            try:
                case = read_outline(fence.text).case()
            except HierviewError as error:
                at = getattr(error, "line", None)
                text = re.sub(r"^outline: (line [\d,]+: )?", "", str(error))
                self.note_fault(fence.line + (at - 1 if at else 0), f"case {name}: {text}")
                return None
            if len(case.hierarchy) > MOST_CLASSES:
                raise LessonError(f"case {name} has {len(case.hierarchy)} classes; at most {MOST_CLASSES} are accepted")
            return case

        self.add_case(name, fence.line - 1, make)

    def read_case_names(self, entry: _KeyValue | None, default: tuple[str, ...]) -> tuple[str, ...]:
        """The cases that an entry names, as far as they are there."""
        if entry is None:
            return default
        cases = []
        for name in entry.value.split():
            if name in self.cases:
                cases.append(name)
            else:
                none = f"{quoted(name)} is no case of this lesson{suggestion(name, self.cases)}"
                choices = f"{', '.join(self.cases) or 'none'}: presets named in the front matter and blocks `case NAME`"
                self.note_fault(entry.line, f"{none}; its cases are {choices}")
        return tuple(cases)

    # Blocks

    def read_show(self, fence: Fence, default: tuple[str, ...]) -> Show:
        by_key = {entry.key: entry for entry in self.read_entries(fence.text, fence.line, SHOW)}
        measure = self.measure_text(by_key.get("measure"))
        picture = by_key.get("picture", _KeyValue("picture", "hierarchy", fence.line))
        return Show(self.read_case_names(by_key.get("cases"), default), picture.value, measure, picture.line)

    def read_ask(self, fence: Fence, default: tuple[str, ...]) -> Ask | None:
        entries = self.read_entries(fence.text, fence.line, ASK, ("wrong",))
        by_key = {entry.key: entry for entry in entries}
        kinds = [name for name in KINDS if name in by_key]
        if len(kinds) > 1 and "text" in kinds:  # of another kind it is the question's words
            kinds.remove("text")
        if len(kinds) != 1:
            what_is_there = f"it has {' and '.join(kinds)}" if kinds else "it has none"
            self.note_fault(fence.line, f"a question has one of {', '.join(KINDS)}; {what_is_there}")
            return None
        kind = KINDS[kinds[0]]
        values = defaultdict(str, {entry.key: entry.value for entry in entries})
        cases = self.read_case_names(by_key.get("cases"), default)
        choices = tuple(split_choices(values[kind.name])) if kind.input in CHOSEN else ()
        self._check_keys(kind, by_key, choices, fence.line)
        return Ask(
            kind.name,
            self.read_words(by_key["text"]) if "text" in by_key else (),
            cases,
            "" if kind.input in CHOSEN or kind.input == "words" else values[kind.name],
            choices,
            self._choice_kind(choices, cases),
            values["answer"],
            float(self.checked_value(by_key.get("within"), r"\d{1,6}(\.\d{1,6})?", "a number such as 0.01", "0.005")),
            values["first"] == "largest",
            values["measure"],
            tuple(filter(None, (self._read_wrong_answer(entry) for entry in entries if entry.key == "wrong"))),
            self.read_words(by_key["hint"]) if "hint" in by_key else (),
            self._read_variation(by_key.get("vary"), by_key.get("where")),
            {entry.key: entry.line for entry in entries},
        )

    def _check_keys(self, kind: Kind, by_key: Mapping[str, _KeyValue], choices: tuple[str, ...], line: int) -> None:
        if kind.is_graded and not ("answer" in by_key and by_key["answer"].value):
            self.note_fault(line, "the question has no answer; write `answer:` and an expression, such as 13a.hF")
        if kind.input in CHOSEN and not 2 <= len(choices) <= MOST_CHOICES:
            many = f"{kind.name} takes 2 to {MOST_CHOICES} choices, parted by blanks; there are {len(choices)}"
            self.note_fault(by_key[kind.name].line, f"{many}; a choice of several words stands in quotation marks")
        if len(set(choices)) < len(choices):
            self.note_fault(by_key[kind.name].line, "two of the choices are the same")
        if "first" in by_key and by_key["first"].value not in ("smallest", "largest"):
            self.note_fault(by_key["first"].line, "first is `smallest` or `largest`")
        self.measure_text(by_key.get("measure"))

    def _choice_kind(self, choices: tuple[str, ...], cases: tuple[str, ...]) -> ChoiceKind:
        if choices and all(choice in self.cases for choice in choices):
            return "cases"
        if choices and all(map(_is_measure, choices)):
            return "measures"
        if choices and cases and all(choice in self.cases[cases[0]].hierarchy for choice in choices):
            return "classes"
        return "texts"

    def _read_wrong_answer(self, entry: _KeyValue) -> WrongAnswer | None:
        answer, parted, idea = entry.value.partition(": ")
        if not parted or not answer.strip() or not idea.strip():
            self.note_fault(entry.line, "a wrong answer is written `wrong: ANSWER: the idea behind it`")
            return None
        words = self.read_words(_KeyValue("wrong", idea.strip(), entry.line))
        return WrongAnswer(_without_quotes(answer.strip()), words, entry.line)

    def _read_variation(self, entry: _KeyValue | None, condition: _KeyValue | None) -> Variation | None:
        if entry is None:
            if condition is not None:
                self.note_fault(condition.line, "where belongs to `vary: 20 seed 7 trees 6-8 true 2 predicted 2`")
            return None
        match = _VARY.fullmatch(entry.value)
        if not match:
            self.note_fault(
                entry.line, f"{quoted(entry.value)} is not written as `20 seed 7 trees 6-8 true 2 predicted 2`"
            )
            return None
        count, seed, kind, least, most, true, predicted = match.groups()
        sizes = (int(least), int(most or least))
        if not (1 <= int(count) <= MOST_VARIANTS and 2 <= sizes[0] <= sizes[1] <= 12 and int(seed) < 2**53):
            self.note_fault(entry.line, f"vary takes 1 to {MOST_VARIANTS} cases of 2 to 12 classes")
            return None
        if not (1 <= int(true) <= sizes[0] and 1 <= int(predicted) <= sizes[0]):
            self.note_fault(entry.line, f"a case of {sizes[0]} classes cannot have so many marked")
            return None
        marks, condition = (int(true), int(predicted)), condition or _KeyValue("where", "", entry.line)
        return Variation(
            int(count),
            int(seed),
            "trees" if kind == "trees" else "DAGs",
            sizes,
            *marks,
            condition.value,
            condition.line,
        )


def _is_measure(text: str) -> bool:
    with suppress(HierviewError):
        parse_measure(FLAT.get(text, text))
        return True
    return False


def _without_quotes(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text


def split_choices(text: str) -> list[str]:
    """Choices parted by blanks; quotation marks and parentheses hold one together.

    >>> split_choices('hF hP(augmentation="none", zero=None) "no way"')
    ['hF', 'hP(augmentation="none", zero=None)', 'no way']
    """
    parts = re.findall(r'"[^"]*"(?=\s|$)|(?:[^\s"(]|\((?:[^()"]|"[^"]*")*\)|")+', text)
    return [_without_quotes(choice) for choice in parts]


def read_lesson(
    data: bytes | str, name: str, open_case: Callable[[str], Case] | None = None
) -> tuple[Lesson | None, list[LessonFault]]:
    """The lesson in a file's content and its faults by line; no lesson where it cannot be taken at all.

    name: of its file, without the ending.  open_case: gives the case of a name that is no preset, or raises CaseError.
    """
    reader = _LessonReader(name)
    if len(data) > LARGEST:
        return None, [LessonFault(1, f"the file has {len(data):,} bytes; at most {LARGEST:,} are accepted")]
    try:
        text = decode_utf8(data).replace("\r\n", "\n")
    except HierviewError as error:
        return None, [LessonFault(1, str(error))]
    front, body, first = _front_matter_and_body(reader, text)
    by_key = {entry.key: entry for entry in front}
    values = defaultdict(str, {entry.key: entry.value for entry in front})
    for case in values["cases"].split():
        read_case = preset if case in preset_names() or open_case is None else open_case
        reader.add_case(case, by_key["cases"].line, partial(read_case, case))
    before, *sections = _sections(reader, body, first)
    for section in (before, *sections):
        for block in section.blocks:
            if isinstance(block, Fence) and block.kind.split()[0] == "case":
                reader.read_case(block)
    if not values["title"]:
        reader.note_fault(1, "the front matter has no title; write `title: …` between two lines `---`")
    lesson = Lesson(
        name,
        values["title"] or name,
        reader.cases,
        tuple(_read_stage(reader, section) for section in sections),
        goal=values["goal"],
        minutes=int(reader.checked_value(by_key.get("minutes"), r"[1-9]\d{0,2}", "a whole number", "0")),
        language=reader.checked_value(by_key.get("language"), _LANGUAGE, "a code such as en or de", "en"),
        source=values["source"],
    )
    if not lesson.stages:
        reader.note_fault(first, "the lesson has no step; a step begins with a line `## Its title`")
    faults = sorted({(fault.line, fault.text): fault for fault in reader.faults}.values())
    return lesson, faults


def _front_matter_and_body(reader: _LessonReader, text: str) -> tuple[list[_KeyValue], str, int]:
    """The front matter, the rest, and the line on which the rest begins."""
    lines = text.split("\n")
    if lines[0].strip() != "---":
        reader.note_fault(1, "a lesson begins with its front matter between two lines `---`")
        return [], text, 1
    for i, line in enumerate(lines[1:], 1):
        if line.strip() == "---":
            return reader.read_entries("\n".join(lines[1:i]), 2, FRONT), "\n".join(lines[i + 1 :]), i + 2
    reader.note_fault(1, "the front matter does not end; it stands between two lines `---`")
    return [], text, 1


@dataclass(frozen=True)
class _Section:
    """What stands under a `## ` up to the next, or before the first one. line: of its title."""

    title: str
    line: int
    blocks: Prose


def _sections(reader: _LessonReader, body: str, first: int) -> Iterator[_Section]:
    """What stands before the first step, and each step; `## ` within a fenced block begins none."""
    lines, starts, fence = body.split("\n"), [], ""
    for i, line in enumerate(lines):
        mark = re.match(r" {0,3}(`{3,}|~{3,})", line)
        if mark and not fence:
            fence = mark[1]
        elif mark and mark[1].startswith(fence) and line.strip() == mark[1]:
            fence = ""
        elif not fence and line.startswith("## "):
            starts.append(i)
    if len(starts) > MOST_STAGES:
        reader.note_fault(first + starts[MOST_STAGES], f"a lesson has at most {MOST_STAGES} steps")
        starts = starts[:MOST_STAGES]
    for start, end in pairwise([-1, *starts, len(lines)]):
        title = lines[start][3:].strip() if start >= 0 else ""
        blocks = read_prose("\n".join(lines[start + 1 : end]), first + start + 1, reader.note_fault)
        yield _Section(title, first + start, blocks)


def _read_stage(reader: _LessonReader, section: _Section) -> Stage:
    title = reader.read_words(_KeyValue("the title of a step", section.title, section.line))
    cases = tuple(reader.cases)[:1]
    parts: tuple[list[Block | Show], list[Block | Show]] = ([], [])
    ask: Ask | None = None
    for block in section.blocks:
        kind = block.kind.split()[0] if isinstance(block, Fence) else ""
        if not isinstance(block, Fence):
            parts[ask is not None].append(block)
        elif kind == "show":
            show = reader.read_show(block, cases)
            cases = show.cases or cases
            parts[ask is not None].append(show)
        elif kind == "ask":
            if ask is not None:
                reader.note_fault(block.line, "a step asks one question; begin another step with `## `")
            ask = reader.read_ask(block, cases) or ask
    return Stage(title, tuple(parts[0]), ask, tuple(parts[1]), section.line)


def open_lesson(path: Path) -> tuple[Lesson | None, list[LessonFault]]:
    """The lesson in a file, with cases from files beside it; and its faults. OSError where it cannot be read."""

    def beside(name: str) -> Case:
        file = path.with_name(f"{name}.json")
        if "/" in name or "\\" in name or not file.is_file():
            neither = f"{quoted(name)} is neither a preset{suggestion(name, preset_names())}"
            raise LessonError(f"{neither} nor a case file {name}.json beside the lesson")
        return finished_case(read_case(file.read_bytes(), file.name), file.name)

    return read_lesson(path.read_bytes(), path.stem, beside)
