"""Why an instance is not valid, as a few words that disagreements are sorted by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .schemas import FORMATS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError

_AROUND = ("propertyNames", "patternProperties", "then", "else", "dependentSchemas")
"""Keywords whose schemas apply to what a type does not look at."""


def faults(checker: Draft202012Validator, instance: Any) -> frozenset[str]:
    """What is wrong with an instance; nothing when it is valid.

    A fault is the keyword that is violated, or the keyword around it if a type would not
    look inside: `additionalProperties` beside `properties`, `prefixItems` where no length
    is certain, and those of `_AROUND`. It is `null` where null is what does not fit;
    `type of a date` and the like, where the format has a type in Python; and `required of
    one way` where a property is only read or only written. Of a union, it is the fault of
    the option that fits best.
    """
    return frozenset(
        fault
        for error in checker.iter_errors(instance)
        for fault in _of_error(error, checker)
    )


def _of_error(error: ValidationError, checker: Draft202012Validator) -> list[str]:
    around = _around(error, checker)
    if around:
        return [around]
    if error.context:
        return [
            fault
            for inner in _best_option(error.context)
            for fault in _of_error(inner, checker)
        ]
    keyword = str(error.validator or "false")
    if error.instance is None:
        return ["null"]
    if keyword == "required" and _goes_one_way(error, checker):
        return ["required of one way"]
    if keyword == "type" and isinstance(error.schema, dict):
        form = error.schema.get("format")
        return [f"type of a {form}" if form in FORMATS else "type"]
    return [keyword]


def _goes_one_way(error: ValidationError, checker: Draft202012Validator) -> bool:
    """Whether all properties that are missing are only read or only written."""
    assert isinstance(error.schema, dict)
    for name in set(error.schema["required"]) - set(error.instance):
        reference = error.schema.get("properties", {}).get(name, {"$ref": "/"})["$ref"]
        schema = checker.schema["$defs"].get(reference.rpartition("/")[2], {})
        if not (schema.get("readOnly") or schema.get("writeOnly")):
            return False
    return True


def _best_option(errors: Iterable[ValidationError]) -> list[ValidationError]:
    """The errors of the option of a union with the fewest, the deepest if several have."""
    options: dict[Any, list[ValidationError]] = {}
    for error in errors:
        options.setdefault(error.relative_schema_path[0], []).append(error)
    return min(
        options.values(), key=lambda one: (len(one), -max(len(e.path) for e in one))
    )


def _is_open_tuple(schema: Any, definitions: Any) -> bool:
    """Whether a schema is of arrays with a type per place, but of no certain length."""
    places = len(schema.get("prefixItems", ()))
    rest = schema.get("items", {}).get("$ref", "").rpartition("/")[2]
    is_closed = definitions.get(rest) is False
    return places > 0 and not (is_closed and schema.get("minItems") == places)


def _around(error: ValidationError, checker: Draft202012Validator) -> str:
    """The keyword that keeps types from looking at where the error is, if one does."""
    definitions = checker.schema["$defs"]
    node: Any = checker.schema
    is_name = False
    for step in error.absolute_schema_path:
        if isinstance(node, dict) and not is_name:
            # a reference is no step of the path
            while step not in node and isinstance(node.get("$ref"), str):
                node = definitions[node["$ref"].rpartition("/")[2]]
            if step in _AROUND:
                return str(step)
            if step == "additionalProperties" and node.get("properties"):
                return str(step)
            if step in ("items", "prefixItems") and _is_open_tuple(node, definitions):
                return "prefixItems"
        node = node[step]
        if not isinstance(node, dict | list):
            break
        is_name = step == "properties" and not is_name
    return ""
