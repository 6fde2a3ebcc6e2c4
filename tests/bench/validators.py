"""Measure the generated validators against a hand-written one, jsonschema-rs and pydantic.

    python tests/bench/validators.py [--json] [--rounds N]

One process, CPU time. In each round all take a short turn; a figure is the best turn,
and a ratio the median of the rounds' ratios, which a busy machine moves least. Payloads
are parsed from JSON once, before. Ours are the functions of the schemas. Pydantic is
measured by `model_validate`, with three sets of models of the same document: `models`
are ours; `dmcg` are what datamodel-code-generator makes of it with its default options,
which the contract's figures are about; `dmcg engine` are what it makes when oasmith
runs it as its engine for models, with unions told apart by tags, which is much faster.
`models, told` also asks an error for its list, as ours is one. Absolute targets hold
for the machine of the contract (see `client.py`). Exits with 1 when a target is missed.

Needs OpenAI's document (`OASMITH_DATA`).
"""

from __future__ import annotations

import argparse
import importlib
import json
import re
import statistics
import sys
import tempfile
import time
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import by_hand
import jsonschema_rs
import payloads
import yaml
from client import BARE_IMPORT, ROOT, WHOLE, programs
from measure import run
from pydantic import ValidationError

sys.path.insert(0, str(ROOT))
from generator.diagnostics import Sink
from generator.load import Source, load

if TYPE_CHECKING:
    from collections.abc import Callable

TURN = 0.4e-3
"""Seconds that a turn takes at least."""

CONTENDERS = (
    "by hand",
    "ours",
    "jsonschema-rs",
    "models",
    "models, told",
    "dmcg",
    "dmcg engine",
)
FLAT = "CreateCompletionRequest"
CHAT = "CreateChatCompletionRequest"
LIST = "ChatCompletionList"


FUNCTIONS = {
    FLAT: "create_completion_request",
    CHAT: "create_chat_completion_request",
    LIST: "chat_completion_list",
}
"""Our functions for those schemas."""


@dataclass(frozen=True, slots=True)
class Target:
    """A bound for ours: at most so many times a peer's time, or so many times as fast.

    A bound of 0 is none: the figure is only told.
    """

    of: str
    bound: float
    as_fast: bool = False

    @property
    def said(self) -> str:
        """The target in words."""
        if not self.bound:
            return f"x as fast as {self.of}, no target"
        if self.as_fast:
            return f">= {self.bound:g} x as fast as {self.of}"
        return f"<= {self.bound:g} x {self.of}"


@dataclass(frozen=True, slots=True)
class Work:
    """A payload to validate, and what ours is held to with it."""

    name: str
    schema: str
    body: Any
    is_valid: bool
    targets: tuple[Target, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """What one measurement found. `value` is what the target is about."""

    name: str
    unit: str
    figures: dict[str, float]
    target: str = ""
    value: float = 0.0
    is_met: bool = True


def works() -> list[Work]:
    """All payloads."""
    wide = payloads.answers()
    last = len(wide["data"]) - 1
    never_slower = Target("models", 1, True)
    near_rs = Target("jsonschema-rs", 1.6)
    told = Target("models, told", 1, True)
    engine = Target("dmcg engine", 0, True)
    by_union = (near_rs, Target("dmcg", 5, True), never_slower, engine)
    flat = (Target("by hand", 1.35), near_rs, Target("models", 2, True))
    bad_chat = ("messages", 6, "content", 1, "image_url", "detail")
    bad_list = ("data", last, "choices", 0, "index")
    five = {"n": 0, "top_p": 2, "echo": 1, "stop": [], "user": 5}
    return [
        Work("flat, 18 properties", FLAT, payloads.COMPLETION, True, flat),
        Work(
            "the same, 1 defect",
            FLAT,
            payloads.changed(payloads.COMPLETION, 3.5, "temperature"),
            False,
            (never_slower,),
        ),
        Work(
            "the same, 5 defects",
            FLAT,
            {**payloads.COMPLETION, **five},
            False,
            (never_slower, told),
        ),
        Work(
            "the same, 3 properties",
            FLAT,
            payloads.SPARSE_COMPLETION,
            True,
            (near_rs, never_slower),
        ),
        Work("chat, 30 properties", CHAT, payloads.CHAT, True, by_union),
        Work(
            "the same, 1 defect",
            CHAT,
            payloads.changed(payloads.CHAT, "x", *bad_chat),
            False,
            (never_slower,),
        ),
        Work(
            "the same, 2 properties",
            CHAT,
            payloads.SPARSE_CHAT,
            True,
            (near_rs, never_slower),
        ),
        # All unions of a response but one are with null: it is no union-heavy schema.
        Work(
            "list of 1 MB",
            LIST,
            wide,
            True,
            (near_rs, Target("dmcg", 2, True), never_slower, engine),
        ),
        Work(
            "the same, 1 defect",
            LIST,
            payloads.changed(wide, "x", *bad_list),
            False,
            (never_slower,),
        ),
    ]


def generate(folder: Path, package: str, *options: str) -> None:
    """Generate a package from OpenAI's document."""
    command = [sys.executable, "-m", "generator", "generate", str(WHOLE), "--quiet"]
    command += ["--package", package, "--output", str(folder / package), "--no-cache"]
    if run([*command, *options], ROOT).exit_code:
        raise SystemExit(f"cannot generate from {WHOLE}")


def generate_alone(folder: Path) -> None:
    """The module that datamodel-code-generator makes of the schemas with its defaults.

    It gets OpenAI's document as it is, less what the schemas do not refer to.
    """
    with WHOLE.open(encoding="utf-8") as file:
        document = yaml.load(file, yaml.CSafeLoader)
    schemas = document["components"]["schemas"]
    used: dict[str, Any] = {}
    waiting = [FLAT, CHAT, LIST]
    while waiting:
        name = waiting.pop()
        if name not in used:
            used[name] = schemas[name]
            text = json.dumps(schemas[name], default=str)
            waiting += re.findall(r"#/components/schemas/(\w+)", text)
    ordered = {name: schemas[name] for name in schemas if name in used}
    document = {**document, "paths": {}, "components": {"schemas": ordered}}
    source = folder / "dmcg_alone.json"
    source.write_text(json.dumps(document, default=str), encoding="utf-8")
    command = [sys.executable, "-m", "datamodel_code_generator", "--input", str(source)]
    command += ["--input-file-type", "openapi", "--output-model-type"]
    command += ["pydantic_v2.BaseModel", "--output", str(folder / "dmcg_alone.py")]
    if run(command, ROOT).exit_code:
        raise SystemExit(f"datamodel-code-generator fails for {WHOLE}")


def contenders(folder: Path) -> Callable[[Work], dict[str, Callable[[Any], object]]]:
    """What validates each payload, by contender; invalid ones must not raise."""
    sys.path.insert(0, str(folder))
    validators = importlib.import_module("whole.validators")
    ours = {name: getattr(validators, FUNCTIONS[name]) for name in FUNCTIONS}
    models = {
        "models": importlib.import_module("whole.models"),
        "dmcg": importlib.import_module("dmcg_alone"),
        "dmcg engine": importlib.import_module("dmcg.models"),
    }
    root = load(Source(WHOLE), Sink()).root["components"]

    def found(work: Work) -> dict[str, Callable[[Any], object]]:
        whole = {"$ref": f"#/components/schemas/{work.schema}", "components": root}
        rust = jsonschema_rs.Draft202012Validator(whole)
        all_of = {
            "ours": ours[work.schema],
            "jsonschema-rs": lambda value: list(rust.iter_errors(value)),
        }
        for name, package in models.items():
            check = getattr(package, work.schema).model_validate
            all_of[name] = check if work.is_valid else partial(_refused, check)
            if name == "models" and not work.is_valid:
                all_of["models, told"] = partial(_told, check)
        if work.schema == FLAT:
            all_of["by hand"] = by_hand.is_valid
            assert by_hand.is_valid(work.body) is work.is_valid
        assert (not ours[work.schema](work.body)) is work.is_valid
        assert rust.is_valid(work.body) is work.is_valid
        return all_of

    return found


def _refused(check: Callable[[Any], object], value: Any) -> None:
    try:
        check(value)
    except ValueError:
        return
    raise SystemExit("a model takes what is not valid")


def _told(check: Callable[[Any], object], value: Any) -> list[Any]:
    try:
        check(value)
    except ValidationError as error:
        return error.errors()
    raise SystemExit("a model takes what is not valid")


def measured(
    work: Work, checks: dict[str, Callable[[Any], object]], rounds: int
) -> list[Row]:
    """The rows of one payload."""
    body = json.loads(json.dumps(work.body))
    counts = {}
    for name, check in checks.items():
        counts[name] = 1 + int(TURN / _turn(check, body, 2))
    best = dict.fromkeys(checks, float("inf"))
    ratios: dict[str, list[float]] = {name: [] for name in checks}
    spent = time.process_time()
    for number in range(rounds):
        turns = {name: _turn(checks[name], body, counts[name]) for name in checks}
        for name, taken in turns.items():
            best[name] = min(best[name], taken)
            ratios[name].append(turns["ours"] / taken)
        if number > 10 and time.process_time() - spent > 20:
            break
    figures = {name: best[name] * 1e6 for name in checks}
    rows = []
    for target in work.targets:
        ratio = statistics.median(ratios[target.of])
        value = 1 / ratio if target.as_fast else ratio
        met = value >= target.bound if target.as_fast else value <= target.bound
        rows.append(Row(work.name, "us", figures, target.said, round(value, 2), met))
    return rows


def _turn(check: Callable[[Any], object], body: Any, count: int) -> float:
    """CPU seconds of one validation."""
    started = time.process_time()
    for _ in range(count):
        check(body)
    return max(time.process_time() - started, 1e-9) / count


IMPORTS = {
    "bare": "",
    "httpx2": "import httpx2",
    "package": "from whole.validators import SCHEMAS",
    "one": f"from whole.validators import SCHEMAS\nSCHEMAS[{CHAT!r}]",
    "all": "from whole.validators import SCHEMAS\nfor name in SCHEMAS: SCHEMAS[name]",
}


def import_rows(folder: Path, rounds: int) -> list[Row]:
    """What importing the validators of the whole document costs, above a bare interpreter."""
    costs = programs(IMPORTS, folder, rounds)
    cpu = {name: cost[0] - costs["bare"][0] for name, cost in costs.items()}
    speed = BARE_IMPORT / cpu["httpx2"]
    rows = []
    for name, label, bound in (
        ("package", "import, OpenAI's whole document", 25),
        ("one", "and the validator of a chat", 25),
        ("all", "and all 1,422 validators, each its own module", None),
    ):
        row = Row(label, "ms", {"ours": cpu[name] * 1e3})
        if bound is not None:
            value = cpu[name] * speed * 1e3
            said, met = f"<= {bound} ms, scaled", value <= bound
            row = replace(row, target=said, value=round(value, 1), is_met=met)
        rows.append(row)
    return rows


def show(rows: list[Row]) -> None:
    """Print the rows as a table."""
    heads = "".join(f"{name:>15}" for name in CONTENDERS)
    print(f"{'':46}{'':3}{heads}  target")
    before: tuple[str, int] = ("", 0)
    for row in rows:
        here = (row.name, id(row.figures))
        is_new, before = here != before, here
        texts = [
            (
                f"{row.figures[name]:15.2f}"
                if name in row.figures and is_new
                else " " * 15
            )
            for name in CONTENDERS
        ]
        mark = "" if row.is_met else "  MISSED"
        verdict = f"  {row.target}: {row.value:g}{mark}" if row.target else ""
        head = f"{row.name:46}{row.unit:3}" if is_new else " " * 49
        print(f"{head}{''.join(texts)}{verdict}")


def main() -> int:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--rounds", type=int, default=200)
    options = parser.parse_args()
    if not WHOLE.is_file():
        raise SystemExit("needs OpenAI's document: set OASMITH_DATA")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        generate(folder, "whole", "--target", "models", "--target", "validators")
        engine = ("--engine", "datamodel-code-generator", "--target", "models")
        paths = ("--include-path", "/completions", "--include-path", "/chat/**")
        generate(folder, "dmcg", *engine, *paths)
        generate_alone(folder)
        found = contenders(folder)
        rows = [
            row
            for work in works()
            for row in measured(work, found(work), options.rounds)
        ]
        rows += import_rows(folder, max(3, options.rounds // 40))
    if options.json:
        print(json.dumps([asdict(row) for row in rows], indent=1))
    else:
        show(rows)
    return 0 if all(row.is_met for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
