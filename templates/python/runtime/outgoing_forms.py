# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Forms that a call is about to send, checked before they are written.

On the wire a form has no types: `5` and `"5"` go out alike, null and nothing too. A field
is wrong where none of what is sent alike is valid. Files are no JSON; of them only is
asked whether they are there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from .body import members_of
from .files import is_file
from .forms import BodyForm, is_json
from .styles import scalar
from .values import is_array, is_object, plain

if TYPE_CHECKING:
    from .errors import RequestViolation

Found: TypeAlias = "Sequence[RequestViolation]"
Check: TypeAlias = Callable[[object], "Found | None"]

_OF_SPELLING = ("type", "enum", "const", "anyOf", "oneOf")
"""The keywords that may take a scalar for another that is written alike."""


def form_faults(
    body: object, form: BodyForm, check: Check, *, has_parts: bool
) -> Found:
    """What is wrong with a form, or with parts in a row.

    `has_parts` tells that it is multipart, where values may be files.

    Raises:
        InvalidArgumentError: The body is no object, or something in it has no JSON.
    """
    files: set[str] = set()
    if has_parts and (isinstance(body, tuple) or is_array(body)):
        parts = cast("Sequence[object]", body)
        value: Any = [_part(item, f"/{i}", files) for i, item in enumerate(parts)]
        return _Form(value, check, files, {}).faults()
    value = {}
    for name, member in members_of(body).items():
        is_styled = _is_style(form.encoding.get(name, ""))
        has_files = has_parts and not is_styled
        value[name] = _part(member, _at(name), files) if has_files else plain(member)
    return _Form(value, check, files, form.encoding).faults()


def _part(value: object, path: str, files: set[str]) -> object:
    """A value as JSON; an empty text for each file, whose path is added to `files`."""
    if is_file(value):
        files.add(path)
        return ""
    if is_array(value):
        return [_part(item, f"{path}/{i}", files) for i, item in enumerate(value)]
    return plain(value)


class _Form:
    """The value of a form, and its validator."""

    def __init__(
        self, value: Any, check: Check, files: set[str], encoding: Mapping[str, str]
    ) -> None:
        self._value = value
        self._check = check
        self._files = files
        self._encoding = encoding

    def faults(self) -> Found:
        """What is wrong in every spelling."""
        found = self._without_nulls()
        changed = self._respelled(found)
        if not changed:
            return found
        found = self._without_nulls()
        still = {one.path for one in found if one.keyword in _OF_SPELLING}
        wrong = [path for path in changed if path in still]
        for path in wrong:
            self._put(path, changed[path])
        return self._without_nulls() if wrong else found

    def _without_nulls(self) -> Found:
        """What is wrong where null is not sent, and is not wrong where it is there."""
        nulls: set[str] = set()
        value = self._value
        if is_object(value):
            nulls = {_at(name) for name, member in value.items() if member is None}
        if not nulls:
            return self._told(value)
        sent = {name: item for name, item in value.items() if item is not None}
        found = self._told(sent)
        if all(one.path not in nulls for one in found):
            return found
        wrong = {one.path for one in self._told(value)}
        return [one for one in found if one.path not in nulls or one.path in wrong]

    def _told(self, value: object) -> Found:
        found = self._check(value) or ()
        return [one for one in found if one.path not in self._files]

    def _respelled(self, found: Found) -> dict[str, object]:
        """Write other scalars in place of wrong ones; gives what stood there, by path."""
        changed: dict[str, object] = {}
        for one in found:
            if one.keyword not in _OF_SPELLING or one.path in changed:
                continue
            place = self._place(one.path)
            if place is None:
                continue
            parent, key = place
            other = _alike(parent[key])
            if other is not None:
                changed[one.path] = parent[key]
                parent[key] = other
        return changed

    def _put(self, path: str, value: object) -> None:
        place = self._place(path)
        if place is not None:
            parent, key = place
            parent[key] = value

    def _place(self, path: str) -> tuple[Any, Any] | None:
        """Where a value stands that is written as a text of its own, if it is one.

        What is within an object or an array of arrays is JSON, unless a style says more.
        """
        names = [text.replace("~1", "/").replace("~0", "~") for text in path.split("/")]
        how = self._encoding.get(names[1], "") if len(names) > 1 else ""
        if len(names) < 2 or is_json(how):
            return None
        depth = 1 if is_array(self._value) else 2
        found: Any = self._value
        parent: Any = None
        key: Any = None
        for level, name in enumerate(names[1:], 1):
            parent, key = found, int(name) if is_array(found) else name
            is_within = level > depth or (level > 1 and is_object(parent))
            if is_within and not _is_style(how):
                return None
            if not is_array(parent) and not (is_object(parent) and key in parent):
                return None
            found = parent[key]
        return parent, key


def _alike(value: object) -> object:
    """A scalar that is sent as the same text, None for nothing."""
    if isinstance(value, str):
        try:
            parsed: object = json.loads(value)
        except (RecursionError, ValueError):
            return None
        is_same = isinstance(parsed, (bool, int, float)) and scalar(parsed) == value
        return parsed if is_same else None
    return scalar(value) if isinstance(value, (bool, int, float)) else None


def _is_style(how: str) -> bool:
    """Whether words say a style, and no media type."""
    return bool(how) and "/" not in how


def _at(name: str) -> str:
    """The pointer to a member (RFC 6901)."""
    return "/" + name.replace("~", "~0").replace("/", "~1")
