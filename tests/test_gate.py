"""Who may ask the explorer, what goes with its answers, and that nothing leaves the computer while it runs."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from hierview import HierviewError
from hierview.ui import editor, viewer
from hierview.ui.shell.gate import (
    CLOSED,
    MEMORY,
    Doors,
    Gate,
    answer_headers,
    check_own_folders,
    framing_hosts,
    host_names,
)
from tests.each import each
from tests.processes import free_port, serving, status
from tests.samples import ROOT
from tests.shell import HEAVY, python, refused

pytestmark = pytest.mark.slow

# What a server says to itself of every connection and every look-up beyond this computer.
_WATCH = """
import os, sys
def watch(event, what):
    if event in ("socket.connect", "socket.sendto"):
        address = what[1]
        if isinstance(address, tuple) and address[0] not in ("127.0.0.1", "::1", "localhost"):
            note(event, address)
    elif event in ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"):
        if what[0] not in ("127.0.0.1", "::1", "localhost", "0.0.0.0", None):
            note(event, what)
def note(event, what):
    with open(os.environ["WATCHED"], "a") as log:
        log.write(f"{event} {what}\\n")
sys.addaudithook(watch)
"""
_UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}


# Doors


FOREIGN = (
    *("http://evil.example", "http://127.0.0.1:9999", "http://localhost:8501", "null", "", "file://"),
    *("http://127.0.0.1:8501.evil.example", "http://[::1"),
)
STRANGE = (
    *("evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "", "[::1", "x:99999999"),
    *("example.org", "hv.example.edu.evil.example"),
)


@each(
    "host, origin",
    [
        ("127.0.0.1:8501", None),
        ("127.0.0.1:8501", "http://127.0.0.1:8501"),
        ("LocalHost:8501", "http://localhost:8501"),
        ("hierview.localhost", "http://hierview.localhost"),
        ("[::1]:8501", "http://[::1]:8501"),
        ("192.168.0.7", "https://192.168.0.7:443"),
        (None, None),
        ("hv.example.edu", "https://hv.example.edu"),
        ("127.0.0.1:8501", "https://hv.example.edu"),  # a proxy that keeps its own name to itself
        ("a.example.org:81", "http://a.example.org:81"),
    ],
)
def test_these_are_let_in(host, origin):
    assert Doors(True, ("hv.example.edu", "*.example.org")).refusal(host, origin) == ""


@each(
    "host, origin",
    [
        *(("127.0.0.1:8501", origin) for origin in FOREIGN),
        *((host, None) for host in STRANGE),
        ("evil.example:8501", "http://evil.example:8501"),
        (None, "http://evil.example"),
    ],
)
def test_these_are_refused(host, origin):
    assert Doors(True, ("hv.example.edu", "*.example.org")).refusal(host, origin).endswith(".")


def test_a_server_for_others_goes_by_any_name_and_still_refuses_foreign_pages():
    doors = Doors(local=False)
    assert doors.refusal("hv.example.edu", "https://hv.example.edu") == ""
    assert doors.refusal("hv.example.edu", "https://evil.example")


# Headers


@pytest.mark.parametrize(
    ("hosts", "ancestors", "frame"),
    [((), "'none'", "DENY"), (("a.example",), "a.example", None), (("any",), "*", None)],
)
def test_who_may_frame_it(hosts, ancestors, frame):
    found = answer_headers(hosts)
    assert f"frame-ancestors {ancestors}" in found["content-security-policy"].split("; ")
    assert found.get("x-frame-options") == frame


def test_the_policy_lets_nothing_in_from_elsewhere():
    given = answer_headers(page="<script>a()</script><script src=b></script>")["content-security-policy"]
    policy = dict(part.split(" ", 1) for part in given.split("; "))
    # printf 'a()' | openssl dgst -sha256 -binary | base64
    assert policy["script-src"] == "'self' blob: 'sha256-qVpDBgj7bpq5hMAcGp3AOc79J3Y1Z4HvySTwKrWDoy4='"
    assert "http" not in given
    assert "*" not in given
    assert policy["object-src"] == policy["frame-src"] == "'none'"


@each(
    "host",
    ["a b", "a;script-src *", "'self'", "*", "javascript:x", "ftp://a", "a/b", "", "a,b", "a\n", "-a", "ä.example"],
)
def test_what_is_no_host_is_refused(host):
    with pytest.raises(HierviewError):
        framing_hosts([host])
    with pytest.raises(HierviewError):
        host_names([host])


def test_any_host_stands_alone():
    assert framing_hosts(["a.example", "any"]) == ("any",)


# The gate


def asked(scope: dict, **doors) -> list[dict]:
    """What the gate sends for a request, before an application that answers everything."""
    sent: list[dict] = []

    async def app(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": [(b"x-frame-options", b"ALLOWALL")]})
        await send({"type": "http.response.body", "body": b"fine", "seen": scope["headers"]})

    async def receive():
        return {"type": f"{scope['type']}.connect"}

    async def send(message):
        sent.append(message)

    given = [(name.lower().encode(), value.encode()) for name, value in scope.pop("given", {}).items()]
    scope = {"type": "http", "path": "/", "headers": given} | scope
    # In a thread of its own: where a browser is driven from this process, a loop runs in this one.
    with ThreadPoolExecutor(1) as threads:
        threads.submit(asyncio.run, Gate(app, Doors(**doors), answer_headers())(scope, receive, send)).result()
    return sent


def test_headers_are_on_every_answer_and_ours_win():
    for scope in ({}, {"given": {"Origin": "http://evil.example"}}, {"path": CLOSED}):
        start, _ = asked(scope)
        found = start["headers"]
        assert dict(found)[b"x-frame-options"] == b"DENY"
        assert len({name for name, _ in found}) == len(found)
        assert b"frame-ancestors 'none'" in dict(found)[b"content-security-policy"]


@each("reached, status", [("127.0.0.1", 200), ("::1", 200), ("192.0.2.7", 403), ("2001:db8::7", 403)])
def test_a_server_for_one_computer_answers_there_alone_whatever_it_listens_on(reached, status):
    assert asked({"server": (reached, 8501)})[0]["status"] == status
    assert asked({"server": (reached, 8501)}, local=False)[0]["status"] == 200


@pytest.mark.parametrize("path", [CLOSED, CLOSED + "/", "/lab" + CLOSED])
def test_the_metrics_of_the_server_are_closed(path):
    assert asked({"path": path})[0]["status"] == 404


def test_a_foreign_connection_is_closed_before_the_application_sees_it():
    scope = {"type": "websocket", "path": "/_stcore/stream", "given": {"Origin": "http://evil.example"}}
    assert asked(scope) == [{"type": "websocket.close", "code": 1008}]


def test_streamlit_never_learns_of_another_origin():
    """It would look for this computer's address outside, even for one that may connect."""
    given = {"Host": "127.0.0.1", "Origin": "https://hv.example.edu", "Cookie": "a"}
    _, body = asked({"type": "websocket", "path": "/_stcore/stream", "given": given}, names=("hv.example.edu",))
    assert body["seen"] == [(b"host", b"127.0.0.1"), (b"cookie", b"a")]


# The server


_OPEN = ["--server.address=0.0.0.0", "--server.headless=true", "--server.port={port}"]


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(["hierview", "app", "--headless", "--port", "{port}"], id="local"),
        pytest.param(
            ["hierview", "app", "--address", "0.0.0.0", "--port", "{port}"], id="open", marks=pytest.mark.whole
        ),
        pytest.param(["streamlit", "run", str(ROOT / "app.py"), *_OPEN], id="streamlit", marks=pytest.mark.whole),
    ],
)
def test_no_request_leaves(command, tmp_path):
    """Not at the start, whatever the address, and not for a visitor from elsewhere. Elsewhere is not there anyway."""
    nowhere = dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), "http://127.0.0.1:9")
    (tmp_path / "sitecustomize.py").write_text(_WATCH)
    port, watched = free_port(), tmp_path / "watched.txt"  # in which the server notes what it asks elsewhere
    paths = os.pathsep.join(filter(None, [str(tmp_path), str(ROOT), os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, **nowhere, "PYTHONPATH": paths, "WATCHED": str(watched), "HOME": str(tmp_path)}
    environment |= {"STREAMLIT_SERVER_HEADLESS": "true", "HIERVIEW_SERVED_AS": "hv.example.edu"}
    program = [sys.executable, "-m", *(part.format(port=port) for part in command)]
    with serving(program, port, tmp_path, environment) as log:
        assert status(port, "/") == 200
        stream = "/_stcore/stream"
        own = f"127.0.0.1:{port}"
        assert status(port, stream, Origin=f"http://{own}", **_UPGRADE) == 101
        assert status(port, stream, Origin="http://evil.example", **_UPGRADE) == 403
        assert status(port, stream, Origin="https://hv.example.edu", **_UPGRADE) == 101
        assert status(port, "/", Origin="http://evil.example") == 403
        assert status(port, "/_stcore/metrics") == 404
        assert [status(port, f"/scripts/{part.script().name}") for part in (editor, viewer)] == [200, 200]
        assert status(port, "/scripts/ed-0123456789abcdef.js") == 404
        assert status(port, "/scripts/..%2Fserver.py") in (400, 404)
        assert status(port, "/", Host="evil.example") == (403 if "--headless" in command else 200)
    said = log.read_text()
    assert not watched.exists(), watched.read_text()
    assert "external IP" not in said
    assert "Traceback" not in said
    assert "No runtime found" not in said
    assert f"http://127.0.0.1:{port}" in said


def test_the_watch_sees_what_leaves(tmp_path):
    """The test above would notice: a look-up, and a connection."""
    (tmp_path / "sitecustomize.py").write_text(_WATCH)
    code = (
        "import socket\ns = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\ns.connect(('192.0.2.1', 9))\n"
        "try:\n    socket.getaddrinfo('a.invalid', 1)\nexcept OSError:\n    pass\n"
    )
    watched = tmp_path / "watched.txt"
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "WATCHED": str(watched)}
    subprocess.run([sys.executable, "-c", code], env=environment, check=False, capture_output=True)
    assert [line.split()[0] for line in watched.read_text().splitlines()] == ["socket.connect", "socket.getaddrinfo"]


@each(
    "arguments, says",
    [
        ("--embed a;b", "--embed takes"),
        ("--embed x --embed a/b", "--embed takes"),
        ("--served-as https://a", "--served-as takes"),
        ("--studies nowhere", "'nowhere' is no folder; --studies takes a folder in which each study has one"),
        ("--studies . --address 0.0.0.0", "shows a folder to everybody, and '0.0.0.0' lets others in"),
        ("--studies . --served-as hv.example.edu", "and --served-as hv.example.edu lets others in"),
        ("--measures app.py --address 0.0.0.0", "HIERVIEW_LOCAL_CODE=1"),
        ("--measures app.py --served-as hv.example.edu", "or set HIERVIEW_LOCAL_CODE=1"),
    ],
)
def test_the_shell_says_what_cannot_be_served(arguments, says, capsys, monkeypatch):
    monkeypatch.delenv("HIERVIEW_LOCAL_CODE", raising=False)
    monkeypatch.setattr("os.execve", lambda *given: pytest.fail("it was started"))
    assert says in refused(capsys, "app", "--headless", *arguments.split())


@each(
    "address, given, told",
    [
        ("127.0.0.1", {"HIERVIEW_EMBED": "a;b"}, "no host"),
        ("0.0.0.0", {"HIERVIEW_STUDIES": "."}, "'0.0.0.0' lets others in"),
    ],
)
def test_a_wrong_environment_ends_the_server_with_a_sentence(address, given, told):
    setting = f"from streamlit import config; config.set_option('server.address', {address!r})"
    command = [sys.executable, "-c", f"from hierview.ui.shell.server import server_gate; {setting}; server_gate()"]
    done = subprocess.run(command, cwd=ROOT, env=os.environ | given, capture_output=True, text=True, timeout=600)
    assert done.returncode == 1
    assert told in done.stderr
    assert "Traceback" not in done.stderr


def test_the_server_loads_without_the_pages():
    code = "import sys, app; assert not {'hierview.ui.shell.page', 'hierview.ui.explore.state'} & set(sys.modules)"
    python(code)


def test_the_first_page_loads_nothing_that_it_does_not_need():
    """Streamlit loads pandas and pyarrow as soon as it has to look whether something is a dataframe."""
    code = (
        "import sys; from streamlit.testing.v1 import AppTest\n"
        "at = AppTest.from_file('hierview/ui/shell/script.py', default_timeout=600).run()\n"
        "assert not at.exception and at.get('bidi_component'), at.exception\n"
        f"print(*{HEAVY | {'IPython', 'jinja2', 'rdflib'}} & set(sys.modules))"
    )
    assert python(code).split() == []


def test_memory_is_a_number_of_megabytes():
    check_own_folders("127.0.0.1", {MEMORY: "2048"})
    for memory in ("99", "2g", "1" * 9):
        with pytest.raises(HierviewError, match="megabytes from 100 on are"):
            check_own_folders("127.0.0.1", {MEMORY: memory})


def test_study_shows_its_frame_and_what_it_waits_for_before_its_parts_are_loaded():
    code = (
        "from unittest.mock import patch; import streamlit as st; from tests.app_test import PageAlone\n"
        "page = PageAlone('study')\n"
        "with patch('hierview.study.ui.page.import_module', lambda name: st.stop()): page.visit()\n"
        "print(page.at.title[0].value, page.at.caption[0].value, sep='|')\n"
        "assert 'ranking' in page.run() and not page.at.caption"
    )
    told = "Which system is best, and does the measure decide?|Loading what reads and scores whole data sets …\n"
    assert python(code) == told
