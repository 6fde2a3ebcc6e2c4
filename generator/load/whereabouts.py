"""Where objects stand in a file of which an upgrade has moved parts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .places import pointer_of

if TYPE_CHECKING:
    from .places import Link
    from .state import File


class Whereabouts:
    """Finds objects by their identity; a file is gone through when it is first asked for."""

    def __init__(self) -> None:
        self._links: dict[str, dict[int, Link]] = {}

    def pointer(self, file: File, node: Any) -> str | None:
        """The JSON Pointer of an object as the file stands now; None if it has none."""
        if type(node) is not dict:
            return None
        if file.part not in self._links:
            self._links[file.part] = _links_of(file.data)
        links = self._links[file.part]
        return pointer_of(links[id(node)]) if id(node) in links else None


def _links_of(data: Any) -> dict[int, Link]:
    """The way to each object."""
    links: dict[int, Link] = {}
    stack: list[tuple[Any, Link]] = [(data, None)]
    while stack:
        node, link = stack.pop()
        if type(node) is dict:
            links[id(node)] = link
            stack.extend((value, (link, key)) for key, value in node.items())
        elif type(node) is list:
            stack.extend((item, (link, str(at))) for at, item in enumerate(node))
    return links
