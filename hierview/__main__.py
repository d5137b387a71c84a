"""The command `hierview`, as `python -m hierview`."""

import sys

from .cli import main

sys.exit(main())
