"""The assertions of every schema that is reached, whole."""

from __future__ import annotations

from typing import Any

from ..ir import Assertions, Id, Origins, freeze
from ..ir.vocabulary import ONE_SCHEMA, SCHEMA_LIST, SCHEMA_MAP
from ..load.document import Document
from .families import UNION, Families
from .ruled import EXTENSIONS
from .view import escape

VALUES = frozenset(
    {
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

UNKNOWN = frozenset({"disallow", "divisibleBy", "extends", "propertyDependencies"})
"""Keywords that assert something by other versions of JSON Schema, and are not known here."""

_ASSERTIONS = (
    UNKNOWN | VALUES | ONE_SCHEMA | SCHEMA_LIST | SCHEMA_MAP | {"$dynamicRef", "$ref"}
)


class AssertionTable:
    """Collects assertions by id, following every reference once.

    `ruled` are the schemas that state rules across fields, in the order of their ids.
    `moved` and `made` are what `Origins` wants to know.
    """

    def __init__(self, document: Document) -> None:
        self.document = document
        self.found: dict[Id, Assertions] = {}
        self.ruled: list[Id] = []
        self.moved: dict[Id, Id] = {}
        self.made: list[Id] = []
        self._origins = Origins(self.moved)
        self._is_as_written = document.is_as_written
        self._has_moved = document.has_moved
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
            if not self._is_as_written:
                self._note(own_id, node, keywords)
        return node_id

    def _note(
        self, schema: Id, node: Any, keywords: tuple[tuple[str, object], ...]
    ) -> None:
        """Note where a schema stands in the text, and its keywords, if its id does not say.

        The ids of others follow from that of the schema around them.
        """
        is_special = isinstance(node, dict) and self.document.is_special(schema, node)
        if not (is_special or self._has_moved):
            return
        around, _, last = schema.rpartition("/")
        is_inside = around in self.found or around.rpartition("/")[0] in self.found
        places = [] if is_inside and not is_special else [schema]
        if is_special:
            places += [f"{schema}/{keyword}" for keyword, _ in keywords]
            places += [around] if last.isdecimal() else []
        for place in places:
            if place not in self.moved:
                written = self.document.written(place)
                if written != self._origins.of(place):
                    self.moved[place] = written

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
            self.made.append(family.union)
            self.moved[family.union] = discriminator_of(self.document, family.base)

    def allow_only(
        self, schema: Id, name: str, values: list[str], discriminator: Id
    ) -> None:
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
        self.moved[f"{place}/{allowed[0]}"] = discriminator
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

    def _meanings(self, target: Id) -> list[tuple[Any, Id]]:
        """All schemas that a dynamic reference can mean; it stays one for `dynamic`."""
        scopes = self.document.scopes
        name = self.document.node(target)["$dynamicAnchor"]
        found = dict.fromkeys((target, *(scopes.targets(name) if scopes else ())))
        return [(self.document.node(schema), schema) for schema in found]

    def _keywords(
        self, node: dict[str, Any], own_id: Id, waiting: list[tuple[Any, Id]]
    ) -> tuple[tuple[str, object], ...]:
        pairs: list[tuple[str, object]] = []
        if not EXTENSIONS.isdisjoint(node):
            self.ruled.append(own_id)
        for keyword, value in node.items():
            if keyword not in _ASSERTIONS:
                continue
            if keyword in VALUES or keyword in UNKNOWN:
                pairs.append((keyword, freeze(value)))
            elif keyword == "$ref":
                waiting.append((self.document.node(value), value))
                pairs.append((keyword, self._meant(value, own_id)))
            elif keyword == "$dynamicRef":
                waiting += self._meanings(value)
                pairs.append((keyword, value))
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


def discriminator_of(document: Document, schema: Id) -> Id:
    """Where the text has the discriminator of a schema: in itself, or in what it includes.

    The place of the schema where there is none.
    """
    waiting = [schema.removesuffix(UNION)]
    seen: set[Id] = set()
    while waiting:
        current = waiting.pop(0)
        try:
            node = document.node(current)
        except KeyError:
            continue
        if current in seen or not isinstance(node, dict):
            continue
        seen.add(current)
        if "discriminator" in node:
            return document.written(f"{current}/discriminator")
        waiting += [node["$ref"]] if isinstance(node.get("$ref"), str) else []
        waiting += [f"{current}/allOf/{at}" for at in range(len(node.get("allOf", ())))]
        waiting += [
            f"{current}/{keyword}/{at}"
            for keyword in ("anyOf", "oneOf")
            for at in range(len(node.get(keyword, ())))
        ]
    return document.written(schema)
