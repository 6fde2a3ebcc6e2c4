"""Carrying out the actions of overlays on a document (Overlay 1.1, section 4.4.3)."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ...diagnostics import report
from ..document import SourceFile
from ..limits import COPY_LIMIT
from .actions import read_overlay
from .budget import STEPS, Budget, TooCostly
from .layers import LayeredPlaces, Origin
from .merge import Merge, Patch, parts_of
from .query import Queries

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jsonpath_rfc9535.node import JSONPathNode
    from jsonpath_rfc9535.query import JSONPathQuery

    from ...diagnostics import Sink
    from ..places import Object, Places
    from ..source import Source
    from .actions import Action


def apply_overlays(
    data: Object, places: Places, source: Source, sink: Sink
) -> tuple[Places, list[SourceFile]]:
    """Apply the overlays of a source to its data in place, one after the other.

    Gives the places of the result, and the files that were read. What is wrong goes to
    `sink`; an action that is wrong is left out, and the others are carried out.
    """
    layered = LayeredPlaces(places)
    steps, parts = Budget(STEPS), Budget(COPY_LIMIT)
    queries = Queries(steps)
    application = _Application(data, Merge(layered, parts, sink), sink)
    files: list[SourceFile] = []
    for overlay in source.overlays:
        text, actions = read_overlay(overlay, queries, sink)
        if text is not None:
            files.append(SourceFile(_name(overlay, source), text.digest))
        for action in actions:
            if steps.left >= 0 and parts.left >= 0:
                application.carry_out(action)
    return layered, files


def _name(overlay: Source, source: Source) -> str:
    """The path of an overlay from the folder of the document."""
    if overlay.path is None or source.path is None:
        return overlay.label
    path = os.path.relpath(overlay.path, source.path.parent)
    return path.replace(os.sep, "/")


class _Application:
    """A document on which overlays are at work."""

    def __init__(self, root: Object, merge: Merge, sink: Sink) -> None:
        self._root = root
        self._merge = merge
        self._places = merge.places
        self._sink = sink

    def carry_out(self, action: Action) -> None:
        """Carry out one action; what is wrong is reported."""
        try:
            nodes = self._find(action.target)
            if not nodes:
                report(self._sink, "W173", action.span("target"))
            elif action.removes:
                self._remove(action, nodes)
            else:
                self._change(action, nodes)
        except (TooCostly, RecursionError):
            report(self._sink, "E177", action.span("target"))

    def _find(self, query: JSONPathQuery) -> list[JSONPathNode]:
        """The nodes that a query selects, each once."""
        found = {node.location: node for node in query.finditer(self._root)}
        return list(found.values())

    def _remove(self, action: Action, nodes: Iterable[JSONPathNode]) -> None:
        """Take nodes out; the items of an array from its end on."""
        for node in sorted(nodes, key=_index, reverse=True):
            holder = None if node.parent is None else node.parent.value
            if type(holder) is dict:
                del holder[node.location[-1]]
            elif type(holder) is list and node.parent is not None:
                self._places.spread(holder, self._origin(node.parent))
                self._places.drop(holder, _index(node))
            else:
                report(self._sink, "E176", action.span("target"))
            if not isinstance(node.value, dict | list):
                action.needs_newer(
                    self._sink, "target", "the removal of a single value"
                )

    def _change(self, action: Action, nodes: list[JSONPathNode]) -> None:
        """Put what the action brings into nodes, which must be alike."""
        kinds = {_kind(node.value) for node in nodes}
        if len(kinds) > 1:
            report(self._sink, "E178", action.span("target"), kinds=sorted(kinds))
            return
        patch = self._patch(action)
        if patch is None:
            return
        for node in nodes:
            self._put(patch, node)

    def _patch(self, action: Action) -> Patch | None:
        """What an action brings; None after a report."""
        if action.copy is None:
            origin = Origin(action.places, action.node, ("update",))
            return Patch(action, "update", action.node["update"], origin)
        action.needs_newer(self._sink, "copy", "copy")
        sources = self._find(action.copy)
        if len(sources) != 1:
            report(self._sink, "E175", action.span("copy"), count=len(sources))
            return None
        origin = self._origin(sources[0])
        value = self._merge.copied(sources[0].value, origin, 0)
        return Patch(action, "copy", value, origin)

    def _put(self, patch: Patch, node: JSONPathNode) -> None:
        """Put what an action brings into one node."""
        depth = len(node.location)
        target, value = node.value, patch.value
        action, here = patch.action, self._origin(node)
        if type(target) is dict and type(value) is dict:
            self._merge.objects(patch, target, depth)
        elif type(target) is list and type(value) is list:
            what = "an array whose items are appended"
            action.needs_newer(self._sink, patch.member, what)
            additions = parts_of(value, patch.origin)
            self._merge.append(target, here, additions, depth + 1)
        elif type(target) is list:
            self._merge.append(target, here, [(value, patch.origin)], depth + 1)
        elif type(target) is dict or type(value) in (dict, list):
            self._merge.clash(action.span(patch.member), value, target, here)
        elif node.parent is not None:
            action.needs_newer(self._sink, "target", "a target that is a single value")
            holder, held = node.parent.value, self._origin(node.parent)
            self._merge.replace(patch, holder, held, node.location[-1])

    def _origin(self, node: JSONPathNode) -> Origin:
        """Where a node of the document was written."""
        steps: list[str] = []
        while type(node.value) is not dict and node.parent is not None:
            steps.insert(0, str(node.location[-1]))
            node = node.parent
        owner = node.value if type(node.value) is dict else self._root
        return self._places.written(owner, steps)


def _index(node: JSONPathNode) -> int:
    """The index of a node in its array; 0 for a member of an object."""
    step = node.location[-1] if node.location else 0
    return step if isinstance(step, int) else 0


def _kind(value: object) -> str:
    """What must be alike in all targets of an action (Overlay 1.1, section 4.4.3)."""
    names: dict[type, str] = {dict: "objects", list: "arrays"}
    return names.get(type(value), "single values")
