"""The kinds of models that datamodel-code-generator makes for us."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ...values import dataclass


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of models.

    `output` is the tool's name for it. `has_bounds` tells whether its types carry
    numeric and length bounds, `has_attributes` whether its fields are attributes, under
    names of ours, rather than keys as they go over the wire, `has_extra` whether it can
    type or refuse further properties, in a form that all type checkers know.
    `fills_constants` tells whether nobody has to give a required constant.
    """

    name: str
    output: str
    has_bounds: bool = False
    has_attributes: bool = True
    has_extra: bool = False
    fills_constants: bool = False


PYDANTIC = Kind(
    "pydantic",
    "pydantic_v2.BaseModel",
    has_bounds=True,
    has_extra=True,
    fills_constants=True,
)
DATACLASS = Kind("dataclass", "dataclasses.dataclass", fills_constants=True)
TYPED_DICT = Kind("typed-dict", "typing.TypedDict", has_attributes=False)
MSGSPEC = Kind("msgspec", "msgspec.Struct", has_bounds=True)

KINDS: Mapping[str, Kind] = MappingProxyType(
    {kind.name: kind for kind in (PYDANTIC, DATACLASS, TYPED_DICT, MSGSPEC)}
)
"""The kinds by their names in the configuration."""
