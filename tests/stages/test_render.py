"""Rendering: only finished code is printed, and the result is audited."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jinja2 import TemplateError, UndefinedError

from generator.diagnostics import Fatal
from generator.plan.files import FilePlan
from generator.plan.python.code import EMPTY, Code
from generator.plan.python.literals import ident, lit
from generator.render import AuditError, RenderedFile, render, template_root
from generator.render.audit import audit, audit_whole
from generator.render.environment import TaintError, environment
from generator.render.glance import emptied, is_plain, is_suspect, skeleton


@dataclass(frozen=True)
class View:
    """A view with one of each kind of value."""

    name: Code
    text: str = "os.system('x')"
    flag: bool = True
    count: int = 3
    items: tuple[Code, ...] = ()


VIEW = View(ident("pet"), items=(ident("a"), ident("b")))


def _render(tmp_path: Path, template: str, view: object = VIEW) -> str:
    (tmp_path / "t.jinja").write_text(template)
    env = environment((tmp_path,))
    return env.get_template("t.jinja").render(view=view)


def test_code_and_numbers_are_printed(tmp_path: Path) -> None:
    template = "{{ view.name }} = {{ view.count }}\n{% for i in view.items %}{{ i }};{% endfor %}"
    assert _render(tmp_path, template) == "pet = 3\na;b;"


@pytest.mark.parametrize(
    "template",
    [
        "{{ view.text }}",
        "{{ view.flag }}",
        "{{ view.name ~ view.name }}",
        "{{ view.name ~ view.text }}",
        "{{ view.name + view.text }}",
        "{{ view.name.upper() }}",
        "{{ view.name[1:] }}",
        "{{ 'constant' }}",
        "{{ view.items }}",
        "{{ view }}",
        "{{ none }}",
        "{% set x %}{{ view.name }}{% endset %}{{ x }}",
        "{% macro m() %}{{ view.name }}{% endmacro %}{{ m() }}",
        "{% autoescape false %}{{ view.text }}{% endautoescape %}",
        "{{ '{}'.format(view.text) }}",
        "{{ '%s' % view.text }}",
        "{{ [view.text][0] }}",
        "{{ view.text if true else view.name }}",
    ],
)
def test_all_else_is_refused(tmp_path: Path, template: str) -> None:
    with pytest.raises((TaintError, TypeError)):
        _render(tmp_path, template)


@pytest.mark.parametrize(
    "template",
    ["{{ view.missing }}", "{{ missing }}", "{% if view.missing %}{% endif %}"],
)
def test_undefined_names_are_errors(tmp_path: Path, template: str) -> None:
    with pytest.raises((UndefinedError, TaintError)):
        _render(tmp_path, template)


@pytest.mark.parametrize(
    "name", ["safe", "string", "join", "format", "escape", "tojson"]
)
def test_there_are_no_filters(tmp_path: Path, name: str) -> None:
    with pytest.raises(TemplateError):
        _render(tmp_path, "{{ view.text | " + name + " }}")


def test_there_are_no_globals(tmp_path: Path) -> None:
    with pytest.raises(UndefinedError):
        _render(tmp_path, "{{ range(3) }}")


def test_code_is_not_escaped(tmp_path: Path) -> None:
    assert _render(tmp_path, "{{ view.name }}", View(lit("<&'>"))) == '"<&\'>"'


def test_text_that_looks_like_a_template_stays_text(tmp_path: Path) -> None:
    written = lit("{{ 1234*5678 }}{% raw %}{#")
    assert _render(tmp_path, "{{ view.name }}", View(written)) == written


def test_a_plan_without_a_view_is_copied() -> None:
    source = template_root() / "python" / "runtime" / "model.py"
    (file,) = render([FilePlan("_runtime/model.py", "python/runtime/model.py")])
    assert file == RenderedFile(
        "_runtime/model.py", source.read_text(encoding="utf-8"), verbatim=True
    )


def test_the_users_templates_come_first(tmp_path: Path) -> None:
    folder = tmp_path / "python"
    folder.mkdir()
    (folder / "x.jinja").write_text("{{ view.name }} = 1\n")
    plan = FilePlan("x.py", "python/x.jinja", VIEW, "scaffold")
    (file,) = render([plan], template_dirs=[tmp_path])
    assert file == RenderedFile("x.py", "pet = 1\n", "scaffold", False)


@pytest.mark.parametrize(
    ("template", "code", "message"),
    [
        ("a\n{{ view.missing }}", "E301", "line 2: .*missing"),
        ("{% if %}", "E301", "line 1: "),
        ("{{ view.text | upper }}", "E301", "upper"),
        ("{{ view.text }}", "E302", "not str"),
        ("import os\n", "E303", "imports os"),
        ("x = (\n", "E303", "never closed"),
        ("{{ 1 / 0 }}", "E301", "ZeroDivisionError"),
        ("{{ view() }}", "E301", "TypeError"),
        ('{% include "x.jinja" %}', "E301", "RecursionError"),
    ],
)
def test_a_faulty_template_of_the_user(
    tmp_path: Path, template: str, code: str, message: str
) -> None:
    (tmp_path / "x.jinja").write_text(template)
    with pytest.raises(Fatal, match=message) as caught:
        render([FilePlan("x.py", "x.jinja", VIEW)], template_dirs=[tmp_path])
    assert caught.value.diagnostic.code == code


def test_a_faulty_template_of_ours_is_our_bug() -> None:
    plan = FilePlan("x.py", "python/models/module.py.jinja", VIEW)
    with pytest.raises(UndefinedError):
        render([plan])


def test_only_python_is_audited(tmp_path: Path) -> None:
    (tmp_path / "x.jinja").write_text("import os\n")
    (file,) = render([FilePlan("x.txt", "x.jinja", VIEW)], template_dirs=[tmp_path])
    assert file.text == "import os\n"


@pytest.mark.parametrize(
    "source",
    [
        "import os",
        "import json, os",
        "import json; import os",
        "import json, subprocess",
        "from os.path import join",
        "def f():\n    import socket",
        "class A:\n    import ctypes",
        "def f(): x = 1; import os",
        "x = print('at import')",
        "class A:\n    x = system('true')",
        "class A:\n    x: Annotated[int, boom()]",
        "def f(x=boom()): ...",
        "@boom()\ndef f(): ...",
        "def f() -> boom(): ...",
        "x = [boom() for _ in ()]",
        "x = lambda: boom()",
        "def f():\n    return eval('1')",
        "def f():\n    return \uff45val('1')",
        "def f():\n    return open('x')",
        "def f():\n    return __import__('os')",
        "def f(x):\n    return x.__class__.__bases__",
        "def f(x):\n    return x . __globals__",
        "import builtins\ndef f():\n    return builtins.exec",
        "x = 1 if exec else 2",
        "def f(): x = 1\nclass A:\n    y = boom()",
        "def f(x={1:\n    2}, y=boom()):\n    pass",
        "def f(\n    x\n): return 1\nclass B:\n    y = boom()",
        "def f(\n    x,\n) -> list[\n    boom()\n]:\n    return 1",
        "def f(x) -> int:\n    return 1\n\n    x = 2\ny = boom()",
        "class A:\n    def f(self): ...\n    y = boom()",
        "x = f()()",
        "x = 'a'(boom)",
        "x = f'{boom()}'",
        "x = f'{eval(1)}'",
        "def f():\n    return f'{eval(1)}'",
        "x = rf'{boom()}'",
        "x = \\\n    boom()",
        "x = 'a' 'b'; import os",
        "if x: import os",
        "import json, os",
        "import json; import os",
        "x = (",
        'x = "a',
        "x = 1\n\x00",
        "x = (\nfrom . import y\n)",
        "from . import class",
        "from .x import (\n    a,\n    if,\n)",
        "class A:\nx = 1",
        "class A(boom()):\n    x = 1",
        "class A(metaclass=boom()):\n    x = 1",
        "x = (lambda: 1)(2)",
        "x = {}[0](1)",
        "x = not boom ()",
        "x = [\n    boom\n    ()\n]",
        "def f(x: boom\n    ()): ...",
        "x = True()",
        "if x:\nfrom .y import z",
        "x = y.eval_()",
    ],
)
def test_the_audit_refuses(source: str) -> None:
    with pytest.raises(AuditError, match=r"^models/x\.py:\d+: "):
        audit("models/x.py", f"{source}\n")


@pytest.mark.parametrize(
    "source",
    [
        "from __future__ import annotations\n\nfrom ..models import pet",
        "from pydantic import Field\nx: Annotated[int, Field(ge=0)]",
        "class A:\n    def f(self):\n        from .resources import pets\n        return pets()",
        '"""Words such as eval, open and __import__ in a docstring."""',
        "def f():\n    return 'x.__class__ and import os'",
        "class A:\n    eval: int\n    open = 1",
        "import re\ndef f():\n    return re.compile('a')",
    ],
)
def test_the_audit_lets_pass(source: str) -> None:
    audit("models/x.py", f"{source}\n")


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


def test_an_empty_view_prints_nothing(tmp_path: Path) -> None:
    assert _render(tmp_path, "{{ view.name }}", View(EMPTY)) == ""
