"""A store of files behind OAuth 2.0, which knows its own rules and nothing of any client.

Files come as `multipart/form-data`, their attributes first; folders are listed by offset,
webhooks by marker. Its words are those of Box.
"""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.parser import BytesParser
from urllib.parse import parse_qs, parse_qsl, unquote_plus

from .serving import Message, Receive, Send

CLIENT = ("the client", "its: secret")
FIRST_REFRESH = "r0"


@dataclass
class Stored:
    """A file as it came: its attributes, its name in the form, its type and its bytes."""

    attributes: object
    filename: str | None
    media: str
    content: bytes


@dataclass
class FileStore:
    """What is stored, and what was asked. Each token is `t` and a number."""

    items: int = 5
    hooks: int = 5
    files: list[Stored] = field(default_factory=list)
    grants: list[str] = field(default_factory=list)
    lists: list[str] = field(default_factory=list)
    refused: int = 0
    refresh_token: str = FIRST_REFRESH
    valid: set[str] = field(default_factory=set)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer a request (ASGI)."""
        body = b""
        while True:
            message = await receive()
            body += message.get("body", b"")
            if not message.get("more_body"):
                break
        headers = {
            name.decode("latin-1").lower(): value.decode("latin-1")
            for name, value in scope["headers"]
        }
        place = f"{scope['method']} {scope['path']}"
        status, told = self._answer(
            place, scope["query_string"].decode(), headers, body
        )
        await send(
            {
                "type": "http.response.start",
                "status": status,
                "headers": [(b"content-type", b"application/json")],
            }
        )
        await send({"type": "http.response.body", "body": json.dumps(told).encode()})

    def _answer(
        self, place: str, query: str, headers: Mapping[str, str], body: bytes
    ) -> tuple[int, object]:
        if place == "POST /oauth2/token":
            return self._token(dict(parse_qsl(body.decode())), headers)
        kind, _, token = headers.get("authorization", "").partition(" ")
        if kind != "Bearer" or token not in self.valid:
            self.refused += 1
            return 401, _failure(401, "unauthorized")
        if place == "POST /files/content":
            return self._upload(headers["content-type"], body)
        asked = {name: values[0] for name, values in parse_qs(query).items()}
        self.lists.append(f"{place}?{query}")
        limit = int(asked.get("limit", "100"))
        if place == "GET /folders/0/items":
            start = int(asked.get("offset", "0"))
            told: dict[str, object] = {"offset": start, "total_count": self.items}
            return 200, {
                **told,
                "limit": limit,
                **_some("file", start, limit, self.items),
            }
        if place == "GET /webhooks":
            start = int(asked.get("marker", "m0")[1:])
            end = start + limit
            told = {"next_marker": f"m{end}" if end < self.hooks else None}
            return 200, {
                **told,
                "limit": limit,
                **_some("webhook", start, limit, self.hooks),
            }
        return 404, _failure(404, "not_found")

    def _token(
        self, form: Mapping[str, str], headers: Mapping[str, str]
    ) -> tuple[int, object]:
        """RFC 6749, sections 4.4 and 6; each refresh token serves once."""
        _, _, text = headers.get("authorization", "").partition(" ")
        name, _, secret = b64decode(text).decode().partition(":")
        if (unquote_plus(name), unquote_plus(secret)) != CLIENT:
            return 401, {"error": "invalid_client"}
        grant = form["grant_type"]
        self.grants.append(grant)
        told = {"access_token": f"t{len(self.grants)}", "token_type": "bearer"}
        if grant == "refresh_token":
            if form["refresh_token"] != self.refresh_token:
                return 400, {"error": "invalid_grant"}
            self.refresh_token = told["refresh_token"] = f"r{len(self.grants)}"
        elif grant != "client_credentials":
            return 400, {"error": "unsupported_grant_type"}
        self.valid = {told["access_token"]}
        return 200, {**told, "expires_in": 3600}

    def _upload(self, content_type: str, body: bytes) -> tuple[int, object]:
        """RFC 7578, read with the standard library's parser of mail."""
        head = f"Content-Type: {content_type}\r\n\r\n".encode()
        parts = BytesParser().parsebytes(head + body).get_payload()
        assert isinstance(parts, list)
        names = [part.get_param("name", header="content-disposition") for part in parts]
        if names != ["attributes", "file"]:
            return 400, _failure(400, "metadata_after_file_contents")
        attributes, file = parts
        content, described = file.get_payload(decode=True), attributes.get_payload(
            decode=True
        )
        assert isinstance(content, bytes) and isinstance(described, bytes)
        found = json.loads(described)
        self.files.append(
            Stored(found, file.get_filename(), file.get_content_type(), content)
        )
        entry = {"id": str(len(self.files)), "type": "file", "name": found["name"]}
        return 201, {"total_count": 1, "entries": [entry]}


def _some(kind: str, start: int, limit: int, end: int) -> dict[str, object]:
    found = range(start, min(start + limit, end))
    common = {"type": kind, "name": "n", "sequence_id": "1", "sha1": "0" * 40}
    return {"entries": [{"id": str(number), **common} for number in found]}


def _failure(status: int, code: str) -> dict[str, object]:
    return {"type": "error", "status": status, "code": code, "message": code}
