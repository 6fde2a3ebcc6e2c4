"""Who may import whom: arrows go from left to right, and heavy libraries have one home."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

GENERATOR = Path(__file__).parents[1] / "generator"

EVERYWHERE = {"cel", "diagnostics", "ir", "resources", "rules", "values", "versions"}
"""What every stage may use."""

STAGES: dict[str, set[str]] = {
    "diagnostics": set(),
    "rules": set(),
    "ir": set(),
    "load": set(),
    "cel": set(),
    "lower": {"cel", "load"},
    "name": set(),
    "conform": set(),
    "plan": {"cel", "conform", "name"},
    "render": {"plan"},
    "style": {"render"},
    "write": {"render"},
    "config": set(),
}
"""Of which other packages a stage may import data types."""

DATA_ONLY: dict[tuple[str, str], set[str]] = {
    ("lower", "load"): {"generator.load.document"},
    ("render", "plan"): {"generator.plan.files", "generator.plan.python.code"},
    ("style", "render"): {"generator.render.files", "generator.render"},
    ("write", "render"): {"generator.render.files", "generator.render"},
}
"""The modules that hold those data types, where the package holds more."""

HOMES: dict[str, set[str]] = {
    "yaml": {"load"},
    "jinja2": {"render"},
    "markupsafe": {"render"},
    "black": {"style"},
    "datamodel_code_generator": {"plan/engines"},
    "jsonpath_rfc9535": {"load/overlay"},
    "rich": {"progress.py"},
    "pydantic": set(),
    "httpx2": set(),
    "starlette": set(),
    "uvicorn": set(),
}
"""Where a library may be imported, by path below `generator/`."""

TARGETS = ("client", "mock", "models", "server", "validators", "package")
"""What plans the package."""


def _modules() -> list[Path]:
    return sorted(GENERATOR.rglob("*.py"))


def _imports(path: Path) -> Iterator[str]:
    """The modules that a file imports, as absolute names."""
    package = ("generator", *path.relative_to(GENERATOR).parent.parts)
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            source = ".".join([*base, *([node.module] if node.module else [])])
            yield source
            yield from (f"{source}.{alias.name}" for alias in node.names)


def _stage(module: str) -> str:
    parts = module.split(".")
    return parts[1] if parts[0] == "generator" and len(parts) > 1 else ""


@pytest.mark.parametrize(
    "path", _modules(), ids=lambda p: str(p.relative_to(GENERATOR))
)
def test_a_module_imports_only_what_its_stage_may(path: Path) -> None:
    own = path.relative_to(GENERATOR).parts[0]
    if own not in STAGES:
        return
    for module in _imports(path):
        other = _stage(module)
        if other in ("", own, "__version__") or other in EVERYWHERE:
            continue
        assert other in STAGES[own], f"{own} imports {module}"
        allowed = DATA_ONLY.get((own, other))
        if allowed is not None:
            assert any(
                module == name or module.startswith(f"{name}.") for name in allowed
            ), f"{own} imports {module}"


@pytest.mark.parametrize(
    "path", _modules(), ids=lambda p: str(p.relative_to(GENERATOR))
)
def test_a_library_has_one_home(path: Path) -> None:
    own = path.relative_to(GENERATOR).as_posix()
    for module in _imports(path):
        homes = HOMES.get(module.split(".")[0])
        if homes is not None:
            assert any(own.startswith(home) for home in homes), f"{own}: {module}"


@pytest.mark.parametrize("target", TARGETS)
def test_one_target_never_imports_another(target: str) -> None:
    for path in sorted((GENERATOR / "plan" / target).rglob("*.py")):
        for module in _imports(path):
            for other in TARGETS:
                if other != target:
                    assert not module.startswith(f"generator.plan.{other}"), path


def test_the_project_documents_the_client_and_nobody_needs_it() -> None:
    """It may ask `plan/client` what that takes; no target asks the project anything."""
    for path in _modules():
        own = path.relative_to(GENERATOR).as_posix()
        for module in _imports(path):
            if own.startswith("plan/project/"):
                for other in set(TARGETS) - {"client"}:
                    assert not module.startswith(f"generator.plan.{other}."), path
            elif own.startswith("plan/"):
                assert not module.startswith("generator.plan.project"), path


def test_nobody_imports_the_command_line() -> None:
    for path in _modules():
        if path.name != "__main__.py":
            assert "generator.cli" not in set(_imports(path)), path


def test_generated_code_never_imports_the_generator() -> None:
    root = GENERATOR.parent
    folders = [root / "templates" / "python" / "runtime", root / "generated"]
    for path in (item for folder in folders for item in sorted(folder.rglob("*.py"))):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and not node.level:
                assert (node.module or "").split(".")[0] != "generator", path
            elif isinstance(node, ast.Import):
                names = [alias.name.split(".")[0] for alias in node.names]
                assert "generator" not in names, path
