"""Extensions of other tools that declare pages, as far as their meaning is certain."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, cast

from .declared import Declaration, Misfit, read
from .shapes import Path

OWN = "x-pagination"
AZURE = "x-ms-pageable"
SPEAKEASY = "x-speakeasy-pagination"
FERN = "x-fern-pagination"
ORDER = (OWN, AZURE, SPEAKEASY, FERN)
"""The extensions of an operation that declare pages; the first wins."""

EXTENSIONS = frozenset(ORDER)

_STEP = re.compile(r"\.([A-Za-z_@$][\w@$-]*)|\['([^']+)'\]|\[(-1)\]")
_SPOTS = {"parameters": "", "requestBody": "body:"}


def declaration(name: str, value: object, method: str) -> Declaration | None:
    """What an extension declares; None where it says that there are no pages.

    An extension whose meaning is not certain says nothing. Raises Misfit for one that
    is not well-formed.
    """
    if value is False or value is None:
        return None
    if name == OWN:
        return read(value)
    if not isinstance(value, Mapping):
        return None
    members = cast("Mapping[str, Any]", value)
    if name == AZURE:
        return _azure(members, method)
    return _speakeasy(members) if name == SPEAKEASY else _fern(members)


def _azure(members: Mapping[str, Any], method: str) -> Declaration | None:
    """`x-ms-pageable`: a URL in the body. A null name means that there is one page.

    One with an operation of its own for the next page, and a method without a safe
    repetition, are left alone.

    Source: AutoRest, "Swagger Extensions", x-ms-pageable.
    """
    link = members.get("nextLinkName")
    items = members.get("itemName", "value")
    if not isinstance(link, str) or not isinstance(items, str) or not link:
        return None
    if "operationName" in members or method != "GET":
        return None
    return Declaration("url", items=(_unescaped(items),), next=(_unescaped(link),))


def _unescaped(name: str) -> str:
    """The name of a property, whose dots may have a backslash before them."""
    return name.replace("\\.", ".")


def _speakeasy(members: Mapping[str, Any]) -> Declaration | None:
    """`x-speakeasy-pagination`: `offsetLimit`, `cursor` and `url`."""
    outputs = _table(members, "outputs")
    items = _jsonpath(outputs, "results")
    listed = members.get("inputs", ())
    inputs = {
        item.get("type"): f"{_SPOTS.get(str(item.get('in')), '')}{item.get('name')}"
        for item in (listed if isinstance(listed, list) else ())
        if isinstance(item, Mapping)
    }
    kind = members.get("type")
    if kind == "url":
        return Declaration("url", items=items, next=_jsonpath(outputs, "nextUrl") or ())
    if kind == "cursor" and "cursor" in inputs:
        path = _jsonpath(outputs, "nextCursor") or ()
        if "-1" in path:
            index = path.index("-1")
            items, last = path[:index], path[index + 1 :]
            return Declaration(
                "cursor", items=items, parameter=inputs["cursor"], last_item=last
            )
        return Declaration("cursor", items=items, parameter=inputs["cursor"], next=path)
    if kind == "offsetLimit" and "page" in inputs:
        total = _jsonpath(outputs, "numPages") or ()
        return Declaration("page", items=items, parameter=inputs["page"], total=total)
    if kind == "offsetLimit" and "offset" in inputs:
        return Declaration("offset", items=items, parameter=inputs["offset"])
    raise Misfit("its type and inputs do not say how to go on")


def _fern(members: Mapping[str, Any]) -> Declaration | None:
    """`x-fern-pagination` with a cursor; its other forms depend on the tool's settings."""
    if not {"cursor", "next_cursor", "results"} <= members.keys():
        return None
    parameter = str(members["cursor"]).removeprefix("$request.")
    return Declaration(
        "cursor",
        items=_fern_path(members["results"]),
        parameter=parameter,
        next=_fern_path(members["next_cursor"]),
    )


def _fern_path(value: object) -> Path:
    return tuple(str(value).removeprefix("$response.").split("."))


def _table(members: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = members.get(key, {})
    if not isinstance(found, Mapping):
        raise Misfit(f"{key} is no object")
    return found


def _jsonpath(outputs: Mapping[str, Any], key: str) -> Path | None:
    """The steps of a JSONPath of names, `-1` for the last item; None without one."""
    text = outputs.get(key)
    if text is None:
        return None
    steps = [next(filter(None, groups)) for groups in _STEP.findall(str(text))]
    pieces = "".join(match[0] for match in _STEP.finditer(str(text)))
    if f"${pieces}" != text:
        raise Misfit(f"{key} is no path of names")
    return tuple(steps)
