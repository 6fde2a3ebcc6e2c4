"""Names of operations: handlers, methods and what goes with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..ir import Api, Id, Operation
from . import reserved
from .arguments import form_types, name_arguments, params_types
from .calls import (
    operation_text,
    own_id,
    path_contexts,
    rest_contexts,
)
from .checks import (
    exchange_validator,
    header_validators,
    parameter_validators,
    request_validators,
    response_validators,
)
from .memory import Past, form_key
from .names import OperationName, ResourceName
from .scope import Scope
from .short import gives_many, method_names, method_rank, replaced_paths
from .twice import as_called, repeated, titles
from .words import snake


def handler_names(api: Api, past: Past) -> dict[Id, str]:
    """The long name of each operation, unique in the API.

    An id that already is the name comes first, so that it keeps it; what has the id of
    another operation comes behind that one.
    """
    later = repeated(api.operations)
    operations = as_called(api.operations)
    texts = {item.id: operation_text(item) for item in operations}
    candidates: dict[Id, tuple[str, ...]] = {}
    for operation in sorted(
        operations,
        key=lambda item: (
            item.id in later,
            snake(texts[item.id], "call") != item.operation_id,
            item.id,
        ),
    ):
        method = operation.method.lower()
        found = [texts[operation.id], *_contexts(operation, texts[operation.id])]
        candidates[operation.id] = tuple(snake(text, method) for text in found)
    return Scope().assign(candidates, past.of_operations("handler"))


def _contexts(operation: Operation, text: str) -> tuple[str, ...]:
    """Longer texts for an operation whose own text is gone."""
    if not own_id(operation):
        return rest_contexts(operation)
    if text != operation.operation_id:
        return (operation.operation_id, *path_contexts(operation, text))
    return path_contexts(operation, text)


def name_operations(
    api: Api,
    handlers: Mapping[Id, str],
    resources: Mapping[Id, ResourceName],
    attributes: Mapping[Id, Mapping[str, str]],
    past: Past,
    types: Scope,
    kept: Mapping[Id, str],
) -> dict[Id, OperationName]:
    """Every identifier of every operation.

    `resources` is by operation, `attributes` by record; `kept` are the names of
    types of arguments that are in the scope `types` already.
    """
    operations = sorted(api.operations, key=lambda item: item.id)
    methods, streams = _methods(api, handlers, resources, past)
    params = _params(operations, handlers, resources, methods)
    classes = types.fill(params, kept)
    constants = past.of_operations("constant")
    functions: dict[str, Scope] = {}
    title_of = titles(api)
    found: dict[Id, OperationName] = {}
    for operation in operations:
        own = operation.id
        resource, handler = resources[own], handlers[own]
        scope = functions.setdefault(resource.key, Scope())
        parameters, fields = name_arguments(
            api, operation, attributes, past.arguments.get(own, {})
        )
        media = (
            [item.media for item in operation.body.contents] if operation.body else []
        )
        keys = {one: form_key(own, one) for one in media}
        found[own] = OperationName(
            resource,
            method=methods[own],
            handler=handler,
            constant=constants.get(own) or _constant(methods[own], types),
            params_type=classes[own],
            form_params={
                one: classes[key] for one, key in keys.items() if key in classes
            },
            parameters=parameters,
            body_fields=fields,
            request_validators=request_validators(api, operation, handler, scope),
            parameter_validators=parameter_validators(parameters, handler, scope),
            response_validators=response_validators(operation, handler, scope),
            header_validators=header_validators(operation, handler, scope),
            stream_method=streams.get(own, ""),
            exchange_validator=exchange_validator(operation, handler, scope),
            title=title_of[own],
        )
    return found


def _params(
    operations: list[Operation],
    handlers: Mapping[Id, str],
    resources: Mapping[Id, ResourceName],
    methods: Mapping[Id, str],
) -> dict[str, Sequence[str]]:
    """What to call the types of arguments, by operation, and by `form_key` for its forms."""
    plain = {
        item.id: params_types(resources[item.id], methods[item.id], handlers[item.id])
        for item in operations
    }
    found: dict[str, Sequence[str]] = {**plain}
    for operation in operations:
        for media, names in sorted(form_types(operation, plain[operation.id]).items()):
            found[form_key(operation.id, media)] = names
    return found


def _methods(
    api: Api,
    handlers: Mapping[Id, str],
    resources: Mapping[Id, ResourceName],
    past: Past,
) -> tuple[dict[Id, str], dict[Id, str]]:
    """The method of each operation, and the second one of those that may need it."""
    members: dict[str, list[Operation]] = {}
    for operation in as_called(api.operations):
        members.setdefault(resources[operation.id].key, []).append(operation)
    later = repeated(api.operations)
    patched = replaced_paths(api.operations)
    methods: dict[Id, str] = {}
    streams: dict[Id, str] = {}
    for own in members.values():
        scope = Scope(reserved.METHODS)
        kept = scope.keep((item.id for item in own), past.of_operations("method"))
        candidates = {
            item.id: method_names(
                item,
                resources[item.id],
                handlers[item.id],
                gives_many=item.method == "GET" and gives_many(api, item),
                replaces=item.method == "PUT" and item.path in patched,
            )
            for item in own
        }
        ranks = {
            item.id: (
                item.id in later,
                candidates[item.id][0] != handlers[item.id],
                *method_rank(item, resources[item.id]),
                item.id,
            )
            for item in own
        }
        candidates = {id: candidates[id] for id in sorted(ranks, key=ranks.__getitem__)}
        twins = [item.id for item in own if _may_stream(item)]
        twins_kept = scope.keep(twins, past.of_operations("stream"))
        methods.update(scope.fill(candidates, kept))
        names = {id: f"{methods[id].rstrip('_')}_stream" for id in twins}
        options = {id: (name, f"{name}_") for id, name in names.items()}
        streams.update(scope.fill(options, twins_kept))
    return methods, streams


def _may_stream(operation: Operation) -> bool:
    """Whether an operation answers with a stream, but not always."""
    answers = operation.responses
    return any(item.stream for item in answers) and any(
        item.contents or item.stream is None for item in answers
    )


def _constant(method: str, types: Scope) -> str:
    """The constant of an operation's facts, which stands among classes: `A` may be one."""
    name = method.strip("_").upper()
    return f"{name}_" if types.spells(name) else name
