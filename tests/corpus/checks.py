"""What must hold for the package of any document: nothing lost, everything imports.

Counting is done on the raw document and on the syntax trees of what was generated, so
that a fault of the generator cannot hide in both.
"""

from __future__ import annotations

import ast
import importlib
import json
import pkgutil
import random
import re
import subprocess
import sys
import warnings
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import black
import yaml
from black.mode import Mode, TargetVersion

if TYPE_CHECKING:
    from collections.abc import Iterator

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
NEWER_METHODS = (*METHODS, "query")
MODE = Mode(target_versions={TargetVersion.PY311})
BLACK_SAMPLE = 4
BLACK_LARGEST = 60_000


@dataclass(slots=True)
class Counted:
    """How many operations there are by method and path, in four places.

    What stands behind `?` or `#` in a path is never sent as such: paths go without it.
    """

    document: Counter[tuple[str, str]] = field(default_factory=Counter)
    client: Counter[tuple[str, str]] = field(default_factory=Counter)
    async_client: Counter[tuple[str, str]] = field(default_factory=Counter)
    server: Counter[tuple[str, str]] = field(default_factory=Counter)

    @property
    def lost(self) -> list[str]:
        """Operations of the document that a client or the server lacks."""
        found = self.client & self.async_client & self.server
        return sorted(" ".join(pair) for pair in (self.document - found).elements())


def read(path: Path) -> Any:
    """The raw document, JSON or YAML, read by libraries of others."""
    text = path.read_bytes()
    if text.lstrip()[:1] == b"{":
        return json.loads(text)
    return yaml.load(text, getattr(yaml, "CBaseLoader", yaml.BaseLoader))


def operations_of(document: Any) -> set[tuple[str, str]]:
    """Method and path of each operation of a raw document, path item references followed."""
    found: set[tuple[str, str]] = set()
    methods = NEWER_METHODS if str(document.get("openapi", "")) >= "3.2" else METHODS
    for path, item in (document.get("paths") or {}).items():
        if path.startswith("x-") or not isinstance(item, dict):
            continue
        for node in _items(document, item):
            found |= {(method.upper(), path) for method in methods if node.get(method)}
            extra = node.get("additionalOperations") or {}
            found |= {(method, path) for method in extra}
    return found


def _items(document: Any, item: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield item
    reference = item.get("$ref")
    if isinstance(reference, str) and reference.startswith("#/"):
        node = document
        for token in reference[2:].split("/"):
            node = node[token.replace("~1", "/").replace("~0", "~")]
        yield node


def count(document: Any, root: Path) -> Counted:
    """The operations of a document, and those of the package below `root`."""
    found = Counted(Counter(map(_sent, operations_of(document))))
    for path in sorted((root / "client").glob("*.py")):
        tree = ast.parse(path.read_bytes())
        facts = _constants(tree)
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                names = _names(node)
                used = [_sent(facts[name]) for name in names & facts.keys()]
                is_async = "AsyncTransport" in names
                (found.async_client if is_async else found.client).update(used)
    for path in sorted((root / "server").glob("*.py")):
        tree = ast.parse(path.read_bytes())
        found.server.update(map(_sent, _endpoints(tree)))
    return found


def _sent(operation: tuple[str, str]) -> tuple[str, str]:
    method, path = operation
    return method, re.split(r"[?#]", path)[0]


def _constants(tree: ast.Module) -> dict[str, tuple[str, str]]:
    """`CREATE = Operation("POST", "/completions", ...)` by name, with a type or without."""
    found: dict[str, tuple[str, str]] = {}
    for node in tree.body:
        assigned = isinstance(node, ast.Assign | ast.AnnAssign)
        if assigned and isinstance(node.value, ast.Call):
            is_typed = isinstance(node, ast.AnnAssign)
            target = node.target if is_typed else node.targets[0]
            arguments = node.value.args
            if isinstance(target, ast.Name) and len(arguments) > 1:
                found[target.id] = _texts(arguments[:2])
    return found


def _endpoints(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """`server.Endpoint("createCompletion", "POST", "/completions", ...)`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "server.Endpoint":
            yield _texts(node.args[1:3])


def _names(node: ast.AST) -> set[str]:
    return {item.id for item in ast.walk(node) if isinstance(item, ast.Name)}


def _texts(nodes: list[ast.expr]) -> tuple[str, str]:
    first, second = (ast.literal_eval(node) for node in nodes)
    return str(first), str(second)


def import_all(root: Path) -> int:
    """Import every module of the package below `root`, warnings as errors; their number.

    Raises what an import raises.
    """
    sys.path.insert(0, str(root.parent))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            package = importlib.import_module(root.name)
            names = [
                module.name
                for module in pkgutil.walk_packages(package.__path__, f"{root.name}.")
            ]
            for name in names:
                importlib.import_module(name)
            models = importlib.import_module(f"{root.name}.models")
            listed = dir(models)
            for name in listed[:: 1 + len(listed) // _COMPLETED]:
                _complete(getattr(models, name))
    finally:
        sys.path.remove(str(root.parent))
    return len(names)


_COMPLETED = 2_000
"""How many models are completed at most: each holds all that it can reach, so that all of
them would not fit into memory where everything reaches everything."""


def _complete(model: object) -> None:
    """Build the validator of a model, which pydantic puts off until it is used."""
    rebuild = getattr(model, "model_rebuild", None)
    if isinstance(model, type) and rebuild is not None:
        rebuild(force=True)


def unformatted(root: Path, seed: str) -> list[str]:
    """Some files of a package that black would change."""
    paths = [
        path
        for path in sorted(root.rglob("*.py"))
        if "_runtime" not in path.parts and path.stat().st_size < BLACK_LARGEST
    ]
    sample = random.Random(seed).sample(paths, min(BLACK_SAMPLE, len(paths)))
    return [
        path.relative_to(root).as_posix()
        for path in sample
        if black.format_str(text := path.read_text(), mode=MODE) != text
    ]


def unused(root: Path) -> list[str]:
    """What ruff finds in a package: names that nobody uses, or that nobody has defined."""
    options = [
        "--isolated",
        "--no-cache",
        "--select=F",
        "--output-format=concise",
        "-q",
    ]
    done = subprocess.run(
        [sys.executable, "-m", "ruff", "check", *options, "."],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.splitlines()[:5] if done.returncode else []
