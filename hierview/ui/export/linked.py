"""A link to hand on: as text, as a QR code, as a line for a course page, and a word where nobody else can follow it."""

from __future__ import annotations

import socket
from urllib.parse import urlsplit, urlunsplit

import streamlit as st

from ...errors import HierviewError
from ...languages import _
from ...markup import html
from ...publish.qr import qr_svg
from ...safe import safe
from ..shell.gate import LOCAL, may_be_framed
from ..viewer import viewer


def show_link(link: str, key: str, embed: bool = False) -> None:
    """The link with all that helps others to follow it. embed: whether it is for the frame of another page."""
    viewer(html.copy_button_html(_("Copy link"), link), f"{key}-copy")
    st.code(link, language=None, wrap_lines=True)
    if is_local(link):
        viewer(html.notice_html(follow_advice(link), "hint"), f"{key}-local")
    if embed:
        st.code(frame_line(link), language=None, wrap_lines=True)
        if not may_be_framed():
            st.caption(_("No page may show this server in a frame yet: start it with --embed and the page’s host."))
    with st.expander(_("QR code"), key=f"{key}-qr", on_change="rerun") as box:
        if box.open:
            try:
                viewer(html.qr_figure_html(qr_svg(link)), f"{key}-code")
            except HierviewError as error:
                viewer(html.notice_html(str(error)), f"{key}-long")


def is_local(link: str) -> bool:
    """Whether a link leads to the computer of whoever follows it."""
    host = urlsplit(link).hostname or ""
    return host in LOCAL or host.startswith("127.")


def follow_advice(link: str) -> str:
    """Advice on how others can follow a link to this computer."""
    parts = urlsplit(link)
    port = f":{parts.port}" if parts.port else ""
    there = urlunsplit(parts._replace(netloc=f"{socket.gethostname()}{port}", path="/", query=""))
    return _(
        "This link works on this computer alone. For others, start hierview with --address 0.0.0.0: "
        "it is then called {there} in your network, or by this computer’s address there. Without a "
        "server: hierview site writes a folder for any course page, with the lessons.",
        there=there,
    )


def frame_line(link: str) -> str:
    """A line of HTML that shows what a link leads to within another page."""
    # A text, to be copied: not markup of this page.
    return str(safe('<iframe src="{}" width="100%" height="720" title="hierview" loading="lazy"></iframe>', link))
