"""Measure the generated client against httpx2 and the `openai` package.

    python tests/bench/client.py [--json] [--rounds N]

Times are CPU time of the client's process, the least of several rounds in which all take
turns. Absolute targets hold for the machine of the contract, where a bare httpx2 call
takes 215 microseconds and `import httpx2` 65 milliseconds: `ours` is scaled by what these
take here before it is compared. Exits with 1 when a target is missed.

The whole document of OpenAI is generated anew where it is there (`OASMITH_DATA`).
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from measure import run

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
DATA = Path(os.environ.get("OASMITH_DATA", ROOT.parent / "shared" / "data"))
WHOLE = DATA / "openai" / "openapi.yaml"
BARE_CALL = 215e-6
BARE_IMPORT = 65e-3
"""Seconds on the machine of the contract."""

CONTENDERS = ("httpx2", "ours", "openai")
UNITS = {"us": 1e-6, "ms": 1e-3, "B": 1.0, "MB": 1.0}


@dataclass(frozen=True, slots=True)
class Row:
    """What one measurement found; `target` says what ours is held to, `value` what it is."""

    name: str
    unit: str
    figures: dict[str, float]
    target: str = ""
    value: float | None = None
    is_met: bool = True


@dataclass(frozen=True, slots=True)
class Target:
    """A bound for ours: on its ratio to a peer (`of`), or, scaled, on its own figure."""

    bound: float
    of: str = ""
    at_least: bool = False

    def judge(
        self, name: str, unit: str, figures: dict[str, float], speed: float
    ) -> Row:
        """The row of a measurement; `speed` turns a figure into that of the contract."""
        ours = figures["ours"]
        if not self.of:
            value = ours * speed / UNITS[unit]
            said = f"<= {self.bound:g} {unit}"
        elif self.at_least:
            value = figures[self.of] / ours
            said = f">= {self.bound:g} x as fast as {self.of}"
        else:
            value = ours / figures[self.of]
            said = f"<= {self.bound:g} of {self.of}"
        met = value >= self.bound if self.at_least else value <= self.bound
        return Row(name, unit, figures, said, round(value, 3), met)


PROBES: dict[str, tuple[str, str, tuple[Target, ...]]] = {
    "call": ("a call", "us", (Target(1.35, "httpx2"),)),
    "async_call": ("a call, async", "us", (Target(1.35, "httpx2"),)),
    "bulk": (
        "an event, many to a piece",
        "us",
        (Target(5), Target(10, "openai", True)),
    ),
    "async_bulk": ("the same, async", "us", (Target(10, "openai", True),)),
    "single": ("an event, one to a piece", "us", (Target(10),)),
    "async_single": ("the same, async", "us", ()),
    "kept": ("memory of an event that is kept", "B", (Target(1, "openai"),)),
    "second": ("a second client", "ms", (Target(1),)),
}

PROGRAMS = {
    "bare": "",
    "httpx2": "import httpx2",
    "root": "import completions",
    "ours": "from completions import AsyncClient, Client",
    "openai": "import openai",
    "ready": "from completions import Client\nClient(api_key='k').completions",
    "openai ready": "import openai\nopenai.OpenAI(api_key='k').completions",
}
CALL = "{0}(api_key='k', base_url='{1}/call').completions.create(model='m', prompt='p')"


@contextmanager
def served() -> Iterator[str]:
    """The URL of a stub, on the one core that everything runs on, as in the contract."""
    command = [sys.executable, str(HERE / "stub.py")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            url = process.stdout.readline().strip()
            if hasattr(os, "sched_setaffinity"):
                core = {min(os.sched_getaffinity(0))}
                os.sched_setaffinity(process.pid, core)
                os.sched_setaffinity(0, core)
            yield url
        finally:
            process.kill()


def environment() -> dict[str, str]:
    """The environment of what is measured: imports are compiled, as everybody's are."""
    unwanted = ("PYTHONDONTWRITEBYTECODE", "PYTHONPATH")
    return {key: value for key, value in os.environ.items() if key not in unwanted}


def probed(url: str) -> dict[str, dict[str, float]]:
    """The figures of all probes, by probe and contender."""
    found: dict[str, dict[str, float]] = {}
    for probe in PROBES:
        command = [sys.executable, str(HERE / "probes.py"), probe, url]
        done = subprocess.run(
            command, env=environment(), stdout=subprocess.PIPE, text=True, check=True
        )
        found[probe] = json.loads(done.stdout)
    return found


def programs(
    codes: dict[str, str], folder: Path, rounds: int
) -> dict[str, tuple[float, float]]:
    """CPU seconds and peak memory in MB of programs, run by turns."""
    found: dict[str, tuple[float, float]] = {}
    for number in range(rounds + 1):
        for name, code in codes.items():
            cost = run([sys.executable, "-c", code], folder)
            if cost.exit_code:
                raise SystemExit(f"this does not work:\n{code}")
            if number:  # the first run may compile
                cpu, peak = found.get(name, (float("inf"), float("inf")))
                found[name] = min(cpu, cost.cpu), min(peak, cost.peak_mb)
    return found


def import_rows(rounds: int) -> list[Row]:
    """What importing costs, above a bare interpreter."""
    costs = programs(PROGRAMS, ROOT / "generated", rounds)
    cpu = {name: cost[0] - costs["bare"][0] for name, cost in costs.items()}
    speed = BARE_IMPORT / cpu["httpx2"]
    peers = {"httpx2": cpu["httpx2"], "openai": cpu["openai"]}
    ready = {"ours": cpu["ready"], "openai": cpu["openai ready"]}
    return [
        Target(0.45, "openai").judge(
            "import of the client", "ms", {"ours": cpu["ours"], **peers}, speed
        ),
        Target(15).judge("import of the root", "ms", {"ours": cpu["root"]}, speed),
        Target(1, "openai").judge(
            "until the first call can be made", "ms", ready, speed
        ),
    ]


def whole_rows(url: str, rounds: int) -> list[Row]:
    """OpenAI's whole document: import, a client, one call."""
    if not WHOLE.is_file():
        return []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        command = [sys.executable, "-m", "generator", "generate", str(WHOLE), "--quiet"]
        command += [
            "--package",
            "whole",
            "--output",
            str(folder / "whole"),
            "--no-cache",
        ]
        if run(command, ROOT).exit_code:
            raise SystemExit(f"cannot generate from {WHOLE}")
        costs = programs(
            {
                "ours": f"import whole\n{CALL.format('whole.Client', url)}",
                "openai": f"import openai\n{CALL.format('openai.OpenAI', url)}",
            },
            folder,
            rounds,
        )
    cpu = {name: cost[0] for name, cost in costs.items()}
    peak = {name: cost[1] for name, cost in costs.items()}
    label = "OpenAI's document: import and a call"
    return [
        Target(1, "openai").judge(label, "ms", cpu, 1),
        Target(1, "openai").judge(f"{label}, peak memory", "MB", peak, 1),
    ]


def measured(rounds: int) -> list[Row]:
    """All rows."""
    rows: list[Row] = []
    with served() as url:
        for probe, figures in probed(url).items():
            name, unit, targets = PROBES[probe]
            speed = BARE_CALL / figures.get("bare call", BARE_CALL)
            rows += [each.judge(name, unit, figures, speed) for each in targets]
            rows += [] if targets else [Row(name, unit, figures)]
        rows += import_rows(rounds)
        rows += whole_rows(url, rounds)
    return rows


def show(rows: list[Row]) -> None:
    """Print the rows as a table."""
    print(f"{'':40}{'':4}{'httpx2':>9}{'ours':>9}{'openai':>9}  target")
    before = ""
    for row in rows:
        is_new = row.name != before
        before = row.name
        unit = UNITS[row.unit]
        texts = [
            (
                f"{row.figures[name] / unit:9.1f}"
                if name in row.figures and is_new
                else " " * 9
            )
            for name in CONTENDERS
        ]
        verdict = ""
        if row.value is not None:
            mark = "" if row.is_met else "  MISSED"
            verdict = f"  {row.target}: {row.value:.2f}{mark}"
        head = f"{row.name:40}{row.unit:4}" if is_new else " " * 44
        print(f"{head}{''.join(texts)}{verdict}")


def main() -> int:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--rounds", type=int, default=5, help="of imports")
    options = parser.parse_args()
    rows = measured(options.rounds)
    if options.json:
        print(json.dumps([asdict(row) for row in rows], indent=1))
    else:
        show(rows)
    return 0 if all(row.is_met for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
