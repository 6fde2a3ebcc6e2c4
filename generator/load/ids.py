"""Ids: where what a reference names stands, once all upgrades are done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .places import escape, pointer_of

if TYPE_CHECKING:
    from .places import Link
    from .state import File, State, Target


class Ids:
    """Tells the ids of targets; to be asked when nothing is moved any more."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._known: dict[tuple[str, tuple[str, ...]], str | None] = {}
        self._links: dict[str, dict[int, Link]] = {}

    def of(self, target: Target) -> str | None:
        """The id of a target; None for one that a rewriting left without a place."""
        file = target.file
        is_moved = file.dialect == "2.0" or file.moves
        if is_moved and type(target.node) is dict:
            link = self._link(file, target.node)
            found = link is not None or target.node is file.data
            return f"{file.part}#{pointer_of(link)}" if found else None
        key = (file.part, target.tokens)
        if key not in self._known:
            try:
                self._known[key] = f"{file.part}#{self._pointer(target)}"
            except LookupError:  # a damaged part on the way was taken out
                self._known[key] = None
        return self._known[key]

    def has_place(self, node: Any, file: File) -> bool:
        """Whether an object is still part of its file."""
        return self._link(file, node) is not None or node is file.data

    def _pointer(self, target: Target) -> str:
        """The pointer as the data stands now, from that of the text."""
        tokens = target.tokens
        if target.file.dialect == "2.0" and tokens[:1] == ("definitions",):
            tokens = ("components", "schemas", *tokens[1:])
        for length in range(len(tokens), -1, -1):
            if tokens[:length] in target.file.moves:
                tokens = (*target.file.moves[tokens[:length]], *tokens[length:])
                break
        pointer = ""
        node = target.file.data
        for at, token in enumerate(tokens):
            if type(node) is dict:
                token = current(target.file, node, tokens[at:])
                if token not in node and id(node) in self._state.inner:
                    pointer += "/anyOf/0"
                    node = self._state.inner[id(node)]
                node = node[token]
            else:
                node = node[int(token)]
            pointer += f"/{escape(token)}"
        return pointer

    def _link(self, file: File, node: Any) -> Link:
        """The way to an object, by its identity: parts of the file have been moved."""
        if file.part not in self._links:
            self._links[file.part] = _links_of(file.data)
        return self._links[file.part].get(id(node))


def current(file: File, node: dict[str, Any], tokens: tuple[str, ...]) -> str:
    """The name of the member that the first of the tokens led to as the text was written.

    One member may have become several; then the next token decides.
    """
    names = file.places.current(node, tokens[0])
    if len(names) > 1 and len(tokens) > 1:
        return next((name for name in names if tokens[1] in node[name]), names[0])
    return names[0]


def _links_of(data: Any) -> dict[int, Link]:
    """The way to each object below the root."""
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
