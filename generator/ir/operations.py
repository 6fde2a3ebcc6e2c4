"""Operations: what can be called, with what, and what comes back."""

from __future__ import annotations

from typing import Literal, TypeAlias

from ..values import dataclass
from .rules import Rule
from .service import SecurityRequirement, Server
from .types import Id, Json, TypeUse

OperationKind: TypeAlias = Literal["call", "webhook", "callback"]
StreamForm: TypeAlias = Literal["json", "text", "bytes", "event", "text event"]
RetryClass: TypeAlias = Literal["", "idempotent", "ambiguous", "unsafe"]
ParameterPlace: TypeAlias = Literal["path", "query", "header", "cookie", "querystring"]
PagingKind: TypeAlias = Literal["cursor", "page", "offset", "link", "url"]


@dataclass(frozen=True, slots=True)
class PathSegment:
    """A piece of a path template: literal text, or the parameter of that name."""

    text: str
    is_parameter: bool


@dataclass(frozen=True, slots=True)
class Encoding:
    """How a property of a form, or a part of a multipart body, is written.

    `name` is the property, empty for parts that are told by their position. `media` are
    the media types that the document lists for it, preferred first. `style` is empty
    unless the document says how to write it as a parameter is written; it wins over
    `media` then. `headers` are those whose value the document fixes. `nesting` tells of
    a part that is a multipart body itself.

    Source: OpenAPI 3.2, section 4.15.
    """

    name: str
    media: tuple[str, ...] = ()
    style: str = ""
    explode: bool = False
    allow_reserved: bool = False
    headers: tuple[tuple[str, str], ...] = ()
    nesting: Nesting | None = None


@dataclass(frozen=True, slots=True)
class Nesting:
    """A multipart body that is a part of another.

    `media` is its media type, with parameters. `use` is the type of what it holds, an
    array of parts in a row or an object of parts with names. `is_each` tells that the
    property is an array of such bodies, a part each. `encodings`, `positions` and `rest`
    tell of its parts, as those of `MediaContent` do.

    Source: OpenAPI 3.2, section 4.15.1.1.
    """

    media: str
    use: TypeUse
    is_each: bool = False
    encodings: tuple[Encoding, ...] = ()
    positions: tuple[Encoding, ...] = ()
    rest: Encoding | None = None


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter outside the body. `schema` is the id of its assertions.

    `style` and `explode` are filled in with the defaults of OpenAPI 3.2, section 4.12.2;
    `media` is the media type when the parameter is declared by `content`, else empty;
    `encodings` tell of the properties of a form then.
    """

    id: Id
    name: str
    place: ParameterPlace
    use: TypeUse
    schema: Id | None
    required: bool
    description: str = ""
    deprecated: bool = False
    style: str = "form"
    explode: bool = True
    allow_reserved: bool = False
    media: str = ""
    default: tuple[Json] | None = None
    encodings: tuple[Encoding, ...] = ()


@dataclass(frozen=True, slots=True)
class MediaContent:
    """One media type of a body or a response.

    `media` is lower case without parameters: `application/json`. `use` is the type of
    the content; for `application/octet-stream` and other binary content it is
    `Scalar("bytes")`, for text `Scalar("string")`. `schema` is the id of its
    assertions, None where no schema stands. `examples` are JSON values; `example_names`
    are their names in the document, empty where none has one.

    A body may be a sequence of items (OpenAPI 3.2, section 4.14.3): `use` and `schema`
    are those of an item then. `encodings` tell of properties; `positions` of the first
    parts of a multipart body, `rest` of those that follow.
    """

    media: str
    use: TypeUse
    schema: Id | None
    examples: tuple[Json, ...] = ()
    example_names: tuple[str, ...] = ()
    is_sequence: bool = False
    encodings: tuple[Encoding, ...] = ()
    positions: tuple[Encoding, ...] = ()
    rest: Encoding | None = None


@dataclass(frozen=True, slots=True)
class Body:
    """What a request carries. `contents` in document order, preferred first."""

    id: Id
    contents: tuple[MediaContent, ...]
    required: bool
    description: str = ""


@dataclass(frozen=True, slots=True)
class Stream:
    """A sequence of items in a response (OpenAPI 3.2 `itemSchema`).

    `media` is `text/event-stream`, `application/jsonl` or another sequential type.
    `form` tells what an item is: the JSON, the text or the bytes of one piece of the
    sequence; or, of server-sent events, the object of the whole event (`event`, `data`,
    `id`, `retry`), whose data is JSON or, for `text event`, text. `sentinel` is the event
    data that ends it (extension `x-oasmith-sentinel` on the media type), empty where the
    end of the response ends it. `selector` is the wire name of the boolean body property
    that asks for it, empty where it comes unasked or by `Accept` alone. `part_media` is
    the media type of the parts of a multipart response. `resumes` tells that a client may
    ask for the rest of a stream that broke off (extension `x-oasmith-resume`).
    """

    media: str
    item: TypeUse
    schema: Id | None
    form: StreamForm = "json"
    sentinel: str = ""
    selector: str = ""
    examples: tuple[Json, ...] = ()
    part_media: str = ""
    resumes: bool = False


@dataclass(frozen=True, slots=True)
class Header:
    """A header of a response, in style `simple`.

    `media` is the media type of its value, where it has one.
    """

    name: str
    use: TypeUse
    schema: Id | None
    required: bool
    description: str = ""
    deprecated: bool = False
    media: str = ""
    explode: bool = False


@dataclass(frozen=True, slots=True)
class Response:
    """One answer. `status` is `200`, a range such as `4XX`, or `default`.

    `streams` are the sequential contents beside or instead of `contents`, preferred
    first. `header_shape` is the record that has a field for each of `headers`, None where
    there are none.
    """

    id: Id
    status: str
    description: str
    contents: tuple[MediaContent, ...]
    streams: tuple[Stream, ...]
    headers: tuple[Header, ...]
    header_shape: Id | None = None
    links: tuple[Link, ...] = ()

    @property
    def stream(self) -> Stream | None:
        """The preferred one of the sequential contents."""
        return self.streams[0] if self.streams else None


@dataclass(frozen=True, slots=True)
class Link:
    """What an answer leads to (OpenAPI 3.2, section 4.20).

    `target` is the id of the operation that it leads to, or the document's text where
    that operation is not of this document. `parameters` pairs a parameter of that
    operation, and `body` is its body, with a value or a runtime expression.
    """

    name: str
    target: Id
    parameters: tuple[tuple[str, Json], ...] = ()
    body: tuple[Json] | None = None
    description: str = ""


@dataclass(frozen=True, slots=True)
class Callback:
    """A request that the service makes because of a call (OpenAPI 3.2, section 4.18).

    `operation` is its id in `Api.callbacks`; `expression` tells where it goes.
    """

    name: str
    expression: str
    operation: Id


@dataclass(frozen=True, slots=True)
class Condition:
    """A query or header parameter that tells an operation from others of its address.

    `value` is what it must be; empty where any value will do.
    """

    place: Literal["query", "header"]
    name: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class Pagination:
    """How the results of an operation come in pages.

    `kind` is what leads to the next page: a `cursor` of the response, the number of the
    `page`, the `offset` of its first item, a `link` header (RFC 8288, `rel="next"`), or
    the `url` in the body. What is in the body is named by paths of wire names: `items`
    is the array whose items have the type `item`; `next` the cursor or the URL, in the
    last item where `in_last_item`; `more` a boolean that tells whether there are more;
    `total` the number of items, or of pages where `kind` is `page`. An empty `items` is
    the whole body; other empty paths lead to nothing.

    The cursor or the number goes into `parameter`, which is a parameter or, at `body`, a
    property of the body; `start` is the number of the first page or item. `is_inferred`
    tells that no declaration says all this, only the shape of the operation.
    """

    kind: PagingKind
    item: TypeUse
    items: tuple[str, ...] = ()
    next: tuple[str, ...] = ()
    in_last_item: bool = False
    more: tuple[str, ...] = ()
    total: tuple[str, ...] = ()
    place: Literal["query", "header", "body"] = "query"
    parameter: str = ""
    start: int = 0
    is_inferred: bool = False


@dataclass(frozen=True, slots=True)
class Operation:
    """One method on one path.

    `operation_id` is the document's, empty where it gives none. `security` lists
    alternatives; an empty requirement among them allows anonymous calls, an empty tuple
    means that no security applies. `servers` overrides the API's where not empty.
    `conditions` are those that the document puts after the `#` of a path. `sunset` is
    when a deprecated operation ends (`x-sunset`). `retry` says what clients may try again
    (`x-oasmith-retry` of the operation or of the document), empty where the method does.
    `pagination` is there where results come in pages. `rules` are those that see the
    request and the response (`x-validations` of the operation).

    Of a webhook or a callback, which the service sends, `path` is the name. A callback
    goes where `expression` tells; `caller` is the operation that brings it about.
    """

    id: Id
    operation_id: str
    method: str
    path: str
    segments: tuple[PathSegment, ...]
    tags: tuple[str, ...]
    summary: str
    description: str
    parameters: tuple[Parameter, ...]
    body: Body | None
    responses: tuple[Response, ...]
    security: tuple[SecurityRequirement, ...]
    servers: tuple[Server, ...] = ()
    deprecated: bool = False
    kind: OperationKind = "call"
    conditions: tuple[Condition, ...] = ()
    callbacks: tuple[Callback, ...] = ()
    expression: str = ""
    caller: Id = ""
    sunset: str = ""
    retry: RetryClass = ""
    pagination: Pagination | None = None
    rules: tuple[Rule, ...] = ()
