# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""From one page of a list to the next: what to send, and whether there is more.

Knows the ways in which services divide lists; sends nothing. What is in a body is named
by JSON Pointers (RFC 6901), such as `/data`; an empty one is the whole body.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Generic, NamedTuple, TypeVar, cast

import httpx2
from pydantic import BaseModel

from .links import PaginationError, another_call, followed, next_link
from .omit import omit
from .operation import Operation
from .options import RequestOptions
from .request import Parts
from .settings import Settings
from .values import is_array, is_object, plain

ItemT_co = TypeVar("ItemT_co", covariant=True)

_NO_OPTIONS: RequestOptions = {}


class Trail(NamedTuple):
    """What tells that a walk goes in a circle: the last mark, and an earlier one.

    The earlier one is moved on after 1, 2, 4 ... pages, so that a circle of any length is
    found without keeping all marks (Brent's algorithm).
    """

    last: object = None
    earlier: object = None
    left: int = 1
    span: int = 1

    def past(self, mark: object) -> Trail:
        """The trail one page on.

        Raises:
            PaginationError: The mark was there before.
        """
        if mark in (self.last, self.earlier):
            raise PaginationError(
                "the response leads back to a page that was there before"
            )
        if self.left > 1:
            return self._replace(last=mark, left=self.left - 1)
        return Trail(mark, mark, 2 * self.span, 2 * self.span)


class Position(NamedTuple):
    """A page as it is asked for, and what the way to it was marked by."""

    operation: Operation
    parts: Parts
    trail: Trail = Trail()

    def argument(self, into: str) -> object:
        """What is sent in a place such as `query:page`; None where nothing is."""
        place, _, name = into.partition(":")
        options = self.parts.get("options", _NO_OPTIONS)
        given: list[object] = [options.get(f"extra_{_OPTION[place]}")]
        given += [self.parts.get(key) for key in _PARTS[place]]
        for members in given:
            value = _member(members, name)
            if value is not None and value is not omit:
                return plain(value)
        return None

    def onward(self, into: str, value: str | float, trail: Trail) -> Position:
        """The position of the same call with another value in a place."""
        place, _, name = into.partition(":")
        options = another_call(self.parts.get("options", _NO_OPTIONS))
        if place == "query":
            options["extra_query"] = {**options.get("extra_query", {}), name: value}
        elif place == "header":
            extra = options.get("extra_headers", {})
            options["extra_headers"] = {**extra, name: str(value)}
        else:
            options["extra_body"] = {**options.get("extra_body", {}), name: value}
        return Position(self.operation, {**self.parts, "options": options}, trail)


_OPTION = {"query": "query", "header": "headers", "body": "body"}
_PARTS = {"query": ("query",), "header": ("headers",), "body": ("fields", "body")}


class Seen(NamedTuple):
    """A page that came: how it was asked for, its body and its items.

    `mark` stands for the body to the last byte, which itself is not kept.
    """

    settings: Settings
    at: Position
    response: httpx2.Response
    mark: int
    body: object
    items: list[object]


@dataclass(frozen=True, kw_only=True, slots=True)
class Paging:
    """What leads from a page to the next; the classes that extend it say how.

    Attributes:
        items: Where the items are.
        more: Where a boolean tells whether there is more, if anywhere.
    """

    items: str = ""
    more: str = ""

    def items_of(self, body: object) -> list[object]:
        """The items of a page; none where null or nothing is in their place.

        Raises:
            PaginationError: Something else is.
        """
        found = member(body, self.items)
        if found is None:
            return []
        if not is_array(found):
            where = f"at {self.items}" if self.items else "in the response"
            raise PaginationError(f"there are no items {where}: it is no array")
        return found

    def after(self, seen: Seen) -> Position | None:
        """The position of the page that follows, None where there is none.

        Raises:
            PaginationError: There is one, and no way to it.
        """
        more = member(seen.body, self.more) if self.more else None
        return None if more is False else self._after(seen, more is True)

    def _after(self, seen: Seen, is_told: bool) -> Position | None:
        """The same; `is_told` where the response says itself that there is more."""
        raise NotImplementedError


@dataclass(frozen=True, kw_only=True, slots=True)
class Cursor(Paging):
    """A value of the response that the next request sends.

    Attributes:
        into: Where it goes: `query:after`.
        next: Where it is in the body.
        last_item: Where it is in the last item, instead.
    """

    into: str
    next: str = ""
    last_item: str = ""

    def _after(self, seen: Seen, is_told: bool) -> Position | None:
        holder, place = seen.body, self.next
        if self.last_item:
            holder, place = (seen.items or [None])[-1], self.last_item
        cursor = plain(member(holder, place))
        if cursor is None or cursor == "":
            if is_told:
                raise PaginationError("there is more, but the response has no cursor")
            return None
        if not isinstance(cursor, str | int | float):
            raise PaginationError("the cursor is neither a text nor a number")
        at = seen.at
        first = Trail(at.argument(self.into))
        trail = (at.trail if at.trail.last is not None else first).past(cursor)
        return at.onward(self.into, cursor, trail)


@dataclass(frozen=True, kw_only=True, slots=True)
class Counted(Paging):
    """A number that grows from page to page.

    Attributes:
        into: Where it goes: `query:page`.
        start: The number of the first page, or item.
        total: Where the body tells how many pages, or items, there are.
    """

    into: str
    start: int = 0
    total: str = ""

    def _number(self, seen: Seen) -> int:
        """The number of a page."""
        value = seen.at.argument(self.into)
        try:
            return self.start if value is None else int(str(value))
        except ValueError:
            raise PaginationError(f"{self.into} is no whole number") from None

    def _onward(self, seen: Seen, number: int) -> Position | None:
        """The next position, None where the total tells that it is past the end.

        A page of objects that is the same as the one before, to the last byte, comes
        from a server that does not look at the number.
        """
        total = member(seen.body, self.total) if self.total else None
        if type(total) is int and number >= self.start + total:
            return None
        is_of_objects = any(_is_record(item) for item in seen.items[:1])
        if seen.mark == seen.at.trail.last and (is_of_objects or not seen.items):
            raise PaginationError(
                f"the page is that before it: {self.into} has no effect"
            )
        return seen.at.onward(self.into, number, Trail(seen.mark))


@dataclass(frozen=True, kw_only=True, slots=True)
class PageNumber(Counted):
    """The number of the page. Without a total, the first empty page is the last."""

    start: int = 1

    def _after(self, seen: Seen, is_told: bool) -> Position | None:
        if not seen.items and not is_told:
            return None
        return self._onward(seen, self._number(seen) + 1)


@dataclass(frozen=True, kw_only=True, slots=True)
class Offset(Counted):
    """The number of the first item. Without a total, the first empty page is the last."""

    def _after(self, seen: Seen, is_told: bool) -> Position | None:
        if not seen.items:
            return None
        return self._onward(seen, self._number(seen) + len(seen.items))


@dataclass(frozen=True, kw_only=True, slots=True)
class NextURL(Paging):
    """A URL in the body.

    Attributes:
        next: Where it is.
    """

    next: str

    def _after(self, seen: Seen, is_told: bool) -> Position | None:
        link = plain(member(seen.body, self.next))
        if link is None or link == "":
            return None
        if not isinstance(link, str):
            raise PaginationError("the link to the next page is no text")
        return _followed(seen, link)


@dataclass(frozen=True, kw_only=True, slots=True)
class LinkHeader(Paging):
    """The header `Link` with the relation `next` (RFC 8288)."""

    def _after(self, seen: Seen, is_told: bool) -> Position | None:
        link = next_link(seen.response.headers)
        return _followed(seen, link) if link else None


@dataclass(frozen=True, eq=False, slots=True)
class PagedOperation(Operation, Generic[ItemT_co]):
    """The static facts of an operation whose results are pages of items.

    Attributes:
        pages: What leads from a page to the next.
    """

    pages: Paging = field(kw_only=True)


def member(value: object, pointer: str) -> object:
    """What is at a place of a body, which may be models or plain JSON; None if nothing."""
    for name in _names(pointer):
        value = _member(value, name)
    return value


def _member(value: object, name: str) -> object:
    if isinstance(value, BaseModel):
        attribute = _attributes(type(value)).get(name)
        if attribute is not None:
            return getattr(value, attribute)
        value = value.model_extra
    if isinstance(value, Mapping):
        return cast("Mapping[str, object]", value).get(name)
    return None


def _is_record(value: object) -> bool:
    return is_object(value) or isinstance(value, BaseModel)


@cache
def _names(pointer: str) -> tuple[str, ...]:
    """The names of a JSON Pointer (RFC 6901, section 4)."""
    steps = pointer.split("/")[1:]
    return tuple(step.replace("~1", "/").replace("~0", "~") for step in steps)


@cache
def _attributes(model: type[BaseModel]) -> dict[str, str]:
    """The attributes of a model by the names of the wire."""
    fields = model.model_fields.items()
    return {info.alias or name: name for name, info in fields}


def _followed(seen: Seen, link: str) -> Position:
    """The position of the page at a link."""
    at = seen.at
    operation, parts, url = followed(
        seen.settings, at.operation, at.parts, seen.response, link
    )
    return Position(operation, parts, at.trail.past(url))
