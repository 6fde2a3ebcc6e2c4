"""`_custom/`: hand-written additions that the package takes up (Q5, S14)."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from generator import cli

from ..e2e.serving import serve
from ..golden.cases import ROOT
from .support import words

if TYPE_CHECKING:
    from pathlib import Path

CUSTOM = '''\
"""Accessors for the text of a stream."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Unpack

from ..client import Client as GeneratedClient
from ..client.completions import AsyncCompletions as GeneratedAsync
from ..client.completions import CompletionCreateParams
from ..client.completions import Completions as Generated

__all__ = ["AsyncCompletions", "Client", "Completions", "shortened"]


def shortened(text: str) -> str:
    """The start of a text."""
    return text[:20]


class Completions(Generated):
    """Completions, also as plain texts."""

    def text_deltas(self, **params: Unpack[CompletionCreateParams]) -> Iterator[str]:
        """The texts of a stream as they come."""
        with self.create(stream=True, **params) as stream:
            for chunk in stream:
                for choice in chunk.choices:
                    yield choice.text


class AsyncCompletions(Generated0):
    """The same without blocking."""

    async def text_deltas(
        self, **params: Unpack[CompletionCreateParams]
    ) -> AsyncIterator[str]:
        """The texts of a stream as they come."""
        async with await self.create(stream=True, **params) as stream:
            async for chunk in stream:
                for choice in chunk.choices:
                    yield choice.text


class Client(GeneratedClient):
    """The client, with a word of its own."""

    def greeting(self) -> str:
        """What to say first."""
        return "Hello"
'''.replace("Generated0", "GeneratedAsync")

USING = """\
import asyncio
from typing import assert_type

from completions import AsyncClient, Client, shortened
from completions._custom import AsyncCompletions, Completions

client = Client()
assert_type(client.completions, Completions)
assert_type(client.with_options(timeout=9).completions, Completions)
assert_type(AsyncClient().completions, AsyncCompletions)
assert_type(client.greeting(), str)
assert_type(shortened("x"), str)


async def main() -> None:
    async with AsyncClient() as later:
        texts = [
            text
            async for text in later.completions.text_deltas(model="m", prompt="We walked")
        ]
        print("".join(texts) == whole)


with client:
    answer = client.completions.create(model="m", prompt="We walked", max_tokens=16)
    whole = answer.choices[0].text
    deltas = list(client.completions.text_deltas(model="m", prompt="We walked"))
    print(len(deltas) > 3, "".join(deltas) == whole, client.greeting())
    print(type(client.completions) is Completions)
    print(type(client.with_options(timeout=9).completions) is Completions)
    asyncio.run(main())
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The completions package with additions of a user's."""
    found = tmp_path_factory.mktemp("custom")
    shutil.copytree(ROOT / "spec", found, dirs_exist_ok=True)
    mine = found / "completions" / "_custom"
    _generate(found)
    mine.mkdir()
    (mine / "__init__.py").write_text(CUSTOM, encoding="utf-8")
    (found / "using.py").write_text(USING, encoding="utf-8")
    _generate(found)
    return found


def _generate(folder: Path, verb: str = "generate") -> int:
    arguments = [str(folder / "completions.yaml"), "-o", str(folder / "completions")]
    return cli.main([verb, *arguments, "--env-prefix", "OPENAI", "--no-cache", "-q"])


def test_s14_accessors_of_streams_are_hand_written(folder: Path) -> None:
    with serve(words()) as served:
        shown = _python(folder, "using.py", OPENAI_BASE_URL=served.url)
    assert shown.splitlines() == ["True True Hello", "True", "True", "True"]


@pytest.mark.parametrize(
    "checker",
    [
        ["mypy", "--strict", "--cache-dir", os.devnull],
        ["pyright", "--pythonpath", sys.executable],
    ],
)
def test_s14_type_checkers_know_the_users_classes(
    checker: list[str], folder: Path
) -> None:
    (folder / "pyrightconfig.json").write_text(
        '{"typeCheckingMode": "strict", "include": ["using.py", "completions/_custom", '
        '"completions/client/client.py", "completions/__init__.py"]}'
    )
    given = ["using.py", "completions/_custom"] if checker[0] == "mypy" else []
    done = subprocess.run(
        [sys.executable, "-m", *checker, *given],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
    )
    assert done.returncode == 0, done.stdout


def test_q5_the_users_folder_is_no_drift_and_never_written(folder: Path) -> None:
    assert _generate(folder, "check") == 0
    mine = folder / "completions" / "_custom"
    (mine / "more.py").write_text("MORE = 1\n", encoding="utf-8")
    before = {path.name: path.read_bytes() for path in mine.iterdir() if path.is_file()}
    assert _generate(folder) == 0 and _generate(folder, "check") == 0
    after = {path.name: path.read_bytes() for path in mine.iterdir() if path.is_file()}
    assert after == before


def test_q5_the_root_stays_cheap(folder: Path) -> None:
    code = (
        "import sys, completions\n"
        "print({'pydantic', 'httpx2', 'completions._custom'} & set(sys.modules))\n"
        "print('shortened' in dir(completions), completions.shortened('ab'))\n"
    )
    assert _python(folder, "-c", code) == "set()\nTrue ab\n"


def test_q5_without_the_folder_nothing_speaks_of_it() -> None:
    package = ROOT / "generated" / "completions"
    for path in package.rglob("*.py"):
        assert "_custom" not in path.read_text(encoding="utf-8"), path


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("def (", "E411"),
        ("\0", "E411"),
        ("__all__ = names()", "E412"),
        ("__all__ = ['_private']", "E412"),
        ("__all__ = ['client']", "E412"),
        ("__all__ = ['class']", "E412"),
        ("__all__ = [1]", "E412"),
        ("__all__ = ['a b']", "E412"),
        ("__all__ = 'Client'", "E412"),
        ("HELP = 1", ""),
        ("__all__: tuple[str, ...] = ('help_me',)\nhelp_me = 1", ""),
        ("raise SystemExit('it was run')", ""),
    ],
)
def test_what_the_users_folder_may_say(
    text: str,
    code: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    shutil.copytree(ROOT / "spec", tmp_path, dirs_exist_ok=True)
    assert _generate(tmp_path) == 0
    before = (tmp_path / "completions" / "__init__.py").read_bytes()
    mine = tmp_path / "completions" / "_custom"
    mine.mkdir()
    (mine / "__init__.py").write_text(text)
    capsys.readouterr()
    assert _generate(tmp_path) == (2 if code else 0)
    said = capsys.readouterr().err
    assert (f"[{code}]" in said) == bool(code), said
    changed = (tmp_path / "completions" / "__init__.py").read_bytes() != before
    assert changed == ("help_me" in text)


def _python(folder: Path, *arguments: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", *arguments],
        cwd=folder,
        env={**os.environ, "OPENAI_API_KEY": "sk-demo", **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
