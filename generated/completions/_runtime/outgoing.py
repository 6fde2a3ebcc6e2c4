# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""What is done to what a call is about to send: it is checked, or loses what is only read."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, TypeAlias, cast

from pydantic import BaseModel

from .body import Content, completed, encode_body
from .errors import (
    ConfigurationError,
    InvalidArgumentError,
    RequestValidationError,
)
from .forms import BodyForm, Chosen, base_type, is_json, ranges
from .omit import omit
from .values import given, is_array, is_object, plain, to_json

if TYPE_CHECKING:
    from .errors import RequestViolation

_Found: TypeAlias = "Sequence[RequestViolation]"
_Check: TypeAlias = Callable[[object], "_Found | None"]
_Under: TypeAlias = Callable[[str, _Found, str], _Found]
_Strip: TypeAlias = Callable[[object], object]
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


def stripped(chosen: Chosen, key: str) -> Chosen:
    """A body without what is only read, as the configuration asks with `strip`.

    `key` is that of `OPERATIONS` of the validators. The items of a sequence lose it one by
    one while they are taken. Text, bytes, and parts in a row stay as they are.

    Raises:
        InvalidArgumentError: The body has no form in JSON, or is nested too deeply.
    """
    form, kind, body = chosen.form, base_type(chosen.media), chosen.body
    strip = _strip(form, key)
    is_in_parts = kind.startswith("multipart/")
    if form.is_sequence:
        is_iterable = isinstance(body, Iterable) and not isinstance(body, _NO_ITEMS)
        if not is_iterable or is_in_parts:
            return chosen
        items = cast("Iterable[object]", body)
        return chosen._replace(body=map(partial(_stripped, strip), items))
    if "body" in form.files:
        return chosen
    if isinstance(body, Mapping):
        body = given(cast("Mapping[str, object]", body))
    if is_in_parts:
        return chosen._replace(body=_taken_out(strip, _without_models(body)))
    if is_json(kind) or kind == "application/x-www-form-urlencoded":
        return chosen._replace(body=_stripped(strip, body))
    return chosen


def _without_models(value: object) -> object:
    """Data with models turned into data as well; files stay as they are."""
    if isinstance(value, BaseModel):
        return plain(value)
    if is_array(value):
        return [_without_models(item) for item in value]
    if is_object(value):
        return {name: _without_models(item) for name, item in value.items()}
    return value


def _stripped(strip: _Strip, value: object) -> object:
    return _taken_out(strip, plain(value))


def _taken_out(strip: _Strip, value: object) -> object:
    try:
        return strip(value)
    except RecursionError:
        text = "the body is nested too deeply"
        raise InvalidArgumentError(text) from None


def _strip(form: BodyForm, key: str) -> _Strip:
    """What takes out of a form what is only read; the document may name it by a range."""
    operation = import_module("..validators", __package__).OPERATIONS[key]
    found: _Strip = _as_it_is
    for media in reversed(ranges(base_type(form.media))):
        part = operation.request.get(media)
        if form.is_sequence:
            part = operation.items.get(("request", media))
        if part is not None:
            found = part.strip
    return found


def _as_it_is(value: object) -> object:
    return value


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
