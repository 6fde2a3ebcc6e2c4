"""How the arguments of an operation are read: the body of its codec function."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from ...ir import ListOf, Named, Record, Scalar, TypeUse
from ..python.answer_headers import checked_headers
from ..python.code import code
from ..python.exchanges import exchanges_of
from ..python.imports import Imports
from ..python.layout import (
    Atom,
    call,
    dict_display,
    fit,
    list_display,
    literal_expr,
)
from ..python.literals import docstring, ident, lit
from ..python.media import is_json, sent_media
from ..python.part_reads import PARTS, PartReader, check_of
from ..python.reads import Reader
from ..python.signatures import Signature, signature
from .answers import status_key, streams_of, successes
from .strips import Strips
from .views import CodecView

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...ir import Json, MediaContent, Operation, Parameter
    from ...name import OperationName
    from ..python.code import Code
    from ..python.layout import Expr
    from ..python.stripped import Stripped
    from ..python.types import Annotator

_FORM = "application/x-www-form-urlencoded"
_RESERVED = ("self", "request", "context", "server")
_TRUE = Atom(code("True"))

Pairs: TypeAlias = "list[tuple[Code, Expr]]"


def codec_name(name: OperationName) -> Code:
    """The function that makes the codec of an operation."""
    return ident(f"_{name.handler}")


class Codecs:
    """Writes the codec functions of one module."""

    def __init__(self, annotator: Annotator, stripped: Stripped) -> None:
        self._annotator = annotator
        self._strips = Strips(stripped)
        self._reader = Reader(annotator)
        self._parts = PartReader(annotator, self._reader)

    def view(self, operation: Operation, title: str) -> CodecView | None:
        """The codec function of an operation; None where it has nothing to read."""
        name = self._annotator.names.operations[operation.id]
        imports = Imports(future=False)
        arguments = [
            *self._parameters(operation, name, imports),
            *self._bodies(operation, name, imports),
            *self._models(operation, imports),
            *self._checks(operation, name),
            *self._exchanges(operation, name),
            *self._headers(operation, name),
            *self._strips.of_answers(operation),
        ]
        if not arguments:
            return None
        result = call(code("server.Codec"), [], arguments)
        if "validators." in result.flat:
            source = "..validators.operations"
            imports.add(source, name.resource.module, "validators")
        parts = self._strips.parts(operation)
        if parts:
            imports.add("..validators", "OPERATIONS")
        rendered = imports.render_at(4)
        own = codec_name(name)
        return CodecView(
            signature=signature(Signature(own, returns=Atom(code("server.Codec"))), 0),
            docstring=docstring(f"How {title} is read.", 4),
            imports=rendered,
            has_imports=bool(rendered),
            parts=parts,
            result=fit(result, 4, code("return ")),
        )

    def _parameters(
        self, operation: Operation, name: OperationName, imports: Imports
    ) -> Pairs:
        keywords = keywords_of(name)
        items = [
            self._parameter(operation, parameter, keywords, name, imports)
            for parameter in operation.parameters
        ]
        return [(code("parameters"), list_display(items))] if items else []

    def _parameter(
        self,
        operation: Operation,
        parameter: Parameter,
        keywords: Mapping[tuple[str, str], str],
        name: OperationName,
        imports: Imports,
    ) -> Expr:
        key = (parameter.place, parameter.name)
        reads, named = self._reader.found(parameter, operation)
        arguments = [
            Atom(lit(parameter.name)),
            Atom(lit(parameter.place)),
            Atom(lit(keywords[key])),
            self._annotator.annotation(parameter.use, imports),
        ]
        if reads is not None:
            arguments.append(reads)
        default = self.default(parameter)
        if default is not None:
            named.append((code("default"), literal_expr(default)))
        if parameter.schema is not None and key in name.parameter_validators:
            named.append((code("check"), _validator(name.parameter_validators[key])))
        return call(code("server.Parameter"), arguments, named)

    def default(self, parameter: Parameter) -> Json:
        """The default that the runtime fills in for a parameter that is left out."""
        if parameter.required or parameter.default is None:
            return None
        return parameter.default[0]

    def _bodies(
        self, operation: Operation, name: OperationName, imports: Imports
    ) -> Pairs:
        body = operation.body
        if body is None or not body.contents:
            return []
        members: dict[Code, Expr] = {}
        for content in body.contents:
            function = name.request_validators.get(content.media)
            named: Pairs = []
            if function is not None:
                named.append((code("check"), _validator(function)))
            named += self._strips.of_body(operation, content)
            members.setdefault(lit(content.media), self._body(content, named, imports))
        found: Pairs = [(code("bodies"), dict_display(list(members.items())))]
        if body.required:
            found.append((code("body_required"), _TRUE))
        return found

    def _body(self, content: MediaContent, named: Pairs, imports: Imports) -> Expr:
        """What decodes a body; `named` tell what checks it, and what takes from it."""
        is_multipart = content.media.startswith("multipart/")
        if content.is_sequence and not is_multipart:
            return self._typed("ItemsBody", content.use, named, imports)
        parts = self._parts.body(content)
        if parts is not None:
            return self._read_parts(content, parts, named, imports)
        is_text = content.use.type == Scalar("string")
        if is_multipart or (content.media == _FORM and not is_text):
            return self._form(content, named, imports)
        if is_json(content) or not isinstance(content.use.type, Scalar):
            return self._typed("JsonBody", content.use, named, imports)
        if not is_text:
            return call(code("server.RawBody"))
        return call(code("server.TextBody"), *_leading(named))

    def _typed(self, name: str, use: TypeUse, named: Pairs, imports: Imports) -> Expr:
        kind = self._annotator.annotation(use, imports)
        check, rest = _leading(named)
        return call(code("server.{}", ident(name)), [kind, *check], rest)

    def _read_parts(
        self, content: MediaContent, parts: Expr, named: Pairs, imports: Imports
    ) -> Expr:
        """A body whose parts are read one by one, as `parts` has it."""
        imports.add(".._runtime", PARTS)
        imports.add(".._runtime.server_forms", "ReadParts")
        kind = self._annotator.annotation(list_of(content), imports)
        check, rest = _leading(named)
        own = check_of(content, check[0] if check else None)
        more = [] if content.is_sequence else rest
        return call(code("ReadParts"), [kind, own, parts], more)

    def _form(self, content: MediaContent, named: Pairs, imports: Imports) -> Expr:
        kind = self._annotator.annotation(content.use, imports)
        joins = content.media == _FORM
        form = self._reader.form(content.use, content.encodings, joins=joins)
        arguments = [kind] if form.fields is None else [kind, form.fields]
        if form.styled:
            named.append((code("styled"), list_display(form.styled)))
        if form.texts:
            texts = list_display([Atom(lit(name)) for name in form.texts])
            named.append((code("texts"), texts))
        return call(code("server.FormBody"), arguments, named)

    def _models(self, operation: Operation, imports: Imports) -> Pairs:
        """The classes that tell several JSON answers apart."""
        found: dict[str, TypeUse] = {}
        for success in successes(operation):
            for content in success.response.contents:
                if is_json(content):
                    label = f"{success.status} {sent_media(content)}"
                    found.setdefault(label, content.use)
        if len(found) < 2:
            return []
        members: Pairs = []
        for label, use in found.items():
            record = self._annotator.resolve(use)
            if isinstance(record, Record):
                own = self._annotator.annotation(TypeUse(Named(record.id)), imports)
                members.append((lit(label), own))
        return [(code("models"), dict_display(members))] if members else []

    def _checks(self, operation: Operation, name: OperationName) -> Pairs:
        """Validators of what the handler answers, and of the items of its streams."""
        members: dict[Code, Expr] = {}
        for success in successes(operation):
            for content in success.response.contents:
                key = (success.response.status, content.media)
                if content.schema is None or not is_json(content):
                    continue
                function = name.response_validators.get(key)
                if function is not None:
                    place = lit(f"{success.status} {sent_media(content)}")
                    members.setdefault(place, _validator(function))
        for success, stream in streams_of(operation):
            function = name.response_validators.get(
                (success.response.status, stream.media)
            )
            if function is not None and stream.schema is not None:
                place = lit(f"{success.status} {stream.media}")
                members.setdefault(place, _validator(function))
        return (
            [(code("checks"), dict_display(list(members.items())))] if members else []
        )

    def _exchanges(self, operation: Operation, name: OperationName) -> Pairs:
        """The validator of a request and its whole answer together."""
        seen = exchanges_of(operation, name, self._annotator.api)
        if seen is None:
            return []
        check = _validator(seen.function)
        members = {
            lit(f"{success.status} {sent_media(content)}"): check
            for success in successes(operation)
            for content in success.response.contents
            if (success.response.status, content.media) in seen.responses
        }
        if not members:
            return []
        found: Pairs = [(code("exchanges"), dict_display(list(members.items())))]
        if seen.requests:
            listed = list_display([Atom(lit(media)) for media in seen.requests])
            found.append((code("asked"), listed))
        return found

    def _headers(self, operation: Operation, name: OperationName) -> Pairs:
        """The headers of successes that may be wrong."""
        api = self._annotator.api
        members: dict[Code, Expr] = {}
        for success in successes(operation):
            response = success.response
            if not response.headers:
                continue
            found = checked_headers(response, name, self._reader, api, code("server"))
            if found:
                members.setdefault(lit(status_key(response)), list_display(found))
        display = dict_display(list(members.items()))
        return [(code("headers"), display)] if members else []


def list_of(content: MediaContent) -> TypeUse:
    """The type of a body: a list where it is items one after the other."""
    return TypeUse(ListOf(content.use)) if content.is_sequence else content.use


def keywords_of(name: OperationName) -> dict[tuple[str, str], str]:
    """Keyword arguments of a handler by (place, wire name), clear of its own names."""
    taken = set(name.parameters.values())
    found = {}
    for key, keyword in name.parameters.items():
        while keyword in _RESERVED or (
            keyword != name.parameters[key] and keyword in taken
        ):
            keyword = f"{keyword}_"
        found[key] = keyword
    return found


def _leading(named: Pairs) -> tuple[list[Expr], Pairs]:
    """The check of a body, which is told by its place, and what comes by name."""
    checks = [value for key, value in named if key == "check"]
    return checks, [pair for pair in named if pair[0] != "check"]


def _validator(function: str) -> Expr:
    return Atom(code("validators.{}", ident(function)))
