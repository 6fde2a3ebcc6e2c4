"""What a run tells while it works: a line on a terminal, and a table of timings.

Nothing here touches standard output, and nothing appears in a pipe.
"""

from __future__ import annotations

import sys
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from .values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_PATIENCE = 0.5
"""Seconds after which a run has taken longer than a moment."""


@dataclass(slots=True)
class Lap:
    """One stage: how long it took, and what it dealt with (`what` is filled in late)."""

    stage: str
    seconds: float = 0.0
    what: str = ""

    @contextmanager
    def going(self) -> Iterator[None]:
        """Add the time that the body takes."""
        begin = time.perf_counter()
        try:
            yield
        finally:
            self.seconds += time.perf_counter() - begin


class Laps:
    """Measures the stages of a run and passes their names on to the progress line."""

    def __init__(self, line: Line | None = None) -> None:
        self.laps: list[Lap] = []
        self._beside: list[Lap] = []
        self._line = line

    @contextmanager
    def stage(self, name: str) -> Iterator[Lap]:
        """Time the body. It may set `what` of the lap that it is given."""
        lap = Lap(name)
        self.laps.append(lap)
        self.tell(name)
        with lap.going():
            yield lap

    def tell(self, what: str) -> None:
        """Show on the progress line what is going on."""
        if self._line is not None:
            self._line.show(what)

    def beside(self, laps: Iterable[Lap]) -> None:
        """Take in what ran at the same time in another process."""
        self._beside += laps

    def table(self) -> str:
        """The laps as lines of text, with the sum of those that ran one by one."""
        rows = [f"{'stage':<10} {'seconds':>8}  what"]
        rows += [
            f"{lap.stage:<10} {lap.seconds:>8.3f}  {lap.what}" for lap in self.laps
        ]
        rows += [
            f"{lap.stage:<10} {lap.seconds:>8.3f}  {lap.what}, at the same time"
            for lap in self._beside
        ]
        total = sum(lap.seconds for lap in self.laps)
        rows.append(f"{'total':<10} {total:>8.3f}")
        return "".join(f"{row.rstrip()}\n" for row in rows)


def counted(number: int, word: str) -> str:
    """A number with its word: `1 file`, `2 files`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


class Line(Protocol):
    """A line that shows what is going on."""

    def show(self, text: str) -> None:
        """Replace the text of the line."""
        ...


class _Status:
    """Draws with rich, once half a second has passed."""

    def __init__(self) -> None:
        self._text = ""
        self._lock = threading.Lock()
        self._over = False
        self._live: _Live | None = None
        self._timer = threading.Timer(_PATIENCE, self._begin)
        self._timer.daemon = True
        self._timer.start()

    def show(self, text: str) -> None:
        self._text = text
        with self._lock:
            if self._live is not None:
                self._live.update(f"oasmith: {text}")

    def close(self) -> None:
        self._timer.cancel()
        with self._lock:
            self._over = True
            if self._live is not None:
                self._live.stop()

    def _begin(self) -> None:
        from rich.console import Console
        from rich.status import Status

        with self._lock:
            if not self._over:
                self._live = Status(
                    f"oasmith: {self._text}", console=Console(stderr=True)
                )
                self._live.start()


class _Live(Protocol):
    def start(self) -> None: ...
    def stop(self) -> None: ...
    def update(self, status: str) -> None: ...


@contextmanager
def progress(*, quiet: bool) -> Iterator[Line | None]:
    """A progress line for the body, or None where none belongs: in a pipe, or `quiet`."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    status = _Status()
    try:
        yield status
    finally:
        status.close()
