"""Questions to a process that runs code of others: JSON objects, a line each; what comes back is checked, never run."""

from __future__ import annotations

import json
import os
import select
from typing import Any

from .limits import Limits
from .process import Process

NO_ANSWER = "its process wrote something that is no answer"
_LOOK = 0.1  # seconds between two looks at whether the process is still there


class Ended(Exception):
    """The process was ended, or ended by itself; the text says why."""


class Conversation:
    """A process of a module that answers each request with an object that holds the request's `id`.

    limits: of its memory.  group: those that share it.
    Raises OSError where no process can be started.
    """

    def __init__(self, module: str, *given: str, megabytes: int, group: object = None):
        # The order of sets of names is the same in each such process, and so is what it makes of it.
        fixed = {"PYTHONHASHSEED": "0"}
        self._process = Process(module, *given, megabytes=megabytes, group=group, environment=fixed)
        self._number = 0
        self._rest = b""
        self._open = True
        os.set_blocking(self._process.requests, False)

    @property
    def pid(self) -> int:
        """The number of the process below which all stands that came of it."""
        return self._process.pid

    @property
    def ended(self) -> bool:
        """Whether it was ended between two questions."""
        return self._process.excess is not None

    def ask(self, request: dict[str, Any], limits: Limits) -> dict[str, Any]:
        """The answer to a request, an object of JSON that may hold anything; Ended where there is none."""
        self._number += 1
        if not self._process.work(limits):
            raise Ended(self._why())
        try:
            line = self._line(json.dumps(request | {"id": self._number}).encode() + b"\n", limits.output)
        except (OSError, EOFError):
            raise Ended(self._why()) from None
        finally:
            self._process.rest()
        try:
            reply = json.loads(line)
            if isinstance(reply, dict) and reply["id"] == self._number:
                return reply
        except (ValueError, LookupError, RecursionError):
            pass
        raise Ended(NO_ANSWER)

    def _line(self, request: bytes, most: int) -> bytes:
        """The line that answers a request."""
        requests, answers = self._process.requests, self._process.answers
        gone = False
        while b"\n" not in self._rest:
            ready, free, _ = select.select([answers], [requests] if request else [], [], _LOOK)
            if free:
                request = request[os.write(requests, request) :]
            if ready:
                found = os.read(answers, 65536)
                if not found:
                    raise EOFError
                self._rest += found
            elif gone:  # and nothing more came since; somebody else may hold its end of the pipe
                raise EOFError
            else:
                gone = self.ended or self._process.status() is not None
            if len(self._rest) > most:
                raise Ended(f"it answered with more than {most:,} bytes")
        line, _, self._rest = self._rest.partition(b"\n")
        return line

    def _why(self) -> str:
        """Reason why it ended, as a clause."""
        if self._process.excess is not None:
            return f"{self._process.excess.sentence} and was stopped"
        code = self._process.status(5)  # it may be on its way out
        return f"its process ended{'' if code is None else f' (exit status {code})'}"

    def end(self) -> None:
        """End the process and all that it started; whoever waits for an answer sees that it is gone."""
        self._process.end()

    def close(self) -> None:
        """End it where nobody waits for an answer, and give back what it held."""
        if self._open:
            self._open = False
            os.close(self._process.requests)
            os.close(self._process.answers)
        self.end()
