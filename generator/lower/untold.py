"""Options of discriminated unions that do not say themselves which option they are.

Such a union asks more of its options than they ask of themselves, wherever they are used
(see `tags.tell_apart`), so that a schema cannot be told without the unions around it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..ir import Id
from ..load.document import Document
from ..values import dataclass
from .families import Families
from .reading import plain_reference


def untold_options(document: Document, families: Families) -> set[Id]:
    """The ids of options, and of what only refers to them, that may not pin the tag.

    An option whose tag has several values pins it where no mapping gives some of them
    to another option.
    """
    listed = [
        _Option(option, str(family.discriminator["propertyName"]), is_mapped=True)
        for family in families.found.values()
        for option in (family.base, *family.members)
    ]
    for node in document.trees():
        listed += _options(node)
    untold: set[Id] = set()
    for option in dict.fromkeys(listed):
        way = _way(document, option.id)
        target = way[-1] if way else ""
        if not target or _is_union(document.node(target)):
            continue
        if not _pins(document, target, option):
            untold.update(way)
    return untold


@dataclass(frozen=True, slots=True)
class _Option:
    """An option of a union by its id, and the tag that the union knows its options by."""

    id: Id
    tag: str
    is_mapped: bool


def _options(node: Any) -> Iterator[_Option]:
    """The options of all unions in a tree that are known by an id."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        if isinstance(node, list):
            waiting += node
        elif isinstance(node, dict):
            waiting += node.values()
            stated = node.get("discriminator")
            if isinstance(stated, dict) and "propertyName" in stated:
                yield from _named(node, stated)


def _named(node: dict[str, Any], stated: dict[str, Any]) -> Iterator[_Option]:
    tag = str(stated["propertyName"])
    mapping = stated.get("mapping")
    targets = list(mapping.values()) if isinstance(mapping, dict) else []
    found = [target for target in targets if isinstance(target, str)]
    for keyword in ("oneOf", "anyOf"):
        options = node.get(keyword)
        for option in options if isinstance(options, list) else ():
            target = plain_reference(option) if isinstance(option, dict) else None
            if isinstance(target, str):
                found.append(target)
    return (_Option(target, tag, bool(targets)) for target in found)


def _is_union(node: Any) -> bool:
    """Whether a schema is nothing but a union, of which nobody asks more."""
    if not isinstance(node, dict) or not {"allOf", "properties"}.isdisjoint(node):
        return False
    options = node.get("oneOf") or node.get("anyOf")
    return (
        isinstance(options, list)
        and sum(isinstance(one, dict) and "$ref" in one for one in options) > 1
    )


def _way(document: Document, option: Id) -> list[Id]:
    """The id of an option, and those that it comes to behind mere references."""
    found: list[Id] = []
    target: Id | None = option
    while target is not None and target not in found:
        try:
            node = document.node(target)
        except KeyError:
            break
        found.append(target)
        target = plain_reference(node) if isinstance(node, dict) else None
    return found


def _pins(document: Document, schema: Id, option: _Option) -> bool:
    """Whether a schema, or what it includes, lists the values of the tag."""
    seen = {schema}
    waiting: list[Any] = [document.node(schema)]
    while waiting:
        node = waiting.pop()
        if not isinstance(node, dict):
            continue
        properties = node.get("properties")
        own = properties.get(option.tag) if isinstance(properties, dict) else None
        values = _values(own)
        if len(values) == 1 or (values and not option.is_mapped):
            return True
        members = node.get("allOf")
        waiting += members if isinstance(members, list) else ()
        target = node.get("$ref")
        if isinstance(target, str) and target not in seen:
            seen.add(target)
            waiting.append(document.node(target))
    return False


def _values(node: Any) -> list[str]:
    """The texts that a schema lists, beside null; none where it allows others."""
    if not isinstance(node, dict):
        return []
    if isinstance(node.get("const"), str):
        return [node["const"]]
    options = node.get("anyOf") or node.get("oneOf")
    if isinstance(options, list) and "enum" not in node:
        telling = [one for one in options if one != {"type": "null"}]
        return _values(telling[0]) if len(telling) == 1 else []
    listed = node.get("enum")
    values = listed if isinstance(listed, list) else []
    texts = [value for value in values if isinstance(value, str)]
    return texts if len(texts) == sum(value is not None for value in values) else []
