"""How the explorer is served: the doors before it, and what happens once when the server starts.

No page is imported before there is a server, so that Streamlit's caches find theirs.
"""

from __future__ import annotations

import asyncio
import gc
import gzip
import os
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import streamlit as st
from starlette.concurrency import run_in_threadpool
from starlette.formparsers import MultiPartParser
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route
from streamlit import cli_util, file_util
from streamlit.web.server import server_util

from ...errors import HierviewError
from ...flats import parts_at
from ...jobs.process import of_all
from ..explore.instant import LARGEST, reply_at_once
from .gate import (
    EMBED,
    LOCAL,
    MEMORY,
    SERVED_AS,
    Doors,
    Gate,
    answer_headers,
    check_own_folders,
    framing_hosts,
    host_names,
)

PAGE = Path(__file__).with_name("script.py")
MultiPartParser.spool_max_size = 2**31  # Streamlit keeps an upload in memory; on the way there it needs no disk
SWEPT = 60.0  # seconds from one look for what is no longer needed to the next


def server_gate() -> list[Middleware]:
    """The doors as the environment says; ends the server with a sentence where that cannot be."""
    try:
        own_names = host_names(os.environ.get(SERVED_AS, "").split())
        check_own_folders(st.get_option("server.address"), os.environ)
        of_all["megabytes"] = int(os.environ.get(MEMORY) or 6 * 4096)
        allowed = framing_hosts(os.environ.get(EMBED, "").split())
    except HierviewError as error:
        raise SystemExit(f"hierview: {error}") from None
    doors = Doors(st.get_option("server.address") in LOCAL, own_names)
    return [Middleware(Gate, doors=doors, headers=answer_headers(allowed, _page_with_base()))]


def _page_with_base() -> str:
    """Streamlit's page, told where its addresses are: below a page it would look for them there first, in vain."""
    told = '<script>window.__streamlit = { BACKEND_BASE_URL: new URL(".", location.href).href };</script>'
    page = Path(file_util.get_static_dir(), "index.html").read_text(encoding="utf-8")
    return page.replace("<script>", f"{told}<script>", 1)


async def _answer_edit(request: Request) -> Response:
    """The response to edits that are answered at once; 204, no error, where the page itself must answer."""
    if request.headers.get("content-type") != "application/json":
        return Response(status_code=415)
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LARGEST:
            return Response(status_code=413)
    reply = await run_in_threadpool(reply_at_once, body)
    if reply is None:
        return Response(status_code=204)
    whole = JSONResponse(reply)
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return whole
    # Streamlit would pack it as small as can be, which takes several times as long.
    packed = gzip.compress(whole.body, 1)
    return Response(
        packed, media_type="application/json", headers={"content-encoding": "gzip", "vary": "Accept-Encoding"}
    )


async def _script_response(request: Request) -> Response:
    """The response with a component's script and styles. Its name has the version, so that a browser may keep it."""
    components = (import_module("..editor", __package__), import_module("..viewer", __package__))
    texts = {part.name: part.text for part in (component.script() for component in components)}
    text = texts.get(request.path_params["name"])
    if text is None:
        return Response(status_code=404)
    cache = {"cache-control": "public, max-age=31536000, immutable"}
    return Response(text, media_type="text/javascript", headers=cache)


def routes() -> list[Route]:
    """Addresses of our own beside Streamlit's."""
    base = st.get_option("server.baseUrlPath").strip("/")
    root = f"/{base}" if base else ""
    pages = Route(f"{root}/{{page}}", lambda _: HTMLResponse(_page_with_base(), headers={"cache-control": "no-cache"}))
    pages.path_regex = re.compile(rf"{re.escape(root)}/(?P<page>[a-z]+)$")  # files have an ending
    return [
        Route(f"{root}/answer", _answer_edit, methods=["POST"]),
        Route(f"{root}/scripts/{{name}}", _script_response, methods=["GET"]),
        pages,
    ]


@asynccontextmanager
async def start_up(app: Any) -> AsyncIterator[None]:
    """Open a browser where one is wanted, and load the pages before the first visitor waits for them.

    What was loaded by now stays anyway: `gc.freeze` spares the collector from looking through it again.
    """
    if not st.get_option("server.headless"):
        cli_util.open_browser(server_util.get_url(st.get_option("browser.serverAddress")))
    import_module(".page", __package__)
    gc.collect()
    gc.freeze()
    sweeping = asyncio.create_task(_sweep_forever())
    yield
    sweeping.cancel()


def _sweep() -> None:
    for shelf in parts_at("server.shelf"):
        shelf().sweep()


async def _sweep_forever() -> None:
    """Remove what visitors left and was kept long enough, and cycles of objects, for as long as the server runs.

    Streamlit would collect garbage in full after every run of a script, at the cost of the run (config.toml).
    """
    while True:
        await run_in_threadpool(_sweep)
        gc.collect()
        await asyncio.sleep(SWEPT)
