"""The module that reads what the API sends as webhooks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...ir import Nothing, Scalar, TypeUse, Variants
from ..python.code import EMPTY, code
from ..python.imports import Imports
from ..python.layout import (
    Atom,
    call,
    class_statement,
    fit,
    name,
    subscript,
    type_alias,
    union,
)
from ..python.literals import docstring, ident, lit, sectioned
from ..python.signatures import Param, Signature, signature
from ..python.tags import tagging
from ..python.types import Scope, builtin
from ..python.unions import EVERYTHING
from ..python.webhooks import STANDARD, secret_variable, with_payload
from .contents import holds_json
from .docs import description, notice, parameter_text, summary
from .views import MethodView, ParamsView, WebhooksView

if TYPE_CHECKING:
    from ...ir import MediaContent, Operation, Parameter
    from ..options import TargetOptions
    from ..python.code import Code
    from ..python.layout import Expr
    from ..python.types import Annotator

_SIGNED = """\
To read a body, give it as it came, not parsed, with the headers of the request. The
signature is verified first (Standard Webhooks), with the secret that is given, or with
`{variable}` of the environment; several secrets may be known while one takes the place of
another. `WebhookVerificationError` is raised for a webhook that is not, or not lately,
from the sender who shares the secret, and `WebhookPayloadError` for one that does not hold
what the document says.
"""
_PLAIN = """\
To read a body, give it as it came; `WebhookPayloadError` is raised for one that does not
hold what the document says. Nothing is verified: anybody who knows the address can send
such a webhook. Make sure by other means of who did.
"""


class Webhooks:
    """Writes the class with a method for each webhook that brings something.

    `title` is what the API is called in a sentence.
    """

    def __init__(
        self, annotator: Annotator, options: TargetOptions, title: str
    ) -> None:
        self._annotator = annotator
        self._names = annotator.names
        self._options = options
        self._title = title
        self._imports = Imports()
        self._is_signed = options.webhooks == STANDARD
        self._listed = with_payload(annotator.api)
        methods = [self._method_name(item) for item in self._listed]
        methods += [self._headers_name(item) for item in self._listed]
        self._shadowed = frozenset((*methods, "unwrap", "verify", "sign"))

    def view(self, header: Code) -> WebhooksView:
        """The module."""
        base = "SignedWebhooks" if self._is_signed else "PlainWebhooks"
        self._imports.add(".._runtime.webhooks", base)
        event = self._event()
        methods = [self._method(item) for item in self._listed]
        described = [item for item in self._listed if self._record_name(item)]
        records = [self._record(item) for item in described]
        methods += [self._headers(item) for item in described]
        if event is not None:
            methods.insert(0, self._unwrap())
        variable = secret_variable(self._names.env_prefix)
        about = _SIGNED.format(variable=variable) if self._is_signed else _PLAIN
        return WebhooksView(
            header=header,
            docstring=docstring(f"What {self._title} sends as webhooks.", 0),
            imports=self._imports.render(),
            records=tuple(records),
            has_event=event is not None,
            event=EMPTY if event is None else event,
            event_docstring=docstring("What a webhook brings, whichever it is.", 0),
            declaration=class_statement(
                ident(self._names.webhooks), [Atom(ident(base))], 0
            ),
            class_docstring=sectioned(
                f"Reads the webhooks of {self._title}.", about, [], 4
            ),
            is_signed=self._is_signed,
            secret_variable=lit(variable),
            methods=tuple(methods),
        )

    def _event(self) -> Code | None:
        """The alias for any payload; None where one does not tell what it is."""
        uses = dict.fromkeys(
            content.use for content in map(_content, self._listed) if _is_value(content)
        )
        is_complete = all(_is_value(_content(item)) for item in self._listed)
        if not self._names.webhook_event or not is_complete:
            return None
        if len(uses) == 1:
            kind = self._given(next(iter(uses)), frozenset())
        else:
            first = self._listed[0]
            options = Variants(first.id, first.id, (), tuple(uses), exclusive=True)
            if tagging(options, self._annotator.api, self._names) is None:
                return None
            scope = Scope(self._imports, None, True)
            kind = self._annotator.definition(options, scope)
        self._imports.add("typing", "TypeAlias")
        return type_alias(ident(self._names.webhook_event), kind, 0)

    def _unwrap(self) -> MethodView:
        """The method for all webhooks, which are told apart by what they hold."""
        kind = name(self._names.webhook_event)
        self._imports.add(".._runtime.decoders", "Json")
        return self._written(
            "unwrap",
            kind,
            subscript(code("Json"), [kind]),
            "What a webhook brings, told by itself which one it is.",
            "",
        )

    def _method(self, operation: Operation) -> MethodView:
        content = _content(operation)
        if _is_value(content):
            self._imports.add(".._runtime.decoders", "Json")
            kind = self._given(content.use, self._shadowed)
            decoder: Expr = subscript(
                code("Json"), [self._given(content.use, frozenset())]
            )
        else:
            is_text = content.use.type == Scalar("string") and not content.is_sequence
            kind = name("str" if is_text else "bytes")
            decoder = name("Text" if is_text else "Binary")
            self._imports.add(".._runtime.decoders", decoder.flat)
        method = self._method_name(operation)
        view = self._written(
            method, kind, decoder, summary(operation), description(operation)
        )
        if not operation.deprecated:
            return view
        self._imports.add("typing_extensions", "deprecated")
        told = lit(notice(operation, method))
        return replace(
            view,
            decorator=code("@deprecated({})", told),
            is_deprecated=True,
        )

    def _record(self, operation: Operation) -> ParamsView:
        """The class of the headers that the document describes."""
        self._imports.add("dataclasses", "dataclass")
        fields = self._fields(operation)
        shadowed = frozenset(text for _, text in fields)
        about = [(text, parameter_text(item)) for item, text in fields]
        return ParamsView(
            declaration=code("class {}:", ident(self._record_name(operation))),
            docstring=sectioned(
                f"Headers of `{operation.path}`.",
                "Those that were not sent are None, those that do not fit their type text.",
                [("Attributes", [entry for entry in about if entry[1]])],
                4,
            ),
            fields=tuple(
                fit(self._header(item, shadowed), 4, code("{}: ", ident(text)))
                for item, text in fields
            ),
        )

    def _headers(self, operation: Operation) -> MethodView:
        """The method that reads them."""
        self._imports.add(".._runtime.decoders", "Json")
        read = [
            (
                ident(text),
                call(
                    code("self._header_of"),
                    [
                        name("headers"),
                        Atom(lit(item.name)),
                        subscript(code("Json"), [self._header(item, frozenset())]),
                    ],
                ),
            )
            for item, text in self._fields(operation)
        ]
        record = name(self._record_name(operation))
        method = self._headers_name(operation)
        return MethodView(
            signature=signature(
                Signature(
                    ident(method),
                    (Param(code("self")), self._headers_param()),
                    returns=record,
                ),
                4,
            ),
            docstring=sectioned(
                f"The headers of `{operation.path}`, which no signature covers.",
                "",
                [],
                8,
            ),
            body=fit(call(record.flat, [], read), 8, code("return ")),
        )

    def _header(self, parameter: Parameter, shadowed: frozenset[str]) -> Expr:
        kind = self._given(parameter.use, shadowed)
        if parameter.required or kind.flat in EVERYTHING:
            return kind
        return union([kind, Atom(code("None"))])

    def _fields(self, operation: Operation) -> list[tuple[Parameter, str]]:
        """The headers that the document describes, each with its identifier."""
        known = self._names.operations[operation.id].parameters
        return [
            (item, known["header", item.name])
            for item in operation.parameters
            if item.place == "header"
        ]

    def _headers_param(self) -> Param:
        self._imports.add("collections.abc", "Mapping")
        found = subscript(code("Mapping"), [name("str"), name("str")])
        return Param(code("headers"), found)

    def _written(
        self, method: str, kind: Expr, decoder: Expr, about: str, more: str
    ) -> MethodView:
        given = [Param(code("body"), Atom(code("bytes | str")))]
        passed = [name("body")]
        reader = code("self._read")
        if self._is_signed:
            given.append(self._headers_param())
            passed.append(name("headers"))
            reader = code("self._read_signed")
        first = (Param(code("self")), *given)
        return MethodView(
            signature=signature(Signature(ident(method), first, returns=kind), 4),
            docstring=sectioned(about, more, [], 8),
            body=fit(call(reader, [*passed, decoder]), 8, code("return ")),
        )

    def _given(self, use: TypeUse, shadowed: frozenset[str]) -> Expr:
        """The type of a payload; what must not come is given as it came, if it does."""
        found = self._annotator.resolve(use)
        if isinstance(found, TypeUse) and isinstance(found.type, Nothing):
            return Atom(builtin("object", Scope(self._imports, None, False, shadowed)))
        return self._annotator.annotation(use, self._imports, shadowed=shadowed)

    def _record_name(self, operation: Operation) -> str:
        return self._names.operations[operation.id].headers_type

    def _headers_name(self, operation: Operation) -> str:
        return f"headers_of_{self._names.operations[operation.id].handler}"

    def _method_name(self, operation: Operation) -> str:
        return f"parse_{self._names.operations[operation.id].handler}"


def _content(operation: Operation) -> MediaContent:
    """What a webhook brings: JSON where it may be that."""
    assert operation.body is not None
    contents = operation.body.contents
    return next((item for item in contents if _is_value(item)), contents[0])


def _is_value(content: MediaContent) -> bool:
    """Whether it is one JSON value."""
    return holds_json(content) and not content.is_sequence
