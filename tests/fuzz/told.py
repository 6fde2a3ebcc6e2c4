"""What validators tell of mutants, with where each schema stands in its source document."""

from __future__ import annotations

import sys
from contextlib import chdir, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import yaml

from generator.config import ApiConfig
from generator.conform.containers import Impossible
from generator.conform.instances import Instances
from generator.diagnostics import Sink
from generator.load.source import Source
from generator.pipeline import validators
from generator.progress import Laps
from generator.validation.contents import SIDES
from generator.validation.program import PACKAGE, imported
from generator.validation.wanted import Validator

from .constants import constants
from .mutants import Mutator

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from generator.ir import Api, Id
    from generator.load import Document
    from generator.pipeline import Validators

_STARTS = 6


@dataclass(frozen=True)
class Told:
    """One violation, by where the document is said to demand it."""

    schema_path: str
    keyword: str


def told(
    folder: Path,
    config: ApiConfig,
    source: Source,
    count: int,
    more: Sequence[Any] = (),
) -> tuple[Document, set[Told]]:
    """What the validators of a document tell of so many mutants for each of its schemas.

    `more` are instances beside those that are found for each schema.
    """
    found: set[Told] = set()
    with chdir(folder):
        made = validators(
            config, source, lambda whole: whole, Sink(), Laps(), lambda: None
        )
        with _package(made) as checks:
            for schema, check in checks:
                for instance in _mutants(made.api, schema, count, more):
                    for item in check(instance) or ():
                        found.add(Told(item.schema_path, item.keyword))
    return made.document, found


@contextmanager
def _package(
    made: Validators,
) -> Iterator[list[tuple[Id, Callable[[object], Any]]]]:
    """The validators of all components, and of all parts of operations."""
    from importlib import import_module

    api = made.api
    with imported(made.plans, Validator("", "_runtime.violations", "fault")):
        listed = []
        if api.components:
            schemas = import_module(f"{PACKAGE}.validators").SCHEMAS
            for name, schema in api.components.items():
                own = schemas[name]
                listed += [(schema, one) for one in {own, own.request, own.response}]
        for operation in (*api.operations, *api.webhooks, *api.callbacks):
            name = made.names.operations[operation.id]
            for side in SIDES.values():
                for content in side(operation, name):
                    if content.function and content.schema:
                        place = f"validators.operations.{name.resource.module}"
                        module = import_module(f"{PACKAGE}.{place}")
                        check = getattr(module, content.function)
                        listed.append((content.schema, check))
        yield listed
    assert not [name for name in sys.modules if name.startswith(PACKAGE)]


def _mutants(api: Api, schema: Id, count: int, more: Sequence[Any]) -> Iterator[Any]:
    starts: list[Any] = [None, {}, [], "text", 1, True, 2.5, *more]
    for way in ("request", "answer"):
        try:
            starts += Instances(api, way).several(schema, _STARTS)
        except Impossible:
            continue
    yield from starts
    mutator = Mutator(starts, constants(api.assertions, schema), 1)
    for _ in range(count):
        yield mutator.make()


class Written:
    """The files of a document as they are written, without any reading of ours."""

    def __init__(self, folder: Path, main: str) -> None:
        self._folder = folder
        self._main = main
        self._known: dict[str, Any] = {}

    def at(self, place: str) -> Any:
        """What stands at `file#pointer`. Raises KeyError where nothing does."""
        file, _, pointer = place.partition("#")
        if file not in self._known:
            text = (self._folder / (file or self._main)).read_text(encoding="utf-8")
            self._known[file] = yaml.load(text, yaml.BaseLoader)
        node = self._known[file]
        for token in pointer.split("/")[1:]:
            step = token.replace("~1", "/").replace("~0", "~")
            if isinstance(node, list):
                if not step.isdecimal() or int(step) >= len(node):
                    raise KeyError(place)
                node = node[int(step)]
            elif isinstance(node, dict):
                node = node[step]
            else:
                raise KeyError(place)
        return node
