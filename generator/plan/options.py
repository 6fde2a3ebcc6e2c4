"""What a target is told beside the model and its names."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TargetOptions:
    """The options of a run as planning sees them.

    `package` is the name that the package is imported by; `env_prefix` begins the
    environment variables of its client (`OPENAI` gives `OPENAI_API_KEY`), empty for one
    made of the package's name; `source_name` is the document's name as users know it.
    """

    package: str
    env_prefix: str
    source_name: str
