"""Values for examples: of the document where they can be used, else made by schema."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal, TypeAlias

from ...conform import Checker
from ...conform.nodes import Nodes
from ...ir import (
    Alias,
    Anything,
    Choices,
    Const,
    JsonObject,
    ListOf,
    MapOf,
    Named,
    Nothing,
    Optional,
    Scalar,
    TupleOf,
    Variants,
    thaw,
)
from .fitting import STEPS, Fitting
from .patterns import matching

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ...ir import Api, Field, Id, Json, TypeUse

Direction: TypeAlias = Literal["request", "answer"]

_DEEPEST = 8
_LARGEST = 64
_FORMATS: dict[str, str] = {
    "date": "2024-05-17",
    "date-time": "2024-05-17T09:30:00Z",
    "time": "09:30:00Z",
    "duration": "PT15M",
    "uuid": "8c7a4f0e-5b1d-4c3e-9a2f-6d0b1e7c9f42",
    "email": "jo@example.com",
    "idn-email": "jo@example.com",
    "hostname": "www.example.com",
    "idn-hostname": "www.example.com",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "uri": "https://example.com/1",
    "uri-reference": "/1",
    "uri-template": "/{id}",
    "iri": "https://example.com/1",
    "iri-reference": "/1",
    "url": "https://example.com/1",
    "json-pointer": "/a",
    "relative-json-pointer": "0",
    "regex": "a*",
    "byte": "ZXhhbXBsZQ==",
}
"""A text of each format; the addresses are those that RFC 2606 and 5737 keep free."""


class NoSample(Exception):
    """There is no value, or none that can be found this way."""


class Samples:
    """Makes values of an API's types that go in one direction.

    `fitting` tells whether an example can be used. Both share the steps of a value.
    """

    def __init__(self, api: Api, direction: Direction = "request") -> None:
        self.api = api
        self.direction = direction
        self.fitting = Fitting(api)
        self._known: dict[str, Json] = {}
        self._checker: Checker | None = None
        if api.has_rules:
            self._checker = Checker(Nodes(api.assertions), direction)

    def keeps_rules(self, value: Json, schema: Id | None) -> bool:
        """Whether a value that fits the type of a schema keeps its rules across fields.

        Where there are rules it must fit the schema in full: that is when they are asked.
        """
        if self._checker is None or schema is None:
            return True
        return self._checker.accepts(thaw(value), schema)

    def of(self, use: TypeUse, examples: Iterable[Json] = ()) -> Json:
        """The first example that fits the type, else a value made for it.

        Raises NoSample when none can be made.
        """
        self.fitting.left = STEPS
        for example in examples:
            if self.fitting.within(example, use):
                return example
        return self._made(use, 0)

    def _made(self, use: TypeUse, depth: int) -> Json:
        self.fitting.left -= 1
        if depth > _DEEPEST or self.fitting.left < 0:
            raise NoSample
        kind, rules = use.type, dict(use.constraints)
        if isinstance(kind, Named):
            if kind.id not in self._known:
                self._known[kind.id] = self._shape(kind.id, depth + 1)
            return self._known[kind.id]
        if isinstance(kind, Optional):
            if isinstance(kind.inner.type, Nothing):
                return None
            return self._made(kind.inner, depth)
        if isinstance(kind, Const):
            return kind.value
        if isinstance(kind, Anything):
            return "example"
        if isinstance(kind, Nothing):
            raise NoSample
        if isinstance(kind, ListOf):
            count = _count(rules, "Items", 1)
            return (self._made(kind.item, depth + 1),) * count
        if isinstance(kind, TupleOf):
            return tuple(self._made(item, depth + 1) for item in kind.items)
        if isinstance(kind, MapOf):
            return self._map(kind, _count(rules, "Properties", 0), depth)
        assert isinstance(kind, Scalar)
        return scalar(kind.kind, rules)

    def _map(self, kind: MapOf, count: int, depth: int) -> Json:
        names = ["key", *(f"key{number}" for number in range(2, count + 1))][:count]
        if kind.key is not None:
            names = self._listed(kind.key)[:count]
        return JsonObject(
            tuple((name, self._made(kind.value, depth + 1)) for name in names)
        )

    def _listed(self, use: TypeUse) -> list[str]:
        """The texts that a type lists."""
        kind = use.type
        if isinstance(kind, Const):
            return [str(kind.value)]
        shape = self.api.shapes[kind.id] if isinstance(kind, Named) else None
        if isinstance(shape, Alias):
            return self._listed(shape.target)
        choices = shape.choices if isinstance(shape, Choices) else ()
        return [str(item.value) for item in choices]

    def _shape(self, id: str, depth: int) -> Json:
        shape = self.api.shapes[id]
        if isinstance(shape, Alias):
            return self._made(shape.target, depth)
        if isinstance(shape, Choices):
            return shape.choices[0].value
        if isinstance(shape, Variants):
            return self._variant(shape, depth)
        members = []
        for field in shape.fields:
            if field.required and not self._is_left_out(field):
                members.append((field.name, self._field(field, depth)))
        return JsonObject(tuple(members))

    def _is_left_out(self, field: Field) -> bool:
        return field.read_only if self.direction == "request" else field.write_only

    def _field(self, field: Field, depth: int) -> Json:
        known: list[Json] = [*field.examples]
        if field.default is not None and field.default != (None,):
            known += field.default
        for example in known:
            if self.fitting.within(example, field.use):
                return example
        return self._made(field.use, depth + 1)

    def _variant(self, shape: Variants, depth: int) -> Json:
        """A value of one option, and of that alone where there is such a one."""
        found: list[Json] = []
        for option in shape.options:
            try:
                value = self._tagged(self._made(option, depth + 1), option, shape)
            except NoSample:
                continue
            others = [one for one in shape.options if one is not option]
            if not any(self.fitting.within(value, one) for one in others):
                return value
            found.append(value)
        if not found:
            raise NoSample
        return found[0]

    def _tagged(self, value: Json, option: TypeUse, shape: Variants) -> Json:
        """The value with the property that tells its option, where one does."""
        tag = shape.discriminator
        kind = option.type
        if tag is None or not isinstance(value, JsonObject):
            return value
        if not isinstance(kind, Named):
            return value
        marks = [mark for mark, id in tag.mapping if id == kind.id]
        known = dict(value.members)
        if not marks or known.get(tag.property) in marks:
            return value
        return JsonObject(tuple({**known, tag.property: marks[0]}.items()))


def scalar(kind: str, rules: Mapping[str, Json]) -> Json:
    """A value of a scalar type within its constraints. Raises NoSample."""
    if kind == "null":
        return None
    if kind == "boolean":
        return True
    if kind in ("integer", "number"):
        return _number(rules, is_whole=kind == "integer")
    if kind == "bytes":
        return "example"
    if kind != "string":
        return _FORMATS[kind]
    return _string(rules)


def _string(rules: Mapping[str, Json]) -> str:
    format = rules.get("format")
    found = _FORMATS.get(format, "example") if isinstance(format, str) else "example"
    pattern = rules.get("pattern")
    least, most = _bound(rules, "minLength", 0), _bound(rules, "maxLength", math.inf)
    if isinstance(pattern, str):
        made = matching(pattern, int(min(least, _LARGEST)))
        if made is None:
            raise NoSample
        found = made
    elif len(found) < least:
        found = (found * math.ceil(min(least, 4096) / len(found)))[: int(least)]
    elif len(found) > most:
        found = found[: int(most)]
    if not least <= len(found) <= most:
        raise NoSample
    return found


def _number(rules: Mapping[str, Json], *, is_whole: bool) -> int | float:
    """A number near 1 within the bounds, a multiple of what it has to be one of."""
    least = _bound(rules, "minimum", -math.inf)
    most = _bound(rules, "maximum", math.inf)
    above = _bound(rules, "exclusiveMinimum", -math.inf)
    below = _bound(rules, "exclusiveMaximum", math.inf)
    step = _bound(rules, "multipleOf", 1) or 1
    start = max(least, above, min(most, below, step))
    multiple = round(start / step) if math.isfinite(start) else 1
    tried: list[float] = [(multiple + offset) * step for offset in (0, 1, -1, 2)]
    if "multipleOf" not in rules and not is_whole:
        tried += [(max(least, above) + min(most, below)) / 2]
    for value in tried:
        whole = float(value).is_integer()
        if least <= value <= most and above < value < below and (whole or not is_whole):
            return int(value) if whole else value
    raise NoSample


def _bound(rules: Mapping[str, Json], keyword: str, otherwise: float) -> float:
    value = rules.get(keyword)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return otherwise
    try:
        return float(value) if math.isfinite(value) else otherwise
    except OverflowError:
        return otherwise


def _count(rules: Mapping[str, Json], what: str, usual: int) -> int:
    """How many items or properties to make. Raises NoSample for very many."""
    least = _bound(rules, f"min{what}", 0)
    count = int(min(max(least, usual), _bound(rules, f"max{what}", math.inf)))
    if count > _LARGEST or count < least:
        raise NoSample
    return count
