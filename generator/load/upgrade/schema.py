"""Schemas of OpenAPI 3.0, and of Swagger 2.0, in the words of JSON Schema 2020-12.

Sources: OpenAPI 3.0.4, section 4.7.24, against OpenAPI 3.2, section 4.24.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ..mend import lexeme
from ..report import quoted

if TYPE_CHECKING:
    from ..places import Link, Object
    from ..state import File, State

TOUCHED = frozenset(
    (
        "$ref",
        "nullable",
        "x-nullable",
        "example",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "default",
        "enum",
    )
)
"""A schema without any of these keywords needs no upgrade."""

_NOTES = frozenset(
    (
        "title",
        "description",
        "default",
        "examples",
        "deprecated",
        "readOnly",
        "writeOnly",
        "externalDocs",
        "$id",
        "$anchor",
        "$dynamicAnchor",
        "$schema",
        "$comment",
        "$defs",
        "definitions",
    )
)
_COMBINING = frozenset(
    ("$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "not", "const")
)
_ALONE = frozenset(("2.0", "3.0", "draft-07"))
"""Dialects in which what stands beside `$ref` is ignored."""

_WITH_NULLABLE = frozenset(("2.0", "3.0"))
_OLDER = frozenset(("draft-07", "2019-09"))
OLDER = frozenset(("additionalItems", "dependencies", "id", "items"))
"""A schema without any of these keywords needs no `upgrade_older`."""

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,300})(?:\.[0-9]{1,300})?")
_BESIDE_REFERENCE = _NOTES | {"$ref", "nullable", "example"}


def upgrade_schema(node: Object, link: Link, file: File, state: State) -> None:
    """Rewrite one schema in place; its subschemas are upgraded on their own."""
    if "$ref" in node and file.dialect in _ALONE and len(node) > 1:
        _drop_siblings(node, link, file)
    if "exclusiveMinimum" in node:
        _exclusive(node, "minimum", "exclusiveMinimum", link, file)
    if "exclusiveMaximum" in node:
        _exclusive(node, "maximum", "exclusiveMaximum", link, file)
    if "example" in node:
        example = node.pop("example")
        node.setdefault("examples", [example])
    if "type" in node and not file.is_schema:
        _as_meant(node, link, file)
    if node.get("x-nullable") is True and not file.is_schema:
        _extension(node, link, file, state)
    if "nullable" in node:
        if file.dialect not in _WITH_NULLABLE:
            state.count("W150", file, node, "nullable", link)
        elif "$ref" in node and node["nullable"] is True:
            state.count("W159", file, node, "nullable", link)
        if node.pop("nullable"):
            accept = _nullable_by_type if state.strict_nullable else _nullable
            accept(node, link, file, state)


def _extension(node: Object, link: Link, file: File, state: State) -> None:
    """`x-nullable` of Swagger 2.0, which authors and tools carry over to 3.x."""
    state.count("W154", file, node, "x-nullable", link)
    del node["x-nullable"]
    if "nullable" not in node:
        _nullable(node, link, file, state)


def upgrade_older(node: Object, link: Link, file: File) -> None:
    """Rewrite keywords that JSON Schema had up to 2019-09 and that change what follows.

    An array in `items` is `prefixItems` now, with `items` for the rest; `dependencies`
    is split up by the type of its values; `id` of draft 4 is `$id`.
    """
    if type(node.get("items")) is list:
        tell_older(node, "items", "items: [...]", "prefixItems", link, file)
        node["prefixItems"] = node.pop("items")
        file.places.rename(node, "items", "prefixItems")
        if "additionalItems" in node:
            node["items"] = node.pop("additionalItems")
            file.places.rename(node, "additionalItems", "items")
    elif "additionalItems" in node:
        node.pop("additionalItems")  # without effect (2019-09, section 9.3.1.2)
    if type(node.get("dependencies")) is dict:
        meaning = "dependentRequired and dependentSchemas"
        tell_older(node, "dependencies", "dependencies", meaning, link, file)
        for name, value in node.pop("dependencies").items():
            is_list = type(value) is list
            section = "dependentRequired" if is_list else "dependentSchemas"
            node.setdefault(section, {})[name] = value
            file.places.rename(node, "dependencies", section)
    if file.dialect == "draft-07" and type(node.get("id")) is str:
        node.setdefault("$id", node.pop("id"))


def tell_older(
    node: Object, key: str, keyword: str, meaning: str, link: Link, file: File
) -> None:
    """Warn of a keyword that the version of the file has no more."""
    if file.dialect not in _OLDER:
        report = file.reporter.at
        report("W153", node, (key,), link, key=True, keyword=keyword, meaning=meaning)


def _drop_siblings(node: Object, link: Link, file: File) -> None:
    """OpenAPI 3.0.4, section 4.7.23: what stands beside `$ref` is ignored.

    Annotations and `nullable` are kept all the same, as authors mean them.
    """
    for key in [key for key in node if key not in _BESIDE_REFERENCE]:
        if key[:2] != "x-":
            file.reporter.at("W130", node, (key,), link, key=True, name=key)
            del node[key]


def _exclusive(node: Object, bound: str, keyword: str, link: Link, file: File) -> None:
    """A boolean in OpenAPI 3.0 that changes the meaning of the bound."""
    if type(node[keyword]) is not bool:
        return
    exclusive = node.pop(keyword)
    if not exclusive:
        return
    if bound not in node:
        file.reporter.at("W152", node, (keyword,), link, keyword=keyword, bound=bound)
        return
    node[keyword] = node.pop(bound)
    if file.dialect == "3.1":
        meaning = f"{keyword}: {node[keyword]}"
        written = f"{keyword}: true"
        file.reporter.at(
            "W153", node, (keyword,), link, keyword=written, meaning=meaning
        )


def _as_written(node: Object, link: Link, file: File) -> None:
    """Numbers and booleans among the values of a string are meant as they are written."""
    if "default" in node:
        text = lexeme(node, ("default",), node["default"], file)
        if text is not None:
            file.reporter.at(
                "W141", node, ("default",), link, name="default", value=quoted(text)
            )
            node["default"] = text
    values = node.get("enum")
    for index, value in enumerate(values if type(values) is list else ()):
        steps = ("enum", str(index))
        text = lexeme(node, steps, value, file)
        if text is not None:
            meant = quoted(text)
            file.reporter.at("W141", node, steps, link, name="enum", value=meant)
            node["enum"][index] = text


def _as_meant(node: Object, link: Link, file: File) -> None:
    """Values that do not fit their type, but are clear in their meaning."""
    kind = node["type"]
    if kind == "string":
        _as_written(node, link, file)
    elif type(node.get("enum")) is list:
        if kind == "array":
            _enum_of_items(node, link, file)
        elif kind in ("integer", "number"):
            _as_numbers(node, link, file)


def _as_numbers(node: Object, link: Link, file: File) -> None:
    """Texts that spell numbers among the values of a number are meant as numbers."""
    values = node["enum"]
    for index, value in enumerate(values):
        if type(value) is str and _NUMBER.fullmatch(value):
            steps = ("enum", str(index))
            file.reporter.at("W141", node, steps, link, name="enum", value=value)
            values[index] = float(value) if "." in value else int(value)


def _enum_of_items(node: Object, link: Link, file: File) -> None:
    """Values beside `type: array` that are no arrays are meant as those of the items."""
    items = node.get("items", {})
    if any(type(value) is list for value in node["enum"]):
        return
    if type(items) is dict and not {"$ref", "enum", "const"} & items.keys():
        file.reporter.at("W158", node, ("enum",), link, key=True)
        items["enum"] = node.pop("enum")
        node["items"] = items
        file.places.touch(items)


def _nullable(node: Object, link: Link, file: File, state: State) -> None:
    """Let the schema accept null, as `nullable: true` asks."""
    values = node.get("enum")
    if not _COMBINING.isdisjoint(node):
        if not _accepts_null(node):
            _wrap(node, file, state)
        return
    kind = node.get("type")
    if type(kind) is str:
        if kind != "null":
            node["type"] = [kind, "null"]
    elif type(kind) is list and "null" not in kind:
        kind.append("null")
    if type(values) is list and None not in values:
        report = file.reporter.at
        report("W151", node, ("enum",), link, key=True, effect="added")
        values.append(None)


def _nullable_by_type(node: Object, link: Link, file: File, state: State) -> None:
    """What `nullable: true` does by the letter of OpenAPI 3.0.4, section 4.7.24.

    It adds null to the type beside it, and has no other effect.
    """
    kind = node.get("type")
    if file.dialect not in _WITH_NULLABLE or type(kind) is not str:
        return
    if kind != "null":
        node["type"] = [kind, "null"]
    values = node.get("enum")
    if type(values) is list and None not in values:
        report = file.reporter.at
        report("W151", node, ("enum",), link, key=True, effect="so it does not take it")


def _accepts_null(node: Object) -> bool:
    """Whether exactly one option of the only union in `node` says that it takes null."""
    unions = [key for key in ("anyOf", "oneOf") if key in node]
    others = _COMBINING.difference(("anyOf", "oneOf"))
    if len(unions) != 1 or not others.isdisjoint(node) or "type" in node:
        return False
    if "enum" in node:
        return False
    options = node[unions[0]]
    taking = sum(_says_null(option) for option in options)
    return taking == 1 or (taking > 1 and unions[0] == "anyOf")


def _says_null(option: Any) -> bool:
    if type(option) is not dict:
        return False
    kind = option.get("type")
    named = kind == "null" or (type(kind) is list and "null" in kind)
    return named or option.get("nullable") is True


def _wrap(node: Object, file: File, state: State) -> None:
    """Move all but annotations into the first option of a union with null."""
    inner = {
        key: value
        for key, value in node.items()
        if key not in _NOTES and key[:2] != "x-"
    }
    outer = {key: value for key, value in node.items() if key not in inner}
    node.clear()
    node.update(outer)
    node["anyOf"] = [inner, {"type": "null"}]
    state.moved(node, inner)
    file.places.adopt(inner, node)
