"""What the package of validators has by name: schemas, their functions, operations."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ..files import FilePlan, Later, fingerprint
from ..python.code import EMPTY, Code, code
from ..python.layout import Atom, Entry, call, entries_display, fit, tuple_display
from ..python.lazy import lazy_table
from ..python.literals import docstring, ident, lit
from ..python.one_way import WAYS
from .stripping_plan import STRIPPED
from .views import IndexView, PackageView, PartsView, PlacesView

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ...ir import Api, Id
    from ..python.layout import Expr
    from ..python.one_way import Way
    from .operations import Carried, Key, Part
    from .places import Place, Places
    from .stripping import Stripping

_TEMPLATES = "python/validators"
_KINDS = ("request", "parameters", "responses", "headers", "items")
"""The attributes of an operation, in the order of their arguments."""

_ACCEPTING = (
    "\n\nAll of them take what means the same as JSON: any mapping for an object, any "
    "sequence but text and bytes for an array, instances of subclasses, and `Decimal` for "
    "a number. The modules below take only what `json.loads` gives, and need no copy."
)

_OWN = (
    ("_parts", ("OPERATIONS",)),
    ("._runtime.renderers", ("as_detail", "as_openai", "as_problem")),
)
"""What the package has of its own, each with the module that defines it.

A point more leads out of the package: these are modules of the runtime.
"""


def index(
    api: Api,
    places: Places,
    header: Code,
    stripped: Mapping[Way, Stripping],
    *,
    is_accepting: bool,
) -> Iterator[FilePlan]:
    """`validators/__init__.py`, and the package of the modules of schemas.

    With `is_accepting` what it has takes more than the types of `json.loads`.
    """
    schemas = [(name, api.components[name]) for name in sorted(api.components)]
    imports, table = lazy_table([*_OWN, *_functions(schemas, places)])
    about = (
        "Validators of plain JSON data, a function per schema: None for a valid value, "
        "else its violations."
        "\n\n`SCHEMAS` has the schemas of the document by name, `OPERATIONS` what each "
        "operation carries. The functions of the schemas are here too; each is imported "
        "when it is first used."
    )
    if is_accepting:
        about += _ACCEPTING
    view = IndexView(
        header=header,
        docstring=docstring(about, 0),
        is_accepting=is_accepting,
        imports=imports,
        table=table,
        places=_located(schemas, places, ""),
        ways=(
            *(
                (ident(f"{way}s"), located)
                for way in WAYS
                if (located := _located(schemas, places, way))
            ),
            *(
                (ident(f"stripped_{way}s"), _stripped(schemas, found))
                for way, found in stripped.items()
            ),
        ),
    )
    yield FilePlan("validators/__init__.py", f"{_TEMPLATES}/index.py.jinja", view)
    if places.found:
        about = "Validators of the schemas of the document, a module per component."
        package = PackageView(header, docstring(about, 0))
        template = f"{_TEMPLATES}/package.py.jinja"
        yield FilePlan("validators/schemas/__init__.py", template, package)


def _functions(
    schemas: Sequence[tuple[str, Id]], places: Places
) -> list[tuple[str, list[str]]]:
    """The public functions of the components, by their modules."""
    found: dict[str, list[str]] = {}
    for _, schema in schemas:
        for way in places.ways(schema):
            place = places.place(schema, way)
            if place is not None:
                module = f"schemas.{place.module}"
                found.setdefault(module, []).append(place.function)
    return list(found.items())


def _located(
    schemas: Sequence[tuple[str, Id]], places: Places, way: Way
) -> tuple[tuple[Code, Code], ...]:
    """The names of the components that have a function for a way, and its place."""
    return tuple(
        (lit(name), lit(_located_at(place)))
        for name, schema in schemas
        if (place := places.place(schema, way)) is not None
    )


def _stripped(
    schemas: Sequence[tuple[str, Id]], stripping: Stripping
) -> tuple[tuple[Code, Code], ...]:
    """The names of the components that lose something, and what takes it out."""
    return tuple(
        (lit(name), lit(place))
        for name, schema in schemas
        if (place := stripping.place(schema))
    )


def _located_at(place: Place) -> str:
    if place.function == place.module:
        return place.module
    return f"{place.module}:{place.function}"


def parts(
    listed: Sequence[Carried],
    header: Code,
    stripped: Mapping[Way, Stripping],
    *,
    is_accepting: bool,
) -> Iterator[FilePlan]:
    """`validators/_parts/`: what operations carry, by their ids, a module per resource.

    The package itself only knows in which module an operation is to be found: a table of
    all of them would be read whole for the sake of one. `is_accepting` is as for `index`.
    """
    found: dict[str, Carried] = {}
    for one in listed:
        if one.title:
            found.setdefault(one.title, one)
    about = "Where to find what an operation carries, by its id."
    modules = tuple((lit(title), lit(one.module)) for title, one in found.items())
    view = PlacesView(header, docstring(about, 0), modules)
    template = f"{_TEMPLATES}/parts_index.py.jinja"
    yield FilePlan("validators/_parts/__init__.py", template, view)
    source = code("accepting") if is_accepting else code("schemas")
    by_module: dict[str, list[Carried]] = {}
    for one in found.values():
        by_module.setdefault(one.module, []).append(one)
    for stem, own in by_module.items():
        taken = [_taken(one, stripped) for one in own] if stripped else []
        yield FilePlan(
            f"validators/_parts/{stem}.py",
            f"{_TEMPLATES}/parts.py.jinja",
            Later(partial(_parts_view, own, header, stripped, source)),
            about=tuple(part.entry.schema for one in own for part in one.parts),
            facts=fingerprint((own, taken)),
            tells_own=True,
        )


def _parts_view(
    own: Sequence[Carried],
    header: Code,
    stripped: Mapping[Way, Stripping],
    source: Code,
) -> PartsView:
    about = "What each operation carries: a schema for each part, imported when used."
    entries = tuple(_entry(one, stripped) for one in own)
    return PartsView(header, docstring(about, 0), source, entries)


def _entry(one: Carried, stripped: Mapping[Way, Stripping]) -> Code:
    """The entry of an operation, to stand in a display."""
    named = [
        (
            code("{}", ident(kind)),
            _table(
                [(part.key, part.entry.name) for part in one.parts if part.kind == kind]
            ),
        )
        for kind in _KINDS
        if any(part.kind == kind for part in one.parts)
    ]
    taken = _taken(one, stripped)
    named += [
        (
            code("stripped_{}", ident(kind)),
            _table([(part.key, place) for part, place in taken if part.kind == kind]),
        )
        for kind in dict.fromkeys(part.kind for part, _ in taken)
    ]
    if one.exchange:
        named.append((code("exchange"), Atom(lit(one.exchange))))
    value = call(code("Operation"), [Atom(code("__name__"))], named)
    return fit(value, 4, code("{}: ", lit(one.title)), code(","))


def _taken(one: Carried, stripped: Mapping[Way, Stripping]) -> list[tuple[Part, str]]:
    """The parts that lose something, each with where the function for that stands."""
    return [
        (part, place)
        for part in one.parts
        if part.kind in STRIPPED
        and part.way in stripped
        and (place := stripped[part.way].place(part.entry.schema))
    ]


def _table(parts: Sequence[tuple[Key, str]]) -> Expr:
    return entries_display([_member(key, Atom(lit(name))) for key, name in parts])


def _member(key: Key, value: Atom) -> tuple[Code, Expr]:
    if isinstance(key, str):
        return code("{}: ", lit(key)), value
    return EMPTY, Entry(tuple_display([Atom(lit(part)) for part in key]), value)
