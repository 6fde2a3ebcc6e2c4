"""Schemas that apply themselves to their own value come to an end."""

from __future__ import annotations

from typing import Any

from generator.ir import Assertions
from generator.lower.loops import loops

from .lowering import schemas


def _assertions(**graph: dict[str, object]) -> dict[str, Assertions]:
    return {name: Assertions(name, tuple(node.items())) for name, node in graph.items()}


def test_an_option_that_leads_back_accepts_nothing() -> None:
    cut = loops(_assertions(A={"anyOf": ("A0", "A1")}, A0={"$ref": "A"}, A1={}))
    assert cut.booleans == {"A0": False} and not cut.bases


def test_one_cut_ends_a_loop() -> None:
    graph: dict[str, Any] = {
        "A": {"oneOf": ("A0",)},
        "A0": {"$ref": "B"},
        "B": {"if": "B0", "then": "B1"},
        "B0": {"$ref": "A"},
        "B1": {},
    }
    assert loops(_assertions(**graph)).booleans == {"B0": False}


def test_inner_values_close_no_loop() -> None:
    cut = loops(_assertions(A={"properties": (("a", "A"),), "items": "A"}))
    assert not cut.replaced


def test_loops_that_are_errors_stay() -> None:
    assert not loops(_assertions(A={"allOf": ("B",)}, B={"$ref": "A"})).replaced


def test_a_child_includes_its_base_without_the_list_of_children() -> None:
    api = schemas("""
        Base:
          type: object
          required: [kind]
          oneOf: [{$ref: "#/components/schemas/Child"}]
        Child:
          allOf: [{$ref: "#/components/schemas/Base"}, {required: [a]}]
        """)
    base = api.assertions["#/components/schemas/Base"]
    included = api.assertions["#/components/schemas/Child/allOf/0"]
    assert [word for word, _ in base.keywords] == ["type", "required", "oneOf"]
    assert [word for word, _ in included.keywords] == ["type", "required"]


def test_a_long_chain_of_loops_needs_no_recursion() -> None:
    count = 20_000
    graph: dict[str, Any] = {}
    for at in range(count):
        graph[f"S{at}"] = {"anyOf": (f"R{at}",)}
        graph[f"R{at}"] = {"$ref": f"S{(at + 1) % count}"}
    assert len(loops(_assertions(**graph)).booleans) == 1
