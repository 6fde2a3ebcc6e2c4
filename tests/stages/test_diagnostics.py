"""Diagnostics: the catalogue, values made harmless, order, and the three formats."""

from __future__ import annotations

import ast
import json
import re
import string
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.diagnostics import (
    CATALOGUE,
    Diagnostic,
    Sink,
    Span,
    diagnostic,
    explain,
    render,
    report,
    show,
)
from generator.diagnostics.order import ordered, thinned

GENERATOR = Path(__file__).parents[2] / "generator"
LETTERS = {"error": "E", "warning": "W", "note": "N"}


def finding(
    line: int = 1, code: str = "E130", file: str = "a.yaml", message: str = "m"
) -> Diagnostic:
    return Diagnostic(code, "error", message, Span(file, line, 1))


@pytest.mark.parametrize("code", CATALOGUE)
def test_entries_are_complete(code: str) -> None:
    entry = CATALOGUE[code]
    assert entry.code == code
    assert re.fullmatch("[EWN][0-9]{3}", code)
    assert code[0] == LETTERS[entry.severity]
    assert entry.title[0].isupper() and not entry.title.endswith(".")
    assert entry.hint and entry.explanation.endswith(".")
    assert "\n" not in entry.message + entry.hint
    for _, name, form, conversion in string.Formatter().parse(
        entry.message + entry.hint
    ):
        assert name is None or (name.isidentifier() and not form and not conversion)
    assert explain(code.lower()).startswith(f"{code} ({entry.severity}): {entry.title}")


def test_the_catalogue_holds_the_codes_in_use_and_no_others() -> None:
    paths = [path for path in GENERATOR.rglob("*.py") if path.parent.name != "codes"]
    used = {
        node.value
        for path in paths
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and re.fullmatch("[EWN][0-9]{3}", node.value)
    }
    assert used == set(CATALOGUE)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain text", "plain text"),
        ("é 漢 😀", "é 漢 😀"),
        ("a\nb\tc\r", "a\\x0ab\\x09c\\x0d"),
        ("\x1b]0;x\x07", "\\x1b]0;x\\x07"),
        ("\x7f\x9b", "\\x7f\\x9b"),
        ("\u202e\u2066\u200b\ufeff", "\\u202e\\u2066\\u200b\\ufeff"),
        ("\u2028\u0085", "\\u2028\\x85"),
        ("\ud800", "\\ud800"),
        ("\U000e0041", "\\U000e0041"),
        ("##vso[task]", "#\\x23vso[task]"),
        (None, "None"),
        (1.5, "1.5"),
    ],
    ids=range(12),
)
def test_show(text: object, shown: str) -> None:
    assert show(text) == shown


def test_show_cuts() -> None:
    assert show("x" * 200) == "x" * 200
    assert show("x" * 201) == "x" * 197 + "..."
    assert show("x" * 50, 10) == "xxxxxxx..."


@given(st.text())
def test_show_gives_one_printable_line(text: str) -> None:
    shown = show(text)
    assert shown.isprintable()
    assert "##" not in shown


def test_values_are_shown() -> None:
    found = diagnostic("E130", reference="a\nb", reason="\x1b[2J")
    assert found.message == "'a\\x0ab' names nothing: \\x1b[2J"
    found = diagnostic("W149", names=[f"n{index}" for index in range(10)], path="/")
    assert "n0, n1, n2, n3, n4, n5, n6, n7 and 2 more" in found.message


def test_missing_values_and_codes_are_mistakes_of_ours() -> None:
    with pytest.raises(KeyError):
        diagnostic("E130")
    with pytest.raises(KeyError):
        diagnostic("E999")


def test_sorted_by_place_without_repetitions() -> None:
    nowhere = Diagnostic("E120", "error", "m")
    found = [finding(9), finding(2), finding(2), finding(3, file="B.yaml"), nowhere]
    assert ordered(found) == [
        nowhere,
        finding(3, file="B.yaml"),
        finding(2),
        finding(9),
    ]


def test_floods_are_counted() -> None:
    found = [finding(line) for line in range(1, 31)] + [finding(40, "E131")]
    shown, held = thinned(found, 10)
    assert len(shown) == 11
    assert [(rest.code, rest.count) for rest in held] == [("E130", 20)]
    assert "20 more of this kind not shown" in render(found)
    assert "20 more of this kind not shown" in render(found, "github")
    assert len(json.loads(render(found, "json"))) == 31


def test_text() -> None:
    span = Span("a.yaml", 12, 5, "/info/title", "  ab\tc: 漢", 1)
    other = Span("b.yaml", 3, 1)
    related = tuple((f"see {index}", other) for index in range(5))
    found = Diagnostic("E130", "error", "wrong", span, "do better", related)
    assert render([found]) == (
        "a.yaml:12:5: error[E130]: wrong\n"
        "  12 |   ab c: 漢\n"
        "     |     ^\n"
        "  at: /info/title\n"
        "  see: b.yaml:3:1: see 0\n"
        "  see: b.yaml:3:1: see 1\n"
        "  see: b.yaml:3:1: see 2\n"
        "  see: 2 more places\n"
        "  hint: do better\n"
    )
    assert (
        render([Diagnostic("E130", "error", "wrong")])
        == "oasmith: error[E130]: wrong\n"
    )
    assert render([finding(0)]) == "a.yaml: error[E130]: m\n"
    assert render([]) == ""


@pytest.mark.parametrize(
    ("line", "column", "caret"),
    [("漢字: x", 5, 6), ("\x1b: x", 4, 6), ("abc", 9, 3)],
    ids=range(3),
)
def test_the_caret_stands_below_what_is_shown(
    line: str, column: int, caret: int
) -> None:
    found = Diagnostic("E130", "error", "m", Span("a", 1, column, "", line))
    assert render([found]).splitlines()[2] == "    | " + " " * caret + "^"


@pytest.mark.parametrize("name", ["::error::x.yaml", "##vso[x]", "-x", "\n::debug::"])
def test_no_line_starts_with_a_command(name: str) -> None:
    span = Span(name, 1, 1, f"/{name}", f"{name}\n::error::")
    found = Diagnostic("E130", "error", "m", span, "h", ((name, span),))
    for line in render([found]).splitlines():
        assert not line.lstrip().startswith(("::", "##", "-"))
        assert "##" not in line


def test_json() -> None:
    span = Span("é.yaml", 2, 3, "/x")
    found = Diagnostic("W143", "warning", "é", span, "h", (("r", span),))
    text = render([found, Diagnostic("E120", "error", "m")], "json")
    assert text.isascii() and text.endswith("]\n")
    place = {"file": "é.yaml", "line": 2, "column": 3, "pointer": "/x"}
    nowhere = {"file": None, "line": None, "column": None, "pointer": None}
    assert json.loads(text) == [
        {"code": "E120", "severity": "error", "message": "m", "hint": ""}
        | nowhere
        | {"related": []},
        {"code": "W143", "severity": "warning", "message": "é", "hint": "h"}
        | place
        | {"related": [{"message": "r"} | place]},
    ]
    assert render([], "json") == "[]\n"


def test_github() -> None:
    span = Span("a,b:c.yaml", 2, 3)
    found = Diagnostic("E130", "error", "50% of it", span, "hint")
    note = Diagnostic("N160", "note", "m", Span("a", 0, 0))
    assert render([found, note], "github") == (
        "::notice file=a,title=N160::m\n"
        "::error file=a%2Cb%3Ac.yaml,line=2,col=3,title=E130::50%25 of it%0Ahint\n"
    )


def test_sink() -> None:
    sink = Sink()
    report(sink, "W143", None, name="a", owner="b", suggestion="")
    assert not sink.has_errors
    report(sink, "E133", None, reference="a number")
    assert sink.has_errors
    assert [item.code for item in sink.found] == ["W143", "E133"]
