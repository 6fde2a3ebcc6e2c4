"""Which webhooks have something to read."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...ir import Api, Operation


def with_payload(api: Api) -> list[Operation]:
    """The webhooks that bring a body."""
    return [item for item in api.webhooks if item.body and item.body.contents]
