"""From data to code: each renderer reads back as what went in, and black leaves it."""

from __future__ import annotations

import ast
import io
import tokenize

import black
import pytest
from black.mode import Mode, TargetVersion
from hypothesis import example, given
from hypothesis import strategies as st

from generator.ir import freeze
from generator.plan.python.code import Code, code, join
from generator.plan.python.literals import (
    comment,
    docstring,
    dotted,
    file_header,
    filled,
    ident,
    lit,
    module,
    number,
    sectioned,
)

MODE = Mode(target_versions={TargetVersion.PY311})
SEPARATORS = "\r\n\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
NASTY = [
    '"""',
    "\\",
    '\\"',
    "'''\"\"\"",
    "\\N{BULLET}",
    "{{ 1234*5678 }}",
    "-*- coding: utf-7 -*-",
    *(quote * count for quote in "\"'" for count in range(1, 9)),
    *(f"a{char}b" for char in SEPARATORS),
    *(f"{'x' * count}\"\"\"" for count in (70, 79, 80, 81, 82, 130)),
    *(f"{'x ' * 40}{chr(byte)}" for byte in range(32)),
]
texts = st.text(max_size=300) | st.sampled_from(NASTY)
json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(min_value=-(10**299), max_value=10**299)
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3)
    ),
    max_leaves=8,
)


def _formatted(source: str) -> str:
    return black.format_str(source, mode=MODE)


@given(json_values)
def test_a_literal_reads_back_as_its_value(value: object) -> None:
    written = lit(value)
    assert type(written) is Code
    assert written.isascii() and "\n" not in written
    assert ast.literal_eval(written) == value
    assert lit(freeze(value)) == written


@given(texts)
@example("say \"hi\" to 'x'")
def test_a_string_literal_is_quoted_as_black_quotes(text: str) -> None:
    line = f"x = {lit(text)}\n"
    if len(line) <= 88:
        assert _formatted(line) == line


@pytest.mark.parametrize("value", [1e20, 1.5, -0.0, 1e-7, 5e-324, 10**20, -3, 2.0])
def test_numbers_are_written_as_black_writes_them(value: float) -> None:
    assert ast.literal_eval(number(value)) == value
    assert _formatted(f"x = {number(value)}\n") == f"x = {number(value)}\n"


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 10**300, -(10**400)])
def test_numbers_beyond_reason_are_refused(value: float) -> None:
    with pytest.raises(ValueError, match="number"):
        number(value)


@pytest.mark.parametrize("value", [True, "1", None])
def test_what_is_no_number_is_refused(value: object) -> None:
    with pytest.raises(TypeError):
        number(value)  # type: ignore[arg-type]


def test_a_literal_of_another_type_is_refused() -> None:
    with pytest.raises(TypeError, match="set"):
        lit({1})


@given(texts, st.sampled_from([0, 4, 8]))
def test_a_docstring_stays_a_docstring(text: str, indent: int) -> None:
    try:
        written = docstring(text, indent)
    except ValueError:
        assert not "".join(text.split())
        return
    source, read = _in_place(written, indent)
    assert ast.get_docstring(read, clean=False) is not None
    assert len(read.body) == 2
    assert _formatted(source) == source


def _in_place(written: str, indent: int) -> tuple[str, ast.Module | ast.ClassDef]:
    """A module, a class or a class in a class with the docstring, and its node."""
    pad = " " * indent
    heads = "".join(f"{' ' * at}class A:\n" for at in range(0, indent, 4))
    gap = "\n"
    source = f"{heads}{pad}{written}\n{gap}{pad}x = 1\n"
    node: ast.Module | ast.ClassDef = ast.parse(source)
    while isinstance(node.body[0], ast.ClassDef):
        node = node.body[0]
    return source, node


PLAIN = st.text(st.characters(codec="ascii", categories=["L", "N"]), min_size=1)


@given(st.lists(PLAIN, min_size=1, max_size=60), st.sampled_from([0, 4, 8]))
def test_a_docstring_keeps_every_word_and_the_width(
    words: list[str], indent: int
) -> None:
    written = docstring(" ".join(words), indent)
    assert ast.literal_eval(written).split() == words
    for line in f"{' ' * indent}{written}".splitlines():
        assert len(line) <= 88 or " " not in line.strip()


def test_a_docstring_breaks_before_the_closing_quotes() -> None:
    text = f"{'word ' * 15}andX"
    written = docstring(text, 4)
    assert written.endswith('\n    """')
    assert max(map(len, written.splitlines())) <= 84


def test_a_docstring_needs_something_to_say() -> None:
    with pytest.raises(ValueError, match="visible"):
        docstring(" \n ", 0)


@pytest.mark.parametrize("char", ["\x00", "\x1b", "\u202e", "\u2066", "\x7f", "\ud800"])
def test_controls_are_shown_and_never_printed(char: str) -> None:
    for written in (docstring(f"a{char}b", 0), comment(f"a{char}b")):
        assert char not in written
        assert f"{ord(char):02x}" in written


def test_a_docstring_with_sections() -> None:
    written = sectioned(
        "Complete a prompt.",
        "Whole or as a stream.\n\n- one\n- two",
        [
            (
                "Args",
                [("model", "Model that completes."), ("n", f"How {'many ' * 30}")],
            ),
            ("Raises", []),
        ],
        8,
    )
    lines = written.splitlines()
    assert lines[0] == '"""Complete a prompt.'
    assert lines[2] == "        Whole or as a stream."
    assert "        - one" in lines
    assert "        Args:" in lines
    assert "            model: Model that completes." in lines
    assert "Raises" not in written
    hanging = [line for line in lines if line.startswith(" " * 16)]
    assert hanging and max(map(len, lines)) <= 88
    source, _ = _in_place(written, 8)
    assert _formatted(source) == source


def test_a_description_that_repeats_the_summary_is_dropped() -> None:
    assert sectioned("Same.", "Same. ", [], 4) == '"""Same."""'


@given(texts)
def test_a_comment_stays_a_comment(text: str) -> None:
    source = f"x = 1\n{comment(text)}\n"
    tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
    kinds = {token.type for token in tokens[4:]}
    assert kinds <= {tokenize.COMMENT, tokenize.NL, tokenize.ENDMARKER}
    assert len(ast.parse(source).body) == 1


@pytest.mark.parametrize(
    "text", ["type: ignore", "noqa", "fmt: off", "pyright: strict", "! /bin/sh"]
)
def test_a_comment_is_no_directive(text: str) -> None:
    assert comment(text) == f'# "{text}"'


@given(st.text(max_size=120) | st.sampled_from(NASTY))
@example("-*- coding: utf-7 -*-")
def test_the_header_is_one_harmless_line(name: str) -> None:
    header = file_header(name)
    assert header.isascii() and "\n" not in header
    assert tokenize.detect_encoding(io.BytesIO(header.encode()).readline)[0] == "utf-8"


def test_the_header_names_the_document() -> None:
    assert file_header("/some/place/completions.yaml") == (
        "# Generated by oasmith from completions.yaml; "
        "regenerate instead of editing."
    )


@given(st.text(max_size=20))
def test_an_identifier_is_checked(text: str) -> None:
    try:
        written = ident(text)
    except ValueError:
        assert not (text.isascii() and text.isidentifier()) or _is_keyword(text)
    else:
        assert written == text and text.isascii() and text.isidentifier()


def _is_keyword(text: str) -> bool:
    try:
        ast.parse(f"{text} = 1")
    except SyntaxError:
        return True
    return False


@pytest.mark.parametrize("text", ["", "a b", "class", "None", "a.b", "ﬁeld", "a\n"])
def test_identifiers_that_are_none(text: str) -> None:
    with pytest.raises(ValueError, match="identifier"):
        ident(text)


def test_dotted_names_and_modules() -> None:
    assert dotted("a.b") == "a.b"
    assert module("..models.pet") == "..models.pet"
    assert module(".") == "."
    for text in ("a..b", ".a", "a;b"):
        with pytest.raises(ValueError, match="identifier"):
            dotted(text)


@given(st.text(), st.text())
@example("{index}", "}{")
@example('"', "'\\{")
def test_text_beside_names_stays_text(before: str, after: str) -> None:
    made = filled(before, code("index"), after)
    assert eval(made, {"__builtins__": {}}, {"index": 7}) == f"{before}7{after}"


def test_code_takes_only_code() -> None:
    with pytest.raises(TypeError, match="str"):
        code("{}", "text")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="str"):
        join(", ", [ident("a"), "text"])  # type: ignore[list-item]
    assert type(ident("a") + "b") is str
