"""Resources and their `$dynamicAnchor`s: what a `$dynamicRef` can mean.

JSON Schema 2020-12, core, sections 8.2.2 and 8.2.3.2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..values import dataclass
from .places import escape, tokens_of
from .state import Target

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..ir.types import Id
    from .ids import Ids
    from .library import Library
    from .state import State
    from .walk import Scope


@dataclass(frozen=True, slots=True)
class DynamicScopes:
    """The anchors that dynamic references can find.

    `resources` has the root of each resource (a schema with an `$id`, or a file), with
    the schemas that have a `$dynamicAnchor` in it, by that name.
    """

    resources: Mapping[Id, Mapping[str, Id]]

    def anchors(self, schema: Id) -> Mapping[str, Id]:
        """The dynamic anchors of the resource that a schema belongs to."""
        around = schema
        while around not in self.resources:
            shorter = around.rpartition("/")[0]
            if not shorter:
                return self.resources.get(f"{around.partition('#')[0]}#", {})
            around = shorter
        return self.resources[around]

    def targets(self, name: str) -> tuple[Id, ...]:
        """All schemas that a dynamic reference by this name can lead to."""
        found = (
            anchors[name] for anchors in self.resources.values() if name in anchors
        )
        return tuple(dict.fromkeys(found))


def dynamic_scopes(state: State, library: Library, ids: Ids) -> DynamicScopes:
    """The resources of all files; to be asked when nothing is moved any more."""
    found: dict[Id, dict[str, Id]] = {}
    for file in library.files.values():
        moved = "".join(f"/{escape(token)}" for token in file.moves.get((), ()))
        whole = found[f"{file.part}#"] = {}
        found[f"{file.part}#{moved}"] = whole
    for scope in state.resources.values():
        found.setdefault(_root(scope, ids), {})
    for name, places in state.dynamic.items():
        for scope, (file, node, link) in places:
            anchor = ids.of(Target(file, tokens_of(link), node))
            if anchor is not None:
                found.setdefault(_root(scope, ids), {}).setdefault(name, anchor)
    return DynamicScopes(found)


def _root(scope: Scope, ids: Ids) -> Id:
    target = Target(scope.file, tokens_of(scope.link), scope.root)
    return ids.of(target) or f"{scope.file.part}#"
