"""What fits a schema, held against the public JSON-Schema-Test-Suite."""

from __future__ import annotations

import pytest

from generator.conform import Checker
from generator.conform.nodes import Nodes

from ..stages.test_plan_validators_suite import SUITE, _groups
from ..stages.validator_support import Dialect

UNEVALUATED = {"unevaluatedItems", "unevaluatedProperties"}
"""Keywords that nothing is checked for: what they forbid, no instance has."""


@pytest.mark.skipif(not SUITE.is_dir(), reason="needs the public suite")
def test_the_suite() -> None:
    wrong = []
    count = 0
    for file, group in _groups("draft2020-12"):
        text = str(group["schema"])
        if file == "format":
            continue  # formats are asserted here, as validators assert them
        if any(
            word in text for word in (*UNEVALUATED, "dynamicRef", "localhost", r"\p{")
        ):
            continue
        dialect = Dialect()
        dialect.add(group["schema"], "#/s")
        if dialect.unresolved:
            continue
        checker = Checker(Nodes(dialect.assertions), "answer")
        for test in group["tests"]:
            count += 1
            if checker.accepts(test["data"], "#/s") is not test["valid"]:
                wrong.append((file, group["description"], test["description"]))
    assert wrong == []
    assert count > 700
