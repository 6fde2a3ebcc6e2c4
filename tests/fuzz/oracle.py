"""What `jsonschema-rs` makes of a schema, set up to mean what our validators mean.

It gets the assertions of the model as one JSON Schema document. Formats are those that
we assert, with checks of its own; all others are annotations to both.
"""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING, Any

import jsonschema_rs

from generator.ir import thaw
from generator.ir.vocabulary import ONE_SCHEMA, SCHEMA_LIST, SCHEMA_MAP

if TYPE_CHECKING:
    from generator.ir import Api, Id

TYPES = frozenset("array boolean integer null number object string".split())
_RANGES = {"int32": 2**31, "int64": 2**63}
_HEX = "[0-9a-fA-F]"
_UUID = re.compile("-".join(f"{_HEX}{{{size}}}" for size in (8, 4, 4, 4, 12)))
_CLOCK = re.compile(r"(\d\d):(\d\d):(\d\d)(\.\d+)?([zZ]|([+-])(\d\d):(\d\d))", re.ASCII)


class Oracle:
    """Validators of the schemas of one API."""

    def __init__(self, api: Api) -> None:
        self._api = api
        self._keys = {
            schema: f"s{place}" for place, schema in enumerate(api.assertions)
        }
        self._definitions = {
            key: self._schema(schema) for schema, key in self._keys.items()
        }

    def validator(self, schema: Id) -> jsonschema_rs.Draft202012Validator:
        """What judges instances of one schema."""
        return jsonschema_rs.Draft202012Validator(
            self.whole(schema),
            formats=FORMATS,
            validate_formats=True,
            ignore_unknown_formats=True,
        )

    def whole(self, schema: Id) -> dict[str, Any]:
        """One schema as a document by itself."""
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$ref": self._ref(schema),
            "$defs": self._definitions,
        }

    def _ref(self, schema: Id) -> str:
        return f"#/$defs/{self._keys[schema]}"

    def _schema(self, schema: Id) -> Any:
        found: dict[str, Any] = {}
        for keyword, value in self._api.assertions[schema].keywords:
            if keyword == "always":
                return value
            if keyword == "format":
                found |= as_keyword(str(value))
            elif keyword != "type" or _is_known(value):
                found[keyword] = self._value(keyword, value)
        return found

    def _value(self, keyword: str, value: Any) -> Any:
        if keyword == "$ref" or keyword in ONE_SCHEMA:
            return self._ref(value) if keyword == "$ref" else {"$ref": self._ref(value)}
        if keyword in SCHEMA_LIST:
            return [{"$ref": self._ref(item)} for item in value]
        if keyword in SCHEMA_MAP:
            return {name: {"$ref": self._ref(item)} for name, item in value}
        return thaw(value)


def _is_known(value: Any) -> bool:
    return TYPES.issuperset([value] if isinstance(value, str) else value)


def as_keyword(name: str) -> dict[str, Any]:
    """A format as a keyword of its own; formats of numbers as the bounds that they are."""
    if name in _RANGES:
        high = _RANGES[name]
        number = {"minimum": -high, "maximum": high - 1}
        return {"allOf": [{"anyOf": [{"not": {"type": "number"}}, number]}]}
    return {"format": f"our-{name}"} if f"our-{name}" in FORMATS else {}


def _is_date(text: str) -> bool:
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII):
        return False
    year, month, day = map(int, text.split("-"))
    try:
        date(year or 4, month, day)  # the year 0 is one of RFC 3339, and a leap year
    except ValueError:
        return False
    return True


def _is_time(text: str) -> bool:
    found = _CLOCK.fullmatch(text)
    if found is None:
        return False
    hour, minute, second = (int(found[place]) for place in (1, 2, 3))
    sign = -1 if found[6] == "-" else 1
    hours, minutes = int(found[7] or 0), int(found[8] or 0)
    if hour > 23 or minute > 59 or hours > 23 or minutes > 59:
        return False
    at_utc = (hour * 60 + minute - sign * (hours * 60 + minutes)) % 1440
    return second < 60 or (second == 60 and at_utc == 1439)


def _is_date_time(text: str) -> bool:
    day, sep, clock = text[:10], text[10:11], text[11:]
    return sep in ("T", "t") and _is_date(day) and _is_time(clock)


def _is_byte(text: str) -> bool:
    return len(text) % 4 == 0 and bool(re.fullmatch("[A-Za-z0-9+/]*={0,2}", text))


FORMATS: dict[str, Any] = {
    "our-byte": _is_byte,
    "our-date": _is_date,
    "our-date-time": _is_date_time,
    "our-time": _is_time,
    "our-uuid": lambda text: _UUID.fullmatch(text) is not None,
}
