"""The errors of a client: a class for each documented body and class of statuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...ir import Alias, Anything, Named, TypeUse
from ...name import CLIENT_CLASSES
from ...values import dataclass
from ..python.code import code
from ..python.imports import Imports
from ..python.layout import (
    Atom,
    assignment,
    call,
    class_statement,
    fit,
    list_display,
)
from ..python.literals import docstring, ident, lit
from ..python.signatures import Param, Signature, signature
from .contents import answers

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ...ir import Api, Id, MediaContent, Response
    from ..python.code import Code
    from ..python.layout import Expr
    from ..python.types import Annotator
    from .contents import Answers

ANY = "APIStatusError"
"""The class of the runtime for any status."""

_RETURN = code("return ")
_SERVER = "InternalServerError"

_BY_STATUS: dict[str, str] = {
    "400": "BadRequestError",
    "401": "AuthenticationError",
    "403": "PermissionDeniedError",
    "404": "NotFoundError",
    "408": "RequestTimeoutError",
    "409": "ConflictError",
    "413": "ContentTooLargeError",
    "422": "UnprocessableEntityError",
    "429": "RateLimitError",
    "503": "ServiceUnavailableError",
    "504": "GatewayTimeoutError",
}
"""Classes of the runtime by status; other statuses have that of their hundred."""

_PARENTS = {"ServiceUnavailableError": _SERVER, "GatewayTimeoutError": _SERVER}
"""Classes of the runtime that are below another one than `ANY`."""

_TELLING = {base: status for status, base in _BY_STATUS.items()} | {_SERVER: "500"}


@dataclass(frozen=True, slots=True)
class ErrorView:
    """A class: `has_body` where it says of which type its body is."""

    declaration: Code
    docstring: Code
    has_body: bool
    signature: Code
    result: Code


@dataclass(frozen=True, slots=True)
class ErrorsView:
    """`errors.py` of the package."""

    header: Code
    imports: Code
    exported: Code
    classes: tuple[ErrorView, ...]


@dataclass(frozen=True, slots=True)
class Documented:
    """The error of one status, range or `default`; `shape` is its body, if that has a name."""

    status: str
    shape: Id | None
    kind: Expr
    imports: Imports

    @property
    def base(self) -> str:
        """The class of the runtime for the status."""
        return base_of(self.status)


def base_of(status: str) -> str:
    """The class of the runtime for a status, a range or `default`."""
    return _BY_STATUS.get(status, _SERVER if status[0] == "5" else ANY)


def class_of(documented: Documented | None, status: str, annotator: Annotator) -> str:
    """The class that is raised for what is documented of a status."""
    shape = documented.shape if documented else None
    return (
        base_of(status) if shape is None else _name(shape, base_of(status), annotator)
    )


def _name(shape: Id, base: str, annotator: Annotator) -> str:
    return annotator.names.error_class(shape, base)


def documented(known: Answers, annotator: Annotator) -> list[Documented]:
    """The errors whose bodies a client can tell, the first of each status."""
    found: dict[str, Documented] = {}
    for response, content in known.errors:
        if response.status not in found:
            error = _documented(response, content, annotator)
            if error.kind.flat != "object":
                found[response.status] = error
    return list(found.values())


def _documented(
    response: Response, content: MediaContent, annotator: Annotator
) -> Documented:
    used = Imports()
    kind = annotator.annotation(content.use, used)
    name, shape = content.use.type, None
    if isinstance(name, Named) and annotator.is_named(annotator.api.shapes[name.id]):
        shape = name.id
    if shape is not None and _is_anything(shape, annotator.api):
        return Documented(response.status, None, Atom(code("object")), Imports())
    return Documented(response.status, shape, kind, used)


def _is_anything(id: Id, api: Api) -> bool:
    """Whether a name says nothing about what it stands for."""
    shape = api.shapes[id]
    seen = {id}
    while isinstance(shape, Alias):
        kind = shape.target.type
        if not isinstance(kind, Named) or kind.id in seen:
            return isinstance(kind, Anything)
        seen.add(kind.id)
        shape = api.shapes[kind.id]
    return False


def errors_view(
    annotator: Annotator, runtime: Iterable[str], header: Code
) -> ErrorsView:
    """The module of errors; `runtime` are those that each client has."""
    imports = Imports()
    for name in runtime:
        imports.add("._runtime.errors", name)
    found = _bases(annotator)
    own = {_name(shape, base, annotator) for shape, bases in found for base in bases}
    hidden = own | set(runtime) | CLIENT_CLASSES
    classes: list[ErrorView] = []
    for shape, bases in found:
        body = _body(shape, annotator, imports, frozenset(hidden))
        classes += [
            _class(shape, base, base == bases[0], body, annotator) for base in bases
        ]
    if classes:
        imports.add("typing", "cast")
    names = sorted({*runtime, *own})
    return ErrorsView(
        header=header,
        imports=imports.render(),
        exported=assignment(
            code("__all__"), list_display([Atom(lit(name)) for name in names]), 0
        ),
        classes=tuple(classes),
    )


def _bases(annotator: Annotator) -> list[tuple[Id, list[str]]]:
    """The shapes that are bodies of errors by name, each with classes of the runtime.

    A class comes after those that it is below. The first one has all others below it:
    `ANY`, unless the shape is documented for one class of statuses alone.
    """
    found: dict[Id, set[str]] = {}
    for shape, status in set(_told(annotator.api, annotator)):
        found.setdefault(shape, set()).add(base_of(status))
    for bases in found.values():
        if len(bases) > 1:
            bases.update({ANY, *(_PARENTS.get(base, ANY) for base in bases)})
    names = annotator.names.types
    return [
        (shape, sorted(found[shape], key=_rank))
        for shape in sorted(found, key=lambda shape: (names[shape], shape))
    ]


def _rank(base: str) -> tuple[bool, str]:
    return base != ANY, _TELLING.get(base, "")


def _told(api: Api, annotator: Annotator) -> Iterator[tuple[Id, str]]:
    known: dict[Id, Documented] = {}
    for operation in api.operations:
        statuses: set[str] = set()
        for response, content in answers(operation).errors:
            key = content.schema or ""
            if not key or key not in known:
                known[key] = _documented(response, content, annotator)
            if known[key].kind.flat == "object" or response.status in statuses:
                continue
            statuses.add(response.status)
            shape = known[key].shape
            if shape is not None:
                yield shape, response.status


def _body(
    shape: Id, annotator: Annotator, imports: Imports, hidden: frozenset[str]
) -> Expr:
    """The type of a body; the module stands one folder higher than those of the client."""
    used = Imports()
    kind = annotator.annotation(TypeUse(Named(shape)), used, shadowed=hidden)
    for source, names in used.names.items():
        for name, alias in names:
            imports.type_checking.add(source.removeprefix("."), name, alias)
    return kind


def _class(
    shape: Id, base: str, is_first: bool, body: Expr, annotator: Annotator
) -> ErrorView:
    what = "A failure" if base == ANY else _TELLING[base]
    parents = [base]
    text = Atom(code('"{}"', body.flat))
    if not is_first:
        parents.insert(0, _name(shape, _PARENTS.get(base, ANY), annotator))
    getter = Signature(code("body"), (Param(code("self")),), returns=body)
    return ErrorView(
        declaration=class_statement(
            ident(_name(shape, base, annotator)),
            [Atom(ident(parent)) for parent in parents],
            0,
        ),
        docstring=docstring(
            f"{what} with the body `{annotator.names.types[shape]}`.", 4
        ),
        has_body=is_first,
        signature=signature(getter, 4),
        result=fit(call(code("cast"), [text, Atom(code("super().body"))]), 8, _RETURN),
    )
