"""Lessons in a real browser: choosing on the drawing, keys, the list, narrow pages, contrast."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from hierview.lessons.library import lessons

from .explorer import Explorer
from .test_accessible import violations
from .test_looks import expect_contrast


class Taking(Explorer):
    """A page with a lesson on it."""

    def open(self, query: str = "") -> Taking:
        """Visit a step anew and wait until it stands there."""
        self.page.goto(f"{self.server}/lessons{query}")
        expect(self.heading).to_be_visible(timeout=30_000)
        self.settle()
        return self

    @property
    def heading(self) -> Locator:
        return self.page.locator(".lesson-head h1")

    @property
    def verdict(self) -> Locator:
        return self.page.locator(".lesson-verdict strong")

    def drawn(self, name: str) -> Locator:
        return self.page.locator(f".choosing g.class:has(title:text-is('{name}'))")

    def press(self, label: str) -> Taking:
        self.page.get_by_role("button", name=label, exact=True).click()
        self.settle()
        return self


def taking(visits, look: str = "wide") -> Taking:
    explorer = visits.page(look)
    explorer.__class__ = Taking
    return explorer
