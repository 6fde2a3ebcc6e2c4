# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""`omit`: the value of an argument that was not given.

`None` is JSON null and is sent; `omit` is sent as nothing at all.
"""

from __future__ import annotations

from typing import Final, Literal, final


@final
class Omit:
    """The type of `omit`, of which there is one: falsy, and itself after pickling."""

    __slots__ = ()

    def __bool__(self) -> Literal[False]:
        return False

    def __repr__(self) -> str:
        return "omit"

    def __reduce__(self) -> str:
        return "omit"


omit: Final = Omit()
"""Stands for "not given"; as the value of a default header it takes that header away."""
