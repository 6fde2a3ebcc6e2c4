"""Which webhooks have something to read, and how they are signed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...ir import Api, Operation


STANDARD = "standard"
"""The scheme of signatures that there is: Standard Webhooks."""


def secret_variable(env_prefix: str) -> str:
    """The variable of the environment that holds the secret of webhooks."""
    return f"{env_prefix}_WEBHOOK_SECRET"


def with_payload(api: Api) -> list[Operation]:
    """The webhooks that bring a body."""
    return [item for item in api.webhooks if item.body and item.body.contents]
