"""Tasks: functions that are called as `task(tell, …)` and tell what they find, and how far they came, as they go.

What they tell travels as pickles, each after its length.
"""

from __future__ import annotations

import pickle
import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import IO, Any

from ..errors import HierviewError

Tell = Callable[[Any], None]  # takes a Progress, or a result


@dataclass(frozen=True)
class Progress:
    """Progress of a piece of work."""

    doing: str
    """The part of the work that is being done, in words."""
    done: float
    """The share of the work, 0 to 1."""
    said: str = ""
    """Results that can be relied on so far, in words."""
    counts: tuple[tuple[int, int], ...] = ()
    """Number of results, by size."""
    whole: bool = False
    """Whether nothing was left out."""


def tell_outcome(tell: Tell, doing: str, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    """A task: tell what a function gives, or the mistake that it finds, as a tuple of one."""
    tell(Progress(doing, 0.0))
    try:
        tell((function(*arguments),))
    except HierviewError as error:
        tell((error,))


_LENGTH = struct.Struct(">Q")


class TooLong(Exception):
    """Error: a task tells more than it may."""


def send_message(out: IO[bytes], what: Any) -> int:
    """Write one message; the number of its bytes."""
    data = pickle.dumps(what)
    out.write(_LENGTH.pack(len(data)) + data)
    out.flush()
    return len(data)


def receive_message(source: IO[bytes], most: int | None = None) -> tuple[Any, int]:
    """The next message, and its length; EOFError where there is none, TooLong beyond so many bytes.

    Only for what the other end of our own pipe has written: reading a pickle runs what it says.
    """
    data = read_message(source, most)
    return pickle.loads(data), len(data)


def read_message(source: IO[bytes], most: int | None = None) -> bytes:
    """The next message as it came, for `pickle.loads`; EOFError and TooLong as in `receive_message`."""
    (length,) = _LENGTH.unpack(_read_exactly(source, _LENGTH.size))
    if most is not None and length > most:
        raise TooLong
    return _read_exactly(source, length)


def _read_exactly(source: IO[bytes], length: int) -> bytes:
    data = source.read(length)
    if len(data) < length:
        raise EOFError
    return data
