"""Whatever bytes come: a draft, a case or a sentence, and never a hang."""

import base64
import cProfile
import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hierview import CaseError, Draft, Hierarchy, HierviewError, load_case
from hierview.errors import LinkError, StudyError
from hierview.formats import ENDINGS, FORMATS, case_from_edges, read_any, read_case, read_edges
from hierview.formats.hemkit import Triple, read_triple
from hierview.formats.hierarchies import open_file
from hierview.formats.link import pack_draft, unpack_draft
from hierview.formats.typed.edgelines import read_edge_lines
from hierview.formats.typed.edgelist import read_csv
from hierview.formats.typed.outline import read_outline
from hierview.publish.files import draft_and_guess
from hierview.study.inputs.data import align_labels, matcher_with_outside
from hierview.study.inputs.label_files import read_sides
from hierview.study.inputs.matching import Matcher
from hierview.study.inputs.tables.columns import column_roles
from hierview.study.inputs.tables.guess import Side
from hierview.ui.files.bringing import LINEAR
from tests.listed import files
from tests.texts import AWKWARD_NAMES

pytestmark = pytest.mark.slow

SEEDS = [load_case(name) for name in ("11a", "12b", "15", "18a", "hemkit-3")]
OURS = [f for f in FORMATS if f.read or f.marks]  # the others cannot hold every name
WRITTEN = {f.key: [f.write(case) for case in SEEDS] for f in OURS}
TRIPLES = [[files[name] for name in ("hierarchy.txt", "true.txt", "predicted.txt")] for files in WRITTEN.pop("hemkit")]

READERS = {
    "json": read_case,
    "outline": read_outline,
    "edges": read_edge_lines,
    "tsv": read_edges,
    "csv": read_csv,
    **{f"any {end}": lambda data, end=end: read_any(data, f"x{end}") for end in ENDINGS},
    "instance": lambda data: case_from_edges(data, "Music", "Pop|Rock"),
    "hierarchy of a triple": lambda data: read_triple(data, "1\n", "2\n"),
    "rows of a triple": lambda data: read_triple("0 1\n0 2\n1 3\n", data, "1\n2\n"),
    "file": lambda data: open_file(data if isinstance(data, bytes) else data.encode("utf-8", "replace"), "x").hierarchy,
    "link": lambda data: unpack_draft(data if isinstance(data, str) else data.decode("latin-1")),
}

# Pieces that mean something somewhere.
PIECES = (
    *AWKWARD_NAMES,
    *("\n", "\r\n", "\r", "\t", " ", "  ", " > ", " : ", ",", ";", '"', '""', "\\", " [t]", "- ", "\\ud800"),
    *("\x00", "\ufeff", "\u202e", "\u200b", "\u2028", "\ud800", "[", "]", "{", "}", "[[", "1e999999", "-1"),
    *("1/0", "NaN", "0.5", "A", "x" * 10_000, "[" * 2000, '{"a":' * 500, "9" * 5000, " [t]" * 3000),
    *('"\\"' * 500, "A > " * 500, "\n " * 500, "parent,child\n", "parent;child;weight\n"),
    *("a: &a [x, y]\n", "b: &b [*a, *a]\n", "c: {<<: *a}\n", "a: &a [*a]\n", "{a b c} -> {d e f}", "subgraph {"),
)


@st.composite
def mutated(draw, valid: list[str]) -> bytes:
    """A valid text with a few pieces put in, cut out, doubled or exchanged."""
    text = draw(st.sampled_from(valid))
    for _ in range(draw(st.integers(1, 4))):
        a, b = sorted(draw(st.integers(0, len(text))) for _ in range(2))
        kind = draw(st.sampled_from(["put", "cut", "double", "exchange", "move"]))
        if kind == "put":
            text = text[:a] + draw(st.sampled_from(PIECES)) + text[a:]
        elif kind == "cut":
            text = text[:a] + text[b:]
        elif kind == "double":
            text = text[:b] + text[a:b] + text[b:]
        elif kind == "exchange":
            text = text[:a] + draw(st.sampled_from(PIECES)) + text[b:]
        else:
            text = text[b:] + text[a:b] + text[:a]
    encoding = draw(st.sampled_from(["utf-8"] * 6 + ["utf-8-sig", "utf-16", "utf-32", "latin-1", "cp1252"]))
    return text.encode(encoding, "surrogatepass" if encoding.startswith("utf") else "replace")


_pieces = st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=12).map("".join)
_anything = (
    st.binary(max_size=200)
    | st.text(max_size=100)
    | _pieces
    | _pieces.map(lambda t: t.encode("utf-8", "surrogatepass"))
)


@pytest.fixture(autouse=True)
def watchdog(within):
    """A hang is a failure; nothing here takes a tenth of this."""
    with within(120):
        yield


def opened(read, data) -> None:
    """One reader on one input: what it gives can be used, what it refuses is said in one short line."""
    try:
        found = read(data)
    except HierviewError as error:
        message, *readings = str(error).split("\n") if getattr(error, "readings", ()) else [str(error)]
        assert isinstance(error, CaseError | LinkError)
        assert all(line.isprintable() and len(line) < 1_000 for line in readings), readings
        assert message.strip()
        assert message.isprintable(), message
        assert len(message) < 1_000 + 4_000 * (" lines are not accepted: " in message), message
        assert f"line {error.line:,}: " in message if getattr(error, "line", None) else True
        return
    if isinstance(found, Triple):
        found = found.case(0)
    if isinstance(found, Hierarchy):
        found = Draft(found)
    assert isinstance(found, Draft)
    for f in FORMATS:
        f.losses(found)
        try:
            f.file_content(found)
        except CaseError as error:
            assert f.key not in ("json", "outline", "edges")  # these hold every name
            assert str(error).isprintable()


@pytest.mark.parametrize("reader", READERS)
@given(data=_anything)
def test_anything(reader: str, data: bytes | str):
    opened(READERS[reader], data)


@pytest.mark.parametrize("reader", [key for key in READERS if key in WRITTEN or key.startswith("any")])
@given(data=st.data())
def test_almost_what_was_written(reader: str, data):
    ending = reader.removeprefix("any ")
    written = [text for f in OURS if f.read and (f.key == reader or ending in f.endings) for text in WRITTEN[f.key]]
    opened(READERS[reader], data.draw(mutated(written)))


# Labels of the truth and of systems in every form in which they are read, over one hierarchy.
LABELLED = Matcher(
    Hierarchy.from_edges([("Arts", "Music"), ("Arts", "Play"), ("Music", "Pop"), ("Music", "Rock")]), {"M": "Music"}
)
LABELS = [
    "1\tPop\n2\tRock|Play\n3\t\n",
    "Pop Rock\nPlay\n\nMusic\n",
    "doc_id,gold,model_a,model_b\nd1,Pop,Rock,Pop;Play\nd2,Arts/Music,Rock,\n",
    "id,level 1,level 2\n1,Music,Pop\n2,Play,\n",
    "id,Pop,Rock,Play\na,0,1,1\nb,1,0,0\n",
    "1;Pop\n1;Rock\n2;Play\n",
    "id\tclass\tscore\na\tPop\t0.5\na\tRock\t0.25\n",
    "x,\"['Pop', 'Rock']\"\ny,\"{'Play'}\"\nz,[]\n",
    '{"id": "a", "labels": ["Pop"], "predicted": ["Rock"]}\n{"id": "b", "labels": [], "predicted": ["Play"]}\n',
    '{"a": ["Pop", "Rock"], "b": []}',
    '[{"id": 1, "true": "Music > Pop", "a": "Play"}, {"id": 2, "true": "Rock", "a": null}]',
    "__label__Pop __label__Rock some words\n__label__Play other words\n",
    "0,2 1:0.5 3:1\n1 2:0.25\n",
    "@relation x\n@attribute id numeric\n@attribute c {Pop,Rock}\n@data\n1,Pop\n2,Rock\n",
    "@relation x\n@attribute Pop {0,1}\n@attribute Rock {0,1}\n@data\n{0 1}\n{1 1}\n",
]
SIDES: tuple[Side, ...] = ("true", "run", "both")
TOLD = ({}, {"read_as": "id=1,label=2"}, {"header": False}, {"separator": ","}, {"joined": "|"}, {"classes": ("Pop",)})


def labels_read(data: bytes | str, side: Side, told: dict) -> None:
    """Labels in one input: what is read lines up with the hierarchy, what is refused is said in one line."""
    data = data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass")
    columns = column_roles(data, LABELLED, side, "x", told)
    try:
        for k, role in ((0, "id"), (1, "leave")) if columns is not None else ():
            assert dict(columns.choices_with_role(k, role))["read_as"].count("=") <= len(columns.heads)
        sides = read_sides(data, LABELLED, side=side, origin="x", **told)
        truth = next(iter(sides.values()))
        for unknown in ("drop", "wrong"):
            own = matcher_with_outside(LABELLED, truth, sides) if unknown == "wrong" else LABELLED
            found = align_labels(own, truth, sides, "empty", unknown)
            assert len(found) == len(truth)
            assert all(report.shape for report in found.reads)
    except StudyError as error:
        message = str(error)
        assert message.strip()
        assert message.isprintable(), message
        assert len(message) < 2_000 * (1 + message.count("; line ")), message


@given(_anything, st.sampled_from(SIDES), st.sampled_from(TOLD))
def test_anything_as_labels(data, side, told):
    labels_read(data, side, told)


@given(mutated(LABELS), st.sampled_from(SIDES), st.sampled_from(TOLD))
def test_almost_labels(data, side, told):
    labels_read(data, side, told)


@given(st.data())
def test_almost_a_file_of_any_kind(data):
    opened(READERS["file"], data.draw(mutated([content.decode() for content in files("files/open").values()])))


@given(st.data())
def test_almost_a_triple(data):
    files: list = list(data.draw(st.sampled_from(TRIPLES)))
    for i in data.draw(st.sets(st.integers(0, 2), min_size=1)):
        files[i] = data.draw(mutated([files[i]]))
    opened(lambda texts: read_triple(*texts), files)


@given(st.data())
def test_almost_a_link(data):
    """Letters exchanged, cut or doubled: damage that a mail program or a curious person does."""
    text = pack_draft(data.draw(st.sampled_from(SEEDS)))
    for _ in range(data.draw(st.integers(1, 3))):
        a, b = sorted(data.draw(st.integers(0, len(text))) for _ in range(2))
        piece = data.draw(st.text("ABab01-_=+/ ", max_size=3))
        text = text[:a] + piece + data.draw(st.sampled_from([text[a:], text[b:], text[a:b] + text[a:]]))
    opened(unpack_draft, text)


@given(st.binary(max_size=120))
def test_any_letters_are_no_link(data):
    opened(unpack_draft, "A" + base64.urlsafe_b64encode(data).decode().rstrip("="))


# Large ones, of sizes at which a step too many for each character is noticed

SIZE = 400_000
RNG = random.Random(0)
NAMES = [f"c{i}" for i in range(5000)]


def filled(piece: str, size: int = SIZE) -> str:
    return (piece * (size // len(piece) + 1))[:size]


def dense(form: str) -> str:
    """A graph of 5,000 classes with as many edges as fit, most of them given once."""
    pairs = (sorted(RNG.sample(range(5000), 2)) for _ in range(25_000))
    return "\n".join(form.format(*pair) for pair in pairs)


FILLINGS = ("x", " ", "\n", "x\n", "[t] ", '"', "> ", "A > B\n", "[", '{"a":', "\\", "-\n", ",", "\t")
LARGE = {
    **{f"only {piece!r}": filled(piece) for piece in FILLINGS},
    "lines of marks": filled("x" + " [t]" * 700 + "\n"),
    "a long line of marks": "x" + " [t]" * 499_999,
    "blanks before a letter": filled(" " * 2_990 + "x\n"),
    "a cycle of all": " > ".join([*NAMES, "c0"]),
    "many edges": dense("c{} > c{}"),
    "many classes alone": "\n".join(f"c{i}" for i in range(40_000)),
    "a staircase": "\n".join(" " * i + f"c{i}" for i in range(1_900)),
    "under one another": "\n".join(" " * (i % 100) + NAMES[i % 5000] for i in range(35_000)),
}


@pytest.mark.parametrize("which", LARGE)
def test_large_texts_end(which: str):
    for reader in (read_outline, read_edge_lines, read_case, read_edges, read_csv):
        try:
            reader(LARGE[which])
        except HierviewError as error:
            assert str(error).isprintable()


BY_KEY = {f.key: f for f in FORMATS}


@pytest.mark.whole
def test_large_drawings_end():
    """Written, judged and packed, or refused."""
    h = Hierarchy.from_edges({tuple(map("c{}".format, sorted(RNG.sample(range(5000), 2)))) for _ in range(12_000)})
    draft = Draft(h, frozenset(NAMES[:50]), frozenset(NAMES[50:100]))
    for f in OURS:
        f.losses(draft)
        f.file_content(draft)
    assert unpack_draft(pack_draft(draft)) == draft
    assert read_edge_lines(BY_KEY["edges"].write(draft)) == draft
    assert set(read_outline(BY_KEY["outline"].write(draft)).hierarchy.edges) == set(h.edges)


# Small ones that stand for much, and what the server's own process reads


def tens(form: str, around: str) -> str:
    rows = [", ".join(form.format(k, f"*a{i - 1}" if i else "x") for k in range(10)) for i in range(9)]
    return "".join(f"a{i}: &a{i} {around[0]}{row}{around[1]}\n" for i, row in enumerate(rows))


STANDS_FOR = {
    "lists.yaml": (tens("{1}", "[]"), "line 4: YAML .*aliases"),
    "maps.yaml": (tens("k{0}: {1}", "{}"), "aliases"),
    "merges.yaml": ("a: &a {x: y}\nb: &b {<<: [" + "*a, " * 6000 + "*a]}\n", "aliases"),
    "itself.yaml": ("a: &a {<<: *a}\nb: [c, d]\n", "line 1: .*aliases"),
    "groups.dot": (f"digraph {{ {{{' '.join(NAMES[:2300])}}} -> {{{' '.join(NAMES[2300:4600])}}} }}", "too many edges"),
}


def work(read: Callable[[], object]) -> int:
    """The calls of Python and of C that are made, which no clock and no other process changes."""
    with cProfile.Profile() as profile:
        read()
    return sum(entry.callcount for entry in profile.getstats())


@pytest.mark.parametrize("name", STANDS_FOR)
def test_what_little_stands_for_is_counted_before_it_is_made(name: str):
    text, why = STANDS_FOR[name]

    def refused() -> None:
        with pytest.raises(CaseError, match=why):
            open_file(text.encode(), name)

    assert min(work(refused), work(refused)) < 40 * len(text) + 50_000  # what reads it is loaded once


def tree(n: int, form: str) -> str:
    return "".join(form.format(f"c{i // 3}", f"c{i + 1}", *(f"c{3 * i + k}" for k in (1, 2, 3))) for i in range(n))


GROWING: dict[str, Callable[[int], str]] = {
    "case": lambda n: f'{{"hierview": 1, "true": [], "predicted": ["c1"], "edges": [["x", "c0"]{tree(n, CASE)}]}}',
    "edges": lambda n: "c0 > x [t]\n" + tree(n, "{} > {}\n"),
    "outline": lambda n: "c\n" + "".join(f"{' ' * (1 + i % 90)}c{i}\n" for i in range(n)),
    "pairs": lambda n: tree(n, "{}\t{}\n"),
    "paths": lambda n: tree(n, "r/{}/{}\n"),
    "adjacency": lambda n: tree(n // 3, "{1}: {2}, {3}, {4}\n").replace("c1: c1, ", "c0: c1, "),
}
CASE = ', ["{}", "{}"]'


@pytest.mark.parametrize("shape", sorted(LINEAR))
def test_what_is_read_at_once_is_no_more_work_than_it_is_long(shape: str):
    name = {"case": "x.json", "edges": "x.txt", "outline": "x.txt"}.get(shape, "x")
    few, many = (GROWING[shape](n).encode() for n in (1_000, 4_000))
    _, guess = draft_and_guess(few, name)  # and what is loaded and kept is there
    assert guess is None or guess.shape == shape
    assert work(lambda: draft_and_guess(many, name)) < 4.5 * work(lambda: draft_and_guess(few, name))
