"""The process that does a job: what to do comes in once, what is told goes out, each as a pickle after its length.

It ends when nobody holds its input any more, and takes the processes of foreign measures with it.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import struct
import sys
import threading
import time
from typing import IO, Any

LENGTH = struct.Struct(">Q")
OFTEN = 0.2  # seconds between two tellings of how far it came


def send(out: IO[bytes], what: Any) -> None:
    """Write one message."""
    data = pickle.dumps(what)
    out.write(LENGTH.pack(len(data)) + data)
    out.flush()


def receive(source: IO[bytes]) -> Any:
    """The next message; EOFError where there is none."""
    head = source.read(LENGTH.size)
    if len(head) < LENGTH.size:
        raise EOFError
    (length,) = LENGTH.unpack(head)
    data = source.read(length)
    if len(data) < length:
        raise EOFError
    return pickle.loads(data)  # written by the other end of our own pipe


def main() -> None:
    """Do the job."""
    from ..workbench.foreign import close_all
    from ..workbench.tasks import Told

    with contextlib.suppress(OSError):
        os.nice(10)  # whoever clicks goes first
    source, out = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # what a task prints is no message
    task, given = receive(source)

    def until_nobody_listens() -> None:
        source.read(1)
        close_all()
        os._exit(0)

    threading.Thread(target=until_nobody_listens, daemon=True).start()
    last = 0.0

    def tell(what: Any) -> None:
        nonlocal last
        if isinstance(what, Told) and not what.whole:
            if time.monotonic() - last < OFTEN:
                return
            last = time.monotonic()
        send(out, ("told", what))

    try:
        task(tell, *given)
        end = ("done", "")
    except Exception as error:
        end = ("failed", f"{type(error).__name__}: {error}")
    close_all()
    with contextlib.suppress(OSError):
        send(out, end)
    os._exit(0)


if __name__ == "__main__":
    main()
