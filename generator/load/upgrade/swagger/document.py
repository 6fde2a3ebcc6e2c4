"""The sections of the document find their places in OpenAPI 3.2.

Sources: Swagger 2.0, section "Swagger Object"; OpenAPI 3.2, sections 4.1 and 4.7.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .servers import take_servers

if TYPE_CHECKING:
    from ...places import Object
    from .calls import Call
    from .job import Job

_VERSION = "3.2.0"
_SHARED = {
    "definitions": "schemas",
    "responses": "responses",
    "securityDefinitions": "securitySchemes",
}


def rewrite_document(calls: list[Call], job: Job) -> None:
    """Rewrite the root of the main document in place."""
    root = job.main.data
    servers = take_servers(root, calls, job)
    components: Object = {}
    for section, name in _SHARED.items():
        shared = root.pop(section, None)
        if type(shared) is dict:
            job.main.places.settle(shared, (None, section))
            components[name] = shared
    components.update(_parameters(root.pop("parameters", None), job))
    for key in ("swagger", "consumes", "produces"):
        root.pop(key, None)
    root["openapi"] = _VERSION
    if servers:
        root["servers"] = servers
    if components:
        job.main.places.adopt(components, root)
        root["components"] = components


def _parameters(shared: Any, job: Job) -> Object:
    """Shared parameters and bodies; form fields went into the forms that use them."""
    if type(shared) is not dict:
        return {}
    sorted_out: Object = {}
    for name, node in shared.items():
        found = job.behind(node)
        if found is None:
            section = "parameters"
        elif "content" in found.node and "in" not in found.node:
            section = "requestBodies"
        elif found.node.get("in") == "formData":
            continue
        else:
            section = "parameters"
        if section not in sorted_out:
            made: Object = {}
            sorted_out[section] = job.made(made, shared, (None, "parameters"), job.main)
        sorted_out[section][name] = node
    return sorted_out
