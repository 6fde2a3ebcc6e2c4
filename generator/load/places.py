"""Where data stands in its text: found when asked for, not kept for every value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..diagnostics import Span
    from .source import SourceText

Object: TypeAlias = dict[str, Any]
Link: TypeAlias = "tuple[Link, str] | None"
"""A JSON Pointer as a chain from the last token back to the root."""

RENAMED: dict[str, tuple[str, ...]] = {
    "$id": ("id",),
    "dependentRequired": ("dependencies",),
    "dependentSchemas": ("dependencies",),
    "examples": ("example",),
    "prefixItems": ("items",),
    "nullable": ("x-nullable",),
    "servers": ("host", "basePath"),
    "requestBody": ("parameters",),
    "content": ("schema", "parameters"),
    "style": ("collectionFormat",),
    "explode": ("collectionFormat",),
    "flows": ("flow",),
}
"""Where members that an upgrade has made come from."""


_NOTHING: Mapping[str, str] = {}


class Finder(Protocol):
    """Finds offsets in one kind of text; `handle` is what its parser kept of an object."""

    def offset(self, handle: object, steps: Sequence[str], key: bool) -> int | None:
        """Where the value that `steps` lead to starts, None when there is none.

        For a member of an object whose value is an object or array, and for every
        member when `key` is set, that is where its name starts.
        """
        ...

    def lexeme(self, handle: object, steps: Sequence[str]) -> str | None:
        """The scalar as it is written, None when it is not known."""
        ...


class Places:
    """The objects of one file by identity, with what leads back into the text."""

    __slots__ = ("_adopted", "_finder", "_former", "_known", "_origins", "text")

    def __init__(
        self, text: SourceText, known: dict[int, tuple[object, Object]], finder: Finder
    ) -> None:
        """`known` maps the `id` of each object to its handle and the object itself."""
        self.text = text
        self._known = known
        self._finder = finder
        self._adopted: set[int] = set()
        self._origins: dict[int, Link] = {}
        self._former: dict[int, dict[str, str]] = {}

    def knows(self, value: object) -> bool:
        """Whether `value` is an object that stands in the text."""
        return id(value) in self._known

    def adopt(self, new: Object, old: Object) -> None:
        """Let an object made by an upgrade stand where `old` stands."""
        if id(old) in self._known:
            self._known[id(new)] = (self._known[id(old)][0], new)
            self._adopted.add(id(new))

    def is_adopted(self, value: object) -> bool:
        """Whether `value` was made by an upgrade and stands where its source stands."""
        return id(value) in self._adopted

    @property
    def are_as_written(self) -> bool:
        """Whether nothing was moved, made or given another name."""
        return not (self._adopted or self._origins or self._former)

    @property
    def has_moved(self) -> bool:
        """Whether objects stand elsewhere than they did."""
        return bool(self._origins)

    def is_special(self, node: object) -> bool:
        """Whether an object was made or moved, or has members by other names."""
        return (
            not self.knows(node)
            or id(node) in self._adopted
            or id(node) in self._origins
            or id(node) in self._former
        )

    def is_same(self, one: object, other: object) -> bool:
        """Whether two objects stand at the same place of the text."""
        first, second = self._known.get(id(one)), self._known.get(id(other))
        return first is not None and second is not None and first[0] == second[0]

    def stands(self, owner: Object, steps: Sequence[str]) -> bool:
        """Whether the text has something where `steps` lead to from `owner`."""
        found = self._known.get(id(owner))
        if found is None:
            return False
        return self._finder.offset(found[0], steps, key=False) is not None

    def holds(self, owner: Object, steps: Sequence[str], value: object) -> bool:
        """The same, where `steps` lead to `value` in the data.

        The text need not be searched for an object that is where it always was.
        """
        if len(steps) == 1 and self.knows(value) and not self.is_special(owner):
            return True
        return self.stands(owner, steps)

    def settle(self, node: Object, link: Link) -> None:
        """Note where a known object that is moved stands in the text."""
        if id(node) in self._known:
            self._origins[id(node)] = link

    def rename(self, node: Object, old: str, new: str) -> None:
        """Note that a member of an object, moved to another name, is written as `old`."""
        self._former.setdefault(id(node), {})[new] = old

    def touch(self, node: Object) -> None:
        """Note that an object has members which the text has elsewhere, or nowhere."""
        self._former.setdefault(id(node), {})

    def former(self, node: object) -> Mapping[str, str]:
        """The members of an object that are written by another name, with that name."""
        return self._former.get(id(node), _NOTHING)

    def current(self, node: Object, name: str) -> list[str]:
        """The names that a member can have now which is written as `name`."""
        former = self.former(node)
        found = [new for new, old in former.items() if old == name and new in node]
        return found or [name]

    def is_settled(self, node: object) -> bool:
        """Whether an object was moved, so that `origin` tells where it stands."""
        return id(node) in self._origins

    def origin(self, node: object) -> Link:
        """Where a moved object stands in the text; None for the root, or if not moved."""
        return self._origins.get(id(node))

    def span(
        self, owner: Object, steps: Sequence[str], pointer: str, *, key: bool = False
    ) -> Span:
        """The place of what `steps` lead to from `owner`, else of `owner` itself."""
        offset = self.offset(owner, steps, key=key)
        if offset is None:
            offset = self.offset(owner, (), key=key) or 0
        return self.text.span(offset, pointer)

    def offset(
        self, owner: Object, steps: Sequence[str], *, key: bool = False
    ) -> int | None:
        """As `Finder.offset`; of an upgraded member the place of its former name."""
        found = self._known.get(id(owner))
        if found is None:
            return None
        offset = self._finder.offset(found[0], steps, key)
        if offset is None and steps:
            for name in RENAMED.get(steps[0], ()):
                offset = self._finder.offset(found[0], [name], key)
                if offset is not None:
                    break
        return offset

    def lexeme(self, owner: Object, steps: Sequence[str]) -> str | None:
        """The scalar as the document writes it, None when that is not known."""
        found = self._known.get(id(owner))
        return None if found is None else self._finder.lexeme(found[0], steps)


def pointer_of(link: Link) -> str:
    """The JSON Pointer (RFC 6901) of a chain."""
    tokens: list[str] = []
    while link is not None:
        link, token = link
        tokens.append(escape(token))
    return "".join(f"/{token}" for token in reversed(tokens))


def tokens_of(link: Link) -> tuple[str, ...]:
    """The tokens of a chain, from the root on."""
    tokens: list[str] = []
    while link is not None:
        link, token = link
        tokens.append(token)
    return tuple(reversed(tokens))


def escape(token: str) -> str:
    """A reference token, escaped as RFC 6901, section 3, asks."""
    return token.replace("~", "~0").replace("/", "~1")


def link_to(link: Link, *tokens: str) -> Link:
    """The chain, longer by `tokens`."""
    for token in tokens:
        link = (link, token)
    return link
