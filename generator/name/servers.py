"""Names of server variables, which are keyword arguments of the client."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import reserved
from .scope import Scope
from .words import snake

if TYPE_CHECKING:
    from ..ir import Api


def name_variables(api: Api) -> dict[str, str]:
    """The keyword argument of each variable of the document's servers."""
    scope = Scope(reserved.CLIENT_ARGUMENTS)
    wire = {item.name for server in api.servers for item in server.variables}
    wanted = {name: snake(name, "variable") for name in wire}
    return {
        name: scope.take(name, wanted[name], f"server_{wanted[name]}")
        for name in sorted(wire, key=lambda name: (wanted[name] != name, name))
    }
