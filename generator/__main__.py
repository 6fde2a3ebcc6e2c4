"""`python -m generator` is `oasmith`."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import NoReturn

from .cli import main


def run() -> NoReturn:
    """Run the command line as a process of its own, and end that with its exit code.

    The process ends at once: to take a large document apart in memory, object by object,
    would take seconds.
    """
    code = main()
    with contextlib.suppress(OSError, ValueError):
        sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    run()
