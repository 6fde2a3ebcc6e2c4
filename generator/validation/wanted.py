"""What instances are held against: a schema, or a part of an operation."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Literal, TypeAlias

from ..diagnostics import Fatal, diagnostic
from ..lower.part import Call, calls_of, part_about_call, part_about_schema
from ..values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ..diagnostics import Span
    from ..ir import Api, Operation
    from ..load import Document
    from ..name import Names, OperationName

Side: TypeAlias = Literal["request", "response", "item"]

_LISTED = 8


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the user names. Without schema and operation it is the schema that is the
    whole document; `status` and `media` choose among the contents of a part.
    """

    schema: str = ""
    operation: str = ""
    side: Side = "request"
    status: str = ""
    media: str = ""


@dataclass(frozen=True, slots=True)
class Validator:
    """A function of the validators: its module below the package, and its name.

    `module` is that of `SCHEMAS` where `function` is empty; `schema` is the name there.
    `about` is what it checks, for people.
    """

    about: str
    module: str = "validators"
    function: str = ""
    schema: str = ""


@dataclass(frozen=True, slots=True)
class _Content:
    """A content of an operation that has a validator."""

    status: str
    media: str
    function: str
    says: object

    @property
    def shown(self) -> str:
        """The options that choose it."""
        status = f"--status {self.status} " if self.status else ""
        return f"{status}--media {self.media}"


def narrowed(document: Document, wanted: Wanted) -> Document:
    """The part of a document that is needed. Raises Fatal for what it has not."""
    if wanted.operation:
        return part_about_call(document, _call(document, wanted.operation))
    return part_about_schema(document, _schema(document, wanted.schema))


def validator_of(
    document: Document, api: Api, names: Names, wanted: Wanted
) -> Validator:
    """The function for what is wanted, in a model of the part that `narrowed` gave.

    Raises Fatal where an operation has no such content, or several.
    """
    if not wanted.operation:
        schema = wanted.schema or next(iter(api.components))
        return Validator(schema, schema=schema)
    operation = next(
        item
        for item in (*api.operations, *api.webhooks)
        if wanted.operation in _called(item)
    )
    name = names.operations[operation.id]
    contents = list(_contents(api, operation, name, wanted))
    content = _chosen(contents, wanted, document.locate(operation.id))
    about = f"the {wanted.side} of {wanted.operation}"
    if wanted.side == "item":
        about = f"an item of the response of {wanted.operation}"
    if content.status:
        about = f"{about} ({content.status}, {content.media})"
    module = f"validators.operations.{name.resource.module}"
    return Validator(about, module, content.function)


def _schema(document: Document, name: str) -> str:
    """The name of a component; that of the root for a bare JSON Schema without a name."""
    schemas = (document.root.get("components") or {}).get("schemas") or {}
    known: list[str] = list(schemas)
    if not name and document.is_schema:
        return known[0]
    if not name:
        raise Fatal(diagnostic("E514", document.locate("#"), advice=_listing(known)))
    if name not in known:
        raise Fatal(
            diagnostic(
                "E510", document.locate("#"), name=name, advice=_advice(name, known)
            )
        )
    return name


def _call(document: Document, name: str) -> Call:
    calls = list(calls_of(document))
    for call in calls:
        if name in (call.operation_id, call.signature):
            return call
    known = [call.operation_id or call.signature for call in calls]
    raise Fatal(
        diagnostic("E511", document.locate("#"), name=name, advice=_advice(name, known))
    )


def _called(operation: Operation) -> tuple[str, ...]:
    """What an operation can be named by."""
    signature = f"{operation.method} {operation.path}"
    own = operation.operation_id
    return (own, signature) if own else (signature,)


def _contents(
    api: Api, operation: Operation, name: OperationName, wanted: Wanted
) -> Iterator[_Content]:
    """The contents of the wanted part that have a validator."""
    if wanted.side == "request":
        for content in operation.body.contents if operation.body else ():
            function = name.request_validators.get(content.media)
            if function and content.schema:
                says = api.assertions[content.schema].keywords
                yield _Content("", content.media, function, says)
        return
    for response in operation.responses:
        listed = [(content.media, content.schema) for content in response.contents]
        if wanted.side == "item":
            listed = [(stream.media, stream.schema) for stream in response.streams]
        for media, schema in listed:
            function = name.response_validators.get((response.status, media))
            if function and schema:
                says = api.assertions[schema].keywords
                yield _Content(response.status, media, function, says)


def _chosen(contents: Sequence[_Content], wanted: Wanted, place: Span) -> _Content:
    """The one content that is meant. Raises Fatal where there is none, or no one.

    Without a status the answers of success are meant, if there are any; without a media
    type that of JSON, if there is one. What says the same need not be told apart.
    """
    found = _of_status(contents, wanted.status)
    if wanted.media:
        found = [item for item in found if item.media == wanted.media.lower()]
    elif len(json := [item for item in found if item.media == "application/json"]) == 1:
        found = json
    if not found:
        advice = "it has none for any options"
        if contents:
            advice = f"it has: {'; '.join(item.shown for item in contents[:_LISTED])}"
        side = wanted.side
        raise Fatal(
            diagnostic(
                "E512", place, operation=wanted.operation, side=side, advice=advice
            )
        )
    if any(item.says != found[0].says for item in found):
        side = wanted.side
        choices = "; ".join(item.shown for item in found[:_LISTED])
        raise Fatal(
            diagnostic(
                "E513", place, operation=wanted.operation, side=side, choices=choices
            )
        )
    return found[0]


def _of_status(contents: Sequence[_Content], status: str) -> list[_Content]:
    """The contents for a status as OpenAPI chooses them: its own, its range's, default's.

    Source: OpenAPI 3.2, section 4.16.
    """
    wanted = [status, f"{status[:1]}XX", "default"]
    if not status:
        success = [item for item in contents if item.status.startswith("2")]
        return success or list(contents)
    for own in wanted:
        found = [item for item in contents if item.status.upper() == own.upper()]
        if found:
            return found
    return []


def _advice(name: str, known: Iterable[str]) -> str:
    folded = {item.casefold(): item for item in known}
    near = difflib.get_close_matches(name.casefold(), list(folded), 1)
    if near:
        return f"did you mean '{folded[near[0]]}'?"
    return _listing(list(folded.values()))


def _listing(known: Sequence[str]) -> str:
    if not known:
        return "the document has none"
    more = f" and {len(known) - _LISTED} more" if len(known) > _LISTED else ""
    return f"there are: {', '.join(known[:_LISTED])}{more}"
