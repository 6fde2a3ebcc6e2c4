"""What is known at a point of a rule because of what stands before it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING, TypeAlias

from ..values import dataclass
from .names import NO_FIELDS, unescaped
from .nodes import Ident, Index, Literal, Select
from .types import union_of

if TYPE_CHECKING:
    from .nodes import Expr
    from .types import CelType

Path: TypeAlias = "tuple[str | int | Path, ...]"
"""A variable and the way from it to a value: names, places, or the path of a name."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Paths that lead somewhere, and the types of values that are known better."""

    present: frozenset[Path] = frozenset()
    types: Mapping[Path, CelType] = field(default_factory=dict)

    def and_present(self, path: Path) -> Facts:
        """With a path that leads somewhere."""
        return Facts(self.present | {path}, self.types)

    def and_type(self, path: Path, kind: CelType) -> Facts:
        """With the type of a value."""
        return Facts(self.present, {**self.types, path: kind})

    def also(self, other: Facts) -> Facts:
        """With what is known besides; of two types of a path the other's is the later."""
        return Facts(self.present | other.present, {**self.types, **other.types})

    def common(self, other: Facts) -> Facts:
        """What holds in both cases."""
        both = self.types.keys() & other.types.keys()
        types = {path: union_of((self.types[path], other.types[path])) for path in both}
        return Facts(self.present & other.present, types)


NOTHING = Facts()
"""No facts."""


def path_of(expr: Expr) -> Path | None:
    """The path of an expression that is one, and gives the same wherever it stands."""
    match expr:
        case Ident(name):
            return (name,)
        case Select(operand, name):
            return _below(operand, name)
        case Index(operand, Literal(value)) if type(value) in (int, str):
            assert isinstance(value, (int, str))
            return _below(operand, value)
        case Index(operand, index):
            key = path_of(index)
            return None if key is None else _below(operand, key)
    return None


def _below(operand: Expr, step: str | int | Path) -> Path | None:
    path = path_of(operand)
    return None if path is None else (*path, step)


def show_path(path: Path) -> str:
    """A path as it is written in a rule."""
    first, *rest = path
    parts = [str(first)]
    for step in rest:
        if isinstance(step, str):
            parts.append(f".{step}" if is_plain(step) else f"[{quoted(step)}]")
        else:
            inner = str(step) if isinstance(step, int) else show_path(step)
            parts.append(f"[{inner}]")
    return "".join(parts)


def is_plain(name: str) -> bool:
    """Whether a name can stand behind a dot as it is."""
    is_name = name.isascii() and name.isidentifier()
    return is_name and name not in NO_FIELDS and unescaped(name) == name


def quoted(text: str) -> str:
    """A string literal; what would not be seen in it, or not as itself, is escaped."""
    return f'"{"".join(map(_shown, text))}"'


def _shown(char: str) -> str:
    if char in '"\\':
        return f"\\{char}"
    return char if char.isprintable() else ascii(char)[1:-1]
