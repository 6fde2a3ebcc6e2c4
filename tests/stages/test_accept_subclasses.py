"""Validators with `accept_subclasses`: other types change nothing, and hurt no more."""

from __future__ import annotations

import json
import time
from collections import OrderedDict, UserDict
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from generator.diagnostics import Sink
from generator.ir import Api
from generator.name import NameOptions, name
from generator.plan.options import TargetOptions
from generator.plan.validators import plan
from generator.render import render
from tests.fuzz.constants import constants
from tests.fuzz.mutants import Mutator
from tests.fuzz.subjects import OPENAI, Subject, golden, openai

from .test_plan_validators_hostile import SCHEMAS
from .validator_support import Validators, api_of, load_package, load_validators
from .wrapping import KINDS, Color, Size, wrapped

GOLDENS = (
    "accept_subclasses",
    "all_of",
    "discriminated_union",
    "enums",
    "formats",
    "recursion",
    "rules",
    "validators_alone",
)
REAL = ("CreateCompletionRequest", "CreateChatCompletionRequest", "Response")
LIMIT = 2**53


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Validators:
    folder = tmp_path_factory.mktemp("accepting")
    api = api_of(SCHEMAS)
    return load_validators(api, folder, "hostile_accepting", accept_subclasses=True)


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> Validators:
    folder = tmp_path_factory.mktemp("usual")
    return load_validators(api_of(SCHEMAS), folder, "hostile_usual")


def _package(api: Api, folder: Path, package: str, accepting: bool) -> Validators:
    """The validators of a whole API."""
    names = name(api, NameOptions(package, "TEST", {}))
    options = TargetOptions(package, "TEST", "x", accept_subclasses=accepting)
    files = {item.path: item.text for item in render(plan(api, names, options, Sink()))}
    return load_package(folder, files, package)


def _is_large(value: Any) -> bool:
    """Whether a number is so large that Python does not compare it as it is written."""
    if isinstance(value, dict):
        return any(map(_is_large, value.values()))
    if isinstance(value, list):
        return any(map(_is_large, value))
    is_float = isinstance(value, float)
    return is_float and (value - value != 0 or abs(value) >= LIMIT)


def _compared(
    subject: Subject, validators: Validators, check: Callable[[Any], Any], count: int
) -> Iterator[tuple[bool, int]]:
    """Whether each mutant is valid, which neither its types nor the setting change."""
    accepting = validators[subject.name]
    known = constants(subject.document.api.assertions, subject.id)
    mutator = Mutator(subject.starts, known, 11)
    for place in range(count):
        value = mutator.make()
        if _is_large(value):
            continue
        found = check(value)
        assert accepting(value) == found
        for told, kinds in KINDS.items():
            if told != "of several values":
                assert accepting(wrapped(value, kinds)) == found, (told, value)
        yield found is None, place


@pytest.mark.parametrize("case", GOLDENS)
def test_other_types_are_told_the_same(case: str, tmp_path: Path) -> None:
    document = golden(case, tmp_path)
    accepting = _package(document.api, tmp_path, f"accepting_{case}", True)
    usual = _package(document.api, tmp_path, f"usual_{case}", False)
    outcomes = [
        is_valid
        for subject in document.subjects()
        if subject.name in accepting
        for is_valid, _ in _compared(subject, accepting, usual[subject.name], 60)
    ]
    assert 5 < sum(outcomes) < len(outcomes) - 5


@pytest.mark.skipif(not OPENAI.is_file(), reason="needs the real document")
def test_other_types_of_real_schemas(tmp_path: Path) -> None:
    document = openai(tmp_path)
    accepting = _package(document.api, tmp_path, "accepting_openai", True)
    for subject in document.subjects():
        if subject.name in REAL:
            listed = list(_compared(subject, accepting, subject.check, 150))
            valid = sum(is_valid for is_valid, _ in listed)
            assert 5 < valid < len(listed) - 5, subject.name


def test_without_the_setting_they_are_refused(usual: Validators) -> None:
    others: list[tuple[str, Any]] = [
        ("Number", Decimal(1)),
        ("Integer", Size.SMALL),
        ("Unique", ()),
        ("Date", Color.RED),
        ("Open", UserDict(a="a")),
        ("Open", OrderedDict(a="a")),
        ("Open", MappingProxyType({"a": "a"})),
    ]
    for schema, value in others:
        assert [item.keyword for item in usual[schema](value) or ()] == ["type"], schema


@pytest.mark.parametrize("text", ["NaN", "sNaN", "Infinity", "-Infinity"])
def test_decimals_that_are_no_numbers(
    made: Validators, usual: Validators, text: str
) -> None:
    for schema in SCHEMAS:
        value = float(text.removeprefix("s"))
        assert made[schema](Decimal(text)) == usual[schema](value), schema
        if schema != "Unique":
            assert made[schema](value) == usual[schema](value), schema
    assert made["Unique"]([Decimal(text), 1, Decimal("0.1")]) is None


def test_large_decimals(made: Validators) -> None:
    start = time.process_time()
    huge, tiny = Decimal("1e1000000"), Decimal("1e-1000000")
    long = Decimal("7" * 200_000)
    told = {
        schema: [
            (made[schema](value) or [None])[0] is None for value in (huge, tiny, long)
        ]
        for schema in SCHEMAS
    }
    yes, no = True, False
    assert told == {
        **{schema: [no, no, no] for schema in SCHEMAS},
        "Number": [yes, yes, yes],
        "Positive": [yes, yes, yes],
        "Share": [no, yes, no],
        "Below": [no, yes, no],
        "Double": [no, yes, no],
        "Integer": [yes, no, yes],
        "Cents": [yes, no, yes],
        "Tens": [yes, no, no],
        "Halves": [yes, no, yes],
        "Fine": [yes, no, yes],
        "Named": [yes, yes, yes],
    }
    assert made["Unique"]([huge, tiny, long, Decimal("2e1000000")]) is None
    assert made["Unique"]([huge, Decimal("10e999999")]) is not None
    assert time.process_time() - start < 10


def test_values_that_hold_themselves(made: Validators) -> None:
    own: dict[str, Any] = {"all": ()}
    own["down"] = UserDict(own)
    own["down"]["down"] = own
    with pytest.raises(RecursionError):
        made["Tree"](own)
    plain: dict[str, Any] = {}
    plain["down"] = plain
    with pytest.raises(RecursionError):
        made["Tree"](plain)
    assert made["Closed"]({"a": own}) is None
    assert made["Closed"]({"a": plain}) is None


def test_deep_values(made: Validators) -> None:
    deep: Any = MappingProxyType({})
    for _ in range(10_000):
        deep = MappingProxyType({"down": deep})
    with pytest.raises(RecursionError):
        made["Tree"](deep)
    assert made["Closed"](UserDict(a=deep)) is None
    text = '{"down":' * 900 + "0.5" + "}" * 900
    value = json.loads(text, parse_float=Decimal)
    for _ in range(50):
        value = value["down"]
    found = made["Tree"](value)
    assert found is None or [item.keyword for item in found] == ["type"]


def test_names_that_are_no_strings(made: Validators, usual: Validators) -> None:
    for value in ({1: 1}, {None: 1}, {(1,): "a"}):
        assert made["Open"](UserDict(value)) == usual["Open"](value)
        assert made["Closed"](MappingProxyType(value)) == usual["Closed"](value)
        with pytest.raises(TypeError):
            made["Named"](UserDict(value))


def test_what_is_told_is_plain(made: Validators) -> None:
    found = made["Open"](UserDict({Color.RED: Decimal("0.5"), Color.BLUE: 1}))
    assert [item.path for item in found or ()] == ["/red"]
    found = made["Closed"]({Color.RED: 1})
    assert [item.path for item in found or ()] == ["/red"]
    assert made["Any"]((Decimal("1.0"),)) is None
