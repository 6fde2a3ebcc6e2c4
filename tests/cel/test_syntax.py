"""The grammar of CEL: what is an expression, and where one goes wrong."""

from __future__ import annotations

import time

import pytest

from generator.cel import CelSyntaxError, parse
from generator.cel.nodes import (
    Binary,
    Call,
    Choice,
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
)


def shape(node: object) -> object:
    """A syntax tree without places."""
    match node:
        case Literal(value):
            return value
        case Ident(name):
            return f"${name}"
        case Select(operand, field):
            return (".", shape(operand), field)
        case Has(operand, field):
            return ("has", shape(operand), field)
        case Index(operand, index):
            return ("[]", shape(operand), shape(index))
        case Call(function, target, args):
            return (function, target and shape(target), *map(shape, args))
        case Macro(name, operand, variable, condition, body):
            return (
                name,
                shape(operand),
                variable,
                condition and shape(condition),
                shape(body),
            )
        case Not(operand):
            return ("!", shape(operand))
        case Minus(operand):
            return ("-", shape(operand))
        case Binary(operator, left, right):
            return (operator, shape(left), shape(right))
        case Logic(operator, operands):
            return (operator, *map(shape, operands))
        case Choice(test, then, otherwise):
            return ("?", shape(test), shape(then), shape(otherwise))
        case ListDisplay(items):
            return ["list", *map(shape, items)]
        case MapDisplay(entries):
            return ["map", *((shape(key), shape(value)) for key, value in entries)]
    raise AssertionError(node)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1", 1),
        ("-1", -1),
        ("0x1F", 31),
        ("-0x10", -16),
        ("1.5e3", 1500.0),
        (".5", 0.5),
        ("1e2", 100.0),
        ("9223372036854775807", 2**63 - 1),
        ("-9223372036854775808", -(2**63)),
        ("true", True),
        ("null", None),
        ("'a\"b'", 'a"b'),
        ('"a\\n\\x41\\u00e9\\U0001F600\\101\\`"', "a\nAé😀A`"),
        (r"r'\d\"'", r"\d\""),
        ('"""a"b\nc"""', 'a"b\nc'),
        ("r'''\\'''", "\\"),
        ("a", "$a"),
        ("a.b.c", (".", (".", "$a", "b"), "c")),
        ("a.`b-c`", (".", "$a", "b-c")),
        ("a.package", (".", "$a", "package")),
        ("a[0]['x']", ("[]", ("[]", "$a", 0), "x")),
        ("has(a.b)", ("has", "$a", "b")),
        ("size(a)", ("size", None, "$a")),
        ("a.size()", ("size", "$a")),
        ("a.b.startsWith('x')", ("startsWith", (".", "$a", "b"), "x")),
        ("a.all(x, x > 1)", ("all", "$a", "x", None, (">", "$x", 1))),
        ("a.map(x, x > 1, -x)", ("map", "$a", "x", (">", "$x", 1), ("-", "$x"))),
        ("1 + 2 * 3 - 4", ("-", ("+", 1, ("*", 2, 3)), 4)),
        ("1 - 2 - 3", ("-", ("-", 1, 2), 3)),
        ("1 -2", ("-", 1, 2)),
        ("(1 + 2) * 3", ("*", ("+", 1, 2), 3)),
        ("a < b == c", ("==", ("<", "$a", "$b"), "$c")),
        ("a || b && c || d", ("||", "$a", ("&&", "$b", "$c"), "$d")),
        ("!a && !!b", ("&&", ("!", "$a"), ("!", ("!", "$b")))),
        ("--1", ("-", -1)),
        ("-a.b", ("-", (".", "$a", "b"))),
        ("a ? b : c ? d : e", ("?", "$a", "$b", ("?", "$c", "$d", "$e"))),
        ("a in [1, 2,]", ("in", "$a", ["list", 1, 2])),
        ("{'a': 1, 'b': [],}", ["map", ("a", 1), ("b", ["list"])]),
        (" a // note\n && b ", ("&&", "$a", "$b")),
    ],
)
def test_what_an_expression_means(text: str, expected: object) -> None:
    found = shape(parse(text))
    assert found == expected
    assert type(found) is type(expected)


@pytest.mark.parametrize(
    ("text", "offset", "message"),
    [
        ("", 0, "the rule ends where an operand should be"),
        ("1 +", 3, "the rule ends where an operand should be"),
        ("a b", 2, "`b` stands where the end of the rule should be"),
        ("a = b", 2, "'=' has no meaning here"),
        ("a & b", 2, "'&' has no meaning here"),
        ("a # b", 2, "'#' has no meaning here"),
        ("(a", 2, "the rule ends where `)` should be"),
        ("a)", 1, "`)` stands where the end of the rule should be"),
        ("[1, , 2]", 4, "`,` stands where an operand should be"),
        ("a ? b", 5, "the rule ends where `:` should be"),
        ("'abc", 0, "the string does not end"),
        ("'a\nb'", 0, "the string does not end"),
        ("'''a'", 0, "the string does not end"),
        ("'\\q'", 1, "the string has an escape that CEL does not know"),
        ("'\\ud800'", 1, "the string has a code point that does not exist"),
        ("'\\U00110000'", 1, "the string has a code point that does not exist"),
        ("b'a'", 0, "bytes cannot be used: JSON has none"),
        ("1u", 0, "an unsigned integer cannot be used: JSON has none"),
        ("1x", 1, "'x' cannot follow a number"),
        ("1.", 2, "the rule ends where a field or a method should be"),
        ("9223372036854775808", 0, "the number is out of the range of int64"),
        ("-9223372036854775809", 0, "the number is out of the range of int64"),
        ("1" * 9000, 0, "the number is out of the range of int64"),
        ("0x" + "f" * 9000, 0, "the number is out of the range of int64"),
        ("1e999", 0, "the number is out of the range of double"),
        ("a.in", 2, "`in` stands where a field or a method should be"),
        ("a.", 2, "the rule ends where a field or a method should be"),
        ("a.1", 1, "`.1` stands where"),
        ("for == 1", 0, "`for` is a reserved word"),
        ("has(a)", 0, "`has` takes one field"),
        ("has(a['b'])", 0, "`has` takes one field"),
        ("a.all(1, true)", 6, "`all` needs the name of a variable first"),
        ("a.all(x)", 2, "`all` takes a variable and an expression"),
        ("a.all(x, true, true)", 2, "`all` takes a variable and an expression"),
        ("M{a: 1}", 1, "a message cannot be made: JSON has none"),
        ("-!a", 1, "`!` stands where an operand should be"),
        ("!-a", 1, "`-` stands where an operand should be"),
        ("'a' 'b'", 4, "a string stands where the end of the rule should be"),
        (
            "a.all(x, a.all(y, a.all(z, true)))",
            20,
            "macros are nested more than 2 deep",
        ),
        ("é", 0, "'\\xe9' has no meaning here"),
    ],
)
def test_where_an_expression_goes_wrong(text: str, offset: int, message: str) -> None:
    with pytest.raises(CelSyntaxError) as found:
        parse(text)
    assert found.value.message.startswith(message)
    assert found.value.offset == offset


def test_macros_beside_each_other_are_not_nested() -> None:
    parse("a.filter(x, true).map(y, y).exists(z, a.all(u, u == z))")


@pytest.mark.parametrize(
    "text",
    [
        "(" * 100_000,
        "(" * 9_000,
        "[" * 9_000,
        "{'a':" * 1_900,
        "!" * 9_000 + "a",
        "-" * 9_000 + "a",
        "a" + ".a" * 4_000,
        "a" + "[a" * 4_000,
        "a" + "[0]" * 3_000,
        "f(" * 4_000,
        "a?" * 4_000,
        "a?a:" * 2_400 + "a",
        "+".join("a" * 4_000),
        "<".join("a" * 4_000),
        "a.all(x," * 1_200,
        "has(" * 2_400,
        "(a||" * 2_000,
    ],
    ids=lambda text: f"{text[:6]}x{len(text)}",
)
def test_a_rule_is_not_nested_without_limit(text: str) -> None:
    start = time.process_time()
    with pytest.raises(CelSyntaxError):
        parse(text)
    assert time.process_time() - start < 2


def test_a_long_chain_is_not_deep() -> None:
    found = parse(" || ".join(["a"] * 2_000))
    assert isinstance(found, Logic)
    assert len(found.operands) == 2_000
