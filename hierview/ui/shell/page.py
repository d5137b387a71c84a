"""Page set-up and navigation: what every page has around it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import streamlit as st

from ...draw.scenes.style import page_css_colours
from ...flats import flats, missing_flat_sentence, shipped_words, titles_with_flat_pages
from ...languages import LANGUAGES, N_, _, language
from ...markup import html
from ...safe import Markup
from ..compare import page as compare
from ..compare.state import COMPARE
from ..explore import page as explore
from ..explore.state import EXPLORE
from ..measures import page as measures
from ..measures.state import MEASURES
from ..viewer import viewer
from .links import page_link
from .page_state import PageState, note_arrival, speak_language, with_language
from .widgets import inline_markup

# In the order of the bar, where those of flats stand between. A link in it leads back to what the page shows.
_PAGES: dict[str, tuple[Callable[[], None], PageState[Any]]] = {
    N_("Explore"): (explore.show, EXPLORE),
    N_("Compare"): (compare.show, COMPARE),
    N_("Measures"): (measures.show, MEASURES),
}


@cache
def _pages_by_title() -> dict[str, tuple[Callable[[], None], PageState[Any]]]:
    """The pages in the order of the bar, with those of flats."""
    pages = _PAGES | {
        title: (flat.load(one["show"]), flat.load(one["state"]))
        for flat in flats()
        for title, one in flat.pages.items()
    }
    return {title: pages[title] for title in titles_with_flat_pages(list(_PAGES))}


def show_absent_page(title: str) -> None:
    """Show how to get the page of a flat that was taken away."""
    viewer(html.notice_html(f"{missing_flat_sentence('pages', title)}."), "absent")


def _absent_pages() -> list[Any]:
    """A page for each of hierview's own that is not here."""
    titles = [title for words in shipped_words().values() for title in words.get("pages", ())]
    return [page_link(title, partial(show_absent_page, title)) for title in titles if title not in _pages_by_title()]


@cache
def _styles_element() -> str:
    """The styles of all pages as an element, the core's before those of flats; read once, for every run shows them."""
    frame = (Path(__file__).parent / "page.css").read_text(encoding="utf-8")
    of_flats = "".join(flat.read_styles("page_styles") for flat in flats())
    return f"<style>{page_css_colours(':root')}{frame}{of_flats}</style>"


def run() -> None:
    """Show the page that the address names."""
    st.set_page_config(page_title="hierview", layout="wide", initial_sidebar_state="collapsed")
    st.html(_styles_element())
    pages = [page_link(title, show) for title, (show, _state) in _pages_by_title().items()]
    here = st.navigation([*pages, *_absent_pages()], position="hidden")
    note_arrival(here.url_path)
    if not st.context.is_embedded:
        _show_top_bar(here)
    here.run()


def _show_top_bar(here: Any) -> None:
    with st.container(key="topbar", horizontal=True, vertical_alignment="center"):
        inline_markup(Markup('<span class="hv-brand">hierview</span>'))
        for title, (show, state) in _pages_by_title().items():
            place = "here" if state.path == here.url_path else "there"
            with st.container(key=f"nav-{place}-{title}", width="content"):
                address = with_language(state.address())
                st.page_link(page_link(title, show), label=_(title), width="content", query_params=address or None)
    with st.container(key="pagemenu", width="content"):
        viewer(html.page_menu_html(LANGUAGES, language()), "language", on_pick=speak_language)
