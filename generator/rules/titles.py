"""What messages call the objects of a schema: after a name of the document, near it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ir.vocabulary import SCHEMA_LIST, SCHEMA_MAP

if TYPE_CHECKING:
    from ..ir import Id

_NAMING = SCHEMA_MAP | {"$defs", "definitions"}
_COMPONENTS = ("components", "schemas")
_CONTENT = "schema"
_WORDS = {
    "additionalProperties": "a value of {}",
    "allOf": "part {} of {}",
    "anyOf": "alternative {} of {}",
    "contains": "an item of {}",
    "items": "an item of {}",
    "oneOf": "alternative {} of {}",
    "prefixItems": "item {} of {}",
    "unevaluatedItems": "an item of {}",
    "unevaluatedProperties": "a value of {}",
}


def title_of(schema: Id) -> str:
    """The name of a component or property; what has none is told by what it is part of.

    Such as `part 2 of Order`, `an item of lines`. Numbers count from 1, as people do.
    """
    document, _, pointer = schema.partition("#")
    tokens = [
        token.replace("~1", "/").replace("~0", "~") for token in pointer.split("/")[1:]
    ]
    if tuple(tokens[:2]) == _COMPONENTS and len(tokens) > 2:
        name, rest = tokens[2], tokens[3:]
    elif _CONTENT in tokens:
        place = tokens.index(_CONTENT)
        name, rest = _carried(tokens[:place]), tokens[place + 1 :]
    else:
        name, rest = document.rpartition("/")[2] or "the document", tokens
    while rest:
        keyword, rest = rest[0], rest[1:]
        if keyword in _NAMING and rest:
            name, rest = rest[0], rest[1:]
        elif keyword in SCHEMA_LIST and rest:
            number = str(int(rest[0]) + 1) if rest[0].isdecimal() else rest[0]
            name, rest = _WORDS[keyword].format(number, name), rest[1:]
        else:
            name = _WORDS.get(keyword, "a part of {}").format(name)
    return name


def _carried(tokens: list[str]) -> str:
    """What an operation carries by a schema, whose place these tokens lead to."""
    if "responses" in tokens:
        return "the response"
    return "the request" if "requestBody" in tokens else "the parameter"
