"""Long work of a page: drawn while it runs, with a way to stop it; ended with the visit at the latest."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Callable, Hashable
from typing import Any

import streamlit as st

from ...answers.cost import is_heavy
from ...jobs import Busy, Job, Limits, VisitJobs, run_confined, start_job, tell_outcome
from ...jobs.job import running_jobs
from ...languages import _, language
from ...markup import html
from ...markup.pages import evidence as draw
from ...model.case import Case
from ..explore.computed import in_visitor_language
from ..viewer import viewer
from .gate import MEASURES, serves_this_computer_alone
from .page_state import PageState

LIMITS = Limits()
# Jobs of one visit at the same time, and of all visits from one address: nobody keeps everybody else from theirs.
MOST_OF_ONE, MOST_OF_ADDRESS = 3, 4
EVERY = 0.7  # seconds between two looks at a running job
SOON = 1.5  # seconds in which most files are read, for which a page waits before it says that something is under way


@st.cache_resource(scope="session", show_spinner=False, on_release=VisitJobs.close)
def jobs() -> VisitJobs:
    """The jobs of this visit; they end with it."""
    return VisitJobs(visitor_address(st.context.ip_address, st.context.headers.get("X-Forwarded-For", "")))


def visitor_address(peer: str | None, forwarded: str) -> str:
    """Address of a visitor, as the proxy in the same network saw it where there is one; "" on this computer."""
    by_proxy = peer is None or ipaddress.ip_address(peer).is_private
    return forwarded.rpartition(",")[2].strip() if by_proxy and forwarded else peer or ""


def check_room() -> None:
    """Raises Busy where as much is done for this visit, or from its address, as may be at once."""
    from_there = sum("" != job.visitor == jobs().visitor for job in tuple(running_jobs))
    if jobs().running >= MOST_OF_ONE or from_there >= MOST_OF_ADDRESS:
        n = max(jobs().running, from_there)
        raise Busy(_("{n} pieces of work of yours, or from your address, are under way; wait for one, or stop it", n=n))


def confined_task(*folders: str) -> tuple[Any, ...]:
    """The arguments before a task that reads strangers' bytes: where others come in, it reads these folders alone."""
    if serves_this_computer_alone(st.get_option("server.address"), os.environ):
        return ()
    own = filter(None, os.environ.get(MEASURES, "").split(os.pathsep))
    return run_confined, (*folders, *map(os.path.dirname, own))


def begin_job(task: Callable[..., None], *arguments: Any, limits: Limits) -> Job:
    """Begin a job that visits share, this one being the first. Raises Busy where too much is under way."""
    check_room()
    job = start_job(task, *arguments, limits=limits)
    jobs().follow(job)
    return job


def ensure_job(
    place: str, about: Hashable, task: Callable[..., None], *arguments: Any, limits: Limits = LIMITS
) -> Job | None:
    """The job of a place, begun anew unless it is about that; None, with a sentence, where none may begin."""
    job = jobs().get(place)
    if job is not None and job.about == about:
        return job
    jobs().stop(place)
    try:
        check_room()
        return jobs().start(place, about, task, *arguments, limits=limits)
    except Busy as error:
        viewer(html.notice_html(f"{error}."), f"busy-{place}")
        return None


def watch_job(
    job: Job, draw: Callable[[Job], None], page: PageState[Any] | None = None, many: int | None = None
) -> None:
    """Draw a job again and again while it runs; the whole page once more when it ends, or its state is another.

    many: how many results the page shows; once there are more it is drawn anew, too.
    """
    if not job.running:
        draw(job)
        return
    before = page and page.last

    @st.fragment(run_every=EVERY)
    def fragment() -> None:
        jobs().follow(job)  # at every look, as a connection that was cut for a moment begins a visit anew
        if not job.running or (page and page.last) is not before or (many is not None and len(job.results) > many):
            st.rerun()
        draw(job)

    fragment()


def rerun_when_changed(stamp: Callable[[], object], every: float) -> None:
    """Show the page again soon after a stamp, such as that of a file, became another one."""
    before = stamp()

    @st.fragment(run_every=every)
    def fragment() -> None:
        if stamp() != before:
            st.rerun()

    fragment()


def watch_first(
    place: str,
    about: Hashable,
    task: Callable[..., None],
    *arguments: Any,
    page: PageState[Any],
    draw: Callable[..., None],
) -> None:
    """Draw the first result of the job of a place that is about that; until it is there, how far the job came."""
    job = ensure_job(place, about, task, *arguments)
    if job is not None:
        watch_job(job, lambda job: draw(job.results[0]) if job.results else show_progress(job, place), page)


def show_progress(job: Job, place: str, forget: Callable[[], None] | None = None) -> None:
    """Show how far a job came, and a button to stop it; once it has ended otherwise than well, why.

    forget: what lets it be tried again, of a job that is none of this visit's places.
    """
    if job.running:
        with st.container(key=f"running-{place}", horizontal=True, vertical_alignment="center"):
            viewer(draw.progress_html(job.progress.doing, job.progress.done), f"progress-{place}")
            st.button(_("Stop"), key=f"stop-{place}", on_click=job.stop)
        return
    sentence = {
        "stopped": _("Stopped."),
        "late": _("It took too long and was stopped."),
        "large": _(
            "What runs here for you used more than {megabytes:,} MB of memory, of which this took most; "
            "it was stopped.",
            megabytes=job.limits.megabytes,
        ),
        "failed": _("It could not be finished: {why}.", why=job.why),
    }.get(job.state)
    if sentence:
        with st.container(key=f"ended-{place}", horizontal=True, vertical_alignment="center"):
            viewer(html.notice_html(sentence, "hint"), f"notice-{place}")
            st.button(_("Try again"), key=f"again-{place}", on_click=forget or (lambda: jobs().forget(place)))


def result_when_ready(case: Case, place: str, doing: str, function: Callable[..., Any], *arguments: Any) -> Any:
    """Result of `function(*arguments)`, which is never None; None while it is not there yet, which the page says.

    place: where on the page it stands; one piece of work has room there.  doing: what is said meanwhile.
    Raises the HierviewError that the function raises.
    """
    if not is_heavy(case):
        return function(*arguments)
    result = first_result(place, (function.__name__, arguments), tell_outcome, doing, function, arguments)
    if isinstance(result, Exception):
        raise result
    return result


def first_result(
    place: str, about: Hashable, task: Callable[..., None], *arguments: Any, limits: Limits = LIMITS, soon: float = 0.0
) -> Any:
    """The first thing that a task told, once it ended well; None before, and where it failed, which the page says.

    place: where on the page it stands, which keeps what was told.  about: what it is about there.
    soon: seconds for which the page stands still before it says that something is under way.
    """
    about = (about, language())
    last = jobs().kept.get(place)
    if last is not None and last[0] == about:
        return last[1]
    job = ensure_job(place, about, in_visitor_language, language(), task, arguments, limits=limits)
    if job is None:
        return None
    job.ended.wait(soon)
    if job.state == "done":
        jobs().kept[place] = (about, job.results[-1][0])
        jobs().forget(place)
        return jobs().kept[place][1]
    watch_job(job, lambda job: show_progress(job, place))
    return None
