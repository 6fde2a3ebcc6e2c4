"""What mypy and pyright, both strict, take the generated client's results to be."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "generated" / "completions"

HEAD = """
from completions import AsyncClient, Client, omit

client = Client()
later = AsyncClient()
flag = bool(input())
create = client.completions.create
raw = client.completions.with_raw_response
opened = client.completions.with_streaming_response


async def main() -> None:
    create_later = later.completions.create
    opened_later = later.completions.with_streaming_response
    raw_later = later.completions.with_raw_response
"""

CHUNKS = "Stream[CompletionChunk]"
ANSWER = "CreateCompletionResponse"
RAW = f"RawResponse[{ANSWER}, None]"
RAW_CHUNKS = f"RawResponse[{CHUNKS}, None]"

REVEALED = [
    # the overloads of `stream`
    ('create(model="m")', ANSWER),
    ('create(model="m", stream=False)', ANSWER),
    ('create(model="m", stream=None)', ANSWER),
    ('create(model="m", stream=omit)', ANSWER),
    ('create(model="m", stream=True)', CHUNKS),
    ('create(model="m", stream=flag)', f"{ANSWER} | {CHUNKS}"),
    ('await create_later(model="m")', ANSWER),
    ('await create_later(model="m", stream=True)', f"Async{CHUNKS}"),
    ('await create_later(model="m", stream=flag)', f"{ANSWER} | Async{CHUNKS}"),
    # iteration
    ('[item for item in create(model="m", stream=True)]', "list[CompletionChunk]"),
    ('next(create(model="m", stream=True))', "CompletionChunk"),
    ('[e.data for e in create(model="m", stream=True).events()]', "list[bytes]"),
    (
        '[item async for item in await create_later(model="m", stream=True)]',
        "list[CompletionChunk]",
    ),
    ('create(model="m", stream=True).__enter__()', CHUNKS),
    ('create(model="m", stream=True).request_id', "str | None"),
    # fields
    ('create(model="m").choices[0].text', "str"),
    ('create(model="m").usage', "CompletionUsage | None"),
    # whole and streamed responses
    ('raw.create(model="m")', RAW),
    ('raw.create(model="m").parse()', ANSWER),
    ('raw.create(model="m", stream=True)', RAW_CHUNKS),
    ('raw.create(model="m", stream=flag)', f"{RAW} | {RAW_CHUNKS}"),
    ('(await raw_later.create(model="m")).parse()', ANSWER),
    ('opened.create(model="m")', f"StreamedResponse[{ANSWER}]"),
    ('opened.create(model="m", stream=True)', f"StreamedResponse[{CHUNKS}]"),
    ('opened.create(model="m").__enter__().parse()', ANSWER),
    ('opened.create(model="m").iter_bytes()', "Iterator[bytes]"),
    ('[e.data for e in opened.create(model="m").iter_events()]', "list[bytes]"),
    (
        'await opened_later.create(model="m").__aenter__()',
        f"AsyncStreamedResponse[{ANSWER}]",
    ),
    (
        'await (await opened_later.create(model="m").__aenter__()).read()',
        "bytes",
    ),
]
"""Expressions, and their types without the names of modules."""

ACCEPTED = [
    'create(model="m", user=omit)',
    'create(model="m", suffix=None)',  # nullable
    'create(model="m", suffix=omit)',
    'create(model="m", max_tokens=None, timeout=3.0, max_retries=0)',
    'create(model="m", extra_headers={"x-a": omit}, extra_body={"a": 1})',
]
REFUSED = [
    'create(model="m", user=None)',  # not nullable
    'create(model="m", best_of="2")',
    "create()",
    'create(model="m", no_such_parameter=1)',
    "Client(api_key=1)",
    'len(create(model="m"))',
    'opened.create(model="m", best_of="2")',
    "opened_later.create()",
]
LINES = [
    *(f"reveal_type({expression})" for expression, _ in REVEALED),
    *ACCEPTED,
    *REFUSED,
]
FIRST = HEAD.count("\n") + 1
_MODULES = re.compile(r"\b(?:[a-z_0-9]+\.)+(?=\w)")


def place(line: int) -> int:
    """The index in `LINES` of a line of the program, counted from 1."""
    return line - FIRST


@cache
def mypy() -> tuple[dict[int, str], set[int]]:
    """What mypy reveals, and where it finds errors."""
    report = checked("mypy", "--strict", "--cache-dir", os.devnull)
    shown: dict[int, str] = {}
    errors: set[int] = set()
    for line in report.splitlines():
        found = re.match(
            r'program\.py:(\d+): (?:note: Revealed type is "(.*)"|error)', line
        )
        if found and found[2]:
            shown[place(int(found[1]))] = found[2]
        elif found:
            errors.add(place(int(found[1])))
    return shown, errors


@cache
def pyright() -> tuple[dict[int, str], set[int]]:
    """The same of pyright."""
    report = json.loads(checked("pyright", "--outputjson"))
    shown: dict[int, str] = {}
    errors: set[int] = set()
    for item in report["generalDiagnostics"]:
        index = place(item["range"]["start"]["line"] + 1)
        found = re.match(r'Type of ".*" is "(.*)"', item["message"], re.DOTALL)
        if item["severity"] == "information" and found:
            shown[index] = found[1]
        else:
            errors.add(index)
    return shown, errors


def checked(tool: str, *options: str) -> str:
    """The report of a checker on a program with the expressions."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(
            PACKAGE,
            folder / "completions",
            ignore=shutil.ignore_patterns("server", "validators", "__pycache__"),
        )
        settings = {"typeCheckingMode": "strict", "include": ["program.py"]}
        (folder / "pyrightconfig.json").write_text(json.dumps(settings))
        program = HEAD + "".join(f"    {line}\n" for line in LINES)
        (folder / "program.py").write_text(program, encoding="utf-8")
        command = [sys.executable, "-m", tool, *options]
        if tool == "pyright":
            command += ["--pythonpath", sys.executable, "-p", "."]
        else:
            command.append("program.py")
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    return done.stdout


CHECKERS = pytest.mark.parametrize("checker", [mypy, pyright])


@CHECKERS
def test_types_that_are_revealed(
    checker: Callable[[], tuple[dict[int, str], set[int]]],
) -> None:
    shown, _ = checker()
    found = [
        (expression, _MODULES.sub("", shown.get(index, "nothing")))
        for index, (expression, _) in enumerate(REVEALED)
    ]
    assert found == REVEALED


@CHECKERS
def test_c8_omit_and_null_are_told_apart(
    checker: Callable[[], tuple[dict[int, str], set[int]]],
) -> None:
    _, errors = checker()
    assert [LINES[index] for index in sorted(errors)] == REFUSED
