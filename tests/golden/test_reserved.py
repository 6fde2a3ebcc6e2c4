"""What generated modules import for themselves is among the names that make way."""

from __future__ import annotations

import ast
from pathlib import Path

from generator.name import reserved

HERE = Path(__file__).parent
OWN = {"__init__.py", "client.py", "app.py", "mock.py"}
"""Modules that import no type of the document by its name."""


def _imported(path: Path) -> set[str]:
    """The classes that a module imports from elsewhere than the models."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if not isinstance(node, ast.ImportFrom):
            continue
        if node.level == 0 or "_runtime" in (node.module or ""):
            found |= {alias.name for alias in node.names if alias.name[0].isupper()}
    return found


def test_modules_of_clients_and_servers() -> None:
    trees = [*HERE.glob("*/expected/client"), *HERE.glob("*/expected/server")]
    paths = [path for tree in trees for path in tree.rglob("*.py")]
    found = {name for path in paths if path.name not in OWN for name in _imported(path)}
    assert len(found) > 20
    assert found <= reserved.CLIENT_CLASSES | reserved.PAGE_CLASSES | reserved.TYPES


def _keys(module: str, *classes: str) -> set[str]:
    """The keys of TypedDicts in a module of the runtime."""
    path = HERE.parents[1] / "templates" / "python" / "runtime" / module
    tree = ast.parse(path.read_bytes())
    return {
        item.target.id
        for node in tree.body
        if isinstance(node, ast.ClassDef) and node.name in classes
        for item in node.body
        if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name)
    }


def test_options_of_calls_and_clients() -> None:
    of_calls = _keys("options.py", "RequestOptions")
    assert "deadline" in of_calls and of_calls <= reserved.ARGUMENTS
    of_clients = _keys("clients.py", "ClientOptions", "FurtherOptions", "SharedOptions")
    assert {"response_mode", "cert", "base_url"} < of_clients
    assert of_clients <= reserved.CLIENT_ARGUMENTS
