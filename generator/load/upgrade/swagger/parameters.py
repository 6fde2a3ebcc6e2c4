"""Parameters that stay parameters: in the path, the query and the headers.

Sources: Swagger 2.0, section "Parameter Object"; OpenAPI 3.2, section 4.12.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .values import take_schema, take_style

if TYPE_CHECKING:
    from .job import Job

_RAW = "x-ms-skip-url-encoding"
"""By AutoRest, for values that hold several segments of a path, for example."""

_PLACES = frozenset(("path", "query", "header", "cookie"))


def rewrite_parameters(job: Job) -> None:
    """Give each parameter a schema and a style; bodies and form fields are left alone."""
    for found in job.of_kind("parameter"):
        node = found.node
        place = node.get("in")
        if type(place) is not str or place not in _PLACES:
            continue
        found.file.places.settle(node, found.link)
        if "schema" in node:
            job.other(node, f"the {place}", found)
        schema = take_schema(found, "a parameter", job)
        style = take_style(found, place, schema, job)
        node["schema"] = schema
        node.update(style)
        if node.get(_RAW) is True:
            node["allowReserved"] = True
        if place != "query":
            node.pop("allowEmptyValue", None)
