"""The values that stages hand on behave as frozen dataclasses do, but for the guards."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError, field, fields, replace
from dataclasses import dataclass as standard

import pytest

from generator.values import dataclass


@dataclass(frozen=True, slots=True)
class Mine:
    """A value."""

    name: str
    inner: tuple[Mine, ...] = ()
    note: str = field(default="", repr=False)


@standard(frozen=True, slots=True)
class Theirs:
    """The same, by the standard library."""

    name: str
    inner: tuple[Theirs, ...] = ()
    note: str = field(default="", repr=False)


@pytest.mark.parametrize("kind", [Mine, Theirs])
def test_values_are_equal_and_hashed_by_their_fields(
    kind: type[Mine] | type[Theirs],
) -> None:
    one, other = kind("a", (), "x"), kind("a", (), "x")
    assert one == other and hash(one) == hash(other) and one is not other
    assert one != kind("b", (), "x") and replace(other, note="y") != one
    assert pickle.loads(pickle.dumps(one)) == one
    assert not hasattr(one, "__dict__")
    assert [item.name for item in fields(kind)] == ["name", "inner", "note"]


def test_values_show_themselves_as_the_standard_ones_do() -> None:
    mine = Mine("a", (Mine("b"),), "hidden")
    assert repr(mine) == "Mine(name='a', inner=(Mine(name='b', inner=()),))"
    assert repr(Theirs("a")) == repr(Mine("a")).replace("Mine", "Theirs")


def test_only_the_guard_is_missing() -> None:
    with pytest.raises(FrozenInstanceError):
        Theirs("a").name = "b"  # type: ignore[misc]
    mine = Mine("a")
    mine.name = "b"  # type: ignore[misc]
    assert mine.name == "b"


def test_without_equality_each_is_itself() -> None:
    @dataclass(frozen=True, slots=True, eq=False)
    class Own:
        name: str

    assert Own("a") != Own("a") and len({Own("a"), Own("a")}) == 2
