"""The API reference in docs/api/: static pages made from the docstrings. `make docs` runs this."""

import warnings
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pdoc
from pdoc import doc_ast

import hierview
from hierview.measures import measures
from hierview.public.docstrings import field_texts, plain_docstrings

# What can be relied on from outside; the other rooms are the shell's and the page's own.
ROOMS = (
    "model",
    "formats",
    "measures",
    "own",
    "rules",
    "answers",
    "draw",
    "publish",
    "workbench",
    "study",
    "classify",
    "testing",
)
OUTPUT = Path(__file__).resolve().parent / "api"


def modules() -> list[str]:
    """Every public module, by its full name."""
    found = [hierview.__name__]
    for room in ROOMS:
        package = import_module(f"hierview.{room}")
        found += [package.__name__, *(m.name for m in walk_packages(package.__path__, f"{package.__name__}."))]
    return [name for name in found if not (name.rpartition(".")[2].startswith("_") or ".kernels" in name)]


def build(output: Path, names: list[str]) -> None:
    """Write the pages of these modules; they load nothing from elsewhere."""
    for name in hierview.__all__:
        getattr(hierview, name)  # loaded when it is first asked for, which pdoc does not do
    for cls in measures().values():
        # pdoc finds the strings below fields by itself.
        doc_ast.walk_tree(cls).var_docstrings.update(field_texts(cls))
    pdoc.render.configure(show_source=False, footer_text="hierview")
    # A package brings its files along, unless its __all__ leaves them out, so each is named, too.
    with warnings.catch_warnings(action="ignore", category=UserWarning), plain_docstrings():
        pdoc.pdoc(*names, "!hierview.study.scoring.kernels", output_directory=output)


if __name__ == "__main__":
    build(OUTPUT, modules())
