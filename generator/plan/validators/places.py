"""Which schema has a function of its own, in which module, under which name."""

from __future__ import annotations

import re
from dataclasses import field
from keyword import iskeyword
from typing import TYPE_CHECKING

from ...ir.circles import strongly_connected
from ...values import dataclass
from ..python.one_way import WAYS
from .runtime_names import STRIPPING
from .scalars import MORE_FORMATS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...ir import Api, Id
    from ...name.names import Names
    from ..python.one_way import Way
    from .schemas import Schemas
    from .ways import Ways

SHARED = "shared"
"""The module of schemas that are referred to but belong to no component."""

RESERVED = frozenset(
    """any_of at bool breakpoint broken by_tag check compile delattr dict element
    entry enumerate errors eval exchanged exec exit fault fault_at float found globals
    i index input int is_among is_byte is_date is_date_time is_multiple is_time
    is_unique is_uuid is_whole item key l label len list locals matches missing
    missing_at mistagged mistyped_at mistyped_items name number_fault number_fault_at object one_of
    only_rules open part place position quit range rooted seen set spot str sum type
    under under_items unexpected until_many value
    vars word""".split()
)
RESERVED |= frozenset(MORE_FORMATS.values()) | STRIPPING
"""Names that the bodies of validators use: locals, built-ins and the runtime's; and `l`,
which linters refuse (E741 of pycodestyle).
"""

_STRUCTURE = {
    "$defs": "",
    "additionalProperties": "value",
    "allOf": "part",
    "anyOf": "option",
    "components": "",
    "content": "",
    "contains": "contained",
    "definitions": "",
    "dependentSchemas": "",
    "else": "otherwise",
    "if": "condition",
    "items": "item",
    "not": "excluded",
    "oneOf": "option",
    "patternProperties": "",
    "paths": "",
    "prefixItems": "item",
    "properties": "",
    "propertyNames": "name",
    "schema": "",
    "schemas": "",
    "then": "consequence",
    "unevaluatedItems": "item",
    "unevaluatedProperties": "value",
}
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")


@dataclass(frozen=True, slots=True)
class Place:
    """A public function: its module below `validators/`, and its name."""

    module: str
    function: str


@dataclass(slots=True)
class Places:
    """The public functions of an API's schemas, by schema."""

    found: dict[Id, Place] = field(default_factory=dict)
    variants: dict[tuple[Id, Way], Place] = field(default_factory=dict)
    """The functions for one way, where they are others."""
    circles: dict[str, int] = field(default_factory=dict)

    def place(self, schema: Id, way: Way = "") -> Place | None:
        """The function of a schema for values that go one way, or any."""
        return self.variants.get((schema, way)) if way else self.found.get(schema)

    def ways(self, schema: Id) -> tuple[Way, ...]:
        """Those for which a schema has functions."""
        return ("", *(way for way in WAYS if (schema, way) in self.variants))

    def modules(self) -> dict[str, list[Id]]:
        """The schemas of each module, in order."""
        listed: dict[str, list[Id]] = {}
        for schema, place in self.found.items():
            listed.setdefault(place.module, []).append(schema)
        return listed

    def in_circle(self, module: str, other: str) -> bool:
        """Whether two modules need each other, so that neither can import names first."""
        own = self.circles.get(module)
        return own is not None and own == self.circles.get(other)


def find_places(api: Api, names: Names, ways: Ways, extra: list[Id]) -> Places:
    """Places for all components, and for all that is referred to from them and `extra`."""
    schemas = ways.schemas[""]
    places = Places()
    roots = sorted(api.components.values())
    stems = {name for module in names.modules.values() for name in (module,)}
    shared = SHARED
    while shared in stems:
        shared += "_"
    taken: dict[str, set[str]] = {}
    for schema in roots:
        _place(places, schema, names, shared, taken)
    waiting = [*roots, *extra]
    seen: set[Id] = set()
    while waiting:
        targets = schemas.references([waiting.pop()])
        for target in targets:
            if target not in seen:
                seen.add(target)
                if target not in places.found:
                    _place(places, target, names, shared, taken)
                waiting.append(target)
    for schema, place in places.found.items():
        scope = taken[place.module]
        for way in WAYS:
            if ways.way_of(schema, way):
                known = names.variants.get(schema, {}).get(way)
                own = free(known or f"{place.function.rstrip('_')}_{way}", scope)
                places.variants[(schema, way)] = Place(place.module, own)
    places.circles = _circles(places, schemas)
    return places


def _place(
    places: Places, schema: Id, names: Names, shared: str, taken: dict[str, set[str]]
) -> None:
    module = _module(schema, names, shared)
    scope = taken.setdefault(module, set())
    wanted = names.functions.get(schema) or function_words(tokens(schema)[-2:])
    name = f"{wanted}_" if wanted in RESERVED else wanted
    places.found[schema] = Place(module, free(name, scope))


def free(wanted: str, scope: set[str]) -> str:
    """The name, with a number where it is taken; taken from now on."""
    name, number = wanted, 2
    while name in scope:
        name = f"{wanted}_{number}"
        number += 1
    scope.add(name)
    return name


def _module(schema: Id, names: Names, shared: str) -> str:
    """The module of the schema, else that of the nearest schema around it that has one."""
    around = schema
    while around:
        if around in names.modules:
            return names.modules[around]
        around = around.rpartition("/")[0]
    return shared


def tokens(schema: Id) -> list[str]:
    """The reference tokens of an id, unescaped."""
    pointer = schema.partition("#")[2]
    parts = pointer.split("/")[1:] or ["schema"]
    return [part.replace("~1", "/").replace("~0", "~") for part in parts]


def function_words(parts: Iterable[str]) -> str:
    """A function name from reference tokens: `properties/tools/items` -> `tools_item`."""
    found: list[str] = []
    counted = False
    for part in parts:
        if part.isdigit():
            found.append(str(int(part) + 1) if counted else part)
            continue
        word = _STRUCTURE.get(part, part)
        counted = word in ("option", "part") or part == "prefixItems"
        found += [piece.lower() for piece in _WORD.findall(word)]
    name = "_".join(found)[:60].strip("_")
    if not name or name[0].isdigit():
        name = f"schema_{name}".strip("_")
    return f"{name}_" if iskeyword(name) else name


def _circles(places: Places, schemas: Schemas) -> dict[str, int]:
    """The number of the circle of each module that is in one."""
    graph: dict[str, list[str]] = {}
    for module, own in places.modules().items():
        graph[module] = [
            places.found[target].module
            for target in schemas.references(own)
            if places.found[target].module != module
        ]
    found: dict[str, int] = {}
    for number, group in enumerate(strongly_connected(graph)):
        if len(group) > 1:
            found.update(dict.fromkeys(group, number))
    return found
