"""Servers, tags and security: what is said about the service as a whole."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from ..diagnostics import Sink, diagnostic
from ..ir import (
    Contact,
    Id,
    OAuthFlow,
    SecurityRequirement,
    SecurityScheme,
    Server,
    ServerVariable,
    Tag,
)
from ..load.document import Document
from .notes import text_of
from .resolve import resolved
from .view import Part, escape

_VARIABLE = re.compile(r"\{([^{}]+)\}")


class Services:
    """Lowers servers, tags and security; faults are told once, where they stand."""

    def __init__(self, document: Document, sink: Sink) -> None:
        self._document = document
        self._sink = sink
        components = document.root.get("components") or {}
        self._schemes = components.get("securitySchemes") or {}
        self._told: set[str] = set()

    def schemes(self) -> dict[str, SecurityScheme]:
        """The security schemes by the name that requirements call them by."""
        return {key: self._scheme(key, node) for key, node in self._schemes.items()}

    def _scheme(self, key: str, node: dict[str, Any]) -> SecurityScheme:
        own = Part(node, f"#/components/securitySchemes/{escape(key)}")
        node, node_id = resolved(self._document, own)
        metadata = node.get("openIdConnectUrl") or node.get("oauth2MetadataUrl")
        flows = node.get("flows") or {}
        return SecurityScheme(
            node_id,
            key,
            kind=node["type"],
            place=text_of(node.get("in")),
            key=text_of(node.get("name")),
            http_scheme=text_of(node.get("scheme")).lower(),
            description=text_of(node.get("description")),
            bearer_format=text_of(node.get("bearerFormat")),
            flows=tuple(
                self._flow(key, kind, flow, f"{node_id}/flows/{escape(kind)}")
                for kind, flow in flows.items()
                if isinstance(flow, dict)
            ),
            metadata_url=text_of(metadata),
            deprecated=node.get("deprecated") is True,
        )

    def _flow(
        self, name: str, kind: str, node: dict[str, Any], node_id: Id
    ) -> OAuthFlow:
        scopes = node.get("scopes") or {}
        return OAuthFlow(
            kind,
            text_of(node.get("authorizationUrl")),
            text_of(node.get("deviceAuthorizationUrl")),
            self._endpoint(name, node, node_id, "tokenUrl"),
            self._endpoint(name, node, node_id, "refreshUrl"),
            tuple((str(scope), text_of(text)) for scope, text in scopes.items()),
        )

    def _endpoint(self, name: str, node: dict[str, Any], node_id: Id, key: str) -> str:
        """A URL that secrets go to, empty where they must not."""
        url = text_of(node.get(key))
        reason = _endpoint_fault(url)
        if not reason:
            return url
        span = self._document.locate(f"{node_id}/{key}")
        self._sink.add(diagnostic("W264", span, url=url, name=name, reason=reason))
        return ""

    def security(
        self, owner: dict[str, Any], owner_id: Id
    ) -> tuple[SecurityRequirement, ...]:
        """The alternatives that an operation, or the document, lists in `security`."""
        stated = owner.get("security") or ()
        found = []
        for index, item in enumerate(stated):
            if not isinstance(item, dict):
                continue
            for name in item:
                self._check_scheme(name, f"{owner_id}/security/{index}/{escape(name)}")
            schemes = tuple(
                (name, tuple(map(str, scopes))) for name, scopes in item.items()
            )
            found.append(SecurityRequirement(schemes))
        return tuple(found)

    def _check_scheme(self, name: str, node_id: Id) -> None:
        """Report a scheme that no component declares, at its first use."""
        if name in self._schemes or not self._is_new(f"scheme {name}"):
            return
        span = self._document.locate(node_id)
        self._sink.add(diagnostic("W260", span, name=name))

    def servers(self, owner: dict[str, Any], owner_id: Id) -> tuple[Server, ...]:
        """The servers that the document, a path item or an operation lists."""
        found = []
        for index, node in enumerate(owner.get("servers") or ()):
            if isinstance(node, dict):
                server = self._server(node, f"{owner_id}/servers/{index}")
                reason = _fault(server)
                if not reason:
                    found.append(server)
                elif self._is_new(f"{owner_id}/servers/{index}"):
                    span = self._document.locate(f"{owner_id}/servers/{index}/url")
                    self._sink.add(
                        diagnostic("W263", span, url=server.url, reason=reason)
                    )
        return tuple(found)

    def _server(self, node: dict[str, Any], node_id: Id) -> Server:
        url = text_of(node.get("url")) or "/"
        declared = node.get("variables") or {}
        variables = [
            ServerVariable(
                name,
                str(variable.get("default", "")),
                tuple(map(str, variable.get("enum") or ())),
                text_of(variable.get("description")),
            )
            for name, variable in declared.items()
            if f"{{{name}}}" in url
        ]
        for name in dict.fromkeys(_VARIABLE.findall(url)):
            if name not in declared:
                variables.append(ServerVariable(name, None))
                if self._is_new(f"{node_id}/variables/{name}"):
                    span = self._document.locate(f"{node_id}/url")
                    self._sink.add(diagnostic("W261", span, name=name, url=url))
        return Server(
            url,
            text_of(node.get("description")),
            tuple(variables),
            text_of(node.get("name")),
        )

    def _is_new(self, fault: str) -> bool:
        """Whether a fault has not been told yet: path items come once per operation."""
        if fault in self._told:
            return False
        self._told.add(fault)
        return True


def _fault(server: Server) -> str:
    """Why no client can use a server, its variables at their defaults; empty if it can."""
    defaults = {item.name: item.default or "x" for item in server.variables}
    url = _VARIABLE.sub(lambda name: defaults[name[1]], server.url)
    try:
        parts = urlsplit(url)
    except ValueError:
        return "it is not a URL"
    if parts.scheme not in ("", "http", "https"):
        return f"{parts.scheme} is not http or https"
    if parts.query or parts.fragment:
        return "it has a query or a fragment"
    if "@" in parts.netloc:
        return "it holds a user"
    return "it has no host" if parts.scheme and not parts.hostname else ""


def _endpoint_fault(url: str) -> str:
    """Why no secret can go to a URL (RFC 6749, section 3.2), empty if it can."""
    if not set(url).isdisjoint(" {}<>"):
        return "it holds a placeholder"
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        return "it is not a URL"
    if "@" in parts.netloc:
        return "it holds a user"
    if parts.fragment:
        return "it has a fragment"
    if parts.scheme and not host:
        return "it has no host"
    is_encrypted = parts.scheme in ("", "https")
    if is_encrypted or (parts.scheme == "http" and _is_loopback(host)):
        return ""
    return f"{parts.scheme} is not https"


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def tags_of(nodes: Iterable[Any]) -> Iterator[Tag]:
    """The tags that the document describes."""
    for node in nodes:
        yield Tag(
            text_of(node.get("name")),
            text_of(node.get("description")),
            text_of(node.get("summary")),
            text_of(node.get("parent")),
            text_of(node.get("kind")),
        )


def contact_of(node: Any) -> Contact:
    """Who answers for the document."""
    if not isinstance(node, dict):
        return Contact()
    return Contact(
        text_of(node.get("name")), text_of(node.get("url")), text_of(node.get("email"))
    )
