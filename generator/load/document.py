"""`Document`: what load hands on."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any

from ..values import dataclass
from .places import Object, escape, tokens_of
from .within import offset_within
from .written import pointer_written

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ..diagnostics import Span
    from ..ir.types import Id
    from .scopes import DynamicScopes
    from .state import File


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file that was read: its path relative to the main document, or its address.

    `address` is how to speak of one that was fetched, empty for others.
    """

    name: str
    sha256: str
    address: str = ""


class Document:
    """An API description in the spelling of OpenAPI 3.2, as plain dicts and lists.

    Every `$ref` is an id that exists; mappings of discriminators hold ids as well. The
    shapes are right: an object where the specification wants an object, and so on.
    """

    __slots__ = (
        "_files",
        "_nodes",
        "is_schema",
        "name",
        "root",
        "scopes",
        "sources",
        "version",
    )

    def __init__(
        self,
        name: str,
        version: str,
        files: Mapping[str, File],
        overlays: Iterable[SourceFile] = (),
        scopes: DynamicScopes | None = None,
    ) -> None:
        """`files` maps the document part of ids to files; the main one is at `""`.

        `overlays` have changed the main one; among the sources they are the last.
        `scopes` is there where a `$dynamicRef` means different schemas in different
        places; any other one has become a `$ref`.
        """
        self.scopes = scopes
        self.root: Object = files[""].data
        self.is_schema = files[""].is_schema
        self.version = version
        self.name = name
        self.sources = (
            *(
                SourceFile(
                    file.base or name,
                    file.digest,
                    file.address.identity if file.address else "",
                )
                for _, file in sorted(files.items())
            ),
            *overlays,
        )
        self._files = files
        self._nodes: dict[Id, Any] = {}

    def with_root(self, root: Object) -> Document:
        """The same document where only a part of it is to be looked at.

        What `root` leaves out still has its id, its node and its place.
        """
        part = copy(self)
        part.root = root
        return part

    def trees(self) -> Iterator[Any]:
        """What each of the files holds, the main one first."""
        return (file.data for file in self._files.values())

    def node(self, id: Id) -> Any:
        """The node with this id. Raises KeyError when there is none."""
        if id in self._nodes:
            return self._nodes[id]
        part, _, pointer = id.partition("#")
        node: Any = self._files[part].data
        for token in _tokens(pointer):
            if type(node) is dict:
                node = node[token]
            elif type(node) is list and token.isdecimal() and int(token) < len(node):
                node = node[int(token)]
            else:
                raise KeyError(id)
        self._nodes[id] = node
        return node

    def locate(self, id: Id) -> Span:
        """Where the node with this id stands in the text that the user wrote.

        For a node that an upgrade moved or made, the place that it came from; for an id
        that leads nowhere, the place of the last node on the way.
        """
        part, _, pointer = id.partition("#")
        file = self._files[part if part in self._files else ""]
        places = file.places
        known: Object | None = file.data if places.knows(file.data) else None
        if known is None:
            return places.text.span(0, pointer)
        owner = known
        steps: tuple[str, ...] = ()
        path: tuple[str, ...] = ()
        way: list[str] = []
        written = 0
        node: Any = known
        for token in _tokens(pointer):
            way.append(places.former(node).get(token, token))
            node = _step(node, token)
            path = (*path, token)
            if node is None:
                break
            if type(node) is dict and places.is_adopted(node):
                del way[written:]
            if places.is_settled(node):
                way = list(tokens_of(places.origin(node)))
                owner, steps = file.data, tuple(way)
                written = len(way)
                known, path = node, ()
                continue
            if type(node) is dict and places.knows(node):
                if not places.is_adopted(node):
                    owner, steps = known, path
                    written = len(way)
                known, path = node, ()
            elif places.offset(known, path) is not None:
                owner, steps = known, path
        return places.span(owner, steps, "".join(f"/{escape(token)}" for token in way))

    def stands(self, id: Id, name: str) -> bool:
        """Whether the user wrote a member of this name in the object with this id."""
        part = id.partition("#")[0]
        file = self._files[part if part in self._files else ""]
        return file.places.stands(self.node(id), (name,))

    def locate_within(self, id: Id, place: int) -> Span:
        """Where a character of the text with this id stands in what the user wrote.

        `place` counts the characters of the text before it. For what is no text, or was
        made by an upgrade, the place of the node.
        """
        span = self.locate(id)
        try:
            text = self.node(id)
        except KeyError:
            return span
        files = (file for file in self._files.values() if file.label == span.file)
        file = next(files, None)
        if file is None or not isinstance(text, str) or span.line < 1:
            return span
        source = file.places.text
        start = source.offset(span.line, span.column)
        return source.span(offset_within(source.text, start, text, place), span.pointer)

    @property
    def is_as_written(self) -> bool:
        """Whether all has the place and the name that the text gives it."""
        return all(file.places.are_as_written for file in self._files.values())

    @property
    def has_moved(self) -> bool:
        """Whether objects stand elsewhere than they did in the text."""
        return any(file.places.has_moved for file in self._files.values())

    def is_special(self, id: Id, node: object) -> bool:
        """Whether an upgrade has made or moved the object with this id, or its members."""
        return self._files[id.partition("#")[0]].places.is_special(node)

    def written(self, id: Id) -> Id:
        """The id of a node as the text has it: there are no other places in the text.

        Of what an upgrade has made, the id of what it was made of, or is part of.
        """
        part, _, pointer = id.partition("#")
        return f"{part}#{pointer_written(self._files[part], _tokens(pointer))}"

    def locate_written(self, id: Id) -> Span:
        """Where something stands in the text, by its id there: see `written`."""
        part, _, pointer = id.partition("#")
        file = self._files[part if part in self._files else ""]
        steps = _tokens(pointer)
        while steps and file.places.offset(file.data, steps) is None:
            steps.pop()
        return file.places.span(file.data, steps, pointer)

    def identify(self, span: Span) -> Id:
        """The id of what a finding is about: the way back from `locate`."""
        parts = (part for part, file in self._files.items() if file.label == span.file)
        return f"{next(parts, '')}#{span.pointer}"


def _step(node: Any, token: str) -> Any:
    if type(node) is dict:
        return node.get(token)
    if type(node) is list and token.isdecimal() and int(token) < len(node):
        return node[int(token)]
    return None


def _tokens(pointer: str) -> list[str]:
    tokens = pointer.split("/")[1:]
    if "~" in pointer:
        return [token.replace("~1", "/").replace("~0", "~") for token in tokens]
    return tokens
