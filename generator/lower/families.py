"""Schemas that others extend, told apart by a discriminator.

A schema with a `discriminator` and without a union is the base of those that include it
by `allOf`: a value of the base is a value of any of them (OpenAPI 3.2, section 4.25.2).
So a reference to it, as the type of a value, means the base or what extends it, directly
or not; a reference in `allOf` means the base alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..ir import Id
from ..load.document import Document
from ..values import dataclass
from .notes import only_options
from .reading import is_component, plain_reference

UNION = "/discriminator"
"""What follows the id of a base in the id of the union that references to it mean."""


@dataclass(frozen=True, slots=True)
class Family:
    """A base and all that extends it, in document order.

    `discriminator` is the object as it stands in the base, or in what that extends,
    where the base is a member of another family.
    """

    base: Id
    members: tuple[Id, ...]
    discriminator: Mapping[str, Any]
    is_member: bool = False

    @property
    def union(self) -> Id:
        """The id of the union of all of them."""
        return self.base + UNION


class Families:
    """All families of a document, by their bases."""

    def __init__(self, document: Document, schemas: Iterable[Id] = ()) -> None:
        """`schemas` are the ids of all schemas; only components have families."""
        self._document = document
        self._parents = {
            schema: [self.target(parent) for parent in _included(document.node(schema))]
            for schema in schemas
            if is_component(schema)
        }
        self._children: dict[Id, list[Id]] = {}
        for schema, parents in self._parents.items():
            for parent in parents:
                self._children.setdefault(parent, []).append(schema)
        self._order = {item: place for place, item in enumerate(self._parents)}
        self.found: dict[Id, Family] = {}
        for base in self._children:
            stated = self._discriminator(base) if base in self._order else None
            if stated is not None:
                members = self.descendants(base)
                own = _own_discriminator(document.node(base))
                if members:
                    family = Family(base, tuple(members), stated, stated is not own)
                    self.found[base] = family

    def meant(self, target: Id, place: Id, node: Any) -> Family | None:
        """The family that a reference to `target` means; None for the schema alone.

        `place` is the id of the schema that refers, or of one whose `allOf` has the
        reference as its only member, and `node` that schema.
        """
        family = self.found.get(target)
        if family is None or target in self._parents.get(place, ()):
            return None
        return family if plain_reference(node) == target else None

    def includes(self, schema: Id, target: Id) -> bool:
        """Whether a schema extends a base that has a family."""
        return target in self.found and target in self._parents.get(schema, ())

    def target(self, reference: Id) -> Id:
        """What a reference comes to behind components that only refer."""
        seen = {reference}
        while True:
            node = self._document.node(reference)
            following = node.get("$ref") if isinstance(node, dict) else None
            if following is None or len(node) > 1 or following in seen:
                return reference
            seen.add(following)
            reference = following

    def _discriminator(self, schema: Id) -> Mapping[str, Any] | None:
        """That of the schema, else of the nearest that it includes."""
        waiting = [schema]
        for current in waiting:
            stated = _own_discriminator(self._document.node(current))
            if stated is not None:
                return stated
            parents = self._parents.get(current, ())
            waiting += [parent for parent in parents if parent not in waiting]
        return None

    def descendants(self, base: Id) -> list[Id]:
        """The components that extend a schema, directly or not, in document order."""
        found: set[Id] = set()
        waiting = list(self._children.get(base, ()))
        while waiting:
            current = waiting.pop()
            if current not in found and current != base:
                found.add(current)
                waiting += self._children.get(current, ())
        return sorted(found, key=self._order.__getitem__)


def _included(node: Any, inside: bool = False) -> Iterator[Id]:
    """The references of a schema to what it includes; `inside` tells of allOf around."""
    if not isinstance(node, dict):
        return
    if "$ref" in node and (inside or plain_reference(node) is None):
        yield node["$ref"]
    for member in node.get("allOf", ()):
        yield from _included(member, True)
    for option in only_options(node):
        if plain_reference(option) is None:
            yield from _included(option)


def _own_discriminator(node: Any) -> Mapping[str, Any] | None:
    if not isinstance(node, dict):
        return None
    stated = node.get("discriminator")
    if isinstance(stated, dict) and isinstance(stated.get("propertyName"), str):
        options = node.get("oneOf") or node.get("anyOf")
        return None if options else stated
    for inner in (*node.get("allOf", ()), *only_options(node)):
        found = _own_discriminator(inner)
        if found is not None:
            return found
    return None
