"""The table `formats`: which values of the keyword `format` validators check."""

from __future__ import annotations

FORMATS: dict[str, bool] = {
    **dict.fromkeys(
        ("byte", "date", "date-time", "double", "float", "int32", "int64", "time"), True
    ),
    "uuid": True,
    **dict.fromkeys(("duration", "email", "hostname", "ipv4", "ipv6", "iri"), False),
    **dict.fromkeys(("idn-email", "idn-hostname", "iri-reference"), False),
    **dict.fromkeys(("json-pointer", "regex", "relative-json-pointer"), False),
    **dict.fromkeys(("uri", "uri-reference", "uri-template"), False),
}
"""The formats that can be checked, with whether they are where nothing is said.

All others are annotations (JSON Schema 2020-12, validation, section 7.2.1).
"""
