"""The kinds of all versions by their names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .kinds import KINDS as NEWEST
from .upgrade.swagger.kinds import PREFIX, SWAGGER_KINDS

if TYPE_CHECKING:
    from .rules import Kind
    from .state import Dialect

KINDS: dict[str, Kind] = {**NEWEST, **SWAGGER_KINDS}
"""Every kind that a walk can meet."""


def kind_in(name: str, dialect: Dialect) -> str:
    """The name of the kind that stands for the same thing in a file of that dialect."""
    plain = name.removeprefix(PREFIX)
    older = PREFIX + plain
    return older if dialect == "2.0" and older in SWAGGER_KINDS else plain
