"""Layout against black itself, on random expressions and statements."""

from __future__ import annotations

import black
from black.mode import Mode, TargetVersion
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.plan.python.code import EMPTY, Code, code
from generator.plan.python.layout import (
    Atom,
    Entry,
    Expr,
    annotated_name,
    assignment,
    call,
    call_of,
    class_statement,
    dict_display,
    entries_display,
    fit,
    list_display,
    literal_expr,
    subscript,
    tuple_display,
    type_alias,
    union,
)
from generator.plan.python.literals import ident, lit
from generator.plan.python.signatures import Param, Signature, signature
from generator.style.style import formatted

MODE = Mode(target_versions={TargetVersion.PY311})
SIZES = st.sampled_from([1, 3, 5, 8, 12, 20, 30, 60, 66, 70, 74, 80])
INDENT = 4
many = settings(max_examples=150, deadline=None)


@st.composite
def names(draw: st.DrawFn) -> Code:
    size = draw(SIZES)
    letter = draw(st.sampled_from("abcXYZ"))
    return ident(letter * size)


strings = names().map(lambda name: Atom(lit(str(name))))
numbers = st.integers(0, 10**6).map(lambda value: Atom(lit(value)))
name_atoms = names().map(Atom)
fields = st.lists(st.tuples(names(), numbers), min_size=1, max_size=3).map(
    lambda kwargs: call(code("Field"), [], kwargs)
)
literals = st.lists(strings, min_size=1, max_size=6).map(
    lambda items: subscript(code("Literal"), items)
)


def _composed(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    return (
        st.lists(inner, min_size=2, max_size=4).map(union)
        | st.tuples(names(), st.lists(inner, min_size=1, max_size=3)).map(
            lambda pair: subscript(*pair)
        )
        | st.tuples(inner, fields).map(
            lambda pair: subscript(code("Annotated"), list(pair))
        )
    )


annotations: st.SearchStrategy[Expr] = st.recursive(
    name_atoms | literals, _composed, max_leaves=8
)


def _valued(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    several = st.lists(inner, max_size=4)
    pairs = st.lists(st.tuples(names(), inner), max_size=3)
    return (
        st.tuples(names(), several, pairs).map(lambda parts: call(*parts))
        | several.map(list_display)
        | st.lists(inner, min_size=1, max_size=4).map(tuple_display)
        | pairs.map(lambda found: dict_display((lit(str(k)), v) for k, v in found))
    )


values: st.SearchStrategy[Expr] = st.recursive(
    name_atoms | strings | annotations, _valued, max_leaves=8
)


def _is_fixed_point(body: str, head: str = "class A:") -> None:
    """black leaves the text; where a line is too long, style/ gives what black gives."""
    source = f"{head}\n    {body}\n"
    expected = black.format_str(source, mode=MODE)
    if max(map(len, source.splitlines())) <= 88:
        assert source == expected
    assert formatted(source) == expected


defaults = st.sampled_from(
    [EMPTY, code("None"), code("7"), code('"a longer text"'), code("Field(init=False)")]
    + [code('"{}"', code("a" * size)) for size in (40, 60, 90)]
)


@given(names(), annotations, defaults)
@many
def test_a_field(name: Code, annotation: Expr, default: Code) -> None:
    _is_fixed_point(annotated_name(name, annotation, INDENT, default))


@given(names(), annotations)
@many
def test_an_alias(name: Code, value: Expr) -> None:
    _is_fixed_point(assignment(name, value, INDENT))
    _is_fixed_point(type_alias(name, value, INDENT))


@given(names(), values)
@many
def test_an_assignment(name: Code, value: Expr) -> None:
    _is_fixed_point(assignment(name, value, INDENT))


@given(values)
@many
def test_a_return(value: Expr) -> None:
    _is_fixed_point(fit(value, INDENT, code("return ")), "def f():")


@given(names(), st.lists(values, max_size=3))
@many
def test_a_call(func: Code, args: list[Expr]) -> None:
    _is_fixed_point(fit(call(func, args), INDENT))


@given(annotations, st.lists(st.tuples(names(), annotations), min_size=2, max_size=4))
@many
def test_a_call_of_a_subscript(item: Expr, members: list[tuple[Code, Expr]]) -> None:
    cases = dict_display((lit(str(name)), value) for name, value in members)
    found = call_of(subscript(code("Results"), [item]), [cases])
    _is_fixed_point(fit(call(code("call"), [Atom(code("x")), found]), INDENT))


@given(
    st.lists(st.tuples(st.lists(strings, min_size=1, max_size=3), strings), max_size=3)
)
@many
def test_a_table_with_tuples_for_keys(
    entries: list[tuple[list[Atom], Atom]],
) -> None:
    table = entries_display(
        [(EMPTY, Entry(tuple_display(key), value)) for key, value in entries]
    )
    value = call(code("Operation"), [], [(code("responses"), table)])
    _is_fixed_point(fit(value, INDENT, code("x = ")))


@given(names(), st.lists(name_atoms, min_size=1, max_size=3))
@many
def test_a_class(name: Code, bases: list[Expr]) -> None:
    keywords = [(code("extra"), Atom(code('"forbid"')))]
    for options in ((), keywords):
        statement = class_statement(name, bases, INDENT, options)
        _is_fixed_point(code("{}\n        x = 1", statement))


params = st.builds(Param, names(), annotations, st.sampled_from([EMPTY, code("omit")]))
signatures = st.builds(
    Signature,
    names(),
    st.sampled_from([(Param(code("self")),), ()]),
    st.lists(params, max_size=4).map(tuple),
    st.sampled_from(
        [None, Param(code("options"), Atom(code("Options")), EMPTY, code("**"))]
    ),
    st.none() | annotations,
    st.booleans(),
    st.sampled_from([EMPTY, code(" ...")]),
)


@given(signatures)
@many
def test_a_signature(found: Signature) -> None:
    body = signature(found, INDENT)
    _is_fixed_point(body if found.suffix else code("{}\n        pass", body))


def test_one_line_when_it_fits() -> None:
    assert (
        fit(literal_expr({"a": [1, None]}), 0, code("x = ")) == 'x = {"a": [1, None]}'
    )


def test_arguments_go_to_one_line_of_their_own_before_a_line_each() -> None:
    func = code("call_of_a_function")
    args = [Atom(code("argument_{}", number)) for number in range(6)]
    assert fit(call(func, args), 4) == (
        "call_of_a_function(\n        argument_0, argument_1, argument_2, argument_3, "
        "argument_4, argument_5\n    )"
    )
    assert fit(call(func, [*args, *args]), 4).endswith(
        "argument_4,\n        argument_5,\n    )"
    )


def test_equal_options_are_written_once() -> None:
    one, two = Atom(code("int")), Atom(code("str"))
    assert union([one, two, union([two, one])]).flat == "int | str"
    assert union([one, one]).flat == "int"
