"""A JSON Schema as the components of an OpenAPI document.

The root and what stands in its `$defs` or `definitions` become components, each moved
as it is and with a note of where it stands in the text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .recognise import KEYWORDS

if TYPE_CHECKING:
    from ..places import Object
    from ..state import File

_VERSION = "3.2.0"
_SECTIONS = ("$defs", "definitions")
_COMPONENTS = ("components", "schemas")
_LONGEST = 40


def wrap(file: File) -> None:
    """Put an OpenAPI document around the schema of a file, with all as components.

    `file.moves` tells the new pointers then.
    """
    root = file.data
    found: dict[str, tuple[tuple[str, ...], Any]] = {}
    for section in _SECTIONS:
        inner = root.get(section) if type(root) is dict else None
        if type(inner) is not dict:
            continue
        for name in [name for name, node in inner.items() if _is_schema(node)]:
            unique = name if name not in found else f"{name} {section}"
            found[unique] = ((section, name), inner.pop(name))
        if not inner:
            del root[section]
    name = _name(file, found)
    schemas: Object = {name: root}
    file.moves = {(): (*_COMPONENTS, name)}
    file.places.settle(root, None)
    for key, (steps, node) in found.items():
        schemas[key] = node
        file.moves[steps] = (*_COMPONENTS, key)
        file.places.settle(node, ((None, steps[0]), steps[1]))
    title = root.get("title") if type(root) is dict else None
    info = {"title": title if type(title) is str else name, "version": ""}
    components: Object = {"schemas": schemas}
    file.data = {"openapi": _VERSION, "info": info, "components": components}
    for made in (file.data, components, schemas):
        file.places.adopt(made, root)


def _is_schema(node: Any) -> bool:
    """Whether a definition is a schema, and no group of them as in older documents."""
    if type(node) is not dict:
        return type(node) is bool
    if not node or not KEYWORDS.isdisjoint(node):
        return True
    return not all(type(value) is dict for value in node.values())


def _name(file: File, taken: dict[str, Any]) -> str:
    """What to call the root: its title if that is a name, else the name of the file."""
    title = file.data.get("title") if type(file.data) is dict else None
    name = title.strip() if type(title) is str else ""
    if not 0 < len(name) <= _LONGEST or not any(map(str.isalnum, name)):
        name = file.label.rsplit("/", 1)[-1].partition(".")[0].strip("<>")
        name = "schema" if name in ("", "stdin") else name
    return f"{name} document" if name in taken else name
