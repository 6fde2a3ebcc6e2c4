"""The documents of `specs/` and the tests that use them belong together."""

from __future__ import annotations

from pathlib import Path

from .support import SPECS


def test_every_document_is_used_by_a_test() -> None:
    tests = "\n".join(
        path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("*.py")
    )
    unused = [path.stem for path in SPECS.glob("*.yaml") if path.stem not in tests]
    assert unused == []
