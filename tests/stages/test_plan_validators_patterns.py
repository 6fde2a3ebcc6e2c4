"""Patterns of ECMA-262, as Python matches them once they are translated."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.plan.validators.patterns import Untranslatable, translate


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
        "(a)\\1",
        "\\k<a>",
        "\\p{Script=Greek}",
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
        "\\uD83D\\u0041",
        "\\c1",
        "a{1001}",
        "a{2,1}",
        "(?<=a+)b",
        "(?<a>b)(?<a>c)",
    ],
)
def test_what_has_no_equal_is_refused(pattern: str) -> None:
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
