"""Plans the files of the models."""

from __future__ import annotations

from collections import defaultdict
from functools import partial
from typing import TYPE_CHECKING

from ...ir import Record
from ..files import FilePlan, Later
from ..python.code import code
from ..python.imports import Imports
from ..python.lazy import lazy_table
from ..python.literals import docstring, file_header, ident
from ..python.one_way import OneWay
from ..python.types import Annotator
from .definitions import alias_view, record_view
from .order import ordered
from .views import DefinitionView, ModuleView, PackageView

if TYPE_CHECKING:
    from ...diagnostics import Sink
    from ...ir import Api, Shape
    from ...name import Names
    from ..options import TargetOptions
    from ..python.code import Code

RUNTIME: tuple[str, ...] = ("drift.py", "model.py", "tagged.py")
"""Runtime modules that the models import."""

MODULE = "python/models/module.py.jinja"
"""The template of a module of models."""

_PACKAGE = "python/models/__init__.py.jinja"
_BASE = ".._runtime.model"


def runtime(api: Api) -> tuple[str, ...]:
    """The runtime modules that the models of an API need."""
    return RUNTIME


def plan(
    api: Api, names: Names, options: TargetOptions, sink: Sink
) -> tuple[FilePlan, ...]:
    """One module for each component or circle of components, and the package's root."""
    annotator = Annotator(api, names)
    one_way = OneWay(api)
    header = file_header(options.source_name)
    modules = by_module(annotator)
    files = [package_file(modules, names, header)]
    for stem, shapes in modules.items():
        files.append(
            FilePlan(
                f"models/{stem}.py",
                MODULE,
                Later(partial(_module, stem, shapes, annotator, one_way, header)),
                about=tuple(shape.id for shape in shapes),
                tells_own=True,
            )
        )
    return tuple(files)


def by_module(annotator: Annotator) -> dict[str, list[Shape]]:
    """The shapes that get a definition, by the stem of their module; both sorted."""
    modules: dict[str, list[Shape]] = defaultdict(list)
    for shape in annotator.api.shapes.values():
        if annotator.is_named(shape):
            modules[annotator.names.modules[shape.id]].append(shape)
    return {
        stem: sorted(modules[stem], key=lambda shape: shape.root)
        for stem in sorted(modules)
    }


def _module(
    stem: str, shapes: list[Shape], annotator: Annotator, one_way: OneWay, header: Code
) -> ModuleView:
    imports, definitions = _definitions(stem, shapes, annotator, one_way, "")
    if _mentions_model(imports, shapes, annotator):
        imports, definitions = _definitions(
            stem, shapes, annotator, one_way, "BaseModel"
        )
    return ModuleView(
        header=header,
        docstring=module_docstring(shapes, annotator),
        imports=imports.render(),
        definitions=tuple(definitions),
    )


def _mentions_model(
    imports: Imports, shapes: list[Shape], annotator: Annotator
) -> bool:
    """Whether the document has a `Model` of its own here, so that ours must step back."""
    imported = {
        name
        for source, pairs in imports.names.items()
        if source != _BASE
        for name, _ in pairs
    }
    own = {annotator.names.types[shape.id] for shape in shapes}
    return "Model" in imported | own


def _definitions(
    stem: str,
    shapes: list[Shape],
    annotator: Annotator,
    one_way: OneWay,
    base_alias: str,
) -> tuple[Imports, list[DefinitionView]]:
    """What a module defines and imports; our base class goes by `base_alias` if given."""
    imports = Imports()
    definitions: list[DefinitionView] = []
    for shape, is_forward in ordered(shapes, annotator):
        if isinstance(shape, Record):
            imports.add(_BASE, "Model", base_alias)
            base = ident(base_alias or "Model")
            definitions.append(
                record_view(shape, stem, annotator, imports, base, one_way)
            )
        else:
            after_class = bool(definitions) and definitions[-1].is_class
            definitions.append(
                alias_view(shape, stem, annotator, imports, is_forward, after_class)
            )
    return imports, definitions


def module_docstring(shapes: list[Shape], annotator: Annotator) -> Code:
    """What a module holds, in a line: the components of the document in it."""
    return docstring(_about(shapes, annotator), 0)


def _about(shapes: list[Shape], annotator: Annotator) -> str:
    names = annotator.names.types
    roots = [shape for shape in shapes if shape.id == shape.root]
    listed = [f"`{names[shape.id]}`" for shape in roots or shapes]
    if len(listed) > 4:
        return f"{', '.join(listed[:3])} and {len(listed) - 3} more models."
    if not roots:
        return "Models of one operation."
    if len(listed) == 1:
        return f"The model {listed[0]}."
    return f"The models {', '.join(listed[:-1])} and {listed[-1]}."


def package_file(
    modules: dict[str, list[Shape]], names: Names, header: Code
) -> FilePlan:
    """`models/__init__.py`: each name of each module, imported when it is used."""
    entries = [
        (stem, sorted(names.types[shape.id] for shape in shapes))
        for stem, shapes in modules.items()
    ]
    imports, table = lazy_table(entries)
    view = PackageView(
        header=header,
        docstring=code('"""Models of the API, each imported when it is first used."""'),
        imports=imports,
        table=table,
    )
    return FilePlan("models/__init__.py", _PACKAGE, view)
