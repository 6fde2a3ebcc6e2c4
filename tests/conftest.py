"""Options and fixtures that all tests share."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from _pytest.config.argparsing import Parser

# How long an example takes says something about the machine, not about the code. The
# same examples everywhere, so that a change is judged by what it changes;
# `--hypothesis-profile=explore` looks for new ones.
settings.register_profile(
    "explore", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("same", settings.get_profile("explore"), derandomize=True)
settings.load_profile("same")


def pytest_addoption(parser: Parser) -> None:
    """Add `--update-golden`."""
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="write what the tests got as what they expect; refused when CI is set",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Refuse to update expectations where nobody would look at the difference."""
    in_ci = os.environ.get("CI", "").lower() in ("1", "true", "yes")
    if config.getoption("--update-golden") and in_ci:
        raise pytest.UsageError("--update-golden is refused when CI is set")


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Whether to write expectations instead of comparing with them."""
    return bool(request.config.getoption("--update-golden"))
