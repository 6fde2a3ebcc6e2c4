"""Names of types that JSON Schema does not have, and what authors mean by them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..kinds import TYPES
from ..report import quoted

if TYPE_CHECKING:
    from ..places import Link, Object
    from ..state import File

_MEANT = {
    **dict.fromkeys(("int", "int32", "int64", "long", "short"), ("integer", "")),
    **dict.fromkeys(("float", "double", "decimal", "numeric"), ("number", "")),
    **dict.fromkeys(("bool",), ("boolean", "")),
    **dict.fromkeys(("str", "text", "char"), ("string", "")),
    **dict.fromkeys(("dict", "hash", "map"), ("object", "")),
    **dict.fromkeys(("list",), ("array", "")),
    **dict.fromkeys(("nil", "none"), ("null", "")),
    **dict.fromkeys(("datetime", "date-time"), ("string", "date-time")),
    **dict.fromkeys(("file", "binary"), ("string", "binary")),
    "date": ("string", "date"),
    "uuid": ("string", "uuid"),
    "any": ("", ""),
}
_ANY = "any value"


def needs_mending(kind: Any) -> bool:
    """Whether a value of `type` has names that are not those of JSON's types."""
    if type(kind) is str:
        return kind not in TYPES
    return type(kind) is list and not TYPES.issuperset(
        item for item in kind if type(item) is str
    )


def mend_type(node: Object, link: Link, file: File) -> None:
    """Rewrite `type` where it is clear what is meant; other names are left as they are."""
    kind = node["type"]
    if type(kind) is str:
        meant = _meant(kind)
        if meant is None:
            return
        name, text_format = meant
        told = quoted(", ".join(filter(None, meant))) if name else _ANY
        file.reporter.at("W141", node, ("type",), link, name="type", value=told)
        if not name:
            del node["type"]
            return
        node["type"] = name
        if text_format:
            node.setdefault("format", text_format)
            file.places.touch(node)
        return
    for index, item in enumerate(kind):
        meant = _meant(item) if type(item) is str and item not in TYPES else None
        if meant is not None and meant[0]:
            steps = ("type", str(index))
            told = quoted(meant[0])
            file.reporter.at("W141", node, steps, link, name="type", value=told)
            kind[index] = meant[0]


def _meant(name: str) -> tuple[str, str] | None:
    folded = name.casefold()
    return (folded, "") if folded in TYPES else _MEANT.get(folded)
