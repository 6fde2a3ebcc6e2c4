"""The audit after rendering: generated Python holds nothing that no template prints.

A net below the taint type (`Code`): should text of a document ever become code, the
syntax tree shows it here, before anything is written. Statements at module and class
level, decorators, defaults and annotations run at import, so calls there are limited
to a list; bodies of functions are searched for the names that lead out of them.
"""

from __future__ import annotations

import ast

from .glance import emptied, is_plain, is_suspect, skeleton
from .rules import (
    DUNDER_ATTRIBUTES,
    FORBIDDEN_NAMES,
    IMPORT_ROOTS,
    IMPORT_TIME_CALLS,
)


class AuditError(RuntimeError):
    """Rendered code holds something that our templates do not print: our bug."""

    def __init__(self, path: str, line: int, what: str) -> None:
        super().__init__(f"{path}:{line}: {what}")


def audit(path: str, text: str) -> None:
    """Check one rendered Python file. Raises `AuditError` for the first thing found.

    The words are looked at, and the parser takes what runs at import; where that leaves
    a doubt, the syntax tree of the whole file decides.
    """
    rest = emptied(text)
    if rest is None or is_suspect(rest) or not is_plain(skeleton(rest)):
        audit_whole(path, text)


def audit_whole(path: str, text: str, package: str = "") -> None:
    """Check every node of the syntax tree of a file, which must be Python throughout.

    For what a user's template printed, for programs that import `package` itself, and
    where the quick look leaves a doubt. Raises `AuditError`.
    """
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None) or 0
        raise AuditError(path, line, getattr(error, "msg", str(error))) from None
    roots = IMPORT_ROOTS | {package}
    _audit_import_time(path, tree, roots)
    _audit_bodies(path, tree, roots)


def _audit_import(
    path: str, node: ast.Import | ast.ImportFrom, roots: frozenset[str]
) -> None:
    if isinstance(node, ast.Import):
        modules = [alias.name for alias in node.names]
    else:
        modules = [] if node.level else [node.module or ""]
    for module in modules:
        if module.partition(".")[0] not in roots:
            raise AuditError(path, node.lineno, f"imports {module}")


def _audit_import_time(path: str, tree: ast.Module, roots: frozenset[str]) -> None:
    """Check what runs at import: all but the bodies of functions."""
    stack: list[ast.AST] = [tree]
    pop, push = stack.pop, stack.append
    while stack:
        node = pop()
        kind = type(node)
        if kind is ast.Constant or kind is ast.Load or kind is ast.Store:
            continue
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            stack += node.decorator_list
            push(node.args)
            if node.returns is not None:
                push(node.returns)
            continue
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            _audit_import(path, node, roots)
            continue
        if isinstance(node, ast.Call):
            _audit_call(path, node)
        elif isinstance(node, ast.Attribute):
            _audit_attribute(path, node)
        elif isinstance(node, ast.Name):
            _audit_name(path, node)
            continue
        for name in node._fields:
            value = getattr(node, name)
            if type(value) is list:
                stack += [item for item in value if isinstance(item, ast.AST)]
            elif isinstance(value, ast.AST):
                push(value)


def _audit_call(path: str, node: ast.Call) -> None:
    func = node.func
    name = func.id if isinstance(func, ast.Name) else getattr(func, "attr", "")
    if name.removesuffix("_") not in IMPORT_TIME_CALLS:
        raise AuditError(
            path, node.lineno, f"calls {name or 'an expression'} at import"
        )


def _audit_attribute(path: str, node: ast.Attribute) -> None:
    if node.attr.startswith("__") and node.attr not in DUNDER_ATTRIBUTES:
        raise AuditError(path, node.lineno, f"reads the attribute {node.attr}")
    if node.attr in FORBIDDEN_NAMES and getattr(node.value, "id", "") == "builtins":
        raise AuditError(path, node.lineno, f"uses builtins.{node.attr}")


def _audit_name(path: str, node: ast.Name) -> None:
    if node.id in FORBIDDEN_NAMES and isinstance(node.ctx, ast.Load):
        raise AuditError(path, node.lineno, f"uses {node.id}")


def _audit_bodies(path: str, tree: ast.Module, roots: frozenset[str]) -> None:
    """Check every node, function bodies included. Raises `AuditError`.

    A parameter hides the built-in of its name in the body of its function, so that its
    use there is no use of that.
    """
    nothing: frozenset[str] = frozenset()
    stack: list[tuple[ast.AST, frozenset[str]]] = [(tree, nothing)]
    while stack:
        node, hidden = stack.pop()
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            _audit_import(path, node, roots)
        elif isinstance(node, ast.Attribute):
            _audit_attribute(path, node)
        elif isinstance(node, ast.Name) and node.id not in hidden:
            _audit_name(path, node)
        inner = hidden
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            inner = hidden | _parameters(node)
        for name in node._fields:
            value = getattr(node, name)
            scope = inner if name == "body" else hidden
            if type(value) is list:
                stack += [(item, scope) for item in value if isinstance(item, ast.AST)]
            elif isinstance(value, ast.AST):
                stack.append((value, scope))


def _parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    arguments = function.args
    listed = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
    return {argument.arg for argument in listed}
