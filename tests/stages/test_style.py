"""Style: black runs on few statements, and the result is that of black on the file."""

from __future__ import annotations

import sys

import black
import pytest
from black.mode import Mode, TargetVersion
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from generator.plan.python.literals import docstring, lit
from generator.render import RenderedFile
from generator.style import style
from generator.style.style import formatted

MODE = Mode(target_versions={TargetVersion.PY311})
WORDS = ", ".join(f"argument_{number}" for number in range(12))

FILE = f'''# Generated.
"""Module {"word " * 30}."""

from __future__ import annotations

from typing import overload

from .a import {WORDS}

VALUE = call({WORDS})
"""An attribute {"word " * 30}."""


class First:
    """A class."""

    short: int
    """A field {"word " * 30}
    def not_code({WORDS}):
    """

    long: call[{WORDS}] = None

    @overload
    def method(self, {WORDS}) -> int: ...
    @overload
    def method(self, *, {WORDS}) -> str: ...
    def method(self, {WORDS}):
        """Do it."""
        try:
            return call({WORDS})
        except ValueError:
            if call({WORDS}):
                return None
        else:
            return 'left', (alone)


def function({WORDS}):
    # {"comment" * 20}
    return {{"key": ({WORDS}), "other": '{"x" * 100}'}}


if TYPE_CHECKING:
    from .b import {WORDS}
else:
    x = call({WORDS})


class Last(Base):
    pass
'''


def test_every_long_statement_is_formatted() -> None:
    source = FILE.replace("'left', (alone)", '"left"')
    assert formatted(source) == black.format_str(source, mode=MODE)


def test_a_file_without_long_lines_is_not_touched() -> None:
    source = "x   = 1\n"
    assert formatted(source) is source
    file = RenderedFile("a.py", source)
    assert style([file]) == (file,)


def test_only_the_statement_with_the_long_line_is_touched() -> None:
    source = f"x   = 1\ny = call({WORDS})\nz   = 1\n"
    lines = formatted(source).splitlines()
    assert lines[0] == "x   = 1" and lines[-1] == "z   = 1"
    assert lines[1] == "y = call("


@pytest.mark.parametrize(
    "source",
    [
        f'"""{"x" * 100}"""\n',
        f'class A:\n    """{"x " * 60}\n    """\n',
        f"# {'x ' * 60}\n",
        f'x = {{\n    "{"k" * 60}": "{"v" * 60}",\n}}\n',
        f'x = {{\n    (\n        "a",\n        "b",\n    ): "{"v" * 90}"\n}}\n',
        f"from .a import (\n    {'A' * 60} as {'A' * 60},\n)\n",
    ],
)
def test_what_black_cannot_split_is_left_alone(
    source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(black, "format_str", None)
    assert formatted(source) == source


def test_copied_files_and_other_languages_stay() -> None:
    text = f"x = call({WORDS})\n"
    files = [
        RenderedFile("a.py", text, verbatim=True),
        RenderedFile("a.md", text),
    ]
    assert style(files) == tuple(files)


def test_code_beside_a_docstring_on_one_line_is_seen() -> None:
    source = f'x = call("""a\nb""", {WORDS})\n'
    assert formatted(source) == black.format_str(source, mode=MODE)


def test_a_docstring_that_begins_over_the_limit_is_left_to_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*given: object) -> str:
        raise AssertionError(given)

    monkeypatch.setattr(sys.modules["generator.style.style"], "_black", refuse)
    text = f'class A:\n    """{"word " * 17}x.\n    More.\n    """\n'
    assert formatted(text) is text


QUOTES = ['"', '""', '"""', '""""', "\\", '\\"', '\\"""', "'", "'''"]
SIGNS = "a word def {x} ( [ # ` ``` : %s é 😀 . -".split(" ")
SPACE = ["x" * 40, "word " * 9, "long" * 25, "\n", "\n\n", "\t", "  "]
TEXTS = st.lists(st.sampled_from([*QUOTES, *SIGNS, *SPACE]), max_size=8).flatmap(
    lambda parts: st.sampled_from([" ".join(parts), "".join(parts)])
)
STATEMENTS = (
    "found = broken({0}, {1}, value)",
    "found += broken(\n        {0},\n        {1},\n    )",
    "value = {0}",
    f"return call({WORDS})",
)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.tuples(
            TEXTS,
            st.lists(st.tuples(st.sampled_from(STATEMENTS), TEXTS, TEXTS), max_size=3),
        ),
        min_size=1,
        max_size=3,
    )
)
def test_texts_in_docstrings_and_literals_hide_no_code(
    functions: list[tuple[str, list[tuple[str, str, str]]]],
) -> None:
    """Three quotes may stand in either; what follows them is formatted all the same."""
    parts: list[str] = []
    for text, body in functions:
        assume(text.strip())
        lines = [line.format(lit(one), lit(other)) for line, one, other in body]
        head = f"def function(value):\n    {docstring(text, 4)}\n"
        parts.append(head + "".join(f"    {line}\n" for line in lines))
    source = "\n\n".join(parts)
    assert formatted(source) == black.format_str(source, mode=MODE)
