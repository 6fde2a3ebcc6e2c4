"""Import blocks: as ruff sorts them and as black leaves them."""

from __future__ import annotations

import subprocess
import sys

import black
from black.mode import Mode, TargetVersion

from generator.plan.python.imports import Imports
from generator.plan.python.lazy import lazy_table

NAMES = (
    "Zebra",
    "InProgress",
    "Incomplete",
    "CONSTANT",
    "URL",
    "X",
    "function",
    "A10",
    "A2",
    "a_b",
    "ab",
)


def _is_sorted(source: str) -> None:
    mode = Mode(target_versions={TargetVersion.PY311})
    assert black.format_str(source, mode=mode) == source
    options = ["--isolated", "--no-cache", "--select", "I", "--diff", "-"]
    command = [sys.executable, "-m", "ruff", "check", *options]
    done = subprocess.run(command, input=source, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_a_block_is_sorted() -> None:
    imports = Imports()
    for source in ("..models.pet", ".pet", "...other", ".pet_10", ".pet_2", "pydantic"):
        for name in NAMES:
            imports.add(source, name)
    imports.add_module("datetime", "datetime_")
    imports.add_module("builtins")
    imports.add("typing", "Literal", "Literal_")
    imports.type_checking.add("collections.abc", "Mapping")
    imports.type_checking.add("..models.cat", "Cat")
    text = imports.render()
    assert text.startswith("from __future__ import annotations\n\nimport builtins\n")
    assert text.index("if TYPE_CHECKING:") > text.index("from .pet_10")
    used = "\n".join(["", "", "if TYPE_CHECKING:\n    x: object"])
    _is_sorted(f"{text}\n{used[1:]}\n")


def test_nothing_used_means_nothing_imported() -> None:
    assert Imports(future=False).render() == ""
    assert Imports().render() == "from __future__ import annotations"


def test_collectors_merge() -> None:
    one, other = Imports(), Imports()
    other.add("typing", "Literal")
    other.add_module("builtins")
    other.type_checking.add(".pet", "Pet")
    one.merge(other)
    assert one.render() == other.render()


def test_a_lazy_table() -> None:
    entries = [("pet_10", ["Pet"]), ("pet_2", ["InProgress", "Incomplete"])]
    imports, table = lazy_table(entries)
    assert list(imports) == [
        "from .pet_2 import Incomplete as Incomplete",
        "from .pet_2 import InProgress as InProgress",
        "from .pet_10 import Pet as Pet",
    ]
    assert table[0] == '"InProgress": "pet_2"'
    lines = "\n".join(f"    {line}" for line in imports)
    _is_sorted(
        "from __future__ import annotations\n\nfrom typing import TYPE_CHECKING\n\n"
        f"if TYPE_CHECKING:\n{lines}\n"
    )
