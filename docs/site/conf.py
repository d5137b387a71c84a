"""How Sphinx sets the handbook's pages, which docs/handbook.py writes."""

from hierview.draw.scenes.style import DARK, LIGHT
from hierview.version import __version__

project = "hierview"
author = "The hierview authors"
release = __version__
extensions = ["myst_parser"]
myst_enable_extensions = ["deflist", "attrs_inline"]
myst_heading_anchors = 3
templates_path = ["templates"]
html_theme = "furo"
html_title = "hierview"
exclude_patterns = ["*-files", "**/*-files"]  # what blocks wrote
html_css_files = ["colours.css", "viewer.css", "handbook.css"]
html_show_sphinx = False
html_copy_source = False
html_show_copyright = False
_BRAND = ("color-brand-primary", "color-brand-content")
html_theme_options = {
    "announcement": " ",  # its place holds the bar, see templates/page.html
    "top_of_page_buttons": [],
    "light_css_variables": dict.fromkeys(_BRAND, LIGHT["accent"]),
    "dark_css_variables": dict.fromkeys(_BRAND, DARK["accent"]),
}
pygments_style = "tango"
pygments_dark_style = "monokai"
# Languages of blocks that Pygments does not know are plain.
suppress_warnings = ["misc.highlighting_failure"]
