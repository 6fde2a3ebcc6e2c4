"""Names of the errors that carry a documented body."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from ..ir import Api, Id, Named
from . import reserved


def name_errors(
    api: Api, types: Mapping[Id, str], taken: Collection[str]
) -> dict[Id, str]:
    """What the names of the errors begin with whose body is a shape, by that shape.

    It is the shape's own name: `Problem` for `ProblemNotFoundError`. So errors keep their
    names whatever else the document describes. Only where an error would have a name of
    `taken`, of another error, or one that each client has, something is added.
    """
    used = {*taken, *reserved.STATUS_ERRORS}
    found: dict[Id, str] = {}
    for id in sorted(_bodies(api)):
        stem = types[id]
        while any(error_name(stem, base) in used for base in reserved.STATUS_ERRORS):
            stem += "_"
        used.update(error_name(stem, base) for base in reserved.STATUS_ERRORS)
        found[id] = stem
    return found


def error_name(stem: str, base: str) -> str:
    """The class of the errors below `base`, a class that each client has.

    A shape that is called like it already, `NotFoundError` or `PetNotFound`, does not say
    it twice: `TypedNotFoundError` and `TypedPetNotFoundError`.
    """
    tail = base.removeprefix("API")
    short = stem.removesuffix("Error")
    if short.endswith(tail.removesuffix("Error")):
        return f"Typed{short}Error"
    return stem + tail


def _bodies(api: Api) -> set[Id]:
    """The shapes that are the body of an error."""
    return {
        content.use.type.id
        for operation in api.operations
        for response in operation.responses
        if response.status[0] != "2"
        for content in response.contents
        if isinstance(content.use.type, Named)
    }
