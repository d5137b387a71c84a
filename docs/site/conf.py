"""How Sphinx sets the handbook's pages, which docs/handbook.py writes."""

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
html_css_files = ["viewer.css", "handbook.css"]
html_show_sphinx = False
html_copy_source = False
html_show_copyright = False
html_theme_options = {
    "announcement": " ",  # its place holds the bar, see templates/page.html
    "top_of_page_buttons": [],
    "light_css_variables": {"color-brand-primary": "#0f6e64", "color-brand-content": "#0f6e64"},
    "dark_css_variables": {"color-brand-primary": "#4fb3a5", "color-brand-content": "#4fb3a5"},
}
pygments_style = "tango"
pygments_dark_style = "monokai"
# Languages of blocks that Pygments does not know are plain.
suppress_warnings = ["misc.highlighting_failure"]
