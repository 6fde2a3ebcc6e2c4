"""How well validators say what is wrong: ours beside others, on single defects.

    python -m tests.fuzz.quality [--schema NAME] [--most N]

For a valid instance of a schema of OpenAI's document (`OASMITH_DATA`) with one thing wrong
at a time: how many errors are reported, how often the one right JSON Pointer is among them,
and how often it is all that is. Others get credit where they mean the same: for a missing
or unknown property whose object they name, and for a pydantic `loc` without the names of
classes and tags that it has on the way.
"""

from __future__ import annotations

import argparse
import importlib
import statistics
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema
import pydantic
from jsonschema.exceptions import best_match

from generator.config import ApiConfig
from generator.diagnostics import Sink
from generator.load import Source
from generator.pipeline import build
from generator.progress import Laps

from ..bench.payloads import CHAT
from .constants import constants
from .defects import defects
from .subjects import OPENAI, openai

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from .defects import Defect
    from .subjects import Subject

    Teller = Callable[[Any], list[str]]

PAYLOADS = {"CreateChatCompletionRequest": (CHAT,)}
"""Instances beside those that are found for a schema."""


@dataclass(frozen=True)
class Row:
    """What one validator came to: errors for each defect, and shares of all defects."""

    name: str
    errors: float
    among: float
    alone: float

    def __str__(self) -> str:
        return f"{self.name:34} {self.errors:8.2f} {self.among:9.1%} {self.alone:9.1%}"


def rows(found: Sequence[Defect], tellers: dict[str, Teller]) -> list[Row]:
    """A row for each validator; a teller gives the pointers of the errors it reports."""
    listed: list[Row] = []
    for name, tell in tellers.items():
        told = [(tell(defect.instance), defect.path) for defect in found]
        listed.append(
            Row(
                name,
                statistics.mean(len(paths) for paths, _ in told),
                statistics.mean(right in paths for paths, right in told),
                statistics.mean(paths == [right] for paths, right in told),
            )
        )
    return listed


def single_defects(subject: Subject, payloads: Iterable[Any]) -> list[Defect]:
    """All defects of the instances, each once."""
    known = constants(subject.document.api.assertions, subject.id)
    found: dict[str, Defect] = {}
    for payload in payloads:
        if subject.oracle.is_valid(payload):
            for defect in defects(payload, known, subject.oracle.is_valid):
                found.setdefault(repr(defect.instance), defect)
    return list(found.values())


def of_ours(subject: Subject) -> Teller:
    """The generated validator."""
    return lambda value: [item.path for item in subject.check(value) or ()]


def of_jsonschema(subject: Subject, *, best: bool) -> Teller:
    """All errors of `jsonschema`, or the one that it holds to be the most relevant."""
    whole = subject.document.oracle.whole(subject.id)
    validator = jsonschema.Draft202012Validator(whole)

    def tell(value: Any) -> list[str]:
        errors = list(validator.iter_errors(value))
        if best:
            chosen = best_match(errors)
            errors = [chosen] if chosen is not None else []
        return [path for error in errors for path in _pointers(error)]

    return tell


def of_jsonschema_rs(subject: Subject) -> Teller:
    """All errors of `jsonschema-rs`."""

    def tell(value: Any) -> list[str]:
        found: list[str] = []
        for error in subject.oracle.iter_errors(value):
            path = [*error.instance_path]
            missing = getattr(error.kind, "property", None)
            unknown = getattr(error.kind, "unexpected", None)
            names = unknown or ([missing] if isinstance(missing, str) else [])
            found += [_pointer([*path, name]) for name in names] or [_pointer(path)]
        return found

    return tell


def of_pydantic(model: type[pydantic.BaseModel]) -> Teller:
    """The errors of a model; it is not asked for those of types in strict mode."""

    def tell(value: Any) -> list[str]:
        try:
            model.model_validate(value)
        except pydantic.ValidationError as refused:
            return [_pointer(_steps(item["loc"], value)) for item in refused.errors()]
        return []

    return tell


def _pointers(error: Any) -> list[str]:
    """The places that an error of `jsonschema` is about."""
    path = [*error.absolute_path]
    names: list[Any] = []
    if error.validator == "required":
        names = [
            name for name in error.validator_value if f"{name!r} is" in error.message
        ]
    elif error.validator == "additionalProperties":
        known = error.schema.get("properties", ())
        names = [name for name in error.instance if name not in known]
    return [_pointer([*path, name]) for name in names] or [_pointer(path)]


def _steps(loc: Sequence[Any], value: Any) -> Iterator[Any]:
    """The steps of a `loc` that lead into a value, and its last one where that is missing."""
    for place, step in enumerate(loc):
        if (isinstance(value, dict) and step in value) or (
            isinstance(value, list) and isinstance(step, int) and step < len(value)
        ):
            value = value[step]
        elif not (isinstance(value, dict) and place == len(loc) - 1):
            continue
        yield step


def _pointer(path: Iterable[Any]) -> str:
    tokens = [str(token).replace("~", "~0").replace("/", "~1") for token in path]
    return "".join(f"/{token}" for token in tokens)


def _models(folder: Path) -> Any:
    """The generated models of OpenAI's document."""
    config = ApiConfig("m", "o.yaml", "o", folder, "quality_models", ("models",))
    built = build(config, Source(OPENAI), {}, Sink(), Laps(), lambda: None)
    for file in built.files:
        target = folder / "quality_models" / file.path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(file.text, encoding="utf-8")
    sys.path.insert(0, str(folder))
    return importlib.import_module("quality_models.models")


def main() -> int:
    """Run, and print a table. Gives 1 when ours is not right in 98 % of all defects."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--schema", default="CreateChatCompletionRequest")
    parser.add_argument("--most", type=int, default=0, help="defects to take (all)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        document = openai(folder)
        subject = next(
            item for item in document.subjects() if item.name == options.schema
        )
        given = PAYLOADS.get(options.schema, ())
        found = single_defects(subject, [*given, *subject.starts])
        found = found[:: max(1, len(found) // options.most) if options.most else 1]
        model = getattr(_models(folder), options.schema)
        listed = rows(
            found,
            {
                "ours": of_ours(subject),
                "jsonschema, best_match": of_jsonschema(subject, best=True),
                "jsonschema, iter_errors": of_jsonschema(subject, best=False),
                "jsonschema-rs, iter_errors": of_jsonschema_rs(subject),
                "pydantic (our models)": of_pydantic(model),
            },
        )
    print(f"{len(found)} single defects of {options.schema}")
    print(f"{'':34} {'errors':>8} {'among':>9} {'alone':>9}")
    for row in listed:
        print(row)
    return 0 if listed[0].alone >= 0.98 else 1


if __name__ == "__main__":
    sys.exit(main())
