"""`oasmith demo`: every step works, it ends by itself, and it leaves nothing behind."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_demo_plays_through(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "generator", "demo"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert ended.stderr == ""
    said = ended.stdout
    whole = " to the quiet harbour and counted every boat"
    assert said.count(f"\n{whole}\n") == 2
    assert said.count("\n" + " |".join(f" {word}" for word in whole.split())) == 2
    assert "BadRequestError: 400 Invalid value for 'temperature'" in said
    assert "different:   completions/models/create_completion_request.py" in said
    assert "\n+    mood: str | None = None\n" in said
    assert said.count("\n--- ") == 1
    assert re.search(
        r"\n\.\.\. and 3 more files\n\nExit code 1: .*\n\nThat was all, in .* seconds\.",
        said,
    )
    assert said.count("\n") <= 50
    assert list(tmp_path.iterdir()) == []
