"""Values of the keyword `format` that validators can check, and what each one asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...ir import Api

ASSERTED = frozenset("byte date date-time double float int32 int64 time uuid".split())
"""The formats that validators check where nothing is said; others are annotations."""

MEANINGS = {
    "byte": "base64 (RFC 4648, section 4)",
    "date": "a day (RFC 3339, `full-date`)",
    "date-time": "a time of a day with its offset (RFC 3339)",
    "double": "a number that fits in 64 bits",
    "duration": "a duration of ISO 8601 (RFC 3339, appendix A)",
    "email": "a mailbox (RFC 5321, section 4.1.2)",
    "float": "a number that fits in 64 bits",
    "hostname": "a host name (RFC 1123)",
    "idn-email": "a mailbox with letters of all scripts (RFC 6531)",
    "idn-hostname": "a host name with letters of all scripts (RFC 5890)",
    "int32": "a number from -2³¹ to 2³¹-1",
    "int64": "a number from -2⁶³ to 2⁶³-1",
    "ipv4": "an IPv4 address (RFC 2673, section 3.2)",
    "ipv6": "an IPv6 address (RFC 4291, section 2.2)",
    "iri": "an IRI with its scheme (RFC 3987)",
    "iri-reference": "an IRI or a relative reference (RFC 3987)",
    "json-pointer": "a JSON Pointer (RFC 6901)",
    "regex": "a regular expression (ECMA-262)",
    "relative-json-pointer": "a Relative JSON Pointer",
    "time": "a time of day with its offset (RFC 3339, `full-time`)",
    "uri": "a URI with its scheme (RFC 3986)",
    "uri-reference": "a URI or a relative reference (RFC 3986)",
    "uri-template": "a URI template (RFC 6570)",
    "uuid": "a UUID (RFC 9562)",
}
"""What each format that can be checked asks of a value, as Markdown."""


def asserted(
    chosen: tuple[tuple[str, bool], ...], usual: frozenset[str] = ASSERTED
) -> frozenset[str]:
    """The formats that are checked, with what the configuration says besides."""
    wanted = {name for name, is_wanted in chosen if is_wanted}
    return (usual | wanted) - {name for name, is_wanted in chosen if not is_wanted}


def used(api: Api) -> list[str]:
    """The formats in use that can be checked, by name."""
    found = {
        str(value)
        for entry in api.assertions.values()
        for keyword, value in entry.keywords
        if keyword == "format"
    }
    return sorted(found & MEANINGS.keys())
