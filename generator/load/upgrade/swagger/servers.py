"""`schemes`, `host` and `basePath` become servers.

Sources: Swagger 2.0, sections "Swagger Object" and "Operation Object"; OpenAPI 3.2,
section 4.6.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ...places import Object
    from .calls import Call
    from .job import Job

_SECURE_FIRST = ("https", "http", "wss", "ws")


def take_servers(root: Object, calls: list[Call], job: Job) -> list[Object]:
    """Take the address out of a document; operations with other schemes get servers.

    Without a host the address is relative to that of the document. Without schemes the
    secure one is assumed. Of several the secure ones come first.
    """
    schemes = job.stated(root, "schemes", None, job.main)
    host = _host(root.pop("host", None), root, schemes, job)
    path = _path(root.pop("basePath", None), root, job)
    root.pop("schemes", None)
    usual = schemes or ["https"]
    for call in calls:
        own = job.stated(call.node, "schemes", call.link, call.file)
        call.node.pop("schemes", None)
        if host and own and set(own).isdisjoint(usual):
            call.node["servers"] = _servers(own, host, path)
    if not host:
        return [{"url": path}] if path else []
    return _servers(usual, host, path)


def _host(host: Any, root: Object, schemes: list[str], job: Job) -> str:
    if type(host) is not str:
        return ""
    scheme, mark, name = host.partition("://")
    if not mark:
        return host.rstrip("/")
    job.main.reporter.at("W185", root, ("host",), None, name="host", value=host)
    if not schemes:
        schemes.append(scheme)
    return name.rstrip("/")


def _path(base: Any, root: Object, job: Job) -> str:
    if type(base) is not str or not base.strip("/"):
        return ""
    if not base.startswith("/"):
        report = job.main.reporter.at
        report("W185", root, ("basePath",), None, name="basePath", value=base)
        base = f"/{base}"
    return str(base).rstrip("/")


def _servers(schemes: list[str], host: str, path: str) -> list[Object]:
    known = [scheme for scheme in _SECURE_FIRST if scheme in schemes]
    ordered = dict.fromkeys((*known, *schemes))
    return [{"url": f"{scheme}://{host}{path}"} for scheme in ordered]
