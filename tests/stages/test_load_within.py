"""From a character of a text to the place where a document has it."""

from __future__ import annotations

import pytest
import yaml

from generator.load.within import offset_within

RULE = "self.a == 'x' && self.b"


@pytest.mark.parametrize(
    "source",
    [
        "self.a == 'x' && self.b",
        "\"self.a == 'x' && self.b\"",
        "'self.a == ''x'' && self.b'",
        "|-\n  self.a == 'x' && self.b",
        ">-\n  self.a ==\n  'x' &&\n  self.b",
        "|-  # a comment\n    self.a == 'x' && self.b",
        "self.a ==\n  'x'\n  && self.b",
        "\"self.a ==\\\n  \\ 'x' && self.b\"",
    ],
)
def test_each_notation(source: str) -> None:
    text = f"key: {source}\n"
    assert yaml.safe_load(text)["key"].split() == RULE.split()
    value = yaml.safe_load(text)["key"]
    for place, char in enumerate(value):
        if not char.isspace():
            assert text[offset_within(text, 5, value, place)] == char


def test_beyond_the_end_and_other_escapes() -> None:
    text = "key: ab\n"
    assert offset_within(text, 5, "ab", 2) == 7
    text = 'key: "a\\u0062c"\n'
    assert offset_within(text, 5, "abc", 0) == 6
    assert offset_within(text, 5, "abc", 2) == 7
