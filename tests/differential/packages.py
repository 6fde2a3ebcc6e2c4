"""The pydantic models of both engines, imported."""

from __future__ import annotations

import importlib
import json
import sys
from contextlib import contextmanager
from dataclasses import dataclass, fields, is_dataclass
from itertools import count
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter, ValidationError

from generator.diagnostics import Sink
from generator.ir import Named, Record, Variants
from generator.load import load
from generator.lower import lower
from generator.name import NameOptions, name
from generator.plan import models, package
from generator.plan.engines import Engine
from generator.plan.options import TargetOptions, anew
from generator.plan.python.types import Annotator
from generator.render import render

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import ModuleType

    from generator.ir import Api, Id, Shape
    from generator.load import Source

_NUMBERS = count()
_OPTIONS = ("ours", models), ("theirs", Engine("pydantic", anew))


@dataclass(frozen=True)
class Model:
    """A model of one engine."""

    adapter: TypeAdapter[Any]
    is_alias: bool

    def refusal(self, instance: Any) -> frozenset[str] | None:
        """The kinds of errors that the model has for an instance; None if it takes it."""
        try:
            self.adapter.validate_json(
                json.dumps(instance), strict=self.is_alias or None
            )
        except ValidationError as error:
            return frozenset(item["type"] for item in error.errors(include_url=False))
        return None


@dataclass(frozen=True)
class Pair:
    """A type as both engines have it.

    `is_told` says that a discriminator of the document decides about the type, or about
    one inside it.
    """

    id: Id
    name: str
    ours: Model
    theirs: Model
    is_told: bool


def understood(source: Source) -> Api | None:
    """The model of a document; None when it cannot be used."""
    sink = Sink()
    document = load(source, sink)
    if sink.has_errors:
        return None
    api = lower(document, sink)
    return None if sink.has_errors else api


@contextmanager
def pairs(api: Api, folder: Path) -> Iterator[list[Pair]]:
    """All types of an API by both engines, as packages below `folder`."""
    number = next(_NUMBERS)
    names = name(api, NameOptions("api"))
    annotator = Annotator(api, names)
    found = [shape for shape in api.shapes.values() if annotator.is_named(shape)]
    told = _told(api)
    sys.path.insert(0, str(folder))
    try:
        made = {}
        for engine, target in _OPTIONS:
            options = TargetOptions("api", names.env_prefix, "spec.yaml")
            plans = target.plan(api, names, options, Sink())
            plans += package.plan(api, names, options, ("models",), target.runtime(api))
            for file in render(plans):
                path = folder / f"{engine}_{number}" / file.path
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(file.text, encoding="utf-8")
            made[engine] = importlib.import_module(f"{engine}_{number}.models")
        yield [
            _pair(shape, annotator, made, told)
            for shape in found
            if shape.id in api.assertions
        ]
    finally:
        sys.path.remove(str(folder))
        for loaded in list(sys.modules):
            if loaded.split(".")[0] in {f"ours_{number}", f"theirs_{number}"}:
                del sys.modules[loaded]


def _told(api: Api) -> set[Id]:
    """The shapes that a discriminator decides about, and those that hold such ones."""
    inside = {shape.id: set(_named(shape)) for shape in api.shapes.values()}
    found: set[Id] = set()
    for shape in api.shapes.values():
        if isinstance(shape, Variants) and shape.discriminator is not None:
            found |= {shape.id, *inside[shape.id]}
    grown = -1
    while grown < len(found):
        grown = len(found)
        found |= {id for id, held in inside.items() if not held.isdisjoint(found)}
    return found


def _named(part: Any) -> Iterator[Id]:
    """The shapes that a part of the model names."""
    if isinstance(part, Named):
        yield part.id
    elif isinstance(part, tuple):
        for item in part:
            yield from _named(item)
    elif is_dataclass(part):
        for field in fields(part):
            yield from _named(getattr(part, field.name))


def _pair(
    shape: Shape, annotator: Annotator, made: dict[str, ModuleType], told: set[Id]
) -> Pair:
    name = annotator.names.types[shape.id]
    is_alias = not isinstance(shape, Record)
    ours, theirs = (
        Model(TypeAdapter(getattr(made[engine], name)), is_alias)
        for engine in ("ours", "theirs")
    )
    return Pair(shape.id, name, ours, theirs, shape.id in told)
