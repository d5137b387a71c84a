"""Languages of the interface: its texts stand in English where they are used, and in a catalogue for each other one.

`docs/texts.py` gathers them into `hierview.pot` and compiles each `.po` to the `.mo` that is read here; those of a flat
stand in its own folder `languages/`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

ENGLISH = "en"
# By the code that `lang` attributes have, each called as those who speak it do.
LANGUAGES = {ENGLISH: "English", "de": "Deutsch"}
_CONTEXT = "\x04"  # gettext's own mark between a context and a text
_PACKAGE = Path(__file__).parents[1]
_used: ContextVar[str | None] = ContextVar("language", default=None)
_asked: list[Callable[[], str]] = []
P = ParamSpec("P")
Found = TypeVar("Found")
Key = TypeVar("Key")


def language() -> str:
    """Code of the language that is spoken now: the one in use, else what `set_language_source` says, else English."""
    used = _used.get()
    if used is not None:
        return used
    return _language_or_english(_asked[-1]()) if _asked else ENGLISH


def set_language_source(ask: Callable[[], str]) -> None:
    """Set the function that tells the language wherever none is in use: a server knows whose page it makes."""
    _asked[:] = [ask]


@contextmanager
def spoken_language(code: str) -> Iterator[None]:
    """Speak a language within the block; English where there is no such one."""
    before = _used.set(_language_or_english(code))
    try:
        yield
    finally:
        _used.reset(before)


def set_language(code: str) -> None:
    """Speak a language from here on in this thread, where `set_language_source` need not be asked any more."""
    _used.set(_language_or_english(code))


def _language_or_english(code: str) -> str:
    return code if code in LANGUAGES else ENGLISH


def _(text: str, **values: object) -> str:
    """A text of the interface in the language that is spoken, with its named values in it.

    text: the English one, written out where it is used, or marked by `N_` elsewhere; never put together.

    >>> _("{count} of {total} classes", count=2, total=7)
    '2 of 7 classes'
    """
    code = language()
    translated = text if code == ENGLISH or not text else _texts(code).gettext(text)
    return fill_in(translated, values, code) if values else translated


def fill_in(text: str, values: Mapping[str, object], code: str) -> str:
    """The text with its values; a comma between thousands, elsewhere read as the decimal sign, is a narrow space there.

    >>> fill_in("{n:,} Fälle", {"n": 15402}, "de")
    '15\u202f402 Fälle'
    """
    filled = text.format(**values)
    grouped = code != ENGLISH and ":," in text
    return re.sub(r"(?<=\d),(?=\d{3})", "\u202f", filled) if grouped else filled


def translate_parts(text: str) -> str:
    """A text, or each of the parts that commas set off in it, in the language that is spoken."""
    translated = _(text)
    return translated if translated != text else ", ".join(map(_, text.split(", ")))


def translated_options(options: Mapping[Key, str]) -> dict[Key, str]:
    """The table of options with its texts in the language that is spoken."""
    return {key: _(text) for key, text in options.items()}


def N_(text: str) -> str:
    """A text of a table, marked for the catalogue; `_` translates it where it is shown."""
    return text


def count_text(one: str, many: str, n: int, **values: object) -> str:
    """A text for a number `n` of things, by the rules of the language that is spoken; `n` is among its values.

    >>> count_text("{n} class", "{n} classes", 1), count_text("{n:,} class", "{n:,} classes", 1200)
    ('1 class', '1,200 classes')
    """
    code = language()
    translated = (one if n == 1 else many) if code == ENGLISH else _texts(code).ngettext(one, many, n)
    return fill_in(translated, {"n": n, **values}, code)


def script_catalogue(code: str, *domains: str) -> dict[str, str]:
    """Texts of scripts by their English ones; none in English. domains: the folders of ui/ that the scripts are in.

    >>> script_catalogue("en", "editor")
    {}
    """
    return {} if _language_or_english(code) == ENGLISH else dict(_script_texts(code, domains))


@lru_cache(maxsize=32)
def _script_texts(code: str, domains: tuple[str, ...]) -> Mapping[str, str]:
    by_script = {}
    for catalogue in _catalogues(code):
        texts: Mapping[Any, str] = getattr(catalogue, "_catalog", {})
        for key, translated in texts.items():
            domain, mark, text = key.partition(_CONTEXT) if isinstance(key, str) else ("", "", "")
            if mark and domain in domains:
                by_script[text] = translated
    return by_script


def cached_per_language(make: Callable[P, Found]) -> Callable[P, Found]:
    """Keep what a function made, once for each language."""
    by_code: dict[str, Any] = {}

    @wraps(make)
    def cached_by_language(*args: P.args, **kwargs: P.kwargs) -> Found:
        code = language()
        if code not in by_code:
            by_code[code] = lru_cache(maxsize=128)(make)
        value: Found = by_code[code](*args, **kwargs)
        return value

    return cached_by_language


@lru_cache(maxsize=len(LANGUAGES))
def _catalogues(code: str) -> tuple[GNUTranslations, ...]:
    """Catalogues of one language, the core's first: a text that it lacks is looked for in those of the flats."""
    of_flats = sorted(_PACKAGE.glob(f"*/languages/{code}.mo"))
    first, *others = map(_read_catalogue, [_PACKAGE / "languages" / f"{code}.mo", *of_flats])
    for other in others:
        first.add_fallback(other)
    return first, *others


def _texts(code: str) -> NullTranslations:
    return _catalogues(code)[0]


def _read_catalogue(path: Path) -> GNUTranslations:
    with path.open("rb") as file:
        return GNUTranslations(file)
