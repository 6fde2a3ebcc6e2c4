"""The table of styles of OpenAPI 3.2, section 4.12.5, from the client to the server.

Each row is the text that the table gives for a parameter `color`; the client must write
it, and the server must read from it what the client was given. Awkward values need only
come back.
"""

from __future__ import annotations

from typing import Any

import pytest

from . import client_runtime
from .server_runtime import request, server

styles = client_runtime.load("styles")

TEXT = "blue"
LIST = ["blue", "black", "brown"]
OBJECT = {"R": 100, "G": 200, "B": 150}
NUMBER = server.Plain(["integer"])
KINDS: dict[type, tuple[Any, Any]] = {
    str: (str, server.Plain()),
    list: (list[str], server.Items()),
    dict: (dict[str, int], server.Fields(dict.fromkeys("RGB", NUMBER))),
}

TABLE = [
    # place, style, explode, value, text
    ("path", "matrix", False, TEXT, ";color=blue"),
    ("path", "matrix", False, LIST, ";color=blue,black,brown"),
    ("path", "matrix", False, OBJECT, ";color=R,100,G,200,B,150"),
    ("path", "matrix", True, TEXT, ";color=blue"),
    ("path", "matrix", True, LIST, ";color=blue;color=black;color=brown"),
    ("path", "matrix", True, OBJECT, ";R=100;G=200;B=150"),
    ("path", "label", False, TEXT, ".blue"),
    ("path", "label", False, LIST, ".blue,black,brown"),
    ("path", "label", False, OBJECT, ".R,100,G,200,B,150"),
    ("path", "label", True, TEXT, ".blue"),
    ("path", "label", True, LIST, ".blue.black.brown"),
    ("path", "label", True, OBJECT, ".R=100.G=200.B=150"),
    ("path", "simple", False, TEXT, "blue"),
    ("path", "simple", False, LIST, "blue,black,brown"),
    ("path", "simple", False, OBJECT, "R,100,G,200,B,150"),
    ("path", "simple", True, LIST, "blue,black,brown"),
    ("path", "simple", True, OBJECT, "R=100,G=200,B=150"),
    ("header", "simple", False, TEXT, "blue"),
    ("header", "simple", False, LIST, "blue,black,brown"),
    ("header", "simple", False, OBJECT, "R,100,G,200,B,150"),
    ("header", "simple", True, OBJECT, "R=100,G=200,B=150"),
    ("query", "form", False, "", "color="),
    ("query", "form", False, TEXT, "color=blue"),
    ("query", "form", False, LIST, "color=blue,black,brown"),
    ("query", "form", False, OBJECT, "color=R,100,G,200,B,150"),
    ("query", "form", True, "", "color="),
    ("query", "form", True, TEXT, "color=blue"),
    ("query", "form", True, LIST, "color=blue&color=black&color=brown"),
    ("query", "form", True, OBJECT, "R=100&G=200&B=150"),
    ("query", "spaceDelimited", False, LIST, "color=blue%20black%20brown"),
    ("query", "spaceDelimited", False, OBJECT, "color=R%20100%20G%20200%20B%20150"),
    ("query", "pipeDelimited", False, LIST, "color=blue%7Cblack%7Cbrown"),
    ("query", "pipeDelimited", False, OBJECT, "color=R%7C100%7CG%7C200%7CB%7C150"),
    (
        "query",
        "deepObject",
        True,
        OBJECT,
        "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150",
    ),
    ("cookie", "form", False, "", "color="),
    ("cookie", "form", False, TEXT, "color=blue"),
    ("cookie", "form", False, LIST, "color=blue,black,brown"),
    ("cookie", "form", False, OBJECT, "color=R,100,G,200,B,150"),
    ("cookie", "cookie", False, "", "color="),
    ("cookie", "cookie", False, LIST, "color=blue,black,brown"),
    ("cookie", "cookie", False, OBJECT, "color=R,100,G,200,B,150"),
    ("cookie", "cookie", True, TEXT, "color=blue"),
    ("cookie", "cookie", True, LIST, "color=blue; color=black; color=brown"),
    ("cookie", "cookie", True, OBJECT, "R=100; G=200; B=150"),
]
AWKWARD = ["a b", "a,b;c", "a/b?c#d&e=f", "ä%2F+", '"q"', "a.b"]


def written(place: str, style: str, explode: bool, value: object) -> str:
    """The text that the client makes of a value."""
    words = f"{style} explode" if explode else style
    if place == "path":
        return str(styles.path_text("color", value, words))
    if place == "header":
        return str(styles.header_text("color", value, words))
    if place == "cookie":
        return "; ".join(styles.cookie_pairs("color", value, words))
    return "&".join(styles.query_pairs("color", value, words))


def read(place: str, style: str, explode: bool, kind: type, text: str) -> Any:
    """What the server makes of a text."""
    seen: list[Any] = []

    class Handlers:
        async def get(self, *, color: Any, context: Any) -> None:
            seen.append(color)

    annotation, reads = KINDS[kind]
    parameter = server.Parameter(
        "color", place, "color", annotation, reads, style=style, explode=explode
    )
    endpoint = server.Endpoint(
        "get",
        "GET",
        "/x/{color}" if place == "path" else "/x",
        "get",
        lambda: server.Codec(parameters=[parameter]),
        [server.Answer(204)],
    )
    app = server.build_app(server.build_routes([(Handlers(), [endpoint])]))
    path = f"/x/{text}" if place == "path" else "/x"
    if place == "query":
        path = f"/x?{text}"
    names = {"header": "color", "cookie": "cookie"}
    headers = {names[place]: text.encode("latin-1")} if place in names else {}
    answer = request(app, "GET", path, headers=headers)
    assert answer.status_code == 204, answer.text
    return seen[0]


@pytest.mark.parametrize(("place", "style", "explode", "value", "text"), TABLE)
def test_the_table(
    place: str, style: str, explode: bool, value: Any, text: str
) -> None:
    assert written(place, style, explode, value) == text
    assert read(place, style, explode, type(value), text) == value


@pytest.mark.parametrize("text", AWKWARD)
@pytest.mark.parametrize(
    ("place", "style", "explode"),
    [
        ("path", "simple", False),
        ("path", "label", False),
        ("path", "matrix", True),
        ("query", "form", False),
        ("query", "form", True),
        ("query", "pipeDelimited", False),
        ("query", "deepObject", True),
        ("cookie", "form", False),
        ("cookie", "form", True),
    ],
)
def test_awkward_values_come_back(
    place: str, style: str, explode: bool, text: str
) -> None:
    value = [text, "x"]
    found = written(place, style, explode, value)
    assert read(place, style, explode, list, found) == value
