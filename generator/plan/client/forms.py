"""The forms of a request body: their arguments, and the facts that the runtime needs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...ir import Anything
from ...values import dataclass
from ..python.code import code
from ..python.constants import filled_in
from ..python.layout import Atom, call, dict_display, literal_expr, tuple_display
from ..python.literals import lit
from ..python.nesting import content_of, nested, placed
from .arguments import Argument, media_argument
from .contents import BINARY, JSON, is_any_json, sent, sent_record
from .docs import field_text
from .files import (
    file_names,
    has_bytes,
    is_multipart,
    is_raw,
    may_be_file,
    sent_use,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...ir import Api, Encoding, Field, Json, MediaContent, Operation
    from ...name import OperationName
    from ..python.code import Code
    from ..python.imports import Imports
    from ..python.layout import Expr

ANY = "*/*"


@dataclass(frozen=True, slots=True)
class Group:
    """Forms of a body that take the same arguments, the preferred one first.

    `is_whole` tells that one argument is the whole body; its properties are arguments
    elsewhere. `params` is the name of the TypedDict of its keyword arguments.
    """

    contents: tuple[MediaContent, ...]
    arguments: tuple[Argument, ...]
    is_whole: bool
    params: str


def groups(
    api: Api, operation: Operation, names: OperationName, taken: set[str]
) -> tuple[Group, ...]:
    """The forms of the body of an operation by what they take, the preferred first.

    `taken` are the names of the arguments outside of the body.
    """
    first = sent(operation)
    if operation.body is None or first is None:
        return ()
    taken = taken | set(names.body_fields.values())
    found: dict[tuple[Argument, ...], list[MediaContent]] = {}
    others = [item for item in operation.body.contents if item is not first]
    for content in (first, *others):
        key = _arguments(api, operation, names, content, taken)
        found.setdefault(key, []).append(content)
    name = free(("content_type", "media_type", "content_type_"), taken)
    result: list[Group] = []
    for own, contents in found.items():
        is_whole = any(item.place == "body" for item in own)
        ordered = sorted(contents, key=lambda item: _preference(item, contents))
        params = names.form_params.get(ordered[0].media, names.params_type)
        params = params if result else names.params_type
        group = Group(tuple(ordered), own, is_whole, params)
        if _has_choice(operation, group):
            required = any(other.is_whole == is_whole for other in result)
            media = [media_of(content) for content in ordered]
            choice = media_argument(name, media, "", required=required)
            group = replace(group, arguments=(*own, choice))
        result.append(group)
    return _told(result)


def _told(groups: Sequence[Group]) -> tuple[Group, ...]:
    """The groups, with words for what chooses the media type."""
    text = " ".join(_choice_texts(groups))
    return tuple(
        replace(
            group,
            arguments=tuple(
                replace(item, text=text) if item.place == "content_type" else item
                for item in group.arguments
            ),
        )
        for group in groups
    )


def _choice_texts(groups: Sequence[Group]) -> Iterator[str]:
    """What the media type of the body is, and what it is by default."""
    media = media_of(groups[0].contents[0])
    if "*" in media and media != ANY:
        yield f"Media type of the body, one of `{media}`."
        yield "Default: that of the file name."
        return
    yield "Media type of the body."
    default = f"Default: `{BINARY if media == ANY else media}`"
    first = groups[0]
    other = next((one for one in groups if one.is_whole != first.is_whole), None)
    if other is None or "*" in (given := media_of(other.contents[0])):
        yield f"{default}."
    elif other.is_whole:
        argument = other.arguments[0].name
        yield f"{default}, or `{given}` where `{argument}` is given."
    else:
        yield f"{default}, or `{given}` for its properties."


def _preference(
    content: MediaContent, listed: Sequence[MediaContent]
) -> tuple[int, int]:
    """JSON before what is built on it, exact types before ranges."""
    usual = content.media in (JSON, BINARY)
    rank = 0 if usual else 2 if "*" in content.media else 1
    return rank, listed.index(content)


def _arguments(
    api: Api,
    operation: Operation,
    names: OperationName,
    content: MediaContent,
    taken: set[str],
) -> tuple[Argument, ...]:
    body = operation.body
    assert body is not None
    record = sent_record(content, api)
    if record is None:
        name = free(("body", "content", "body_"), taken)
        text = body.description or "What to send."
        is_file = is_raw(content) or _holds_files(content, api)
        return (
            Argument(
                name,
                "",
                "body",
                content.use,
                body.required,
                text,
                is_file,
                content.is_sequence,
            ),
        )
    return tuple(
        Argument(
            names.body_fields[field.name],
            field.name,
            "field",
            sent_use(content, field),
            field.required and body.required and _assumed(field, api) is None,
            field_text(field),
            may_be_file(content, field, api),
        )
        for field in record.fields
        if not field.read_only
    )


def _holds_files(content: MediaContent, api: Api) -> bool:
    """Whether the parts of a multipart body may be files."""
    is_free = isinstance(content.use.type, Anything)
    return is_multipart(content.media) and not is_free and has_bytes(content.use, api)


def _assumed(field: Field, api: Api) -> tuple[Json] | None:
    """What is sent for a property that was left out: its constant, or a required default."""
    constant = filled_in(field, api)
    if constant is not None:
        return constant
    default = field.default if field.required else None
    return default if default != (None,) else None


def _has_choice(operation: Operation, group: Group) -> bool:
    """Whether there is a media type to choose."""
    assert operation.body is not None
    everything = {media_of(content) for content in operation.body.contents}
    return len(everything) > 1 or "*" in media_of(group.contents[0])


def free(candidates: Sequence[str], taken: set[str]) -> str:
    """The first of the names that is not taken."""
    return next(name for name in candidates if name not in taken)


def media_of(content: MediaContent) -> str:
    """The media type that a form goes by: JSON where any will do for what it is."""
    return JSON if is_any_json(content) else content.media


def forms_expr(groups: Sequence[Group], api: Api, imports: Imports) -> Expr | None:
    """The forms as the runtime takes them; None for plain JSON."""
    is_mixed = len({group.is_whole for group in groups}) > 1
    by_fields = [group for group in groups if not group.is_whole]
    found = []
    for group in groups:
        names = [item.wire for item in group.arguments if item.place == "field"]
        for content in group.contents:
            facts = _content_facts(content, api, imports)
            if len(by_fields) > 1 and names:
                listed = tuple_display([Atom(lit(name)) for name in names])
                facts.insert(0, (code("fields"), listed))
            if is_mixed and group.is_whole:
                facts.insert(0, (code("is_whole"), Atom(lit(True))))
            media = media_of(content)
            form = call(code("BodyForm"), [Atom(lit(media))], facts)
            found.append((media, facts, form))
    if not found or [item[:2] for item in found] == [(JSON, [])]:
        return None
    imports.add(".._runtime.forms", "BodyForm")
    unique = {form.flat: form for _, _, form in found}
    return tuple_display(list(unique.values()))


def _content_facts(
    content: MediaContent, api: Api, imports: Imports
) -> list[tuple[Code, Expr]]:
    facts: list[tuple[Code, Expr]] = []
    files = file_names(content, api)
    if files:
        facts.append(
            (code("files"), tuple_display([Atom(lit(name)) for name in files]))
        )
    if content.is_sequence:
        facts.append((code("is_sequence"), Atom(lit(True))))
    record = sent_record(content, api)
    assumed = [
        (lit(field.name), literal_expr(value[0]))
        for field in (record.fields if record else ())
        if not field.read_only and (value := _assumed(field, api)) is not None
    ]
    if assumed:
        facts.append((code("defaults"), dict_display(assumed)))
    facts += _encoding_facts(content)
    writers = _nested(content, api, imports)
    if writers:
        facts.append((code("nested"), dict_display(writers)))
    return facts


def _nested(
    content: MediaContent, api: Api, imports: Imports
) -> list[tuple[Code, Expr]]:
    """What writes the parts that are multipart bodies themselves."""
    found: list[tuple[Code, Expr]] = []
    for key, nesting in nested(content):
        imports.add(".._runtime.multipart_nested", "Nested")
        facts = _content_facts(content_of(nesting), api, imports)
        form = call(code("BodyForm"), [Atom(lit(nesting.media))], facts)
        is_each = [(code("is_each"), Atom(lit(True)))] if nesting.is_each else []
        found.append((lit(key), call(code("Nested"), [form], is_each)))
    return found


def _encoding_facts(content: MediaContent) -> list[tuple[Code, Expr]]:
    facts: list[tuple[Code, Expr]] = []
    words = [(lit(item.name), encoding_words(item)) for item in content.encodings]
    told = [(name, Atom(lit(text))) for name, text in words if text]
    if told:
        facts.append((code("encoding"), dict_display(told)))
    headers = [
        (
            lit(place),
            dict_display([(lit(key), Atom(lit(text))) for key, text in item.headers]),
        )
        for place, item in placed(content)
        if item.headers
    ]
    if headers:
        facts.append((code("headers"), dict_display(headers)))
    if content.positions:
        listed = [Atom(lit(_media_words(item))) for item in content.positions]
        facts.append((code("positions"), tuple_display(listed)))
    rest = "" if content.rest is None else _media_words(content.rest)
    if rest:
        facts.append((code("rest"), Atom(lit(rest))))
    return facts


def encoding_words(encoding: Encoding) -> str:
    """How a property is written, in the words of the runtime; empty for the usual way."""
    if not encoding.style:
        return _media_words(encoding)
    return style_words(
        encoding.style,
        explode=encoding.explode,
        reserved=encoding.allow_reserved,
    )


def _media_words(encoding: Encoding) -> str:
    """The media types of a part; none for a multipart body, see `_nested`."""
    return "" if encoding.nesting is not None else ", ".join(encoding.media)


def style_words(style: str, *, explode: bool, reserved: bool) -> str:
    """A style in the words of the runtime; `deepObject` means the same either way."""
    words = [style]
    if explode and style != "deepObject":
        words.append("explode")
    if reserved:
        words.append("reserved")
    return " ".join(words)
