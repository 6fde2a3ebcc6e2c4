"""Names of webhooks and callbacks: what a receiver of them implements."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from . import reserved
from .arguments import name_arguments
from .checks import (
    exchange_validator,
    header_validators,
    parameter_validators,
    request_validators,
    response_validators,
)
from .memory import Past
from .names import OperationName, ResourceName
from .scope import Scope
from .twice import repeated, titles
from .words import pascal, snake

if TYPE_CHECKING:
    from ..ir import Api, Id, Operation


SENDERS = ("webhooks", "callbacks")


def kept_by_senders(api: Api, past: Past, what: str) -> dict[str, str]:
    """The `class` or `module` that the receivers of webhooks and callbacks had."""
    groups = zip(SENDERS, (api.webhooks, api.callbacks), strict=True)
    found = {word: past.of_sender(word, what) for word, group in groups if group}
    return {word: name for word, name in found.items() if name.isidentifier()}


READERS: dict[str, tuple[str, ...]] = {
    "reader": ("Webhooks", "ApiWebhooks", "ReceivedWebhooks"),
    "event": ("WebhookEvent", "AnyWebhookEvent", "ReceivedWebhookEvent"),
}
"""What reads webhooks, and the type of what any of them brings: names to choose from."""


def name_readers(api: Api, past: Past, types: Scope) -> dict[str, str]:
    """Names of what reads webhooks, by the keys of `READERS`."""
    count = sum(operation.body is not None for operation in api.webhooks)
    wanted = [what for what in READERS if count > (what == "event")]
    kept = kept_readers(past)
    return types.fill({what: READERS[what] for what in wanted}, kept)


def kept_readers(past: Past) -> dict[str, str]:
    """The names that what reads webhooks had."""
    found = {what: past.of_sender("webhooks", what) for what in READERS}
    return {what: name for what, name in found.items() if name.isidentifier()}


def receiver_handlers(api: Api, past: Past) -> dict[Id, str]:
    """The method that receives each webhook and each callback.

    Those of operations are a matter of their own, so that a webhook renames none.
    """
    callers = {item.id: item for item in (*api.operations, *api.webhooks)}
    found: dict[Id, str] = {}
    for group in (api.webhooks, api.callbacks):
        candidates: dict[Id, tuple[str, ...]] = {}
        later = repeated(group)
        for operation in sorted(group, key=lambda item: (item.id in later, item.id)):
            wanted = snake(operation.operation_id or operation.path, "receive")
            method = snake(f"{wanted} {operation.method}", "receive")
            caller = callers.get(operation.caller)
            words = [caller.operation_id or caller.path] if caller else []
            longer = snake(" ".join([*words, wanted]), "receive")
            candidates[operation.id] = (wanted, longer, method)
        found.update(Scope().assign(candidates, past.of_operations("handler")))
    return found


def name_receivers(
    api: Api,
    handlers: Mapping[Id, str],
    resources: Iterable[ResourceName],
    attributes: Mapping[Id, Mapping[str, str]],
    past: Past,
    types: Scope,
) -> dict[Id, OperationName]:
    """The names of webhooks and callbacks, which are a resource each.

    `attributes` are those of each record.
    """
    modules = Scope(reserved.MODULES)
    for resource in resources:
        modules.pin(resource.module)
        modules.pin(resource.attribute)
    found: dict[Id, OperationName] = {}
    classes = kept_by_senders(api, past, "class")
    homes = kept_by_senders(api, past, "module")
    for word, group in zip(SENDERS, (api.webhooks, api.callbacks), strict=True):
        if not group:
            continue
        module = modules.fill({word: (word, f"api_{word}")}, homes)[word]
        family = classes.get(word) or _family(word, types)
        own = ResourceName(
            word,
            word,
            attribute=module,
            class_name=family,
            module=module,
            argument=word,
            source="sender",
        )
        functions = Scope()
        for operation in group:
            arguments = name_arguments(
                api, operation, attributes, past.arguments.get(operation.id, {})
            )
            handler = handlers[operation.id]
            found[operation.id] = _operation(
                api, operation, own, handler, arguments, functions
            )
    title_of = titles(api)
    found = {id: replace(own, title=title_of[id]) for id, own in found.items()}
    for id, record in _headers_types(api, handlers, past, types).items():
        found[id] = replace(found[id], headers_type=record)
    return found


def _headers_types(
    api: Api, handlers: Mapping[Id, str], past: Past, types: Scope
) -> dict[Id, str]:
    """The class of the headers of each webhook that has some besides its body."""
    candidates = {
        operation.id: (
            pascal(f"{handlers[operation.id]} headers", "Webhook"),
            pascal(f"{handlers[operation.id]} webhook headers", "Webhook"),
        )
        for operation in sorted(api.webhooks, key=lambda item: item.id)
        if operation.body is not None
        and any(parameter.place == "header" for parameter in operation.parameters)
    }
    return types.fill(candidates, past.of_operations("headers"))


def _family(word: str, types: Scope) -> str:
    """What the classes of the receivers begin with."""
    stem = word.removesuffix("s").capitalize()
    family = next(
        name
        for name in (stem, f"Api{stem}", f"Api{stem}2", f"Api{stem}3")
        if f"{name}Handlers" not in types and f"Unimplemented{name}" not in types
    )
    types.pin(f"{family}Handlers")
    types.pin(f"Unimplemented{family}")
    return family


def _operation(
    api: Api,
    operation: Operation,
    resource: ResourceName,
    handler: str,
    arguments: tuple[Mapping[tuple[str, str], str], Mapping[str, str]],
    functions: Scope,
) -> OperationName:
    parameters, fields = arguments
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
        header_validators=header_validators(operation, handler, functions),
        exchange_validator=exchange_validator(operation, handler, functions),
    )
