"""The fixtures of the command line's tests."""

from ..cli.conftest import call, project

__all__ = ["call", "project"]
