"""What tells operations apart that share a method and a path."""

from __future__ import annotations

from collections.abc import Iterable

from ..ir import Condition, Parameter


def conditions(path: str, parameters: Iterable[Parameter]) -> tuple[Condition, ...]:
    """What the fragment of a path asks of the parameters of its operation.

    Nothing after `#` goes over the wire, so documents that need several operations at
    one address put there what tells them apart: `/#X-Amz-Target=Service.Operation` or
    `/tags#resourceArn&tagKeys`. Names that are no parameters tell nothing.
    """
    known = {
        (parameter.name.lower() if parameter.place == "header" else parameter.name): (
            parameter
        )
        for parameter in parameters
        if parameter.place in ("header", "query")
    }
    found: list[Condition] = []
    for piece in filter(None, path.partition("#")[2].split("&")):
        name, _, value = piece.partition("=")
        parameter = known.get(name) or known.get(name.lower())
        if parameter is None:
            continue
        if parameter.place == "header":
            found.append(Condition("header", parameter.name, value))
        elif parameter.place == "query":
            found.append(Condition("query", parameter.name, value))
    return tuple(found)
