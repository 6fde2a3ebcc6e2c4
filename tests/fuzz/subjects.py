"""The schemas that are put to the test, with the validators that are generated of them."""

from __future__ import annotations

import importlib
import os
import re
import sys
from contextlib import chdir
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.conform.containers import Impossible
from generator.conform.instances import Instances
from generator.diagnostics import Sink
from generator.ir import Alias, thaw
from generator.load import Source, load
from generator.lower import lower
from generator.name import NameOptions, name
from generator.pipeline import understand
from generator.plan.options import TargetOptions
from generator.plan.validators import plan
from generator.progress import Laps
from generator.render import Renderer

from ..golden.cases import CASES, config_of, source_of
from ..stages.validator_support import write_package
from .oracle import Oracle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from generator.ir import Api, Id
    from generator.plan.files import FilePlan

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
DATA = Path(os.environ.get("OASMITH_DATA", ROOT.parent / "shared/data"))
OPENAI = DATA / "openai/openapi.yaml"
TEN = (
    "CreateCompletionRequest",
    "CreateChatCompletionRequest",
    "CreateChatCompletionResponse",
    "ChatCompletionList",
    "CreateEmbeddingRequest",
    "CreateModerationRequest",
    "CreateFineTuningJobRequest",
    "CreateResponse",
    "Response",
    "RealtimeSessionCreateRequestGA",
)
"""Schemas of OpenAI's document, most of them full of unions."""

_STARTS = 12
_IMPORT = re.compile(r"^from \.(?:(\w+) import|( import (\w+)))", re.M)
_NUMBERS = count()


@dataclass(frozen=True)
class Subject:
    """One schema: what checks it, what judges it, and instances to start from."""

    name: str
    id: Id
    document: Document

    @cached_property
    def check(self) -> Callable[[object], list[Any] | None]:
        """The generated validator."""
        return self.document.check(self.name)

    @cached_property
    def oracle(self) -> Any:
        """The validator of `jsonschema-rs`."""
        return self.document.oracle.validator(self.id)

    @cached_property
    def starts(self) -> list[Any]:
        """Instances: most are valid; junk where none can be made."""
        examples = self.document.examples(self.id)
        for maker in self.document.makers:
            try:
                examples += maker.several(self.id, _STARTS)
            except Impossible:
                continue
        return examples or [None, {}, [], "text", 1]


class Document:
    """An API, and the package of its validators below `folder`, made where needed."""

    def __init__(self, api: Api, folder: Path) -> None:
        self.api = api
        self._folder = folder
        self._package = f"fuzzed_{next(_NUMBERS)}"
        self._plans: dict[str, FilePlan] = {}
        self._renderer = Renderer()
        self.oracle = Oracle(api)
        self.makers = [Instances(api, "request"), Instances(api, "answer")]

    @cached_property
    def _schemas(self) -> Any:
        names = name(self.api, NameOptions(self._package, "TEST", {}))
        options = TargetOptions(self._package, "TEST", "spec.yaml")
        self._plans = {
            item.path: item for item in plan(self.api, names, options, Sink())
        }
        root = self._folder / self._package
        write_package(root, {})
        self._write("validators/__init__.py")
        self._write("validators/schemas/__init__.py")
        if str(self._folder) not in sys.path:
            sys.path.insert(0, str(self._folder))
        importlib.invalidate_caches()
        return importlib.import_module(f"{self._package}.validators")

    def _write(self, path: str) -> None:
        """Write a module of the package, and those that it imports."""
        item = self._plans.pop(path, None)
        if item is None:
            return
        text = self._renderer.render(item).text
        target = self._folder / self._package / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
        for one, _, whole in _IMPORT.findall(text):
            self._write(f"validators/schemas/{one or whole}.py")

    def write_all(self) -> None:
        """Write all modules, also those that others import only when they run."""
        assert self._schemas
        for path in list(self._plans):
            self._write(path)

    def check(self, name: str) -> Callable[[object], list[Any] | None]:
        """The validator of a component."""
        places = self._schemas.SCHEMAS._places
        self._write(f"validators/schemas/{places[name].partition(':')[0]}.py")
        importlib.invalidate_caches()
        found: Callable[[object], list[Any] | None] = self._schemas.SCHEMAS[name]
        return found

    @property
    def operations(self) -> Any:
        """What the operations carry, once all modules are written."""
        return self._schemas.OPERATIONS

    def examples(self, schema: Id) -> list[Any]:
        """What the document gives as examples of a schema."""
        shape = self.api.shapes.get(schema)
        found = getattr(shape, "examples", ()) if not isinstance(shape, Alias) else ()
        return [thaw(item) for item in found]

    def subjects(self) -> Iterator[Subject]:
        """All components."""
        for title, schema in self.api.components.items():
            yield Subject(title, schema, self)


def golden(case: str, folder: Path) -> Document:
    """A golden case."""
    config = config_of(case)
    with chdir(
        config.root if hasattr(config, "root") else ROOT / "tests/golden" / case
    ):
        api = understand(
            source_of(case),
            Sink(),
            Laps(),
            lambda: None,
            config.filter,
            config.pagination,
        )
    return Document(api, folder)


def openai(folder: Path) -> Document:
    """OpenAI's whole document; only what is asked for is generated."""
    sink = Sink()
    return Document(lower(load(Source(OPENAI), sink), sink), folder)


def goldens(folder: Path) -> Iterator[tuple[str, Document]]:
    """All golden cases but those with rules across fields, which no JSON Schema knows."""
    for case in CASES:
        document = golden(case, folder)
        if not document.api.has_rules:
            yield case, document
