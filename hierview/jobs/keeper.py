"""Stands between hierview and a process that it started, and ends whatever comes of it.

Run as a script, with nothing but the standard library: `keeper.py REQUESTS ANSWERS COMMAND…`, the two being open
files that the command gets as its input and output. It ends when the command does, or when anything is written to
its own input or that is closed; with the command end all processes that it started, and those that these started.
On Linux no process escapes, whatever session it opened: who loses its parent becomes a child of the keeper.
Elsewhere the processes of the command's group end.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

PROC = Path("/proc")
_ADOPT = 36  # PR_SET_CHILD_SUBREAPER
_ROUNDS = 500  # looks for what is still there, so that no chain of forks is quicker for long


@dataclass(frozen=True)
class Usage:
    """Use of processes: seconds of processor time, bytes of memory, and whether any of them is at work."""

    seconds: float = 0.0
    """Seconds of processor time."""
    memory: int = 0
    """Bytes of memory."""
    working: bool = False
    """Whether any of the processes is at work."""


@dataclass(frozen=True)
class _Process:
    parent: int
    state: str
    seconds: float
    memory: int


def _processes() -> dict[int, _Process]:
    """All processes by their numbers; none where the system does not list them as Linux does."""
    processes = {}
    with contextlib.suppress(OSError):
        for entry in os.listdir(PROC):
            if entry.isdecimal():
                with contextlib.suppress(OSError, ValueError, IndexError):
                    processes[int(entry)] = _process_of((PROC / entry / "stat").read_text(errors="replace"))
    return processes


def _process_of(stat: str) -> _Process:
    # The second field is the name, which may hold anything; what follows its last parenthesis are the others.
    fields = stat.rpartition(")")[2].split()
    ticks = sum(map(int, fields[11:15]))  # its own, and those of its children that ended
    seconds = ticks / os.sysconf("SC_CLK_TCK")
    return _Process(int(fields[1]), fields[0], seconds, int(fields[21]) * os.sysconf("SC_PAGE_SIZE"))


def _with_descendants(processes: dict[int, _Process], root: int) -> list[int]:
    """The numbers of a process and of all that come of it."""
    children: dict[int, list[int]] = {}
    for pid, process in processes.items():
        children.setdefault(process.parent, []).append(pid)
    below = [root] if root in processes else []
    for pid in below:
        below += children.get(pid, [])
    return below


def usage_by_process(roots: Iterable[int]) -> dict[int, Usage]:
    """Use of each process and all that came of it; nothing where the system does not tell."""
    processes = _processes()
    trees = (
        {root: [processes[pid] for pid in _with_descendants(processes, root)] for root in roots} if processes else {}
    )
    return {
        root: Usage(sum(p.seconds for p in tree), sum(p.memory for p in tree), any(p.state in "RD" for p in tree))
        for root, tree in trees.items()
    }


def _end_all(group: int) -> None:
    """End the processes of a group, and all that came of this one."""
    with contextlib.suppress(OSError):
        os.killpg(group, signal.SIGKILL)
    for _ in range(_ROUNDS):
        _collect_ended()
        others = [pid for pid in _with_descendants(_processes(), os.getpid()) if pid != os.getpid()]
        if not others:
            return
        for pid in others:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.01)


def _collect_ended() -> dict[int, int]:
    """The children that ended, with their exit statuses."""
    ended = {}
    with contextlib.suppress(ChildProcessError):
        while (child := os.waitpid(-1, os.WNOHANG))[0]:
            code = os.waitstatus_to_exitcode(child[1])
            ended[child[0]] = code if code >= 0 else 128 - code
    return ended


def main() -> None:
    """Start the command, and wait for its end or for being told to end."""
    with contextlib.suppress(ImportError, OSError, AttributeError):
        import ctypes

        ctypes.CDLL(None).prctl(_ADOPT, 1, 0, 0, 0)
    requests, answers = map(int, sys.argv[1:3])
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.signal(signal.SIGCHLD, lambda *given: None)
    signal.set_wakeup_fd(wake)
    nothing = (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)
    files = [(os.POSIX_SPAWN_DUP2, requests, 0), (os.POSIX_SPAWN_DUP2, answers, 1), nothing]
    files += [(os.POSIX_SPAWN_CLOSE, requests), (os.POSIX_SPAWN_CLOSE, answers)]
    command = os.posix_spawn(sys.argv[3], sys.argv[3:], os.environ, file_actions=files, setpgroup=0)
    os.close(requests)
    os.close(answers)
    ended: dict[int, int] = {}
    while command not in ended and 0 not in select.select([0, woken], [], [])[0]:
        os.read(woken, 512)
        ended |= _collect_ended()
    _end_all(command)
    os._exit(ended.get(command, 0))


if __name__ == "__main__":
    main()
