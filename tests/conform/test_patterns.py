"""Patterns without `re`: the same texts match, samples match, time is bounded."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.conform.patterns import Unreadable, matches, samples
from generator.plan.validators.patterns import translate

PATTERNS = [
    "^[A-Z]{3}$",
    "^(cat|dog)s?$",
    r"^\d+(\.\d{1,2})?$",
    r"^[^\s@]+@[^\s@]+\.[a-z]{2,}$",
    "b",
    "^$",
    "^(a|b)*c{2,4}$",
    r"^#[0-9a-fA-F]{6}$",
    "^(?:x-)?[a-z][a-z0-9_-]*$",
    r"^\u0061[\x62-\x64]\u{65}$",
    "^[]$|^[^]$",
    "^a{0}b$",
    "^(?<year>[0-9]{4})-(?<month>0[1-9]|1[0-2])$",
]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_samples_match(pattern: str) -> None:
    found = [text for _, text in zip(range(5), samples(pattern), strict=False)]
    assert found
    for text in found:
        assert matches(pattern, text)
        assert re.search(translate(pattern), text) is not None


@pytest.mark.parametrize("pattern", PATTERNS)
@given(text=st.text("abcdosgt-x.@01239 \n#AF", max_size=12))
def test_the_same_texts_match(pattern: str, text: str) -> None:
    expected = re.search(translate(pattern), text) is not None
    assert matches(pattern, text) is expected


@pytest.mark.parametrize("pattern", ["^(a+)+$", "(a|aa)+$", "(a*)*b", "(.*)*x"])
def test_time_is_bounded(pattern: str) -> None:
    begin = time.process_time()
    assert not matches(pattern, "a" * 2000 + "!")
    assert time.process_time() - begin < 5


@pytest.mark.parametrize(
    "pattern",
    ["(?=a)b", r"(a)\1", r"a\b", "*", "(", "[", ")", "a{2,1}", r"\p{L}", "(" * 60],
)
def test_what_is_not_understood_is_refused(pattern: str) -> None:
    with pytest.raises(Unreadable):
        matches(pattern, "a")


def test_repeats_have_a_bound() -> None:
    with pytest.raises(Unreadable):
        matches("(a{1,100}){1,100}", "a")
