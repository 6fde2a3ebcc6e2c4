"""Required properties that an object may lack, since they go one way only.

OpenAPI 3.0.4, section 4.7.24.1: where a property is `readOnly` or `writeOnly`, `required`
takes effect in responses or in requests alone. Models and validators ask here, so that
they always agree.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Set
from dataclasses import field
from typing import TYPE_CHECKING, Literal, TypeAlias

from ...ir import Field, Record
from ...ir.circles import reached
from ...ir.vocabulary import ONE_WAY
from ...values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...ir import Api, Assertions, Id

Way: TypeAlias = Literal["", "request", "response"]
"""Which way a value goes; empty for one that may go either way."""

WAYS: tuple[Way, ...] = ("request", "response")

NONE: frozenset[str] = frozenset()
_INCLUDING = frozenset(("allOf", "anyOf", "oneOf"))

ABSENT: Mapping[Way, str] = {"request": "readOnly", "response": "writeOnly"}
"""What a property is that does not go this way."""


@dataclass(slots=True)
class _Scope:
    """A schema with the members of its `allOf` that stand there: one validator's object.

    `included` are the schemas that it refers to for the same value.
    """

    required: set[str] = field(default_factory=set)
    properties: list[tuple[str, Id]] = field(default_factory=list)
    included: list[Id] = field(default_factory=list)


class OneWay:
    """Answers for the schemas and records of one API."""

    def __init__(self, api: Api) -> None:
        self._assertions: Mapping[Id, Assertions] = api.assertions
        self._usage = api.usage
        self._saying, self._holding = _speaking(api) if self.is_known else (NONE, NONE)
        self._scopes: dict[Id, _Scope] = {}
        self._closures: dict[Id, list[Id]] = {}
        self._said: dict[Id, Mapping[str, frozenset[str]]] = {}

    @property
    def is_known(self) -> bool:
        """Whether any schema of the API is only read or only written."""
        return self._usage.is_known

    def may_lack(self, schema: Id, name: str, way: Way = "") -> bool:
        """Whether an object that goes this way may lack a property that is required.

        It may where the property, as the schema or what it includes has it, is only
        read or only written, and objects with this schema also go the other way.
        """
        if not self.is_known:
            return False
        words = self.words(schema, name)
        return ABSENT[way] in words if way else self._goes(schema, words)

    def words(self, schema: Id, name: str) -> frozenset[str]:
        """What a schema, or what it includes, says of the ways of a property."""
        return self.said(schema).get(name, NONE)

    def said(self, schema: Id) -> Mapping[str, frozenset[str]]:
        """The properties of a schema that have words of their ways, with those words."""
        if schema not in self._holding:
            return {}
        found = self._said.get(schema)
        if found is None:
            found = self._said[schema] = self._find_said(schema)
        return found

    def words_of(self, schema: Id) -> frozenset[str]:
        """What the schema of a property says of its ways, itself or by what it includes."""
        return frozenset(self._words(schema, set())) if self.is_known else frozenset()

    def record_may_lack(self, record: Record, item: Field) -> bool:
        """The same for a required field of a record: all schemas that require it agree."""
        if not self.is_known:
            return False
        one_way = item.read_only or item.write_only
        if not one_way and record.id not in self._holding:
            return False
        requiring = [
            schema
            for schema in self._included(record.id)
            if item.name in self._scope(schema).required
        ]
        if requiring:
            return all(self.may_lack(schema, item.name) for schema in requiring)
        flags = (("readOnly", item.read_only), ("writeOnly", item.write_only))
        return self._goes(record.id, {word for word, is_so in flags if is_so})

    def _find_said(self, schema: Id) -> Mapping[str, frozenset[str]]:
        found: dict[str, frozenset[str]] = {}
        for scope in self._included(schema):
            for name, place in self._scope(scope).properties:
                words = self._words(place, set())
                if words:
                    found[name] = found.get(name, frozenset()) | words
        return found

    def _goes(self, schema: Id, words: Set[str]) -> bool:
        """Whether objects go where a property with these words does not."""
        return ("readOnly" in words and schema in self._usage.requests) or (
            "writeOnly" in words and schema in self._usage.answers
        )

    def _included(self, schema: Id) -> list[Id]:
        """The schema and all that it includes, directly or not."""
        known = self._closures.get(schema)
        if known is None:
            known = self._closures[schema] = [schema]
            for current in known:
                included = self._scope(current).included
                known += [item for item in included if item not in known]
        return known

    def _scope(self, schema: Id) -> _Scope:
        found = self._scopes.get(schema)
        if found is None:
            found = self._scopes[schema] = _Scope()
            waiting = [schema]
            for current in waiting:
                waiting += self._take_in(found, current)
        return found

    def _take_in(self, scope: _Scope, schema: Id) -> Iterator[Id]:
        """Add the keywords of one schema; gives the members of its `allOf`."""
        entry = self._assertions.get(schema)
        for word, value in entry.keywords if entry is not None else ():
            if word == "$ref":
                scope.included.append(str(value))
            elif not isinstance(value, tuple):
                continue
            elif word == "required":
                scope.required.update(map(str, value))
            elif word == "properties":
                scope.properties += [(str(name), str(place)) for name, place in value]
            elif word == "allOf":
                yield from map(str, value)
            elif word in ("anyOf", "oneOf"):
                scope.included += self._only_option(value)

    def _only_option(self, options: tuple[object, ...]) -> list[Id]:
        """The option beside null, where there is one."""
        present = [str(item) for item in options if not self._is_null(str(item))]
        return present if len(present) == 1 else []

    def _is_null(self, schema: Id) -> bool:
        entry = self._assertions.get(schema)
        return entry is not None and entry.keywords == (("type", "null"),)

    def _words(self, schema: Id, seen: set[Id]) -> set[str]:
        """What a property's schema says of its ways, itself or by what it includes."""
        if schema in seen or schema not in self._saying:
            return set()
        seen.add(schema)
        entry = self._assertions.get(schema)
        keywords = dict(entry.keywords) if entry is not None else {}
        found = {word for word in ONE_WAY if keywords.get(word) is True}
        inner = [str(keywords["$ref"])] if "$ref" in keywords else []
        for word in ("allOf", "anyOf", "oneOf"):
            value = keywords.get(word)
            if isinstance(value, tuple):
                inner += (
                    map(str, value) if word == "allOf" else self._only_option(value)
                )
        for item in inner:
            found |= self._words(item, seen)
        return found


def _speaking(api: Api) -> tuple[frozenset[Id], frozenset[Id]]:
    """The schemas that may say something of the ways of their values, and those that may
    of those of their properties: themselves, or by what they include."""
    including: dict[Id, list[Id]] = defaultdict(list)
    owners: dict[Id, list[Id]] = defaultdict(list)
    saying: list[Id] = []
    for schema, entry in api.assertions.items():
        for word, value in entry.keywords:
            if word == "$ref":
                including[str(value)].append(schema)
            elif word in ONE_WAY:
                saying.append(schema)
            elif word == "properties" and isinstance(value, tuple):
                for _, place in value:
                    owners[place].append(schema)
            elif word in _INCLUDING and isinstance(value, tuple):
                for inner in value:
                    including[inner].append(schema)
    found = reached(saying, including)
    holding = [owner for place in found for owner in owners.get(place, ())]
    return found, reached(holding, including)
