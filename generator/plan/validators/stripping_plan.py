"""The files of the functions that take out what does not go one way, and their names."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ..files import FilePlan, Later
from ..python.literals import docstring
from .places import free
from .stripping_module import StrippingModule
from .views import ModuleView, PackageView

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ...ir import Api
    from ...name.names import Names
    from ..python.code import Code
    from ..python.one_way import Way
    from .operations import Carried
    from .places import Places
    from .stripping import Stripping
    from .ways import Ways

STRIPPED = ("request", "responses", "items")
"""The kinds of parts of operations that lose something: bodies, and items of streams."""

_TEMPLATES = "python/validators"


def name_all(
    found: Mapping[Way, Stripping], api: Api, places: Places, listed: Sequence[Carried]
) -> None:
    """Give a public function to each component and body of which something is taken out."""
    for way, own in found.items():
        taken: set[str] = set()
        wanted = [
            (schema, places.found[schema].function)
            for schema in sorted(api.components.values())
        ]
        wanted.sort(key=lambda pair: own.target(pair[0]) != pair[0])
        wanted += [
            (part.entry.schema, part.entry.name)
            for one in listed
            for part in one.parts
            if part.way == way and part.kind in STRIPPED
        ]
        for schema, name in wanted:
            if schema in own.needed and own.target(schema) not in own.names:
                own.names[own.target(schema)] = free(name, taken)


def stripped_files(
    found: Mapping[Way, Stripping],
    ways: Ways,
    places: Places,
    names: Names,
    formats: frozenset[str],
    header: Code,
) -> Iterator[FilePlan]:
    """`validators/stripped/`, with a module for each way in which something is taken out."""
    if not found:
        return
    about = "What takes out of values what does not go their way, a module per way."
    package = PackageView(header, docstring(about, 0))
    template = f"{_TEMPLATES}/package.py.jinja"
    yield FilePlan("validators/stripped/__init__.py", template, package)
    for own in found.values():
        make = partial(StrippingModule, own, ways, places, names, formats)
        path = f"validators/stripped/{own.module}.py"
        view = Later(partial(_view, make, own, header))
        yield FilePlan(path, f"{_TEMPLATES}/module.py.jinja", view)


def _view(make: partial[StrippingModule], own: Stripping, header: Code) -> ModuleView:
    module = make()
    module.emit()
    word = {"request": "read", "response": "written"}[own.way]
    about = (
        f"What is only {word}, taken out of {own.way}s."
        "\n\nEach function gives a new value, or the one that it got where nothing is to "
        "be taken out."
    )
    return ModuleView(
        header=header,
        docstring=docstring(about, 0),
        imports=module.imports.render(),
        constants=tuple(module.constants.values()),
        functions=tuple(module.functions),
        tables=tuple(module.tables),
    )
