"""Rules are text of a document: none becomes code, a traceback or a long wait."""

from __future__ import annotations

import ast
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.cel import (
    Bool,
    CelError,
    CelType,
    Field,
    Int,
    List,
    Map,
    Object,
    String,
)
from generator.plan.python.literals import lit
from generator.plan.validators.rule_code import RuleCode
from generator.plan.validators.rule_pieces import HELPERS

from .compiled import checks, emitted, rules

THING = Object(
    "Thing",
    {
        "a": Field(Bool(), True),
        "s": Field(String(), True),
        "n": Field(Int()),
        "l": Field(List(String()), True),
        "m": Field(Map(String()), True),
        "x.y\"'\\\n); import os #": Field(String(), True),
    },
)
SCOPE: dict[str, CelType] = {"self": THING}
KNOWN = frozenset("value all any float int len list str bool sum type".split())
HOSTILE = (
    '"""\nimport os\nos.system("x")\n"""',
    "'''\\",
    '\\"; import os #',
    "\r\nimport os\r",
    '{__import__("os")}',
    "\u2028\u202e\x00\x1b[31m",
    "\\N{BULLET}\\x41%s{}",
    '" + __import__("os").system("x") + "',
)


def _names(code: str) -> set[str]:
    """The names in an expression that are not its own; nothing but expressions is there."""
    tree = ast.parse(code.strip(), mode="eval")
    bound: set[str] = set()
    found: set[str] = set()
    for node in ast.walk(tree):
        assert not isinstance(
            node, (ast.NamedExpr, ast.Await, ast.Yield, ast.JoinedStr)
        )
        if isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, ast.Name):
            (bound if isinstance(node.ctx, ast.Store) else found).add(node.id)
        elif isinstance(node, ast.Attribute):
            assert node.attr in {"get", "search", "startswith", "endswith"}
    assert bound.isdisjoint(KNOWN | HELPERS)
    return found - bound


def _is_safe(code: RuleCode) -> None:
    for text in (code.holds, code.broken.text):
        named = {name for name in _names(text) if not name.startswith("_PATTERN_")}
        assert named <= KNOWN | HELPERS
        assert named & HELPERS <= code.helpers


def test_the_helpers_are_those_of_the_runtime() -> None:
    own = {name for name, item in vars(rules).items() if callable(item)}
    public = {name for name in own if getattr(rules, name).__module__ == rules.__name__}
    assert {name for name in public if name[0] != "_"} == HELPERS


def _structure(code: RuleCode) -> str:
    """The syntax tree without the values of its constants."""
    tree = ast.parse(code.broken.text.strip(), mode="eval")
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node.value = ""
    return ast.dump(tree)


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize(
    "shape",
    [
        "self.s == {}",
        "self.s.startsWith({}) || self.s in [{}, 'b']",
        "self.l.exists(x, x == {} + self.s)",
        "{} in self.m && self.m[{}] == {}",
        "self.s == {{{}: 'a'}}[self.s]",
    ],
)
def test_a_string_of_a_rule_stays_a_string(shape: str, text: str) -> None:
    harmless = emitted(
        shape.replace("{}", "'a'").replace("{{", "{").replace("}}", "}"), SCOPE
    )
    quoted = "".join(f"\\U{ord(char):08x}" for char in text)
    hostile = shape.replace("{}", f"'{quoted}'").replace("{{", "{").replace("}}", "}")
    _, found, _ = emitted(hostile, SCOPE)
    _is_safe(found)
    assert _structure(found) == _structure(harmless[1])


@pytest.mark.parametrize("text", HOSTILE)
def test_a_pattern_of_a_rule_stays_a_string(text: str) -> None:
    escaped = "".join(f"\\\\x{{{ord(char):x}}}" for char in text)
    _, found, patterns = emitted(f"self.s.matches('{escaped}')", SCOPE)
    _is_safe(found)
    (pattern,) = patterns.values()
    assert ast.literal_eval(lit(pattern)) == pattern
    assert checks.Pattern(pattern).search(f"..{text}..") is not None


def test_a_name_of_a_property_stays_a_string() -> None:
    text = "self[\"x.y\\\"'\\\\\\n); import os #\"] == 'a'"
    _, found, _ = emitted(text, SCOPE)
    _is_safe(found)
    value = {"x.y\"'\\\n); import os #": "a"}
    assert eval(found.holds, {"value": value}) is True


@pytest.mark.parametrize("text", HOSTILE)
def test_names_of_a_document_do_no_harm_in_a_message(text: str) -> None:
    inner = Object(text, {f"{text}x": Field(Int(), True), text: Field(Int())})
    scope: dict[str, CelType] = {"self": inner}
    quoted = "".join(f"\\U{ord(char):08x}" for char in text)
    for rule in (f"self['{quoted}y'] == 1", f"self['{quoted}'] == 1", "self == 1"):
        with pytest.raises(CelError) as found:
            emitted(rule, scope)
        shown = found.value.message + found.value.hint
        assert shown.isascii() and shown.isprintable()


@pytest.mark.parametrize(
    "name",
    """class lambda None_ def value len all any str int type sum list match _ __ __class__
    __import__ eval exec open print cel_holds cel_or int64 item x X self_ found errors
    is_object a123456789012345678901234567890 _PATTERN_0""".split(),
)
def test_the_variable_of_a_macro_hides_nothing(name: str) -> None:
    text = (
        f"self.l.all({name}, {name}.matches('a') && size({name}) / size(self.s) > 0)"
        f" && self.l.exists(item, self.l.all({name}_, {name}_ == item))"
    )
    _, found, _ = emitted(text, SCOPE)
    _is_safe(found)


_WORDS = st.sampled_from(
    """self . ( ) [ ] { } , : ? ! - + * / % == != < <= > >= && || in has size type int
    string double all exists map filter matches startsWith a s n l m x y 0 1 -1 1.5 "a"
    'b' r'\\d' true false null list `a` self.a self.s self.l self.m has(self.n) self.n
    self.l.all(x, x==self.s) __import__('os') \\ # @ $ ; \n 1u b'a' '''x''' timestamp
    """.split(" ")
)


@given(st.lists(_WORDS, max_size=30).map(" ".join))
def test_words_at_random_are_a_rule_or_refused(text: str) -> None:
    _accepted_or_refused(text)


@given(st.text(max_size=60))
def test_text_at_random_is_a_rule_or_refused(text: str) -> None:
    _accepted_or_refused(text)


@given(st.text("()[]{}|^$.*+?\\-abAzdDwWsSbBpPLxu0123456789:<>=!,QE", max_size=24))
def test_a_pattern_is_translated_or_refused(pattern: str) -> None:
    """What the checker takes, `re` takes as well."""
    _accepted_or_refused(f"self.s.matches({_literal(pattern)})")


def _literal(text: str) -> str:
    return "'" + "".join(f"\\u{ord(char):04x}" for char in text) + "'"


def _accepted_or_refused(text: str) -> None:
    try:
        _, found, _ = emitted(text, SCOPE)
    except CelError as error:
        assert 0 <= error.offset <= len(text)
        assert error.message and "\n" not in error.message + error.hint
        assert (error.message + error.hint).isascii()
        return
    _is_safe(found)


def _nested(pattern: str, start: str, depth: int) -> str:
    for _ in range(depth):
        start = pattern.replace("@", start)
    return start


@pytest.mark.parametrize(
    "text",
    [
        _nested("(@?self.a:self.a)", "self.a", 18),
        _nested("(self.a?@:self.a)", "self.a", 18),
        _nested("(@&&self.a||self.a)", "self.a", 12),
        _nested("!(self.a&&(self.a||@))", "self.a", 12),
        _nested("(size(self.s)/1==1||@)", "self.a", 18),
        _nested("(@==self.a)", "self.a", 19),
        "self.l.all(x,self.l.all(y," + _nested("(@&&x==y)", "self.a", 15) + "))",
        "self.s in [" + ",".join(["'a'"] * 2_000) + "]",
        " || ".join(["self.s == 'a'"] * 500),
        " && ".join(["has(self.n)"] * 600),
        " || ".join(["size(self.s) / 2 == 1"] * 400),
        "self.s == " + "'" + "\\n" * 4_900 + "'",
        "self.s.matches('" + "(?:a|b)" * 1_200 + "')",
        "self.s.matches('" + "(?:" * 28 + ")" * 28 + "')",
    ],
    ids=lambda text: f"{text[:20]}x{len(text)}",
)
def test_a_rule_takes_no_long_time(text: str) -> None:
    start = time.process_time()
    _, found, _ = emitted(text, SCOPE)
    compile(found.holds, "rule", "eval")
    compile(found.broken.text, "rule", "eval")
    assert time.process_time() - start < 3
