"""Runs a command and says what it cost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Cost:
    """One run: wall and CPU seconds of the process with its children, peak memory in MB."""

    wall: float
    cpu: float
    peak_mb: float
    exit_code: int


PATIENCE = 900
"""Seconds after which a run is ended, and counts as one that does not work."""


def run(command: Sequence[str], cwd: Path) -> Cost:
    """Run a command to its end, its output thrown away, with compiled imports allowed.

    An interpreter that may not write `.pyc` files compiles the program anew each time,
    which no user's does.
    """
    env = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    started = time.perf_counter()
    process = subprocess.Popen(
        command,
        cwd=cwd,
        env=env,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    end = threading.Timer(PATIENCE, os.killpg, (process.pid, signal.SIGKILL))
    end.start()
    _, status, usage = os.wait4(process.pid, 0)
    end.cancel()
    wall = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    unit = 1 if sys.platform == "darwin" else 1024
    return Cost(
        wall,
        usage.ru_utime + usage.ru_stime,
        usage.ru_maxrss * unit / 1_000_000,
        process.returncode,
    )


def cheapest(costs: Sequence[Cost]) -> Cost | None:
    """The run with the least wall time; None when one of them failed."""
    if any(cost.exit_code for cost in costs):
        return None
    return min(costs, key=lambda cost: cost.wall)


def count_lines(folder: Path) -> int:
    """Lines of all Python files below a folder, or of the only one."""
    paths = sorted(folder.rglob("*.py")) if folder.is_dir() else [folder]
    return sum(path.read_bytes().count(b"\n") for path in paths if path.exists())
