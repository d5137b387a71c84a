"""How long visitors wait who open Explore at the same moment, and what a visit costs the server.

    python benchmarks/visitors.py [visitors] [rounds] [another checkout]

A visitor is a WebSocket connection of their own that speaks Streamlit's messages as the browser does, but draws
nothing: it connects, asks for the page, and waits until the page's script has finished. A round is that many visitors
at once, each on another preset; before the rounds one visitor comes alone to a fresh server. Processor time is what
the system counts for the server's process. With another checkout of hierview, both are served and asked in turns, and
the last line is the ratio: what else the machine does slows both.

Last, visitors come one after another, first alone, then while the answers of another one are made: a tree of 17,000
classes with 100 true and 100 predicted ones, under all measures. Wanted: at most 500 ms more, median.

Ends by itself: at most 200 visitors, 20 rounds, and 120 seconds for any one of them.
"""

from __future__ import annotations

import asyncio
import os
import random
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hierview import Case  # noqa: E402
from hierview.answers.answers import table  # noqa: E402
from hierview.formats import preset_groups  # noqa: E402
from hierview.formats.link import pack_draft  # noqa: E402

LIMIT = 0.5  # seconds that others may wait longer beside a large case, median
PATIENCE = 120.0  # seconds for one visit
ALONE = 12  # visits one after another
NAMES = [name for names in preset_groups().values() for name in names]


@dataclass
class Server:
    """A running explorer, and what was measured of it. Seconds, but for `read`, bytes that a visit was sent."""

    name: str
    port: int
    pid: int
    first: float = 0.0
    alone: list[float] = field(default_factory=list)
    together: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    read: list[int] = field(default_factory=list)
    beside: list[float] = field(default_factory=list)

    def used(self) -> float:
        """Seconds of processor time so far."""
        told = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def serving(checkout: Path) -> Iterator[Server]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "hierview", "app", "--headless", "--port", str(port)]
    process = subprocess.Popen(command, cwd=checkout, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(600):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        time.sleep(3)  # what a server does once at its start is not a visitor's
        yield Server(checkout.name, port, process.pid)
    finally:
        process.terminate()
        process.wait(20)


async def visit(server: Server, name: str, more: str = "", stay: float = 0) -> tuple[float, int]:
    """Seconds from the connection to the end of the page's script, and how many bytes came. stay: seconds after it."""
    start, read = time.perf_counter(), 0
    url = f"ws://127.0.0.1:{server.port}/_stcore/stream"
    async with (
        asyncio.timeout(PATIENCE),
        websockets.connect(
            url,
            subprotocols=["streamlit"],
            max_size=None,
            open_timeout=PATIENCE,
            proxy=None,  # type: ignore[list-item]
        ) as connection,
    ):
        ask = BackMsg()
        ask.rerun_script.query_string = f"c={name}{more}"
        await connection.send(ask.SerializeToString())
        async for data in connection:
            read += len(data)
            said = ForwardMsg.FromString(data)  # type: ignore[arg-type]
            if said.WhichOneof("type") == "script_finished":
                break
        seconds = time.perf_counter() - start
        await asyncio.sleep(stay)
        return seconds, read


async def one_by_one(server: Server, times: list[float]) -> None:
    for name in NAMES[:ALONE]:
        times.append((await visit(server, name))[0])


async def first(server: Server) -> None:
    server.first, _ = await visit(server, "11a")
    await one_by_one(server, [])


async def together(server: Server, visitors: int) -> None:
    before = server.used()
    found = await asyncio.gather(*(visit(server, NAMES[i % len(NAMES)]) for i in range(visitors)))
    await asyncio.sleep(0.5)
    server.cpu.append((server.used() - before) / visitors)
    server.together += [seconds for seconds, _ in found]
    server.read += [read for _, read in found]


def large() -> str:
    """A tree of 17,000 classes with 200 marked ones, as it stands in an address."""
    rng = random.Random(5)
    names = [str(i) for i in range(17_000)]
    edges = [(names[rng.randrange((i + 3) // 4)], names[i]) for i in range(1, len(names))]
    return "~" + pack_draft(Case.of(edges, rng.sample(names, 100), rng.sample(names, 100)))


async def beside(server: Server, case: str) -> None:
    """Visits alone, and at once after them while the answers of a large case are made."""
    await one_by_one(server, server.alone)
    heavy = asyncio.create_task(visit(server, case, "&p=table%3Dall", stay=PATIENCE))
    await asyncio.sleep(1)
    await one_by_one(server, server.beside)
    heavy.cancel()


def main(visitors: int, rounds: int, other: str) -> int:
    with ExitStack() as stack:
        checkouts = [*([Path(other).resolve()] if other else []), ROOT]
        servers = [stack.enter_context(serving(checkout)) for checkout in checkouts]
        for server in servers:
            asyncio.run(first(server))
        for _ in range(rounds):
            for server in servers:
                asyncio.run(together(server, visitors))
        case = large()
        for server in servers:
            asyncio.run(beside(server, case))
    rows = [
        (
            "",
            "first, ms",
            f"{visitors} at once: median",
            "slowest",
            "CPU a visit",
            "kB",
            "alone",
            "beside a large case",
            "slowest",
        )
    ]
    for s in servers:
        waits = (s.first, median(s.together), max(s.together), median(s.cpu))
        others = (median(s.alone), median(s.beside), max(s.beside))
        shown = [*waits, median(s.read) / 1e6, *others]
        rows.append((s.name, *(f"{1000 * x:,.0f}" for x in shown)))
    print(table(rows, "<>>>>>>>>"))
    print(f"\n{len(servers[-1].together)} visits each; a core serves {1 / median(servers[-1].cpu):.0f} a second")
    now = servers[-1]
    if other:
        before = servers[0]
        waits, costs = median(now.together) / median(before.together), median(now.cpu) / median(before.cpu)
        print(f"against {before.name}: waits {waits:.2f}, first {now.first / before.first:.2f}, CPU {costs:.2f} times")
    return int(median(now.beside) - median(now.alone) > LIMIT)


if __name__ == "__main__":
    numbers = [int(text) for text in sys.argv[1:3]]
    visitors, rounds = [*numbers, *[50, 3][len(numbers) :]]
    sys.exit(main(min(visitors, 200), min(rounds, 20), sys.argv[3] if len(sys.argv) > 3 else ""))
