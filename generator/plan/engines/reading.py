"""Reads what the tool printed: which classes and types there are, as syntax trees.

Only the forms that the tool prints for stand-ins are understood. Anything else is
refused, so that a version of the tool with other habits fails here, not in the package.
"""

from __future__ import annotations

import ast
from dataclasses import field

from ...values import dataclass
from .dmcg import ToolError


@dataclass(frozen=True, slots=True)
class FieldForm:
    """The annotation of a field, and its default if it has one."""

    annotation: ast.expr
    default: ast.expr | None


@dataclass(slots=True)
class ClassForm:
    """A class: its bases, their keywords, its decorators, and its fields by name.

    `config` holds the arguments of `model_config`; `extra` is the type of the
    properties that a pydantic model does not list.
    """

    bases: list[ast.expr]
    keywords: dict[str, ast.expr]
    decorators: list[ast.expr]
    fields: dict[str, FieldForm] = field(default_factory=dict)
    config: dict[str, ast.expr] = field(default_factory=dict)
    extra: ast.expr | None = None


@dataclass(slots=True)
class Emitted:
    """All that a module of the tool's defines, by name, and where imports come from."""

    classes: dict[str, ClassForm] = field(default_factory=dict)
    aliases: dict[str, ast.expr] = field(default_factory=dict)
    imports: dict[str, tuple[str, str]] = field(default_factory=dict)


def read(text: str) -> Emitted:
    """The definitions in a module that the tool printed. Raises ToolError."""
    found = Emitted()
    try:
        body = ast.parse(text).body
    except SyntaxError as error:
        raise ToolError(f"it printed no Python: {error.msg}") from None
    for node in body:
        _read(node, found)
    return found


def unknown(node: ast.AST) -> ToolError:
    """The error for a form that is not understood."""
    return ToolError(f"it printed what is not understood: {ast.unparse(node)[:200]}")


def _read(node: ast.stmt, found: Emitted) -> None:
    match node:
        case ast.ImportFrom(module=str(module), level=0, names=names):
            for alias in names:
                found.imports[alias.asname or alias.name] = (module, alias.name)
        case ast.ClassDef(name=name):
            found.classes[name] = _class(node)
        case ast.AnnAssign(
            target=ast.Name(id=name),
            annotation=ast.Name(id="TypeAlias"),
            value=ast.expr() as value,
        ):
            found.aliases[name] = value
        case ast.Assign(
            targets=[ast.Name(id=name)],
            value=ast.Call(
                func=ast.Name(id="TypeAliasType"),
                args=[ast.Constant(), value],
                keywords=[],
            ),
        ):
            found.aliases[name] = value
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr="model_rebuild"))):
            pass  # pydantic does that by itself on first use
        case _:
            raise unknown(node)


def _class(node: ast.ClassDef) -> ClassForm:
    found = ClassForm(
        bases=node.bases,
        keywords={item.arg or "**": item.value for item in node.keywords},
        decorators=node.decorator_list,
    )
    for item in node.body:
        match item:
            case ast.Pass():
                pass
            case ast.Assign(
                targets=[ast.Name(id="__annotations__")],
                value=ast.Dict(
                    keys=[ast.Constant("__pydantic_extra__")], values=[extra]
                ),
            ):
                found.extra = extra
            case ast.AnnAssign(target=ast.Name(id="__pydantic_extra__")):
                found.extra = item.annotation
            case ast.AnnAssign(target=ast.Name(id=name)):
                found.fields[name] = FieldForm(item.annotation, item.value)
            case ast.Assign(
                targets=[ast.Name(id="model_config")],
                value=ast.Call(func=ast.Name(id="ConfigDict"), args=[]),
            ):
                assert isinstance(item.value, ast.Call)
                found.config = {
                    pair.arg or "**": pair.value for pair in item.value.keywords
                }
            case _:
                raise unknown(item)
    return found
