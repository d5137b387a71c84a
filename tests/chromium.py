"""The browser that tests drive."""

import shutil


def program() -> str | None:
    """The system's Chromium, the one without windows where both are installed; None: the one that Playwright brings."""
    return shutil.which("chromium-headless-shell") or shutil.which("chromium")
