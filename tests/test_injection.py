"""Text of a document never becomes code: rules over the source, and the whole pipeline.

The oracle of the second half is structure invariance: with all strings of a document
replaced by hostile ones, the syntax trees of the output are those of harmless ones.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
import yaml
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from jinja2 import Environment, nodes

from generator.name.words import words
from generator.plan.python.literals import lit

from .hostile import Words, generated, replaced, structure

ROOT = Path(__file__).parents[1]
GENERATOR = ROOT / "generator"
TEMPLATES = sorted((ROOT / "templates").rglob("*.jinja"))
MAKES_CODE = {
    "plan/python/literals.py",
    "plan/python/code.py",
    "plan/project/literals.py",
}


def _sources() -> list[tuple[str, ast.Module]]:
    return [
        (path.relative_to(GENERATOR).as_posix(), ast.parse(path.read_text()))
        for path in sorted(GENERATOR.rglob("*.py"))
    ]


def _calls(tree: ast.AST, *names: str) -> list[ast.Call]:
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", getattr(node.func, "attr", "")) in names
    ]


def test_code_is_made_in_few_modules() -> None:
    for path, tree in _sources():
        if path not in MAKES_CODE:
            assert not _calls(tree, "Code"), path
            assert not _calls(tree, "cast") or "Code" not in ast.dump(tree), path


def test_code_is_composed_with_constant_templates() -> None:
    checked = 0
    for path, tree in _sources():
        if not path.startswith("plan/"):
            continue
        for node in _calls(tree, "code", "join"):
            if isinstance(node.func, ast.Attribute):
                continue
            assert _is_constant(node.args[0]), f"{path}:{node.lineno}"
            checked += 1
    assert checked > 100


def _is_constant(node: ast.expr) -> bool:
    """A string literal, or a choice between string literals."""
    if isinstance(node, ast.IfExp):
        return _is_constant(node.body) and _is_constant(node.orelse)
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def test_markup_is_made_in_one_place() -> None:
    for path, tree in _sources():
        assert not _calls(tree, "from_string", "select_autoescape"), path
        if path != "render/environment.py":
            assert not _calls(tree, "Markup"), path


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_templates_only_print(path: Path) -> None:
    tree = Environment().parse(path.read_text())
    refused = (
        nodes.Filter,
        nodes.Call,
        nodes.CallBlock,
        nodes.FilterBlock,
        nodes.Concat,
        nodes.Macro,
        nodes.ScopedEvalContextModifier,
        nodes.EvalContextModifier,
        nodes.BinExpr,
    )
    assert not list(tree.find_all(refused))


def _document(path: Path) -> dict[str, Any]:
    found = yaml.safe_load(path.read_text())
    assert isinstance(found, dict)
    return found


_RULES = ("x-validations", "x-kubernetes-validations", "x-requires")


def _without_rules(node: Any) -> Any:
    """Without what names properties by itself, and is wrong where these change."""
    if isinstance(node, list):
        return [_without_rules(item) for item in node]
    if not isinstance(node, dict):
        return node
    return {
        key: _without_rules(item) for key, item in node.items() if key not in _RULES
    }


_OTHER_FILE = re.compile(r"\$ref: *[\"']?[^#\"'\s]")
SPECS = sorted(
    path
    for path in [*ROOT.glob("tests/golden/*/spec.yaml"), *ROOT.glob("spec/*.yaml")]
    if not _OTHER_FILE.search(path.read_text())
)
"""Documents of one file: they are changed in memory."""
HOSTILE = (
    '"""\nimport os\nos.system("x")\n"""',
    "'''\\",
    '\\"; import os #',
    "\r\nimport os\r",
    "\u2028import os\u2029\x85\x0b\x0c\x1c",
    "{{ 1234*5678 }}{% raw %}{#",
    '" + __import__("os").system("x") + "',
    "\u202e\u2066\ufeff\u200b",
    '")\n@evil()\ndef f(): ...',
    "# type: ignore\n# noqa\n-*- coding: utf-7 -*-",
    "%s %(x)s {0} {x!r} $x ${x}",
)


def pair(hostile: str) -> tuple[Words, Words]:
    """Hostile words and harmless ones that take the same room and give the same names.

    What parts the names of operations without a tag stays.
    """
    value, suffix = f"`{hostile}", f" {hostile}"
    pieces = re.split(r"([./:]+)", suffix)
    pieces[::2] = [" ".join(words(piece)) for piece in pieces[::2]]
    plain = f" {''.join(pieces)}"
    room = max(_room(suffix), _room(plain))
    return (
        Words(
            f"word `{hostile}` word", f"{suffix}{'-' * (room - _room(suffix))}", value
        ),
        Words(
            "word `word` word",
            f"{plain}{'-' * (room - _room(plain))}",
            f"`{'x' * (_room(value) - 1)}",
        ),
    )


def _some(path: Path) -> tuple[str, ...]:
    """A third of the hostile strings: with all documents, each has its turn often.

    Which third does not hang on what other documents there are.
    """
    return HOSTILE[crc32(path.parent.name.encode()) % 3 :: 3]


def _room(text: str) -> int:
    return len(lit(text)) - 2


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.parent.name)
def test_hostile_text_changes_no_structure(path: Path) -> None:
    document = _document(path)
    plain = structure(generated(replaced(document, Words("word `word`", "", ""))))
    for hostile in ("".join(HOSTILE), *_some(path)):
        marked = Words(f"word `{hostile}` word", "", "")
        assert structure(generated(replaced(document, marked))) == plain, hostile


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.parent.name)
def test_hostile_names_and_values_change_no_structure(path: Path) -> None:
    document = _without_rules(_document(path))
    for hostile in _some(path):
        bad, good = pair(hostile)
        found = structure(generated(replaced(document, bad)))
        assert found == structure(generated(replaced(document, good))), hostile


SINKS = _document(ROOT / "tests" / "golden" / "discriminated_union" / "spec.yaml")
printable = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=40
)


@given(printable)
@example("\\")
@example('"')
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_text_changes_the_structure(text: str) -> None:
    marked = Words(f"a{text}b", "", "")
    plain = Words("ab", "", "")
    assert structure(generated(replaced(SINKS, marked))) == structure(
        generated(replaced(SINKS, plain))
    )
