"""Dynamic references, made static: a schema becomes one per meaning that it can have.

What `$dynamicRef` leads to depends on the resources that were entered on the way to it,
the outermost one first (JSON Schema 2020-12, core, section 8.2.3.2). All ways are known
when code is generated. So a schema that is reached in another scope than the one in
which it stands gets a variant of its own, in which the references are plain ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from ..ir import Assertions, Id
from ..ir.vocabulary import ONE_SCHEMA, SCHEMA_LIST, SCHEMA_MAP

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ..load.document import Document
    from ..load.scopes import DynamicScopes

Bound: TypeAlias = "tuple[tuple[str, Id], ...]"
"""What names mean: for each the schema in the outermost resource that has it, sorted."""

REFERENCE = "$dynamicRef"
LIMIT = 20_000


class TooManyScopes(Exception):
    """The variants are more than `LIMIT`; `schema` is the one that was to come next."""

    def __init__(self, schema: Id) -> None:
        super().__init__(schema)
        self.schema = schema


def resolved(
    found: Mapping[Id, Assertions], document: Document
) -> dict[Id, Assertions]:
    """The assertions without dynamic references: those that had them, and variants.

    Gives only what has changed. Raises TooManyScopes.
    """
    scopes = document.scopes
    return _Resolution(found, document, scopes).run() if scopes else {}


class _Resolution:
    def __init__(
        self,
        found: Mapping[Id, Assertions],
        document: Document,
        scopes: DynamicScopes,
    ) -> None:
        self._found = found
        self._scopes = scopes
        self._names = {
            str(value): str(document.node(str(value))["$dynamicAnchor"])
            for entry in found.values()
            for keyword, value in entry.keywords
            if keyword == REFERENCE
        }
        self._needs = self._needed()
        self._natural = self._in_place()
        self._variants: dict[tuple[Id, Bound], Id] = {}
        self._waiting: list[tuple[Id, Id, Bound]] = []

    def run(self) -> dict[Id, Assertions]:
        for schema in self._needs:
            self._waiting.append((schema, schema, self._natural[schema]))
        made: dict[Id, Assertions] = {}
        while self._waiting:
            own, schema, bound = self._waiting.pop(0)
            keywords = tuple(self._keywords(own, schema, bound))
            origin = "" if own == schema else schema
            made[own] = Assertions(own, keywords, origin)
        return made

    def _needed(self) -> dict[Id, frozenset[str]]:
        """The names that decide what a schema means, for those that any decide on."""
        sources: dict[Id, list[Id]] = {}
        for schema, entry in self._found.items():
            for target in self._leads_to(entry):
                sources.setdefault(target, []).append(schema)
        needs: dict[Id, set[str]] = {}
        for schema, entry in self._found.items():
            for keyword, value in entry.keywords:
                if keyword != REFERENCE:
                    continue
                name = self._names[str(value)]
                waiting = [schema]
                while waiting:
                    current = waiting.pop()
                    own = needs.setdefault(current, set())
                    if name not in own:
                        own.add(name)
                        waiting += sources.get(current, ())
        return {
            schema: frozenset(needs[schema])
            for schema in self._found
            if schema in needs
        }

    def _leads_to(self, entry: Assertions) -> Iterator[Id]:
        for keyword, value in entry.keywords:
            if keyword == REFERENCE:
                yield from self._scopes.targets(self._names[str(value)])
                yield str(value)
            elif keyword == "$ref":
                yield str(value)
            else:
                yield from _below(keyword, value)

    def _in_place(self) -> dict[Id, Bound]:
        """What the names mean in each schema where it stands, entered at its root."""
        inner = {
            child
            for entry in self._found.values()
            for keyword, value in entry.keywords
            for child in _below(keyword, value)
        }
        waiting = [
            (schema, self._enter((), schema))
            for schema in self._found
            if schema not in inner
        ]
        found: dict[Id, Bound] = {}
        while waiting:
            schema, bound = waiting.pop()
            if schema in found or schema not in self._found:
                continue
            found[schema] = self._narrowed(bound, schema)
            for keyword, value in self._found[schema].keywords:
                for child in _below(keyword, value):
                    waiting.append((child, self._enter(bound, child)))
        return found

    def _enter(self, bound: Bound, schema: Id) -> Bound:
        """What the names mean once the resource of a schema is entered."""
        return tuple(sorted({**self._scopes.anchors(schema), **dict(bound)}.items()))

    def _narrowed(self, bound: Bound, schema: Id) -> Bound:
        """The names that matter to a schema."""
        needs = self._needs.get(schema, frozenset())
        return tuple([pair for pair in bound if pair[0] in needs])

    def _keywords(
        self, own: Id, schema: Id, bound: Bound
    ) -> Iterator[tuple[str, object]]:
        """The keywords of a schema whose id is `own` now, where names mean `bound`."""
        for keyword, value in self._found[schema].keywords:
            place = f"{own}/{keyword}"
            if keyword == REFERENCE:
                target = dict(bound).get(self._names[str(value)], str(value))
                yield "$ref", self._variant(target, bound, place)
            elif keyword == "$ref" or keyword in ONE_SCHEMA:
                yield keyword, self._variant(str(value), bound, place)
            elif keyword in SCHEMA_LIST and isinstance(value, tuple):
                yield keyword, tuple(
                    self._variant(str(child), bound, f"{place}/{at}")
                    for at, child in enumerate(value)
                )
            elif keyword in SCHEMA_MAP and isinstance(value, tuple):
                yield keyword, tuple(
                    (name, self._variant(child, bound, f"{place}/{_token(child)}"))
                    for name, child in value
                )
            else:
                yield keyword, value

    def _variant(self, schema: Id, bound: Bound, place: Id) -> Id:
        """The id of a schema that is entered where names mean `bound`.

        A new one gets that of the place from which it is reached first.
        """
        if schema not in self._needs:
            return schema
        bound = self._narrowed(self._enter(bound, schema), schema)
        if bound == self._natural[schema]:
            return schema
        known = self._variants.get((schema, bound))
        if known is None:
            if len(self._variants) >= LIMIT:
                raise TooManyScopes(schema)
            known = self._variants[(schema, bound)] = place
            self._waiting.append((place, schema, bound))
        return known


def _below(keyword: str, value: object) -> Iterator[Id]:
    """The schemas that stand below a keyword."""
    if keyword in ONE_SCHEMA:
        yield str(value)
    elif keyword in SCHEMA_LIST and isinstance(value, tuple):
        yield from map(str, value)
    elif keyword in SCHEMA_MAP and isinstance(value, tuple):
        yield from (str(child) for _, child in value)


def _token(schema: Id) -> str:
    return schema.rpartition("/")[2]
