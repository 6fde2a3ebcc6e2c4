"""What the checker takes and refuses, and where it points."""

from __future__ import annotations

import pickle

import pytest

from generator.cel import (
    Bool,
    CelType,
    CelTypeError,
    Double,
    Dyn,
    Field,
    Guard,
    Int,
    List,
    Map,
    Object,
    String,
    check,
    check_skipping_absent,
    nullable,
    parse,
    union_of,
)
from generator.cel.types import show

INNER = Object("Inner", {"x": Field(Int(), True), "y": Field(Int())})
THING = Object(
    "Thing",
    {
        "name": Field(String(), True),
        "count": Field(Int(), True),
        "ratio": Field(Double(), True),
        "flag": Field(Bool(), True),
        "tags": Field(List(String()), True),
        "pairs": Field(List(INNER), True),
        "labels": Field(Map(String()), True),
        "maybe": Field(Int()),
        "void": Field(Int(), True, True),
        "inner": Field(INNER),
        "either": Field(union_of((String(), List(String()))), True),
        "any": Field(Dyn(), True),
        "a-b": Field(Int(), True),
    },
)
SCOPE: dict[str, CelType] = {"self": THING}


@pytest.mark.parametrize(
    "text",
    [
        "self.flag",
        "self.count > 1.5",
        "has(self.maybe) && self.maybe > 0",
        "!has(self.maybe) || self.maybe > 0",
        "!(has(self.maybe)) || self.maybe > 0",
        "!(!has(self.maybe)) && self.maybe > 0",
        "has(self.maybe) ? self.maybe > 0 : true",
        "!has(self.maybe) ? true : self.maybe > 0",
        "(has(self.maybe) ? self.flag : false) && self.maybe > 0",
        "'maybe' in self && self.maybe > 0",
        "has(self.maybe) && (self.flag || self.maybe > 0)",
        "(has(self.maybe) && self.flag || has(self.maybe)) && self.maybe > 0",
        "!has(self.maybe) || !has(self.inner) || self.maybe > self.inner.x",
        "has(self.inner) && has(self.inner.y) && self.inner.y == 1",
        "self.void == null || self.void > 1",
        "self.void != null && self.void > 1",
        "null != self.void && self.void > 1",
        "self.void == 1 && self.void > 0",
        "self.void == 1",
        "self.void in [1, 2] && self.void > 0",
        "self.pairs.all(p, !has(p.y) || p.y > p.x)",
        "self.pairs.map(p, has(p.y), p.y).all(y, y > self.count)",
        "self.labels.all(k, self.labels[k] == self.name)",
        "self.name in self.labels && self.labels[self.name] == 'a'",
        "'k' in self.labels && self.labels.k == 'a'",
        "has(self.labels.k) && self.labels['k'] == 'a'",
        "type(self.either) == string ? self.either == 'a' : size(self.either) < 4",
        "type(self.either) == list && self.either[0] == 'a'",
        "size(self.either) > 0",
        "self.either == 'a'",
        "type(self.any) == map && has(self.any.x) && self.any.x == 'a'",
        "self.any == null || self.any == 'a'",
        "self.`a-b` == self['a-b']",
        "self.count % 2 == 0",
        "double(self.count) * 0.5 < self.ratio",
        "self.tags + ['a'] == self.tags",
        "[] == self.tags",
        "self.name + 'x' < 'y'",
        "int(self.ratio) == self.count",
        "string(self.count) == self.name",
    ],
)
def test_taken(text: str) -> None:
    check(parse(text), SCOPE)


@pytest.mark.parametrize(
    ("text", "offset", "message"),
    [
        ("self.nam == 'a'", 5, "Thing has no property 'nam'"),
        ("self.inner.z == 1 || has(self.inner)", 5, "self.inner may be absent"),
        ("has(self.inner.z)", 9, "self.inner may be absent"),
        ("has(self.zz)", 9, "Thing has no property 'zz'"),
        ("other.x == 1", 0, "there is no variable `other`"),
        ("string == 1", 0, "`string` is the name of a type"),
        ("self.name == 1", 10, "a string is never equal to an int"),
        ("self.name != true", 10, "a string is never equal to a bool"),
        ("self.tags == [1]", 10, "a list of string is never equal to a list of int"),
        ("self.name < 1", 10, "a string cannot be compared with an int"),
        ("self.tags < self.tags", 5, "a list of string has no order"),
        ("self.maybe > 0", 5, "self.maybe may be absent"),
        ("self.maybe > 0 && has(self.maybe)", 5, "self.maybe may be absent"),
        ("has(self.maybe) || self.maybe > 0", 24, "self.maybe may be absent"),
        ("!has(self.maybe) && self.maybe > 0", 25, "self.maybe may be absent"),
        ("has(self.maybe) ? true : self.maybe > 0", 30, "self.maybe may be absent"),
        ("(self.flag || has(self.maybe)) && self.maybe > 0", 39, "self.maybe may be"),
        ("self.void > 1", 5, "self.void may be null"),
        ("self.void != null || self.void > 1", 26, "self.void is null here"),
        ("self.pairs.all(p, p.y > 0)", 20, "p.y may be absent"),
        ("self.labels.k == 'a'", 12, "self.labels.k may be absent"),
        ("self.labels['a b'] == 'a'", 11, 'self.labels["a b"] may be absent'),
        ("{'a': 1}.a == self.count", 9, "`a` may be absent"),
        ("self.name", 5, "the rule is a condition, and this is a string"),
        ("self.flag && self.count", 18, "an operand of && is a condition"),
        ("self.count ? true : false", 5, "what stands before ? is a condition"),
        ("!self.count", 6, "the operand of ! is a condition"),
        ("self.tags.all(t, t)", 17, "the body of `all` is a condition"),
        ("self.count + 'a' == 1", 11, "`+` cannot be used with an int and a string"),
        ("self.count + 1.5 == 2.5", 11, "`+` cannot be used with an int and a double"),
        ("self.ratio % 2.0 == 1.0", 11, "`%` cannot be used with a double and"),
        ("-self.name == 'a'", 0, "`-` cannot be used with a string"),
        ("self.flag - 1 == 1", 10, "`-` cannot be used with a bool and an int"),
        (
            "self.either.size() > 0 && self.either < 'a'",
            31,
            "a string or list of string has",
        ),
        ("size(self.count) > 1", 10, "an int has no size"),
        ("size(self.name, 1) > 1", 0, "`size` takes 1 argument here"),
        ("self.name.size(1) > 1", 10, "`size` takes 0 arguments here"),
        (
            "self.count.startsWith('a')",
            5,
            "`startsWith` needs strings, and this is an int",
        ),
        ("self.name.contains(1)", 19, "`contains` needs strings, and this is an int"),
        (
            "self.name.matches(self.name)",
            23,
            "the pattern of `matches` must be a literal",
        ),
        ("self.name.matches('(?i)a')", 18, "the pattern cannot be used: it has flags"),
        ("self.name.upperAscii() == 'A'", 10, "there is no method `upperAscii`"),
        ("now() == 1", 0, "there is no function `now`"),
        ("timestamp('x') < timestamp('y')", 0, "`timestamp` cannot be used in a rule"),
        ("dyn(self.name) == 1", 0, "`dyn` cannot be used in a rule"),
        ("type(self.name)", 0, "`type` can only be compared with the name of a type"),
        ("type(self.name) == int", 10, "a string never has the type int"),
        ("type(self.name) == uint", 10, "there is no type `uint` to ask for"),
        ("type(self.any) == int", 10, "int and double cannot be told apart"),
        ("type(self.count + 1) == int", 16, "an int always has the type int"),
        ("self.any > 1", 5, "a value of any type has no order"),
        ("self.any.x == 1", 5, "a value of any type has no property 'x'"),
        ("string(self.ratio) == 'a'", 12, "`string` cannot convert a double"),
        ("double(self.name) == 1.0", 12, "`double` cannot convert a string"),
        ("self.name in self.name", 18, "`in` needs a list or a map, not a string"),
        ("1 in self.tags", 2, "an int is never in a list of string"),
        ("1 in self.labels", 0, "the keys of a map are strings, and this is an int"),
        ("'zz' in self", 0, "Thing has no property 'zz'"),
        ("self.tags['a'] == 'b'", 5, "a list of string has no property 'a'"),
        ("self.tags[self.name] == 'b'", 15, "the index of a list is an int"),
        ("self.labels[1] == 'b'", 12, "the key of a map is a string"),
        ("self[self.name] == 'b'", 4, "a Thing cannot be indexed with a string"),
        ("self.count[0] == 1", 10, "an int cannot be indexed with an int"),
        ("self.count.all(x, true)", 11, "`all` needs a list or a map, not an int"),
        ("self.tags.all(self, true)", 10, "the variable `self` hides another one"),
        ("self.tags.all(x, self.tags.all(x, true))", 27, "the variable `x` hides"),
        ("self.tags.all(x, true) && x == 'a'", 26, "there is no variable `x`"),
        ("1 == 1", 2, "both sides are constants"),
        ("[1, 2].all(x, x < 3)", 16, "both sides are constants"),
        ("size(self.tags) == null", 0, "it is an int and never null"),
        ("self.count == null", 5, "self.count is an int and never null"),
        ("self.void != null && self.void != null", 26, "self.void is an int and never"),
        ("self.void == null && self.void == null", 26, "self.void is null here"),
        ("null == null", 5, "both sides are constants"),
        ("type(self.name) == string", 10, "a string always has the type string"),
        ("{self.name: 1} == {}", 6, "the keys of a map are string literals"),
        ("self.maybe == null", 5, "self.maybe may be absent"),
    ],
)
def test_refused(text: str, offset: int, message: str) -> None:
    with pytest.raises(CelTypeError) as found:
        check(parse(text), SCOPE)
    assert found.value.message.startswith(message)
    assert found.value.offset == offset


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("self.nam == 'a'", "there is name"),
        ("self.maybe > 0", "has(self.maybe) && ..."),
        ("self.labels['a b'] == 'a'", '"a b" in self.labels && ...'),
        ("self.void > 0", "self.void != null && ..."),
        ("self.ratio + 1 > 0.0", "write 1.0"),
        ("self.ratio > self.count * self.ratio", "write double(...) around the int"),
        ("self.either < 'a'", "ask for its type before: type(x) == string && ..."),
        ("self.any < 'a'", "ask for its type before: type(x) == string && ..."),
        ("other.x == 1", "there is self"),
    ],
)
def test_a_refusal_says_what_to_write(text: str, hint: str) -> None:
    with pytest.raises(CelTypeError) as found:
        check(parse(text), SCOPE)
    assert found.value.hint == hint


def test_the_paths_that_a_rule_names() -> None:
    checked = check(
        parse("has(self.inner) && self.inner.x > self.count && self.tags[0] == 'a'"),
        SCOPE,
    )
    assert checked.paths == (
        ("self", "inner", "x"),
        ("self", "count"),
        ("self", "tags"),
    )
    assert checked.guards == ()


@pytest.mark.parametrize(
    ("text", "guards"),
    [
        ("self.maybe > 0", [Guard(("self", "maybe"), True, False)]),
        ("self.void > 0", [Guard(("self", "void"), False, True)]),
        ("self.count > 0", []),
        (
            "self.inner.y > self.maybe",
            [
                Guard(("self", "inner"), True, False),
                Guard(("self", "inner", "y"), True, False),
                Guard(("self", "maybe"), True, False),
            ],
        ),
        (
            "self.count == (has(self.maybe) ? self.maybe : self.void)",
            [Guard(("self", "void"), False, True)],
        ),
        ("self.void == null || self.void > self.count", []),
    ],
)
def test_a_rule_is_skipped_without_the_fields_it_names(
    text: str, guards: list[Guard]
) -> None:
    assert list(check_skipping_absent(parse(text), SCOPE).guards) == guards


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("has(self.maybe) && self.flag || self.maybe > 0", "self.maybe may be absent"),
        ("has(self.inner) && self.inner.y > 0", "self.inner.y may be absent"),
        ("self.pairs.all(p, p.y > 0)", "p.y may be absent"),
        ("self.void != null || self.void > 0", "self.void is null here"),
    ],
)
def test_what_a_rule_asks_for_itself_is_not_skipped(text: str, message: str) -> None:
    with pytest.raises(CelTypeError) as found:
        check_skipping_absent(parse(text), SCOPE)
    assert found.value.message == message


def test_a_type_may_lead_back_to_itself() -> None:
    fields: dict[str, Field] = {}
    node = Object("Node", fields)
    fields["next"] = Field(node)
    fields["value"] = Field(Int(), True)
    check(parse("!has(self.next) || self.next.value > self.value"), {"self": node})
    check(parse("!has(self.next) || self.next == self"), {"self": node})


def test_an_open_object_may_be_asked_for_more() -> None:
    scope: dict[str, CelType] = {"self": Object("Open", {"a": Field(Int())}, open=True)}
    check(parse("!has(self.b) || self.b == 'x'"), scope)
    with pytest.raises(CelTypeError):
        check(parse("self.b == 'x'"), scope)


def test_unions_are_flat_and_merged() -> None:
    assert union_of((Int(0, 3), Int(5, 9))) == Int(0, 9)
    assert union_of((Int(0, 3), Int())) == Int()
    assert union_of((Int(), Double())) == Double()
    assert union_of((String(), nullable(String()))) == nullable(String())
    assert union_of((String(), Dyn())) == Dyn()
    assert union_of((String(),)) == String()
    assert show(nullable(List(Int()))) == "list of int or null"


def test_a_checked_rule_can_be_kept() -> None:
    checked = check_skipping_absent(parse("self.maybe > self.count"), SCOPE)
    again = pickle.loads(pickle.dumps(checked))
    assert (again.paths, again.guards) == (checked.paths, checked.guards)
