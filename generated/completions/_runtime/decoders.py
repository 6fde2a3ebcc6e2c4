# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""What a response body becomes.

A method names its result by one of these types: `Json[Pet]`, `Text`, `Binary`, `Empty`;
where the status or the media type decides between several, by `Results`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar, cast, get_args

from pydantic import ValidationError
from pydantic_core import from_json

from .drift import Drift
from .errors import (
    ResponseDecodeError,
    ResponseValidationError,
    UnexpectedContentTypeError,
)
from .forms import is_json
from .lenient import is_alike, read
from .modes import ResponseMode
from .reply import Reply
from .sse import Event
from .values import to_json, validator

T_co = TypeVar("T_co", covariant=True)

_BOM = b"\xef\xbb\xbf"
"""What readers of JSON may ignore at the start (RFC 8259, section 8.1)."""

_TOLD = 5
"""How many differences the text of an error tells; all are in its `drift`."""


class Decoder(Generic[T_co]):
    """Base of the types that name a result."""

    @staticmethod
    def decode(reply: Reply, kind: Any, mode: ResponseMode) -> Any:
        """The result; `kind` is what stands in brackets after the type, if anything.

        Raises:
            APIResponseError: The reply is not what the operation declares.
        """
        raise NotImplementedError

    @staticmethod
    def item(event: Event, kind: Any, mode: ResponseMode) -> Any:
        """An item of a stream, of which `event` is a piece.

        Raises:
            ResponseValidationError: The item does not fit; see `decode_json`.
            ValueError: The piece is not JSON, and should be.
        """
        raise NotImplementedError


class Json(Decoder[T_co]):
    """JSON of a type. Where any value may come, no body at all is None."""

    @staticmethod
    def decode(reply: Reply, kind: Any, mode: ResponseMode) -> Any:
        if reply.media and not is_json(reply.media):
            message = f"expected JSON, got {reply.media}"
            reply.refuse(UnexpectedContentTypeError(message))
        if kind is object and not reply.content:
            return None
        try:
            return decode_json(reply.content, kind, mode)
        except ResponseValidationError as error:
            reply.refuse(error)
        except ValueError:
            reply.refuse(ResponseDecodeError("the response is not valid JSON"))

    @staticmethod
    def item(event: Event, kind: Any, mode: ResponseMode) -> Any:
        return decode_json(event.data, kind, mode)


class Text(Decoder[str]):
    """Text, in the charset that the response names, else UTF-8."""

    @staticmethod
    def decode(reply: Reply, kind: Any, mode: ResponseMode) -> Any:
        try:
            return reply.content.decode(reply.charset or "utf-8", errors="replace")
        except LookupError:
            return reply.content.decode(errors="replace")

    @staticmethod
    def item(event: Event, kind: Any, mode: ResponseMode) -> Any:
        return event.text


class Binary(Decoder[bytes]):
    """Bytes as they came."""

    @staticmethod
    def decode(reply: Reply, kind: Any, mode: ResponseMode) -> Any:
        return reply.content

    @staticmethod
    def item(event: Event, kind: Any, mode: ResponseMode) -> Any:
        return event.data


class JsonEvent(Decoder[T_co]):
    """A whole event, whose data is JSON, or text where it is none."""

    @staticmethod
    def item(event: Event, kind: Any, mode: ResponseMode) -> Any:
        try:
            data: object = from_json(event.data)
        except ValueError:
            data = event.text
        return decode_json(to_json(_members(event, data)), kind, mode)


class TextEvent(Decoder[T_co]):
    """A whole event, whose data is text."""

    @staticmethod
    def item(event: Event, kind: Any, mode: ResponseMode) -> Any:
        return decode_json(to_json(_members(event, event.text)), kind, mode)


def _members(event: Event, data: object) -> dict[str, object]:
    """An event as an object, without what it does not have."""
    found = {"event": event.event, "id": event.id, "retry": event.retry}
    return {"data": data, **{key: item for key, item in found.items() if item}}


class Empty(Decoder[None]):
    """Nothing; a body that comes all the same is ignored."""

    @staticmethod
    def decode(reply: Reply, kind: Any, mode: ResponseMode) -> Any:
        return None


class Results(Generic[T_co]):
    """Several results; the key says when: a status, a media type, or both.

    `{"200": Json[Pet], "202": Json[Job], "200 text/plain": Text, "204": Empty}`
    """

    def __init__(self, cases: Mapping[str, type[Decoder[T_co]]]) -> None:
        self._cases = cases

    def select(self, status: int, media: str) -> type[Decoder[T_co]] | None:
        """The result for a response, None when no case fits.

        A status wins over its range, and that over `default`. Of several media types the
        very one wins; then JSON stands for JSON, and a range (`text/*`) for what is in it.
        """
        for key in (str(status), f"{status // 100}XX", "default"):
            cases = {
                case.partition(" ")[2]: result
                for case, result in self._cases.items()
                if case.partition(" ")[0] == key
            }
            if cases:
                return _of_media(cases, media)
        return None


def _of_media(
    cases: Mapping[str, type[Decoder[T_co]]], media: str
) -> type[Decoder[T_co]] | None:
    """The result for a media type; the key is a media type, empty for any."""
    if media in cases:
        return cases[media]
    if is_json(media):
        for name, result in cases.items():
            if is_json(name):
                return result
    for name in (f"{media.partition('/')[0]}/*", "*/*", ""):
        if name in cases:
            return cases[name]
    return None


def decode_reply(
    reply: Reply, result: type[Decoder[T_co]] | Results[T_co], mode: ResponseMode
) -> T_co:
    """The result of a call.

    Raises:
        APIResponseError: The reply is not what the operation declares.
    """
    found = chosen(result, reply.status, reply.media)
    if found is None:
        message = f"no result is documented for {reply.media or 'this response'}"
        reply.refuse(UnexpectedContentTypeError(message))
    return cast(T_co, found.decode(reply, kind_of(found), mode))


def chosen(
    result: type[Decoder[T_co]] | Results[T_co], status: int, media: str
) -> type[Decoder[T_co]] | None:
    """The decoder for a response, None when no case fits."""
    return result.select(status, media) if isinstance(result, Results) else result


def kind_of(result: object) -> Any:
    """`Pet` of `Json[Pet]`, None of a type without brackets."""
    arguments = get_args(result)
    return arguments[0] if arguments else None


def decode_json(content: bytes, kind: Any, mode: ResponseMode) -> Any:
    """JSON text as a type, or as it is: see `ResponseMode`.

    Raises:
        ResponseValidationError: The value is of another JSON type than the type says, or
            does not fit it otherwise and the mode is strict.
        ValueError: The text is not JSON.
    """
    content = content.removeprefix(_BOM)
    if mode == "raw":
        return from_json(content)
    try:
        return validator(kind)(content)
    except ValidationError as error:
        if _is_no_json(error):
            raise ValueError("not JSON") from None
    value = from_json(content)
    result, drift = read(kind, value)
    if mode == "strict" or not is_alike(kind, value):
        raise _misfit(drift)
    return result


def _is_no_json(error: ValidationError) -> bool:
    if error.error_count() > 1:
        return False
    (found,) = error.errors(include_url=False, include_input=False)
    return found["type"] == "json_invalid"


def _misfit(drift: tuple[Drift, ...]) -> ResponseValidationError:
    """The error that tells where a value does not fit, without the value."""
    told = "; ".join(map(str, drift[:_TOLD]))
    more = f"; and {len(drift) - _TOLD} more" if len(drift) > _TOLD else ""
    error = ResponseValidationError(f"not as documented: {told}{more}")
    error.drift = drift
    return error
