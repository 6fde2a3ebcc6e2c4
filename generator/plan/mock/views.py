"""What the templates of mock mode print."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...values import dataclass

if TYPE_CHECKING:
    from ..python.code import Code


@dataclass(frozen=True, slots=True)
class MockView:
    """`server/mock.py`: the function that makes the application."""

    header: Code
    docstring: Code
    imports: Code
    result: Code


@dataclass(frozen=True, slots=True)
class DataView:
    """`server/mock.json`: the members of one object, an operation each."""

    operations: Code
