"""What a type is behind its names: aliases followed, null left out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from ..ir import Alias, Id, Named, Optional, Shape, TypeUse

Shapes: TypeAlias = Mapping[Id, Shape]


def behind(use: TypeUse, shapes: Shapes) -> TypeUse:
    """The type without null and without names of aliases."""
    seen: set[Id] = set()
    while True:
        kind = use.type
        if isinstance(kind, Optional):
            use = kind.inner
        elif isinstance(kind, Named) and kind.id not in seen:
            seen.add(kind.id)
            shape = shapes.get(kind.id)
            if not isinstance(shape, Alias):
                return use
            use = shape.target
        else:
            return use
