# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Headers of an answer, from the record that the document describes them by.

Source of the format: OpenAPI 3.2, section 4.16.1 (style `simple`).
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypeVar, cast

if TYPE_CHECKING:
    from pydantic import BaseModel

GivenHeaders: TypeAlias = "Mapping[str, str] | BaseModel"
"""Headers by name, or a record of them."""

T = TypeVar("T")


class HeaderForms(NamedTuple):
    """Names of headers that are not written as `simple` has it without `explode`.

    `as_json` are those in JSON, `exploded` those whose objects are `name=value` pairs.
    """

    as_json: Collection[str] = ()
    exploded: Collection[str] = ()


SIMPLE = HeaderForms()


def by_status(found: Mapping[str, T], status: int) -> T | None:
    """What is documented for a status, by itself, its range or `default`.

    Source of the rule: OpenAPI 3.2, section 4.16.
    """
    for key in (str(status), f"{status // 100}XX", "default"):
        if key in found:
            return found[key]
    return None


def header_texts(headers: GivenHeaders, forms: HeaderForms = SIMPLE) -> dict[str, str]:
    """The headers that are set, as texts by their names.

    Those that `simple` has no form for are in JSON: lists of lists and the like.
    """
    if isinstance(headers, Mapping):
        return dict(headers)
    text = headers.model_dump_json(by_alias=True, exclude_unset=True)
    members = cast("dict[str, object]", json.loads(text))
    return texts_of(members, forms)


def texts_of(
    members: Mapping[str, object], forms: HeaderForms = SIMPLE
) -> dict[str, str]:
    """Headers given as plain data, as `header_texts` gives them."""
    return {
        name: (
            _json(value)
            if name in forms.as_json
            else _simple(value, "=" if name in forms.exploded else ",")
        )
        for name, value in members.items()
        if value is not None
    }


def _simple(value: object, joint: str = ",") -> str:
    """A value in style `simple`: lists and objects have commas between items.

    `joint` stands between the name of a property and its value.
    """
    if isinstance(value, list):
        items = cast("list[object]", value)
        return _json(items) if _is_nested(items) else ", ".join(map(_simple, items))
    if isinstance(value, dict):
        members = cast("dict[str, object]", value)
        if _is_nested(members.values()):
            return _json(members)
        pairs = [f"{name}{joint}{_simple(item)}" for name, item in members.items()]
        return ",".join(pairs)
    return value if isinstance(value, str) else _json(value)


def _is_nested(items: Iterable[object]) -> bool:
    return any(isinstance(item, list | dict) for item in items)


def _json(value: object) -> str:
    """JSON on one line and in ASCII, as headers must be."""
    return json.dumps(value, separators=(",", ":"))
