"""Methods: what one operation becomes in both flavours."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from ...ir import Optional
from ...values import dataclass
from ..python.code import EMPTY, code
from ..python.layout import Atom, assignment, call, dict_display, fit, subscript, union
from ..python.literals import ident, lit, sectioned, spaces
from ..python.signatures import Param, Signature, signature
from .arguments import annotation
from .calls import Plan
from .contents import failures
from .docs import description, links, notice, raised, summary
from .errors import class_of, documented
from .forms import free
from .pages import ABOUT
from .results import Results
from .servers import place_text
from .views import MethodView

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ...ir import Pagination, Response
    from ..python.code import Code
    from ..python.imports import Imports
    from ..python.layout import Expr
    from ..python.types import Annotator
    from .arguments import Argument
    from .forms import Group

_NONE = Atom(code("None"))
_TRANSPORT = Atom(code("self._transport"))
_OMIT = Atom(code("Omit"))
_OPTIONS = Param(
    code("options"),
    subscript(code("Unpack"), [Atom(code("RequestOptions"))]),
    prefix=code("**"),
)
_BODY = 8
"""Column of the statements of a method."""


@dataclass(frozen=True, slots=True)
class Flavour:
    """What differs between the two clients."""

    is_async: bool
    stream: Code
    before: Code
    pages: Code
    first_page: Code


SYNC = Flavour(False, code("Stream"), code("return "), code("Page"), code("Page.first"))
ASYNC = Flavour(
    True,
    code("AsyncStream"),
    code("return await "),
    code("AsyncPager"),
    code("AsyncPager"),
)


@dataclass(frozen=True, slots=True)
class Shared:
    """What the methods of both flavours have in common, made once for a module."""

    params: dict[Argument, Param] = field(default_factory=dict)
    docstrings: dict[str, Code] = field(default_factory=dict)
    calls: dict[tuple[str, bool, bool, bool], Expr] = field(default_factory=dict)
    results: dict[str, Expr] = field(default_factory=dict)


class Methods:
    """Writes the methods of one resource in one flavour.

    `shadowed` are the names of the methods, which hide types of the same name within
    the class; `shared` is kept for the other flavour in the same module.
    """

    def __init__(
        self,
        annotator: Annotator,
        imports: Imports,
        flavour: Flavour,
        shadowed: frozenset[str],
        shared: Shared,
    ) -> None:
        self._shared = shared
        self.annotator = annotator
        self.imports = imports
        self.flavour = flavour
        self.shadowed = shadowed
        self.results = Results(annotator, imports)

    def views(self, plan: Plan) -> list[MethodView]:
        """The methods of an operation: one, or two where the stream has its own."""
        stream = plan.answers.stream
        if stream is None:
            return [self._plain(plan, plan.names.method, streams=False)]
        if plan.selector is not None:
            return [self._selecting(plan, plan.selector)]
        if not plan.has_twin:
            return [self._plain(plan, plan.names.method, streams=True)]
        return [
            self._plain(plan, plan.names.method, streams=False),
            self._plain(plan, plan.names.stream_method, streams=True),
        ]

    def _plain(self, plan: Plan, name: str, *, streams: bool) -> MethodView:
        """A method with one kind of result."""
        returns = self._stream_type(plan) if streams else self._whole_type(plan)
        overloads: list[Code] = []
        if plan.has_overloads:
            self.imports.add("typing", "overload")
            overloads = [
                self._overload(plan, name, group, None, returns)
                for group in plan.groups
            ]
        return self._view(
            plan, name, returns, self._statement(plan, streams), overloads
        )

    def _selecting(self, plan: Plan, selector: Argument) -> MethodView:
        """A method whose result is a stream when an argument says so."""
        self.imports.add("typing", "overload")
        self.imports.add("typing", "Literal")
        result, stream = self._whole_type(plan), self._stream_type(plan)
        local = ident(_local(plan))
        statements = [
            assignment(local, _members(plan), _BODY),
            code("if {}:", ident(selector.name)),
            code("    {}", self._statement(plan, True, Atom(local), _BODY + 4)),
            self._statement(plan, False, Atom(local)),
        ]
        returns, body = union([result, stream]), _lines(statements, _BODY)
        overloads = self._overloads(plan, selector, result, stream)
        return self._view(plan, plan.names.method, returns, body, overloads)

    def _view(
        self, plan: Plan, name: str, returns: Expr, body: Code, overloads: list[Code]
    ) -> MethodView:
        deprecated = plan.operation.deprecated
        if deprecated:
            self.imports.add("typing_extensions", "deprecated")
        return MethodView(
            signature=self._signature(plan, name, returns),
            docstring=self._docstring(plan),
            body=body,
            overloads=tuple(overloads),
            decorator=_decorator(plan, name) if deprecated else EMPTY,
            is_deprecated=deprecated,
        )

    def _overloads(
        self, plan: Plan, selector: Argument, result: Expr, stream: Expr
    ) -> list[Code]:
        """Three for each form of the body that has the selector, one for others."""
        found: list[Code] = []
        method = plan.names.method
        for group in plan.groups:
            own = [item for item in group.arguments if item.wire == selector.wire]
            if not own or group.is_whole:
                found.append(self._overload(plan, method, group, None, result))
                continue
            for switch, returns in self._switches(own[0], result, stream):
                found.append(self._overload(plan, method, group, switch, returns))
        return found

    def _switches(
        self, selector: Argument, result: Expr, stream: Expr
    ) -> list[tuple[Param, Expr]]:
        """The selector off, on and either, and what comes of it."""
        literal = code("Literal")
        off: list[Expr] = [subscript(literal, [Atom(lit(False))])]
        whole = annotation(selector, self.annotator, self.imports, self.shadowed)
        if isinstance(selector.use.type, Optional):
            off.append(_NONE)
        default = EMPTY
        if not selector.required:
            off.append(_OMIT)
            default = code("omit")
        on = subscript(literal, [Atom(lit(True))])
        name = ident(selector.name)
        return [
            (Param(name, union(off), default), result),
            (Param(name, on), stream),
            (Param(name, whole), union([result, stream])),
        ]

    def _overload(
        self, plan: Plan, name: str, group: Group, switch: Param | None, returns: Expr
    ) -> Code:
        rest = Param(
            code("params"),
            subscript(code("Unpack"), [Atom(ident(group.params))]),
            prefix=code("**"),
        )
        sig = Signature(
            ident(name),
            (Param(code("self")), *self._path_params(plan)),
            () if switch is None else (switch,),
            rest,
            returns,
            self._is_async(plan),
            code(" ..."),
        )
        return signature(sig, 4)

    def _path_params(self, plan: Plan) -> list[Param]:
        return [self._param(item) for item in plan.arguments if item.place == "path"]

    def _param(self, argument: Argument) -> Param:
        found = self._shared.params.get(argument)
        if found is None:
            found = self._shared.params[argument] = self._made_param(argument)
        return found

    def _made_param(self, argument: Argument) -> Param:
        kind = annotation(argument, self.annotator, self.imports, self.shadowed)
        if argument.required:
            return Param(ident(argument.name), kind)
        self.imports.add(".._runtime.omit", "Omit")
        self.imports.add(".._runtime.omit", "omit")
        return Param(ident(argument.name), union([kind, _OMIT]), code("omit"))

    def _signature(self, plan: Plan, name: str, returns: Expr) -> Code:
        keyword = [item for item in plan.arguments if item.place != "path"]
        sig = Signature(
            ident(name),
            (Param(code("self")), *self._path_params(plan)),
            tuple(self._param(item) for item in keyword),
            _OPTIONS,
            returns,
            self._is_async(plan),
        )
        return signature(sig, 4)

    def _is_async(self, plan: Plan) -> bool:
        """Whether a method is a coroutine; one that gives pages gives what waits."""
        return self.flavour.is_async and plan.operation.pagination is None

    def _docstring(self, plan: Plan) -> Code:
        key = plan.operation.id
        found = self._shared.docstrings.get(key)
        if found is None:
            found = self._shared.docstrings[key] = self._made_docstring(plan)
        return found

    def _made_docstring(self, plan: Plan) -> Code:
        told = [(item.name, item.text) for item in plan.arguments if item.text]
        operation, api = plan.operation, self.annotator.api
        sections = [
            ("Args", told),
            ("Raises", raised(failures(operation), self._error(plan))),
            ("Links", links(operation, self.annotator.names)),
        ]
        about = "\n\n".join(
            filter(
                None,
                [
                    description(operation),
                    place_text(operation, api),
                    ABOUT if operation.pagination else "",
                ],
            )
        )
        return sectioned(summary(operation), about, sections, _BODY)

    def _error(self, plan: Plan) -> Callable[[Response], str]:
        """What tells the class that is raised for an answer of an operation."""
        known = {item.status: item for item in documented(plan.answers, self.annotator)}
        return lambda response: class_of(
            known.get(response.status), response.status, self.annotator
        )

    def _whole_type(self, plan: Plan) -> Expr:
        if plan.operation.pagination is None:
            return self._result_type(plan)
        return self._page_type(plan, plan.operation.pagination, self.flavour.pages)

    def _page_type(self, plan: Plan, pages: Pagination, name: Code) -> Expr:
        """`Page[Item, Response]`, or another class of pages."""
        self.imports.add(".._runtime.pages", name)
        item = self.annotator.annotation(
            pages.item, self.imports, shadowed=self.shadowed
        )
        return subscript(name, [item, self._result_type(plan)])

    def _result_type(self, plan: Plan) -> Expr:
        known = self._shared.results
        key = plan.operation.id
        if key not in known:
            known[key] = self.results.type(plan.answers, self.shadowed)
        return known[key]

    def _stream_type(self, plan: Plan) -> Expr:
        module = "async_streams" if self.flavour.is_async else "streams"
        self.imports.add(f".._runtime.{module}", self.flavour.stream)
        item = self.results.item(plan.answers, self.shadowed)
        return subscript(self.flavour.stream, [item])

    def _statement(
        self,
        plan: Plan,
        streams: bool,
        members: Expr | None = None,
        indent: int = _BODY,
    ) -> Code:
        """The call. `members` stands for the properties of the body, if given."""
        is_own = self.flavour.is_async and plan.operation.pagination is not None
        key = (plan.operation.id, streams, members is not None, is_own)
        made = self._shared.calls.get(key)
        if made is None:
            made = self._shared.calls[key] = self._made_call(plan, streams, members)
        before = self.flavour.before if self._is_async(plan) else SYNC.before
        return fit(made, indent, before)

    def _made_call(self, plan: Plan, streams: bool, members: Expr | None) -> Expr:
        decoder = self.results.item_decoder if streams else self.results.decoder
        result = decoder(plan.answers, _local_names(plan))
        parts: list[tuple[Code, Expr]] = []
        for place in ("path", "query", "headers", "cookies"):
            listed = _dictionary(plan, place)
            if listed is not None:
                parts.append((ident(place), listed))
        parts += _body_parts(plan, members)
        parts.append((code("options"), Atom(code("options"))))
        func, given = self._call(plan, streams)
        constant = Atom(ident(plan.names.constant))
        through = [_TRANSPORT] if plan.operation.pagination else []
        return call(func, [*through, constant, result, *given], parts)

    def _call(self, plan: Plan, streams: bool) -> tuple[Code, list[Expr]]:
        """What is called, and its arguments besides the operation and the result."""
        if plan.operation.pagination is not None:
            return self.flavour.first_page, []
        name = "stream" if streams else "call"
        return code("self._transport.{}", ident(name)), []


def _dictionary(plan: Plan, place: str) -> Expr | None:
    """The arguments of a place by their names on the wire."""
    members = [
        (lit(item.wire), Atom(ident(item.name)))
        for item in plan.arguments
        if item.place == place
    ]
    return dict_display(members) if members else None


def _members(plan: Plan) -> Expr:
    members = _dictionary(plan, "field")
    assert members is not None
    return members


def _body_parts(plan: Plan, members: Expr | None) -> list[tuple[Code, Expr]]:
    """What becomes the body: the argument for it, or the arguments that are fields."""
    members = members or _dictionary(plan, "field")
    whole = [Atom(ident(i.name)) for i in plan.arguments if i.place == "body"]
    choice = [Atom(ident(i.name)) for i in plan.arguments if i.place == "content_type"]
    parts: list[tuple[Code, Expr]] = []
    if members is not None:
        parts.append((code("fields") if whole else code("body"), members))
    parts += [(code("body"), one) for one in whole]
    return parts + [(code("content_type"), one) for one in choice]


def _decorator(plan: Plan, name: str) -> Code:
    text = Atom(lit(notice(plan.operation, name)))
    return fit(call(code("@deprecated"), [text]), 4)


def _local_names(plan: Plan) -> frozenset[str]:
    return frozenset(item.name for item in plan.arguments)


def _local(plan: Plan) -> str:
    """A name for the properties of the body that no argument has."""
    return free(("body", "fields", "body_", "fields_"), set(_local_names(plan)))


def _lines(statements: Iterable[Code], indent: int) -> Code:
    text = EMPTY
    for statement in statements:
        text = code("{}\n{}{}", text, spaces(indent), statement) if text else statement
    return text
