"""Methods that give whole responses: a class for each class of a resource."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...ir import Named, TypeUse
from ..python.code import code
from ..python.imports import Imports
from ..python.layout import Atom, call, call_of, dict_display, fit, subscript, union
from ..python.literals import docstring, ident, lit
from .calls import params_names
from .methods import ASYNC, SYNC, Methods, Shared
from .resources import class_name, method_names, raw_class
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

_NONE = Atom(code("None"))


def raw_view(
    resource: ResourceName,
    operations: Sequence[Operation],
    known: Plans,
    header: Code,
) -> WrapperView:
    """The module with the methods of a resource that give whole responses.

    A method is made of that of the resource, which type checkers follow. Those that they
    cannot follow, with overloads or deprecated, are written out.
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
        docstring=docstring(f"Whole responses of the operations {resource.group}.", 0),
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
    transport = "AsyncRawTransport" if flavour.is_async else "RawTransport"
    imports.add(".._runtime.raw", transport)
    own = class_name(resource, flavour)
    written = _RawMethods(
        annotator, imports, flavour, method_names(plans), shared, resource
    )
    wrapped: list[Code] = []
    views = []
    for plan in plans:
        if plan.has_overloads or plan.operation.deprecated:
            views += written.views(plan)
        else:
            wrapped += [written.wrapped(plan, method) for method in plan.methods]
    if wrapped:
        imports.add(f".{resource.module}", str(own))
    return WrapperClassView(
        name=raw_class(resource, flavour),
        docstring=docstring(f"The operations of `{own}`, with whole responses.", 4),
        transport=ident(transport),
        resource=own,
        has_wrapped=bool(wrapped),
        wrapped=tuple(wrapped),
        has_methods=bool(views),
        methods=tuple(views),
    )


class _RawMethods(Methods):
    """Writes methods out that give whole responses."""

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

    def wrapped(self, plan: Plan, method: str) -> Code:
        """The statement that makes a method of that of the resource."""
        func = "raw_async" if self.flavour.is_async else "raw"
        self.imports.add(".._runtime.raw", func)
        given: list[Expr] = [Atom(code("plain.{}", ident(method)))]
        headers = self._headers(plan, frozenset())
        if headers is not None:
            given.append(headers)
        made = call(ident(func), given)
        return fit(made, 8, code("self.{} = ", ident(method)))

    def _whole_type(self, plan: Plan) -> Expr:
        pages = plan.operation.pagination
        if pages is None:
            return self._raw(plan, super()._whole_type(plan))
        return self._raw(plan, self._page_type(plan, pages, self._page_class()))

    def _page_class(self) -> Code:
        return code("AsyncPage") if self.flavour.is_async else code("Page")

    def _is_async(self, plan: Plan) -> bool:
        return self.flavour.is_async

    def _stream_type(self, plan: Plan) -> Expr:
        return self._raw(plan, super()._stream_type(plan))

    def _raw(self, plan: Plan, result: Expr) -> Expr:
        self.imports.add(".._runtime.raw", "RawResponse")
        headers = self._headers_type(plan, self.shadowed)
        return subscript(code("RawResponse"), [result, headers])

    def _call(self, plan: Plan, streams: bool) -> tuple[Code, list[Expr]]:
        source = f".{self._resource.module}"
        self.imports.add("typing", "Unpack")
        self.imports.add(".._runtime.options", "RequestOptions")
        self.imports.add(source, plan.names.constant)
        for params in params_names(plan):
            self.imports.add(source, params)
        func = "answer_stream" if streams else "answer"
        shadowed = frozenset(item.name for item in plan.arguments)
        headers = self._headers(plan, shadowed)
        if headers is None:
            self.imports.add("types", "NoneType")
            headers = Atom(code("NoneType"))
        if plan.operation.pagination is not None:
            return code("{}.answer", self._page_class()), [headers]
        return code("self._transport.{}", ident(func)), [headers]

    def _headers_type(self, plan: Plan, shadowed: frozenset[str]) -> Expr:
        """The type of the headers that the document describes."""
        found = [self._record(shape, shadowed) for _, shape in plan.answers.headers]
        known = [kind for kind in found if kind is not None]
        if not known:
            return _NONE
        return union([*known, *([_NONE] if len(known) < len(found) else [])])

    def _headers(self, plan: Plan, shadowed: frozenset[str]) -> Expr | None:
        """The record of the headers as a value, or one for each status."""
        pairs = [
            (status, self._record(shape, shadowed))
            for status, shape in plan.answers.headers
        ]
        if all(kind is None for _, kind in pairs):
            return None
        if len({kind.flat if kind else "" for _, kind in pairs}) == 1:
            return pairs[0][1]
        self.imports.add(".._runtime.headers", "HeadersByStatus")
        generic = subscript(
            code("HeadersByStatus"), [self._headers_type(plan, shadowed)]
        )
        members = {lit(status): kind or _NONE for status, kind in pairs}
        return call_of(generic, [dict_display(members.items())])

    def _record(self, shape: str | None, shadowed: frozenset[str]) -> Expr | None:
        if shape is None:
            return None
        use = TypeUse(Named(shape))
        return self.annotator.annotation(use, self.imports, shadowed=shadowed)
