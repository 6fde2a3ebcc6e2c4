"""The assertions of every schema that is reached, whole."""

from __future__ import annotations

from typing import Any

from ..ir import Assertions, Id, freeze
from ..ir.vocabulary import ONE_SCHEMA, SCHEMA_LIST, SCHEMA_MAP
from ..load.document import Document
from .families import Families
from .ruled import EXTENSIONS
from .view import escape

VALUES = frozenset(
    {
        "$dynamicRef",
        "const",
        "contentEncoding",
        "contentMediaType",
        "dependentRequired",
        "enum",
        "exclusiveMaximum",
        "exclusiveMinimum",
        "format",
        "maxContains",
        "maxItems",
        "maxLength",
        "maxProperties",
        "maximum",
        "minContains",
        "minItems",
        "minLength",
        "minProperties",
        "minimum",
        "multipleOf",
        "pattern",
        "readOnly",
        "required",
        "type",
        "uniqueItems",
        "writeOnly",
    }
)

_ASSERTIONS = VALUES | ONE_SCHEMA | SCHEMA_LIST | SCHEMA_MAP | {"$ref"}


class AssertionTable:
    """Collects assertions by id, following every reference once.

    `ruled` are the schemas that state rules across fields, in the order of their ids.
    """

    def __init__(self, document: Document) -> None:
        self.document = document
        self.found: dict[Id, Assertions] = {}
        self.ruled: list[Id] = []
        self._families = Families(document)

    def add(self, node: Any, node_id: Id) -> Id:
        """Take in a schema and all that it reaches; gives its id back."""
        waiting: list[tuple[Any, Id]] = [(node, node_id)]
        while waiting:
            node, own_id = waiting.pop()
            if own_id in self.found:
                continue
            if isinstance(node, dict):
                keywords = self._keywords(node, own_id, waiting)
            else:
                keywords = (("always", bool(node)),)
            self.found[own_id] = Assertions(own_id, keywords)
        return node_id

    def join(self, families: Families) -> None:
        """Let references to bases mean what extends them as well, from now on and before.

        The union of a family has its alternatives below its id.
        """
        self._families = families
        if not families.found:
            return
        for own_id, entry in self.found.items():
            if any(keyword == "$ref" for keyword, _ in entry.keywords):
                self.found[own_id] = Assertions(own_id, self._redirected(entry))
        for family in families.found.values():
            listed: list[Id] = []
            for target in (family.base, *family.members):
                option = f"{family.union}/anyOf/{len(listed)}"
                self.found[option] = Assertions(option, (("$ref", target),))
                listed.append(option)
            union = Assertions(family.union, (("anyOf", tuple(listed)),))
            self.found[family.union] = union

    def allow_only(self, schema: Id, name: str, values: list[str]) -> None:
        """Let a property have nothing but these values, as a discriminator asks."""
        entry = self.found.get(schema)
        if entry is None:
            return
        keywords = dict(entry.keywords)
        known = keywords.get("properties")
        properties = dict(known) if isinstance(known, tuple) else {}
        place = properties.setdefault(name, f"{schema}/properties/{escape(name)}")
        asserted = self.found.get(place, Assertions(place, ()))
        kept = tuple(
            pair for pair in asserted.keywords if pair[0] not in ("const", "enum")
        )
        allowed = ("enum", tuple(values)) if values[1:] else ("const", values[0])
        self.found[place] = Assertions(place, (*kept, allowed))
        keywords["properties"] = tuple(properties.items())
        self.found[schema] = Assertions(schema, tuple(keywords.items()))

    def _redirected(self, entry: Assertions) -> tuple[tuple[str, object], ...]:
        return tuple(
            (keyword, self._meant(str(value), entry.id) if keyword == "$ref" else value)
            for keyword, value in entry.keywords
        )

    def _meant(self, reference: Id, place: Id) -> Id:
        """What a reference means: a schema, or the union of a family.

        What extends a base includes the base alone, also where an alias names it.
        """
        target = self._families.target(reference) if self._families.found else ""
        if target not in self._families.found:
            return reference
        while place.rpartition("/")[0].endswith("/allOf"):
            place = place.rpartition("/")[0].rpartition("/")[0]
        node = self.document.node(place)
        if self._families.includes(place, target):
            return target
        family = self._families.meant(reference, place, node)
        return family.union if family else reference

    def _keywords(
        self, node: dict[str, Any], own_id: Id, waiting: list[tuple[Any, Id]]
    ) -> tuple[tuple[str, object], ...]:
        pairs: list[tuple[str, object]] = []
        if not EXTENSIONS.isdisjoint(node):
            self.ruled.append(own_id)
        for keyword, value in node.items():
            if keyword not in _ASSERTIONS:
                continue
            if keyword in VALUES:
                pairs.append((keyword, freeze(value)))
            elif keyword == "$ref":
                waiting.append((self.document.node(value), value))
                pairs.append((keyword, self._meant(value, own_id)))
            elif keyword in ONE_SCHEMA:
                child = f"{own_id}/{keyword}"
                waiting.append((value, child))
                pairs.append((keyword, child))
            elif keyword in SCHEMA_LIST:
                ids = tuple(f"{own_id}/{keyword}/{at}" for at in range(len(value)))
                waiting += zip(value, ids, strict=True)
                pairs.append((keyword, ids))
            else:
                named = tuple(
                    (name, f"{own_id}/{keyword}/{escape(name)}") for name in value
                )
                waiting += zip(value.values(), [item[1] for item in named], strict=True)
                pairs.append((keyword, named))
        return tuple(pairs)
