"""Runs a command and says what it cost."""

from __future__ import annotations

import os
import subprocess
import sys
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


def run(command: Sequence[str], cwd: Path) -> Cost:
    """Run a command to its end, its output thrown away, with compiled imports allowed.

    An interpreter that may not write `.pyc` files compiles the program anew each time,
    which no user's does.
    """
    env = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    started = time.perf_counter()
    process = subprocess.Popen(
        command, cwd=cwd, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    unit = 1 if sys.platform == "darwin" else 1024
    return Cost(
        wall,
        usage.ru_utime + usage.ru_stime,
        usage.ru_maxrss * unit / 1_000_000,
        process.returncode,
    )


def best(command: Sequence[str], cwd: Path, rounds: int) -> Cost:
    """The cheapest of several runs of one command."""
    return cheapest([run(command, cwd) for _ in range(rounds)])


def cheapest(costs: Sequence[Cost]) -> Cost:
    """The run with the least wall time. Raises SystemExit when one of them failed."""
    if any(cost.exit_code for cost in costs):
        raise SystemExit(f"a run ended with {[cost.exit_code for cost in costs]}")
    return min(costs, key=lambda cost: cost.wall)


def count_lines(folder: Path, *parts: str) -> int:
    """Lines of all Python files below the given parts of a folder."""
    return sum(
        path.read_bytes().count(b"\n")
        for part in parts
        for path in sorted((folder / part).rglob("*.py"))
    )
