"""Patterns of ECMA-262, as Python matches them once they are translated."""

from __future__ import annotations

import random
import re
import shutil
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.plan.validators.patterns import (
    Unsupported,
    Untranslatable,
    matcher,
    translate,
)
from generator.plan.validators.patterns.read import read
from generator.plan.validators.patterns.text import text_of

from ..runtime.server_runtime import load
from .pattern_fuzz import Patterns, answers
from .validator_support import validators

LinearPattern = load("linear").LinearPattern


@pytest.mark.parametrize(
    ("pattern", "matching", "other"),
    [
        ("^a$", ["a"], ["a\n", "b"]),
        ("\\d", ["1"], ["\u0661", "a"]),
        ("^\\D$", ["a", "\u0661"], ["1"]),
        ("^\\w+$", ["a_1"], ["\xe9", "-"]),
        ("^\\W$", ["\xe9", "-"], ["a", "_"]),
        ("^\\s$", ["\ufeff", "\xa0", "\u2029", "\v"], ["\x1c", "a"]),
        ("^\\S$", ["\x1c", "a"], [" ", "\ufeff"]),
        ("^[\\d\\-x]+$", ["1-x"], ["y", "\\"]),
        ("^[^\\s]$", ["a"], ["\u3000"]),
        ("^[\\D]$", ["a"], ["5"]),
        ("^.$", ["a", "\x85", "\U0001f600"], ["\n", "\r", "\u2028"]),
        ("\\bab\\b", ["x ab y"], ["xab", "ab_"]),
        ("\\Ba", ["ba"], ["a"]),
        ("^\\cA\\x41\\u0042\\u{43}\\0$", ["\x01ABC\0"], ["ABC"]),
        ("^\\uD83D\\uDE00$", ["\U0001f600"], ["a"]),
        ("^\\/\\-\\a$", ["/-a"], ["/-\x07"]),
        ("^[]", [], ["", "a"]),
        ("^[^]$", ["\n", "a"], [""]),
        ("^[[&&~~||]+$", ["[&~|"], ["a"]),
        ("^[a-]$", ["a", "-"], ["b"]),
        ("^[\\b]$", ["\b"], ["b"]),
        ("^a{2}{$", ["aa{"], ["aa"]),
        ("^a{,2}$", ["a{,2}"], ["aa"]),
        ("^(?<year>\\d{4})-(?:a|b)+?$", ["2024-ab"], ["24-a"]),
        ("^(?=a)(?!ab)a", ["ac"], ["ab"]),
        ("(?<=a)b(?<!c)", ["ab"], ["b"]),
        ("^\\p{L}+$", ["\xe9a\u4e2d"], ["1", "a1"]),
        ("^\\P{Lu}$", ["a", "1"], ["A"]),
        ("^[\\p{Nd}_]+$", ["\u0661_"], ["a"]),
        ("^\\p{General_Category=Punctuation}$", ["!", "\u2014"], ["a"]),
        ("^ #$", [" #"], [" "]),
        ("^(a)\\1$", ["aa"], ["a", "ab"]),
        ("^(?<q>['\"]).*\\k<q>$", ["'a'", '"b"'], ["'a\""]),
        ("^(?:(a)|b)\\1$", ["aa", "b"], ["a", "ba"]),
        ("^\\1(a)$", ["a"], ["aa"]),
        ("^(a\\1)$", ["a"], ["aa"]),
        (
            "^\\p{Script=Greek}\\p{sc=Cyrl}\\p{scx=Deva}$",
            ["\u03b1\u0431\u0964"],
            ["abc"],
        ),
        ("^\\p{Emoji_Presentation}\\p{Lowercase}$", ["\U0001f600a"], ["1a"]),
        ("^\\uD83D\\u0041$", ["\ud83dA"], ["A"]),
        ("^.{1,5000}$", ["a" * 5000], ["a" * 5001]),
        ("\\B", ["", "ab"], ["a"]),
        ("\u4e2d\n", ["\u4e2d\n"], ["\u4e2d"]),
    ],
)
def test_translation(pattern: str, matching: list[str], other: list[str]) -> None:
    compiled = re.compile(translate(pattern))
    assert [text for text in matching if not compiled.search(text)] == []
    assert [text for text in other if compiled.search(text)] == []


@pytest.mark.parametrize(
    "pattern",
    [
        "\\k<a>",
        "(a)\\2",
        "\\p{Script=Nowhere}",
        "\\p{Lettre}",
        "\\Aa\\Z",
        "\\p",
        "\\p{L",
        "(?i)a",
        "(?P<a>b)",
        "(?>a)",
        "(?#a)",
        "a++",
        "a*+",
        "*a",
        "a{2}{3}",
        "(*a)",
        "|+",
        "^*",
        "(",
        ")",
        "[a",
        "[b-a]",
        "[\\1]",
        "[\\B]",
        "\\",
        "\\x4",
        "\\u12",
        "\\u{110000}",
        "\\c1",
        "(?=a)*",
        "a{2,1}",
        "(?<a>b)(?<a>c)",
    ],
)
def test_what_is_no_pattern_is_refused(pattern: str) -> None:
    with pytest.raises(Untranslatable):
        translate(pattern)


@given(st.text(alphabet="ab()[]{}|*+?^$.\\dwsDWSbBpPLku0123<>=!:,-&~ \n", max_size=12))
def test_any_text_is_translated_or_refused(pattern: str) -> None:
    try:
        found = translate(pattern)
    except Untranslatable:
        return
    assert found.isascii()
    re.compile(found)


@pytest.mark.parametrize(
    "pattern",
    [
        "(\\w+)\\s+\\1",
        "^(?:(a)|b)*\\1$",
        "(a)(?<=\\1)",
        "^(?:(a+)+|b)\\1$",
        "^(?:a{1,900}|a{2,900})*b",
        "a{3000000000}",
        "(" * 60 + ")" * 60,
    ],
)
def test_what_cannot_be_matched_safely_is_refused(pattern: str) -> None:
    with pytest.raises(Unsupported):
        matcher(pattern)


ORDINARY = (
    "^[a-z0-9]+(?:-[a-z0-9]+)*$",
    "^[A-Za-z0-9_-]{1,64}$",
    "^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$",
    "^(?=.*\\d)(?=.*[a-z]).{8,}$",
    "^#?([a-f0-9]{6}|[a-f0-9]{3})$",
    "^[\\w.+-]+@[\\w-]+\\.[\\w.-]+$",
    "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(?:\\.\\d+)?(?:Z|[+-]\\d{2}:\\d{2})$",
    "^(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?:\\.(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)){3}$",
    "^https?://.*$",
    "[a-z]+",
    "^.{1,5000}$",
    "^(['\"]).*\\1$",
)


@pytest.mark.parametrize("pattern", ORDINARY)
def test_an_ordinary_pattern_is_left_to_python(pattern: str) -> None:
    assert matcher(pattern).longest is None


@pytest.mark.parametrize(
    ("pattern", "simpler"),
    [
        ("^(a+)+$", "^a+\\Z"),
        ("^(?:(?:a*)+)*$", "^a*\\Z"),
        ("x*y", "y"),
        ("(x+x+)+y", None),
        ("a{2,}$", "a{2}\\Z"),
    ],
)
def test_what_is_the_same_in_less_time(pattern: str, simpler: str | None) -> None:
    found = matcher(pattern)
    assert (found.text if found.longest is None else None) == simpler


EVIL = {
    "^(a+)+$": "a",
    "^(a|a)*$": "a",
    "^(a|aa)+$": "a",
    "^(\\w+\\s?)*$": "a",
    "^(.*a){20}$": "a",
    "^(?:.*,){11}P": ",",
    "(x+x+)+y": "x",
    "\\s+$": " ",
    "^\\s*.*\\s*$": " ",
    "^\\S+@\\S+\\.\\S+$": "@.",
    "(?:a?){30}a{30}b": "a",
    "^(?:a{1,8}){1,8}$": "a",
    "(?=.*\\d)x": "a",
    "(?<=a+)b": "a",
    "^(?:(?!x)(?:a|a))*$": "a",
    "^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}[a-z]{2,3}$": "a",
    "^(([a-z])+.)+[A-Z]([a-z])+$": "a",
    "(.*)*=": "a",
    "^(?:\\d+,?)+;$": "1",
    "^(?:(?:a|b)*?(?:a|c)*?)*$": "a",
}
"""Patterns that take `re` a lifetime, each with what to repeat for that."""


def test_no_pattern_takes_long_for_any_text(tmp_path: Path) -> None:
    schemas: dict[str, object] = {
        f"S{place}": {"type": "string", "pattern": pattern}
        for place, pattern in enumerate(EVIL)
    }
    checks = validators(schemas, tmp_path, "evil_patterns")
    started = time.process_time()
    for name, (pattern, piece) in zip(schemas, EVIL.items(), strict=True):
        for size in (10, 60, 200, 5_000):
            text = piece * size
            fits = LinearPattern(text_of(read(pattern)), 0).search(text + "!")
            assert (checks[name](text + "!") is None) is (fits is not None), pattern
    assert time.process_time() - started < 60


@pytest.mark.skipif(not shutil.which("node"), reason="needs Node.js")
@pytest.mark.parametrize("seed", range(2))
def test_javascript_agrees(seed: int) -> None:
    """Patterns at random match in the same texts, by `re` and by the other matcher.

    Node.js finds `\\B` inside of what UTF-16 makes two of, against ECMA-262, and takes
    escapes that it should not; both are left out.
    """
    source = Patterns(random.Random(seed))
    cases = []
    for _ in range(100):
        pattern = source.make()
        texts = [source.text() for _ in range(8)]
        if "\\B" in pattern:
            texts = [text for text in texts if max(text, default="") < "\U00010000"]
        cases.append((pattern, texts))
    used = 0
    for (pattern, texts), wanted in zip(cases, answers(cases), strict=True):
        try:
            found = matcher(pattern)
        except Unsupported:
            continue
        except Untranslatable:
            assert wanted is None, pattern
            continue
        if wanted is None:
            continue
        used += 1
        matchers = [re.compile(found.text)] if found.longest != 0 else []
        if not re.search(r"\\[1-9]", pattern):
            matchers.append(LinearPattern(found.text, 0))
        for one in matchers:
            answer = [one.search(text) is not None for text in texts]
            assert answer == wanted, (pattern, texts)
    assert used > 60
