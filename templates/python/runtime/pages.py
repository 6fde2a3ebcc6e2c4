# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Pages of lists, which lead to the pages that follow.

No page is asked for before it is needed, and none is kept once it was walked past.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterator
from typing import TYPE_CHECKING, Any, Generic, TypeVar, Unpack, cast

from .async_transport import AsyncTransport
from .decoders import Decoder, Results, decode_reply
from .failures import request_id
from .links import PaginationError
from .modes import ResponseMode
from .paging import PagedOperation, Paging, Position, Seen
from .reply import Reply
from .request import Parts
from .transport import Transport

if TYPE_CHECKING:
    from .async_streamed import AsyncStreamedTransport, Opening
    from .headers import HeadersByStatus
    from .raw import AsyncRawTransport, RawResponse, RawTransport
    from .settings import Settings
    from .streamed import StreamedResponse, StreamedTransport

__all__ = ["AsyncPage", "AsyncPager", "Page", "PaginationError"]

H = TypeVar("H")
ItemT = TypeVar("ItemT")
PageT = TypeVar("PageT")
ResponseT = TypeVar("ResponseT")
ItemT_co = TypeVar("ItemT_co", covariant=True)
ResponseT_co = TypeVar("ResponseT_co", covariant=True)


class _AnyPage(Generic[ItemT_co, ResponseT_co]):
    """What pages of both flavours know."""

    def __init__(
        self, paging: Paging, settings: Settings, at: Position, reply: Reply, body: Any
    ) -> None:
        items = paging.items_of(body)
        self.items = cast("list[ItemT_co]", items)
        self.response = cast("ResponseT_co", body)
        self._paging = paging
        mark = hash(reply.content)
        self._seen = Seen(settings, at, reply.response, mark, body, items)

    def has_next_page(self) -> bool:
        """Whether the response says that a page follows."""
        try:
            return self._paging.after(self._seen) is not None
        except PaginationError:
            return True  # asking for it tells what is wrong

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self.items)} items>"

    def _next(self) -> Position:
        """The position of the next page. Raises PaginationError where there is none."""
        try:
            found = self._paging.after(self._seen)
            if found is None:
                raise PaginationError("this is the last page: see has_next_page()")
        except PaginationError as error:
            response = self._seen.response
            error.status_code = response.status_code
            error.headers = dict(response.headers)
            error.request_id = request_id(response)
            raise
        return found


class Page(_AnyPage[ItemT_co, ResponseT_co]):
    """A page of a list. Iterate it for its items and those of all pages after it.

    Attributes:
        items: The items of this page alone.
        response: The response that it came in.
    """

    def __init__(
        self,
        transport: Transport,
        paging: Paging,
        result: type[Decoder[ResponseT_co]] | Results[ResponseT_co],
        at: Position,
        reply: Reply,
        body: ResponseT_co,
    ) -> None:
        super().__init__(paging, transport.settings, at, reply, body)
        self._transport = transport
        self._result = result

    @staticmethod
    def first(
        transport: Transport,
        operation: PagedOperation[ItemT],
        result: type[Decoder[ResponseT]] | Results[ResponseT],
        **parts: Unpack[Parts],
    ) -> Page[ItemT, ResponseT]:
        """The page that a call gives.

        Raises:
            APIError: The call failed; see the classes of `errors.py`.
        """
        found = _page(transport, operation, result, Position(operation, parts))
        return transport.call(operation, found, **parts)

    @staticmethod
    def answer(
        transport: RawTransport,
        operation: PagedOperation[ItemT],
        result: type[Decoder[ResponseT]] | Results[ResponseT],
        record: type[H] | HeadersByStatus[H],
        **parts: Unpack[Parts],
    ) -> RawResponse[Page[ItemT, ResponseT], H]:
        """The same as a whole response. Raises APIError if the call fails."""
        found = _page(transport, operation, result, Position(operation, parts))
        return transport.answer(operation, found, record, **parts)

    @staticmethod
    def opened(
        transport: StreamedTransport,
        operation: PagedOperation[ItemT],
        result: type[Decoder[ResponseT]] | Results[ResponseT],
        **parts: Unpack[Parts],
    ) -> StreamedResponse[Page[ItemT, ResponseT]]:
        """The same as a response before its body. Raises APIError if the call fails."""
        found = _page(transport, operation, result, Position(operation, parts))
        return transport.opened(operation, found, **parts)

    def next_page(self) -> Page[ItemT_co, ResponseT_co]:
        """Ask for the page after this one, with the same options.

        Raises:
            APIError: The call failed; see the classes of `errors.py`.
            PaginationError: This is the last page, or there is no way to the next one.
        """
        at = self._next()
        found: Results[Page[ItemT_co, ResponseT_co]]
        found = _page_at(self._transport, self._paging, self._result, at)
        done = self._transport.send(at.operation, **at.parts)
        return self._transport.decode(done, found)

    def pages(self) -> Iterator[Page[ItemT_co, ResponseT_co]]:
        """This page and all after it, each asked for when it is its turn."""
        return _pages_from(self)

    def __iter__(self) -> Iterator[ItemT_co]:
        return _items_from(self)


class AsyncPage(_AnyPage[ItemT_co, ResponseT_co]):
    """A page of a list. Iterate it for its items and those of all pages after it.

    Attributes:
        items: The items of this page alone.
        response: The response that it came in.
    """

    def __init__(
        self,
        transport: AsyncTransport,
        paging: Paging,
        result: type[Decoder[ResponseT_co]] | Results[ResponseT_co],
        at: Position,
        reply: Reply,
        body: ResponseT_co,
    ) -> None:
        super().__init__(paging, transport.settings, at, reply, body)
        self._transport = transport
        self._result = result

    @staticmethod
    async def answer(
        transport: AsyncRawTransport,
        operation: PagedOperation[ItemT],
        result: type[Decoder[ResponseT]] | Results[ResponseT],
        record: type[H] | HeadersByStatus[H],
        **parts: Unpack[Parts],
    ) -> RawResponse[AsyncPage[ItemT, ResponseT], H]:
        """The page that a call gives, as a whole response. Raises APIError if it fails."""
        found = _async_page(transport, operation, result, Position(operation, parts))
        return await transport.answer(operation, found, record, **parts)

    @staticmethod
    def opened(
        transport: AsyncStreamedTransport,
        operation: PagedOperation[ItemT],
        result: type[Decoder[ResponseT]] | Results[ResponseT],
        **parts: Unpack[Parts],
    ) -> Opening[AsyncPage[ItemT, ResponseT]]:
        """The same as a response before its body, which `async with` asks for."""
        found = _async_page(transport, operation, result, Position(operation, parts))
        return transport.opened(operation, found, **parts)

    async def next_page(self) -> AsyncPage[ItemT_co, ResponseT_co]:
        """Ask for the page after this one, with the same options.

        Raises:
            APIError: The call failed; see the classes of `errors.py`.
            PaginationError: This is the last page, or there is no way to the next one.
        """
        at = self._next()
        found: Results[AsyncPage[ItemT_co, ResponseT_co]]
        found = _async_page_at(self._transport, self._paging, self._result, at)
        done = await self._transport.send(at.operation, **at.parts)
        return self._transport.decode(done, found)

    def pages(self) -> AsyncIterator[AsyncPage[ItemT_co, ResponseT_co]]:
        """This page and all after it, each asked for when it is its turn."""
        return _AsyncPages(self._itself)

    def __aiter__(self) -> AsyncIterator[ItemT_co]:
        return _AsyncItems(self.pages())

    async def _itself(self) -> AsyncPage[ItemT_co, ResponseT_co]:
        return self


class AsyncPager(Generic[ItemT, ResponseT]):
    """A list that is yet to be asked for.

    `await` it for its first page, or iterate it with `async for` for the items of all
    pages. Nothing is sent before.
    """

    def __init__(
        self,
        transport: AsyncTransport,
        operation: PagedOperation[ItemT],
        result: type[Decoder[ResponseT]] | Results[ResponseT],
        **parts: Unpack[Parts],
    ) -> None:
        self._transport = transport
        self._operation = operation
        self._parts = parts
        at = Position(operation, parts)
        self._page = _async_page(transport, operation, result, at)

    def __await__(self) -> Generator[Any, None, AsyncPage[ItemT, ResponseT]]:
        return self._first().__await__()

    def __aiter__(self) -> AsyncIterator[ItemT]:
        return _AsyncItems(self.pages())

    def pages(self) -> AsyncIterator[AsyncPage[ItemT, ResponseT]]:
        """All pages, each asked for when it is its turn."""
        return _AsyncPages(self._first)

    async def _first(self) -> AsyncPage[ItemT, ResponseT]:
        return await self._transport.call(self._operation, self._page, **self._parts)


class _PageOf(Results[PageT]):
    """Stands where a result does, and makes a page of it."""

    def __init__(
        self,
        result: type[Decoder[ResponseT]] | Results[ResponseT],
        make: Callable[[Reply, ResponseT], PageT],
    ) -> None:
        super().__init__({})
        self._result: Any = result
        self._make: Any = make

    def select(self, status: int, media: str) -> type[Decoder[PageT]]:
        return cast("type[Decoder[PageT]]", self)

    def decode(self, reply: Reply, kind: Any, mode: ResponseMode) -> PageT:
        body = decode_reply(reply, self._result, mode)
        return cast(PageT, self._make(reply, body))


def _page(
    transport: Transport,
    operation: PagedOperation[ItemT],
    result: type[Decoder[ResponseT]] | Results[ResponseT],
    at: Position,
) -> Results[Page[ItemT, ResponseT]]:
    """A page with the items of an operation, as a result of its call."""
    return _page_at(transport, operation.pages, result, at)


def _page_at(
    transport: Transport,
    paging: Paging,
    result: type[Decoder[ResponseT]] | Results[ResponseT],
    at: Position,
) -> Results[Page[Any, ResponseT]]:
    def make(reply: Reply, body: ResponseT) -> Page[Any, ResponseT]:
        return Page(transport, paging, result, at, reply, body)

    return _PageOf(result, make)


def _async_page(
    transport: AsyncTransport,
    operation: PagedOperation[ItemT],
    result: type[Decoder[ResponseT]] | Results[ResponseT],
    at: Position,
) -> Results[AsyncPage[ItemT, ResponseT]]:
    """The same for the other flavour."""
    return _async_page_at(transport, operation.pages, result, at)


def _async_page_at(
    transport: AsyncTransport,
    paging: Paging,
    result: type[Decoder[ResponseT]] | Results[ResponseT],
    at: Position,
) -> Results[AsyncPage[Any, ResponseT]]:
    def make(reply: Reply, body: ResponseT) -> AsyncPage[Any, ResponseT]:
        return AsyncPage(transport, paging, result, at, reply, body)

    return _PageOf(result, make)


def _pages_from(
    page: Page[ItemT, ResponseT],
) -> Iterator[Page[ItemT, ResponseT]]:
    """Pages in turn; holds on to the present one only."""
    yield page
    while page.has_next_page():
        page = page.next_page()
        yield page


def _items_from(page: Page[ItemT, ResponseT]) -> Iterator[ItemT]:
    """The items of pages in turn; holds on to the present page only."""
    yield from page.items
    while page.has_next_page():
        page = page.next_page()
        yield from page.items


class _AsyncPages(AsyncIterator[PageT]):
    """Pages in turn. No generator, so a loop that is left leaves nothing to close."""

    def __init__(self, first: Callable[[], Awaitable[PageT]]) -> None:
        self._following: Callable[[], Awaitable[PageT]] | None = first

    async def __anext__(self) -> PageT:
        if self._following is None:
            raise StopAsyncIteration
        page: Any = await self._following()
        self._following = page.next_page if page.has_next_page() else None
        return cast(PageT, page)


class _AsyncItems(AsyncIterator[ItemT]):
    """The items of pages in turn."""

    def __init__(self, pages: AsyncIterator[AsyncPage[ItemT, Any]]) -> None:
        self._pages = pages
        self._items: Iterator[ItemT] = iter(())

    async def __anext__(self) -> ItemT:
        while True:
            for item in self._items:
                return item
            page = await anext(self._pages)
            self._items = iter(page.items)
