# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""TLS contexts: whom a client believes, and what it shows of itself. One for each choice.

Making a context costs 15 ms, as it reads all certificates of the system.
"""

from __future__ import annotations

import os
import ssl
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

import httpx2

from .errors import ConfigurationError

PathLike: TypeAlias = str | os.PathLike[str]

Certificate: TypeAlias = (
    PathLike | tuple[PathLike, PathLike] | tuple[PathLike, PathLike, str]
)
"""A PEM file with a certificate and its key; or both apart, and the key's password."""

Verify: TypeAlias = PathLike | ssl.SSLContext
"""A file or folder of the certificates to believe, in place of the system's."""


class _File(NamedTuple):
    """A file or folder as it was when it was looked at: a renewed one is another."""

    path: str
    changed: int
    inode: int


class _Chain(NamedTuple):
    certificate: _File
    key: _File | None
    password: str

    def __repr__(self) -> str:
        return f"<certificate {self.certificate.path}>"


def tls_context(
    verify: Verify | None = None, cert: Certificate | None = None
) -> ssl.SSLContext:
    """The TLS context for these options, the same one for the same files.

    Raises:
        ConfigurationError: A file is not there or not what it should be, or both a
            context and a certificate are given.
    """
    if isinstance(verify, ssl.SSLContext):
        if cert is not None:
            raise ConfigurationError(
                "verify is a context: let it load the certificate, in place of cert"
            )
        return verify
    known = _file("verify", verify) if verify is not None else None
    chain = _chain(cert) if cert is not None else None
    files = os.environ.get("SSL_CERT_FILE"), os.environ.get("SSL_CERT_DIR")
    return _context(known, chain, files)


def _file(option: str, path: PathLike) -> _File:
    try:
        found = Path(path).stat()
    except OSError as error:
        reason = error.strerror or "it cannot be read"
        raise ConfigurationError(f"{option}: {os.fspath(path)}: {reason}") from None
    return _File(os.fspath(path), found.st_mtime_ns, found.st_ino)


def _chain(cert: Certificate) -> _Chain:
    if not isinstance(cert, tuple):
        return _Chain(_file("cert", cert), None, "")
    password = cert[2] if len(cert) == 3 else ""
    return _Chain(_file("cert", cert[0]), _file("cert", cert[1]), password)


@lru_cache(maxsize=64)
def _context(
    known: _File | None, chain: _Chain | None, files: tuple[str | None, str | None]
) -> ssl.SSLContext:
    """A new context; `files` are those that the environment names."""
    context = httpx2.create_ssl_context() if known is None else _believing(known)
    if chain is not None:
        key = chain.key.path if chain.key else None
        try:
            context.load_cert_chain(chain.certificate.path, key, chain.password)
        except (OSError, ValueError) as error:
            usual = "it is no certificate with its key, or the password does not fit"
            raise _unusable("cert", chain.certificate, error, usual) from None
    return context


def _believing(known: _File) -> ssl.SSLContext:
    is_folder = Path(known.path).is_dir()
    try:
        if is_folder:
            return ssl.create_default_context(capath=known.path)
        return ssl.create_default_context(cafile=known.path)
    except (OSError, ValueError) as error:
        raise _unusable("verify", known, error, "it holds no certificate") from None


def _unusable(
    option: str, file: _File, error: Exception, usual: str
) -> ConfigurationError:
    """The error for a file that cannot be loaded; a password is not shown."""
    reason = getattr(error, "reason", None) or usual
    words = str(reason).replace("_", " ").lower()
    return ConfigurationError(f"{option}: {file.path}: {words}")
