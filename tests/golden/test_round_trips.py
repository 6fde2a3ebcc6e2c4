"""What a lenient client reads goes out again as it came, over the models of all cases.

Answers are made after the types of the models, and spoilt at any place: values of other
types, new values of enumerations, objects of unknown options, null or nothing where
something should be, and properties that no document lists.
"""

from __future__ import annotations

import json
import types
from collections.abc import Callable, Iterator
from datetime import date, datetime, time
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin
from uuid import UUID

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from .cases import CASES, HERE, package_of

_TEXTS: dict[Any, str] = {
    date: "2024-02-29",
    datetime: "2024-02-29T12:30:00Z",
    time: "12:30:00Z",
    UUID: "c1f4a5f6-6d3f-4c3e-9a7e-0a1b2c3d4e5f",
}
_WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
_SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(2**31), 2**31)
    | st.floats(allow_nan=False, allow_infinity=False)
    | _WORDS
)
JUNK = st.recursive(
    _SCALARS,
    lambda inner: st.lists(inner, max_size=2)
    | st.dictionaries(_WORDS, inner, max_size=2),
    max_leaves=4,
)
"""Any JSON."""

_PLAIN: dict[Any, st.SearchStrategy[Any]] = {
    bool: st.booleans(),
    int: st.integers(-(2**31), 2**31),
    float: st.floats(allow_nan=False, allow_infinity=False) | st.integers(-99, 99),
    str: _WORDS,
    type(None): st.none(),
}


def near(kind: Any, depth: int = 0) -> st.SearchStrategy[Any]:
    """JSON that fits a type more often than not, at each place in it."""
    fitting = _near(kind, depth)
    return st.integers(0, 7).flatmap(lambda chance: fitting if chance else JUNK)


def _near(kind: Any, depth: int) -> st.SearchStrategy[Any]:
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return near(arguments[0], depth)
    if hasattr(kind, "__value__"):
        return near(kind.__value__, depth)
    if origin in (Union, types.UnionType):
        return st.one_of([near(option, depth) for option in arguments])
    if origin is Literal:
        return st.sampled_from(arguments)
    if depth > 3:
        return JUNK
    if origin is list:
        return st.lists(near(arguments[0], depth + 1), max_size=3)
    if origin is dict:
        return st.dictionaries(_WORDS, near(arguments[1], depth + 1), max_size=3)
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return _object(kind, depth)
    if kind in _TEXTS:
        return st.just(_TEXTS[kind])
    return _PLAIN.get(kind, JUNK)


def _object(model: type[BaseModel], depth: int) -> st.SearchStrategy[Any]:
    """An object for a model: some of its properties, and maybe others."""
    known = {
        info.alias
        or name: st.deferred(
            lambda kind=info.annotation: near(kind, depth + 1)  # type: ignore[misc]
        )
        for name, info in model.model_fields.items()
    }
    own = st.fixed_dictionaries({}, optional=known)
    extra = st.dictionaries(_WORDS, JUNK, max_size=1)
    return st.tuples(own, extra).map(lambda both: {**both[1], **both[0]})


def _has_client(case: str) -> bool:
    return (HERE / case / "expected" / "client").is_dir()


def _models(case: str) -> Iterator[type[BaseModel]]:
    """The models of a case that are objects."""
    models = import_module(f"{package_of(case)}.models")
    for name in models._MODULES:
        found = getattr(models, name)
        if isinstance(found, type) and issubclass(found, BaseModel):
            found.model_rebuild()
            yield found


def _places(value: Any, path: str = "") -> Iterator[str]:
    """The JSON Pointers of all that is in a value."""
    yield path
    inside = value.items() if isinstance(value, dict) else ()
    inside = enumerate(value) if isinstance(value, list) else inside
    for key, item in inside:
        step = str(key).replace("~", "~0").replace("/", "~1")
        yield from _places(item, f"{path}/{step}")


READ = [case for case in CASES if _has_client(case)]


def _check(model: type[BaseModel], runtime: Callable[[str], Any], data: Any) -> bool:
    """Read an object, compare it with what goes out again; whether it fitted."""
    decoders, errors = runtime("decoders"), runtime("errors")
    text = json.dumps(data).encode()
    if not isinstance(data, dict):
        with pytest.raises(errors.ResponseValidationError):
            decoders.decode_json(text, model, "lenient")
        return False
    read: Any = decoders.decode_json(text, model, "lenient")
    assert type(read) is model
    assert read.to_dict() == data
    assert json.loads(read.to_json()) == data
    wire = {name: info.alias or name for name, info in model.model_fields.items()}
    assert {wire.get(name, name) for name in read.model_fields_set} == data.keys()
    places = set(_places(data))
    for path, _, got in read.drift:
        assert (path in places) == (got != "nothing"), path
    if not read.drift:
        assert decoders.decode_json(text, model, "strict") == read
        return True
    with pytest.raises(errors.ResponseValidationError) as caught:
        decoders.decode_json(text, model, "strict")
    assert caught.value.drift == read.drift
    return False


def _try_many(model: type[BaseModel], runtime: Callable[[str], Any]) -> None:
    @settings(
        max_examples=25,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(near(model))
    def check(data: Any) -> None:
        _check(model, runtime, data)

    check()


@pytest.mark.parametrize("case", READ)
def test_e3_what_is_read_goes_out_again(case: str, laid_out: Path) -> None:
    package = package_of(case)

    def runtime(name: str) -> Any:
        return import_module(f"{package}._runtime.{name}")

    for model in _models(case):
        _try_many(model, runtime)


def test_e3_there_is_much_to_read() -> None:
    assert len(READ) > 20
