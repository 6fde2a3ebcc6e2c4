# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Files that appear, or change, when all of their content is there."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


class Draft:
    """A file beside another, which takes its place at the end.

    Raises:
        OSError: It cannot be made there.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._name = path.with_name(f".{token_hex(8)}.part")
        self._file = os.fdopen(os.open(self._name, _NEW, 0o666), "wb")

    def write(self, piece: bytes) -> None:
        """Add to the draft."""
        self._file.write(piece)

    def keep(self) -> None:
        """Put the draft in the place of the file."""
        self._file.close()
        self._name.replace(self._path)

    def close(self) -> None:
        """Remove the draft where it was not kept."""
        self._file.close()
        with suppress(OSError):
            self._name.unlink()
