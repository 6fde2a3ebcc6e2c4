# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Checks of what a call is about to send, for a client that asks for them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, TypeAlias, cast

from .body import Content, completed, encode_body
from .errors import (
    ConfigurationError,
    InvalidArgumentError,
    RequestValidationError,
)
from .forms import Chosen, base_type, is_json, ranges
from .omit import omit
from .values import plain, to_json

if TYPE_CHECKING:
    from .errors import RequestViolation

_Found: TypeAlias = "Sequence[RequestViolation]"
_Check: TypeAlias = Callable[[object], "_Found | None"]
_Under: TypeAlias = Callable[[str, _Found, str], _Found]
_FORM = "application/x-www-form-urlencoded"
_ENOUGH = 100
"""Where a validator gives back so many violations, there may be more."""

_NO_ITEMS = (str, bytes, Mapping)


def checked_content(
    chosen: Chosen, extra: Mapping[str, object] | None, place: str
) -> Content:
    """A body, as `encode_body` makes it, that is checked as it will be sent.

    `place` is `module:function` below `validators.operations`. The items of a sequence are
    checked one by one while they are taken; those behind one that is wrong are not taken.

    Raises:
        InvalidArgumentError: As `encode_body` does.
        RequestValidationError: It is not what the document says of it.
    """
    kind = base_type(chosen.form.media)
    has_parts = kind.startswith("multipart/")
    if has_parts or (kind == _FORM and not isinstance(chosen.body, str)):
        return _form(chosen, extra, place, has_parts=has_parts)
    if chosen.form.is_sequence:
        items = chosen.body
        if isinstance(items, Iterable) and not isinstance(items, _NO_ITEMS):
            found = cast("Iterable[object]", items)
            chosen = chosen._replace(body=_checked(found, place))
        return encode_body(chosen, extra)
    content = encode_body(chosen, extra)
    if isinstance(content.data, bytes) and is_json(content.media):
        _check(content.data, place)
    elif isinstance(chosen.body, str) and kind not in ranges("application/json"):
        _tell(_faults(_validator(place), plain(chosen.body)))
    return content


def _form(
    chosen: Chosen, extra: Mapping[str, object] | None, place: str, *, has_parts: bool
) -> Content:
    """A form; it is checked before the files in it are read."""
    module = import_module(".outgoing_forms", __package__)
    form_faults: Callable[..., _Found] = module.form_faults
    body = completed(chosen.body, chosen.form, extra)
    if body is not omit:
        check = partial(_faults, _validator(place))
        _tell(form_faults(body, chosen.form, check, has_parts=has_parts))
    return encode_body(chosen._replace(body=body))


def _checked(items: Iterable[object], place: str) -> Iterator[object]:
    for number, item in enumerate(items):
        _check(to_json(item), place, f"/{number}")
        yield item


def _check(data: bytes, place: str, at: str = "") -> None:
    """Raise for JSON that is not valid; `at` is where it stands in the body."""
    try:
        value: object = json.loads(data)
    except RecursionError:
        raise _too_deep() from None
    found = _faults(_validator(place), value)
    _tell(_below(at, found) if at and found else found)


def _faults(check: _Check, value: object) -> _Found:
    try:
        return check(value) or ()
    except RecursionError:
        raise _too_deep() from None


def _too_deep() -> InvalidArgumentError:
    return InvalidArgumentError("the body is nested too deeply to be checked")


def _tell(found: _Found) -> None:
    """Raise for what was found, if it is anything."""
    if found:
        first = found[0]
        more = len(found) - 1
        least = "at least " if len(found) >= _ENOUGH else ""
        others = f", and {least}{more} more" if more else ""
        error = RequestValidationError(
            f"{first.path or 'the body'}: {first.message}{others}"
        )
        error.violations = tuple(found)
        raise error


def _below(at: str, found: _Found) -> _Found:
    """Violations of an item, as those of the body; their module comes with validators."""
    under: _Under = import_module(".violations", __package__).under
    return under(at, found, "")


def check_available() -> None:
    """Raise ConfigurationError where the package has no validators."""
    try:
        import_module("..validators", __package__)
    except ModuleNotFoundError:
        raise ConfigurationError(
            "validate_requests needs the validators, which were not generated"
        ) from None


def _validator(place: str) -> _Check:
    module, _, function = place.partition(":")
    owner = import_module(f"..validators.operations.{module}", __package__)
    found: _Check = getattr(owner, function)
    return found
