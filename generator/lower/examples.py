"""Examples that do not fit their schemas, told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from ..diagnostics import Sink, Span, diagnostic
from ..ir import Id, Json, MediaContent, Named, Operation, Record, TypeUse, freeze
from ..load.document import Document
from .media import is_json
from .misfit import misfit
from .view import escape

if TYPE_CHECKING:
    from .defaults import Defaults


class Examples:
    """Checks examples as far as types go; each is told once, at its place."""

    def __init__(self, document: Document, defaults: Defaults, sink: Sink) -> None:
        self.document = document
        self.defaults = defaults
        self.sink = sink
        self._seen: set[Id] = set()

    def check_components(self, components: Iterable[Id]) -> None:
        """Examples that components have themselves, and those of their properties."""
        for schema in components:
            node = self.document.node(schema)
            stated = node.get("examples") if isinstance(node, dict) else None
            for index, example in enumerate(stated or ()):
                use = TypeUse(Named(schema))
                self._check(freeze(example), use, f"{schema}/examples/{index}")

    def check_fields(self) -> None:
        """Examples of all properties."""
        for shape in self.defaults.shapes.values():
            for field in shape.fields if isinstance(shape, Record) else ():
                place = f"{shape.id}/properties/{escape(field.name)}"
                for index, example in enumerate(field.examples):
                    self._check(example, field.use, f"{place}/examples/{index}")

    def check_operation(self, operation: Operation) -> None:
        """Examples of the bodies and answers of an operation."""
        contents = list(operation.body.contents) if operation.body else []
        for response in operation.responses:
            contents += response.contents
        for content in contents:
            if content.schema is not None and is_json(content.media):
                self._check_content(content, content.schema)

    def _check_content(self, content: MediaContent, schema: Id) -> None:
        owner = schema.removesuffix("/schema")
        node = self.document.node(owner)
        places = ["example"] if "example" in node else []
        places += [f"examples/{escape(name)}" for name in node.get("examples", ())]
        for example, place in zip(content.examples, places, strict=False):
            self._check(example, content.use, f"{owner}/{place}")

    def _check(self, example: Json, use: TypeUse, place: Id) -> None:
        if place in self._seen:
            return
        self._seen.add(place)
        if not self.defaults.fits(example, use):
            problem = misfit(example, use, self.defaults)
            span = self._span(place)
            self.sink.add(diagnostic("W232", span, problem=problem))

    def _span(self, place: Id) -> Span:
        """Where an example is written: the only one of a schema perhaps as `example`.

        A property stands in what the schema of a record includes, where not in that
        itself; the record is told where neither has it.
        """
        owner, mark, _ = place.rpartition("/examples/")
        record, is_property, name = owner.rpartition("/properties/")
        if is_property and not self._has(record, name):
            home = next(
                (id for id in self._included(record) if self._has(id, name)), ""
            )
            if not home:
                return self.document.locate(record)
            owner = f"{home}/properties/{name}"
            place = owner + place[len(f"{record}/properties/{name}") :]
        span = self.document.locate(place)
        is_first = mark and place == f"{owner}/examples/0"
        if not is_first or self.document.stands(owner, "examples"):
            return span
        pointer = span.pointer.removesuffix("/examples/0")
        return replace(span, pointer=f"{pointer}/example")

    def _has(self, schema: Id, name: str) -> bool:
        try:
            self.document.node(f"{schema}/properties/{name}")
        except KeyError:
            return False
        return True

    def _included(self, schema: Id) -> Iterator[Id]:
        """What a schema includes by `$ref` and `allOf`, in turn, each once."""
        waiting, seen = [schema], {schema}
        for known in waiting:
            node = self.document.node(known)
            if not isinstance(node, dict):
                continue
            found = [node["$ref"]] if "$ref" in node else []
            found += [f"{known}/allOf/{n}" for n in range(len(node.get("allOf", ())))]
            waiting += [one for one in found if one not in seen]
            seen.update(found)
            yield from found
