"""How long visitors wait who open Explore at the same moment or edit it together, and what that costs the server.

    python benchmarks/visitors.py [visitors] [rounds] [another checkout]

A visitor is a WebSocket connection of their own that speaks Streamlit's messages as the browser does, but draws
nothing: it connects, asks for the page, and waits until the page's script has finished. A round is that many visitors
at once, each on another preset; before the rounds one visitor comes alone to a fresh server. Processor time is what
the system counts for the server's process. With another checkout of hierview, both are served and asked in turns, and
the last line is the ratio: what else the machine does slows both.

Then a class of forty students mark classes of presets, each every three seconds: the edit is asked for at once, and the
page follows when the hand rests, as in the browser. Wanted: 95 % of the answers within 0.5 s.

Last, visitors come one after another, first alone, then while the answers of another one are made: a tree of 17,000
classes with 100 true and 100 predicted ones, under all measures. Wanted: at most 500 ms more, median.

Ends by itself: at most 200 visitors, 20 rounds, and 120 seconds for any one of them.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from statistics import median, quantiles

import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hierview import Case  # noqa: E402
from hierview.answers.answers import text_table  # noqa: E402
from hierview.formats import preset_groups  # noqa: E402
from hierview.formats.link import pack_draft  # noqa: E402

STUDENTS, PAUSE, EDITS, REST = 40, 3.0, 6, 0.25  # seconds from edit to edit, and until the page follows
SLOWEST = 0.5  # seconds until 95 % of the answers to students are there
LIMIT = 0.5  # seconds that others may wait longer beside a large case, median
PATIENCE = 120.0  # seconds for one visit
ALONE = 12  # visits one after another
JSON = {"Content-Type": "application/json"}
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
    edits: list[float] = field(default_factory=list)
    edit_cpu: float = 0.0

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


class Student:
    """A visitor who stays and edits."""

    def __init__(self, server: Server, number: int):
        self.server, self.chance = server, random.Random(number)
        self.query, self.there = f"c={NAMES[number % len(NAMES)]}", asyncio.Event()

    async def run(self, connection: websockets.ClientConnection, log: Sequence[Mapping[str, object]] = ()) -> None:
        """Let the page run, with edits that it has not taken yet."""
        ask = BackMsg()
        ask.rerun_script.query_string = self.query
        if log:
            told = ask.rerun_script.widget_states.widgets.add()
            told.id, told.json_value = self.editor, json.dumps({"edits": {"log": log}})
        await connection.send(ask.SerializeToString())
        async for data in connection:
            said = ForwardMsg.FromString(data)  # type: ignore[arg-type]
            component = said.delta.new_element.bidi_component
            if component.component_name.endswith("hierview_editor"):
                self.editor, (self.data,) = component.id, json.loads(component.json)
            if said.WhichOneof("type") == "script_finished":
                return

    def answer(self, log: Sequence[Mapping[str, object]]) -> float:
        """Seconds until an edit is answered at once."""
        start = time.perf_counter()
        asking = HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)
        asking.request("POST", "/answer", json.dumps({"page": self.data["page"], "log": log}), JSON)
        reply = asking.getresponse()
        answered = json.loads(reply.read() or b"{}")
        seconds = time.perf_counter() - start
        assert "show" in answered, reply.status
        return seconds

    async def study(self, begin: asyncio.Event) -> None:
        """Open a preset, and edit it once all have one."""
        url = f"ws://127.0.0.1:{self.server.port}/_stcore/stream"
        async with websockets.connect(url, subprotocols=["streamlit"], max_size=None, proxy=None) as connection:  # type: ignore[list-item]
            await self.run(connection)
            self.there.set()
            await begin.wait()
            await asyncio.sleep(self.chance.random() * PAUSE)
            for _ in range(EDITS):
                due = time.perf_counter() + PAUSE
                name = self.chance.choice([c["name"] for c in self.data["classes"] if "stands" not in c])
                mark = self.chance.choice(["true", "predicted", "both"])
                edit = {"op": "mark", "name": name, "mark": mark, "drawingVersion": self.data["drawingVersion"]}
                log = [{**edit, "number": self.data["lastEdit"] + 1}]
                self.server.edits.append(await asyncio.to_thread(self.answer, log))
                await asyncio.sleep(REST)
                await self.run(connection, log)
                await asyncio.sleep(max(0.0, due - time.perf_counter()))


async def studying(server: Server) -> None:
    """Forty students who open a preset each, then edit it."""
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(STUDENTS))
    begin = asyncio.Event()
    students = [Student(server, number) for number in range(STUDENTS)]
    work = [asyncio.create_task(student.study(begin)) for student in students]
    await asyncio.gather(*(student.there.wait() for student in students))
    before = server.used()
    begin.set()
    await asyncio.gather(*work)
    server.edit_cpu = (server.used() - before) / len(server.edits)


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
        asyncio.run(studying(servers[-1]))
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
    print(text_table(rows, "<>>>>>>>>"))
    print(f"\n{len(servers[-1].together)} visits each; a core serves {1 / median(servers[-1].cpu):.0f} a second")
    now = servers[-1]
    if other:
        before = servers[0]
        waits, costs = median(now.together) / median(before.together), median(now.cpu) / median(before.cpu)
        print(f"against {before.name}: waits {waits:.2f}, first {now.first / before.first:.2f}, CPU {costs:.2f} times")
    late = quantiles(now.edits, n=20)[-1]
    print(
        f"{STUDENTS} students, an edit every {PAUSE:g} s, {1000 * now.edit_cpu:.0f} ms of processor each: answered in"
    )
    print(f"{1000 * median(now.edits):.0f} ms, 95 % in {1000 * late:.0f} ms, where {1000 * SLOWEST:.0f} ms are wanted")
    return int(late > SLOWEST or median(now.beside) - median(now.alone) > LIMIT)


if __name__ == "__main__":
    numbers = [int(text) for text in sys.argv[1:3]]
    visitors, rounds = [*numbers, *[50, 3][len(numbers) :]]
    sys.exit(main(min(visitors, 200), min(rounds, 20), sys.argv[3] if len(sys.argv) > 3 else ""))
