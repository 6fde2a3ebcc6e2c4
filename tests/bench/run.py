"""Measure generation from large documents against peers, and print a table for each.

    python tests/bench/run.py [DOCUMENT ...]

Without documents it takes OpenAI's, from the folder of public data (`OASMITH_DATA`). The
peers come by `pip install -e '.[bench]'`; openapi-generator needs Java besides. Each
makes what it has: openapi-python-client and openapi-generator a client,
datamodel-code-generator models; ours makes models, client, server and validators.
"""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

import yaml
from measure import Cost, cheapest, count_lines, run

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parents[2]
DATA = Path(os.environ.get("OASMITH_DATA", ROOT.parent / "shared" / "data"))
BIN = Path(sys.executable).parent
SAFE = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
OASMITH = [sys.executable, "-m", "generator"]
ROUNDS = 3
_DESCRIPTION = re.compile(rb'("?description"?: *"?)([A-Z][a-z]+ )')


@dataclass(frozen=True, slots=True)
class Contender:
    """A generator: what it makes, and its command for a document and an output."""

    makes: str
    command: Callable[[Path, Path], list[str]]


def _openapi_python_client(document: Path, output: Path) -> list[str]:
    config = output.parent / "openapi-python-client.yaml"
    config.write_text("post_hooks: []\n")
    arguments = ["generate", "--path", str(document), "--config", str(config)]
    return [
        str(BIN / "openapi-python-client"),
        *arguments,
        "--output-path",
        str(output),
    ]


def _datamodel_code_generator(document: Path, output: Path) -> list[str]:
    arguments = ["--input", str(document), "--input-file-type", "openapi"]
    arguments += ["--output-model-type", "pydantic_v2.BaseModel"]
    target = ["--output", str(output) if _has_modules(document) else f"{output}.py"]
    return [str(BIN / "datamodel-codegen"), *arguments, *target]


@cache
def _has_modules(document: Path) -> bool:
    """Whether a schema has a dot in its name, so that its models need a folder."""
    load = json.loads if document.suffix == ".json" else partial(yaml.load, Loader=SAFE)
    content = load(document.read_bytes())
    schemas = content.get("components", {}).get("schemas", {})
    return any("." in name for name in {**schemas, **content.get("definitions", {})})


def _openapi_generator(document: Path, output: Path) -> list[str]:
    arguments = [
        "generate",
        "-g",
        "python",
        "--skip-validate-spec",
        "-i",
        str(document),
    ]
    return [str(BIN / "openapi-generator-cli"), *arguments, "-o", str(output)]


def _oasmith(document: Path, output: Path) -> list[str]:
    command = [*OASMITH, "generate", str(document), "--quiet", "--package", "ours"]
    return [*command, "--no-cache", "--output", str(output)]


CONTENDERS = {
    "oasmith": Contender("all targets", _oasmith),
    "openapi-python-client": Contender("client", _openapi_python_client),
    "datamodel-codegen": Contender("models", _datamodel_code_generator),
    "openapi-generator-cli": Contender("client", _openapi_generator),
}


def main() -> None:
    """Measure each document in a temporary folder."""
    documents = [Path(name) for name in sys.argv[1:]] or [DATA / "openai/openapi.yaml"]
    for document in documents:
        if not document.is_file():
            raise SystemExit(
                f"no document at {document}: give its path, or set OASMITH_DATA"
            )
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            size = document.stat().st_size / 1_000_000
            print(f"{document.name}, {size:.1f} MB, best of {ROUNDS}\n")
            print(f"{'':38}{'wall s':>8}{'CPU s':>8}{'peak MB':>9}{'lines':>11}{'':>8}")
            ours = _compare(document.resolve(), folder)
            if ours is not None:
                _again(document.resolve(), folder, ours)
            print()


def _compare(document: Path, folder: Path) -> Cost | None:
    """Whole generations by turns, since the machine has moods; ours is returned.

    Each writes into a folder that is not there yet: file systems are slower at making
    files where as many were deleted just before.
    """
    run([*OASMITH, "--version"], ROOT)
    names = [name for name in CONTENDERS if name == "oasmith" or (BIN / name).exists()]
    costs: dict[str, list[Cost]] = {name: [] for name in names}
    lines: dict[str, int] = {}
    for number in range(ROUNDS):
        for name in names:
            if any(cost.exit_code for cost in costs[name]):
                continue
            output = folder / f"{name}-{number}"
            cost = run(CONTENDERS[name].command(document, output), ROOT)
            costs[name].append(cost)
            module = Path(f"{output}.py")
            lines[name] = count_lines(module if module.exists() else output)
    found = {name: cheapest(given) for name, given in costs.items()}
    ours = found["oasmith"]
    for name, cost in found.items():
        label = f"{name}: {CONTENDERS[name].makes}"
        if cost is None:
            print(f"{label:42} does not work")
            continue
        ratio = f"{cost.wall / ours.wall:.1f}x" if ours else "-"
        _print(label, cost, f"{lines[name]:,}", ratio)
    return ours


def _again(document: Path, folder: Path, cold: Cost) -> None:
    """Further runs with a cache: nothing changed, and one description edited."""
    copy = folder / document.name
    content = document.read_bytes()
    copy.write_bytes(content)
    command = [*OASMITH, "generate", str(copy), "--quiet", "--package", "ours"]
    command += ["-o", str(folder / "ours"), "--cache-dir", str(folder / "cache")]
    run(command, ROOT)
    rows = {"nothing changed": [run(command, ROOT) for _ in range(ROUNDS)]}
    places = list(_DESCRIPTION.finditer(content))
    rows["one description edited"] = []
    for number in range(ROUNDS):
        place = places[len(places) * (number + 1) // (ROUNDS + 1)]
        edited = content[: place.end()] + b"very " + content[place.end() :]
        copy.write_bytes(edited)
        rows["one description edited"].append(run(command, ROOT))
    rows["--help"] = [run([*OASMITH, "--help"], ROOT) for _ in range(ROUNDS)]
    for label, costs in rows.items():
        cost = cheapest(costs)
        if cost is not None:
            _print(f"oasmith: {label}", cost, "", f"{cost.wall / cold.wall:.2f}x")


def _print(label: str, cost: Cost, lines: str, ratio: str) -> None:
    figures = f"{cost.wall:8.2f}{cost.cpu:8.2f}{cost.peak_mb:9.0f}"
    print(f"{label:38}{figures}{lines:>11}{ratio:>8}", flush=True)


if __name__ == "__main__":
    main()
