"""Rules at random: the Python they become and an engine of CEL say the same.

So does the evaluation that the tool itself uses for the values that it makes up.

The engine is `common-expression-language`, which implements the language in Rust.
`OASMITH_CEL_RULES` and `OASMITH_CEL_SEED` ask for more rules, or others.
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import cel
import pytest

from generator.cel import (
    CelError,
    CelType,
    Double,
    Field,
    Int,
    Object,
    String,
    check_skipping_absent,
    parse,
)
from generator.cel.nodes import Binary, Expr, Macro, Minus, children
from generator.plan.validators.patterns import translate
from generator.rules.evaluate import holds

from .compiled import Rule, compiled
from .expressions import Grammar, Reckless
from .scopes import SCOPES, normal, random_object, random_value

HERE = Path(__file__).parent
COUNT = int(os.environ.get("OASMITH_CEL_RULES", "1000"))
SEED = int(os.environ.get("OASMITH_CEL_SEED", "0"))
VALUES = 4
ERRORS = (ArithmeticError, LookupError, RuntimeError, TypeError, ValueError)
EXPLAINED = tomllib.loads((HERE / "explained.toml").read_text("utf-8"))["explained"]
_TWINS = str.maketrans({"é": "~", "😀": "\x7f"})
"""Letters of one byte in the same order, for an engine that counts bytes."""


def _twin(value: Any) -> Any:
    """A value with letters of ASCII."""
    if isinstance(value, str):
        return value.translate(_TWINS)
    if isinstance(value, list):
        return [_twin(item) for item in value]
    if isinstance(value, dict):
        return {_twin(key): _twin(item) for key, item in value.items()}
    return value


def _asked(program: cel.Program, variables: dict[str, Any]) -> str:
    """What the engine says: a value, or an error."""
    try:
        return str(program.execute(variables))
    except ERRORS as error:
        return f"{type(error).__name__}: {error}"


def _matches(pattern: str, text: str) -> bool:
    return re.search(translate(pattern), text) is not None


def _nodes(expr: Expr) -> list[Expr]:
    found = [expr]
    for node in found:
        found += children(node)
    return found


def _explanation(rule: Rule, says: str, variables: dict[str, Any]) -> str:
    """The name of the explanation that a disagreement has, or an empty one."""
    nodes = _nodes(rule.checked.expr)
    kinds = rule.checked.types
    if says.startswith("TypeError: No such overload"):
        return "no order of NaN"
    values = repr(variables)
    orders = [x for x in nodes if isinstance(x, Binary) and x.operator[0] in "<>"]
    if ": " in says and "nan" in values and orders:
        return "no order of NaN"
    if "-9223372036854775808" in values and any(isinstance(x, Minus) for x in nodes):
        return "negation beyond 64 bits"
    macros = {x.name for x in nodes if isinstance(x, Macro)}
    if ": " in says and not macros.isdisjoint(("all", "exists")):
        return "failures in macros"
    mixed = [
        {type(kinds[x.left.id]), type(kinds[x.right.id])} == {Int, Double}
        for x in nodes
        if isinstance(x, Binary) and x.left.id in kinds and x.right.id in kinds
    ]
    return "large integers as doubles" if any(mixed) else ""


EDGES: list[tuple[str, dict[str, Any], bool]] = [
    ("self.d / self.z > 0.0", {"d": 1.0, "z": -0.0}, False),
    ("self.d / self.z < 0.0", {"d": 1.0, "z": -0.0}, True),
    ("self.d / self.z > 0.0", {"d": -1.0, "z": -0.0}, True),
    ("self.d / self.z == self.d", {"d": 0.0, "z": 0.0}, False),
    ("int(self.d) < 0", {"d": -(2.0**63)}, False),
    ("int(self.d) < 0", {"d": -(2.0**63) + 1024}, True),
    ("int(self.d) > 0", {"d": 2.0**63}, False),
    ("int(self.s) < 0", {"s": str(-(2**63))}, True),
    ("int(self.s) > 0", {"s": str(2**63)}, False),
    ("int(double(self.i)) == self.i", {"i": -(2**63)}, False),
]
"""Where numbers end: rules, a value, and whether they hold."""


@pytest.mark.parametrize(("text", "value", "holding"), EDGES)
def test_numbers_at_their_ends(text: str, value: dict[str, Any], holding: bool) -> None:
    names = {"d": Double(), "z": Double(), "i": Int(), "s": String()}
    fields = {name: Field(kind, is_required=True) for name, kind in names.items()}
    rule = compiled(text, {"self": Object("Numbers", fields)})
    usual: dict[str, Any] = {"d": 0.0, "z": 0.0, "i": 0, "s": ""}
    whole = {**usual, **value}
    assert rule.holds(whole) is holding
    assert holds(rule.checked, {"self": whole}, _matches) is holding
    assert (_asked(cel.compile(text), {"self": whole}) == "True") is holding


@pytest.mark.parametrize(
    ("grammar", "most_refused"), [(Grammar, 0.05), (Reckless, 0.8)]
)
def test_compiled_rules_agree_with_an_engine(
    grammar: type[Grammar], most_refused: float
) -> None:
    """Also those whose reads are guarded at random: what is taken never fails to read."""
    outcomes: Counter[str] = Counter()
    unexplained: list[str] = []
    for number in range(SEED, SEED + COUNT):
        rng = Random(number)
        scope = rng.choice(SCOPES) if rng.random() < 0.75 else _random_scope(rng)
        text = grammar(rng, scope).rule()
        try:
            rule = compiled(text, scope)
        except CelError:
            outcomes["refused"] += 1
            continue
        program = cel.compile(_twin(text))
        for _ in range(VALUES):
            values = {name: random_value(rng, kind) for name, kind in scope.items()}
            ours = rule.holds(*values.values())
            assert rule.broken(*values.values()) is not ours, text
            assert holds(rule.checked, values, _matches) is ours, (text, values)
            standard = {
                name: normal(values[name], kind) for name, kind in scope.items()
            }
            says = _asked(program, _twin(standard))
            outcomes["fails" if ": " in says else says] += 1
            if (says == "True") is not ours:
                reason = _explanation(rule, says, standard)
                outcomes[reason] += 1
                if not reason:
                    unexplained.append(f"{text}\n{standard}\n{ours} {says}")
    assert unexplained == []
    taken = COUNT - outcomes["refused"]
    assert taken > COUNT * (1 - most_refused)
    assert min(outcomes["True"], outcomes["False"]) > taken
    assert outcomes["fails"] > taken / 20
    reasons = sum(outcomes[entry["name"]] for entry in EXPLAINED)
    assert reasons < COUNT * VALUES / 200


def _random_scope(rng: Random) -> dict[str, CelType]:
    return {"self": random_object(rng, 2)}


SHOWN: dict[str, CelType] = {
    "self": Object(
        "Shown",
        {
            "text": Field(String(), True),
            "ratio": Field(Double(), True),
            "count": Field(Int(), True),
        },
    )
}


@pytest.mark.parametrize("entry", EXPLAINED, ids=lambda entry: str(entry["name"]))
def test_an_explained_difference_is_still_there(entry: dict[str, Any]) -> None:
    value = json.loads(entry["value"])
    assert compiled(entry["rule"], SHOWN).holds(value) is entry["ours"]
    says = _asked(cel.compile(entry["rule"]), {"self": value})
    assert says.startswith(entry["oracle"])
    assert (says == "True") is not entry["ours"]


PLAIN = (
    "self.best_of >= self.n",
    "self.top_p < 1.0 || self.n == 1",
    "self.suffix != '' && self.user != self.suffix",
    "self.stream_options.include_usage == self.stream",
    "self.logit_bias.all(token, self.logit_bias[token] <= 100)",
    "type(self.stop) == string || size(self.stop) <= 4",
    "self.max_tokens > (has(self.n) ? 1 : 0)",
)


@pytest.mark.parametrize("text", PLAIN)
def test_a_rule_is_skipped_where_the_engine_would_miss_a_field(text: str) -> None:
    """With all that it names there, it is what the engine says; else it holds."""
    scope = SCOPES[0]
    rule = compiled(text, scope, skipping=True)
    program = cel.compile(text)
    rng = Random(7)
    seen: Counter[bool] = Counter()
    for _ in range(300):
        value = random_value(rng, scope["self"])
        standard = normal(value, scope["self"])
        skipped = any(
            _is_missing(standard, guard.path) for guard in rule.checked.guards
        )
        seen[skipped] += 1
        says = "True" if skipped else _asked(program, {"self": standard})
        assert rule.holds(value) is (says == "True")
        assert rule.broken(value) is (says != "True")
    assert min(seen.values()) > 10


def _is_missing(value: dict[str, Any], path: tuple[Any, ...]) -> bool:
    found: Any = value
    for step in path[1:]:
        if found is None or step not in found:
            return True
        found = found[step]
    return found is None


def test_skipping_guards_only_what_is_named() -> None:
    checked = check_skipping_absent(parse(PLAIN[0]), SCOPES[0])
    assert [guard.path for guard in checked.guards] == [
        ("self", "best_of"),
        ("self", "n"),
    ]
