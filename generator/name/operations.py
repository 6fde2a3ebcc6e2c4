"""Names of resources and operations."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..ir import Api, Named, Operation, Record
from . import reserved
from .names import UNGROUPED, OperationName, ResourceName
from .scope import Scope
from .types import field_names
from .words import pascal, singular, snake, words

_VERSION = re.compile(r"v\d+(\.\d+)*|api|rest")


def handler_names(api: Api, pinned: Mapping[str, str]) -> dict[str, str]:
    """The long name of each operation and webhook, unique in the API."""
    scope = Scope()
    operations = sorted((*api.operations, *api.webhooks), key=lambda item: item.id)
    names: dict[str, str] = {}
    for operation in operations:
        name = pinned.get(operation.id, "")
        if name.isidentifier() and scope.pin(name):
            names[operation.id] = name
    for operation in operations:
        if operation.id not in names:
            wanted = snake(operation_text(operation), operation.method.lower())
            context = snake(f"{wanted} {operation.method}", "call")
            names[operation.id] = scope.take(operation.id, wanted, context)
    return names


def operation_text(operation: Operation) -> str:
    """What an operation is called: its id, else its method and path in words."""
    if operation.operation_id:
        return operation.operation_id
    steps = [
        f"by {segment.text}" if segment.is_parameter else segment.text
        for segment in operation.segments
    ]
    return " ".join([operation.method.lower(), *steps])


def resource_text(operation: Operation) -> str:
    """What groups an operation: its first tag, else the first telling path segment."""
    for tag in operation.tags:
        if words(tag):
            return tag
    for step in operation.path.partition("?")[0].split("/"):
        is_telling = "{" not in step and not _VERSION.fullmatch(step.lower())
        if is_telling and words(step):
            return step
    return UNGROUPED


def name_resources(
    api: Api, types: Scope
) -> tuple[tuple[ResourceName, ...], dict[str, ResourceName]]:
    """The resources in the order of their attributes, and that of each operation's id."""
    texts: dict[str, str] = {}
    tags: dict[str, str] = {}
    members: dict[str, list[str]] = {}
    for operation in sorted(api.operations, key=lambda item: item.id):
        text = resource_text(operation)
        key = "_".join(words(text)).casefold()
        texts.setdefault(key, text)
        if text in operation.tags:
            tags.setdefault(key, text)
        members.setdefault(key, []).append(operation.id)
    attributes = Scope(reserved.RESOURCES)
    modules = Scope(reserved.MODULES)
    found: list[ResourceName] = []
    of_operation: dict[str, ResourceName] = {}
    for key in sorted(texts):
        text = tags.get(key, texts[key])
        wanted, class_wanted = snake(text, "tag"), pascal(text, "Tag")
        name = ResourceName(
            text,
            attribute=attributes.take(key, wanted, f"{wanted}_"),
            class_name=_class_name(types, key, class_wanted),
            module=modules.take(key, wanted, f"{wanted}_"),
            is_tag=key in tags,
        )
        found.append(name)
        of_operation.update(dict.fromkeys(members[key], name))
    return tuple(found), of_operation


def _class_name(types: Scope, key: str, wanted: str) -> str:
    """A class name whose companions (`AsyncX`, `XHandlers`) are free as well."""
    for name in (wanted, f"{wanted}Resource", f"{wanted}Resource2"):
        family = (name, f"Async{name}", f"{name}Handlers", f"Unimplemented{name}")
        if not any(member in types for member in family):
            for member in family:
                types.pin(member)
            return name
    return types.take(key, f"{wanted}Operations")


def short_name(operation: Operation, resource: ResourceName) -> str:
    """The method of an operation within its resource.

    The words of the resource are left out where something remains to call it by:
    `createCompletion` of `Completions` is `create`.
    """
    own = list(words(operation_text(operation)))
    group = [singular(word) for word in words(resource.tag)]
    lowered = [singular(word) for word in own]
    for start in range(len(own) - len(group) + 1):
        if group and lowered[start : start + len(group)] == group:
            rest = own[:start] + own[start + len(group) :]
            if rest and not rest[0].isdigit():
                return snake(" ".join(rest), "call")
    return snake(" ".join(own), operation.method.lower())


def name_operations(
    api: Api,
    handlers: Mapping[str, str],
    resources: Mapping[str, ResourceName],
    types: Scope,
) -> dict[str, OperationName]:
    """Every identifier of every operation."""
    scopes: dict[str, Scope] = {}
    found: dict[str, OperationName] = {}
    for operation in sorted(api.operations, key=lambda item: item.id):
        resource = resources[operation.id]
        handler = handlers[operation.id]
        scope = scopes.setdefault(resource.attribute, Scope(reserved.METHODS))
        wanted = short_name(operation, resource)
        method = scope.take(operation.id, wanted, handler, f"{wanted}_call")
        found[operation.id] = _operation_name(
            api, operation, resource, handler, method, types
        )
    return found


def _operation_name(
    api: Api,
    operation: Operation,
    resource: ResourceName,
    handler: str,
    method: str,
    types: Scope,
) -> OperationName:
    stem = resource.class_name
    if words(stem) and singular(stem) != stem.lower():
        stem = stem[: len(singular(stem))]
    parameters, fields = _arguments(api, operation)
    wanted = f"{stem}{pascal(method, 'Call')}Params"
    long = f"{pascal(handler, 'Call')}Params"
    return OperationName(
        resource,
        method=method,
        handler=handler,
        constant=_constant(method, types),
        params_type=types.take(operation.id, wanted, long),
        form_params=_form_params(operation, wanted, long, types),
        parameters=parameters,
        body_fields=fields,
        request_validators=_request_validators(api, operation, handler),
        parameter_validators={
            key: f"{handler}_{key[0]}_{name.strip('_')}"
            for key, name in parameters.items()
        },
        response_validators=_response_validators(operation, handler),
    )


def _form_params(
    operation: Operation, wanted: str, long: str, types: Scope
) -> dict[str, str]:
    """A name for each media type of the body whose content has a type of its own."""
    contents = operation.body.contents if operation.body else ()
    found: dict[str, str] = {}
    known: dict[object, str] = {}
    for content in contents if len(contents) > 1 else ():
        is_multipart = content.media.startswith("multipart/")
        kind = (content.use, is_multipart, content.is_sequence)
        if kind not in known:
            word = pascal(_form_word(content.media), "Form")
            names = [
                f"{name.removesuffix('Params')}{word}Params" for name in (wanted, long)
            ]
            known[kind] = types.take(f"{operation.id} {content.media}", *names)
        found[content.media] = known[kind]
    return found


def _form_word(media: str) -> str:
    """What a media type is called: `form`, `multipart`, `merge patch json`."""
    main, _, sub = media.partition("/")
    if sub == "x-www-form-urlencoded":
        return "form"
    if main == "multipart":
        return main if sub == "form-data" else f"multipart {sub}"
    if main == "text":
        return "text" if sub == "plain" else f"text {sub}"
    if sub in ("octet-stream", "*"):
        return "binary"
    return sub.removeprefix("vnd.").removeprefix("x-")


def _constant(method: str, types: Scope) -> str:
    """The constant of an operation's facts, which stands among classes: `A` may be one."""
    name = method.strip("_").upper()
    return f"{name}_" if types.spells(name) else name


def _arguments(
    api: Api, operation: Operation
) -> tuple[dict[tuple[str, str], str], dict[str, str]]:
    """Keyword arguments: parameters first, then the properties of the body.

    A property whose name already is an identifier comes first, so that it keeps it.
    """
    scope = Scope(reserved.ARGUMENTS)
    parameters: dict[tuple[str, str], str] = {}
    places = ("path", "query", "querystring", "header", "cookie")
    for parameter in sorted(operation.parameters, key=lambda p: places.index(p.place)):
        key = (parameter.place, parameter.name)
        wanted = snake(parameter.name, parameter.place)
        parameters[key] = scope.take(
            parameter.id, wanted, f"{wanted}_{parameter.place}"
        )
    fields: dict[str, str] = {}
    for content in operation.body.contents if operation.body else ():
        shape = (
            api.shapes.get(content.use.type.id)
            if isinstance(content.use.type, Named)
            else None
        )
        if isinstance(shape, Record):
            attributes = field_names([field.name for field in shape.fields])
            wanted_names = {name: snake(name, "field") for name in attributes}
            for name in sorted(attributes, key=lambda n: (wanted_names[n] != n, n)):
                if name not in fields:
                    wanted = wanted_names[name]
                    other = f"{wanted.rstrip('_')}_body"
                    fields[name] = scope.take(shape.id, wanted, attributes[name], other)
    return parameters, fields


def _request_validators(api: Api, operation: Operation, handler: str) -> dict[str, str]:
    """A function for each schema of a body: JSON has the plain name, else the first.

    Media types whose schemas say the same share one.
    """
    contents = operation.body.contents if operation.body else ()
    listed = [content for content in contents if content.schema is not None]
    listed.sort(key=lambda item: not item.media.endswith("json"))
    known: dict[object, str] = {}
    for content in listed:
        assert content.schema is not None
        says = api.assertions[content.schema].keywords
        name = f"{handler}_request"
        if known:
            name = f"{name}_{snake(_form_word(content.media), 'form')}"
        while name in known.values():
            name = f"{name}_{snake(content.media, 'form')}"
        known.setdefault((says, content.is_sequence), name)
    return {
        item.media: known[(api.assertions[item.schema].keywords, item.is_sequence)]
        for item in listed
        if item.schema is not None
    }


def _response_validators(
    operation: Operation, handler: str
) -> dict[tuple[str, str], str]:
    found: dict[tuple[str, str], str] = {}
    for response in operation.responses:
        stem = f"{handler}_response_{response.status.lower()}"
        for index, content in enumerate(response.contents):
            name = f"{stem}_{snake(content.media, 'media')}" if index else stem
            found[(response.status, content.media)] = name
        if response.stream is not None:
            found[(response.status, response.stream.media)] = f"{stem}_event"
    return found
