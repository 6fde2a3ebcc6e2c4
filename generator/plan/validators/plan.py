"""The validators target: from the model to the files below `validators/`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ...ir import Variants
from ...values import dataclass
from ..files import FilePlan, Later, fingerprint
from ..python.formats import ASSERTED, asserted, used
from ..python.literals import docstring, file_header
from ..python.one_way import OneWay
from .functions import about_schema, shown_place
from .index import index, parts
from .module import Entry, Module
from .operations import carried, exchange_entries, operation_entries
from .patterns import Untranslatable, matcher
from .places import find_places
from .problems import patterns, report_problems
from .scalars import MORE_FORMATS, OF_ALL_SCRIPTS
from .schemas import Schemas
from .stripping import strippings
from .stripping_plan import name_all, stripped_files
from .tellers import origins_in
from .views import ModuleView, PackageView
from .ways import find_ways

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ...diagnostics import Sink
    from ...ir import Api, Id
    from ...name.names import Names
    from ..options import TargetOptions
    from ..python.code import Code
    from .places import Places
    from .rules import ExchangeEntry
    from .ways import Ways

RUNTIME = (
    "checks.py",
    "messages.py",
    "narrowest.py",
    "renderers.py",
    "schemas.py",
    "unions.py",
    "violations.py",
)
"""The runtime modules that generated validators import."""

OF_SUBCLASSES = ("accepting.py", "exact.py")
"""Those that they import besides, where they take more than the types of `json.loads`."""

_TEMPLATES = "python/validators"


def runtime(api: Api, formats: tuple[tuple[str, bool], ...] = ()) -> tuple[str, ...]:
    """The runtime modules that the validators of an API need.

    `formats` are those of `TargetOptions`.
    """
    found = list(RUNTIME)
    more = _more_formats(api, formats)
    if more:
        found.append("formats.py")
    if not OF_ALL_SCRIPTS.isdisjoint(more):
        found.append("idn.py")
    listed = [text for entry in api.assertions.values() for text, _ in patterns(entry)]
    if api.has_rules:
        from .rules import needs

        has_helpers, others = needs(api)
        found += ["rules.py"] if has_helpers else []
        listed += others
    if any(map(_takes_long, dict.fromkeys(listed))):
        found.append("linear.py")
    return tuple(found)


def _more_formats(api: Api, formats: tuple[tuple[str, bool], ...]) -> set[str]:
    """The formats in use that are checked, and are not where nothing is said."""
    more = {name for name, wanted in formats if wanted} & MORE_FORMATS.keys()
    return more.intersection(used(api)) if more else more


def _takes_long(pattern: str) -> bool:
    """Whether a pattern needs another matcher than `re`."""
    try:
        return matcher(pattern).longest is not None
    except Untranslatable:
        return False


@dataclass(frozen=True, slots=True)
class Validators:
    """The target, where `formats` say otherwise than usual what is checked.

    `strips` tells that properties are taken out of values that go one way. With
    `accept_subclasses`, more than the types of `json.loads` is taken.
    """

    formats: tuple[tuple[str, bool], ...]
    strips: bool = False
    accept_subclasses: bool = False

    def runtime(self, api: Api) -> tuple[str, ...]:
        """The runtime modules that the validators of an API need."""
        found = runtime(api, self.formats)
        if self.strips:
            found = (*found, "stripping.py")
        return (*found, *OF_SUBCLASSES) if self.accept_subclasses else found

    def plan(
        self, api: Api, names: Names, options: TargetOptions, sink: Sink
    ) -> tuple[FilePlan, ...]:
        """The files of the validators, as `plan` has them."""
        return plan(api, names, options, sink)


def plan(
    api: Api,
    names: Names,
    options: TargetOptions,
    sink: Sink,
    *,
    formats: frozenset[str] = ASSERTED,
) -> tuple[FilePlan, ...]:
    """The files of the validators: a module per component, and one per resource.

    The package itself has them by name: the schemas, and the parts of operations.

    Keywords that are not checked and patterns that cannot be are reported to `sink`
    (E350, W351, W352). `formats` are the values of `format` that are asserted, before
    `options` change them; the others are annotations (JSON Schema 2020-12, validation,
    section 7.2.1).
    """
    formats = asserted(options.formats, formats)
    report_problems(api, sink)
    discriminators = {
        shape.id: shape.discriminator
        for shape in api.shapes.values()
        if isinstance(shape, Variants) and shape.discriminator is not None
    }
    assertions, exchanges = api.assertions, exchange_entries(api, names)
    if api.has_rules:
        from .rules import operation_assertions

        assertions = {**assertions, **operation_assertions(api)}
    schemas = Schemas(
        assertions,
        OneWay(api),
        discriminators,
        refusing=options.refusing,
        stripping=options.stripping,
        has_rules=api.has_rules,
        origins=api.origins,
        is_exact=options.accept_subclasses,
    )
    ways = find_ways(schemas)
    listed = carried(api, names, ways)
    entries = operation_entries(names, listed)
    extra = [entry.schema for group in entries.values() for entry in group]
    places = find_places(api, names, ways, extra)
    header = file_header(options.source_name)
    stripped = strippings(ways.schemas.values(), options.stripping)
    name_all(stripped, api, places, listed)
    more = options.accept_subclasses
    found = [
        *index(api, places, header, stripped, is_accepting=more),
        *parts(listed, header, stripped, is_accepting=more),
        *stripped_files(stripped, ways, places, names, formats, header),
    ]
    for stem, members in places.modules().items():
        own = [entry for schema in members for entry in _entries(schema, places)]
        titled = [item for item in members if not item.endswith("/discriminator")]
        shown = "`, `".join(map(shown_place, titled[:3]))
        about = f"Validators of `{shown}`{' and others' if titled[3:] else ''}."
        module = partial(Module, stem, ways, places, names, formats, own)
        path = f"validators/schemas/{stem}.py"
        facts = _facts(stem, own, schemas, places)
        found.append(_planned(path, module, header, about, facts))
    if entries:
        about = "Validators of what operations carry, a module per resource."
        view = PackageView(header, docstring(about, 0))
        template = f"{_TEMPLATES}/package.py.jinja"
        found.append(FilePlan("validators/operations/__init__.py", template, view))
    found += _operations(entries, exchanges, names, ways, places, formats, header)
    return tuple(found)


def _entries(schema: Id, places: Places) -> Iterator[Entry]:
    """The functions of a schema: for any value, and for those that go one way."""
    base = places.found[schema].function
    for way in places.ways(schema):
        place = places.place(schema, way)
        if place is not None:
            about = about_schema(schema, way)
            yield Entry(place.function, schema, about, way, base)


def _operations(
    entries: Mapping[str, Sequence[Entry]],
    exchanges: Mapping[str, Sequence[ExchangeEntry]],
    names: Names,
    ways: Ways,
    places: Places,
    formats: frozenset[str],
    header: Code,
) -> Iterator[FilePlan]:
    tags = {resource.module: resource.tag for resource in names.resources}
    for stem, own in entries.items():
        about = f"Validators of the operations of `{tags.get(stem, stem)}`."
        more = exchanges.get(stem, ())
        module = partial(Module, "", ways, places, names, formats, own, more)
        path = f"validators/operations/{stem}.py"
        facts = _facts("", own, ways.schemas[""], places, more)
        yield _planned(path, module, header, about, facts)


def _planned(
    path: str,
    module: Callable[[], Module],
    header: Code,
    about: str,
    facts: Facts,
) -> FilePlan:
    return FilePlan(
        path,
        f"{_TEMPLATES}/module.py.jinja",
        Later(partial(_view, module, header, about)),
        about=facts.schemas,
        facts=facts.text,
        tells_own=True,
    )


@dataclass(frozen=True, slots=True)
class Facts:
    """What a module depends on: its schemas, and where what they call is to be found."""

    schemas: tuple[Id, ...]
    text: str


def _facts(
    stem: str,
    entries: Sequence[Entry],
    schemas: Schemas,
    places: Places,
    exchanges: Sequence[ExchangeEntry] = (),
) -> Facts:
    own = tuple(entry.schema for entry in entries)
    called = [*own, *schemas.references(own)]
    called += schemas.references(called)
    found = [
        (target, place, places.in_circle(stem, place.module))
        for target in dict.fromkeys(called)
        for way in places.ways(target)
        if (place := places.place(target, way)) is not None
    ]
    told = [(item.about, item.name, item.rules) for item in exchanges]
    origins = origins_in(schemas, own)
    return Facts(own, fingerprint((entries, found, origins, *told)))


def _view(make: Callable[[], Module], header: Code, about: str) -> ModuleView:
    module = make()
    module.emit()
    return ModuleView(
        header=header,
        docstring=docstring(about, 0),
        imports=module.imports.render(),
        constants=tuple(module.constants.values()),
        functions=tuple(module.functions),
        tables=tuple(module.tables),
    )
