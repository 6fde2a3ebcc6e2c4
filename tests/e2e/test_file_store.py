"""A generated client with uploads, pages and OAuth 2.0, against a store that has them all.

The same for a small document of our own and for the one of Box, which is not part of this
repository: `OASMITH_CORPUS` names a folder that has it somewhere below it.
"""

from __future__ import annotations

import asyncio
import importlib
import inspect
import io
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from types import ModuleType
from typing import Any

import pytest

from generator.config import ApiConfig
from generator.config.model import with_needs
from generator.config.pagination import Pagination, PaginationRule
from generator.load.source import Source

from ..golden.cases import make, write
from .documents import document
from .file_store import CLIENT, FIRST_REFRESH, FileStore
from .serving import serve

MARKERS = {
    "type": "cursor",
    "items": "entries",
    "parameter": "marker",
    "next": "next_marker",
}


@dataclass(frozen=True)
class Facts:
    """What a document calls things, and where it is: resource and method of each call."""

    document: str
    scheme: str
    upload: tuple[str, str]
    items: tuple[str, str]
    hooks: tuple[str, str]


FACTS = {
    "own": Facts(
        "file_store.yaml",
        "tokens",
        ("uploads", "file"),
        ("folders", "list_items"),
        ("hooks", "list"),
    ),
    "box": Facts(
        "box.com.json",
        "OAuth2Security",
        ("uploads", "post_files_content"),
        ("folders", "get_id_items"),
        ("webhooks", "get"),
    ),
}


@cache
def package(name: str) -> ModuleType:
    """The client that is made of a document; the list by marker is declared."""
    facts = FACTS[name]
    own = Path(__file__).parent / facts.document
    path = own if own.exists() else document(facts.document)
    target = f"store_{name}"
    rules = (PaginationRule("GET /webhooks", MARKERS),)
    config = ApiConfig(
        name,
        path.name,
        "out",
        path.parent,
        target,
        with_needs(("client",)),
        pagination=Pagination(rules=rules),
    )
    folder = Path(mkdtemp(prefix="store-"))
    write(folder / target, make(config, Source(path, path.read_bytes())).files)
    sys.path.insert(0, str(folder))
    return importlib.import_module(target)


class Store:
    """The calls of a client of either kind, by what they do."""

    def __init__(self, client: Any, facts: Facts) -> None:
        self._client = client
        self._facts = facts

    def _method(self, place: tuple[str, str]) -> Callable[..., Any]:
        resource, method = place
        return getattr(getattr(self._client, resource), method)

    async def upload(self, name: str, file: object) -> Any:
        attributes = {"name": name, "parent": {"id": "0"}}
        return await settled(
            self._method(self._facts.upload)(attributes=attributes, file=file)
        )

    def items(self, **options: Any) -> Any:
        return self._method(self._facts.items)(folder_id="0", **options)

    def hooks(self, **options: Any) -> Any:
        return self._method(self._facts.hooks)(**options)


async def settled(value: Any) -> Any:
    """A result, awaited where it is one to await."""
    return await value if inspect.isawaitable(value) else value


async def walked(found: Any) -> list[Any]:
    """All that an iterable of either kind gives."""
    if hasattr(found, "__aiter__"):
        return [item async for item in found]
    return list(found)


Work = Callable[[Store, FileStore], Awaitable[None]]
Run = Callable[..., None]


@pytest.fixture(
    params=[(name, flavour) for name in FACTS for flavour in ("", "Async")],
    ids=lambda found: f"{found[0]}-{found[1].lower() or 'sync'}",
)
def run(request: pytest.FixtureRequest) -> Run:
    """Does some work with a client of a document, in a flavour, and a store of its own."""
    name, flavour = request.param
    generated = package(name)
    facts = FACTS[name]

    @asynccontextmanager
    async def opened(client: Any) -> AsyncIterator[Any]:
        if flavour:
            async with client:
                yield client
        else:
            with client:
                yield client

    def done(work: Work, grant: str = "ClientCredentials", **options: Any) -> None:
        store = FileStore()
        with serve(store) as served:
            given = getattr(generated, grant)(
                client_id=CLIENT[0],
                client_secret=CLIENT[1],
                token_url=f"{served.url}/oauth2/token",
                **options,
            )

            async def main() -> None:
                made = getattr(generated, f"{flavour}Client")(
                    base_url=served.url,
                    credentials={facts.scheme: given},
                    max_retries=0,
                )
                async with opened(made) as client:
                    await work(Store(client, facts), store)

            asyncio.run(main())

    return done


@pytest.fixture
def large(tmp_path: Path) -> Iterator[Path]:
    """A file that takes more than one piece to send."""
    path = tmp_path / "a b.png"
    path.write_bytes(bytes(range(256)) * 4096)
    yield path


def test_uploads(run: Run, large: Path) -> None:
    """The attributes are JSON, and come first, as they do in the document."""

    async def work(calls: Store, store: FileStore) -> None:
        told = await calls.upload("one", large)
        assert [(item.id, item.name) for item in told.entries] == [("1", "one")]
        await calls.upload("two", ("t.txt", io.BytesIO(b"\r\n--x\r\n"), "text/plain"))
        await calls.upload("ü", b"")
        first, second, third = store.files
        assert first.attributes == {"name": "one", "parent": {"id": "0"}}
        assert (first.filename, first.content) == ("a b.png", large.read_bytes())
        assert second.content == b"\r\n--x\r\n"
        assert (second.filename, second.media) == ("t.txt", "text/plain")
        assert third.content == b"" and third.attributes == {
            "name": "ü",
            "parent": {"id": "0"},
        }

    run(work)


def test_pages_by_offset(run: Run) -> None:
    """As the shape of the operation tells, without a declaration."""

    async def work(calls: Store, store: FileStore) -> None:
        found = await walked(calls.items(limit=2))
        assert [item.id for item in found] == ["0", "1", "2", "3", "4"]
        queries = [asked.partition("?")[2] for asked in store.lists]
        assert queries == ["limit=2", "offset=2&limit=2", "offset=4&limit=2"]

    run(work)


def test_pages_by_marker(run: Run) -> None:
    """As the configuration declares; a page is asked for when it is its turn."""

    async def work(calls: Store, store: FileStore) -> None:
        found = await walked(calls.hooks(limit=2))
        assert [item.id for item in found] == ["0", "1", "2", "3", "4"]
        queries = [asked.partition("?")[2] for asked in store.lists]
        assert queries == ["limit=2", "marker=m2&limit=2", "marker=m4&limit=2"]
        store.lists.clear()
        first = await settled(calls.hooks(limit=3))
        assert [item.id for item in first.items] == ["0", "1", "2"]
        assert first.has_next_page() and len(store.lists) == 1
        second = await settled(first.next_page())
        assert [item.id for item in second.items] == ["3", "4"]
        assert not second.has_next_page()
        pages = await walked(first.pages())
        assert [len(page.items) for page in pages] == [3, 2]
        assert pages[0].response.next_marker == "m3"

    run(work)


def test_a_token_serves_until_it_is_refused(run: Run, large: Path) -> None:
    """Then the call is made once more with another: an upload whole, a list from there."""

    async def work(calls: Store, store: FileStore) -> None:
        await walked(calls.hooks(limit=2))
        await calls.upload("one", large)
        assert store.grants == ["client_credentials"]
        store.valid.clear()
        await calls.upload("two", large)
        assert [file.content for file in store.files] == [large.read_bytes()] * 2
        assert (len(store.grants), store.refused) == (2, 1)
        page = await settled(calls.hooks(limit=4))
        store.valid.clear()
        assert [item.id for item in await walked(page)] == ["0", "1", "2", "3", "4"]
        assert (len(store.grants), store.refused) == (3, 2)

    run(work)


def test_a_refresh_token_that_rotates(run: Run) -> None:
    kept: list[Any] = []

    async def work(calls: Store, store: FileStore) -> None:
        for _ in range(3):
            store.valid.clear()
            assert len(await walked(calls.items())) == 5
        assert store.grants == ["refresh_token"] * 3
        assert [token.refresh_token for token in kept] == ["r1", "r2", "r3"]

    run(work, "RefreshToken", refresh_token=FIRST_REFRESH, on_token=kept.append)


def test_a_client_that_is_not_known(run: Run) -> None:
    """The error is of the class that is raised for want of a token, and tells no secret."""

    async def work(calls: Store, store: FileStore) -> None:
        with pytest.raises(Exception, match="invalid_client") as caught:
            await walked(calls.items())
        assert type(caught.value).__name__ == "TokenError"
        assert "wrong" not in str(caught.value) and store.refused == 0

    run(work, "RefreshToken", refresh_token="wrong", auth_method="client_secret_post")
