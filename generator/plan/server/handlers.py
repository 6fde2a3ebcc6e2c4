"""The methods of a protocol: signatures and docstrings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..python.code import code
from ..python.imports import Imports
from ..python.layout import Atom, call, fit, name, subscript, union
from ..python.literals import ident, lit, sectioned
from ..python.media import is_json
from ..python.prose import lead
from ..python.signatures import Param, Signature, signature
from ..python.unions import EVERYTHING, needed
from .answers import ERROR_CLASSES, errors, is_empty, streams_of, successes
from .codecs import keywords_of, list_of
from .views import HandlerView

if TYPE_CHECKING:
    from ...ir import Operation, Parameter, Response, Stream, TypeUse
    from ..python.code import Code
    from ..python.layout import Expr
    from ..python.types import Annotator
    from .codecs import Codecs

_NONE = Atom(code("None"))


class Handlers:
    """Writes the methods of one protocol; what they use is added to `imports`.

    `methods` are the names of all of them: within the class they hide built-in types.
    """

    def __init__(
        self,
        annotator: Annotator,
        codecs: Codecs,
        imports: Imports,
        methods: frozenset[str],
    ) -> None:
        self._annotator = annotator
        self._methods = methods
        self._codecs = codecs
        self._imports = imports

    def view(self, operation: Operation) -> HandlerView:
        """One method."""
        names = self._annotator.names.operations[operation.id]
        keywords = keywords_of(names)
        context = Param(ident("context"), name("Context"))
        first = [Param(ident("self"))]
        if operation.body is not None and operation.body.contents:
            first.append(Param(ident("request"), self._request(operation)))
        keyword = [
            Param(ident(keywords[(item.place, item.name)]), self._argument(item))
            for item in operation.parameters
        ]
        if keyword:
            keyword.append(context)
        else:
            first.append(context)
        stated = Signature(
            name=ident(names.handler),
            first=tuple(first),
            keyword=tuple(keyword),
            returns=self._returns(operation),
            is_async=True,
        )
        return HandlerView(
            signature=signature(stated, 4),
            docstring=self._docstring(operation, keywords),
            unimplemented=fit(
                call(code("server.Unimplemented"), [Atom(lit(names.title))]),
                8,
                code("raise "),
            ),
        )

    def _request(self, operation: Operation) -> Expr:
        assert operation.body is not None
        uses = [list_of(content) for content in operation.body.contents]
        options = needed(map(self._written, uses), self._imports)
        return _any_of(options if operation.body.required else [*options, _NONE])

    def _argument(self, parameter: Parameter) -> Expr:
        kind = self._annotation(parameter.use)
        if parameter.required or self._codecs.default(parameter) is not None:
            return kind
        return _any_of([kind, _NONE])

    def _returns(self, operation: Operation) -> Expr:
        written: list[tuple[Expr, Imports]] = []
        for success in successes(operation):
            for content in success.response.contents:
                written.append(self._written(content.use))
            if is_empty(success.response):
                written.append((_NONE, Imports()))
        for _, stream in streams_of(operation):
            used = Imports()
            used.add("collections.abc", "AsyncIterator")
            item = self._item(stream, used)
            written.append((subscript(code("AsyncIterator"), [item]), used))
        return _any_of(needed(written, self._imports) or [_NONE])

    def _item(self, stream: Stream, imports: Imports) -> Expr:
        plain = {"text": "str", "bytes": "bytes"}.get(stream.form)
        return name(plain) if plain else self._annotation(stream.item, imports)

    def _written(self, use: TypeUse) -> tuple[Expr, Imports]:
        """A type, and what it uses."""
        used = Imports()
        return self._annotation(use, used), used

    def _annotation(self, use: TypeUse, imports: Imports | None = None) -> Expr:
        imports = self._imports if imports is None else imports
        return self._annotator.annotation(use, imports, shadowed=self._methods)

    def _docstring(
        self, operation: Operation, keywords: dict[tuple[str, str], str]
    ) -> Code:
        address = f"`{operation.method} {operation.path}`"
        summary = lead(operation.summary or operation.description)
        about = f"{address}: {_sentence(summary)}" if summary else f"{address}."
        arguments = []
        if operation.body is not None and operation.body.description.strip():
            arguments.append(("request", operation.body.description))
        for item in operation.parameters:
            text = item.description.strip()
            if item.deprecated:
                text = f"Deprecated. {text}".strip()
            if text:
                arguments.append((keywords[(item.place, item.name)], text))
        raised = [self._raised(response) for response in errors(operation)]
        returned = self._returned(operation)
        sections = [("Args", arguments), ("Returns", returned), ("Raises", raised)]
        description = _rest(operation)
        headers = self._headers(operation)
        if headers:
            description = f"{description}\n\n{headers}"
        if operation.expression:
            description = f"Sent to `{operation.expression}`.\n\n{description}"
        if operation.deprecated:
            description = f"Deprecated.\n\n{description}"
        return sectioned(about, description, sections, 8)

    def _headers(self, operation: Operation) -> str:
        """Which records of headers a handler may send, and how."""
        shapes = [item.response.header_shape for item in successes(operation)]
        names = self._annotator.names.types
        listed = [f"`{names[shape]}`" for shape in dict.fromkeys(shapes) if shape]
        if not listed:
            return ""
        return f"`context.set_headers` takes the headers: {' or '.join(listed)}."

    def _returned(self, operation: Operation) -> list[tuple[str, str]]:
        """What the results mean, where there are several."""
        found = successes(operation)
        if len(found) < 2:
            return []
        return [(str(item.status), item.response.description) for item in found]

    def _raised(self, response: Response) -> tuple[str, str]:
        """The class to raise for a documented error, and what its body is."""
        found = ERROR_CLASSES.get(response.status, "HTTPError")
        models = [
            self._annotator.annotation(content.use, Imports()).flat
            for content in response.contents
            if is_json(content)
        ]
        body = f", with a body of `{models[0]}`" if models else ""
        status = response.status
        if status == "default":
            status = "Any other status"
        return found, f"{status}{body}: {response.description}"


def _rest(operation: Operation) -> str:
    """The description as far as the summary line does not say it already."""
    if operation.summary:
        return operation.description
    first = lead(operation.description)
    return "" if first == operation.description.strip() else operation.description


def _sentence(text: str) -> str:
    """A sentence as it goes on after a colon: `complete a prompt.`"""
    is_word = text[1:2].islower() or text[1:2] == " "
    found = text[0].lower() + text[1:] if is_word else text
    return found if found[-1] in ".!?:" else f"{found}."


def _any_of(options: list[Expr]) -> Expr:
    """The options as a union; `object` takes all, None stands last."""
    by_text = {option.flat: option for option in options}
    for text, option in by_text.items():
        if text in EVERYTHING:
            return option
    rest = [option for option in options if option.flat != "None"]
    return union([*rest, _NONE] if "None" in by_text else rest)
