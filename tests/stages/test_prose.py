"""Document text as lines: filled again, its structure kept."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from generator.plan.python.prose import fill, lead, visible, wrap


def _wrap(text: str, width: int = 40) -> list[str]:
    return list(wrap(text, width, width))


def test_paragraphs_are_filled_again() -> None:
    assert _wrap("one\ntwo\nthree\n\n\n\nfour") == ["one two three", "", "four"]


def test_lists_keep_their_items_and_hang() -> None:
    text = "Either:\n- the first of them, which is rather long\n  and goes on\n- second"
    assert _wrap(text) == [
        "Either:",
        "- the first of them, which is rather",
        "  long and goes on",
        "- second",
    ]


def test_numbered_and_nested_lists() -> None:
    text = "1. one\n2. two\n   - inner item that needs one more long line\n\n   more of two"
    assert _wrap(text) == [
        "1. one",
        "2. two",
        "   - inner item that needs one more long",
        "     line",
        "",
        "   more of two",
    ]


def test_code_tables_quotes_and_headings_keep_their_lines() -> None:
    text = (
        "Call it:\n\n```python\nx  =   call(a_very_long_argument, another_one_of_them)\n"
        "```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n# Title\ntext\n\n> quoted\n\n"
        "    indented code"
    )
    lines = _wrap(text)
    assert "x  =   call(a_very_long_argument, another_one_of_them)" in lines
    assert lines[lines.index("| a | b |") :][:3] == [
        "| a | b |",
        "|---|---|",
        "| 1 | 2 |",
    ]
    assert "# Title" in lines and "> quoted" in lines and "    indented code" in lines


def test_a_hard_break_stays() -> None:
    assert _wrap("one  \ntwo") == ["one", "two"]


def test_no_line_starts_with_what_would_be_a_mark() -> None:
    lines = fill("the range from one to nine - or # 3 of 1. and more", 16)
    assert not [line for line in lines if re.match(r"[-#]|1\.", line)]


def test_a_link_is_not_cut() -> None:
    url = "https://example.com/" + "x" * 60
    assert url in _wrap(f"See [the page]({url}) for more.")[1]


@given(st.text(max_size=400))
def test_words_survive(text: str) -> None:
    before = "".join(visible(text).split())
    assert "".join("".join(_wrap(text)).split()) == before


@given(st.text(max_size=200))
def test_visible_text_prints(text: str) -> None:
    shown = visible(text)
    assert shown.encode().decode() == shown
    assert not re.search(
        "[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2028\u2029]", shown
    )


def test_the_lead_is_one_paragraph() -> None:
    assert lead("First\nparagraph.\n\nSecond.") == "First paragraph."
    assert lead("One of:\n- `a`\n- `b`\n\nMore.") == "One of: `a`; `b`"
    assert lead("One of:\n\n* `a`.\n* `b`.") == "One of: `a`. `b`."
    assert lead("") == ""
