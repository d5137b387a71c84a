"""Gate before the server: who may ask it, under which name, and what a browser may do with its answers.

Plain ASGI, so that it is asked before Streamlit is, whatever the path.
"""

from __future__ import annotations

import ipaddress
import os
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import SplitResult, urlsplit

from ...draw.backends.embedded_case import script_hashes
from ...errors import HierviewError, quoted

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

LOCAL = ("127.0.0.1", "localhost", "::1")  # addresses that this computer alone reaches
# The environment variables with what flags of `hierview app` name, blanks between several hosts.
SERVED_AS, EMBED = "HIERVIEW_SERVED_AS", "HIERVIEW_EMBED"
STUDIES, MEASURES, MEMORY = "HIERVIEW_STUDIES", "HIERVIEW_MEASURES", "HIERVIEW_MEMORY"
LOCAL_CODE = "HIERVIEW_LOCAL_CODE"  # "1" lets a server that others reach run code, too
WILDCARDS = ("0.0.0.0", "::")  # addresses that stand for all of this computer
ANY = "any"
CLOSED = "/_stcore/metrics"
_PORTS = {"http": 80, "https": 443}
_NAME = r"(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?"
_FRAMER = re.compile(rf"(https?://)?{_NAME}(:(\d{{1,5}}|\*))?", re.IGNORECASE)

# Streamlit loads the scripts of components from blob: addresses. Styles stand in the page: emotion and the
# drawings write them there.
_POLICY = {
    "default-src": "'self'",
    "script-src": "'self' blob:",
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "font-src": "'self' data:",
    "connect-src": "'self'",
    "worker-src": "'self' blob:",
    "frame-src": "'none'",
    "object-src": "'none'",
    "base-uri": "'self'",
    "form-action": "'self'",
}


def framing_hosts(hosts: Iterable[str]) -> tuple[str, ...]:
    """The hosts whose pages may show the explorer in a frame, ("any",) for all; a HierviewError where one is none.

    >>> framing_hosts(["course.example.edu", "https://*.example.org:8443"])
    ('course.example.edu', 'https://*.example.org:8443')
    """
    accepted = f"host; --embed takes one such as course.example.edu, https://*.example.edu or localhost:8000, or {ANY}"
    unique = _distinct_names(hosts, _FRAMER, accepted)
    return (ANY,) if ANY in unique else unique


def may_be_framed() -> bool:
    """Whether pages of other hosts may show the explorer in a frame."""
    return bool(os.environ.get(EMBED, "").split())


def host_names(hosts: Iterable[str]) -> tuple[str, ...]:
    """Further names that the explorer goes by; a HierviewError where one is none.

    >>> host_names(["hv.Example.edu", "*.example.org"])
    ('hv.example.edu', '*.example.org')
    """
    accepted = "name of a computer; --served-as takes one such as hv.example.edu"
    return _distinct_names((host.lower() for host in hosts), re.compile(_NAME), accepted)


def _distinct_names(texts: Iterable[str], pattern: re.Pattern[str], accepted: str) -> tuple[str, ...]:
    unique = tuple(dict.fromkeys(texts))
    for text in unique:
        if not pattern.fullmatch(text):
            raise HierviewError(f"{quoted(text)} is no {accepted}")
    return unique


def serves_this_computer_alone(address: str | None, environment: Mapping[str, str]) -> bool:
    """Whether nobody else comes in: at an address of this computer, and under no name that a proxy serves."""
    return address in LOCAL and not environment.get(SERVED_AS, "").strip()


def check_own_folders(address: str | None, environment: Mapping[str, str]) -> None:
    """Raises HierviewError where others come in to what the environment names of this computer's own."""
    if not re.fullmatch("[1-9][0-9]{2,6}", memory := environment.get(MEMORY) or "4096"):
        raise HierviewError(f"--memory ({MEMORY}) {quoted(memory)} is not accepted; megabytes from 100 on are")
    if serves_this_computer_alone(address, environment):
        return
    who = f"--served-as {environment[SERVED_AS]}" if address in LOCAL else quoted(address or "every address")
    if environment.get(STUDIES):
        raise HierviewError(
            f"--studies ({STUDIES}) shows a folder to everybody, and {who} lets others in; leave out one of them: "
            "without --studies each visitor keeps studies for a day"
        )
    if environment.get(MEASURES) and environment.get(LOCAL_CODE) != "1":
        raise HierviewError(
            f"--measures ({MEASURES}) runs code, and {who} lets others in; leave out one of them, or set {LOCAL_CODE}=1"
        )


def answer_headers(hosts: tuple[str, ...] = (), page: str = "") -> dict[str, str]:
    """Headers of every answer. hosts: those of `framing_hosts`.  page: the first one's HTML, whose scripts may run."""
    ancestors = "*" if hosts == (ANY,) else " ".join(hosts) or "'none'"
    policy = _POLICY | {
        "script-src": f"{_POLICY['script-src']} {script_hashes(page)}".strip(),
        "frame-ancestors": ancestors,
    }
    values = {
        "content-security-policy": "; ".join(f"{key} {value}" for key, value in policy.items()),
        "x-content-type-options": "nosniff",
        "referrer-policy": "same-origin",
    }
    return values if hosts else values | {"x-frame-options": "DENY"}


@dataclass(frozen=True)
class Doors:
    """Rules on the names that the explorer is asked by, and on the pages that may ask it."""

    local: bool = True
    """Whether this computer alone reaches it."""
    names: tuple[str, ...] = ()
    """Further names of its own, which may begin with `*.`."""

    def refusal(self, host: str | None, origin: str | None, reached: str = "") -> str:
        """Why a request is not answered; "" where it is. reached: the address of this computer that it came to.

        Whoever can give this computer a name of their choice makes their pages one with ours. A server for this
        computer alone therefore goes by `localhost`, by addresses, and by the names that it was given.

        >>> Doors().refusal("127.0.0.1:8501", "http://127.0.0.1:8501")
        ''
        >>> Doors().refusal("127.0.0.1:8501", "http://example.com")
        'Pages of http://example.com may not use this explorer.'
        """
        if self.local and _is_address(reached) and not ipaddress.ip_address(reached).is_loopback:
            return "This explorer is for one computer alone. If others may come in, start it with --address."
        hostname = _hostname(f"//{host or ''}")
        if self.local and host is not None and not _is_its_own(hostname) and not self._has_name(hostname):
            return (
                f"This explorer is for one computer alone and does not go by the name {quoted(host)}. "
                "If it should, start it with --served-as and that name."
            )
        if origin is None or _is_same_origin(origin, host or "") or self._has_name(_hostname(origin)):
            return ""
        return f"Pages of {quoted(origin, 100)[1:-1]} may not use this explorer."

    def _has_name(self, hostname: str) -> bool:
        return any(hostname.endswith(name[1:]) if name[0] == "*" else hostname == name for name in self.names)


def _url_parts(url: str) -> SplitResult:
    """The parts of an address; none where it is no address."""
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018 - raises where it is no number
    except ValueError:
        return urlsplit("")
    return parts


def _hostname(url: str) -> str:
    return (_url_parts(url).hostname or "").rstrip(".")


def _is_its_own(hostname: str) -> bool:
    """Whether nobody can make it lead to another computer than it says: an address, or `localhost`."""
    return _is_address(hostname) or hostname == "localhost" or hostname.endswith(".localhost")


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _is_same_origin(origin: str, host: str) -> bool:
    page, address = _url_parts(origin), _url_parts(f"//{host}")
    if page.scheme not in ("http", "https") or not page.hostname:
        return False
    usual = _PORTS[page.scheme]
    return (page.hostname, page.port or usual) == (address.hostname, address.port or usual)


class Gate:
    """An ASGI application behind its doors, with these headers on everything that it answers."""

    def __init__(self, app: App, doors: Doors, headers: Mapping[str, str]):
        self.app, self.doors = app, doors
        self.headers = [(name.encode(), value.encode()) for name, value in headers.items()]

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        names = {name: value.decode("latin-1") for name, value in scope["headers"] if name in (b"host", b"origin")}
        # The doors follow the configuration; another program that serves app.py may listen elsewhere.
        reached, _port = scope.get("server") or ("", None)
        refusal = self.doors.refusal(names.get(b"host"), names.get(b"origin"), reached)
        if scope["type"] == "websocket":
            if refusal:
                await receive()
                await send({"type": "websocket.close", "code": 1008})
                return
            # Of an origin other than its own, even one that may connect, Streamlit asks an outside host.
            scope["headers"] = [(name, value) for name, value in scope["headers"] if name != b"origin"]
            await self.app(scope, receive, send)
        elif refusal:
            await self._answer(403, refusal, send)
        elif scope["path"].rstrip("/").endswith(CLOSED):
            await self._answer(404, "There is nothing here.", send)
        else:
            await self.app(scope, receive, self._with_headers(send))

    def _with_headers(self, send: Send) -> Send:
        ours = {name for name, _ in self.headers}

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                others = [(name, value) for name, value in message.get("headers", ()) if name.lower() not in ours]
                message = {**message, "headers": [*others, *self.headers]}
            await send(message)

        return sending

    async def _answer(self, status: int, text: str, send: Send) -> None:
        body = f"{text}\n".encode()
        head = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": status, "headers": [*head, *self.headers]})
        await send({"type": "http.response.body", "body": body})
