"""`hierview app`: the explorer in the browser."""

from __future__ import annotations

import os
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from importlib.util import find_spec
from pathlib import Path

from ..errors import HierviewError, no_package, quoted
from ..lessons.library import FOLDER
from ..resources import place
from ..ui.shell.gate import EMBED, MEASURES, MEMORY, SERVED_AS, STUDIES, WILDCARDS, check_own, framers, host_names

EXAMPLES = ("app", "app --measures my.py --port 8502")


def add(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--port", help="1 to 65535; default: 8501 or the next free one")
    parser.add_argument("--address", default="127.0.0.1", help="default: 127.0.0.1, this computer alone")
    for name, metavar, says in (
        ("measures", "my.py", "a Python file with measures of your own; may be repeated"),
        ("lessons", "FOLDER", "a folder with lessons of your own, as .md files"),
        ("studies", "FOLDER", "keep the studies of the Study page in this folder, and list it"),
    ):
        parser.add_argument(f"--{name}", action="append", default=[], type=Path, metavar=metavar, help=says)
    parser.add_argument(
        "--embed",
        action="append",
        metavar="HOST",
        help="a host whose pages may show the explorer in a frame, or any; may be repeated (default: none)",
    )
    parser.add_argument(
        "--served-as",
        action="append",
        metavar="NAME",
        help="a name under which a proxy on this computer serves it; may be repeated",
    )
    parser.add_argument("--memory", metavar="MB", help="for the work of all visitors together (default: 4096 for each)")
    parser.add_argument("--headless", action="store_true", help="do not open a browser window")


def run(args: Namespace) -> int:
    """Start the explorer in the browser, on this computer alone unless told otherwise."""
    if find_spec("streamlit") is None:
        raise no_package("streamlit")
    command = [sys.executable, "-m", "streamlit", "run", str(place("app.py")), "--server.address", args.address]
    if args.port is not None:
        command += ["--server.port", str(_port(args.port))]
    if args.headless or args.address != "127.0.0.1":
        command += ["--server.headless", "true"]
    # Streamlit asks for an e-mail address at its very first start unless it runs headless or was told not to.
    environment = {"STREAMLIT_BROWSER_GATHER_USAGE_STATS": "false", "STREAMLIT_SERVER_SHOW_EMAIL_PROMPT": "false"}
    if args.address not in WILDCARDS:
        environment["STREAMLIT_BROWSER_SERVER_ADDRESS"] = args.address  # the address that it shows
    environment |= os.environ | _own(args)
    if args.embed:
        environment[EMBED] = " ".join(framers(args.embed))
    if args.served_as:
        environment[SERVED_AS] = " ".join(host_names(args.served_as))
    environment |= {MEMORY: args.memory} if args.memory else {}
    check_own(args.address, environment)
    if os.name == "posix":
        # One process, so that whoever stops hierview stops the server.
        os.execve(command[0], command, environment)
    return subprocess.call(command, env=environment)


def _port(text: str) -> int:
    port = int(text) if text.isascii() and text.isdecimal() and len(text) <= 5 else 0
    if not 1 <= port <= 65535:
        raise HierviewError(f"--port {quoted(text)} is not accepted; a whole number from 1 to 65535 is")
    return port


# Of one's own, each with the environment variable that tells the explorer of it, and why another path is refused.
_OWN = (
    ("measures", MEASURES, Path.is_file, "is no file; --measures takes a Python file with measures"),
    ("lessons", FOLDER, Path.is_dir, "is no folder; --lessons takes a folder with lessons, as .md files"),
    ("studies", STUDIES, Path.is_dir, "is no folder; --studies takes a folder in which each study has one"),
)


def _own(args: Namespace) -> dict[str, str]:
    """The environment that tells the explorer of files and folders of one's own."""
    environment = {}
    for name, variable, fits, refusal in _OWN:
        paths = getattr(args, name)
        if len(paths) > 1 and name != "measures":
            raise HierviewError(f"--{name} is given {len(paths)} times; it is accepted once")
        for path in paths:
            if not fits(path):
                raise HierviewError(f"{quoted(path, 200)} {refusal}")
        if paths:
            environment[variable] = os.pathsep.join(str(path.resolve()) for path in paths)
    return environment
