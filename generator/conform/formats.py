"""Formats of texts: one of each, and which texts are of one.

Asserted are those that validators assert; the others only choose a likely text.
"""

from __future__ import annotations

import base64
import binascii
import datetime
import re
import uuid

_FULL_TIME = re.compile(
    r"[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?(?:[Zz]|[+-][0-9]{2}:[0-9]{2})"
)
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")

_TEXTS = {
    "byte": "c3RyaW5n",
    "date": "2024-01-31",
    "date-time": "2024-01-31T12:30:00Z",
    "duration": "P1D",
    "email": "user@example.com",
    "hostname": "example.com",
    "idn-email": "user@example.com",
    "idn-hostname": "example.com",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "iri": "https://example.com/",
    "iri-reference": "/path",
    "json-pointer": "/path",
    "regex": ".*",
    "relative-json-pointer": "0",
    "time": "12:30:00Z",
    "uri": "https://example.com/",
    "uri-reference": "/path",
    "uri-template": "/{path}",
    "url": "https://example.com/",
    "uuid": "123e4567-e89b-42d3-a456-426614174000",
}


def text_of(format: object, salt: int) -> str | None:
    """A text of a format, None for one not known; each salt below 100 gives another."""
    known = _TEXTS.get(str(format))
    if known is None or not salt:
        return known
    if format in ("date", "date-time"):
        day = datetime.date(2024, 1, 31) + datetime.timedelta(days=salt)
        return f"{day.isoformat()}{known[10:]}"
    if format == "time":
        return f"12:{(30 + salt) % 60:02}:00Z"
    if format == "uuid":
        return f"{known[:-2]}{salt % 256:02x}"
    if format == "byte":
        return base64.b64encode(f"string{salt}".encode()).decode()
    if format == "duration":
        return f"P{1 + salt}D"
    if format in ("email", "idn-email", "hostname", "idn-hostname"):
        return f"{known[: -len('example.com')]}n{salt}.example.com"
    if format == "ipv4":
        return f"192.0.2.{(1 + salt) % 256}"
    if format == "ipv6":
        return f"2001:db8::{1 + salt:x}"
    if format == "relative-json-pointer":
        return str(salt)
    return f"{known}{salt}"


def is_of(format: object, text: str) -> bool:
    """Whether a text is of a format, as far as validators assert it."""
    if format == "date":
        return _is_date(text)
    if format == "time":
        return _is_time(text)
    if format == "date-time":
        return text[10:11] in "Tt" and _is_date(text[:10]) and _is_time(text[11:])
    if format == "uuid":
        return _is_uuid(text)
    if format == "byte":
        return _is_base64(text)
    return True


def _is_date(text: str) -> bool:
    if _DATE.fullmatch(text) is None:
        return False
    try:
        datetime.date.fromisoformat(text)
    except ValueError:
        return text.startswith("0000-")
    return True


def _is_time(text: str) -> bool:
    if _FULL_TIME.fullmatch(text) is None:
        return False
    is_leap = text[:8] == "23:59:60" and text[8:].lstrip(".0123456789") in ("Z", "z")
    zone = text[-5:] if text[-1] not in "Zz" else "00:00"
    return (
        is_leap or (text[:2] < "24" and text[3:5] < "60" and text[6:8] < "60")
    ) and (zone[:2] < "24" and zone[3:] < "60")


def _is_uuid(text: str) -> bool:
    try:
        return str(uuid.UUID(text)) == text.lower()
    except ValueError:
        return False


def _is_base64(text: str) -> bool:
    try:
        base64.b64decode(text, validate=True)
    except (ValueError, binascii.Error):
        return False
    return len(text) % 4 == 0
