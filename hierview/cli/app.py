"""`hierview app`: the explorer in the browser."""

from __future__ import annotations

import os
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from ..errors import HierviewError, no_package, quoted
from ..flats import flats
from ..resources import place
from ..ui.shell.gate import EMBED, MEASURES, MEMORY, SERVED_AS, WILDCARDS, check_own_folders, framing_hosts, host_names

EXAMPLES = ("app", "app --measures my.py --port 8502")


def add(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--port", help="1 to 65535; default: 8501 or the next free one")
    parser.add_argument("--address", default="127.0.0.1", help="default: 127.0.0.1, this computer alone")
    for name, option in _own_options().items():
        metavar = "my.py" if name == "measures" else "FOLDER"
        parser.add_argument(f"--{name}", action="append", default=[], type=Path, metavar=metavar, help=option["help"])
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
        command += ["--server.port", str(_parse_port(args.port))]
    if args.headless or args.address != "127.0.0.1":
        command += ["--server.headless", "true"]
    # Streamlit asks for an e-mail address at its very first start unless it runs headless or was told not to.
    environment = {"STREAMLIT_BROWSER_GATHER_USAGE_STATS": "false", "STREAMLIT_SERVER_SHOW_EMAIL_PROMPT": "false"}
    if args.address not in WILDCARDS:
        environment["STREAMLIT_BROWSER_SERVER_ADDRESS"] = args.address  # the address that it shows
    environment |= os.environ | _own_environment(args)
    if args.embed:
        environment[EMBED] = " ".join(framing_hosts(args.embed))
    if args.served_as:
        environment[SERVED_AS] = " ".join(host_names(args.served_as))
    environment |= {MEMORY: args.memory} if args.memory else {}
    check_own_folders(args.address, environment)
    if os.name == "posix":
        # One process, so that whoever stops hierview stops the server.
        os.execve(command[0], command, environment)
    return subprocess.call(command, env=environment)


def _parse_port(text: str) -> int:
    port = int(text) if text.isascii() and text.isdecimal() and len(text) <= 5 else 0
    if not 1 <= port <= 65535:
        raise HierviewError(f"--port {quoted(text)} is not accepted; a whole number from 1 to 65535 is")
    return port


def _own_options() -> dict[str, Mapping[str, str]]:
    """Options for what is one's own: a file of measures, and the folders of flats; each with its variable and words."""
    measures = {
        "variable": MEASURES,
        "help": "a Python file with measures of your own; may be repeated",
        "refusal": "is no file; --measures takes a Python file with measures",
    }
    return {"measures": measures} | {name: option for flat in flats() for name, option in flat.options.items()}


def _own_environment(args: Namespace) -> dict[str, str]:
    """The environment that tells the explorer of files and folders of one's own."""
    environment = {}
    for name, option in _own_options().items():
        fits = Path.is_file if name == "measures" else Path.is_dir
        paths = getattr(args, name)
        if len(paths) > 1 and name != "measures":
            raise HierviewError(f"--{name} is given {len(paths)} times; it is accepted once")
        for path in paths:
            if not fits(path):
                raise HierviewError(f"{quoted(path, 200)} {option['refusal']}")
        if paths:
            environment[option["variable"]] = os.pathsep.join(str(path.resolve()) for path in paths)
    return environment
