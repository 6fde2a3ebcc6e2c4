"""What is known about a document and its files while they are being loaded."""

from __future__ import annotations

import posixpath
from dataclasses import field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from ..diagnostics import Span, report
from ..values import dataclass
from .places import pointer_of
from .report import Reporter

if TYPE_CHECKING:
    from ..diagnostics import Sink
    from .places import Link, Object, Places
    from .remote import Address
    from .walk import Scope

Dialect: TypeAlias = Literal["2.0", "3.0", "3.1", "draft-07", "2019-09"]
"""Whose rules a file is written by: Swagger 2.0, OpenAPI 3.0, or 3.1 and later.

JSON Schema by itself is 3.1 from its version 2020-12 on, `draft-07` up to that draft.
"""


@dataclass(slots=True, eq=False)
class File:
    """One file: `part` is what stands before `#` in an id.

    `address` is where it was fetched from, None for one of the file system. `is_schema`
    says that it is a JSON Schema by itself. `moves` maps pointers of the text to where
    their values stand now.
    """

    part: str
    data: Any
    places: Places
    dialect: Dialect
    reporter: Reporter
    address: Address | None = None
    is_schema: bool = False
    moves: dict[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict)

    @property
    def base(self) -> str:
        """What references in it are relative to (RFC 3986, section 5.1.3)."""
        return self.address.text if self.address else self.part

    @property
    def label(self) -> str:
        """How messages name the file."""
        return self.places.text.file

    @property
    def digest(self) -> str:
        """The SHA-256 of its bytes, in hexadecimal."""
        return self.places.text.digest


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """An object that a walk has met: of which kind, and where it stands in the text."""

    kind: str
    node: Object
    link: Link
    file: File


@dataclass(frozen=True, slots=True)
class Target:
    """What a reference names: the tokens of its pointer as the file was written."""

    file: File
    tokens: tuple[str, ...]
    node: Any


Anchored: TypeAlias = tuple[File, "Object", "Link"]
Spoken: TypeAlias = "tuple[Object, Scope, Link]"
"""A schema that names its metaschema, with the scope that it opens."""


@dataclass(slots=True)
class State:
    """Findings of the walks over all files.

    `resources` are schemas with an `$id` by their URI; `anchors` the schemas with a
    plain name, by the URI of their resource and that name; `dynamic` those that
    `$dynamicRef` can find, by name, with the scope of their resource. `dialects` are the
    schemas that name a metaschema. With `strict_nullable`, `nullable` has an effect only
    where OpenAPI 3.0 gives it one.
    `kinds` says as what an object was walked, by its identity; `inner` where the
    assertions of a schema went that an upgrade has wrapped. `rewritable` are the objects
    of kinds that have another form in OpenAPI 3.2.
    """

    sink: Sink
    strict_nullable: bool = False
    resources: dict[str, Scope] = field(default_factory=dict)
    anchors: dict[tuple[str, str], Anchored] = field(default_factory=dict)
    dynamic: dict[str, list[tuple[Scope, Anchored]]] = field(default_factory=dict)
    dialects: list[Spoken] = field(default_factory=list)
    kinds: dict[int, str] = field(default_factory=dict)
    inner: dict[int, Object] = field(default_factory=dict)
    rewritable: list[Found] = field(default_factory=list)
    _counted: dict[str, tuple[int, Span]] = field(default_factory=dict)

    def count(self, code: str, file: File, owner: Object, key: str, link: Link) -> None:
        """Note one of many findings that are reported as one, at the first place."""
        pointer = pointer_of((link, key))
        span = file.places.span(owner, (key,), pointer, key=True)
        count, first = self._counted.get(code, (0, span))
        if span.file == first.file and span.line < first.line:
            first = span
        self._counted[code] = (count + 1, first)

    def report_counted(self) -> None:
        """Report what `count` has collected."""
        effect = "without effect" if self.strict_nullable else "honoured"
        for code, (count, span) in self._counted.items():
            times = "once" if count == 1 else f"{count} times"
            report(self.sink, code, span, count=count, times=times, effect=effect)
        self._counted.clear()

    def moved(self, outer: Object, inner: Object) -> None:
        """Note that the assertions of `outer` are in `inner` now."""
        self.inner[id(outer)] = inner
        self.kinds[id(inner)] = "schema"

    def holder(self, owner: Object) -> Object:
        """The object that now holds the `$ref` that `owner` held in the text."""
        return self.inner.get(id(owner), owner)


def has_scheme(reference: str) -> bool:
    """Whether a reference starts with a URI scheme (RFC 3986, section 3.1)."""
    head, colon, _ = reference.partition(":")
    return bool(colon) and head.isascii() and head[:1].isalpha() and "/" not in head


def join(base: str, reference: str) -> str:
    """The reference, resolved against a base URI or the relative path of a file."""
    if has_scheme(reference):
        return reference
    if has_scheme(base):
        from urllib.parse import urljoin

        try:
            return urljoin(base, reference)
        except ValueError:
            return reference
    return posixpath.normpath(posixpath.join(posixpath.dirname(base), reference))
