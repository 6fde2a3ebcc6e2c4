"""What a generated package imports from elsewhere, by what it is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

PYTHON = ">=3.11"
"""Of the generated code: it uses `typing.Self` and `typing.Unpack`."""

_PYDANTIC = ("pydantic>=2.12,<3", "typing-extensions>=4.12")
_OF_MODELS = {"pydantic": _PYDANTIC, "msgspec": ("msgspec>=0.20",)}
_OF_CLIENT = ("anyio>=4.10", "httpcore2>=2.10,<3", "httpx2>=2.10,<3")
SERVER = ("anyio>=4.10", "starlette>=1.3.1,<2", "uvicorn>=0.40")
"""What the server and the usual way to run it need."""


def requirements(targets: Iterable[str], model_kind: str) -> tuple[str, ...]:
    """What the package cannot do without, sorted (PEP 508).

    A server beside a client is an extra: most who install the package only call.
    """
    found: set[str] = set()
    wanted = set(targets)
    if "models" in wanted:
        found.update(_OF_MODELS.get(model_kind, ()))
    if "client" in wanted:
        found.update(_OF_CLIENT)
    if "server" in wanted and "client" not in wanted:
        found.update(SERVER)
    return tuple(sorted(found))


def is_extra(targets: Iterable[str]) -> bool:
    """Whether the server is an extra."""
    return {"client", "server"} <= set(targets)
