"""`hierview site`: Explore as a folder of static files, in which Python runs in the browser."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from ..errors import HierviewError, quoted
from ..lessons.library import FOLDER, folder_stamp, lessons

_PACKAGE = "pyodide-314.0.7.tgz"
EXAMPLES = (f"site -o public --pyodide {_PACKAGE}", f"site -o public --pyodide {_PACKAGE} --lessons my")


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
    parser.add_argument(
        "--lessons", type=Path, metavar="FOLDER", help="a folder with lessons of your own, as .md files"
    )


def run(args: Namespace) -> int:
    """Write the folder; any web server, or a course's file area, may serve it."""
    from ..ui.host.site import write_site

    if args.lessons is not None:
        if not args.lessons.is_dir():
            raise HierviewError(f"{quoted(args.lessons, 200)} is no folder; --lessons takes a folder with .md files")
        os.environ[FOLDER] = str(args.lessons.resolve())
    write_site(args.output, args.pyodide, lambda sentence: print(sentence, file=sys.stderr))
    print("\n".join(_told(args.output)))
    return 0


def _told(folder: Path) -> list[str]:
    """What is in the folder, and what to do with it."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    own = [path.stem for path, *_ in folder_stamp() if path.suffix == ".md"]
    titles = ", ".join(lesson.title for name, lesson in lessons().items() if name in own)
    taught = f"{len(own)} of yours ({titles}) and hierview's" if own else "hierview's"
    return [
        f"{folder}: {len(files)} files, {sum(path.stat().st_size for path in files) / 1e6:.1f} MB",
        "  index.html      Explore",
        f"  lessons.html    the lessons: {taught}" + (f"; the first is lessons.html?lesson={own[0]}" if own else ""),
        "  sw.js, the rest what these two need; papers/ has sheets, keys and slides as PDF",
        "Upload all of it, with the folder inside, to any web server, or to a course's file area that shows pages.",
        f"Look at it first: python -m http.server --directory {folder}",
    ]
