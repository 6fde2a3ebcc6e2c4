# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Where data that was received differs from what the document says of it."""

from __future__ import annotations

from typing import Any, NamedTuple

MOST = 1000
"""How many differences are kept: a hostile answer could have one for every byte."""


class Drift(NamedTuple):
    """One difference; no value that was received is in it.

    Attributes:
        path: The place, as a JSON Pointer (RFC 6901) from the model that tells of it.
        expected: What the document says, in words.
        got: The JSON type that came, `nothing` where something is missing.
    """

    path: str
    expected: str
    got: str

    def below(self, key: str | int) -> Drift:
        """The same difference, told one level further out."""
        return Drift(pointer(key) + self.path, self.expected, self.got)

    def __str__(self) -> str:
        return f"{self.path or 'the value'}: expected {self.expected}, got {self.got}"


def pointer(key: str | int) -> str:
    """One step of a JSON Pointer."""
    return f"/{str(key).replace('~', '~0').replace('/', '~1')}"


_KEY = "_drift"


def keep(model: Any, found: list[Drift]) -> None:
    """Let a model know its differences. One that has none holds nothing for it.

    They are where pydantic keeps private attributes, and so are copied and pickled too.
    """
    own: dict[str, Any] = model.__pydantic_private__ or {}
    private = {**own, _KEY: tuple(found)}
    object.__setattr__(model, "__pydantic_private__", private)


def drift_of(model: Any) -> tuple[Drift, ...]:
    """The differences of a model and of what is in it, at most the first `MOST`."""
    private: dict[str, Any] | None = model.__pydantic_private__
    return private.get(_KEY, ()) if private else ()
