"""Filters from the command line and the configuration."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from generator.config import FilterRule, Flags, resolve
from generator.diagnostics import Sink

from .support import SPEC, Answer, files

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SHOP = SPEC.replace(
    "components:\n",
    """\
  /orders/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get:
      tags: [orders]
      responses:
        "200":
          description: An order.
          content: {application/json: {schema: {$ref: "#/components/schemas/Order"}}}
components:
""",
).replace(
    "  schemas:\n",
    "  schemas:\n    Order: {type: object, properties: {a: {type: string}}}\n",
)
ARGUMENTS = ("pets.yaml", "--target", "models")


@pytest.fixture
def shop(project: Path) -> Path:
    (project / "pets.yaml").write_text(SHOP)
    return project


def models(project: Path) -> set[str]:
    folder = project / "pets" / "models"
    return {path.stem for path in folder.iterdir()} - {"__init__", "__pycache__"}


@pytest.mark.parametrize(
    ("flags", "kept"),
    [
        (("--include-tag", "pets"), {"pet"}),
        (("--exclude-tag", "pets"), {"order"}),
        (("--include-path", "/orders/**"), {"order"}),
        (("--exclude-path", "/orders/{id}"), {"pet"}),
        (("--include-operation", "list*"), {"pet"}),
        (("--exclude-operation", "GET /orders/*"), {"pet"}),
        (("--include-tag", "pets", "--include-tag", "orders"), {"pet", "order"}),
    ],
)
def test_a_part_is_generated(
    shop: Path, call: Callable[..., Answer], flags: tuple[str, ...], kept: set[str]
) -> None:
    answer = call("generate", *ARGUMENTS, *flags)
    assert answer.code == 0
    assert answer.err.count(": warning[") == answer.err.count("[W166]")
    assert models(shop) == kept
    left_out = "; 1 operation left out by filters\n"
    assert answer.out.endswith(left_out) == (len(kept) == 1)


def test_the_result_says_how_many_are_left_out(
    shop: Path, call: Callable[..., Answer]
) -> None:
    argv = (*ARGUMENTS, "--include-tag", "pets", "--format", "json")
    for verb in ("generate", "generate", "check"):
        (api,) = call(verb, *argv).json()["apis"]
        assert (api["operations"], api["schemas"], api["left_out"]) == (1, 1, 1)
    (api,) = call("generate", *ARGUMENTS, "--format", "json").json()["apis"]
    assert (api["operations"], api["left_out"]) == (2, 0)


def test_filters_decide_what_the_cache_knows(
    shop: Path, call: Callable[..., Answer]
) -> None:
    call("generate", *ARGUMENTS)
    before = files(shop / "pets")
    assert call("check", *ARGUMENTS).code == 0
    assert call("check", *ARGUMENTS, "--include-tag", "pets").code == 1
    call("generate", *ARGUMENTS, "--include-tag", "pets")
    assert models(shop) == {"pet"}
    call("generate", *ARGUMENTS)
    assert files(shop / "pets") == before


def test_the_table_of_the_configuration(
    shop: Path, call: Callable[..., Answer]
) -> None:
    (shop / "oasmith.toml").write_text(
        '[apis.pets]\nspec = "pets.yaml"\ntargets = ["models"]\n'
        '[apis.pets.filter]\ninclude_tags = ["pets"]\nexclude_paths = ["/Orders/{id}"]\n'
    )
    answer = call("generate")
    assert (answer.code, models(shop)) == (0, {"pet"})
    assert answer.err.startswith("oasmith.toml:6:1: warning[W220]: no operation has a ")
    assert "'/Orders/{id}' of exclude_paths; did you mean '/orders/{id}'?" in answer.err
    call("generate", "--include-tag", "orders")
    assert models(shop) == {"order"}


def test_a_list_given_on_the_command_line_replaces_that_of_the_file(
    project: Path,
) -> None:
    (project / "oasmith.toml").write_text(
        'spec = "a.yaml"\n[filter]\ninclude_tags = ["a", "b"]\nexclude_tags = ["c"]\n'
    )
    flags = Flags(filter=(FilterRule("include_tags", "x"),))
    (api,) = resolve(flags, project, Sink())
    assert [(rule.option, rule.pattern) for rule in api.filter] == [
        ("exclude_tags", "c"),
        ("include_tags", "x"),
    ]


@pytest.mark.parametrize(
    ("text", "code", "place", "advice"),
    [
        ("filter = 1\n", "E005", 2, "include_tags"),
        ('filter = {include_tags = "a"}\n', "E005", 2, 'include_tags = ["pets"]'),
        ('[filter]\ninclude_tag = ["a"]\n', "E004", 3, "did you mean include_tags?"),
    ],
)
def test_mistakes_in_the_table(
    project: Path, text: str, code: str, place: int, advice: str
) -> None:
    (project / "oasmith.toml").write_text(f'spec = "a.yaml"\n{text}')
    sink = Sink()
    resolve(Flags(), project, sink)
    (finding,) = sink.found
    assert finding.span is not None
    assert (finding.code, finding.span.line) == (code, place)
    assert advice in finding.hint


def test_filters_that_leave_nothing(shop: Path, call: Callable[..., Answer]) -> None:
    answer = call("generate", *ARGUMENTS, "--include-tag", "pets", "--exclude-tag", "*")
    assert answer.code == 2
    assert "error[E220]: the filters leave none of the 2 operations" in answer.err
    assert not (shop / "pets").exists()


def test_the_model_of_a_part(shop: Path, call: Callable[..., Answer]) -> None:
    whole = call("ir", "pets.yaml").json()
    part = call("ir", "pets.yaml", "--include-tag", "orders").json()
    assert len(whole["operations"]) == 2
    assert [one["tags"] for one in part["operations"]] == [["orders"]]
    assert list(part["components"]) == ["Order"]
