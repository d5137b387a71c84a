"""Both ends of the pipe to a process of ours: pickles, each after its length."""

from __future__ import annotations

import pickle
import struct
from typing import IO, Any

_LENGTH = struct.Struct(">Q")


class TooLong(Exception):
    """More is told than may be."""


def send(out: IO[bytes], what: Any) -> None:
    """Write one message."""
    data = pickle.dumps(what)
    out.write(_LENGTH.pack(len(data)) + data)
    out.flush()


def receive(source: IO[bytes], most: int | None = None) -> tuple[Any, int]:
    """The next message, and its length; EOFError where there is none, TooLong beyond so many bytes.

    Only for what the other end of our own pipe has written: reading a pickle runs what it says.
    """
    data = message(source, most)
    return pickle.loads(data), len(data)


def message(source: IO[bytes], most: int | None = None) -> bytes:
    """The next message as it came, for `pickle.loads`; EOFError and TooLong as in `receive`."""
    (length,) = _LENGTH.unpack(_exactly(source, _LENGTH.size))
    if most is not None and length > most:
        raise TooLong
    return _exactly(source, length)


def _exactly(source: IO[bytes], length: int) -> bytes:
    data = source.read(length)
    if len(data) < length:
        raise EOFError
    return data
