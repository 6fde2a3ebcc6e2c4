"""A declaration of pages: read strictly, then held against its operation."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, NoReturn, cast

from ...ir import Operation, Pagination, Parameter, TypeUse
from ...ir.operations import PagingKind
from ...values import dataclass
from ..behind import Shapes
from .shapes import (
    Path,
    Spot,
    arrays,
    at,
    body_fields,
    item_of,
    parameter_of,
    result_of,
    scalar_of,
)

_KEYS: dict[PagingKind, tuple[str, ...]] = {
    "cursor": ("items", "parameter", "next", "last_item", "has_more"),
    "page": ("items", "parameter", "total", "has_more", "start"),
    "offset": ("items", "parameter", "total", "has_more", "start"),
    "link": ("items", "has_more"),
    "url": ("items", "next", "has_more"),
}
_USUAL_START = {"page": 1}
_SPOTS: tuple[Spot, ...] = ("query", "header", "body")


class Misfit(Exception):
    """A declaration that is not well-formed, or does not fit; says why."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """What a declaration says, as it says it: paths of wire names, a parameter."""

    kind: PagingKind
    items: Path | None = None
    parameter: str = ""
    next: Path = ()
    last_item: Path = ()
    more: Path = ()
    total: Path = ()
    start: int | None = None


def read(written: object) -> Declaration:
    """A declaration by the keys of the configuration. Raises Misfit."""
    if not isinstance(written, Mapping):
        raise Misfit("it is no table")
    members = cast("Mapping[str, Any]", written)
    kind = members.get("type")
    if kind not in _KEYS:
        raise Misfit(f"type is one of {', '.join(_KEYS)}")
    known = _KEYS[kind]
    for key in members:
        if key != "type" and key not in known:
            close = get_close_matches(str(key), known, 1)
            advice = (
                f"did you mean {close[0]}?" if close else f"known: {', '.join(known)}"
            )
            raise Misfit(f"{kind} has no key {key}; {advice}")
    start = members.get("start")
    if start is not None and type(start) is not int:
        raise Misfit("start is a whole number")
    found = Declaration(
        kind,
        items=_path(members, "items") if "items" in members else None,
        parameter=_text(members, "parameter"),
        next=_path(members, "next"),
        last_item=_path(members, "last_item"),
        more=_path(members, "has_more"),
        total=_path(members, "total"),
        start=start,
    )
    return _complete(found)


def _complete(found: Declaration) -> Declaration:
    """The same declaration. Raises Misfit where it lacks something."""
    if "parameter" in _KEYS[found.kind] and not found.parameter:
        raise Misfit(f"{found.kind} needs parameter, which takes it")
    if found.kind == "cursor" and bool(found.next) == bool(found.last_item):
        raise Misfit("cursor needs either next or last_item, which tells where it is")
    if found.kind == "url" and not found.next:
        raise Misfit("url needs next, which tells where it is")
    return found


def _text(members: Mapping[str, Any], key: str) -> str:
    value = members.get(key, "")
    if not isinstance(value, str):
        raise Misfit(f"{key} is a text")
    return value


def _path(members: Mapping[str, Any], key: str) -> Path:
    """A JSON Pointer, or the name of a property."""
    text = _text(members, key)
    if not text.startswith("/"):
        return (text,) if text else ()
    steps = text.split("/")[1:]
    return tuple(step.replace("~1", "/").replace("~0", "~") for step in steps)


def fitted(said: Declaration, operation: Operation, shapes: Shapes) -> Pagination:
    """What a declaration means for an operation. Raises Misfit where it does not fit."""
    return _Fit(said, operation, shapes).pagination()


class _Fit:
    """One declaration beside one operation."""

    def __init__(self, said: Declaration, operation: Operation, shapes: Shapes) -> None:
        self.said = said
        self.operation = operation
        self.shapes = shapes

    def pagination(self) -> Pagination:
        said = self.said
        found = result_of(self.operation)
        if found is None:
            raise Misfit("the operation has no JSON result, or streams it")
        if said.kind in ("link", "url") and self.operation.method != "GET":
            raise Misfit("links are followed with GET, and this is another method")
        items, item = self._items(found.use)
        place, name, start = self._parameter()
        holder, path = found.use, said.next
        if said.last_item:
            holder, path = item, said.last_item
        if path:
            self._check(holder, path, "a text or a number", _CURSORS)
        if said.more:
            self._check(found.use, said.more, "a boolean", ("boolean",))
        if said.total:
            self._check(found.use, said.total, "a number", ("integer", "number"))
        return Pagination(
            said.kind,
            item,
            items,
            next=path,
            in_last_item=bool(said.last_item),
            more=said.more,
            total=said.total,
            place=place,
            parameter=name,
            start=start,
        )

    def _items(self, use: TypeUse) -> tuple[Path, TypeUse]:
        path = self.said.items
        if path is None:
            found = arrays(use, self.shapes)
            if len(found) != 1:
                many = "several arrays" if found else "no array"
                raise Misfit(f"the response has {many}; say where the items are")
            path = found[0]
        there = at(use, path, self.shapes)
        if there is None:
            self._refuse(path)
        item = item_of(there, self.shapes)
        if item is None:
            if scalar_of(there, self.shapes) == "any":
                return path, there
            raise Misfit(f"{shown(path)} of the response is no array")
        return path, item

    def _check(
        self, use: TypeUse, path: Path, what: str, kinds: tuple[str, ...]
    ) -> None:
        there = at(use, path, self.shapes)
        if there is None:
            self._refuse(path)
        if scalar_of(there, self.shapes) not in (*kinds, "any"):
            raise Misfit(f"{shown(path)} is not {what}")

    def _refuse(self, path: Path) -> NoReturn:
        raise Misfit(f"the response has no {shown(path)}")

    def _parameter(self) -> tuple[Spot, str, int]:
        """Where the cursor or the number goes, and the first number."""
        text = self.said.parameter
        if not text:
            return "query", "", 0
        prefix, _, rest = text.partition(":")
        spots = [spot for spot in _SPOTS if spot == prefix and rest]
        name = rest if spots else text
        for spot in spots or _SPOTS:
            if spot == "body":
                found = body_fields(self.operation, self.shapes).get(name)
                if found is not None:
                    return spot, name, self._start(found, None)
                continue
            parameter = parameter_of(self.operation, spot, name)
            if parameter is not None:
                start = self._start(parameter.use, parameter)
                return spot, parameter.name, start
        raise Misfit(f"the operation has no parameter {text} that could take it")

    def _start(self, use: TypeUse, parameter: Parameter | None) -> int:
        if self.said.kind == "cursor":
            return 0
        if scalar_of(use, self.shapes) not in _NUMBERS:
            raise Misfit(f"the parameter {self.said.parameter} takes no number")
        if self.said.start is not None:
            return self.said.start
        usual = _USUAL_START.get(self.said.kind, 0)
        default = parameter.default if parameter else None
        return default[0] if default and type(default[0]) is int else usual


_CURSORS = ("string", "integer", "number")
_NUMBERS = ("string", "integer", "number", "any")


def shown(path: Path) -> str:
    """A path as it is written in a declaration."""
    return "/" + "/".join(path) if path else "array"
