"""`oasmith mock`: serve an API that answers by itself, without keeping a package."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from ..resources import package_root

if TYPE_CHECKING:
    from argparse import Namespace

_PACKAGE = "mocked_api"


def run(arguments: Namespace) -> int:
    """Generate a server into a temporary folder and run it in mock mode until it ends.

    Gives the exit code of the generator, if that fails, else the server's.
    """
    with tempfile.TemporaryDirectory(prefix="oasmith-mock-") as name:
        folder = Path(name)
        command = ["generate", arguments.spec, "-o", str(folder / _PACKAGE)]
        command += ["--package", _PACKAGE, "--target", "mock", "--quiet"]
        command += ["--format", arguments.format, *_options(arguments)]
        made = _python("generator", command, folder)
        if made:
            return made
        place = ["--host", arguments.host, "--port", str(arguments.port)]
        return _python(f"{_PACKAGE}.server.mock", place, folder)


def _options(arguments: Namespace) -> list[str]:
    """The options that say what the document is, as the command line has them."""
    found = ["--allow-remote"] if arguments.allow_remote else []
    for option in ("overlay", "allow_origin"):
        for value in getattr(arguments, option):
            found += [f"--{option.replace('_', '-')}", value]
    for subject in ("tag", "path", "operation"):
        for verb in ("include", "exclude"):
            for value in getattr(arguments, f"{verb}_{subject}s"):
                found += [f"--{verb}-{subject}", value]
    return found


def _python(module: str, options: list[str], folder: Path) -> int:
    """Run a module that finds oasmith and the package."""
    known = [str(folder), str(package_root().parent), os.environ.get("PYTHONPATH", "")]
    path = os.pathsep.join(filter(None, known))
    command = [sys.executable, "-m", module, *options]
    environment = {**os.environ, "PYTHONPATH": path}
    return subprocess.run(command, env=environment, check=False).returncode
