"""What an overlay may cost: no query hangs, and no copy fills the memory."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.diagnostics import Sink
from generator.load import Source, load
from generator.load.overlay.budget import Budget, TooCostly
from generator.load.overlay.patterns import pattern_cost
from generator.load.overlay.query import BadQuery, Queries

TREE: Any = {}
for _ in range(12):
    TREE = {"a": TREE, "b": {"c": [TREE]}} if len(json.dumps(TREE)) < 4_000 else TREE


def found(query: str, data: Any, steps: int = 100_000) -> list[object]:
    """What a query selects within some steps."""
    compiled = Queries(Budget(steps)).compile(query)
    return [node.value for node in compiled.finditer(data)]


@pytest.mark.parametrize(
    "query",
    [
        "$..*..*..*..*..*.z",
        "$..[?$..[?$..z]]",
        "$..[?@..[?@..[?@..z]]]",
        "$..[?@ == $]",
        "$..[?count($..*) > 1]",
        "$..[?value($..z) == 1]",
        "$..['a', 'a', 'b', 'b']..['a', 'a', 'b', 'b']..['a', 'a', 'b', 'b'].z",
    ],
)
def test_a_query_ends_with_its_budget(query: str) -> None:
    with pytest.raises(TooCostly):
        found(query, TREE)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("$.a[?@.b == 1].c", [2]),
        ("$..c", [2, 3]),
        ("$.a[-1:]", [{"b": 2, "c": 3}]),
        ("$.a[?match(@.d, 'x.z')].c", []),
        ("$.e[?search(@, 'o+b')]", ["foobar"]),
        ("$.e[?match(@, 'foo')]", ["foo"]),
        ("$.e[?length(@) > 3 && !(@ == 'foo')]", ["foobar"]),
        ("$['a'][?@ == $.a[0]].b", [1]),
    ],
)
def test_queries_are_those_of_the_standard(query: str, expected: list[object]) -> None:
    data = {"a": [{"b": 1, "c": 2}, {"b": 2, "c": 3}], "e": ["foo", "foobar"]}
    assert found(query, data) == expected


@pytest.mark.parametrize(
    "query",
    [
        "",
        "a",
        "$.",
        "$[?" + "(" * 1_500 + "@" + ")" * 1_500 + "]",
        "$[?" + "!" * 2_000 + "@]",
        "$[?@ == 1e999]",
        "$." + "a" * 5_000,
        "$[99999999999999999999]",
        "$[?nothing(@)]",
    ],
)
def test_what_is_no_query_is_refused(query: str) -> None:
    with pytest.raises(BadQuery):
        found(query, {})


@given(st.text("$.@[]()?*&|!='\"\\:,0123abe~-+ length", max_size=40))
def test_any_text_is_a_query_or_refused(text: str) -> None:
    with suppress(BadQuery, TooCostly):
        found(f"${text}", {"a": [{"b": "0"}], "e": {"a": 1}})


@pytest.mark.parametrize(
    "pattern",
    ["(a+)+", "(a|a)*", "((a*)b)*", "(a?b?)*", "(a{1,5}){2}", "(x(a|b))+c", r"(\)a*)*"],
)
def test_a_repeated_choice_has_no_bound(pattern: str) -> None:
    assert pattern_cost(pattern, "a", anchored=True) is None


@pytest.mark.parametrize(
    "pattern",
    [
        "a",
        "a.*b",
        "(ab)*",
        "(a|b)c",
        "(a*)?",
        r"\(a*\)*",
        "[(a|b)*]*",
        "[^)]*",
        "(a)b*",
    ],
)
def test_a_plain_pattern_has_a_bound(pattern: str) -> None:
    cost = pattern_cost(pattern, "a" * 50, anchored=False)
    assert cost is not None and cost < 10_000


def test_a_pattern_with_many_repetitions_costs_much() -> None:
    with pytest.raises(TooCostly):
        found(f"$[?match(@, '{'a?' * 30}{'a' * 30}')]", ["a" * 30])


def loaded(*actions: str) -> list[tuple[str, int]]:
    """Codes and lines of the findings about some actions, the first in line 4."""
    spec = (
        b"openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {}\nx-a: {b: [1, 2]}"
    )
    text = "overlay: 1.1.0\ninfo: {title: T, version: '1'}\nactions:\n"
    text += "".join(f"  - {action}\n" for action in actions)
    sink = Sink()
    overlay = Source(Path("o.yaml"), text.encode())
    load(Source(data=spec, overlays=(overlay,)), sink)
    return [(item.code, item.span.line) for item in sink.found if item.span]


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Overlays may bring in little."""
    monkeypatch.setattr("generator.load.overlay.apply.COPY_LIMIT", 10_000)


@pytest.mark.usefixtures("small")
def test_copies_of_copies_end() -> None:
    action = "{target: \"$['x-a'].b\", copy: \"$['x-a'].b\"}"
    ((code, line),) = loaded(*[action] * 40)
    assert code == "E177" and 10 < line < 20


@pytest.mark.usefixtures("small")
def test_an_object_that_is_copied_into_itself_ends() -> None:
    actions = ["{target: \"$['x-a']\", update: {c: {}}}"]
    actions += ["{target: \"$['x-a'].c\", copy: \"$['x-a']\"}"] * 300
    codes = [code for code, _ in loaded(*actions)]
    assert codes and set(codes) == {"E177"}


def test_what_is_put_too_deep_is_refused() -> None:
    nested = "{a: " * 150 + "1" + "}" * 150
    path = ".a" * 100
    assert loaded(
        f"{{target: \"$['x-a']\", update: {nested}}}",
        f"{{target: \"$['x-a']{path}\", update: {{a: {{a: {{b: 1}}}}}}}}",
        f"{{target: \"$['x-a']{path}\", update: {{c: {nested}}}}}",
    ) == [("E177", 6)]


def test_a_query_of_many_names_is_no_fault_of_ours() -> None:
    names = ".a" * 1_900
    assert loaded(f'{{target: "${names}", remove: true}}') in (
        [("W173", 4)],
        [("E177", 4)],
    )
