"""`oasmith demo`: generate an API, serve it, call it, change it, check it.

Everything happens in a temporary folder and through the command line and the files that
a user would have; the demo only starts them one after another and ends the server.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from .progress import counted
from .resources import package_root, spec_root, template_root

if TYPE_CHECKING:
    from collections.abc import Iterator

_SPEC = "completions.yaml"
_PATIENCE = 30.0
_FIELD = """\
        mood:
          type: string
          description: The mood in which the text goes on.
"""
_PLACE = "    CreateCompletionRequest:\n"
_SHOWN = "completions/models/create_completion_request.py"
"""The file whose difference the demo shows."""


class DemoFailed(Exception):
    """A step did not do what it should; its output has been shown."""


def demo() -> int:
    """Run the demo and return the exit code: 0 if every step worked."""
    begin = time.monotonic()
    try:
        with tempfile.TemporaryDirectory(prefix="oasmith-demo-") as folder:
            _play(Path(folder))
    except DemoFailed as failure:
        _say(f"\nThe demo stopped: {failure}.")
        return 70
    took = f"{time.monotonic() - begin:.1f} seconds"
    _say(f"\nThat was all, in {took}. Your turn: oasmith generate openapi.yaml")
    return 0


def _play(folder: Path) -> None:
    shutil.copy(spec_root() / _SPEC, folder / _SPEC)
    for name in ("server.py", "client.py"):
        shutil.copy(template_root() / "demo" / name, folder / name)

    _step(1, "Generate a package from an OpenAPI document of one operation")
    _oasmith(folder, "generate", _SPEC, "--env-prefix", "OPENAI")
    _say(_listing(folder / "completions"))

    _step(2, "Serve it: the generated server, with handlers of some 40 lines")
    with _server(folder) as port:
        _step(3, "Call it: the generated client, plain and streamed, sync and async")
        address = f"http://127.0.0.1:{port}"
        variables = {"OPENAI_BASE_URL": address, "OPENAI_API_KEY": "sk-demo"}
        _python(folder, "client.py", variables)

    _step(4, "Change the document (a new field, `mood`), and let `check` see it")
    _change(folder / _SPEC)
    _say(_shortened(_checked(folder)))
    _say("\nExit code 1: in CI, the package and the document can never disagree.")


def _change(spec: Path) -> None:
    """Add a property at the end of the request."""
    text = spec.read_text(encoding="utf-8")
    head, place, tail = text.partition(_PLACE)
    before, end, after = tail.partition("\n\n")
    if not place or not end:
        raise DemoFailed("the example document has another shape")
    spec.write_text(f"{head}{place}{before}\n{_FIELD}\n{after}", "utf-8")


def _checked(folder: Path) -> str:
    """What `check` prints about the changed document."""
    return _oasmith(
        folder, "check", _SPEC, "--env-prefix", "OPENAI", expected=1, kept=True
    )


def _shortened(said: str) -> str:
    """The output of `check` with the diff of one file, and the number of the others."""
    names, *diffs = said.rstrip("\n").split("\n--- ")
    shown = [diff for diff in diffs if diff.startswith(f"a/{_SHOWN}\n")]
    if len(shown) != 1:
        raise DemoFailed("the model does not differ")
    more = counted(len(diffs) - 1, "more file")
    return f"{names}\n--- {shown[0]}\n... and {more}"


@contextmanager
def _server(folder: Path) -> Iterator[int]:
    """The server in a process of its own; the port once it accepts connections."""
    _say("$ python server.py &")
    process = subprocess.Popen(
        [sys.executable, "server.py"],
        cwd=folder,
        env=_environment(folder, {}),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        line = process.stdout.readline().strip() if process.stdout else ""
        if not line.isdecimal():
            raise DemoFailed("the server did not start")
        _wait_for(int(line))
        _say(f"listening on 127.0.0.1:{line}")
        yield int(line)
    finally:
        _end(process)


def _wait_for(port: int) -> None:
    """Try to connect until the server answers."""
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline:
        try:
            socket.create_connection(("127.0.0.1", port), 1.0).close()
        except OSError:
            time.sleep(0.02)
        else:
            return
    raise DemoFailed("the server did not answer")


def _end(process: subprocess.Popen[str]) -> None:
    """Close the server's input, which ends it; kill it if that takes too long."""
    try:
        process.communicate(timeout=5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()


def _oasmith(
    folder: Path, *arguments: str, expected: int = 0, kept: bool = False
) -> str:
    _say(f"$ oasmith {' '.join(arguments)}")
    command = [sys.executable, "-m", "generator", *arguments]
    return _call(folder, command, {}, expected, kept=kept)


def _python(folder: Path, script: str, variables: dict[str, str]) -> None:
    shown = "".join(f"{name}={value} " for name, value in variables.items())
    _say(f"$ {shown}python {script}")
    _call(folder, [sys.executable, script], variables, 0)


def _call(
    folder: Path,
    command: list[str],
    variables: dict[str, str],
    expected: int,
    *,
    kept: bool = False,
) -> str:
    """Run a step. Its output is shown, or `kept` for the caller when it went well."""
    sys.stdout.flush()
    try:
        ended = subprocess.run(
            command,
            cwd=folder,
            env=_environment(folder, variables),
            check=False,
            timeout=_PATIENCE,
            stdout=subprocess.PIPE if kept else None,
            encoding="utf-8",
        )
    except subprocess.TimeoutExpired:
        raise DemoFailed("a step took too long") from None
    said = ended.stdout or ""
    if ended.returncode != expected:
        _say(said)
        raise DemoFailed(f"exit code {ended.returncode}, not {expected}")
    return said


def _environment(folder: Path, variables: dict[str, str]) -> dict[str, str]:
    """The environment of a step: oasmith can be imported, proxies and caches are out."""
    ours = {
        name: value
        for name, value in os.environ.items()
        if not name.lower().endswith("_proxy") and not name.startswith("OPENAI_")
    }
    path = os.pathsep.join(
        part for part in (str(package_root().parent), ours.get("PYTHONPATH")) if part
    )
    cache = str(folder / ".cache")
    return {**ours, "PYTHONPATH": path, "OASMITH_CACHE_DIR": cache, **variables}


def _listing(root: Path) -> str:
    """The folders of the package with their modules."""
    lines = [f"{root.name}/"]
    for place in sorted(path for path in root.iterdir() if path.is_dir()):
        modules = sorted({path.stem for path in place.rglob("*.py")} - {"__init__"})
        shown = ", ".join(modules[:5]) + (", ..." if len(modules) > 5 else "")
        lines.append(f"  {place.name + '/':<13}{shown}")
    return "\n".join(lines)


def _step(number: int, title: str) -> None:
    gap = "\n" if number > 1 else ""
    _say(f"{gap}{number}. {title}")


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
