"""Pages by the shape of an operation alone, where that leaves no doubt.

Each rule knows a convention of many services: the parameter and the properties that
belong to it, with their types. All rules ask for GET, one JSON result, and one array in
it. Wrong is worse than missing here, as a method gives pages then.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from ...ir import Operation, Pagination, Parameter, TypeUse
from ...ir.operations import PagingKind
from ...values import dataclass
from ..behind import Shapes
from .shapes import (
    Path,
    Result,
    arrays,
    at,
    format_of,
    item_of,
    record_of,
    result_of,
    scalar_of,
)

_ITEMS = ("data", "items", "results", "value", "values", "records", "entries", "list")
"""Names of the array of items, where there are other arrays beside it."""

_HOLDERS = frozenset(
    "links meta metadata paging pagination page_info pageinfo response_metadata".split()
)
"""Objects that tell of pages beside the items."""

_CURSORS: dict[str, tuple[str, ...]] = {
    "nextcursor": ("cursor", "nextcursor", "startcursor"),
    "nextpagetoken": ("pagetoken", "nextpagetoken"),
    "nexttoken": ("nexttoken",),
    "nextcontinuationtoken": ("continuationtoken",),
    "continuationtoken": ("continuationtoken",),
}
"""The parameters that take a cursor, by the name of the property that has it."""

_SIZES = ("limit", "perpage", "pagesize", "size", "maxresults", "count")
_MORE = ("hasmore", "hasnext", "hasnextpage")
_PAGES = ("totalpages", "pagecount", "numpages", "lastpage")
_TOTALS = ("total", "totalcount", "totalitems", "totalresults")
_LINKED = re.compile(r"\bnext\b|\bpagina", re.IGNORECASE)


def inferred(operation: Operation, shapes: Shapes) -> Pagination | None:
    """What leads from page to page; None where the shape leaves a doubt."""
    if operation.method != "GET" or operation.kind != "call":
        return None
    result = result_of(operation)
    if result is None or not result.is_only:
        return None
    looked = _look(operation, result, shapes)
    if looked is None:
        return None
    for rule in _RULES:
        found = rule(looked)
        if found is not None:
            return found
    return None


def _plain(name: str) -> str:
    """A name without regard to case and to how its words are joined."""
    return re.sub(r"[^a-z0-9]", "", name.lower())


@dataclass(frozen=True, slots=True)
class _Looked:
    """What rules look at.

    `facts` are the properties of the result, and of objects in it that tell of pages,
    by their plain names: the path and the type.
    """

    operation: Operation
    shapes: Shapes
    result: Result
    items: Path
    item: TypeUse
    facts: dict[str, tuple[Path, TypeUse]]

    def query(self, name: str, kinds: tuple[str, ...]) -> Parameter | None:
        """An optional parameter of the query with a plain name, of one of the kinds.

        None where several spell that name.
        """
        found = [
            parameter
            for parameter in self.operation.parameters
            if parameter.place == "query" and _plain(parameter.name) == name
        ]
        if len(found) != 1 or found[0].required:
            return None
        return found[0] if scalar_of(found[0].use, self.shapes) in kinds else None

    def fact(self, names: tuple[str, ...], kind: str) -> tuple[Path, TypeUse] | None:
        """A property with one of the plain names, of that kind."""
        for name in names:
            found = self.facts.get(name)
            if found is not None and scalar_of(found[1], self.shapes) == kind:
                return found
        return None

    def path(self, names: tuple[str, ...], kind: str) -> Path:
        """Its path, empty without."""
        found = self.fact(names, kind)
        return found[0] if found else ()

    @property
    def has_size(self) -> bool:
        """Whether a parameter says how many items a page has."""
        return any(self.query(name, ("integer", "number")) for name in _SIZES)

    def pages(self, kind: PagingKind) -> Pagination:
        """A pagination of that kind, but for what leads on."""
        return Pagination(kind, self.item, self.items, is_inferred=True)


def _look(operation: Operation, result: Result, shapes: Shapes) -> _Looked | None:
    found = arrays(result.use, shapes)
    if len(found) > 1:
        found = [path for path in found if _plain(path[0]) in _ITEMS]
    if len(found) != 1:
        return None
    there = at(result.use, found[0], shapes)
    item = item_of(there, shapes) if there else None
    if item is None:
        return None
    facts = dict(_facts(result.use, shapes))
    return _Looked(operation, shapes, result, found[0], item, facts)


def _facts(use: TypeUse, shapes: Shapes) -> Iterator[tuple[str, tuple[Path, TypeUse]]]:
    """The properties of a result; those of objects within it come first, and give way."""
    record = record_of(use, shapes)
    for field in record.fields if record else ():
        inner = record_of(field.use, shapes) if field.name.lower() in _HOLDERS else None
        for one in inner.fields if inner else ():
            yield _plain(one.name), ((field.name, one.name), one.use)
    for field in record.fields if record else ():
        yield _plain(field.name), ((field.name,), field.use)


def _odata(looked: _Looked) -> Pagination | None:
    """`@odata.nextLink` of OData 4, `nextLink` beside `value` of Azure: a URL."""
    record = record_of(looked.result.use, looked.shapes)
    names = [field.name for field in record.fields] if record else []
    for name in ("@odata.nextLink", "nextLink"):
        found = looked.facts.get(_plain(name))
        is_text = found and scalar_of(found[1], looked.shapes) == "string"
        if name in names and is_text and looked.items == ("value",):
            return replace(looked.pages("url"), next=(name,))
    return None


def _next_url(looked: _Looked) -> Pagination | None:
    """`next` that is a URL by its format, beside `results` (Django) or in `links`.

    Beside an array of another name it may lead to another thing.
    """
    found = looked.fact(("nextpageurl", "nexturl", "next"), "string")
    if found is None or not format_of(found[1], looked.shapes).startswith("uri"):
        return None
    is_bare = len(found[0]) == 1 and _plain(found[0][0]) != "nextpageurl"
    if is_bare and _plain(looked.items[-1]) not in _ITEMS:
        return None
    return replace(looked.pages("url"), next=found[0])


def _cursor(looked: _Looked) -> Pagination | None:
    """A next cursor that a parameter of its name takes."""
    for name, parameters in _CURSORS.items():
        found = looked.facts.get(name)
        for wanted in parameters if found else ():
            pages = _into(looked, found, wanted)
            if pages is not None:
                return pages
    return None


def _into(
    looked: _Looked, found: tuple[Path, TypeUse] | None, wanted: str
) -> Pagination | None:
    """A cursor that goes into a parameter of the same type."""
    kind = scalar_of(found[1], looked.shapes) if found else ""
    if found is None or kind not in ("string", "integer"):
        return None
    if format_of(found[1], looked.shapes).startswith(("uri", "date")):
        return None
    parameter = looked.query(wanted, (kind,))
    if parameter is None:
        return None
    more = looked.path(_MORE, "boolean")
    return replace(
        looked.pages("cursor"), next=found[0], parameter=parameter.name, more=more
    )


def _next_page(looked: _Looked) -> Pagination | None:
    """`next_page` that `page` takes; of OpenAI's usage, of many Ruby services."""
    return _into(looked, looked.facts.get("nextpage"), "page")


def _last_id(looked: _Looked) -> Pagination | None:
    """`after` takes the id of the last item while there is more: OpenAI, Anthropic, Stripe."""
    more = looked.path(_MORE, "boolean")
    if not more:
        return None
    for name, is_named in (
        ("after", True),
        ("afterid", True),
        ("startingafter", False),
    ):
        parameter = looked.query(name, ("string",))
        if parameter is None or format_of(parameter.use, looked.shapes)[:4] == "date":
            continue
        pages = replace(looked.pages("cursor"), parameter=parameter.name, more=more)
        last = looked.path(("lastid",), "string")
        if last and is_named:
            return replace(pages, next=last)
        onward = looked.path(("next",), "string")
        if onward and name == "after":
            return replace(pages, next=onward)
        if _has_id(looked) and looked.has_size:
            return replace(pages, next=("id",), in_last_item=True)
    return None


def _has_id(looked: _Looked) -> bool:
    """Whether every item has an id that is a text."""
    record = record_of(looked.item, looked.shapes)
    return record is not None and any(
        field.name == "id" and field.required and _is_text(field.use, looked.shapes)
        for field in record.fields
    )


def _is_text(use: TypeUse, shapes: Shapes) -> bool:
    return scalar_of(use, shapes) == "string"


def _link(looked: _Looked) -> Pagination | None:
    """A documented header `Link`, where the result or the parameters tell of pages."""
    for header in looked.result.response.headers:
        if header.name.lower() != "link":
            continue
        names = {
            _plain(item.name)
            for item in looked.operation.parameters
            if item.place == "query"
        }
        is_told = bool(_LINKED.search(header.description))
        is_told = is_told or bool(names & {"page", "cursor", "after", *_SIZES})
        if is_told or not looked.items:
            return looked.pages("link")
    return None


def _page(looked: _Looked) -> Pagination | None:
    """`page` with a size, and how many pages there are or whether there are more."""
    parameter = looked.query("page", ("integer",))
    start = _first(parameter, (0, 1)) if parameter else None
    if parameter is None or start is None or not looked.has_size:
        return None
    total = looked.path(_PAGES, "integer")
    more = looked.path(_MORE, "boolean")
    if not total and not more:
        return None
    name = parameter.name
    return replace(
        looked.pages("page"), parameter=name, total=total, more=more, start=start
    )


def _offset(looked: _Looked) -> Pagination | None:
    """`offset` with `limit`, and how many items there are or whether there are more."""
    parameter = looked.query("offset", ("integer",))
    if parameter is None or not looked.query("limit", ("integer",)):
        return None
    if parameter.default is not None and parameter.default[0] != 0:
        return None
    total = looked.path(_TOTALS, "integer")
    more = looked.path(_MORE, "boolean")
    if not total and not more:
        return None
    return replace(
        looked.pages("offset"), parameter=parameter.name, total=total, more=more
    )


def _first(parameter: Parameter, known: tuple[int, ...]) -> int | None:
    """The number of the first page, by the default or the least value of a parameter."""
    found = parameter.default[0] if parameter.default else None
    if found is None:
        found = dict(parameter.use.constraints).get("minimum")
    return found if type(found) is int and found in known else None


_RULES: tuple[Callable[[_Looked], Pagination | None], ...] = (
    _odata,
    _next_url,
    _cursor,
    _next_page,
    _last_id,
    _link,
    _page,
    _offset,
)
"""In the order of certainty."""
