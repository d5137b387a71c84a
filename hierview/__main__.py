"""Command line of hierview, begun by `python -m hierview`."""

import sys

from .cli import main

sys.exit(main())
