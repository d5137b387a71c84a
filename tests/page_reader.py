"""HTML as tests read it: its elements, texts and comments."""

from __future__ import annotations

from html.parser import HTMLParser

_VOID = {"br", "circle", "ellipse", "hr", "img", "input", "link", "meta", "path", "polygon", "polyline", "rect"}


class PageReader(HTMLParser):
    """Elements of a page with their attributes, texts with the elements around each; all are closed in their place."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[tuple[str, ...], str]] = []
        self.comments: list[str] = []
        self.declarations: list[str] = []
        self.open: list[str] = []
        self.feed(str(source))  # slices of markup would be escaped when they are put together
        self.close()
        assert self.open == []

    @property
    def text(self) -> str:
        """All that is written, one text after the other."""
        return "".join(text for _, text in self.texts)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in _VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        if tag not in _VOID:
            assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append((tuple(self.open), data))

    def handle_comment(self, data):
        self.comments.append(data)

    def handle_decl(self, decl):
        self.declarations.append(decl)

    unknown_decl = handle_pi = handle_decl
