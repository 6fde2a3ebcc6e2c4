"""Plans the files of the models with the types that datamodel-code-generator makes."""

from __future__ import annotations

import re
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from ...diagnostics import Fatal, diagnostic, report
from ...ir import Record
from ...values import dataclass
from ..files import FilePlan, Later
from ..models.order import ordered
from ..models.plan import MODULE, by_module, module_docstring, package_file
from ..models.views import DefinitionView, ModuleView
from ..python.imports import Imports
from ..python.literals import file_header
from ..python.one_way import OneWay
from ..python.types import Annotator
from . import dmcg
from .definitions import Definitions, Spot
from .expressions import Expressions
from .keys import Keys
from .kinds import KINDS, MSGSPEC, PYDANTIC
from .projection import Projection
from .reading import read
from .structs import Structs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...diagnostics import Sink
    from ...ir import Api, Shape
    from ...name import Names
    from ..options import Recall, TargetOptions
    from .kinds import Kind
    from .reading import Emitted

_RUNTIME = ".._runtime.model"
_STAND_IN = re.compile(r"\b([CN]\d+z|[fps]\d+)\b", re.ASCII)


@dataclass(frozen=True, slots=True)
class Engine:
    """The target `models` with another engine.

    `kind_name` is a key of `KINDS`; `recall` may know what the tool made of the same
    before.
    """

    kind_name: str
    recall: Recall

    def runtime(self, api: Api) -> tuple[str, ...]:
        """The modules of the runtime that the models import."""
        return ("drift.py", "model.py") if self.kind_name == PYDANTIC.name else ()

    def plan(
        self, api: Api, names: Names, options: TargetOptions, sink: Sink
    ) -> tuple[FilePlan, ...]:
        """The same files as our own engine plans.

        Raises Fatal when the tool cannot be used (E034) or fails (E370).
        """
        return _Run(self, api, names, options, sink).plan()


class _Run:
    """One run of the tool."""

    def __init__(
        self,
        engine: Engine,
        api: Api,
        names: Names,
        options: TargetOptions,
        sink: Sink,
    ) -> None:
        self._kind: Kind = KINDS[engine.kind_name]
        self._recall = engine.recall
        self._header = file_header(options.source_name)
        self._sink = sink
        self._keys = Keys()
        self._annotator = Annotator(api, names)
        self._one_way = OneWay(api)

    def plan(self) -> tuple[FilePlan, ...]:
        modules = by_module(self._annotator)
        with self._blamed():
            definitions = self._definitions(modules)
        files = [package_file(modules, self._annotator.names, self._header)]
        for stem, shapes in modules.items():
            view = Later(partial(self._module, stem, shapes, definitions))
            files.append(FilePlan(f"models/{stem}.py", MODULE, view))
        return tuple(files)

    @contextmanager
    def _blamed(self) -> Iterator[None]:
        """Raise what goes wrong with the tool as Fatal."""
        try:
            yield
        except dmcg.ToolError as error:
            reason = self._plain(str(error))
            raise Fatal(diagnostic("E370", reason=reason)) from error

    def _definitions(self, modules: dict[str, list[Shape]]) -> Definitions:
        try:
            dmcg.version()
        except dmcg.ToolError as error:
            wanted = dmcg.requirement()
            raise Fatal(diagnostic("E034", reason=str(error), wanted=wanted)) from error
        emitted = self._emitted(modules)
        nothing = (_RUNTIME, "Nothing")
        if self._kind is not PYDANTIC:
            nothing = ("typing", "Any" if self._kind is MSGSPEC else "Never")
        expressions = Expressions(emitted, self._keys, self._annotator, nothing)
        return Definitions(
            self._kind,
            emitted,
            self._keys,
            expressions,
            self._annotator,
            (_RUNTIME, "Model"),
        )

    def _emitted(self, modules: dict[str, list[Shape]]) -> Emitted:
        """What the tool makes of the shapes of all modules."""
        structs = Structs(self._annotator) if self._kind is MSGSPEC else None
        if structs is not None:
            structs.report(self._sink)
        projection = Projection(
            self._annotator, self._one_way, self._kind, self._keys, structs
        )
        document = projection.document(
            shape for shapes in modules.values() for shape in shapes
        )
        emission = dmcg.emit(document, self._kind, self._keys.aliases, self._recall)
        for text in emission.warnings:
            report(self._sink, "W371", text=self._plain(text))
        return read(emission.text)

    def _module(self, stem: str, shapes: list[Shape], made: Definitions) -> ModuleView:
        imports = Imports()
        pending = {shape.id for shape in shapes}
        definitions: list[DefinitionView] = []
        for shape, is_forward in ordered(shapes, self._annotator):
            place = Spot(
                stem=stem,
                imports=imports,
                pending=frozenset(pending),
                after_class=bool(definitions) and definitions[-1].is_class,
            )
            with self._blamed():
                if isinstance(shape, Record):
                    definitions.append(made.record(shape, place))
                else:
                    definitions.append(made.alias(shape, place, is_forward))
            pending.discard(shape.id)
        return ModuleView(
            header=self._header,
            docstring=module_docstring(shapes, self._annotator),
            imports=imports.render(),
            definitions=tuple(definitions),
        )

    def _plain(self, text: str) -> str:
        """A text of the tool's with the document's names instead of stand-ins."""

        def real(match: re.Match[str]) -> str:
            key = match[0]
            if key in self._keys.types:
                return self._annotator.names.types[self._keys.types[key]]
            if key in self._keys.properties:
                return self._keys.properties[key].wire
            return self._keys.values.get(key, key)

        return _STAND_IN.sub(real, text)
