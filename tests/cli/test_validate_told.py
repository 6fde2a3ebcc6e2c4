"""What `oasmith validate` says of a document and of files, besides violations."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from .support import Answer


def test_what_is_said_of_types_alone_is_left_out(
    project: Path, call: Callable[..., Answer]
) -> None:
    """N245 tells that types leave to validators what validators check here anyway."""
    (project / "a.json").write_text("{}")
    (project / "spec.yaml").write_text(
        "openapi: 3.1.0\n"
        "info: {title: A, version: '1'}\n"
        "components:\n"
        "  schemas:\n"
        "    A: {type: object, not: {required: [x]}}\n"
    )
    for more in ((), ("--strict",), ("--allow", "N245")):
        answer = call("validate", "spec.yaml", "--schema", "A", "a.json", *more)
        assert (answer.code, answer.err) == (0, "")
    assert "note[N245]" in call("generate", "spec.yaml", "--target", "models").err


def test_a_name_twice_in_a_file_is_a_warning(
    project: Path, call: Callable[..., Answer]
) -> None:
    """As the explanation of the code says, which a document cannot have at all."""
    (project / "a.yaml").write_text("n: 2\nn: 1\n")
    (project / "a.json").write_text('{"n": 1, "n": 2}')
    (project / "spec.yaml").write_text(
        "openapi: 3.1.0\n"
        "info: {title: A, version: '1'}\n"
        "components:\n"
        "  schemas:\n"
        "    A: {type: object, properties: {n: {const: 2}}}\n"
    )
    for name in ("a.yaml", "a.json"):
        answer = call("validate", "spec.yaml", "--schema", "A", name)
        assert answer.code == 0 and "warning[E110]" in answer.out + answer.err
    told = " ".join(call("explain", "E110").out.split())
    assert "`oasmith validate`" in told
    assert "the last value is checked in JSON, and the first in YAML" in told
