"""What a schema says by a slip: names that are required by mistake, bounds that cross."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ..diagnostics import diagnostic

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ..diagnostics import Diagnostic, Sink
    from ..ir import Assertions, Id
    from ..load.document import Document

_NEAR = 0.75
"""How alike two names are that a slip of the fingers sets apart."""

_LETTERS = 2
"""How many letters one of them may have that the other has not: one for another is two."""

_BOUNDS = (
    ("minimum", "maximum", "number"),
    ("minimum", "exclusiveMaximum", "number"),
    ("exclusiveMinimum", "maximum", "number"),
    ("exclusiveMinimum", "exclusiveMaximum", "number"),
    ("minLength", "maxLength", "string"),
    ("minItems", "maxItems", "array"),
    ("minProperties", "maxProperties", "object"),
)
"""Lower and upper bounds, and what they bound."""

_LOWER = frozenset(lower for lower, _, _ in _BOUNDS)
_COMBINED = frozenset(
    """$ref $dynamicRef allOf anyOf oneOf if patternProperties dependentSchemas
    dependentRequired""".split()
)
"""Keywords by which a schema has to do with names that its properties are not."""


def tell_slips(
    assertions: Mapping[Id, Assertions], document: Document, sink: Sink
) -> None:
    """Report names in `required` that are near to a property (W208), and bounds that
    no value keeps (W210)."""
    for schema, entry in assertions.items():
        if entry.origin:
            continue
        for keyword, value in entry.keywords:
            if keyword in _LOWER:
                sink.found += _crossed(schema, keyword, dict(entry.keywords), document)
            elif keyword == "required" and isinstance(value, tuple):
                sink.found += _misspelt(
                    schema, value, dict(entry.keywords), assertions, document
                )


def _crossed(
    schema: Id, lower: str, words: Mapping[str, object], document: Document
) -> Iterable[Diagnostic]:
    for low, high, kind in _BOUNDS:
        if low != lower or high not in words or not _may_be(kind, words.get("type")):
            continue
        least, most = words[low], words[high]
        if not isinstance(least, int | float) or not isinstance(most, int | float):
            continue
        is_exclusive = low[0] == "e" or high[0] == "e"
        if least > most or (is_exclusive and least == most):
            yield diagnostic(
                "W210",
                document.locate(f"{schema}/{low}"),
                lower=f"{low} {least}",
                upper=f"{high} {most}",
                kind=kind,
            )


def _may_be(kind: str, types: object) -> bool:
    """Whether bounds of a kind of values mean something beside a `type`."""
    if types is None:
        return True
    found = types if isinstance(types, tuple) else (types,)
    return kind in found or (kind == "number" and "integer" in found)


def _misspelt(
    schema: Id,
    required: tuple[object, ...],
    words: Mapping[str, object],
    assertions: Mapping[Id, Assertions],
    document: Document,
) -> Iterable[Diagnostic]:
    properties = words.get("properties")
    if not isinstance(properties, tuple) or not _COMBINED.isdisjoint(words):
        return
    if "/allOf/" in schema or "/anyOf/" in schema or "/oneOf/" in schema:
        return  # what stands around it may have the property
    names = [str(name) for name, _ in properties]
    unknown = [
        (index, name)
        for index, name in enumerate(required)
        if isinstance(name, str) and name not in names
    ]
    if not unknown or len(names) > 200:
        return
    from difflib import get_close_matches

    free = [name for name in names if name not in required]
    for index, name in unknown:
        near = [
            one
            for one in get_close_matches(name, free, 2, _NEAR)
            if _letters_apart(name, one) <= _LETTERS
        ]
        if len(near) == 1 and not _is_known(name, assertions):
            place = f"{schema}/required/{index}"
            yield diagnostic("W208", document.locate(place), name=name, near=near[0])


def _letters_apart(one: str, other: str) -> int:
    first, second = Counter(one), Counter(other)
    return (first - second).total() + (second - first).total()


def _is_known(name: str, assertions: Mapping[Id, Assertions]) -> bool:
    """Whether some schema has a property of that name, which allOf may bring here."""
    return any(
        keyword == "properties"
        and isinstance(value, tuple)
        and any(name == known for known, _ in value)
        for entry in assertions.values()
        for keyword, value in entry.keywords
    )
