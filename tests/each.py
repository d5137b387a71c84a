"""Many values for one test in one item: an item costs more than most of them, and only a failure tells them apart."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import pytest


def each(names: str, values: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """As `pytest.mark.parametrize`, in one item: all values are tried, and every failure is reported with its value.

    What fixtures give is the same for all values.
    """
    asked = [name.strip() for name in names.split(",")]
    tried = [dict(zip(asked, value if len(asked) > 1 else (value,), strict=True)) for value in values]

    def over(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def loop(**fixtures: Any) -> None:
            failed: list[BaseException] = []
            for given in tried:
                try:
                    test(**given, **fixtures)
                except (Exception, BaseExceptionGroup, pytest.fail.Exception) as error:
                    error.add_note(f"with {given}"[:500])
                    failed.append(error)
            if failed:
                raise BaseExceptionGroup(f"{len(failed)} of {len(tried)} failed", failed)

        signature = inspect.signature(test)
        left = [parameter for name, parameter in signature.parameters.items() if name not in asked]
        loop.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]
        return loop

    return over
