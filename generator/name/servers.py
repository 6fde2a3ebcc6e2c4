"""Names of server variables, which are keyword arguments of the client."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import reserved
from .scope import Scope
from .words import snake

if TYPE_CHECKING:
    from ..ir import Api


def name_variables(api: Api) -> dict[str, str]:
    """The keyword argument of each variable of a server, also of one of operations."""
    scope = Scope(reserved.CLIENT_ARGUMENTS)
    own = [server for item in api.operations for server in item.servers]
    servers = (*api.servers, *own)
    wire = {item.name for server in servers for item in server.variables}
    wanted = {name: snake(name, "variable") for name in wire}
    return {
        name: scope.take(name, wanted[name], f"server_{wanted[name]}")
        for name in sorted(wire, key=lambda name: (wanted[name] != name, name))
    }
