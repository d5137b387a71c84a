"""`hierview site`: Explore as a folder of static files, in which Python runs in the browser."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from pathlib import Path

from ..errors import HierviewError, quoted
from ..flats import flats, parts_at

_PACKAGE = "pyodide-314.0.7.tgz"
EXAMPLES = (f"site -o public --pyodide {_PACKAGE}", f"site -o public --pyodide {_PACKAGE} --lessons my")


def _options() -> dict[str, Mapping[str, str]]:
    """Options for folders of one's own that pages of flats show."""
    return {name: one for flat in flats() if "site.page" in flat.parts for name, one in flat.options.items()}


def add(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FOLDER", required=True, help="a new one, or written by this"
    )
    parser.add_argument(
        "--pyodide",
        type=Path,
        metavar="FILE",
        required=True,
        help="Python for the browser, as `npm pack pyodide@314.0.7` writes it",
    )
    for name, option in _options().items():
        parser.add_argument(f"--{name}", type=Path, metavar="FOLDER", help=option["help"])


def run(args: Namespace) -> int:
    """Write the folder; any web server, or a course's file area, may serve it."""
    from ..ui.host.site import write_site

    for name, option in _options().items():
        if (own := getattr(args, name)) is not None:
            if not own.is_dir():
                raise HierviewError(f"{quoted(own, 200)} {option['refusal']}")
            os.environ[option["variable"]] = str(own.resolve())
    write_site(args.output, args.pyodide, lambda sentence: print(sentence, file=sys.stderr))
    print("\n".join(_folder_in_words(args.output)))
    return 0


def _folder_in_words(folder: Path) -> list[str]:
    """What is in the folder, and what to do with it."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return [
        f"{folder}: {len(files)} files, {sum(path.stat().st_size for path in files) / 1e6:.1f} MB",
        "  index.html      Explore",
        *(f"  {further.kind + '.html':<15} {further.told()}" for further in parts_at("site.page")),
        "  sw.js, the rest what these need; papers/ has sheets, keys and slides as PDF",
        "Upload all of it, with the folder inside, to any web server, or to a course's file area that shows pages.",
        f"Look at it first: python -m http.server --directory {folder}",
    ]
