"""Parameters as text, by the table of OpenAPI 3.2, section 4.12.4."""

from __future__ import annotations

import datetime
import uuid
from typing import Any

import pytest

from .client_runtime import errors, load

styles = load("styles")

TEXT = "blue"
LIST = ["blue", "black", "brown"]
OBJECT = {"R": 100, "G": 200, "B": 150}

PATH = [
    ("matrix", "", ";color"),
    ("matrix", TEXT, ";color=blue"),
    ("matrix", LIST, ";color=blue,black,brown"),
    ("matrix", OBJECT, ";color=R,100,G,200,B,150"),
    ("matrix explode", LIST, ";color=blue;color=black;color=brown"),
    ("matrix explode", OBJECT, ";R=100;G=200;B=150"),
    ("label", TEXT, ".blue"),
    ("label", LIST, ".blue,black,brown"),
    ("label", OBJECT, ".R,100,G,200,B,150"),
    ("label explode", LIST, ".blue.black.brown"),
    ("label explode", OBJECT, ".R=100.G=200.B=150"),
    ("simple", TEXT, "blue"),
    ("simple", LIST, "blue,black,brown"),
    ("simple", OBJECT, "R,100,G,200,B,150"),
    ("simple explode", OBJECT, "R=100,G=200,B=150"),
    ("simple reserved", "a/b:c@d", "a%2Fb:c@d"),
    ("label reserved", "a=b", ".a=b"),
    ("matrix reserved", ["a:b", "c"], ";color=a:b,c"),
]
COOKIE = [
    ("form explode", "", "color="),
    ("form explode", TEXT, "color=blue"),
    ("form explode", "YWJj==", "color=YWJj=="),
    ("form explode", "a; admin=1", "color=a%3B%20admin=1"),
    ("form explode", "50%,é", "color=50%25%2C%C3%A9"),
    ("form", LIST, "color=blue,black,brown"),
    ("form explode", LIST, "color=blue; color=black; color=brown"),
    ("cookie", "", "color="),
    ("cookie", LIST, "color=blue,black,brown"),
    ("cookie", OBJECT, "color=R,100,G,200,B,150"),
    ("cookie explode", "50%=", "color=50%="),
    ("cookie explode", LIST, "color=blue; color=black; color=brown"),
    ("cookie explode", OBJECT, "R=100; G=200; B=150"),
]
QUERY = [
    ("form", "", "color="),
    ("form", TEXT, "color=blue"),
    ("form", LIST, "color=blue,black,brown"),
    ("form", OBJECT, "color=R,100,G,200,B,150"),
    ("form explode", LIST, "color=blue&color=black&color=brown"),
    ("form explode", OBJECT, "R=100&G=200&B=150"),
    ("spaceDelimited", LIST, "color=blue%20black%20brown"),
    ("spaceDelimited", OBJECT, "color=R%20100%20G%20200%20B%20150"),
    ("pipeDelimited", LIST, "color=blue%7Cblack%7Cbrown"),
    ("pipeDelimited", OBJECT, "color=R%7C100%7CG%7C200%7CB%7C150"),
    (
        "deepObject explode",
        OBJECT,
        "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150",
    ),
    (
        "deepObject",
        {"a": {"b": [1, 2]}},
        "color%5Ba%5D%5Bb%5D%5B0%5D=1&color%5Ba%5D%5Bb%5D%5B1%5D=2",
    ),
    ("deepObject explode", [1, {"a": 2}], "color%5B0%5D=1&color%5B1%5D%5Ba%5D=2"),
    ("json", {"a": [1, "é"]}, "color=%7B%22a%22%3A%5B1%2C%22%C3%A9%22%5D%7D"),
    ("text", "a b", "color=a%20b"),
    ("form explode", None, ""),
    ("form explode", [], ""),
    ("form", [], ""),
    ("form", "a&b=c/d ,é", "color=a%26b%3Dc%2Fd%20%2C%C3%A9"),
    ("form reserved", "a/b?c=d%20e", "color=a/b?c=d%20e"),
    ("form reserved", "a&b#c+d e%", "color=a%26b%23c%2Bd%20e%25"),
    ("form", True, "color=true"),
    ("form", 1.5, "color=1.5"),
    ("form", datetime.date(2024, 2, 29), "color=2024-02-29"),
    ("form", uuid.UUID(int=1), "color=00000000-0000-0000-0000-000000000001"),
]


@pytest.mark.parametrize(("words", "value", "expected"), PATH)
def test_path(words: str, value: Any, expected: str) -> None:
    assert styles.path_text("color", value, words) == expected


@pytest.mark.parametrize(("words", "value", "expected"), QUERY)
def test_query(words: str, value: Any, expected: str) -> None:
    assert "&".join(styles.query_pairs("color", value, words)) == expected


@pytest.mark.parametrize(("words", "value", "expected"), COOKIE)
def test_cookie(words: str, value: Any, expected: str) -> None:
    assert "; ".join(styles.cookie_pairs("color", value, words)) == expected


@pytest.mark.parametrize("value", ["a b", "a;b", 'a"b', "é", "a,b"])
def test_a_cookie_that_is_not_escaped(value: str) -> None:
    with pytest.raises(errors.InvalidArgumentError):
        styles.cookie_pairs("c", value, "cookie explode")


def test_header() -> None:
    assert styles.header_text("X-C", LIST) == "blue,black,brown"
    assert styles.header_text("X-C", OBJECT) == "R,100,G,200,B,150"
    assert styles.header_text("X-C", OBJECT, "simple explode") == "R=100,G=200,B=150"


@pytest.mark.parametrize(
    ("value", "expected"),
    [("a/b", "a%2Fb"), ("?x#y", "%3Fx%23y"), ("%2e", "%252e"), ("é", "%C3%A9")],
)
def test_a_path_value_stays_one_segment(value: str, expected: str) -> None:
    assert styles.path_text("id", value) == expected


@pytest.mark.parametrize("value", ["", "."])
def test_a_path_value_that_is_no_segment(value: str) -> None:
    with pytest.raises(errors.InvalidArgumentError):
        styles.path_text("id", value)


@pytest.mark.parametrize("value", ["a\r\nX: 1", "a\nb", "a\0b", "日"])
def test_a_header_value_that_would_break_out(value: str) -> None:
    with pytest.raises(errors.InvalidArgumentError) as caught:
        styles.header_text("X-Trace", value)
    assert value not in str(caught.value)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), [[1]], [{"a": 1}]])
def test_a_value_that_a_query_cannot_hold(value: Any) -> None:
    with pytest.raises(errors.InvalidArgumentError):
        styles.query_pairs("q", value)
