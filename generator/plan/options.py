"""What a target is told beside the model and its names."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from ..values import dataclass

if TYPE_CHECKING:
    from .python.one_way import Way

Recall: TypeAlias = Callable[[str, Callable[[], str]], str]
"""Takes what decides an outcome, and a way to compute that; may know it already."""


def anew(request: str, compute: Callable[[], str]) -> str:
    """The `Recall` that knows nothing."""
    return compute()


@dataclass(frozen=True, slots=True)
class TargetOptions:
    """The options of a run as planning sees them.

    `package` is the name that the package is imported by; `env_prefix` begins the
    environment variables of its client (`OPENAI` gives `OPENAI_API_KEY`), empty for one
    made of the package's name; `source_name` is the document's name as users know it.
    `webhooks` is the scheme of signatures that webhooks are verified by, empty for none.
    In the ways of `refusing`, validators report what only goes the other way; in those of
    `stripping`, it is taken out of what clients send and servers get and answer.
    `custom` are the names that the user's folder `_custom/` exports. `version` is that of
    the package, empty where it is no distribution. `has_validators` tells that validators
    are generated too. `formats` are values of `format` that validators check, or do not,
    against the usual; with `accept_subclasses` they take more than the types of
    `json.loads`.
    """

    package: str
    env_prefix: str
    source_name: str
    webhooks: str = ""
    refusing: frozenset[Way] = frozenset()
    stripping: frozenset[Way] = frozenset()
    custom: tuple[str, ...] = ()
    version: str = ""
    has_validators: bool = False
    formats: tuple[tuple[str, bool], ...] = ()
    accept_subclasses: bool = False
