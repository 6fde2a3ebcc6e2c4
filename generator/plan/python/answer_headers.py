"""Headers of responses as the runtime of servers and of middleware reads and checks them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .code import code
from .layout import Atom, call
from .literals import ident, lit

if TYPE_CHECKING:
    from ...ir import Api, Header, Id, Response
    from ...name import OperationName
    from .code import Code
    from .layout import Expr
    from .reads import Reader


def checked_headers(
    response: Response, name: OperationName, reader: Reader, api: Api, runtime: Code
) -> list[Expr]:
    """The headers of a response that may be wrong, as calls of `<runtime>.Header`.

    Their validators are those of the operation `name`, in a module `validators`.
    """
    found: list[Expr] = []
    for header in response.headers:
        function = name.header_validators.get((response.status, header.name))
        if not says_nothing(header.schema, api):
            found.append(_header(header, function, reader, runtime))
        elif header.required:
            found.append(_header(header, None, reader, runtime))
    return found


def _header(
    header: Header, function: str | None, reader: Reader, runtime: Code
) -> Expr:
    reads, named = reader.header(header)
    arguments: list[Expr] = [Atom(lit(header.name))]
    if reads is not None:
        arguments.append(reads)
    if header.required:
        named.append((code("required"), Atom(code("True"))))
    if function is not None:
        check = Atom(code("validators.{}", ident(function)))
        named.append((code("check"), check))
    return call(code("{}.Header", runtime), arguments, named)


def says_nothing(schema: Id | None, api: Api) -> bool:
    """Whether a schema takes all that is text, at first sight."""
    if schema is None:
        return True
    known = api.assertions.get(schema)
    return known is not None and known.keywords in ((), (("type", "string"),))
