"""What comes out of small documents: as expected, well formed, and at work."""

from __future__ import annotations

import ast
import asyncio
import difflib
import importlib
import inspect
import re
import shutil
import sys
from contextlib import ExitStack
from pathlib import Path

import black
import pytest
from black.mode import Mode, TargetVersion

from ..e2e.serving import serve
from .cases import (
    CASES,
    HERE,
    behaviour_of,
    checks,
    generated,
    model_of,
    package_of,
    runtime_text,
    write,
)

_MODE = Mode(target_versions={TargetVersion.PY311})
_OURS = {"generator", "oasmith", "jinja2", "black", "yaml", "datamodel_code_generator"}
_URL = re.compile(r"\w+://\S{40}|#/\S{40}")


def stored(folder: Path) -> dict[str, str]:
    """The files below a folder by path."""
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in folder.rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }


def differences(expected: dict[str, str], found: dict[str, str]) -> str:
    """What differs between two trees, as a diff; missing and extra files count."""
    lines: list[str] = []
    for path in sorted(expected.keys() | found.keys()):
        if path not in found:
            lines.append(f"missing: {path} is expected and was not generated\n")
        elif path not in expected:
            lines.append(f"extra: {path} was generated and is not expected\n")
        elif expected[path] != found[path]:
            lines += difflib.unified_diff(
                expected[path].splitlines(keepends=True),
                found[path].splitlines(keepends=True),
                f"expected/{path}",
                f"generated/{path}",
            )
    return "".join(lines)


@pytest.mark.parametrize("case", CASES)
def test_the_tree_is_as_expected(case: str, update_golden: bool) -> None:
    found = generated(case).own
    folder = HERE / case / "expected"
    if update_golden:
        shutil.rmtree(folder, ignore_errors=True)
        write(folder, found)
    different = differences(stored(folder), found)
    if different:
        pytest.fail(f"{different}\npytest --update-golden accepts this", pytrace=False)


@pytest.mark.parametrize("case", CASES)
def test_the_run_says_what_it_should(case: str, update_golden: bool) -> None:
    found = generated(case).findings
    path = HERE / case / "diagnostics.txt"
    if update_golden:
        path.unlink(missing_ok=True)
        if found:
            path.write_text(found, encoding="utf-8")
    assert found == (path.read_text(encoding="utf-8") if path.exists() else "")


MODELLED = [case for case in CASES if (HERE / case / "ir.json").exists()]


@pytest.mark.parametrize("case", MODELLED)
def test_the_model_is_as_expected(case: str, update_golden: bool) -> None:
    path = HERE / case / "ir.json"
    found = model_of(case)
    if update_golden:
        path.write_text(found, encoding="utf-8")
    assert found == path.read_text(encoding="utf-8")


def test_some_models_are_looked_at() -> None:
    assert len(MODELLED) >= 2


@pytest.mark.parametrize("case", CASES)
def test_the_runtime_is_a_copy(case: str) -> None:
    for name, text in generated(case).runtime.items():
        assert text == runtime_text(name), name


@pytest.mark.parametrize("case", CASES)
def test_the_text_is_well_formed(case: str) -> None:
    for path, text in generated(case).own.items():
        if path.endswith(".py"):
            tree = ast.parse(text, path)
            assert black.format_str(text, mode=_MODE) == text, path
            assert "type: ignore" not in text and "noqa" not in text, path
            assert _imported(tree).isdisjoint(_OURS), path
            assert _long_lines(text, tree) == [], path


def _imported(tree: ast.Module) -> set[str]:
    """The top names of what a module imports from elsewhere."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            found.add((node.module or "").split(".")[0])
    return found


def _long_lines(text: str, tree: ast.Module) -> list[str]:
    """Lines over 88 columns that are neither part of a docstring nor an address."""
    prose: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            prose |= set(range(node.lineno, (node.end_lineno or 0) + 1))
    return [
        line
        for number, line in enumerate(text.splitlines(), 1)
        if len(line) > 88 and number not in prose and not _URL.search(line)
    ]


@pytest.mark.parametrize("case", CASES)
def test_every_module_can_be_imported(case: str, laid_out: Path) -> None:
    package = package_of(case)
    for path in generated(case).files:
        if path.endswith(".py"):
            parts = path.removesuffix(".py").removesuffix("__init__").strip("/")
            importlib.import_module(".".join([package, *parts.split("/")]).strip("."))
    root = sys.modules[package]
    for name in dir(root):
        getattr(root, name)


@pytest.mark.parametrize(("case", "check"), checks())
def test_client_and_server_at_work(
    case: str, check: str, laid_out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A check takes the address of the case's server, if the case has one."""
    behaviour = importlib.import_module(behaviour_of(case))
    function = getattr(behaviour, check)
    known: dict[str, object] = {"monkeypatch": monkeypatch}
    with ExitStack() as stack:
        if hasattr(behaviour, "app"):
            known["url"] = stack.enter_context(serve(behaviour.app())).url
        wanted = inspect.signature(function).parameters
        result = function(**{name: known[name] for name in wanted})
        if inspect.iscoroutine(result):
            asyncio.run(result)


def test_most_cases_are_at_work() -> None:
    assert len({case for case, _ in checks()}) > len(CASES) / 2
