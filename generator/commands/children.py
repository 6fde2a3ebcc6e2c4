"""Programs that a command runs, which end when it is told to."""

from __future__ import annotations

import signal
import subprocess
import threading
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from types import FrameType, TracebackType
    from typing import Self

_PATIENCE = 5.0
"""Seconds that a program has to end by itself."""

_ENDING = [
    number
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
    if (number := getattr(signal, name, None)) is not None
]
"""The signals that ask a program to end, as far as the system has them."""


class Children:
    """Runs programs one after another; a signal that asks to end goes on to them.

    The signals only ask the program that runs to end, and kill it when it does not.
    Nothing is raised at an odd moment by them, so that whoever runs programs here always
    gets to clean up. Signals that were ignored before stay so (`nohup`, `&`). A context
    manager: what became of signals before is in force again after it.
    """

    def __init__(self) -> None:
        self._received = 0
        self._running: subprocess.Popen[bytes] | None = None
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            for number in _ENDING:
                if signal.getsignal(number) != signal.SIG_IGN:
                    self._before[number] = signal.signal(number, self._end)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def run(self, command: Sequence[str], environment: Mapping[str, str]) -> int:
        """Run a program and give its exit code.

        That is 128 and the number of a signal, as shells have it, where one ended the
        program, or was received here; in that case nothing is started any more.
        """
        if self._received:
            return 128 + self._received
        with subprocess.Popen(command, env=environment) as process:
            self._running = process
            if self._received:  # while the program was started
                _stop(process)
            try:
                code = process.wait()
            finally:
                self._running = None
                process.kill()  # nothing, once it has ended
        if self._received:
            return 128 + self._received
        return code if code >= 0 else 128 - code

    def _end(self, number: int, frame: FrameType | None) -> None:
        self._received = self._received or number
        if self._running is not None:
            _stop(self._running)


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    killer = threading.Timer(_PATIENCE, process.kill)
    killer.daemon = True
    killer.start()
