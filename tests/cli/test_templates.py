"""Template folders of the user, as the command line treats them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from .support import Answer

OPTIONS = ("generate", "pets.yaml", "--target", "models", "--template-dir", "mine")
MODULE = "python/models/module.py.jinja"


def put(project: Path, path: str, text: str = "x = 1\n") -> None:
    place = project / "mine" / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text)


@pytest.mark.parametrize(
    ("path", "hint"),
    [
        ("python/models/modul.py.jinja", f"did you mean {MODULE}?"),
        ("python/models/module.py.j2", f"did you mean {MODULE}?"),
        ("models/module.py.jinja", f"did you mean {MODULE}?"),
        ("python/runtime/retries.py", "did you mean python/runtime/retry.py?"),
        ("zzz", f"give it the path of a built-in template, such as {MODULE}"),
    ],
)
def test_a_template_that_takes_no_place_is_a_warning(
    project: Path, call: Callable[..., Answer], path: str, hint: str
) -> None:
    put(project, path)
    for _ in range(2):  # the second time from the cache
        answer = call(*OPTIONS)
        assert answer.code == 0
        assert f"mine/{path}: warning[W002]: " in answer.err
        assert f"  hint: {hint}\n" in answer.err
    assert call(*OPTIONS, "--strict").code == 2
    assert call(*OPTIONS, "--allow", "W002").err == ""


def test_templates_in_use_are_no_finding(
    project: Path, call: Callable[..., Answer]
) -> None:
    put(project, MODULE, '{% include "mine/part.jinja" %}')
    put(project, "mine/part.jinja")
    put(project, "README.md")
    put(project, ".hidden")
    put(project, "python/runtime/__pycache__/retry.pyc")
    answer = call(*OPTIONS)
    assert (answer.code, answer.err) == (0, "")
    assert (project / "pets" / "models" / "pet.py").read_text() == "x = 1\n"


@pytest.mark.parametrize(
    ("text", "reason"),
    [("\n\nx = (\n", "3: '(' was never closed"), ("\nimport os\n", "2: imports os")],
)
def test_code_that_is_not_allowed_is_told_with_its_line(
    project: Path, call: Callable[..., Answer], text: str, reason: str
) -> None:
    put(project, MODULE, text)
    answer = call(*OPTIONS)
    assert answer.code == 2
    assert f"error[E303]: models/pet.py:{reason}\n" in answer.err
    assert "<unknown>" not in answer.err
