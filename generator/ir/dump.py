"""The intermediate model as canonical JSON."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from typing import Any

from .api import Api
from .types import JsonObject, thaw

IR_VERSION = 1
"""Goes up when the JSON changes in a way that a reader of it must know."""


def dump(api: Api) -> str:
    """The model as JSON text: keys sorted, two spaces, a newline at the end.

    Every dataclass is an object with its class name under `is`; fields that hold their
    default are left out, so that a new optional field changes no old dump. Free JSON
    values (defaults, examples) stand as they are.
    """
    data = {"ir": IR_VERSION, **_plain(api)}
    return json.dumps(data, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def _plain(value: Any) -> Any:
    if isinstance(value, JsonObject):
        return thaw(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        found: dict[str, Any] = {"is": type(value).__name__}
        for field in dataclasses.fields(value):
            item = getattr(value, field.name)
            if field.default is dataclasses.MISSING or item != field.default:
                found[field.name] = _plain(item)
        return found
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value
