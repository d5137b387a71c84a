"""No function is longer than can be read at once or takes many parameters, and few files are long."""

import ast
from functools import cache

from tests.samples import ROOT

LONGEST = 40
LONG_FILE, MOST_LONG = 300, 5
MOST_AT_THE_TOP = 8

FILES = [*sorted((ROOT / "hierview").rglob("*.py")), ROOT / "app.py"]
Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def parsed(text: str) -> ast.Module:
    """The tree of a file, which two tests walk."""
    return ast.parse(text)


def measured(text: str) -> tuple[int, dict[str, int]]:
    """Lines of code of a file and of each of its functions, signature and what is defined within it included.

    Neither empty lines count, nor comments, nor docstrings, those of fields among them.
    """
    numbered = enumerate(text.split("\n"), 1)
    lines = {i for i, line in numbered if line.strip() and not line.lstrip().startswith("#")}
    nodes = [n for n in ast.walk(parsed(text)) if isinstance(n, Function | ast.ClassDef | ast.Module)]
    for node in nodes:
        if ast.get_docstring(node, clean=False) is not None:
            lines -= span(node.body[0])
        if isinstance(node, ast.ClassDef):
            for statement in node.body:
                if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                    lines -= span(statement)
    return len(lines), {node.name: len(lines & span(node)) for node in nodes if isinstance(node, Function)}


def span(node: ast.stmt) -> set[int]:
    return set(range(node.lineno, (node.end_lineno or node.lineno) + 1))


def test_no_function_is_long_and_few_files_are():
    found = {path.relative_to(ROOT).as_posix(): measured(path.read_text(encoding="utf-8")) for path in FILES}
    functions = {f"{path} {name}": n for path, (_, inside) in found.items() for name, n in inside.items()}
    assert not {name: n for name, n in functions.items() if n > LONGEST}
    long = {path: n for path, (n, _) in found.items() if n > LONG_FILE}
    assert len(long) <= MOST_LONG, long
    assert len(list((ROOT / "hierview").glob("*.py"))) <= MOST_AT_THE_TOP


# Signatures that people call by keyword: a measure's parameter, a study of files, a classifier, a figure.
WIDE = {"param", "Study.read", "figure", "export_of"}
MACHINE_CODE = ("study/scoring/kernels/", "study/inputs/words.py")


def test_no_function_has_more_than_six_parameters_but_those_listed():
    wide = set()
    for path in FILES:
        tree = parsed(path.read_text(encoding="utf-8"))
        classes = {
            id(f): f"{node.name}." for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for f in node.body
        }
        for node in ast.walk(tree):
            if isinstance(node, Function) and not any(place in path.as_posix() for place in MACHINE_CODE):
                names = [a.arg for a in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
                if len([name for name in names if name not in ("self", "cls")]) > 6:
                    wide.add(classes.get(id(node), "") + node.name)
    assert wide == WIDE


def test_lines_are_counted():
    """Docstrings, comments and empty lines are none; a text in code is."""
    text = 'def f(x):\n    """Says.\n\n    More.\n    """\n\n    # why\n    y = """a\nb"""\n    return y  # so\n'
    assert measured(text) == (4, {"f": 4})
    assert measured('class C:\n    """Says."""\n\n    x: int\n    """What\n    it is.\n    """\n') == (2, {})
