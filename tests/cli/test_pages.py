"""The table `pagination` of the configuration, from the file to the folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from .support import Answer, files

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SPEC = """\
openapi: 3.1.0
info: {title: Pets, version: "1"}
paths:
  /pets:
    get:
      operationId: listPets
      tags: [pets]
      parameters: [{name: where, in: query, schema: {type: string}}]
      responses:
        "200":
          description: Pets.
          content: {application/json: {schema: {$ref: "#/components/schemas/Page"}}}
  /page:
    get:
      operationId: getPage
      tags: [page]
      responses:
        "200":
          description: Pets.
          content: {application/json: {schema: {$ref: "#/components/schemas/Page"}}}
components:
  schemas:
    Page:
      type: object
      properties: {pets: {type: array, items: {type: string}}, next_cursor: {type: string}}
"""
CONFIG = 'spec = "pets.yaml"\noutput = "pets"\n'
PAGED = "_runtime/pages.py"


@pytest.fixture
def made(project: Path, call: Callable[..., Answer]) -> Callable[..., dict[str, bytes]]:
    """What is generated with some lines in the configuration."""

    def made(lines: str = "", spec: str = SPEC) -> dict[str, bytes]:
        (project / "pets.yaml").write_text(spec)
        (project / "oasmith.toml").write_text(CONFIG + lines)
        answer = call("generate")
        assert answer.code == 0, answer.err
        return files(project / "pets")

    return made


def test_pages_are_switched_off_and_on(
    made: Callable[..., dict[str, bytes]], call: Callable[..., Answer]
) -> None:
    paged = SPEC.replace("where", "cursor")
    found = made(spec=paged)
    assert PAGED in found and b"Page[str, Page_]" in found["client/pets.py"]
    for lines in (
        "pagination = false\n",
        "[pagination]\ninfer = false\n",
        "[pagination.operations]\nlistPets = false\n",
    ):
        plain = made(lines, spec=paged)
        assert PAGED not in plain and b"-> Page:" in plain["client/pets.py"]
        assert made("pagination = true\n", spec=paged) == found
    assert call("check").code == 0


def test_a_document_without_pages_knows_nothing_of_them(
    made: Callable[..., dict[str, bytes]],
) -> None:
    """Not even that a name of its own is that of a class of the runtime."""
    found = made(spec=SPEC)
    assert found == made("pagination = false\n", spec=SPEC)
    assert not [path for path in found if "pag" in path and "_runtime" in path]
    text = b"".join(text for path, text in found.items() if "models/" not in path)
    assert b"import Page\n" in text and b"PaginationError" not in text


def test_all_modules_agree_on_names_when_pages_come(
    made: Callable[..., dict[str, bytes]], call: Callable[..., Answer]
) -> None:
    """A file that did not change itself is made anew for the names of another."""
    made(spec=SPEC)
    rule = 'listPets = {type = "cursor", parameter = "where", next = "next_cursor"}'
    found = made(f"[pagination.operations]\n{rule}\n", spec=SPEC)
    assert b"import Page as Page_" in found["client/page.py"]
    assert call("check", "--no-cache").code == 0


def test_what_is_inferred_is_told(project: Path, call: Callable[..., Answer]) -> None:
    (project / "pets.yaml").write_text(SPEC.replace("where", "cursor"))
    for _ in range(2):
        answer = call("generate", "pets.yaml")
        assert answer.code == 0
        assert (
            "note[N282]: results in pages, by the shape of operations (1): listPets"
            in answer.err
        )
    out = call("generate", "pets.yaml", "--include-tag", "page").err
    assert "N282" not in out
    assert call("generate", "pets.yaml", "--allow", "N282").err.count("N282") == 0


@pytest.mark.parametrize(
    ("lines", "code", "place", "words"),
    [
        ("pagination = 3", "E005", "3:1", "true, false or a table"),
        ("[pagination]\ninfre = true", "E004", "4:1", "did you mean infer?"),
        ("[pagination]\ninfer = 1", "E005", "4:1", "true or false"),
        ("[pagination]\noperations = true", "E005", "4:1", "a table"),
        ("[pagination.operations]\nlistPets = true", "E005", "4:1", "false"),
        (
            '[pagination.operations]\na = false\n"GET /p*" = {type = "pag"}',
            "E280",
            "5:1",
            "type is one of",
        ),
        (
            '[pagination.operations."GET /pets"]\ntype = "link"\nx = 2020-01-01',
            "E280",
            "3:1",
            "link has no key x",
        ),
        ("[pagination.operations]\nlistPet = false", "W280", "4:1", "listPets"),
    ],
)
def test_mistakes_have_their_place(
    project: Path,
    call: Callable[..., Answer],
    lines: str,
    code: str,
    place: str,
    words: str,
) -> None:
    (project / "pets.yaml").write_text(SPEC)
    (project / "oasmith.toml").write_text(f"{CONFIG}{lines}\n")
    answer = call("generate")
    assert f"oasmith.toml:{place}: " in answer.err and f"[{code}]" in answer.err
    assert words in answer.err
