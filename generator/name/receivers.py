"""Names of webhooks and callbacks: what a receiver of them implements."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from . import reserved
from .arguments import name_arguments
from .checks import parameter_validators, request_validators, response_validators
from .names import OperationName, ResourceName
from .scope import Scope
from .words import snake

if TYPE_CHECKING:
    from ..ir import Api, Id, Operation


def receiver_handlers(api: Api) -> dict[Id, str]:
    """The method that receives each webhook and each callback.

    Those of operations are a matter of their own, so that a webhook renames none.
    """
    callers = {item.id: item for item in (*api.operations, *api.webhooks)}
    found: dict[Id, str] = {}
    for group in (api.webhooks, api.callbacks):
        scope = Scope()
        for operation in sorted(group, key=lambda item: item.id):
            wanted = snake(operation.operation_id or operation.path, "receive")
            method = snake(f"{wanted} {operation.method}", "receive")
            caller = callers.get(operation.caller)
            words = [caller.operation_id or caller.path] if caller else []
            longer = snake(" ".join([*words, wanted]), "receive")
            found[operation.id] = scope.take(operation.id, wanted, longer, method)
    return found


def name_receivers(
    api: Api,
    handlers: Mapping[Id, str],
    resources: Iterable[ResourceName],
    attributes: Mapping[Id, Mapping[str, str]],
    types: Scope,
) -> dict[Id, OperationName]:
    """The names of webhooks and callbacks, which are a resource each.

    `attributes` are those of each record.
    """
    modules = Scope(reserved.MODULES)
    for resource in resources:
        modules.pin(resource.module)
    found: dict[Id, OperationName] = {}
    for word, group in (("webhooks", api.webhooks), ("callbacks", api.callbacks)):
        own = _resource(word, types, modules) if group else None
        functions = Scope()
        for operation in group if own else ():
            assert own is not None
            found[operation.id] = _operation(
                api, operation, own, handlers[operation.id], attributes, functions
            )
    return found


def _resource(word: str, types: Scope, modules: Scope) -> ResourceName:
    stem = word.removesuffix("s").capitalize()
    family = next(
        name
        for name in (stem, f"Api{stem}", f"Api{stem}2", f"Api{stem}3")
        if f"{name}Handlers" not in types and f"Unimplemented{name}" not in types
    )
    types.pin(f"{family}Handlers")
    types.pin(f"Unimplemented{family}")
    module = modules.take(word, word, f"api_{word}")
    return ResourceName(
        word,
        word,
        attribute=module,
        class_name=family,
        module=module,
        argument=word,
        source="sender",
    )


def _operation(
    api: Api,
    operation: Operation,
    resource: ResourceName,
    handler: str,
    attributes: Mapping[Id, Mapping[str, str]],
    functions: Scope,
) -> OperationName:
    parameters, fields = name_arguments(api, operation, attributes, {})
    return OperationName(
        resource,
        method=handler,
        handler=handler,
        constant=handler.upper(),
        params_type="",
        form_params={},
        parameters=parameters,
        body_fields=fields,
        request_validators=request_validators(api, operation, handler, functions),
        parameter_validators=parameter_validators(parameters, handler, functions),
        response_validators=response_validators(operation, handler, functions),
    )
