"""Names of the functions that check what operations carry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..ir import Api, MediaContent, Operation
from .arguments import form_word
from .scope import Scope
from .words import snake


def request_validators(
    api: Api, operation: Operation, handler: str, functions: Scope
) -> dict[str, str]:
    """The function that checks each form of the body, by media type.

    JSON has the plain name, else the first media type by name. Media types whose schemas
    say the same share one.
    """
    contents = operation.body.contents if operation.body else ()
    known: dict[object, str] = {}
    found: dict[str, str] = {}
    for content in sorted(contents, key=_preference):
        if content.schema is None:
            continue
        says = (api.assertions[content.schema].keywords, content.is_sequence)
        if says not in known:
            word = f"_{snake(form_word(content.media), 'form')}" if known else ""
            wanted = f"{handler}_request{word}"
            longer = f"{handler}_request_{snake(content.media, 'form')}"
            known[says] = functions.take(handler, wanted, longer)
        found[content.media] = known[says]
    return found


def parameter_validators(
    parameters: Mapping[tuple[str, str], str], handler: str, functions: Scope
) -> dict[tuple[str, str], str]:
    """The function that checks each parameter."""
    found = {}
    for key in sorted(parameters):
        wanted = f"{handler}_{key[0]}_{parameters[key].strip('_')}"
        found[key] = functions.take(handler, wanted, f"{wanted}_parameter")
    return found


def response_validators(
    operation: Operation, handler: str, functions: Scope
) -> dict[tuple[str, str], str]:
    """The function that checks each content of each answer, by status and media type.

    That of JSON has the shortest name, else that of the first media type by name.
    """
    found: dict[tuple[str, str], str] = {}
    for status, media, is_event, is_first in _answers(operation):
        wanted = f"{handler}_response_{status.lower()}"
        if is_event:
            word = "" if is_first else f"_{snake(form_word(media), 'stream')}"
            wanted = f"{wanted}{word}_event"
        elif not is_first:
            wanted = f"{wanted}_{snake(media, 'media')}"
        found[(status, media)] = functions.take(handler, wanted)
    return found


def exchange_validator(operation: Operation, handler: str, functions: Scope) -> str:
    """The function that checks a request and its response together, if rules see both."""
    if not any(rule.when == "exchange" for rule in operation.rules):
        return ""
    return functions.take(handler, f"{handler}_exchange")


def header_validators(
    operation: Operation, handler: str, functions: Scope
) -> dict[tuple[str, str], str]:
    """The function that checks each header of each answer, by status and name."""
    found: dict[tuple[str, str], str] = {}
    for response in sorted(operation.responses, key=lambda item: item.status):
        for header in sorted(response.headers, key=lambda item: item.name):
            if header.schema is not None:
                word = snake(header.name, "header")
                wanted = f"{handler}_response_{response.status.lower()}_header_{word}"
                key = (response.status, header.name)
                found[key] = functions.take(handler, wanted)
    return found


def _answers(operation: Operation) -> Iterator[tuple[str, str, bool, bool]]:
    """Status and media type, whether it is an event's, whether it is the first."""
    for response in sorted(operation.responses, key=lambda item: item.status):
        contents = sorted(response.contents, key=_preference)
        for content in contents:
            yield response.status, content.media, False, content is contents[0]
        for stream in response.streams:
            yield response.status, stream.media, True, stream is response.stream


def _preference(content: MediaContent) -> tuple[bool, bool, str]:
    media = content.media
    return media != "application/json", not media.endswith("+json"), media
