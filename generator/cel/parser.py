"""Text to syntax tree: the grammar of the CEL language definition, by precedence."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from .errors import CelSyntaxError
from .names import CONSTANTS, NO_FIELDS, RESERVED, unescaped
from .nodes import (
    Binary,
    Call,
    Choice,
    Expr,
    Has,
    Ident,
    Index,
    ListDisplay,
    Literal,
    Logic,
    Macro,
    MapDisplay,
    Minus,
    Not,
    Select,
    children,
)
from .tokens import Token, fits, tokens

if TYPE_CHECKING:
    from .nodes import MacroName, Operator, Sign

MOST_LEVELS = 40
"""How deep an expression may be nested."""

MOST_MACROS = 2
"""How many macros may stand within each other: what bounds the cost of a rule."""

_MACROS = frozenset(("all", "exists", "exists_one", "filter", "map"))
_LEVELS: tuple[frozenset[str], ...] = (
    frozenset(("==", "!=", "<", "<=", ">", ">=", "in")),
    frozenset(("+", "-")),
    frozenset(("*", "/", "%")),
)
"""Binary operators, those that bind weakest first."""


def parse(text: str) -> Expr:
    """The syntax tree of a rule.

    Raises CelSyntaxError for what the grammar of CEL does not have, for bytes, unsigned
    integers and messages, which JSON has not, and beyond the limits.
    """
    found = _Parser(text).whole()
    _limit(found)
    return found


def _limit(expr: Expr) -> None:
    """Raises CelSyntaxError for an expression that is nested too deep."""
    waiting = [(expr, 1, 0)]
    while waiting:
        node, level, macros = waiting.pop()
        if level > MOST_LEVELS:
            raise _too_deep(node.offset)
        inside = macros
        if isinstance(node, Macro):
            inside += 1
            if inside > MOST_MACROS:
                message = f"macros are nested more than {MOST_MACROS} deep"
                raise CelSyntaxError(message, node.offset, "split the rule")
            waiting.append((node.operand, level + 1, macros))
            waiting += [(part, level + 1, inside) for part in children(node)[1:]]
        else:
            waiting += [(part, level + 1, inside) for part in children(node)]


def _too_deep(offset: int) -> CelSyntaxError:
    message = f"the rule is nested more than {MOST_LEVELS} deep"
    return CelSyntaxError(message, offset, "split the rule")


def _misplaced(token: Token, wanted: str) -> CelSyntaxError:
    """The error that a token is not what should stand in its place."""
    if token.kind == "end":
        return CelSyntaxError(f"the rule ends where {wanted} should be", token.offset)
    hint = ""
    if token.kind == "sign" and token.text in ("!", "-"):
        hint = "put the operand in parentheses"
    shown = "a string" if token.kind == "string" else f"`{token.text}`"
    message = f"{shown} stands where {wanted} should be"
    return CelSyntaxError(message, token.offset, hint)


class _Parser:
    def __init__(self, text: str) -> None:
        self._tokens = tokens(text)
        self._token = next(self._tokens)
        self._nodes = 0
        self._level = 0

    def whole(self) -> Expr:
        found = self._expr()
        if self._token.kind != "end":
            raise self._unexpected("the end of the rule")
        return found

    def _id(self) -> int:
        self._nodes += 1
        return self._nodes

    def _next(self) -> Token:
        found = self._token
        if found.kind != "end":
            self._token = next(self._tokens)
        return found

    def _is(self, *signs: str) -> bool:
        return self._token.kind == "sign" and self._token.text in signs

    def _take(self, sign: str) -> bool:
        found = self._is(sign)
        if found:
            self._next()
        return found

    def _expect(self, sign: str) -> None:
        if not self._take(sign):
            raise self._unexpected(f"`{sign}`")

    def _unexpected(self, wanted: str) -> CelSyntaxError:
        return _misplaced(self._token, wanted)

    def _expr(self) -> Expr:
        """`test ? then : otherwise`, or what binds closer."""
        self._level += 1
        if self._level > MOST_LEVELS:
            raise _too_deep(self._token.offset)
        found = self._logic("||")
        offset = self._token.offset
        if self._take("?"):
            then = self._logic("||")
            self._expect(":")
            otherwise = self._expr()
            found = Choice(found, then, otherwise, offset, self._id())
        self._level -= 1
        return found

    def _logic(self, sign: Sign) -> Expr:
        first = self._operand_of(sign)
        if not self._is(sign):
            return first
        offset = self._token.offset
        found = [first]
        while self._take(sign):
            found.append(self._operand_of(sign))
        return Logic(sign, tuple(found), offset, self._id())

    def _operand_of(self, sign: Sign) -> Expr:
        return self._logic("&&") if sign == "||" else self._binary(0)

    def _binary(self, level: int) -> Expr:
        """Operators of a level and closer ones, from left to right."""
        if level == len(_LEVELS):
            return self._unary()
        found = self._binary(level + 1)
        while (
            self._token.kind in ("sign", "name") and self._token.text in _LEVELS[level]
        ):
            token = self._next()
            right = self._binary(level + 1)
            operator = cast("Operator", token.text)
            found = Binary(operator, found, right, token.offset, self._id())
        return found

    def _unary(self) -> Expr:
        signs: list[Token] = []
        while self._is("!", "-"):
            signs.append(self._next())
            if signs[0].text != signs[-1].text:
                raise _misplaced(signs[-1], "an operand")
            if len(signs) > MOST_LEVELS:
                raise _too_deep(signs[-1].offset)
        if signs and signs[-1].text == "-" and self._token.kind == "number":
            minus = signs.pop()
            found = self._member(self._number(minus.offset, -1))
        else:
            found = self._member(self._primary())
        for token in reversed(signs):
            make = Not if token.text == "!" else Minus
            found = make(found, token.offset, self._id())
        return found

    def _number(self, offset: int, sign: int) -> Literal:
        value = self._next().value
        assert not isinstance(value, str)
        value *= sign
        if isinstance(value, int) and not fits(value):
            raise CelSyntaxError("the number is out of the range of int64", offset)
        if isinstance(value, float) and abs(value) == float("inf"):
            raise CelSyntaxError("the number is out of the range of double", offset)
        return Literal(value, offset, self._id())

    def _member(self, found: Expr) -> Expr:
        """Fields, methods, macros and indexes after a primary expression."""
        while True:
            offset = self._token.offset
            if self._take("["):
                index = self._expr()
                self._expect("]")
                found = Index(found, index, offset, self._id())
            elif self._take("."):
                found = self._field(found)
            elif self._is("{"):
                message = "a message cannot be made: JSON has none"
                raise CelSyntaxError(message, offset)
            else:
                return found

    def _field(self, operand: Expr) -> Expr:
        token = self._token
        quoted = token.kind == "quoted name"
        if not quoted and (token.kind != "name" or token.text in NO_FIELDS):
            raise self._no_field()
        self._next()
        if quoted or not self._take("("):
            name = token.text if quoted else unescaped(token.text)
            return Select(operand, name, token.offset, self._id())
        if token.text in _MACROS:
            return self._macro(operand, token)
        args = self._items(")")
        return Call(token.text, operand, args, token.offset, self._id())

    def _no_field(self) -> CelSyntaxError:
        """The error that something else stands where a field should be."""
        error = self._unexpected("a field or a method")
        if self._token.kind == "name":
            word = self._token.text
            hint = f'write ["{word}"] or .__{word}__'
            return CelSyntaxError(error.message, error.offset, hint)
        return error

    def _macro(self, operand: Expr, token: Token) -> Expr:
        name = cast("MacroName", token.text)
        first = self._token.offset
        args = self._items(")")
        if not args or not isinstance(args[0], Ident):
            message = f"`{name}` needs the name of a variable first"
            raise CelSyntaxError(message, first, f".{name}(x, ...)")
        if len(args) != 2 and not (len(args) == 3 and name == "map"):
            message = f"`{name}` takes a variable and an expression"
            raise CelSyntaxError(message, token.offset, f".{name}(x, ...)")
        condition = args[1] if len(args) == 3 else None
        variable = args[0].name
        return Macro(
            name, operand, variable, condition, args[-1], token.offset, self._id()
        )

    def _primary(self) -> Expr:
        token = self._token
        if token.kind == "number":
            return self._number(token.offset, 1)
        if token.kind == "string":
            assert isinstance(token.value, str)
            self._next()
            return Literal(token.value, token.offset, self._id())
        if token.kind == "name":
            return self._name(self._next())
        if self._take("("):
            found = self._expr()
            self._expect(")")
            return found
        if self._take("["):
            return ListDisplay(self._items("]"), token.offset, self._id())
        if self._take("{"):
            return self._map(token.offset)
        raise self._unexpected("an operand")

    def _name(self, token: Token) -> Expr:
        name = token.text
        if name in CONSTANTS:
            return Literal(CONSTANTS[name], token.offset, self._id())
        if name in RESERVED or name == "in":
            message = f"`{name}` is a reserved word"
            raise CelSyntaxError(message, token.offset)
        if not self._take("("):
            return Ident(name, token.offset, self._id())
        args = self._items(")")
        if name != "has":
            return Call(name, None, args, token.offset, self._id())
        if len(args) != 1 or not isinstance(args[0], Select):
            message = "`has` takes one field"
            raise CelSyntaxError(message, token.offset, "has(self.name)")
        field = args[0]
        return Has(field.operand, field.field, field.offset, self._id())

    def _items(self, closing: str) -> tuple[Expr, ...]:
        """Expressions with commas between them; a list may have one more at its end."""
        found: list[Expr] = []
        while not self._take(closing):
            if found:
                self._expect(",")
                if closing == "]" and self._take(closing):
                    break
            found.append(self._expr())
        return tuple(found)

    def _map(self, offset: int) -> Expr:
        found: list[tuple[Expr, Expr]] = []
        while not self._take("}"):
            if found:
                self._expect(",")
                if self._take("}"):
                    break
            key = self._expr()
            self._expect(":")
            found.append((key, self._expr()))
        return MapDisplay(tuple(found), offset, self._id())
