"""Methods that give responses before their bodies: a class for each class of a resource."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..python.code import code
from ..python.imports import Imports
from ..python.layout import Atom, call, fit, subscript
from ..python.literals import docstring, ident
from .calls import params_names
from .methods import ASYNC, SYNC, Methods, Shared
from .resources import class_name, method_names, streamed_class
from .views import WrapperClassView, WrapperView

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...ir import Operation
    from ...name import ResourceName
    from ..python.code import Code
    from ..python.layout import Expr
    from ..python.types import Annotator
    from .calls import Plan, Plans
    from .methods import Flavour


def streamed_view(
    resource: ResourceName,
    operations: Sequence[Operation],
    known: Plans,
    header: Code,
) -> WrapperView:
    """The module with the methods of a resource that give responses before their bodies.

    A method is made of that of the resource, which type checkers follow, overloads and
    all. Those that they cannot follow are written out: what is deprecated, as naming it
    is a use of it, and overloads that give pages.
    """
    imports = Imports(up=1)
    plans = known.of(operations)
    shared = Shared()
    classes = [
        _class(resource, plans, known.annotator, imports, flavour, shared)
        for flavour in (SYNC, ASYNC)
    ]
    return WrapperView(
        header=header,
        docstring=docstring(
            f"Operations {resource.group}, their bodies read piece by piece.", 0
        ),
        imports=imports.render(),
        classes=tuple(classes),
    )


def _class(
    resource: ResourceName,
    plans: Sequence[Plan],
    annotator: Annotator,
    imports: Imports,
    flavour: Flavour,
    shared: Shared,
) -> WrapperClassView:
    transport = "AsyncStreamedTransport" if flavour.is_async else "StreamedTransport"
    imports.add(_source(flavour), transport)
    own = class_name(resource, flavour)
    written = _StreamedMethods(
        annotator, imports, flavour, method_names(plans), shared, resource
    )
    wrapped: list[Code] = []
    views = []
    for plan in plans:
        paged = plan.operation.pagination is not None
        if plan.operation.deprecated or (paged and plan.has_overloads):
            views += written.views(plan)
        else:
            wrapped += [_wrapped(flavour, method) for method in plan.methods]
    if wrapped:
        imports.add(_source(flavour), str(_func(flavour)))
        imports.add(f".{resource.module}", str(own))
    return WrapperClassView(
        name=streamed_class(resource, flavour),
        docstring=docstring(
            f"The operations of `{own}`, with responses before their bodies.", 4
        ),
        transport=ident(transport),
        resource=own,
        has_wrapped=bool(wrapped),
        wrapped=tuple(wrapped),
        has_methods=bool(views),
        methods=tuple(views),
    )


def _source(flavour: Flavour) -> str:
    """The module of the runtime for a flavour."""
    name = "async_streamed" if flavour.is_async else "streamed"
    return f".._runtime.{name}"


def _func(flavour: Flavour) -> Code:
    return code("streamed_async") if flavour.is_async else code("streamed")


def _wrapped(flavour: Flavour, method: str) -> Code:
    """The statement that makes a method of that of the resource."""
    made = call(_func(flavour), [Atom(code("plain.{}", ident(method)))])
    return fit(made, 8, code("self.{} = ", ident(method)))


class _StreamedMethods(Methods):
    """Writes methods out that give responses before their bodies."""

    def __init__(
        self,
        annotator: Annotator,
        imports: Imports,
        flavour: Flavour,
        shadowed: frozenset[str],
        shared: Shared,
        resource: ResourceName,
    ) -> None:
        super().__init__(annotator, imports, flavour, shadowed, shared)
        self._resource = resource

    def _whole_type(self, plan: Plan) -> Expr:
        pages = plan.operation.pagination
        if pages is None:
            return self._open(self._result_type(plan))
        return self._open(self._page_type(plan, pages, self._page_class()))

    def _page_class(self) -> Code:
        return code("AsyncPage") if self.flavour.is_async else code("Page")

    def _is_async(self, plan: Plan) -> bool:
        """No method is a coroutine: `async with` makes the call."""
        return False

    def _stream_type(self, plan: Plan) -> Expr:
        return self._open(super()._stream_type(plan))

    def _open(self, result: Expr) -> Expr:
        name = "Opening" if self.flavour.is_async else "StreamedResponse"
        self.imports.add(_source(self.flavour), name)
        return subscript(ident(name), [result])

    def _call(self, plan: Plan, streams: bool) -> tuple[Code, list[Expr]]:
        source = f".{self._resource.module}"
        self.imports.add("typing", "Unpack")
        self.imports.add(".._runtime.options", "RequestOptions")
        self.imports.add(source, plan.names.constant)
        for params in params_names(plan):
            self.imports.add(source, params)
        if plan.operation.pagination is not None:
            return code("{}.opened", self._page_class()), []
        func = "opened_stream" if streams else "opened"
        return code("self._transport.{}", ident(func)), []
