"""`oasmith mock`: serve an API that answers by itself, without keeping a package."""

from __future__ import annotations

import os
import socket
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from ..diagnostics import Fatal, diagnostic
from ..resources import package_root
from .children import Children

if TYPE_CHECKING:
    from argparse import Namespace

_PACKAGE = "mocked_api"


def run(arguments: Namespace) -> int:
    """Generate a server into a temporary folder and run it in mock mode until it ends.

    Gives the exit code of the generator, if that fails, else the server's; 128 and the
    number of the signal where one ended the run. Raises Fatal where nothing can listen
    at the address.
    """
    host, port = arguments.host, arguments.port
    _try_to_listen(host, port)  # before the work, and again once it is done
    with (
        Children() as children,
        tempfile.TemporaryDirectory(prefix="oasmith-mock-") as name,
    ):
        folder = Path(name)
        command = ["generate", arguments.spec, "-o", str(folder / _PACKAGE)]
        command += ["--package", _PACKAGE, "--target", "mock", "--quiet"]
        command += ["--format", arguments.format, *_options(arguments)]
        made = _python(children, "generator", command, folder)
        if made:
            return made
        _try_to_listen(host, port)
        place = ["--host", host, "--port", str(port)]
        return _python(children, f"{_PACKAGE}.server.mock", place, folder)


def _try_to_listen(host: str, port: int) -> None:
    """Raise Fatal if a server could not listen at the address, as servers try it."""
    try:
        for family, kind, protocol, _, address in socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        ):
            with socket.socket(family, kind, protocol) as listener:
                if os.name == "posix":  # elsewhere it lets two servers share a port
                    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                if family == socket.AF_INET6:
                    listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
                listener.bind(address)
                listener.listen()
    except (OSError, UnicodeError) as problem:
        reason = getattr(problem, "strerror", None) or "not the name of a host"
        place = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        reason = reason[:1].lower() + reason[1:]
        raise Fatal(diagnostic("E017", place=place, reason=reason)) from None


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


def _python(children: Children, module: str, options: list[str], folder: Path) -> int:
    """Run a module that finds oasmith and the package."""
    known = [str(folder), str(package_root().parent), os.environ.get("PYTHONPATH", "")]
    path = os.pathsep.join(filter(None, known))
    command = [sys.executable, "-m", module, *options]
    return children.run(command, {**os.environ, "PYTHONPATH": path})
