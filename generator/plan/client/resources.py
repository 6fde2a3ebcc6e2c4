"""The module of a resource: constants, parameter types, and the class twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..python.code import code
from ..python.groups import tag_text
from ..python.imports import Imports
from ..python.layout import Atom, assignment, call, fit
from ..python.literals import docstring, ident
from ..python.signatures import Param, Signature, signature
from .calls import params_views
from .constants import operation_expr
from .methods import ASYNC, SYNC, Methods, Shared
from .pages import constant
from .views import ParamsView, PropertyView, ResourceClassView, ResourceView

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ...ir import Api, Operation
    from ...name import ResourceName
    from ..python.code import Code
    from .calls import Plan, Plans
    from .methods import Flavour
    from .security import Alternatives


def resource_view(
    resource: ResourceName,
    operations: Sequence[Operation],
    known: Plans,
    usual_security: Alternatives,
    header: Code,
) -> ResourceView:
    """The module of a resource with all its operations in both flavours."""
    annotator = known.annotator
    imports = Imports()
    imports.add("functools", "cached_property")
    imports.add("typing", "Unpack")
    imports.add(".._runtime.options", "RequestOptions")
    imports.add(".._runtime.transport", "Transport")
    imports.add(".._runtime.async_transport", "AsyncTransport")
    plans = known.of(operations)
    constants: list[Code] = []
    params: list[ParamsView] = []
    for plan in plans:
        facts = operation_expr(
            plan.operation,
            plan.groups,
            plan.answers,
            plan.checks,
            plan.strips,
            usual_security,
            annotator,
            imports,
        )
        name = constant(plan, annotator, imports)
        constants.append(assignment(name, facts, 0))
        params += params_views(plan, annotator, imports, resource.class_name)
    text = resource_text(resource, annotator.api)
    shadowed = method_names(plans)
    classes = []
    shared = Shared()
    for flavour in (SYNC, ASYNC):
        methods = Methods(annotator, imports, flavour, shadowed, shared)
        views = [view for plan in plans for view in methods.views(plan)]
        classes.append(
            ResourceClassView(
                name=class_name(resource, flavour),
                transport=(
                    code("AsyncTransport") if flavour.is_async else code("Transport")
                ),
                docstring=docstring(text, 4),
                wrappers=_wrappers(resource, flavour, imports),
                methods=tuple(views),
            )
        )
    return ResourceView(
        header=header,
        docstring=docstring(f"Operations {resource.group}.", 0),
        imports=imports.render(),
        constants=tuple(constants),
        params=tuple(params),
        classes=tuple(classes),
    )


def raw_class(resource: ResourceName, flavour: Flavour) -> Code:
    """The class of a resource whose methods give whole responses."""
    return code("{}WithRawResponse", class_name(resource, flavour))


def streamed_class(resource: ResourceName, flavour: Flavour) -> Code:
    """The class of a resource whose methods give responses before their bodies."""
    return code("{}WithStreamingResponse", class_name(resource, flavour))


def class_name(resource: ResourceName, flavour: Flavour) -> Code:
    """The class of a resource in a flavour."""
    name = ident(resource.class_name)
    return code("Async{}", name) if flavour.is_async else name


def getter(name: Code, result: Code) -> Code:
    """The signature of a property of a class that gives an object of `result`."""
    found = Signature(name, (Param(code("self")),), returns=Atom(result))
    return signature(found, 4)


def made_with(name: Code, argument: Code) -> Code:
    """The statement of a property that returns `name(argument)`."""
    return fit(call(name, [Atom(argument)]), 8, code("return "))


def method_names(plans: Iterable[Plan]) -> frozenset[str]:
    """The methods of a resource, which hide types of the same name within its class."""
    return frozenset(
        name for plan in plans for name in (plan.names.method, plan.names.stream_method)
    )


def _wrappers(
    resource: ResourceName, flavour: Flavour, imports: Imports
) -> tuple[PropertyView, ...]:
    """The same operations with responses in place of results."""
    return (
        _wrapper(
            code("with_raw_response"),
            "The same operations, each with its whole response: status and headers.",
            raw_class(resource, flavour),
            f".raw.{resource.module}",
            code("self._transport.raw"),
            imports,
        ),
        _wrapper(
            code("with_streaming_response"),
            "The same operations, for `with`: each with its response before the body.",
            streamed_class(resource, flavour),
            f".streamed.{resource.module}",
            code("self._transport.streamed"),
            imports,
        ),
    )


def _wrapper(
    attribute: Code,
    text: str,
    name: Code,
    source: str,
    transport: Code,
    imports: Imports,
) -> PropertyView:
    """A property with an object of a class, which is imported where it is first used."""
    imports.type_checking.add(source, str(name))
    loading = Imports(future=False)
    loading.add(source, str(name))
    return PropertyView(
        signature=getter(attribute, name),
        docstring=docstring(text, 8),
        load=loading.render_at(8),
        result=made_with(name, transport),
    )


def resource_text(resource: ResourceName, api: Api) -> str:
    """What the document says about the tag of a resource."""
    return tag_text(resource.tag, api) or f"Operations {resource.group}."
