"""Numbers and texts within their bounds."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING

from .formats import text_of
from .nodes import number
from .patterns import Unreadable, samples

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .nodes import Node

_LONGEST = 65_536
_BITS = {"int32": 31, "int64": 63}


def numbers(layers: Sequence[Node], salt: int, *, whole: bool) -> Iterator[int | float]:
    """Numbers that may lie within the bounds of all layers, likely ones first."""
    least, most = _bounds(layers)
    stated = [number(layer.get("multipleOf")) for layer in layers]
    steps = [Fraction(repr(item)) for item in stated if item is not None and item > 0]
    step = max(steps, default=Fraction(1) if whole else Fraction(1, 2))
    if whole and step.denominator != 1:
        step = step * step.denominator
    usual = Fraction(1) if whole else Fraction(3, 2)
    for start in (usual, Fraction(0), least, most):
        if start is None:
            continue
        near = (ceil if start != most else floor)(start / step) * step
        sign = -1 if start == most else 1
        for offset in (0, 1, 2):
            yield _plain(near + sign * (offset + salt) * step)
    if least is not None and most is not None:
        yield _plain((least + most) / 2 + salt * (most - least) / 1000)


def _plain(value: Fraction) -> int | float:
    return int(value) if value.denominator == 1 else float(value)


def _bounds(layers: Sequence[Node]) -> tuple[Fraction | None, Fraction | None]:
    least: Fraction | None = None
    most: Fraction | None = None
    for layer in layers:
        for word in ("minimum", "exclusiveMinimum"):
            bound = number(layer.get(word))
            if bound is not None:
                low = Fraction(repr(bound))
                least = low if least is None else max(least, low)
        for word in ("maximum", "exclusiveMaximum"):
            bound = number(layer.get(word))
            if bound is not None:
                high = Fraction(repr(bound))
                most = high if most is None else min(most, high)
        bits = _BITS.get(str(layer.get("format")))
        if bits is not None:
            least = Fraction(-(2**bits)) if least is None else least
            most = Fraction(2**bits - 1) if most is None else most
    return least, most


def texts(layers: Sequence[Node], salt: int) -> Iterator[str]:
    """Texts that may fit all layers, likely ones first."""
    lengths = [number(layer.get("minLength")) or 0 for layer in layers]
    least = min(int(max(lengths, default=0)), _LONGEST)
    ends = [number(layer.get("maxLength")) for layer in layers]
    most = min((int(end) for end in ends if end is not None), default=_LONGEST)
    patterns = [
        layer["pattern"] for layer in layers if isinstance(layer.get("pattern"), str)
    ]
    found = [
        text
        for layer in layers
        if (text := text_of(layer.get("format"), salt)) is not None
    ]
    yield from found
    for pattern in patterns:
        yield from _samples(str(pattern), salt, least, most)
    if any(layer.get("contentEncoding") in ("base64", "base64url") for layer in layers):
        yield text_of("byte", salt) or ""
    word = f"string{salt}" if salt else "string"
    if least > len(word):
        word = (word * (least // len(word) + 1))[-least:]
    elif most < len(word):
        word = word[-most:] if most else ""
    yield word


def _samples(pattern: str, salt: int, least: int, most: int) -> Iterator[str]:
    """Samples of a pattern, padded where they are too short."""
    try:
        for text in samples(pattern, salt):
            if len(text) > most:
                return
            yield text
            missing = least - len(text)
            if missing > 0:
                yield text + "x" * missing
                yield "x" * missing + text
    except Unreadable:
        return
