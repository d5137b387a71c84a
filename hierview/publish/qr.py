"""A link as a QR code, for those who sit before a screen with a phone in hand."""

from __future__ import annotations

from ..errors import HierviewError
from ..safe import Markup, trusted

MOST_CHARACTERS = 1_200  # beyond, a phone cannot tell the dots apart across a room


def qr_svg(link: str) -> Markup:
    """The QR code as inline SVG, dark on white whatever the page's colours; a HierviewError for a link too long."""
    if len(link) > MOST_CHARACTERS:
        raise HierviewError(
            f"a link of {len(link):,} characters is too long for a QR code that phones read; at most "
            f"{MOST_CHARACTERS:,} are accepted"
        )
    import segno  # when it is wanted: few pages show one

    code = segno.make(link, error="l" if len(link) > 300 else "m", micro=False)
    return trusted(code.svg_inline(scale=4, border=4, dark="#000", light="#fff", omitsize=True, svgclass="qr"))
