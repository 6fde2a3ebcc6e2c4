"""Operations with what their parameters come to: bodies, form fields and the rest.

Source: Swagger 2.0, sections "Path Item Object", "Operation Object" and "Parameter
Object".
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from ....values import dataclass
from ...kinds import METHODS
from ...places import link_to

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...places import Link, Object
    from ...state import File, Found
    from .job import Job


@dataclass(frozen=True, slots=True)
class Entry:
    """A body or form parameter in the list of an operation or path item.

    `is_inline` tells that it stands there itself, not a reference to it.
    """

    found: Found
    is_inline: bool
    owner: Object
    index: int
    link: Link
    file: File

    @property
    def name(self) -> str:
        """The name of the parameter, empty where it has none."""
        return str(self.found.node.get("name", ""))


@dataclass(slots=True)
class Call:
    """An operation, with its bodies and form fields taken out of the parameters."""

    node: Object
    link: Link
    file: File
    consumes: list[str]
    produces: list[str]
    bodies: list[Entry] = field(default_factory=list)
    forms: list[Entry] = field(default_factory=list)


def calls(job: Job) -> list[Call]:
    """All operations; leaves in path items and operations what stays a parameter."""
    made: list[Call] = []
    for item in job.of_kind("pathitem"):
        shared = list(_taken(item.node, item.link, item.file, job))
        for method in METHODS:
            node = item.node.get(method)
            if type(node) is dict:
                link = link_to(item.link, method)
                made.append(_call(node, link, item.file, shared, job))
    return made


def _call(node: Object, link: Link, file: File, shared: list[Entry], job: Job) -> Call:
    consumes, produces = (
        job.stated(node, key, link, file) if key in node else job.usual(key, file)
        for key in ("consumes", "produces")
    )
    call = Call(node, link, file, consumes, produces)
    own = list(_taken(node, link, file, job))
    for entry in own:
        (call.bodies if _place(entry) == "body" else call.forms).append(entry)
    given = {(_place(entry), entry.name) for entry in own}
    for entry in shared:
        if _place(entry) == "formData":
            if ("formData", entry.name) not in given:
                call.forms.append(entry)
        elif not call.bodies:
            call.bodies.append(entry)
    _check(call)
    return call


def _taken(owner: Object, link: Link, file: File, job: Job) -> Iterator[Entry]:
    """Take the bodies and form fields out of a list of parameters."""
    listed = owner.get("parameters")
    if type(listed) is not list:
        return
    kept = []
    for index, node in enumerate(listed):
        found = job.behind(node)
        if found is not None and found.node.get("in") in ("body", "formData"):
            yield Entry(found, found.node is node, owner, index, link, file)
        else:
            kept.append(node)
    if len(kept) != len(listed):
        owner["parameters"] = kept
        if not kept:
            del owner["parameters"]


def _place(entry: Entry) -> str:
    return str(entry.found.node.get("in"))


def _check(call: Call) -> None:
    """Swagger 2.0, "Parameter Object": one body at most, and no form beside it."""
    if not call.bodies:
        return
    first = call.bodies[0]
    for entry in call.bodies[1:]:
        _report("E180", entry, first)
    if call.forms:
        _report("E181", call.forms[0], first)


def _report(code: str, entry: Entry, first: Entry) -> None:
    steps = ("parameters", str(entry.index))
    other = ("parameters", str(first.index))
    place = first.file.reporter.place(first.owner, other, first.link)
    entry.file.reporter.at(
        code,
        entry.owner,
        steps,
        entry.link,
        related=(("the body", place),),
        name=entry.name,
    )
