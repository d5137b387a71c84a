"""Every public thing of the package says what it is, in one line that begins with the thing or with the verb."""

import contextlib
import dataclasses
import importlib
import inspect
import io
import pkgutil
import re
from collections.abc import Iterator
from types import ModuleType

import hierview
from hierview.public.docstrings import field_texts, plain_docstrings, with_fields
from tests.each import each

LONGEST = 120
# Openings that say nothing: the words after them are the docstring.
EMPTY = r"(?:What|This (?:function|method|class|module)|A (?:function|method|class) (?:that|which|to)|Returns?) "

MODULES = ("hierview", *(m.name for m in pkgutil.walk_packages(hierview.__path__, "hierview.")))
PUBLIC = [name for name in MODULES if not any(part.startswith("_") for part in name.split("."))]


def own(module: ModuleType) -> Iterator[tuple[str, object]]:
    """The public classes and functions that a module defines, and the public methods of its classes."""
    for name, thing in vars(module).items():
        if name.startswith("_") or getattr(thing, "__module__", None) != module.__name__:
            continue
        if inspect.isclass(thing):
            yield name, thing
            yield from ((f"{name}.{member}", found) for member, found in members(thing))
        elif inspect.isroutine(inspect.unwrap(thing)) if callable(thing) else False:
            yield name, thing


def members(cls: type) -> Iterator[tuple[str, object]]:
    fields = {field.name for field in dataclasses.fields(cls)} if dataclasses.is_dataclass(cls) else set()
    for name, thing in vars(cls).items():
        plain = inspect.isroutine(thing) or isinstance(thing, property | staticmethod | classmethod)
        if not name.startswith("_") and name not in fields and plain | hasattr(thing, "func"):
            yield name, getattr(cls, name) if not isinstance(thing, property) and not hasattr(thing, "func") else thing


def said(thing: object, cls: type | None = None, name: str = "") -> str:
    """The docstring, also one that is inherited, and none that a dataclass made."""
    text = inspect.getdoc(thing) or ""
    if not text and cls is not None:
        # A property does not inherit of itself.
        text = next((inspect.getdoc(vars(base)[name]) or "" for base in cls.__mro__[1:] if name in vars(base)), "")
    made = inspect.isclass(thing) and text.startswith(f"{thing.__name__}(")
    return "" if made else text


def faults(module: ModuleType) -> Iterator[str]:
    for name, thing in ((module.__name__, module), *own(module)):
        holder, _, member = name.rpartition(".")
        cls = getattr(module, holder, None) if thing is not module and holder else None
        first = said(thing, cls, member).split("\n")[0]
        where = name if thing is module else f"{module.__name__}: {name}"
        if not first:
            yield f"{where} has no docstring"
        elif len(first) > LONGEST:
            yield f"{where}: the first line has {len(first)} characters"
        elif first[-1] not in ".:!?…)`'" or re.match(EMPTY, first):
            yield f"{where}: {first}"


@each("name", PUBLIC)
def test_every_public_thing_says_what_it_is(name: str):
    assert list(faults(importlib.import_module(name))) == []


def dataclasses_of(module: ModuleType) -> Iterator[type]:
    for name, thing in vars(module).items():
        own_one = isinstance(thing, type) and thing.__module__ == module.__name__ and not name.startswith("_")
        if own_one and "__dataclass_fields__" in vars(thing):
            yield thing


@each("name", PUBLIC)
def test_every_field_of_a_public_dataclass_says_what_it_is(name: str):
    for cls in dataclasses_of(importlib.import_module(name)):
        parameters = {field.name for field in dataclasses.fields(cls) if "param" in field.metadata}
        for field, text in field_texts(cls).items():
            where = f"{name}: {cls.__name__}.{field}"
            assert text or field.startswith("_"), where
            sentence = text[-1:] in (".", "?", "…") and not text[0].islower()
            assert sentence or field in parameters or field.startswith("_"), f"{where}: {text}"


def helped(cls: type) -> str:
    with contextlib.redirect_stdout(io.StringIO()) as shown:
        help(cls)
    return " ".join(shown.getvalue().replace("|", " ").split())


def test_help_tells_the_fields_of_public_names_and_the_parameters_of_measures():
    classes = [thing for name in hierview.__all__ if isinstance(thing := getattr(hierview, name), type)]
    told = [cls for cls in (*classes, *hierview.measures().values()) if dataclasses.is_dataclass(cls)]
    assert {hierview.Case, hierview.Result, hierview.measures()["MGIA"]} <= {*told}
    for cls in told:
        shown = helped(cls)
        for field, text in field_texts(cls).items():
            assert f"{field}: {' '.join(text.split())}" in shown, f"{cls.__name__}.{field}"


def test_a_docstring_with_fields_begins_as_it_was_written():
    @with_fields
    @dataclasses.dataclass
    class Pair:
        """Two numbers."""

        a: int
        """The first
        one.
        """
        b: int = 0

    class Sub(Pair):
        pass

    assert Pair.__doc__ == "Two numbers.\n\nFields:\n    a: The first one.\n    b:"
    assert (Sub.__doc__, Pair(1).__doc__) == (None, Pair.__doc__)
    with plain_docstrings():
        assert Pair.__doc__ == "Two numbers."
    assert with_fields(int) is int
    assert "__dataclass_fields__" not in vars(with_fields(Sub))
