"""The part of a document that some question is about, found before anything is lowered.

`filters` takes an API apart that is there already. Who asks for one schema or one
operation of a large document need not lower the rest of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ..diagnostics import Diagnostic
from ..ir import Id
from ..load.document import Document
from ..values import dataclass
from .families import Families
from .operations import METHODS
from .place import root_of
from .reach import references
from .reading import COMPONENTS
from .resolve import layers, resolved
from .untold import untold_options
from .view import Part, escape

_SECTIONS = ("paths", "webhooks", "x-webhooks")
"""Where a document has path items by name."""


@dataclass(frozen=True, slots=True)
class Call:
    """An operation of a document, not lowered: where it stands, and what it is called.

    `section` is one of `_SECTIONS`, `path` its key there; `operation_id` is empty where
    the document gives none. `callbacks` are the operationIds of those that it brings about.
    """

    section: str
    path: str
    method: str
    operation_id: str
    callbacks: tuple[str, ...] = ()

    @property
    def signature(self) -> str:
        """Method and path: `GET /pets`."""
        return f"{self.method} {self.path}"


def calls_of(document: Document) -> Iterator[Call]:
    """All operations of path items that the document names, in its order."""
    for section in _SECTIONS:
        for path, item in (document.root.get(section) or {}).items():
            if path.startswith("x-"):
                continue
            start = Part(item, f"#/{section}/{escape(path)}")
            for layer in layers(document, start):
                for method, own in _methods(layer):
                    callbacks = tuple(_callbacks(document, own))
                    yield Call(section, path, method, _named(own), callbacks)


def _callbacks(document: Document, caller: Part) -> Iterator[str]:
    """The operationIds of the callbacks of an operation, and of theirs in turn."""
    waiting = [caller]
    seen: set[Id] = set()
    while waiting:
        current = waiting.pop(0)
        assert isinstance(current.node, dict)
        for name in current.node.get("callbacks") or {}:
            node, place = resolved(document, current.child("callbacks", name))
            if place in seen:
                continue
            seen.add(place)
            for expression in [key for key in node if not key.startswith("x-")]:
                for layer in layers(document, Part(node, place).child(expression)):
                    found = [own for _, own in _methods(layer)]
                    yield from filter(None, map(_named, found))
                    waiting += found


def _named(operation: Part) -> str:
    assert isinstance(operation.node, dict)
    named = operation.node.get("operationId")
    return named if isinstance(named, str) else ""


def part_about_call(document: Document, call: Call) -> Document:
    """The document with one operation, and the components that it leads to.

    It is the whole document where that takes all components.
    """
    item = document.root[call.section][call.path]
    here = f"#/{call.section}/{escape(call.path)}"
    starts = [here]
    if "$ref" not in item:
        others = {key for key, _ in _keyed(item) if key.upper() != call.method}
        item = {key: value for key, value in item.items() if key not in others}
        starts = [f"{here}/{escape(key)}" for key in item]
    return _part(document, {call.section: {call.path: item}}, starts)


def part_about_schema(document: Document, name: str) -> Document:
    """The document with no operation, and the components that one of them leads to.

    It is the whole document where that takes all components.
    """
    return _part(document, {}, [COMPONENTS + escape(name)])


def within_part(found: Iterable[Diagnostic], part: Document) -> list[Diagnostic]:
    """The findings without those about schemas and operations that a part has not."""
    kept = {COMPONENTS + escape(name) for name in _schemas(part.root)}
    for section in _SECTIONS:
        for path, item in (part.root.get(section) or {}).items():
            here = f"#/{section}/{escape(path)}"
            kept.update(f"{here}/{escape(key)}" for key in item)
    return [
        item
        for item in found
        if item.span is None or _concerns(part.identify(item.span), kept)
    ]


def _concerns(place: Id, kept: set[Id]) -> bool:
    """Whether a place lies outside of what a part leaves out."""
    if place.startswith(COMPONENTS):
        return root_of(place) in kept
    if place.startswith(tuple(f"#/{section}/" for section in _SECTIONS)):
        return "/".join(place.split("/")[:4]) in kept
    return True


def _part(document: Document, calls: dict[str, Any], starts: list[Id]) -> Document:
    schemas = _schemas(document.root)
    kept = _components(document, schemas, starts)
    if schemas and len(kept) == len(schemas):
        return document
    root = {key: value for key, value in document.root.items() if key not in _SECTIONS}
    root.update(calls)
    if schemas:
        part = {name: node for name, node in schemas.items() if name in kept}
        root["components"] = {**root["components"], "schemas": part}
    return document.with_root(root)


def _schemas(root: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = (root.get("components") or {}).get("schemas") or {}
    return found


def _components(
    document: Document, schemas: dict[str, Any], starts: list[Id]
) -> set[str]:
    """The names of the components that some places lead to.

    A base of a family leads to what extends it. Where a dynamic reference leads, which
    way values go that have `readOnly` or `writeOnly` parts, and what unions ask of options
    that do not tell themselves apart, only all of the document can tell.
    """
    ids = {COMPONENTS + escape(name): name for name in schemas}
    families = Families(document, ids)
    found: set[Id] = set()
    waiting = list(starts)
    while waiting:
        place = waiting.pop()
        if place in found:
            continue
        found.add(place)
        waiting.append(root_of(place))
        if place in families.found:
            waiting += families.found[place].members
        try:
            node = document.node(place)
        except KeyError:
            continue
        if _depends_on_all(node):
            return set(schemas)
        waiting += references(node)
    if not found.isdisjoint(untold_options(document, families)):
        return set(schemas)
    return {ids[place] for place in found if place in ids}


def _depends_on_all(node: Any) -> bool:
    """Whether something in a node means what only all of the document can tell."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        if isinstance(node, list):
            waiting += node
        elif isinstance(node, dict):
            if "$dynamicRef" in node or True in map(
                node.get, ("readOnly", "writeOnly")
            ):
                return True
            waiting += node.values()
    return False


def _keyed(item: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """The operations of a path item by the key that holds each, but for additional ones."""
    for key, node in item.items():
        if key in METHODS and isinstance(node, dict):
            yield key, node


def _methods(item: Part) -> Iterator[tuple[str, Part]]:
    """The operations of a path item by their methods."""
    assert isinstance(item.node, dict)
    for key, _ in _keyed(item.node):
        yield key.upper(), item.child(key)
    more = item.node.get("additionalOperations")
    for key, node in more.items() if isinstance(more, dict) else ():
        if isinstance(node, dict):
            name = key.upper() if key.lower() in METHODS else key
            yield name, item.child("additionalOperations", key)
