"""What the tests of the command line share."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
SPEC = """\
openapi: 3.1.0
info: {title: Pets, version: "1"}
paths:
  /pets:
    get:
      operationId: listPets
      tags: [pets]
      responses:
        "200":
          description: All pets.
          content:
            application/json:
              schema: {type: array, items: {$ref: "#/components/schemas/Pet"}}
components:
  schemas:
    Pet:
      type: object
      required: [name]
      properties:
        name: {type: string}
"""
CHANGED = SPEC + "        age: {type: integer}\n"


class Answer:
    """What one call of the command line came to."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err

    def json(self) -> Any:
        return json.loads(self.out)

    def findings(self) -> list[str]:
        return [finding["code"] for finding in json.loads(self.err)]


def oasmith(*argv: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    """Call the command line in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **options.pop("env", {})}
    return subprocess.run(
        [sys.executable, "-m", "generator", *argv],
        capture_output=True,
        check=False,
        env=environment,
        timeout=120,
        **options,
    )


def files(root: Path) -> dict[str, bytes]:
    """The files below a folder, without what Python compiles when it imports them."""
    return {
        str(path.relative_to(root)): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }


def hand_edit(folder: Path) -> str:
    """Change a generated file; the code that a run then reports."""
    (folder / "__init__.py").write_text("mine\n")
    return "E403"
