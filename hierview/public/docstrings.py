"""Docstrings of dataclasses that tell their fields, too, as `help` shows them; they are made when one is asked for."""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from itertools import pairwise
from typing import Any, TypeVar

T = TypeVar("T", bound=type[Any])
_WIDTH = 100


def with_fields(cls: T) -> T:
    """The class itself, whose docstring tells its fields from now on where it is a dataclass."""
    plain = vars(cls).get("__doc__")
    if "__dataclass_fields__" in vars(cls) and isinstance(plain, str):
        cls.__doc__ = _Docstring(plain)  # type: ignore[assignment]
    return cls


@contextmanager
def plain_docstrings() -> Iterator[None]:
    """Code in which docstrings stand as they were written, such as a reference that tells fields by itself."""
    _Docstring.plainly = True
    try:
        yield
    finally:
        _Docstring.plainly = False


def field_texts(cls: type[Any]) -> dict[str, str]:
    """Text of each field of a dataclass, in order: the string below it, or its parameter's; "" without either.

    >>> from hierview import Ends
    >>> field_texts(Ends)["worst"]
    'The worst end, in symbols or words.'
    """
    return dict(_field_texts(cls))  # type: ignore[arg-type]


@lru_cache(maxsize=256)
def _field_texts(cls: type[Any]) -> tuple[tuple[str, str], ...]:
    fields = dataclasses.fields(cls)
    texts = {f.name: str(f.metadata["param"].text) for f in fields if "param" in f.metadata}
    if any(f.name not in texts for f in fields):
        for base in reversed(cls.__mro__):
            if "__dataclass_fields__" in vars(base):
                texts |= _below(base)
    return tuple((f.name, texts.get(f.name, "")) for f in fields)


def _below(cls: type[Any]) -> dict[str, str]:
    """The strings below the fields of a class, from its source; none where that is not at hand."""
    import inspect
    import textwrap

    try:
        (node,) = ast.parse(textwrap.dedent(inspect.getsource(cls))).body
    except (OSError, TypeError, SyntaxError):
        return {}
    return {
        field.target.id: " ".join(text.value.value.split())
        for field, text in pairwise(getattr(node, "body", ()))
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        if isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant) and isinstance(text.value.value, str)
    }


class _Docstring:
    """The `__doc__` of a class, put together when it is read."""

    plainly = False

    def __init__(self, plain: str) -> None:
        self.plain = plain

    def __get__(self, instance: object, cls: type[Any]) -> str:
        if self.plainly or vars(cls).get("__doc__") is not self:
            return self.plain
        import inspect
        import textwrap

        lines = [
            textwrap.fill(f"{name}: {text}", _WIDTH, initial_indent=" " * 4, subsequent_indent=" " * 8)
            for name, text in field_texts(cls).items()
        ]
        return "\n".join([inspect.cleandoc(self.plain), "", "Fields:", *lines]) if lines else self.plain
