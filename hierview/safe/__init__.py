"""Safe HTML as a type: whatever is `Markup` was written here as HTML, or escaped; a plain text is neither.

`Markup` is markupsafe's. Its own `format` does what `safe` does, and takes ten times as long; tests/test_safe.py keeps
everybody to the ways that are here.
"""

from __future__ import annotations

import html
from collections.abc import Iterable

from markupsafe import Markup as Markup

from ..languages import _, fill_in, language


def safe(template: str, *parts: object) -> Markup:
    """Markup with parts in the `{}` of a template, which is a literal; what is not markup itself is escaped.

    >>> print(safe("<p>{} {}</p>", "R&B", Markup("<b>!</b>")))
    <p>R&amp;B <b>!</b></p>
    """
    return trusted(template.format(*[part if type(part) is Markup else _escaped(str(part)) for part in parts]))


def escape(text: str) -> Markup:
    """A text as markup that shows it; markup stays as it is."""
    return text if isinstance(text, Markup) else trusted(_escaped(text))


def joined(parts: Iterable[str], between: str = "") -> Markup:
    """Parts side by side as one markup; what is not markup itself is escaped.

    >>> print(joined(["R&B", Markup("<hr>")], " > "))
    R&amp;B &gt; <hr>
    """
    return trusted(str.join(escape(between), [escape(part) for part in parts]))


def comment(text: str) -> Markup:
    """A text as a comment of HTML, which nothing in it can end."""
    return trusted(f"<!-- {html.escape(text, quote=False)} -->")


def translated_markup(text: str, /, **values: object) -> Markup:
    """A text in the language that is spoken, as `languages._` gives it, with values that may be markup.

    >>> print(translated_markup("{n:,} of {file} & more", n=1200, file=Markup("<b>a</b>")))
    1,200 of <b>a</b> &amp; more
    """
    return trusted(fill_in(escape(_(text)), values, language()))


def trusted(text: str) -> Markup:
    """Markup that another writer made, who escapes by itself; tests/test_safe.py names those who may say so."""
    return str.__new__(Markup, text)


_escaped = html.escape  # not markupsafe's, which writes other signs for quotes: files stay the same bytes
