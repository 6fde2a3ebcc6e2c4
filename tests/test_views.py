"""Templates and views fit: every attribute used exists, every field is used."""

from __future__ import annotations

import dataclasses
import re
import sys
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from jinja2 import Environment, nodes

from generator.diagnostics import Sink
from generator.load import Source, load
from generator.lower import lower
from generator.name import NameOptions, name
from generator.plan import package
from generator.plan.options import TargetOptions
from generator.plan.project import Project

from .hostile import TARGETS

ROOT = Path(__file__).parents[1]
TEMPLATES = ROOT / "templates"
SPECS = [*sorted(ROOT.glob("tests/golden/*/spec.yaml")), ROOT / "spec/completions.yaml"]
Known: TypeAlias = "type[Any] | None"
"""The view class of an expression, None for what is printed or tested."""


@cache
def _views() -> dict[str, set[type[Any]]]:
    """The view classes that each template gets, over the specs of all golden cases."""
    found: dict[str, set[type[Any]]] = defaultdict(set)
    for path in SPECS:
        sink = Sink()
        api = lower(load(Source(path), sink), sink)
        names = name(api, NameOptions("api"))
        options = TargetOptions("api", names.env_prefix, "api.yaml")
        plans = list(package.plan(api, names, options, tuple(TARGETS), ()))
        for target in TARGETS.values():
            plans += target.plan(api, names, options, sink)
        around = Project("api", tuple(TARGETS), "pydantic")
        plans += around.plan(
            api, names, dataclasses.replace(options, version="1"), sink
        )
        for plan in plans:
            if plan.view is not None:
                found[plan.template].add(type(plan.made().view))
    return dict(found)


def _templates() -> list[str]:
    return sorted(
        path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*.jinja")
    )


@pytest.mark.parametrize("template", _templates())
def test_a_template_has_views_of_one_class(template: str) -> None:
    assert len(_views()[template]) == 1


@cache
def _used(template: str) -> dict[type[Any], set[str]]:
    """The attributes that a template reads of each view class."""
    (view,) = _views()[template]
    tree = Environment().parse((TEMPLATES / template).read_text(encoding="utf-8"))
    reader = _Reader(template)
    reader.read(tree, {"view": view})
    return reader.used


class _Reader:
    def __init__(self, template: str) -> None:
        self.template = template
        self.used: dict[type[Any], set[str]] = defaultdict(set)

    def read(self, node: nodes.Node, scope: dict[str, Known]) -> None:
        """Read every expression below a node; loops bind their variable."""
        if isinstance(node, nodes.For):
            item = self.type_of(node.iter, scope)
            inner = {**scope, "loop": None}
            if isinstance(node.target, nodes.Name):
                inner[node.target.name] = item
            else:
                inner |= {each.name: None for each in node.target.find_all(nodes.Name)}
            for child in [*node.body, *node.else_]:
                self.read(child, inner)
            return
        if isinstance(node, nodes.Expr):
            self.type_of(node, scope)
            if isinstance(node, nodes.Getattr | nodes.Name):
                return
        for child in node.iter_child_nodes():
            self.read(child, scope)

    def type_of(self, node: nodes.Expr, scope: dict[str, Known]) -> Known:
        if isinstance(node, nodes.Name):
            assert node.name in scope, f"{self.template}:{node.lineno}: {node.name}"
            return scope[node.name]
        if not isinstance(node, nodes.Getattr):
            return None
        owner = self.type_of(node.node, scope)
        if owner is None:
            return None
        self.used[owner].add(node.attr)
        fields = {field.name: field for field in dataclasses.fields(owner)}
        assert node.attr in fields, f"{self.template}:{node.lineno}: {node.attr}"
        return _view_in(owner, str(fields[node.attr].type))


def _view_in(owner: type[Any], annotation: str) -> Known:
    """The view class that the annotation of a field mentions."""
    namespace = vars(sys.modules[owner.__module__])
    for word in re.findall(r"\w+", annotation):
        found = namespace.get(word)
        if isinstance(found, type) and dataclasses.is_dataclass(found):
            return found
    return None


@pytest.mark.parametrize("template", _templates())
def test_every_attribute_exists(template: str) -> None:
    assert _used(template)


def test_every_field_of_a_view_is_printed_somewhere() -> None:
    used: dict[type[Any], set[str]] = defaultdict(set)
    for template in _templates():
        for view, attributes in _used(template).items():
            used[view] |= attributes
    assert len(used) > 10
    for view, attributes in used.items():
        fields = {field.name for field in dataclasses.fields(view)}
        assert fields == attributes, view


def test_views_are_frozen() -> None:
    for template in _templates():
        for view in _used(template):
            assert view.__hash__ is not None, view  # only frozen ones have a hash
