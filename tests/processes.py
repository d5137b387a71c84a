"""Processes as the system lists them, for tests of what ends with what; servers; and how long tests wait at most."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from http.client import HTTPConnection
from pathlib import Path

import pytest

from hierview.jobs.job import running_jobs

PATIENCE = 900  # seconds after which a test gives up that would wait for ever; no other outcome hangs on them


def until(true: Callable[[], object]) -> bool:
    """Whether it becomes true; looked at again and again, since nobody tells."""
    end = time.monotonic() + PATIENCE
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def folder_of_run(factory: pytest.TempPathFactory) -> Path:
    """A folder of this run of tests; processes that test beside each other share it."""
    base = factory.getbasetemp()
    return base.parent if base.name.startswith("popen-") else base


def free_port() -> int:
    """A port of this computer at which nobody answers."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextlib.contextmanager
def serving(command: Sequence[str], port: int, folder: Path, environment: Mapping[str, str]) -> Iterator[Path]:
    """The log of a server that runs in a folder, from when it answers; in the end nobody answers any more."""
    log = folder / "log.txt"
    with log.open("w") as out:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        assert until(lambda: process.poll() is not None or _healthy(port)), log.read_text()
        assert process.poll() is None, log.read_text()
        yield log
        process.terminate()
        process.wait(PATIENCE)
        assert not _healthy(port)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _healthy(port: int) -> bool:
    """Whether a server of Streamlit answers there."""
    with contextlib.suppress(OSError):
        return status(port, "/_stcore/health") == 200
    return False


def status(port: int, path: str, **headers: str) -> int:
    """What a server of this computer answers, as a number."""
    connection = HTTPConnection("127.0.0.1", port, timeout=600)
    try:
        connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        return connection.getresponse().status
    finally:
        connection.close()


def gone(pid: int) -> bool:
    """Whether a process has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True


def below(pid: int, program: bytes = b"") -> list[int]:
    """All that came of a process, where its command line names a program."""
    parents, found = {}, [pid]
    for entry in filter(str.isdecimal, os.listdir("/proc")):
        with contextlib.suppress(OSError):  # it ended meanwhile
            parents[int(entry)] = int(Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2].split()[1])
    for parent in found:
        found += [child for child, of in parents.items() if of == parent]
    named = []
    for child in found[1:]:
        with contextlib.suppress(OSError):
            named += [child] if program in Path(f"/proc/{child}/cmdline").read_bytes() else []
    return named


def stop_all() -> None:
    """End all jobs of this process."""
    for job in list(running_jobs):
        job.stop()
        job.wait(PATIENCE)
