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


def main() -> None:
    """Run every measurement in a temporary folder."""
    document = Path(sys.argv[1] if len(sys.argv) > 1 else DATA / "openai/openapi.yaml")
    if not document.is_file():
        raise SystemExit(
            f"no document at {document}: give its path, or set OASMITH_DATA"
        )
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rows = {**_ours(document, folder), **_peer(document, folder)}
        _print(document, rows, count_lines(folder / "ours", "models", "client"))


def _ours(document: Path, folder: Path) -> dict[str, Cost]:
    oasmith = str(BIN / "oasmith")
    best([oasmith, "--version"], folder, 1)
    cold = [
        run([oasmith, "generate", *_target(document, place), "--no-cache"], folder)
        for place in _fresh(folder, "cold")
    ]
    target = [*_target(document, folder / "ours"), "--cache-dir", str(folder / "cache")]
    best([oasmith, "generate", *target], folder, 1)
    return {
        "generate, cold": cheapest(cold),
        "generate, nothing changed": best(
            [oasmith, "generate", *target], folder, ROUNDS
        ),
        "check, nothing changed": best([oasmith, "check", *target], folder, ROUNDS),
        "--help": best([oasmith, "--help"], folder, ROUNDS),
    }


def _target(document: Path, place: Path) -> list[str]:
    return [str(document), "-o", str(place), "--package", "ours", "--quiet"]


def _peer(document: Path, folder: Path) -> dict[str, Cost]:
    command = BIN / "openapi-python-client"
    if not command.exists():
        print("openapi-python-client is not installed: pip install -e '.[bench]'")
        return {}
    config = folder / "peer.yaml"
    config.write_text("post_hooks: []\n")
    arguments = ["generate", "--path", str(document), "--config", str(config)]
    costs = [
        run([str(command), *arguments, "--output-path", str(place)], folder)
        for place in _fresh(folder, "peer")
    ]
    return {"openapi-python-client": cheapest(costs)}


def _fresh(folder: Path, name: str) -> list[Path]:
    """A folder that is not there yet for each round.

    File systems are slower at making files where as many were deleted just before.
    """
    return [folder / f"{name}-{number}" for number in range(ROUNDS)]


def _print(document: Path, rows: dict[str, Cost], lines: int) -> None:
    size = document.stat().st_size / 1_000_000
    print(f"{document.name}, {size:.1f} MB, best of {ROUNDS}\n")
    print(f"{'':28}{'wall s':>8}{'CPU s':>8}{'peak MB':>9}{'ratio':>8}")
    peer = rows.get("openapi-python-client")
    for label, cost in rows.items():
        ratio = f"{peer.wall / cost.wall:.1f}x" if peer else "-"
        print(f"{label:28}{cost.wall:8.2f}{cost.cpu:8.2f}{cost.peak_mb:9.0f}{ratio:>8}")
    print(f"\nmodels and both clients: {lines:,} lines")


if __name__ == "__main__":
    main()
