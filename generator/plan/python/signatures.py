"""Signatures: the `def` line of a function, split as black splits it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...values import dataclass
from .code import EMPTY, cat, code, join
from .layout import Atom, Bracketed, Union, fits, lay, line_end, parenthesised
from .literals import WIDTH

if TYPE_CHECKING:
    from .code import Code
    from .layout import Expr

_LAST_COMMA = re.compile(r",\n *[\])}]")
"""A comma after the last of several lines between brackets."""

_COMMA = code(",")
_STAR = code("*")


class Param:
    """A parameter: `name: annotation = default`; `prefix` is `*` or `**` for the rest.

    `flat` is its text on one line, `before` and `after` what stands around the
    annotation.
    """

    __slots__ = ("after", "annotation", "before", "flat")

    def __init__(
        self,
        name: Code,
        annotation: Expr | None = None,
        default: Code = EMPTY,
        prefix: Code = EMPTY,
    ) -> None:
        self.annotation = annotation
        if annotation is None:
            self.after = code("={}", default) if default else EMPTY
            self.before = cat(prefix, name)
            self.flat = cat(self.before, self.after)
        else:
            self.after = code(" = {}", default) if default else EMPTY
            self.before = code("{}{}: ", prefix, name)
            self.flat = cat(self.before, annotation.flat, self.after)


_KEYWORD_ONLY = Param(_STAR)


@dataclass(frozen=True, slots=True)
class Signature:
    """`def name(self, *, keyword: type = default) -> returns:` and what follows the colon.

    `first` are positional parameters, `keyword` keyword-only ones, `rest` is `**name`.
    `head` is `def` or `async def`; `suffix` stands after the colon (` ...`).
    """

    name: Code
    first: tuple[Param, ...] = ()
    keyword: tuple[Param, ...] = ()
    rest: Param | None = None
    returns: Expr | None = None
    is_async: bool = False
    suffix: Code = EMPTY


def signature(sig: Signature, indent: int) -> Code:
    """The `def` line, split as black splits it. Ends with the colon and the suffix."""
    start = code("async def") if sig.is_async else code("def")
    head = code("{} {}(", start, sig.name)
    params = _params(sig)
    returns = code(" -> {}", sig.returns.flat) if sig.returns else EMPTY
    tail = code("){}:{}", returns, sig.suffix)
    flat = join(", ", [param.flat for param in params])
    if indent + len(head) + len(flat) + len(tail) <= WIDTH:
        return cat(head, flat, tail)
    if not params:
        ending = code(":{}", sig.suffix)
        tail = _lay_only_returns(sig.returns, indent, ending) if sig.returns else tail
        return cat(head, tail)
    inner = indent + 4
    one_line = len(params) > 1 and fits(flat, inner)
    if sig.returns and not fits(tail, indent):
        tail = _lay_returns(sig.returns, indent, code(":{}", sig.suffix))
        first = indent + len(head) + len(flat) + tail.find("\n")
        if one_line and ",\n" in tail and first <= WIDTH:
            return cat(head, flat, tail)
    body = [line_end(inner), flat] if one_line else _lay_params(params, inner)
    return cat(head, *body, line_end(indent), tail)


def _params(sig: Signature) -> list[Param]:
    """All parameters in order, with the star before those that are keyword-only."""
    params = [*sig.first]
    if sig.keyword:
        params += (_KEYWORD_ONLY, *sig.keyword)
    if sig.rest is not None:
        params.append(sig.rest)
    return params


def _lay_params(params: list[Param], indent: int) -> list[Code]:
    """The pieces of parameters on a line each."""
    pad = line_end(indent)
    pieces: list[Code] = []
    for param in params:
        if indent + len(param.flat) < WIDTH:
            pieces += (pad, param.flat, _COMMA)
        else:
            pieces += (pad, _lay_param(param, indent))
    return pieces


def _lay_param(param: Param, indent: int) -> Code:
    """A parameter that is too long for its line."""
    after = cat(param.after, _COMMA)
    annotation = param.annotation
    if annotation is None:
        return cat(param.before, after)
    if not isinstance(annotation, Union):
        return lay(annotation, indent, param.before, after, inside=True)
    return parenthesised(annotation, indent, param.before, after)


def _lay_returns(returns: Expr, indent: int, after: Code) -> Code:
    """`) -> returns:` split, from the closing parenthesis on."""
    if isinstance(returns, Bracketed):
        return lay(returns, indent, code(") -> "), after, inside=True)
    return _lay_only_returns(returns, indent, after)


def _lay_only_returns(returns: Expr, indent: int, after: Code) -> Code:
    """The same of a function without parameters.

    black puts the type in parentheses. Where a comma then stands before a closing
    bracket it takes another turn: that is left to it.
    """
    before = code(") -> ")
    laid = parenthesised(returns, indent, before, after)
    is_too_long = isinstance(returns, Atom) and not fits(returns.flat, indent + 4)
    if is_too_long or _LAST_COMMA.search(laid):
        return cat(before, returns.flat, after)
    return laid
