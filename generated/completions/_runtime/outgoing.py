# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Checks of what a call is about to send, for a client that asks for them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, TypeAlias

from .errors import ConfigurationError, RequestValidationError
from .forms import base_type, is_json

if TYPE_CHECKING:
    from .body import Content
    from .errors import RequestViolation

_Check: TypeAlias = Callable[[object], "Sequence[RequestViolation] | None"]


def check_body(place: str, content: Content) -> None:
    """Check a body of JSON as it will be sent.

    `place` is `module:function` below `validators.operations`, empty where the document
    says nothing of the body.

    Raises:
        RequestValidationError: It is not what the document says of it.
    """
    if not place or not isinstance(content.data, bytes):
        return
    if not is_json(base_type(content.media)):
        return
    violations = _validator(place)(json.loads(content.data))
    if violations:
        first = violations[0]
        more = len(violations) - 1
        others = f", and {more} more" if more else ""
        error = RequestValidationError(
            f"{first.path or 'the body'}: {first.message}{others}"
        )
        error.violations = tuple(violations)
        raise error


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
