"""Names of the keyword arguments of a method, and of the types of several."""

from __future__ import annotations

from collections.abc import Mapping

from ..ir import Api, Id, Named, Operation, Record
from . import reserved
from .memory import argument_key
from .names import ResourceName
from .scope import Scope
from .words import pascal, singular, snake, words

_PLACES = ("path", "query", "querystring", "header", "cookie")


def name_arguments(
    api: Api,
    operation: Operation,
    attributes: Mapping[Id, Mapping[str, str]],
    past: Mapping[str, str],
) -> tuple[dict[tuple[str, str], str], dict[str, str]]:
    """Keyword arguments: of parameters by place and name, of the body's properties.

    Parameters come first. Within a place, a name that already is an identifier comes
    first, so that it keeps it. `attributes` are those of the body's record.
    """
    candidates: dict[str, tuple[str, ...]] = {}
    parameters = {
        argument_key(item.place, item.name): item for item in operation.parameters
    }
    wanted = {key: snake(item.name, item.place) for key, item in parameters.items()}
    order = sorted(
        parameters,
        key=lambda key: (
            _PLACES.index(parameters[key].place),
            wanted[key] != parameters[key].name,
            key,
        ),
    )
    for key in order:
        place = parameters[key].place
        candidates[key] = (wanted[key], f"{wanted[key].rstrip('_')}_{place}")
    bodies = _body_fields(api, operation, attributes)
    for name in sorted(bodies, key=lambda name: (snake(name, "field") != name, name)):
        own = snake(name, "field")
        other = f"{own.rstrip('_')}_body"
        candidates[argument_key("body", name)] = (own, bodies[name], other)
    found = Scope(reserved.ARGUMENTS).assign(candidates, past)
    return (
        {(item.place, item.name): found[key] for key, item in parameters.items()},
        {name: found[argument_key("body", name)] for name in bodies},
    )


def _body_fields(
    api: Api, operation: Operation, attributes: Mapping[Id, Mapping[str, str]]
) -> dict[str, str]:
    """The properties of all records that the body may be, with their attributes."""
    found: dict[str, str] = {}
    for content in operation.body.contents if operation.body else ():
        kind = content.use.type
        shape = api.shapes.get(kind.id) if isinstance(kind, Named) else None
        if isinstance(shape, Record):
            for name, attribute in attributes[shape.id].items():
                found.setdefault(name, attribute)
    return found


def params_types(
    resource: ResourceName, method: str, handler: str
) -> tuple[str, str, str]:
    """What to call the type of the keyword arguments, best first."""
    stem = resource.class_name
    if words(stem) and singular(stem) != stem.lower():
        stem = stem[: len(singular(stem))]
    own = f"{stem}{pascal(method, 'Call')}"
    return f"{own}Params", f"{pascal(handler, 'Call')}Params", f"{own}Arguments"


def form_types(operation: Operation, params: tuple[str, ...]) -> dict[str, list[str]]:
    """What to call the same type for each form of a body that has several.

    By the media type; `params` are the names for the plain type.
    """
    contents = operation.body.contents if operation.body else ()
    return {
        content.media: [
            f"{name.removesuffix('Params')}{pascal(form_word(content.media), 'Form')}Params"
            for name in params
        ]
        for content in contents
        if len(contents) > 1
    }


def form_word(media: str) -> str:
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
