"""The tool's own way to ask rules agrees with the code that is made of them."""

from __future__ import annotations

import copy
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from generator.conform import Checker, Instances
from generator.conform.nodes import Nodes
from generator.diagnostics import Sink
from generator.load import Source, load
from generator.lower import lower

from ..e2e.rules_of_the_page import BODY, BROKEN, KEPT

ROOT = Path(__file__).resolve().parents[2]
VALUES = [
    None,
    True,
    False,
    0,
    1,
    2,
    3,
    1.0,
    2.0,
    2.5,
    "",
    "a",
    "gpt-3.5-turbo-instruct",
    [],
    ["a"],
    [1],
    {},
]


def mutants(value: Any, random: Random, count: int) -> list[Any]:
    """Values that differ from one in a few members."""
    found = []
    for _ in range(count):
        made = copy.deepcopy(value)
        for _ in range(random.randint(1, 4)):
            name = random.choice(list(made) or [""])
            if random.random() < 0.3:
                made.pop(name, None)
            else:
                made[name] = random.choice(VALUES)
        found.append(made)
    return found


def test_the_bundled_document() -> None:
    sys.path.insert(0, str(ROOT / "generated"))
    from completions.validators import SCHEMAS

    api = lower(load(Source(ROOT / "spec" / "completions.yaml"), Sink()), Sink())
    schema = api.components["CreateCompletionRequest"]
    rich = Instances(api, "request").of(schema)
    assert isinstance(rich, dict) and len(rich) > 5
    checker = Checker(Nodes(api.assertions), "request")
    random = Random(7)
    refused: set[str] = set()
    for value in mutants(rich, random, 4000):
        violations = SCHEMAS["CreateCompletionRequest"](value) or []
        assert checker.accepts(value, schema) is not bool(violations), value
        refused |= {item.path for item in violations if item.rule}
    assert refused == {"/best_of", "/stream_options", "/suffix"}


def test_every_rule_of_the_page() -> None:
    """One that is broken is refused, and nothing else is."""
    api = lower(load(Source(ROOT / "spec" / "completions.yaml"), Sink()), Sink())
    schema = api.components["CreateCompletionRequest"]
    checker = Checker(Nodes(api.assertions), "request")
    assert checker.accepts(BODY, schema)
    for changes, _ in BROKEN:
        assert not checker.accepts({**BODY, **changes}, schema), changes
    for changes in KEPT:
        assert checker.accepts({**BODY, **changes}, schema), changes


RULES = [
    ("self.i / self.j == 2", {"i": 5, "j": 2}, True),
    ("self.i / self.j == -2", {"i": -5, "j": 2}, True),
    ("self.i % self.j == -1", {"i": -5, "j": 2}, True),
    ("self.i / self.j == 2", {"i": 5, "j": 0}, False),
    ("self.i / self.j == 2 || self.j == 0", {"i": 5, "j": 0}, True),
    ("self.i + self.j > 0", {"i": 2**62, "j": 2**62}, False),
    ("self.d / 0.0 > 1.0", {"d": 1}, True),
    ("self.l.exists_one(x, x == self.i)", {"l": [1, 2, 2], "i": 2}, False),
    ("self.l.filter(x, x > 1).map(x, x * 2) == [4, 4]", {"l": [1, 2, 2]}, True),
    ("self.l[self.i] == 3", {"l": [1, 3], "i": 1}, True),
    ("self.l[self.i] == 3", {"l": [1, 3], "i": 2}, False),
    ("self.i in self.l && !(self.i in [])", {"l": [1.0], "i": 1}, True),
    ("self.s.matches('^a+$') && size(self.s) == 3", {"s": "aaa"}, True),
    ("self.s.contains('b') || self.s.endsWith('a')", {"s": "ab"}, True),
    ("int(self.s) == 7 && string(self.i) == '1'", {"s": "7", "i": 1}, True),
    ("int(self.s) == 7", {"s": "x"}, False),
    ("(self.i > 1 ? self.s : 'b') == 'b'", {"s": "x", "i": 1}, True),
    ("self.m.all(k, self.m[k] > 0)", {"m": {"a": 1, "b": 0}}, False),
]


@pytest.mark.parametrize(("rule", "value", "expected"), RULES)
def test_operators_and_functions(rule: str, value: Any, expected: bool) -> None:
    from generator.cel import (
        Double,
        Field,
        Int,
        List,
        Map,
        Object,
        String,
        check,
        parse,
    )
    from generator.conform.patterns import matches
    from generator.rules.evaluate import holds

    kinds = {
        "d": Double(),
        "i": Int(),
        "j": Int(),
        "l": List(Int()),
        "m": Map(Int()),
        "s": String(),
    }
    fields = {name: Field(kind, is_required=True) for name, kind in kinds.items()}
    checked = check(parse(rule), {"self": Object("A", fields)})
    assert holds(checked, {"self": value}, matches) is expected
