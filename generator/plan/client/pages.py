"""Results in pages: how an operation says what leads from one to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..python.code import code
from ..python.layout import Atom, call, subscript
from ..python.literals import ident, lit

if TYPE_CHECKING:
    from ...ir import Pagination
    from ..python.code import Code
    from ..python.imports import Imports
    from ..python.layout import Expr
    from ..python.types import Annotator
    from .calls import Plan

RUNTIME = ("links.py", "pages.py", "paging.py")
"""Runtime modules that only clients with results in pages import."""

_CLASSES = {
    "cursor": "Cursor",
    "page": "PageNumber",
    "offset": "Offset",
    "link": "LinkHeader",
    "url": "NextURL",
}
_STARTS = {"page": 1}
"""The number of the first page or item that needs no word, where it is not 0."""

ABOUT = "The result comes in pages: iterating it gives the items of all of them."


def paging_facts(pages: Pagination | None, imports: Imports) -> list[tuple[Code, Expr]]:
    """What leads from page to page, as an argument of `PagedOperation`."""
    return [] if pages is None else [(code("pages"), _paging(pages, imports))]


def constant(plan: Plan, annotator: Annotator, imports: Imports) -> Code:
    """The name of the facts of an operation; with a type where they have items."""
    name, pages = ident(plan.names.constant), plan.operation.pagination
    if pages is None:
        return name
    item = annotator.annotation(pages.item, imports)
    return code("{}: {}", name, subscript(code("PagedOperation"), [item]).flat)


def _paging(pages: Pagination, imports: Imports) -> Expr:
    """`Cursor(...)` or what else leads on; the usual values are left out."""
    name = _CLASSES[pages.kind]
    imports.add(".._runtime.paging", name)
    parameter = f"{pages.place}:{pages.parameter}" if pages.parameter else ""
    onward = "last_item" if pages.in_last_item else "next"
    found = {
        "items": _pointer(pages.items),
        onward: _pointer(pages.next),
        "into": parameter,
        "total": _pointer(pages.total),
        "more": _pointer(pages.more),
    }
    facts = [(ident(key), Atom(lit(text))) for key, text in found.items() if text]
    if pages.parameter and pages.start != _STARTS.get(pages.kind, 0):
        facts.append((code("start"), Atom(lit(pages.start))))
    return call(ident(name), [], facts)


def _pointer(path: tuple[str, ...]) -> str:
    """A JSON Pointer (RFC 6901, section 3)."""
    steps = (step.replace("~", "~0").replace("/", "~1") for step in path)
    return "".join(f"/{step}" for step in steps)
