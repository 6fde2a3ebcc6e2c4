"""What the parts of the rewriting share: who refers to what, and new references."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Any

from ....values import dataclass
from ...state import Target

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ...places import Link, Object
    from ...state import File, Found, State

_CHAIN_LIMIT = 50
JSON = "application/json"


@dataclass(slots=True)
class Job:
    """The state of one rewriting.

    `targets` says what the object names that holds a `$ref`, by the identity of that
    object. The parts add to `links` the references that they make.
    """

    state: State
    main: File
    targets: Mapping[int, Target]
    links: list[tuple[Object, Target]] = field(default_factory=list)
    _found: dict[int, Found] = field(default_factory=dict)
    _defaults: dict[tuple[str, str], list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._found = {id(found.node): found for found in self.state.rewritable}

    def of_kind(self, name: str) -> Iterator[Found]:
        """Everything found of one kind of Swagger 2.0, in the order of the walk."""
        kind = f"swagger {name}"
        return (found for found in self.state.rewritable if found.kind == kind)

    def behind(self, node: Any) -> Found | None:
        """What an object is, or refers to; None where a reference leads to nothing."""
        for _ in range(_CHAIN_LIMIT):
            target = self.targets.get(id(node))
            if target is None:
                return self._found.get(id(node))
            node = target.node
        return None

    def schema_behind(self, schema: Any) -> Any:
        """A schema, or the one that it refers to."""
        for _ in range(_CHAIN_LIMIT):
            target = self.targets.get(id(schema))
            if target is None:
                break
            schema = target.node
        return schema

    def refer(self, node: Object, file: File) -> Object:
        """A new reference to an object, or to what that object itself refers to."""
        made: Object = {"$ref": ""}
        target = self.targets.get(id(node)) if "$ref" in node else None
        self.links.append((made, target or Target(file, (), node)))
        return made

    def stated(self, node: Object, key: str, link: Link, file: File) -> list[str]:
        """An array of strings, for which authors also write one string."""
        value = node.get(key)
        if type(value) is str:
            file.reporter.at("W141", node, (key,), link, name=key, value=f"[{value}]")
            node[key] = value = [value]
        return value if type(value) is list else []

    def usual(self, key: str, file: File) -> list[str]:
        """The media types of a whole file; those of the main one hold in its fragments."""
        known = self._defaults.get((file.part, key))
        if known is None:
            root = file.data if type(file.data) is dict else {}
            owner = file if "swagger" in root else self.main
            known = self.stated(owner.data, key, None, owner)
            self._defaults[(file.part, key)] = known
        return known

    def other(self, node: Object, place: str, found: Found) -> None:
        """Report a member of a parameter that belongs to another place."""
        stated = next(key for key in ("schema", "type", "items", "enum") if key in node)
        report = found.file.reporter.at
        report("W182", node, (stated,), found.link, key=True, name=stated, place=place)

    def made(self, members: Object, source: Object, link: Link, file: File) -> Object:
        """A new object, standing where `source` stands in the text."""
        file.places.adopt(members, source)
        file.places.settle(members, link)
        return members
