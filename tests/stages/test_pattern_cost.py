"""How long a search can take is told right, and in few steps."""

from __future__ import annotations

import random
import re
import sys
import time
from typing import Any

import pytest

from generator.plan.validators.patterns import Untranslatable, matcher, translate
from generator.plan.validators.patterns.cost import _Search, is_linear
from generator.plan.validators.patterns.read import read
from generator.plan.validators.patterns.simpler import simpler
from generator.plan.validators.patterns.single import has_few_ways
from generator.plan.validators.patterns.text import text_of
from generator.plan.validators.patterns.tree import NOTHING, Node, Repeat, has_back

from .pattern_fuzz import Patterns

AT_ONCE = (
    "^[a-z0-9]+(?:-[a-z0-9]+)*$",
    "^[A-Za-z0-9_-]{1,64}$",
    "^#?([a-f0-9]{6}|[g-z]{3})$",
    "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(?:\\.\\d+)?(?:Z|[+-]\\d{2}:\\d{2})$",
    "^https?://.*$",
    "[a-z]+",
    "^.{1,5000}$",
    "(^a$)|(^ab$)|(^abc$)",
    "arn:aws[a-z-]*:sns:[a-z0-9-]*:[0-9]{12}:topic/.*",
    "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$",
    "[\\w.-]{2,}",
    "s3://[^/]+/.+",
)
NOT_AT_ONCE = (
    "^(a+)+$",
    "^(a|a)*$",
    "^(a|aa)+$",
    "^(?:a?){2}$",
    "^(?:a?|b?)$",
    "(x+x+)+y",
    "\\s+$",
    "a[ab]*c",
    "ab[abc]*d",
    "^\\S+@\\S+$",
    "^(a)\\1$",
    "(?=a)a",
    "^(?:a{1,8}){1,8}$",
    "^(?:ab?)(?:ba)?$",
    "^(?:(?:a*)?)+$",
    "(a+b)*c",
    "^a{0,1}a$",
    "^(?:ab|ac)$",
)


@pytest.mark.parametrize("pattern", AT_ONCE)
def test_most_patterns_are_told_from_their_tree(pattern: str) -> None:
    assert has_few_ways(read(pattern))


@pytest.mark.parametrize("pattern", NOT_AT_ONCE)
def test_what_may_have_many_ways_is_not_told_from_its_tree(pattern: str) -> None:
    assert not has_few_ways(read(pattern))


def _ways(search: Any, text: str) -> int:
    """The most ways that are alive at once while a text is searched."""
    ways, done = search._first()
    most = sum(count for _, count in ways)
    for char in text:
        point = ord(char)
        reading = [
            (state, count)
            for state, count in ways
            if any(low <= point <= high for low, high in search._reads[state])
        ]
        ways, done = search._step(reading, done)
        most = max(most, sum(count for _, count in ways))
    return most


@pytest.mark.parametrize("seed", range(4))
def test_few_ways_are_few_in_any_text(seed: int) -> None:
    source = Patterns(random.Random(seed))
    used = 0
    for _ in range(400):
        try:
            tree = read(source.make())
        except Untranslatable:
            continue
        if not has_few_ways(tree):
            continue
        used += 1
        search: Any = _Search(tree)
        for size in (20, 200):
            text = "".join(source.text() for _ in range(size))[:size]
            assert _ways(search, text) <= 128, text_of(tree)
    assert used > 40


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("arn:aws[a-z-]*:sns:[a-z0-9-]*:[0-9]{12}:topic/.*", "arn:aws:sns:"),
        ("arn:[^:]*:[^:]*:[^:]*:[^:]*:p/[-a-z]*/e/[-a-z]*", "arn:"),
        ("ab[^ac]*c[^bd]*d[^ae]*e", "abc"),
        ("([0-9a-f]{1,4}:){7}[0-9a-f]{1,4}", "0:"),
        ("s3://[^/]+/.+", "s3://"),
        ("(^a+$)|(^a+b$)|(^a+c$)", "a"),
        ("aa[^a]+b", "aa"),
        ("[a-z]{2}[0-9]+[a-z]", "ab1"),
    ],
)
def test_a_search_takes_time_in_proportion(pattern: str, text: str) -> None:
    """Ten times the text takes not much more than ten times as long, by the best of 5."""
    assert is_linear(read(pattern))
    found = re.compile(translate(pattern))
    times = []
    for size in (20_000, 200_000):
        whole = text * (size // len(text)) + "!"
        runs = []
        for _ in range(5):
            begin = time.process_time()
            found.search(whole)
            runs.append(time.process_time() - begin)
        times.append(min(runs))
    assert times[1] < 40 * max(times[0], 0.0005)


@pytest.mark.parametrize(
    ("pattern", "simplest"),
    [
        ("(x*)y", "y"),
        ("y(x|z+)?", "y"),
        ("(^$)|(a{1,1023}/$)", "(^\\Z)|(a/\\Z)"),
        ("(a*:)?(b(-*b){0,9})", "(b)"),
        ("(?:(a{2,5}))b+", "(?:(a{2}))b"),
        ("x*(?=y)", "(?=y)"),
        ("^a*b", "^a*b"),
        ("(a*)$", "\\Z"),
        ("(x(a?))", "(x)"),
    ],
)
def test_ends_are_trimmed_within_groups(pattern: str, simplest: str) -> None:
    assert re.sub(r"\(\)", "", text_of(simpler(read(pattern)))) == simplest


@pytest.mark.parametrize("seed", range(3))
def test_a_simpler_pattern_matches_in_the_same_texts(seed: int) -> None:
    source = Patterns(random.Random(seed + 50))
    changed = 0
    for _ in range(300):
        pattern = source.make()
        try:
            tree = read(pattern)
            before = re.compile(translate(pattern))
        except Untranslatable:
            continue
        if has_back(tree):
            continue
        found = text_of(simpler(tree))
        changed += found != text_of(tree)
        after = re.compile(found)
        for text in [source.text() for _ in range(12)]:
            assert bool(before.search(text)) is bool(after.search(text)), pattern
    assert changed > 40


def test_a_pattern_that_is_hard_to_judge_is_given_up_after_so_many_steps() -> None:
    hard = "^(?:" + "|".join(f"[a-{chr(98 + n)}]{{1,39}}x" for n in range(24)) + ")*$"
    steps = _steps(hard)
    assert 0 < steps < 3_000_000
    assert _steps(hard) == steps, "the same work each time, on any machine"


def _steps(pattern: str) -> int:
    """How many calls and returns a judgement takes."""
    matcher.cache_clear()
    count = 0

    def tick(*_: object) -> None:
        nonlocal count
        count += 1

    before = sys.getprofile()
    sys.setprofile(tick)
    try:
        matcher(pattern)
    except Untranslatable:
        pass
    finally:
        sys.setprofile(before)
    return count


def test_large_bounds_are_those_of_re() -> None:
    assert matcher("^.{0,262144}$").longest is None
    assert isinstance(read("a{2,2147483647}"), Repeat)
    empty: Node = NOTHING
    assert simpler(read("a*")) == empty
