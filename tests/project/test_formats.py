"""The README says of each format in use whether validators check it, and for what."""

from __future__ import annotations

from contextlib import chdir
from dataclasses import replace

from generator.config import Project

from ..golden.cases import HERE, config_of, make, source_of
from .support import project


def _table(readme: str) -> dict[str, str]:
    """The rows of the table of formats."""
    _, _, section = readme.partition("\n## Validators\n")
    section = section.partition("\n## ")[0]
    rows = [line.strip("| ") for line in section.splitlines() if line[:3] == "| `"]
    return dict(tuple(row.split(" | ", 1)) for row in rows[1:])


def test_formats_in_use_are_told() -> None:
    found = _table(project("formats")["README.md"])
    assert found == {
        "`date`": "a day (RFC 3339, `full-date`)",
        "`date-time`": "a time of a day with its offset (RFC 3339)",
        "`duration`": "not checked",
        "`email`": "not checked",
        "`float`": "a number that fits in 64 bits",
        "`int64`": "a number from -2⁶³ to 2⁶³-1",
        "`ipv4`": "not checked",
        "`time`": "a time of day with its offset (RFC 3339, `full-time`)",
        "`uri`": "not checked",
        "`uuid`": "a UUID (RFC 9562)",
    }


def test_what_is_configured_is_told() -> None:
    chosen = (("email", True), ("date", False), ("hostname", True))
    config = replace(config_of("formats"), project=Project(), formats=chosen)
    with chdir(HERE / "formats"):
        found = _table(make(config, source_of("formats")).files["README.md"])
    assert found["`email`"] == "a mailbox (RFC 5321, section 4.1.2)"
    assert found["`date`"] == "not checked"
    assert "`hostname`" not in found


def test_without_formats_there_is_no_table() -> None:
    assert _table(project("only_null")["README.md"]) == {}
