"""Rendering: only finished code is printed, and the result is audited."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from jinja2 import TemplateError, UndefinedError

from generator.diagnostics import Fatal
from generator.plan.files import FilePlan
from generator.plan.python.code import EMPTY, Code
from generator.plan.python.literals import ident, lit
from generator.render import AuditError, RenderedFile, render, template_root
from generator.render.audit import audit
from generator.render.environment import TaintError, environment


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


def test_an_empty_view_prints_nothing(tmp_path: Path) -> None:
    assert _render(tmp_path, "{{ view.name }}", View(EMPTY)) == ""
