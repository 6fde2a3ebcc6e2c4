"""The quick look at rendered code: what it clears, the syntax tree clears as well."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.render import AuditError
from generator.render.audit import audit, audit_whole
from generator.render.glance import emptied, is_plain, is_suspect, skeleton

INNOCENT = """# Generated.
\"\"\"A module.\"\"\"

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from .._runtime.model import Model


class Pet(Model):
    \"\"\"A pet, eval and open included.\"\"\"

    name: Annotated[str, Field(alias="x")] = None
    \"\"\"Its name.\"\"\"

    def method(
        self,
        *,
        other: int,
    ) -> int:
        value = other(1)
        if value:
            return self.go(value)
        return 1


def function(value: object) -> int:
    return 1
"""
PIECES = [
    "boom()",
    "x = boom()",
    "x: boom() = 1",
    "def g(x=boom()):",
    "def g():",
    "class B:",
    "    y = boom()",
    "        y = boom()",
    "):",
    ") -> boom():",
    "]:",
    "import os",
    "from os import path",
    "y = x.__class__",
    "eval",
    '"""',
    "'",
    "#",
    "(",
    ")",
    "x = [",
    "]",
    "if x:",
    "else:",
    "    pass",
    "@boom",
    "@boom()",
    "\\",
    "lambda: boom()",
    "x = Field[0]()",
    "x = (Field)()",
    "x = Field\n()",
    "x = Field(Field(boom()))",
    "import re, os",
    "import re; import os",
    "from.os import path",
    "x = Field()()",
    "x = not boom()",
    "from re import (match)",
    "\x0cimport os",
    "from .models import pet",
    "    from .models import (",
    "        pet,",
    "class B(boom()):",
    "class B(boom):",
    "x = {}[0](1)",
    "x = a if b else (c)",
    "x = Field (boom ())",
    "def Field(x): ...",
    'x"a"',
    "# x\rimport os",
    '"""a"""',
    'x = """',
    'x = "a\\',
    '""""',
    '\\"""',
    "def g(x={1:",
    "def g() -> x[1:",
    "async def g(",
    "    x: int = 1,",
    "    x: list[int] = boom(),",
    ") -> dict[",
    ") -> dict[str, int]:",
    "def g(x: int) -> int: ...",
    "def g(x: boom()) -> int: ...",
    "def g(x=lambda: boom()): ...",
    "def g(): boom()",
    '"""\uff02\uff02\uff02"""',
    '"\uff02"',
    "x = \uff02\uff02",
    "y = x._\uff3fclass__",
    "# \uff07\uff07\uff07",
]


@given(st.lists(st.tuples(st.integers(0, 40), st.sampled_from(PIECES)), max_size=5))
@settings(max_examples=800, deadline=None)
def test_what_passes_at_a_glance_passes_on_the_tree(
    pieces: list[tuple[int, str]],
) -> None:
    lines = INNOCENT.split("\n")
    for place, piece in pieces:
        at = min(place, len(lines))
        pad = (
            lines[at][: len(lines[at]) - len(lines[at].lstrip())]
            if at < len(lines)
            else ""
        )
        lines.insert(at, pad + piece)
    text = "\n".join(lines)
    try:
        ast.parse(text)
    except SyntaxError:
        return
    try:
        audit("x.py", text)
    except AuditError:
        return
    audit_whole("x.py", text)


def test_a_glance_clears_what_templates_print() -> None:
    rest = emptied(INNOCENT)
    assert rest is not None and not is_suspect(rest)
    head = skeleton(rest)
    assert "self.go" in rest and "self.go" not in head
    assert is_plain(head)


def test_a_glance_knows_the_places_of_items() -> None:
    text = 'x = f"/a/{index}/{{b}}/{position}" + ""\n'
    assert emptied(text) == 'x = "" + ""\n'
    assert emptied('x = f"/a/{other}"\n') is None


ONE_PER_PACKAGE = {"__init__.py", "client.py"}


def test_few_files_need_the_whole_tree() -> None:
    goldens = Path(__file__).parents[1] / "golden"
    files = [
        path
        for path in goldens.glob("*/expected/**/*.py")
        if "_runtime" not in path.parts and path.name not in ONE_PER_PACKAGE
    ]
    doubtful = [path for path in files if not _is_clear(path.read_text("utf-8"))]
    assert len(doubtful) < len(files) / 50


def _is_clear(text: str) -> bool:
    rest = emptied(text)
    return rest is not None and not is_suspect(rest) and is_plain(skeleton(rest))


@pytest.mark.parametrize(
    "body",
    [
        "eval('1')",
        'x.__class__',
        "x.\\\n__class__",
        "import os",
        "import json, os",
        "import json; import os",
        "if x: import os",
        "pass; from os import path",
        'f"{open}"',
        'f"{{{open}}}"',
        'f"""{eval} """',
        'f"" "" f"{eval}"',
        'f"{index:{eval}}"',
        'rf"{index}{eval}"',
        "print(''' ''', eval)",
        "\uff45val",
        'x = "" "\\"" ; eval',
        "pass\rimport os",
        "pass;\x0cimport os",
        "pass  # x\rimport os",
        '"a"  # \"\"\"\n    import os\n    "" ""',
        'x = "a\\\n    """; import os  # """',
    ],
)  # fmt: skip
def test_a_glance_sees_through_disguises(body: str) -> None:
    rest = emptied(f"def f(x):\n    {body}\n")
    assert rest is None or is_suspect(rest)


def test_quotes_of_other_scripts_are_none() -> None:
    wide = "\uff02" * 3
    text = f'"""a {wide}"""\nimport os\n"""b {wide}"""\n'
    assert emptied(text) == '""\nimport os\n""\n'
    with pytest.raises(AuditError, match="imports os"):
        audit("x.py", text)
    assert emptied(f"x = {wide}{wide}\n") is None
