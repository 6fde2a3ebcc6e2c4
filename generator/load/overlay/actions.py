"""Overlay documents: read, checked, and taken apart into actions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ...diagnostics import Fatal, report
from ...values import dataclass
from ..parse import parse
from ..places import Object, Places, link_to, pointer_of
from ..report import Reporter, kind_of, quoted
from ..source import read_source
from .query import BadQuery, Queries

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jsonpath_rfc9535.query import JSONPathQuery

    from ...diagnostics import Sink, Span
    from ..places import Link
    from ..source import Source, SourceText

_VERSION = re.compile(r"1\.(\d{1,3})(?:\.\d{1,6})?")
_NEWEST_MINOR = 1
_MEMBERS = {
    "the overlay": ("overlay", "info", "extends", "actions"),
    "an action": ("target", "description", "update", "remove", "copy"),
}


@dataclass(frozen=True, slots=True)
class Action:
    """One change: `target` says of what, exactly one of the others how.

    `update` and `copy` are None where the action has none; `node` holds the value of the
    former. `minor` is the 1 of Overlay 1.1.
    """

    places: Places
    node: Object
    link: Link
    minor: int
    target: JSONPathQuery
    removes: bool
    copy: JSONPathQuery | None

    def span(self, member: str) -> Span:
        """Where a member of the action stands."""
        pointer = pointer_of(link_to(self.link, member))
        return self.places.span(self.node, (member,), pointer)

    def needs_newer(self, sink: Sink, member: str, what: str) -> None:
        """Tell of a thing that Overlay 1.0 does not have, if that is the version."""
        if self.minor < 1:
            report(sink, "W172", self.span(member), what=what)


def read_overlay(
    source: Source, queries: Queries, sink: Sink
) -> tuple[SourceText | None, list[Action]]:
    """The text of an overlay and those of its actions that are well formed.

    Everything that is wrong goes to `sink`. The text is None when it cannot be read.
    """
    try:
        text = read_source(source)
    except Fatal as fatal:
        sink.add(fatal.diagnostic)
        return None, []
    try:
        data, places = parse(text, sink)
    except Fatal as fatal:
        sink.add(fatal.diagnostic)
        return text, []
    reader = _Reader(places, queries, sink)
    return text, list(reader.read(data))


class _Reader:
    """Checks one overlay (Overlay 1.1, section 4.4)."""

    def __init__(self, places: Places, queries: Queries, sink: Sink) -> None:
        self.places = places
        self.queries = queries
        self.sink = sink
        self.report = Reporter(places, sink)
        self.minor = _NEWEST_MINOR

    def read(self, data: Any) -> Iterator[Action]:
        """The actions of the overlay."""
        if type(data) is not dict or "overlay" not in data:
            found = f"it is {kind_of(data)}"
            if type(data) is dict:
                found = "it has no member 'overlay'"
            report(self.sink, "E170", self.places.text.span(0), found=found)
            return
        self._check_version(data)
        self._check_names(data, "the overlay", None)
        if type(data.get("info")) is not dict:
            self.report.at("W144", data, (), None, name="info", owner="the overlay")
        actions = data.get("actions")
        if "actions" not in data:
            self.report.at("E141", data, (), None, name="actions", owner="the overlay")
        elif type(actions) is not list or not actions:
            found = kind_of(actions) if actions != [] else "an empty array"
            self._wrong(data, "actions", None, "an array of actions", found)
        else:
            for index, node in enumerate(actions):
                link = link_to(None, "actions", str(index))
                if type(node) is dict:
                    yield from self._action(node, link)
                else:
                    steps = ("actions", str(index))
                    self.report.at(
                        "E140",
                        data,
                        steps,
                        None,
                        name=index,
                        expected="an action",
                        found=kind_of(node),
                    )

    def _action(self, node: Object, link: Link) -> Iterator[Action]:
        """The action at one place, if it can be carried out."""
        self._check_names(node, "an action", link)
        target = self._query(node, "target", link)
        if "target" not in node:
            self.report.at("E141", node, (), link, name="target", owner="an action")
        removes = node.get("remove", False)
        if type(removes) is not bool:
            found = kind_of(removes)
            self._wrong(node, "remove", link, "true or false", found)
            return
        copy = None
        if "copy" in node:
            copy = self._query(node, "copy", link)
            if "update" in node and not removes:
                self.report.at("E172", node, ("copy",), link, key=True)
                return
            if copy is None:
                return
        if not removes and "update" not in node and copy is None:
            self.report.at("W171", node, (), link)
            return
        if target is not None:
            yield Action(self.places, node, link, self.minor, target, removes, copy)

    def _query(self, node: Object, name: str, link: Link) -> JSONPathQuery | None:
        """The JSONPath in a member; None when there is none, after a report if wrong."""
        text = node.get(name)
        if type(text) is not str:
            if name in node:
                self._wrong(node, name, link, "a JSONPath", kind_of(text))
            return None
        try:
            return self.queries.compile(text)
        except BadQuery as problem:
            self.report.at(
                "E171", node, (name,), link, path=text, problem=problem.problem
            )
            return None

    def _check_version(self, data: Object) -> None:
        version = data["overlay"]
        written = version
        if type(version) in (int, float):
            written = self.places.lexeme(data, ("overlay",)) or str(version)
            self.report.at(
                "W141",
                data,
                ("overlay",),
                None,
                name="overlay",
                value=quoted(written),
            )
        match = _VERSION.fullmatch(written) if type(written) is str else None
        if match is None:
            self.report.at("E173", data, ("overlay",), None, version=version)
            return
        self.minor = int(match.group(1))
        if self.minor > _NEWEST_MINOR:
            self.report.at("W170", data, ("overlay",), None, version=written)

    def _check_names(self, node: Object, owner: str, link: Link) -> None:
        known = _MEMBERS[owner]
        for name in node:
            if name not in known and name[:2] != "x-":
                suggestion = self.report.suggestion(name, known)
                self.report.at(
                    "W143",
                    node,
                    (name,),
                    link,
                    key=True,
                    name=name,
                    owner=owner,
                    suggestion=suggestion,
                )

    def _wrong(
        self, node: Object, name: str, link: Link, expected: str, found: str
    ) -> None:
        self.report.at(
            "E140", node, (name,), link, name=name, expected=expected, found=found
        )
