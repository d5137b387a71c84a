"""Modules under the names that they had before they moved to sub-folders, for one release."""

from __future__ import annotations

import sys
import warnings
from functools import cache
from importlib import import_module
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from importlib.abc import Loader

_NAMES = Path(__file__).with_name("modules.txt")  # lines of an old and a new name


class _Former(ModuleType):
    """A module under its old name. It takes the place of a function of this name, as of `hierview.study.published`."""

    def __call__(self, *given: Any) -> Any:
        return vars(self)[self.__name__.rpartition(".")[2]](*given)


class _Moved:
    """Finder and loader of the old names: asked last, when nothing else has found them.

    It has no base class, for the library's takes a tenth of the time in which hierview loads.
    """

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """The way to load an old name; None for any other."""
        if not name.startswith("hierview.") or name not in _new_names():
            return None
        is_package = any(old.startswith(f"{name}.") for old in _new_names())
        return ModuleSpec(name, cast("Loader", self), is_package=is_package)

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """The module, which is filled next."""
        return _Former(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Give the old module all names of the new one."""
        new = _new_names()[module.__name__]
        warnings.warn(f"{module.__name__} is now {new}; the old name goes with the next release", DeprecationWarning, 2)
        module.__dict__.update({k: v for k, v in vars(import_module(new)).items() if not k.startswith("__")})


@cache
def _new_names() -> dict[str, str]:
    pairs = (line.split() for line in _NAMES.read_text(encoding="utf-8").splitlines())
    return dict(pairs)


def install() -> None:
    """Let imports find the old names.

    Python asks nobody else for a module that has no file: a package's `__getattr__` is not asked by `import a.b.c`. So
    this is the one thing that importing hierview changes outside of it; it answers for these names alone, and last.
    """
    sys.meta_path.append(_Moved())
