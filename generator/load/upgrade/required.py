"""`required: true` inside a property, as in JSON Schema draft 3.

Since draft 4 (and so in every version of OpenAPI and in Swagger 2.0) the object lists the
names of the properties that it requires. Authors who write the boolean mean the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..places import Link, Object
    from ..state import File, State


def lift_required(node: Object, link: Link, file: File, state: State) -> None:
    """Enter a property with a boolean `required` into the list of its object.

    The boolean itself is for the caller to drop. Where the schema is no property, the
    boolean says nothing.
    """
    report = file.reporter.at
    owner = _owner(link, file, state)
    if owner is None or link is None:
        report("W189", node, ("required",), link, key=True)
        return
    report("W180", node, ("required",), link, key=True, name=link[1])
    if node["required"]:
        names = owner.setdefault("required", [])
        if type(names) is list and link[1] not in names:
            names.append(link[1])
            file.places.touch(owner)


def _owner(link: Link, file: File, state: State) -> Object | None:
    """The schema that has the schema at `link` as a property; None when there is none."""
    if link is None or link[0] is None or link[0][1] != "properties":
        return None
    steps: list[str] = []
    above = link[0][0]
    while above is not None:
        above, step = above
        steps.append(step)
    found: Any = file.data
    for step in reversed(steps):
        if type(found) is dict:
            holder = state.holder(found)
            found = found[step] if step in found else holder[step]
        else:
            found = found[int(step)]
    inner: Object = state.holder(found)
    return inner
