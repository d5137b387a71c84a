"""A page without a browser and without the bar around it: what it hands to its viewers at an address."""

from __future__ import annotations

import json

from ..app_test import AppTest


class Alone:
    """One visit to a page, which goes on from address to address."""

    def __init__(self, page: str):
        script = f"from hierview.ui.page_state import arrive\nfrom hierview.ui.pages.{page} import show\n"
        self.at = AppTest.from_string(f"{script}arrive({page!r})\nshow()")

    def asked(self, **query: str) -> dict[str, str]:
        """The markup of every viewer, by its key, once the address asks for this."""
        self.at.query_params.clear()
        for key, value in query.items():
            self.at.query_params[key] = value
        return self.run()

    def run(self) -> dict[str, str]:
        """The markup of every viewer after what was done to the controls."""
        self.at.run()
        assert not self.at.exception, self.at.exception
        components = [(e.proto.id.split("-", 2)[-1], *json.loads(e.proto.json)) for e in self.at.get("bidi_component")]
        return {key: data["html"] for key, data in components}
