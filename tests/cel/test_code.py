"""The Python that rules become: its text, its results, and what the tools say of it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import black
import pytest

from generator.cel import (
    Bool,
    CelType,
    Double,
    Dyn,
    Field,
    Int,
    List,
    Map,
    Object,
    String,
    nullable,
    union_of,
)

from .compiled import RUNTIME, compiled, emitted, module_of

THING = Object(
    "Thing",
    {
        "n": Field(Int(1, 128)),
        "best_of": Field(Int(1, 20)),
        "stream": Field(Bool()),
        "stream_options": Field(Map(Bool())),
        "suffix": Field(String(), is_nullable=True),
        "stop": Field(nullable(union_of((String(), List(String()))))),
        "logit_bias": Field(Map(Int())),
        "model": Field(String(), True),
        "tags": Field(List(String()), True),
        "items": Field(List(Object("Item", {"id": Field(Int(), True)})), True),
        "big": Field(Int(), True),
        "ratio": Field(Double(), True),
        "ratios": Field(List(Double()), True),
        "any": Field(Dyn(), True),
        "mixed": Field(List(union_of((Int(), Bool(), String()))), True),
        "first": Field(List(Int(), 1), True),
    },
)
SCOPE: dict[str, CelType] = {"self": THING}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "!has(self.best_of) || !has(self.n) || self.best_of >= self.n",
            '"best_of" in value and "n" in value and value["best_of"] < value["n"]',
        ),
        (
            "has(self.stream_options) ? has(self.stream) && self.stream == true : true",
            '"stream_options" in value and ("stream" not in value or not value["stream"])',
        ),
        ("self.model in ['a', 'b']", 'value["model"] not in ("a", "b")'),
        ("!(self.model in ['a'])", 'value["model"] in ("a",)'),
        ("self.model.startsWith('gpt')", 'not value["model"].startswith("gpt")'),
        ("self.model.contains('gpt')", '"gpt" not in value["model"]'),
        ("self.model.matches('^a+$')", '_PATTERN_0.search(value["model"]) is None'),
        ("size(self.tags) <= 4", 'len(value["tags"]) > 4'),
        ("self.ratio <= 4.0", 'not value["ratio"] <= 4.0'),
        (
            "self.items.all(item, item.id > 0)",
            'any(item["id"] <= 0 for item in value["items"])',
        ),
        (
            "self.tags.exists(t, t == self.model)",
            'all(t != value["model"] for t in value["tags"])',
        ),
        (
            "self.tags.exists_one(t, t == 'a')",
            'sum(t == "a" for t in value["tags"]) != 1',
        ),
        (
            "size(self.tags.filter(t, t != '')) < 2",
            'len([t for t in value["tags"] if t != ""]) >= 2',
        ),
        (
            "has(self.n) && has(self.best_of) && self.n * 2 < self.best_of - 1",
            '"n" not in value or "best_of" not in value '
            'or value["n"] * 2 >= value["best_of"] - 1',
        ),
        (
            "self.big + 1 > 0",
            'not cel_holds(lambda: int64_add(value["big"], 1) > 0)',
        ),
        (
            "!has(self.n) || self.big / self.n > 0",
            '"n" in value and not cel_holds(lambda: int64_divide(value["big"], '
            'value["n"]) > 0)',
        ),
        ("self.first[0] > 0", 'value["first"][0] <= 0'),
        ("self.any == 'a'", 'value["any"] != "a"'),
        ("self.any == 1", 'not cel_equal(value["any"], 1)'),
        (
            "(self.big == 1) == (self.model == 'a')",
            '(value["big"] == 1) != (value["model"] == "a")',
        ),
        (
            "self.tags.all(value, value != '')",
            'any(value_ == "" for value_ in value["tags"])',
        ),
        (
            "self.tags.all(class_, class_ != '')",
            'any(class_ == "" for class_ in value["tags"])',
        ),
        ("self.tags.all(in_, in_ != '')", 'any(in_ == "" for in_ in value["tags"])'),
        (
            "self.tags.all(lambda, lambda != '')",
            'any(lambda_ == "" for lambda_ in value["tags"])',
        ),
        (
            "self.tags.all(len, size(len) > 0)",
            'any(len(len_) <= 0 for len_ in value["tags"])',
        ),
        ("self.tags.all(l, l != '')", 'any(l_ == "" for l_ in value["tags"])'),
        ("self.tags.all(XS, XS != '')", 'any(item == "" for item in value["tags"])'),
    ],
)
def test_a_broken_rule_reads_as_written_by_hand(text: str, expected: str) -> None:
    _, found, _ = emitted(text, SCOPE)
    assert found.broken.text == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "self.best_of >= self.n",
            '"best_of" in value and "n" in value and value["best_of"] < value["n"]',
        ),
        (
            "self.suffix != ''",
            'value.get("suffix") is not None and value["suffix"] == ""',
        ),
        (
            "type(self.stop) == string || size(self.stop) <= 4",
            'value.get("stop") is not None and type(value["stop"]) is not str '
            'and len(value["stop"]) > 4',
        ),
        (
            "self.logit_bias.all(token, self.logit_bias[token] <= 100)",
            '"logit_bias" in value and any(value["logit_bias"][token] > 100 '
            'for token in value["logit_bias"])',
        ),
    ],
)
def test_a_rule_that_is_skipped_without_its_fields(text: str, expected: str) -> None:
    _, found, _ = emitted(text, SCOPE, skipping=True)
    assert found.broken.text == expected


BASE: dict[str, Any] = {
    "model": "a",
    "tags": ["a", "bé😀"],
    "items": [{"id": 1}, {"id": 2.0}],
    "big": 7,
    "ratio": 0.5,
    "ratios": [0.5, 2],
    "any": None,
    "mixed": [1, True, "a"],
    "first": [3],
}
NAN = float("nan")


@pytest.mark.parametrize(
    ("text", "changes", "expected"),
    [
        ("self.big / 2 == 3", {}, True),
        ("self.big / 2 == -3", {"big": -7}, True),
        ("self.big / -2 == 3", {"big": -7}, True),
        ("self.big % 2 == -1", {"big": -7}, True),
        ("self.big % -2 == 1", {"big": 7}, True),
        ("self.big / 2 == 3", {"big": 7.0}, True),
        ("size(self.tags) - (size(self.tags) - 1) == 1", {}, True),
        ("size(self.tags) * (size(self.tags) % 3) / 4 == 1", {}, True),
        ("(8 / size(self.tags)) / 2 == 2 && 8 / (size(self.tags) / 2) == 8", {}, True),
        ("-(size(self.tags) - 5) == 3 && -size(self.tags) - -5 == 3", {}, True),
        ("self.big / self.big == 1", {"big": 0}, False),
        ("self.big / self.big != 1", {"big": 0}, False),
        ("self.big + 1 > 0", {"big": 2**63 - 1}, False),
        ("self.big - 1 < 0", {"big": -(2**63)}, False),
        ("self.big * 2 > 0", {"big": 2**62}, False),
        ("-self.big != 0", {"big": -(2**63)}, False),
        ("self.big / -1 != 0", {"big": -(2**63)}, False),
        ("self.big + 0 == self.big", {"big": 2**64}, False),
        ("self.big > 0", {"big": 2**64}, True),
        ("self.big == 1", {"big": 1.0}, True),
        ("self.big == self.ratio", {"big": 2**53 + 1, "ratio": 2.0**53}, False),
        ("self.big > self.ratio", {"big": 2**53 + 1, "ratio": 2.0**53}, True),
        ("self.big / self.big == 1 || self.model == 'a'", {"big": 0}, True),
        ("self.model == 'a' || self.big / self.big == 1", {"big": 0}, True),
        ("!(self.big / self.big == 1 && self.model == 'b')", {"big": 0}, True),
        ("self.big / self.big == 1 || self.model == 'b'", {"big": 0}, False),
        ("[0, 1].exists(x, self.big / x == 7)", {}, True),
        ("![0, 1].all(x, self.big / x == 8)", {}, True),
        ("[0, 1].exists_one(x, self.big / x == 7)", {}, False),
        ("[0, 1].exists(x, self.big / x == 8)", {}, False),
        ("self.ratio / 0.0 > 1e300", {}, True),
        ("-self.ratio / 0.0 < -1e300", {}, True),
        ("1.0 / self.ratio > 1e300", {"ratio": 0}, True),
        ("1.0 / -self.ratio < -1e300", {"ratio": 0}, True),
        ("self.ratio / self.ratio == 1.0", {"ratio": 0}, False),
        ("self.ratio / self.ratio != 1.0", {"ratio": 0}, True),
        ("self.ratio + self.ratio == self.ratio", {"ratio": 10**400}, False),
        ("self.ratio > 1.0", {"ratio": 10**400}, True),
        ("self.ratio == self.ratio", {"ratio": NAN}, False),
        ("!(self.ratio < 1.0)", {"ratio": NAN}, True),
        ("self.ratio >= 1.0", {"ratio": NAN}, False),
        ("self.ratio in self.ratios", {"ratio": NAN, "ratios": [NAN]}, False),
        ("self.ratios == self.ratios", {"ratios": [NAN]}, False),
        ("self.ratios != self.ratios", {"ratios": [NAN]}, True),
        ("self.ratios == [0.5, 2.0]", {}, True),
        ("self.any == 1", {"any": True}, False),
        ("self.any == 1", {"any": 1.0}, True),
        ("self.any == [1]", {"any": [True]}, False),
        ("self.any == {'a': 1}", {"any": {"a": 1}}, True),
        ("self.any == {'a': 1}", {"any": {"a": True}}, False),
        ("self.any == {'a': 1}", {"any": {"b": 1}}, False),
        ("1 in self.mixed", {"mixed": [True]}, False),
        ("true in self.mixed", {"mixed": [1]}, False),
        ("'a' in self.mixed", {}, True),
        ("self.mixed[0] == true", {"mixed": [1]}, False),
        ("size(self.tags[1]) == 3", {}, True),
        ("self.tags[5] == 'a'", {}, False),
        ("self.tags[-1] != 'a'", {}, False),
        ("self.tags[self.big] == 'a'", {"big": 0.0}, True),
        ("self.tags[self.big] == 'a'", {"big": -2}, False),
        ("{'a': 1, 'b': 2}[self.model] == 1 && self.big > 0", {}, True),
        ("{'a': 1, 'b': 2}[self.model] != self.big", {"model": "c"}, False),
        ("int(self.ratio) == 1", {"ratio": 1.9}, True),
        ("int(self.ratio) == -1", {"ratio": -1.9}, True),
        ("int(self.ratio) != 0", {"ratio": 1e30}, False),
        ("int(self.ratio) != 0", {"ratio": NAN}, False),
        ("int(self.ratio) != 0", {"ratio": float("inf")}, False),
        ("int(self.model) == 12", {"model": "+12"}, True),
        ("int(self.model) != 12", {"model": " 12"}, False),
        ("int(self.model) != 12", {"model": "1_2"}, False),
        ("int(self.model) != 12", {"model": "٣"}, False),
        ("int(self.model) != 12", {"model": "9" * 5000}, False),
        ("string(self.big) == '7'", {"big": 7.0}, True),
        ("string(self.big) != '7'", {"big": 10**5000}, False),
        ("string(self.big == 7) == 'true'", {}, True),
        ("double(self.big) / 2.0 == 3.5", {}, True),
        ("self.model < 'b' && self.model < '\\U0001F600'", {"model": "\uffff"}, False),
        ("self.model < '\\U0001F600'", {"model": "\uffff"}, True),
        ("self.model.matches('b')", {"model": "abc"}, True),
        ("self.model.matches('^.$')", {"model": "😀"}, True),
        ("self.model.matches('a$')", {"model": "a\n"}, False),
        ("self.model.matches('\\\\s')", {"model": "\u00a0"}, False),
        ("self.model.matches('\\\\d')", {"model": "٣"}, False),
        ("size(self.tags.map(t, size(t)).filter(s, s > 1)) == 1", {}, True),
        ("self.tags + ['c'] == ['a', 'bé😀', 'c']", {}, True),
    ],
)
def test_the_results_are_those_of_cel(
    text: str, changes: dict[str, Any], expected: bool
) -> None:
    rule = compiled(text, SCOPE)
    value = {**BASE, **changes}
    assert rule.holds(value) is expected
    assert rule.broken(value) is not expected


RULES = (
    "!has(self.best_of) || !has(self.n) || self.best_of >= self.n",
    "self.big + 1 > 0 || self.model.matches('^a+$') && self.tags[self.big] == 'a'",
    "has(self.stop) && (self.stop == null || type(self.stop) == list && self.stop[0] == '')",
    "self.items.exists_one(x, x.id / 2 == 1) == self.tags.exists(t, int(t) == self.big)",
    "[1, 2].all(x, x != self.big) && self.big in [1, 2] && self.any == [1, 'a']",
    "{'a': 1, 'b': 2}[self.model] == (self.model == 'a' ? 1 : self.big)",
    "self.ratio * 2.0 / double(self.big) - -self.ratio != 1.0 && self.ratio in self.ratios",
    "string(self.big) + self.model < 'x' && self.model in self.tags.map(t, t + 'x')",
    "self.tags.filter(t, self.tags.exists(u, u == t)) == [] || type(self.any) == string",
    "self.mixed.all(m, type(m) == int || type(m) == bool || m != 'a') && 'n' in self",
    "self.model.contains('\"') && !self.model.endsWith('\\n{}%s') && size(self) > 2",
    "true",
)


def _source() -> str:
    found = {}
    for place, text in enumerate(RULES):
        _, rule, patterns = emitted(text, SCOPE)
        found[f"rule_{place}"] = (rule, patterns)
    return module_of(found, "value")


def test_the_tools_find_nothing(tmp_path: Path) -> None:
    """What rules become is clean under mypy and pyright in their strict modes."""
    package = tmp_path / "generated_rules"
    package.mkdir()
    for name in ("checks.py", "rules.py"):
        (package / name).write_text((RUNTIME / name).read_text("utf-8"), "utf-8")
    (package / "__init__.py").write_text("")
    (package / "found.py").write_text(_source(), "utf-8")
    options = {"typeCheckingMode": "strict", "include": ["generated_rules"]}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(options))
    for command in (
        ["mypy", "--strict", "--no-incremental", "-p", "generated_rules"],
        ["pyright", "-p", "."],
        ["ruff", "check", "--isolated", "--select=E,F", "--ignore=E501", "."],
    ):
        done = subprocess.run(
            [sys.executable, "-m", *command],
            cwd=tmp_path,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr


def test_an_expression_has_the_form_that_black_gives_it() -> None:
    """But for the length of its line, which is a matter of where it stands."""
    for text in RULES:
        _, rule, _ = emitted(text, SCOPE)
        for part in (rule.holds, rule.broken.text):
            line = f"if {part}:\n    pass\n"
            mode = black.Mode(line_length=10_000)
            assert black.format_str(line, mode=mode) == line
