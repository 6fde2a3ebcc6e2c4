"""Security schemes: three kinds in 2.0, more since, and flows in an object of their own.

Sources: Swagger 2.0, sections "Security Scheme Object" and "Scopes Object"; OpenAPI 3.2,
sections 4.27 to 4.29.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...state import Found
    from .job import Job

_FLOWS = {
    "implicit": "implicit",
    "password": "password",
    "application": "clientCredentials",
    "accessCode": "authorizationCode",
}
_OF_FLOW = ("authorizationUrl", "tokenUrl", "scopes")
_LATER = frozenset(("http", "openIdConnect"))


def rewrite_schemes(job: Job) -> None:
    """Rewrite every security scheme in place."""
    for found in job.of_kind("scheme"):
        found.file.places.settle(found.node, found.link)
        kind = found.node.get("type")
        if kind == "basic":
            found.node.update({"type": "http", "scheme": "basic"})
        elif kind == "oauth2":
            _flows(found, job)
        elif kind in _LATER:
            job.state.count("W184", found.file, found.node, "type", found.link)


def _flows(found: Found, job: Job) -> None:
    node = found.node
    stated = node.pop("flow", None)
    flow = {key: node.pop(key) for key in _OF_FLOW if key in node}
    name = _FLOWS.get(stated) if type(stated) is str else None
    if name is None:
        report = found.file.reporter.at
        report("W144", node, (), found.link, name="flow", owner="an OAuth scheme")
        node["flows"] = {}
        return
    flow.setdefault("scopes", {})
    node["flows"] = {name: job.made(flow, node, found.link, found.file)}
