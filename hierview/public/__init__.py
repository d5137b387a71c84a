"""Public names of a package: written once, in its `__init__.pyi`, and loaded when they are first asked for.

Type checkers read that file. Here it says from which module each name comes.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from ..errors import HierviewError, extras, suggestion
from .docstrings import with_fields

Names = tuple[Callable[[str], object], Callable[[], list[str]], list[str]]


def homes(stub: Path) -> Mapping[str, str]:
    """The module of each public name that a stub imports, such as `model.case` for `Case`."""
    tree = ast.parse(stub.read_text(encoding="utf-8"))
    return {
        alias.name: node.module
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.level == 1 and node.module
        for alias in node.names
        if alias.asname == alias.name
    }


def attach(package: str, file: str, extra: str = "", lost: Callable[[str, str], str] = lambda *_: "") -> Names:
    """The `__getattr__`, `__dir__` and `__all__` of a package whose names stand in the stub beside `file`.

    extra: brings what its modules need.  lost: a sentence for a module that is missing here and the name that is asked
    for, else "". Such a name is not listed; asked for, it raises the sentence as a HierviewError.
    """
    everything, modules = vars(sys.modules[package]), homes(Path(file).with_suffix(".pyi"))
    listed = sorted(name for name, module in modules.items() if not lost(module, name))

    def get(name: str) -> object:
        if name in modules:
            if sentence := lost(modules[name], name):
                raise HierviewError(sentence)
            with extras(extra):
                module = import_module(f"{package}.{modules[name]}")
            value = getattr(module, name)
            if isinstance(value, type):
                with_fields(value)
            # A name that is also a module's, as `measures`, is there now: that module, which can be called.
            return everything.setdefault(name, value)
        if not name.startswith("_") and find_spec(f"{package}.{name}"):
            return import_module(f"{package}.{name}")
        near = suggestion(name, listed) or f"; there are {', '.join(listed)}"
        raise AttributeError(f"module {package!r} has no attribute {name!r}{near}")

    return get, lambda: sorted({*everything, *listed}), listed
