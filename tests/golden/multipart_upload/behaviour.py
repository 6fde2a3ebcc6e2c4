"""A file arrives with its bytes, its name and the fields beside it."""

from __future__ import annotations

import io
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest
from case_multipart_upload import (
    AsyncClient,
    BadRequestError,
    Client,
    InvalidArgumentError,
    server,
)
from case_multipart_upload.models import UploadFileRequest, UploadFileResponse

if TYPE_CHECKING:
    from starlette.applications import Starlette

BYTES = bytes(range(256)) + b"\r\n--boundary--\r\n"


class Files(server.FilesHandlers):
    async def upload_file(
        self, request: UploadFileRequest, context: server.Context
    ) -> UploadFileResponse:
        assert request.file in (BYTES, b"")
        words = [request.purpose, *(request.tags or [])]
        if isinstance(request.file, server.Upload):
            words.append(request.file.filename)
        return UploadFileResponse(bytes=len(request.file), name="|".join(words))


def app() -> Starlette:
    return server.app(files=Files())


def check_each_form_of_a_file(url: str) -> None:
    with Client(base_url=url) as client:
        upload = client.files.upload
        plain = upload(file=BYTES, purpose="")
        named = upload(file=('ä "b".bin', BYTES), purpose="x", tags=["1", "2, 3"])
        opened = upload(file=io.BytesIO(BYTES), purpose="ö", tags=[])
        typed = upload(file=("a.png", b"", "image/png"), purpose="x")
    assert [item.bytes for item in (plain, named, opened)] == [len(BYTES)] * 3
    assert typed.bytes == 0
    assert named.name == 'x|1|2, 3|ä "b".bin'
    assert opened.name is not None and opened.name.startswith("ö|")
    assert typed.name == "x|a.png"


def check_a_path_is_read(url: str) -> None:
    with TemporaryDirectory() as folder, Client(base_url=url) as client:
        path = Path(folder) / "cat.png"
        path.write_bytes(BYTES)
        stored = client.files.upload(file=path, purpose="x")
        with pytest.raises(InvalidArgumentError, match=r"^file: give bytes,"):
            client.files.upload(file=path, purpose="x", extra_body={"file": str(path)})
    assert (stored.bytes, stored.name) == (len(BYTES), "x|cat.png")


async def check_without_waiting(url: str) -> None:
    async with AsyncClient(base_url=url) as client:
        stored = await client.files.upload(file=("n", BYTES), purpose="p", tags=["t"])
    assert (stored.bytes, stored.name) == (len(BYTES), "p|t|n")


def check_what_must_be_given(url: str) -> None:
    with Client(base_url=url) as client, pytest.raises(BadRequestError) as caught:
        client.files.upload(file=BYTES, purpose="x", extra_body={"purpose": None})
    assert caught.value.message == "Missing required parameter: 'purpose'."
    assert caught.value.param == "purpose"
