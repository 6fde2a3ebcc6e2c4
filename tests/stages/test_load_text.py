"""YAML and JSON to data: YAML 1.2 scalars, names, aliases, merge keys."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml

from generator.diagnostics import Fatal, Sink
from generator.load.construct import construct
from generator.load.parse import parse
from generator.load.source import SourceText
from generator.load.yaml_text import compose


def data_of(text: str, file: str = "spec.yaml") -> Any:
    sink = Sink()
    data, _ = parse(SourceText(file, text.encode()), sink)
    assert sink.found == []
    return data


def fatal_code(text: str, file: str = "spec.yaml") -> str:
    with pytest.raises(Fatal) as caught:
        parse(SourceText(file, text.encode()), Sink())
    return caught.value.diagnostic.code


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("NO", "NO"),
        ("yes", "yes"),
        ("on", "on"),
        ("y", "y"),
        ("true", True),
        ("False", False),
        ("~", None),
        ("Null", None),
        ("2026-11-29", "2026-11-29"),
        ("1:30", "1:30"),
        ("1_000", "1_000"),
        ("0o17", 15),
        ("017", 17),
        ("0x1F", 31),
        ("+12", 12),
        ("-0", 0),
        ("1.", 1.0),
        (".5", 0.5),
        ("1e3", 1000.0),
        ("+.5e-1", 0.05),
        (".", "."),
        ("-", None),
        ("=", "="),
        ("'1'", "1"),
        ("!!str 1", "1"),
        ("!!int 0x10", 16),
        ("!!float 12", 12.0),
        ("!!bool true", True),
        ("!!null ~", None),
    ],
)
def test_plain_scalars_follow_yaml_1_2(text: str, value: object) -> None:
    if text == "-":
        assert data_of("a:\n  -\n") == {"a": [None]}
        return
    found = data_of(f"a: {text}\n")["a"]
    assert (found, type(found)) == (value, type(value))


def test_names_are_their_source_text() -> None:
    text = "200: a\n1.50: b\ntrue: c\n~: d\n010: e\nNO: f\n1: g\n"
    assert list(data_of(text)) == ["200", "1.50", "true", "~", "010", "NO", "1"]


def test_json_and_yaml_agree() -> None:
    value = {"a": [1, 2.5, -3e2, True, None, "x\n\u2028\U0001f600"], "": {"b/~": {}}}
    text = json.dumps(value)
    assert data_of(text, "spec.json") == value
    assert data_of("# YAML\n" + json.dumps(value, ensure_ascii=False)) == value


def test_json_with_a_comment_is_yaml_unless_it_is_called_json() -> None:
    text = '{"a": 1, # one\n "b": 2}'
    assert data_of(text) == {"a": 1, "b": 2}
    assert fatal_code(text, "spec.json") == "E106"


def test_json_with_tabs_and_escaped_slashes() -> None:
    assert data_of('{\n\t"a": "\\/",\n\t"b": "\\ud83d\\ude00"}') == {
        "a": "/",
        "b": "\U0001f600",
    }


def test_aliases_are_copies() -> None:
    data = data_of("a: &x {b: [1]}\nc: *x\nd: [*x, *x]\n")
    assert data["c"] == data["a"] == data["d"][1]
    assert data["c"] is not data["a"]
    assert data["c"]["b"] is not data["a"]["b"]


def test_many_harmless_aliases() -> None:
    lines = "".join(f"k{number}: *x\n" for number in range(2000))
    assert len(data_of(f"a: &x {{b: [1, 2, 3]}}\n{lines}")) == 2001


def test_merge_keys() -> None:
    text = """
base: &base {a: 1, b: 1}
more: &more {<<: *base, b: 2, c: 2}
one: {<<: *base, a: 9}
two: {<<: [*more, *base], d: 4}
late: {b: 7, <<: *more}
"""
    data = data_of(text)
    assert data["one"] == {"a": 9, "b": 1}
    assert data["two"] == {"a": 1, "b": 2, "c": 2, "d": 4}
    assert data["late"] == {"a": 1, "b": 7, "c": 2}
    assert data_of('"<<": {a: 1}\n') == {"<<": {"a": 1}}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a: &x [*x]", "E113"),
        ("a: &x {b: {c: *x}}", "E113"),
        ("[" * 100_000, "E111"),
        ("- " * 100_000 + "a", "E111"),
        ("{a: " * 500 + "}" * 500, "E111"),
        ("".join(" " * depth + "a:\n" for depth in range(400)), "E111"),
        ("a: *nowhere", "E105"),
        ("a: 'open", "E105"),
        ("%YAML 9.9\n---\na: 1", "E105"),
        ("[" + "1," * 7_000_000 + "1]", "E118"),
        ("null", "E107"),
        ("", "E107"),
        ("a: 1\n...\n---\nb: 2\n", "E108"),
        ("a: \x0b", "E115"),
    ],
    ids=range(14),
)
def test_refused(text: str, code: str) -> None:
    assert fatal_code(text) == code


def test_deep_json_is_refused() -> None:
    assert fatal_code('{"a":' * 100_000, "spec.json") == "E111"
    assert fatal_code('{"a":' * 300 + "1" + "}" * 300, "spec.json") == "E111"
    assert fatal_code("[" * 300 + "]" * 300, "spec.json") == "E111"


def test_a_bomb_of_merge_keys_is_refused() -> None:
    big = ", ".join(f"k{number}: 1" for number in range(3000))
    merges = "".join(f"m{number}: {{<<: *big}}\n" for number in range(400))
    assert fatal_code(f"big: &big {{{big}}}\n{merges}") == "E112"


def test_a_merge_of_itself_is_reported() -> None:
    sink = Sink()
    parse(SourceText("spec.yaml", b"a: &x {<<: *x, b: 1}"), sink)
    assert [item.code for item in sink.found] == ["E117"]


def test_endless_mistakes_end_the_run() -> None:
    text = "".join(f"a{number}: !own 1\n" for number in range(3000))
    sink = Sink()
    with pytest.raises(Fatal):
        parse(SourceText("spec.yaml", text.encode()), sink)
    assert len(sink.found) == 999


def test_without_libyaml_the_data_is_the_same() -> None:
    text = "a: {<<: {b: 1}, c: [x, 'y', 1.5, !!str 2]}\n200: |\n  long\n  text\n"
    source = SourceText("spec.yaml", text.encode())
    slow, places = construct(compose(source, fast=False), source, Sink())
    fast, _ = construct(compose(source), source, Sink())
    assert slow == fast
    assert places.span(slow, ("200",), "/200", key=True).line == 2
    for deep in ("[" * 5000, "- " * 5000):
        with pytest.raises(Fatal) as caught:
            compose(SourceText("spec.yaml", deep.encode()), fast=False)
        assert caught.value.diagnostic.code == "E111"


def test_libyaml_is_there() -> None:
    assert yaml.__with_libyaml__


def test_places_in_both_languages() -> None:
    yaml_text = "a:\n  - b: 1\n    c:\n      d: x\n"
    json_text = '{"a":\n [{"b": 1,\n   "c": {\n     "d": "x"}}]}'
    for text, places_of in (
        (yaml_text, {"b": (2, 8), "c": (3, 5), "d": (4, 10)}),
        (json_text, {"b": (2, 9), "c": (3, 4), "d": (4, 11)}),
    ):
        data, places = parse(SourceText("spec", text.encode()), Sink())
        for steps, name in (
            (("a", "0", "b"), "b"),
            (("a", "0", "c"), "c"),
            (("a", "0", "c", "d"), "d"),
        ):
            span = places.span(data, steps, "")
            assert (span.line, span.column) == places_of[name]
        assert places.lexeme(data, ("a", "0", "c", "d")) == "x"
        assert places.lexeme(data, ("a", "9")) is None
        assert places.offset(data, ("a", "0", "zz")) is None
