"""Bodies within bodies that a client writes are what a server reads."""

from __future__ import annotations

import random
from typing import Any

import pytest

from .client_runtime import load as load_client
from .server_runtime import load, server

body = load_client("body")
forms = load_client("forms")
omit = load_client("omit").omit
Nested = load_client("multipart_nested").Nested
ContentType = load("server_media").ContentType
parts = load("server_parts")

MIXED = "multipart/mixed"
INTEGER = server.Plain(["integer"])


class Made:
    """A value, how a client writes it, and how a server reads it.

    `how` are the media types of a part that is no body; `writer` and `reads` are there
    where it is one.
    """

    def __init__(self, dice: random.Random, depth: int) -> None:
        self.how = ""
        self.writer: Any = None
        self.reads: Any = None
        kinds = ["text", "bytes", "json", "integer", *["row", "object"] * (depth > 0)]
        getattr(self, f"_{dice.choice(kinds)}")(dice, depth)

    def _text(self, dice: random.Random, depth: int) -> None:
        self.value: Any = "".join(dice.choices("a-\r\n\u00e9\U0001f600", k=9))

    def _bytes(self, dice: random.Random, depth: int) -> None:
        self.how = "image/png"
        self.value = bytes(dice.choices(b"-\r\n\x00\xffI:", k=dice.randrange(40)))

    def _json(self, dice: random.Random, depth: int) -> None:
        self.how = "application/json"
        self.value = {"k": [dice.random(), "--I--\r\n", None]}

    def _integer(self, dice: random.Random, depth: int) -> None:
        self.reads = INTEGER
        self.value = dice.randrange(-9, 9)

    def _row(self, dice: random.Random, depth: int) -> None:
        made = [Made(dice, depth - 1) for _ in range(dice.randrange(4))]
        self.value = [one.value for one in made]
        self.form = forms.BodyForm(
            MIXED,
            positions=tuple(one.how for one in made),
            nested={at: one.writer for at, one in enumerate(made) if one.writer},
        )
        self.writer = Nested(self.form)
        self.reads = parts.Row([one.reads for one in made])

    def _object(self, dice: random.Random, depth: int) -> None:
        made = {f'n"{at}\r\n': Made(dice, depth - 1) for at in range(dice.randrange(4))}
        self.value = {name: one.value for name, one in made.items()}
        plain = {
            name: one.reads or server.JsonText()
            for name, one in made.items()
            if not one.writer and (one.reads or one.how == "application/json")
        }
        self.form = forms.BodyForm(
            "multipart/form-data",
            encoding={name: one.how for name, one in made.items() if one.how},
            nested={name: one.writer for name, one in made.items() if one.writer},
        )
        self.writer = Nested(self.form)
        inner = {name: one.reads for name, one in made.items() if one.writer}
        self.reads = parts.Form(server.Fields(plain), nested=inner)


@pytest.mark.parametrize("seed", range(60))
def test_what_is_written_is_read(seed: int) -> None:
    dice = random.Random(seed)
    made = Made(dice, 5)
    while made.writer is None:
        made = Made(dice, 5)
    chosen = forms.choose((made.form,), {}, made.value, omit)
    sent = body.encode_body(chosen)
    assert made.reads(sent.data, ContentType.parse(sent.media)) == made.value


def test_there_is_much_to_read() -> None:
    def depth(value: Any) -> int:
        inner = value.values() if isinstance(value, dict) else value
        nests = isinstance(value, (dict, list))
        return 1 + max(map(depth, inner), default=0) if nests else 0

    made = [Made(random.Random(seed), 5) for seed in range(60)]
    assert max(depth(one.value) for one in made) >= 5
