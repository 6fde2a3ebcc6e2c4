"""Measure generation on a large document against a peer, and print a table.

    python tests/bench/run.py [DOCUMENT]

The document defaults to OpenAI's in the folder of public data (`OASMITH_DATA`). The peer
is openapi-python-client with its post hooks off, which writes a client only; ours
writes models, client, server and validators. `pip install -e '.[bench]'` brings it.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

from measure import Cost, best, count_lines

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
    cache = ["--cache-dir", str(folder / "cache")]
    target = [str(document), "-o", str(folder / "ours"), "--package", "ours"]
    cold = [oasmith, "generate", *target, "--no-cache", "--force"]
    best([oasmith, "--version"], folder, 1)
    rows = {}
    for round_number in range(ROUNDS):
        shutil.rmtree(folder / "ours", ignore_errors=True)
        cost = best(cold, folder, 1)
        if round_number == 0 or cost.wall < rows["generate, cold"].wall:
            rows["generate, cold"] = cost
    best([oasmith, "generate", *target, *cache], folder, 1)
    rows["generate, nothing changed"] = best(
        [oasmith, "generate", *target, *cache], folder, ROUNDS
    )
    rows["check, nothing changed"] = best(
        [oasmith, "check", *target, *cache], folder, ROUNDS
    )
    rows["--help"] = best([oasmith, "--help"], folder, ROUNDS)
    return rows


def _peer(document: Path, folder: Path) -> dict[str, Cost]:
    command = BIN / "openapi-python-client"
    if not command.exists():
        print("openapi-python-client is not installed: pip install -e '.[bench]'")
        return {}
    config = folder / "peer.yaml"
    config.write_text("post_hooks: []\n")
    arguments = ["generate", "--path", str(document), "--config", str(config)]
    output = ["--output-path", str(folder / "peer"), "--overwrite"]
    return {
        "openapi-python-client": best(
            [str(command), *arguments, *output], folder, ROUNDS
        )
    }


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
