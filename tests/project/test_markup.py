"""Texts of the document in Markdown, TOML and examples mean nothing but themselves."""

from __future__ import annotations

import ast
import json
import tomllib
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from generator.plan.project.literals import code_span, prose, toml
from generator.plan.project.patterns import matching
from generator.plan.python.prose import visible
from generator.versions import nearest, normalised

from ..cli.support import Answer, files

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

TEXTS = st.text(
    st.one_of(
        st.sampled_from("`*_[]()<>!#+-=.:&|~$\\\n\t\"'@/ 1a"),
        st.characters(exclude_categories=["Cs"]),
    ),
    max_size=40,
)
HOSTILE = (
    "<script>alert(1)</script>",
    "![x](https://evil.example/?leak)",
    "[text](javascript:alert(1))",
    "<https://evil.example>",
    "https://evil.example and www.evil.example, jo@evil.example",
    "# A heading\n\n- an item\n\n```\ncode",
    "1. one",
    "`` a ` b `` and `c",
    "a | b\n--|--\nc | d",
    "&lt;b&gt; &#60;",
    "[ref]: https://evil.example",
    "~~~\n<b>\n~~~",
    "===",
    'x"""\nimport os\n"""',
    '"\nname = "other"\n[project.scripts]\nx = "y:z"',
    "\u202e\u2028\x85\x1b]52;c;x\x07",
)


def _words(text: str) -> str:
    return " ".join(visible(text).split())


def _shown(markdown: str) -> tuple[list[str], str]:
    """The kinds of inline tokens of a paragraph, and its text; fails on other blocks."""
    tokens = MarkdownIt("gfm-like", {"linkify": False}).parse(markdown)
    kinds = [token.type for token in tokens]
    assert kinds in ([], ["paragraph_open", "inline", "paragraph_close"]), kinds
    inner = [child for token in tokens for child in token.children or []]
    return [child.type for child in inner], "".join(child.content for child in inner)


@given(TEXTS)
@settings(max_examples=400, deadline=None)
@example("1. a")
@example("a\\")
@example("`a\\`b`")
@example("-")
@example("- ")
def test_q6_prose_is_words_and_code_spans(text: str) -> None:
    kinds, shown = _shown(prose(text))
    assert set(kinds) <= {"text", "text_special", "code_inline"}, kinds
    assert shown.replace("`", "").split() == _words(text).replace("`", "").split()


@given(TEXTS)
@settings(max_examples=200, deadline=None)
def test_q6_a_code_span_holds_its_text(text: str) -> None:
    kinds, shown = _shown(f"a {code_span(text)} b")
    assert kinds == ["text", "code_inline", "text"]
    assert shown == f"a {_words(text) or ' '} b"


@pytest.mark.parametrize("text", HOSTILE)
def test_q6_hostile_prose(text: str) -> None:
    found = str(prose(text))
    kinds, _ = _shown(found)
    assert set(kinds) <= {"text", "text_special", "code_inline"}
    outside = "".join(found.split("`")[::2])
    assert "://" not in outside and "www." not in outside and "@" not in outside


@given(st.text(max_size=60))
@settings(max_examples=300, deadline=None)
def test_q6_a_toml_string_is_its_text(text: str) -> None:
    expected = (
        _words(text).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    )
    assert tomllib.loads(f"x = {toml(text)}") == {"x": expected}


@given(st.text(max_size=30))
@settings(max_examples=300, deadline=None)
@example("9" * 400)
@example("1.2-3")
def test_every_version_becomes_one(text: str) -> None:
    found = nearest(text)
    assert normalised(found) == found and "+" not in found


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("^[a-z]{3}$", "aaa"),
        (r"^\d{2}-\d+$", "11-1"),
        ("^(cat|dog)s?$", "cat"),
        ("^pet_[A-Za-z0-9]+$", "pet_A"),
        (r"^[^/]+\.txt$", "x.txt"),
        ("a*", ""),
        (r"(a)\1", None),
        ("(?=a)", None),
        ("(", None),
        ("[", None),
        ("a{1000}", None),
        ("(((a{99}){99}){99})", None),
        ("(" * 5000, None),
    ],
)
def test_a_text_for_a_pattern(pattern: str, found: str | None) -> None:
    assert matching(pattern) == found


def _document(text: str) -> dict[str, Any]:
    """A document with a text wherever a project shows one."""
    schema = {
        "type": "object",
        "required": ["name"],
        "description": text,
        "properties": {"name": {"type": "string", "examples": [text]}},
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": text, "version": text, "description": text, "summary": text},
        "servers": [{"url": "https://api.example"}],
        "tags": [{"name": "pets", "description": text}],
        "paths": {
            "/pets": {
                "post": {
                    "operationId": "addPet",
                    "tags": ["pets"],
                    "summary": text,
                    "description": text,
                    "requestBody": {
                        "required": True,
                        "content": {"application/json": {"schema": schema}},
                    },
                    "responses": {"204": {"description": text}},
                    "security": [{"key": []}],
                }
            }
        },
        "components": {
            "securitySchemes": {
                "key": {"type": "apiKey", "in": "header", "name": "X-Key"}
            }
        },
    }


def _blocks(markdown: str) -> list[str]:
    """The kinds of blocks and of marks in them; what they say left out."""
    found: list[str] = []
    for token in MarkdownIt("gfm-like", {"linkify": False}).parse(markdown):
        found.append(token.type)
        inner = token.children or []
        found += [child.type for child in inner if child.type in _MARKS]
        found += [str(child.attrs) for child in inner if child.attrs]
    return found


_MARKS = {"link_open", "image", "html_inline", "em_open", "strong_open", "s_open"}


@pytest.mark.parametrize("text", HOSTILE)
def test_q6_hostile_documents_change_no_structure(
    text: str, project: Path, call: Callable[..., Answer]
) -> None:
    for name, words in (("plain", "word"), ("hostile", text)):
        (project / "pets.json").write_text(json.dumps(_document(words)))
        answer = call(
            "generate", "pets.json", "-o", name, "--project", "--package", "p"
        )
        assert answer.code == 0, answer.err
    plain, hostile = (files(project / name) for name in ("plain", "hostile"))
    assert plain.keys() == hostile.keys()
    for path in ("README.md", "api.md", "CHANGELOG.md"):
        assert _blocks(hostile[path].decode()) == _blocks(plain[path].decode()), path
    facts = [
        tomllib.loads(found["pyproject.toml"].decode()) for found in (plain, hostile)
    ]
    for one in facts:
        one["project"].pop("description")
    assert facts[0] == facts[1]
    (example,) = (path for path in plain if path.startswith("examples/"))
    trees = [ast.parse(found[example].decode()) for found in (plain, hostile)]
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                node.value = ""
    assert ast.dump(trees[0]) == ast.dump(trees[1])
