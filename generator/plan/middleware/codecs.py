"""What the messages of an operation carry: the body of its codec function."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from ...ir import Scalar
from ..python.answer_headers import checked_headers, says_nothing
from ..python.code import code
from ..python.exchanges import exchanges_of
from ..python.imports import Imports
from ..python.layout import Atom, call, dict_display, fit, list_display
from ..python.literals import docstring, ident, lit
from ..python.media import is_json
from ..python.part_reads import PARTS, PartReader, check_of
from ..python.reads import Reader
from ..python.signatures import Signature, signature
from .views import CodecView

if TYPE_CHECKING:
    from ...ir import MediaContent, Operation, Response, Stream
    from ...name import OperationName
    from ..python.code import Code
    from ..python.exchanges import Exchanges
    from ..python.layout import Expr
    from ..python.types import Annotator

FORMS = "traffic_forms"
STREAMS = "traffic_streams"
"""The modules of the runtime that are imported where they are needed."""

_FORM = "application/x-www-form-urlencoded"
_RUNTIME = ".._runtime"
_TRAFFIC = code("traffic")
_RAW = call(code("traffic.RawBody"))

Pairs: TypeAlias = "list[tuple[Code, Expr]]"


def is_form(content: MediaContent) -> bool:
    """Whether content is read as the fields of a form, or as parts."""
    is_fields = content.media == _FORM and content.use.type != Scalar("string")
    return content.media.startswith("multipart/") or is_fields


def is_checked(stream: Stream) -> bool:
    """Whether the items of a stream are looked at."""
    return stream.form != "bytes" and not stream.media.startswith("multipart/")


def codec_name(name: OperationName) -> Code:
    """The function that makes the codec of an operation."""
    return ident(f"_{name.handler}")


class Codecs:
    """Writes the codec functions of one module."""

    def __init__(self, annotator: Annotator) -> None:
        self._annotator = annotator
        self._reader = Reader(annotator, _TRAFFIC)
        self._parts = PartReader(annotator, self._reader)

    def view(self, operation: Operation) -> CodecView | None:
        """The codec function of an operation; None where there is nothing to check."""
        name = self._annotator.names.operations[operation.id]
        imports = Imports(future=False)
        seen = exchanges_of(operation, name, self._annotator.api)
        arguments = [
            *self._parameters(operation, name),
            *self._bodies(operation, name, imports),
            *_asked(seen),
            *self._answers(operation, name, seen, imports),
        ]
        if not arguments:
            return None
        result = call(code("traffic.Codec"), [], arguments)
        if "validators." in result.flat:
            source = "..validators.operations"
            imports.add(source, name.resource.module, "validators")
        rendered = imports.render_at(4)
        own = Signature(codec_name(name), returns=Atom(code("traffic.Codec")))
        return CodecView(
            signature=signature(own, 0),
            docstring=docstring(f"What `{name.title}` carries.", 4),
            imports=rendered,
            has_imports=bool(rendered),
            result=fit(result, 4, code("return ")),
        )

    def _parameters(self, operation: Operation, name: OperationName) -> Pairs:
        items: list[Expr] = []
        for parameter in operation.parameters:
            reads, named = self._reader.found(parameter, operation)
            arguments: list[Expr] = [
                Atom(lit(parameter.name)),
                Atom(lit(parameter.place)),
            ]
            if reads is not None:
                arguments.append(reads)
            own = name.parameter_validators.get((parameter.place, parameter.name))
            if own is not None and parameter.schema is not None:
                named.append((code("check"), _validator(own)))
            items.append(call(code("traffic.WireParameter"), arguments, named))
        return [(code("parameters"), list_display(items))] if items else []

    def _bodies(
        self, operation: Operation, name: OperationName, imports: Imports
    ) -> Pairs:
        body = operation.body
        if body is None or not body.contents:
            return []
        members: dict[Code, Expr] = {}
        for content in body.contents:
            function = name.request_validators.get(content.media)
            check = [] if function is None else [_validator(function)]
            members.setdefault(lit(content.media), self._body(content, check, imports))
        found: Pairs = [(code("bodies"), dict_display(list(members.items())))]
        if body.required:
            found.append((code("body_required"), Atom(code("True"))))
        return found

    def _body(self, content: MediaContent, check: list[Expr], imports: Imports) -> Expr:
        if content.is_sequence and not content.media.startswith("multipart/"):
            imports.add(_RUNTIME, STREAMS)
            media = Atom(lit(content.media))
            return call(code("traffic_streams.Sequence"), [media, *check])
        if is_form(content):
            return self._form(content, check, imports)
        if is_json(content):
            return call(code("traffic.JsonBody"), check)
        is_text = content.use.type == Scalar("string")
        return call(code("traffic.TextBody"), check) if is_text else _RAW

    def _form(self, content: MediaContent, check: list[Expr], imports: Imports) -> Expr:
        imports.add(_RUNTIME, FORMS)
        parts = self._parts.body(content)
        if parts is not None:
            imports.add(_RUNTIME, PARTS)
            own = check_of(content, check[0] if check else None)
            return call(code("traffic_forms.ReadParts"), [own, parts])
        joins = content.media == _FORM
        form = self._reader.form(content.use, content.encodings, joins=joins)
        named: Pairs = [(code("check"), one) for one in check]
        if form.styled:
            named.append((code("styled"), list_display(form.styled)))
        if form.texts:
            texts = list_display([Atom(lit(name)) for name in form.texts])
            named.append((code("texts"), texts))
        fields = [] if form.fields is None else [form.fields]
        return call(code("traffic_forms.FormBody"), fields, named)

    def _answers(
        self,
        operation: Operation,
        name: OperationName,
        seen: Exchanges | None,
        imports: Imports,
    ) -> Pairs:
        members: dict[Code, Expr] = {}
        for response in operation.responses:
            status = response.status
            key = lit(status if status == "default" else status.upper())
            members.setdefault(key, self._answer(response, name, seen, imports))
        found = dict_display(list(members.items()))
        return [(code("answers"), found)] if members else []

    def _answer(
        self,
        response: Response,
        name: OperationName,
        seen: Exchanges | None,
        imports: Imports,
    ) -> Expr:
        contents: dict[Code, Expr] = {}
        validators = name.response_validators
        for content in response.contents:
            key = (response.status, content.media)
            function = validators.get(key) if content.schema is not None else None
            check = [] if function is None else [_validator(function)]
            body = self._content(content, check)
            if seen is not None and key in seen.responses:
                named = [(code("exchange"), _validator(seen.function))]
                body = call(code("traffic.JsonBody"), check, named)
            contents.setdefault(lit(content.media), body)
        for stream in response.streams:
            function = validators.get((response.status, stream.media))
            if function is not None and stream.schema is None:
                function = None
            contents.setdefault(lit(stream.media), _sequence(stream, function, imports))
        arguments = [dict_display(list(contents.items()))] if contents else []
        api = self._annotator.api
        headers = checked_headers(response, name, self._reader, api, _TRAFFIC)
        named = [(code("headers"), list_display(headers))] if headers else []
        return call(code("traffic.Answer"), arguments, named)

    def _content(self, content: MediaContent, check: list[Expr]) -> Expr:
        """A whole body of a response; text is read only where it may be wrong."""
        if is_json(content):
            return call(code("traffic.JsonBody"), check)
        is_text = content.use.type == Scalar("string")
        api = self._annotator.api
        if not is_text or not check or says_nothing(content.schema, api):
            return _RAW
        return call(code("traffic.TextBody"), check)


def _asked(seen: Exchanges | None) -> Pairs:
    if seen is None or not seen.requests:
        return []
    listed = list_display([Atom(lit(media)) for media in seen.requests])
    return [(code("asked"), listed)]


def _sequence(stream: Stream, function: str | None, imports: Imports) -> Expr:
    """How the items of a stream are checked."""
    if not is_checked(stream):
        return _RAW
    imports.add(_RUNTIME, STREAMS)
    arguments: list[Expr] = [Atom(lit(stream.media))]
    if function is not None:
        arguments.append(_validator(function))
    marks = [("form", stream.form, "json"), ("sentinel", stream.sentinel, "")]
    named = [
        (ident(key), Atom(lit(text))) for key, text, usual in marks if text != usual
    ]
    return call(code("traffic_streams.Sequence"), arguments, named)


def _validator(function: str) -> Expr:
    return Atom(code("validators.{}", ident(function)))
