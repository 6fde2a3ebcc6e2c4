"""What types leave to the validators, told once for the whole document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..diagnostics import diagnostic
from ..ir import Assertions, Id

if TYPE_CHECKING:
    from ..diagnostics import Sink
    from ..load.document import Document

_UNTYPED = frozenset(
    {
        "contains",
        "dependentRequired",
        "dependentSchemas",
        "if",
        "not",
        "propertyNames",
        "unevaluatedItems",
        "unevaluatedProperties",
    }
)
"""Keywords that say more about a value than a bound, and that no type has a word for."""

_BOUNDS = frozenset({"format", "maxLength", "minLength", "pattern", "type"})
"""Bounds of texts, which go without saying, for names of properties as well."""

_FORMATS = frozenset(
    """base64url binary byte char commonmark date date-time date-time-local decimal decimal128
    double double-int duration email float hostname html http-date idn-email idn-hostname
    int16 int32 int64 int8 ipv4 ipv6 iri iri-reference json-pointer media-range password
    regex relative-json-pointer sf-binary sf-boolean sf-decimal sf-integer sf-string
    sf-token time time-local uint16 uint32 uint64 uint8 unixtime uri uri-reference
    uri-template uuid""".split()
)
"""Formats of JSON Schema 2020-12 (validation, section 7.3) and of OpenAPI's registry."""


def tell(assertions: Mapping[Id, Assertions], document: Document, sink: Sink) -> None:
    """Report keywords that types cannot say, and formats that nobody knows."""
    keywords: dict[str, int] = {}
    formats: dict[str, int] = {}
    first: dict[str, Id] = {}
    for schema, entry in assertions.items():
        for keyword, value in entry.keywords:
            if keyword in _UNTYPED and not (
                keyword == "propertyNames"
                and (
                    _is_bound(assertions[str(value)])
                    or _lists_keys(entry, str(value), assertions)
                )
            ):
                keywords[keyword] = keywords.get(keyword, 0) + 1
                first.setdefault("N245", f"{schema}/{keyword}")
            elif keyword == "format" and str(value) not in _FORMATS:
                formats[str(value)] = formats.get(str(value), 0) + 1
                first.setdefault("N246", f"{schema}/format")
    for code, counts in (("N245", keywords), ("N246", formats)):
        if counts:
            listed = [f"{name} ({count})" for name, count in sorted(counts.items())]
            span = document.locate(first[code])
            sink.add(diagnostic(code, span, names=listed))


def _is_bound(entry: Assertions) -> bool:
    return all(keyword in _BOUNDS for keyword, _ in entry.keywords)


def _lists_keys(
    entry: Assertions, names: Id, assertions: Mapping[Id, Assertions]
) -> bool:
    """Whether the type of a map says which names there can be."""
    if not {"properties", "required"}.isdisjoint(word for word, _ in entry.keywords):
        return False
    seen: set[Id] = set()
    while names not in seen:
        seen.add(names)
        found = dict(assertions[names].keywords)
        if "enum" in found or "const" in found:
            return True
        names = str(found.get("$ref", names))
    return False
