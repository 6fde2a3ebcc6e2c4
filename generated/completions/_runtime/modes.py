# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""What a client makes of responses."""

from __future__ import annotations

from typing import Literal, TypeAlias

ResponseMode: TypeAlias = Literal["lenient", "strict", "raw"]
"""What becomes of a response that is JSON.

`lenient`: the declared type; what in it does not fit is kept as it came, see `drift`.
`strict`: the declared type, or ResponseValidationError.
`raw`: the JSON as it came, without any model.
"""

_MODES: tuple[ResponseMode, ...] = ("lenient", "strict", "raw")


def checked_mode(value: object) -> ResponseMode:
    """`response_mode` as given by a caller. Raises ValueError for what is none."""
    for mode in _MODES:
        if value == mode:
            return mode
    raise ValueError("response_mode must be 'lenient', 'strict' or 'raw'")
