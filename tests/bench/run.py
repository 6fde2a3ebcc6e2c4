"""Measure generation on a large document against a peer, and print a table.

    python tests/bench/run.py [DOCUMENT]

The document defaults to OpenAI's in the folder of public data (`OASMITH_DATA`). The peer
is openapi-python-client with its post hooks off, which writes a client only; ours
writes models, client, server and validators. `pip install -e '.[bench]'` brings it.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from measure import Cost, best, cheapest, count_lines, run

ROOT = Path(__file__).resolve().parents[2]
DATA = Path(os.environ.get("OASMITH_DATA", ROOT.parent / "shared" / "data"))
BIN = Path(sys.executable).parent
ROUNDS = 3
PEER = "openapi-python-client"


def main() -> None:
    """Run every measurement in a temporary folder."""
    document = Path(sys.argv[1] if len(sys.argv) > 1 else DATA / "openai/openapi.yaml")
    if not document.is_file():
        raise SystemExit(
            f"no document at {document}: give its path, or set OASMITH_DATA"
        )
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rows = {**_cold(document, folder), **_warm(document, folder)}
        _print(document, rows, count_lines(folder / "ours", "models", "client"))


def _cold(document: Path, folder: Path) -> dict[str, Cost]:
    """Whole generations, ours and the peer's by turns: the machine has moods.

    Each writes into a folder that is not there yet: file systems are slower at making
    files where as many were deleted just before.
    """
    best([str(BIN / "oasmith"), "--version"], folder, 1)
    commands = {"generate, cold": _generate(document), **_peer(document, folder)}
    costs: dict[str, list[Cost]] = {label: [] for label in commands}
    for number in range(ROUNDS):
        for place, (label, command) in enumerate(commands.items()):
            output = str(folder / f"cold-{place}-{number}")
            costs[label].append(run([*command, output], folder))
    return {label: cheapest(found) for label, found in costs.items()}


def _generate(document: Path) -> list[str]:
    command = [str(BIN / "oasmith"), "generate", str(document), "--quiet"]
    return [*command, "--package", "ours", "--no-cache", "--output"]


def _peer(document: Path, folder: Path) -> dict[str, list[str]]:
    command = BIN / PEER
    if not command.exists():
        print(f"{PEER} is not installed: pip install -e '.[bench]'")
        return {}
    config = folder / "peer.yaml"
    config.write_text("post_hooks: []\n")
    arguments = ["generate", "--path", str(document), "--config", str(config)]
    return {PEER: [str(command), *arguments, "--output-path"]}


def _warm(document: Path, folder: Path) -> dict[str, Cost]:
    """The same again with nothing changed, recognised by the cache."""
    oasmith = str(BIN / "oasmith")
    target = [str(document), "-o", str(folder / "ours"), "--quiet"]
    target += ["--cache-dir", str(folder / "cache")]
    best([oasmith, "generate", *target], folder, 1)
    return {
        "generate, nothing changed": best(
            [oasmith, "generate", *target], folder, ROUNDS
        ),
        "check, nothing changed": best([oasmith, "check", *target], folder, ROUNDS),
        "--help": best([oasmith, "--help"], folder, ROUNDS),
    }


def _print(document: Path, rows: dict[str, Cost], lines: int) -> None:
    size = document.stat().st_size / 1_000_000
    print(f"{document.name}, {size:.1f} MB, best of {ROUNDS}\n")
    print(f"{'':28}{'wall s':>8}{'CPU s':>8}{'peak MB':>9}{'ratio':>8}")
    peer = rows.get(PEER)
    for label, cost in rows.items():
        ratio = f"{peer.wall / cost.wall:.1f}x" if peer else "-"
        print(f"{label:28}{cost.wall:8.2f}{cost.cpu:8.2f}{cost.peak_mb:9.0f}{ratio:>8}")
    print(f"\nmodels and both clients: {lines:,} lines")


if __name__ == "__main__":
    main()
