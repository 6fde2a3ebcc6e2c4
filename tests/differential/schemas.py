"""The schemas of an API as `jsonschema` takes them, made of its assertions.

Three things are read as models mean them, not to the letter: a schema with properties
is for objects and one with items for arrays even if it does not say so, the formats that
have Python types are asserted, and a pattern that Python's `re` does not know is left out.
"""

from __future__ import annotations

import re
import warnings
from typing import TYPE_CHECKING, Any

from jsonschema import Draft202012Validator, FormatChecker

from generator.ir import thaw
from generator.ir.vocabulary import ONE_SCHEMA, SCHEMA_LIST, SCHEMA_MAP

if TYPE_CHECKING:
    from generator.ir import Api, Id

_TYPES = frozenset("array boolean integer null number object string".split())
_IMPLIED = {
    "properties": "object",
    "additionalProperties": "object",
    "items": "array",
    "prefixItems": "array",
}
_DAY = r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])"
_CLOCK = r"(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-][01]\d:[0-5]\d)"
_HEX = "[0-9a-fA-F]"
FORMATS = {
    "date": re.compile(_DAY),
    "date-time": re.compile(f"{_DAY}[Tt ]{_CLOCK}"),
    "time": re.compile(_CLOCK),
    "uuid": re.compile("-".join(f"{_HEX}{{{size}}}" for size in (8, 4, 4, 4, 12))),
}
"""The formats that have types in Python, all of them texts."""


class Schemas:
    """All schemas of an API in one document, each with a key of its own."""

    def __init__(self, api: Api) -> None:
        self._keys = {id: f"s{place}" for place, id in enumerate(api.assertions)}
        self.definitions = {
            key: self._schema(api, id) for id, key in self._keys.items()
        }

    def checker(self, id: Id) -> Draft202012Validator:
        """What checks instances of one schema."""
        return Draft202012Validator(
            {"$ref": self._ref(id), "$defs": self.definitions}, format_checker=_CHECKER
        )

    def schema(self, id: Id) -> Any:
        """One schema; what it refers to is in `definitions`, below `#/$defs`."""
        return self.definitions[self._keys[id]]

    def _ref(self, id: Id) -> str:
        return f"#/$defs/{self._keys[id]}"

    def _schema(self, api: Api, id: Id) -> Any:
        found: dict[str, Any] = {}
        for keyword, value in api.assertions[id].keywords:
            if keyword == "always":
                return value
            if _is_understood(keyword, value):
                found[keyword] = self._value(keyword, value)
        for word, kind in _IMPLIED.items():
            if word in found:
                found.setdefault("type", kind)
        return found

    def _value(self, keyword: str, value: Any) -> Any:
        if keyword == "$ref":
            return self._ref(value)
        if keyword in ONE_SCHEMA:
            return {"$ref": self._ref(value)}
        if keyword in SCHEMA_LIST:
            return [{"$ref": self._ref(item)} for item in value]
        if keyword in SCHEMA_MAP:
            return {name: {"$ref": self._ref(item)} for name, item in value}
        return thaw(value)


def _checker() -> FormatChecker:
    found = FormatChecker(formats=())
    for name, pattern in FORMATS.items():
        found.checks(name)(_fits(pattern))
    return found


def _fits(pattern: re.Pattern[str]) -> Any:
    def check(value: object) -> bool:
        return not isinstance(value, str) or bool(pattern.fullmatch(value))

    return check


_CHECKER = _checker()


def _is_understood(keyword: str, value: Any) -> bool:
    """Whether `jsonschema` can do something with a keyword."""
    if keyword == "type":
        return _TYPES.issuperset([value] if isinstance(value, str) else value)
    if keyword == "pattern":
        return _compiles(value)
    if keyword == "patternProperties":
        return all(_compiles(pattern) for pattern, _ in value)
    return True


def _compiles(pattern: str) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # what it will mean some day
            re.compile(pattern)
    except (re.error, Warning):
        return False
    return True
