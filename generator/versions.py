"""Names and versions of distributions, as Python's packaging standards want them."""

from __future__ import annotations

import re

_VERSION = re.compile(
    r"""v?(?:(?P<epoch>\d+)!)?(?P<release>\d+(?:\.\d+)*)
    (?:[-_.]?(?P<pre>alpha|a|beta|b|preview|pre|c|rc)[-_.]?(?P<pre_number>\d*))?
    (?:-(?P<bare>\d+)|[-_.]?(?P<post>post|rev|r)[-_.]?(?P<post_number>\d*))?
    (?:[-_.]?(?P<dev>dev)[-_.]?(?P<dev_number>\d*))?
    (?:\+(?P<local>[a-z0-9]+(?:[-_.][a-z0-9]+)*))?""",
    re.VERBOSE | re.ASCII,
)
_PRE = {"alpha": "a", "beta": "b", "c": "rc", "pre": "rc", "preview": "rc"}
_NUMBERS = re.compile(r"\d+(?:[-_./]\d+)*", re.ASCII)
_WORD = re.compile(
    r"[-_. ]?(alpha|beta|preview|pre|rc|dev)(?![a-z])[-_. ]?(\d*)", re.ASCII
)
_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?", re.ASCII)
_DIGITS = 18
_PARTS = 6
NOTHING = "0.0.0"
"""The version of what has none."""


def normalised(text: str) -> str | None:
    """A version in the normal form of PEP 440; None for a text that is none."""
    found = _VERSION.fullmatch(text.strip().lower())
    if found is None or re.search(rf"\d{{{_DIGITS + 1}}}", text):
        return None
    epoch = int(found["epoch"] or 0)
    release = ".".join(str(int(part)) for part in found["release"].split("."))
    written = f"{epoch}!{release}" if epoch else release
    if found["pre"]:
        word = _PRE.get(found["pre"], found["pre"])
        written += f"{word}{int(found['pre_number'] or 0)}"
    if found["bare"] or found["post"]:
        written += f".post{int(found['bare'] or found['post_number'] or 0)}"
    if found["dev"]:
        written += f".dev{int(found['dev_number'] or 0)}"
    if found["local"]:
        parts = re.split(r"[-_.]", found["local"])
        local = ".".join(str(int(part)) if part.isdecimal() else part for part in parts)
        written += f"+{local}"
    return written


def nearest(text: str) -> str:
    """A version of PEP 440 that an index takes, for any text.

    That is the text itself where it is one without a local part. Else it is the first
    run of numbers, parted by dots: `2024-01-15` is `2024.1.15`. A word behind it that
    tells a pre-release stays: `2023-11-01-preview` is `2023.11.1rc0`. It is `0.0.0`
    where there is no number.
    """
    public = text.partition("+")[0]
    known = normalised(public)
    if known is not None and not re.search(r"\d-\d", public):
        return known
    run = _NUMBERS.search(text)
    if run is None:
        return known or NOTHING
    parts = re.split(r"[-_./]", run[0])[:_PARTS]
    release = ".".join(str(int(part[-_DIGITS:])) for part in parts)
    word = _WORD.match(text.lower(), run.end())
    tail = f"{word[1]}{word[2][:_DIGITS]}" if word else ""
    return normalised(release + tail) or release


def is_distribution(name: str) -> bool:
    """Whether a text is the name of a distribution (PEP 508)."""
    return _NAME.fullmatch(name) is not None


def distribution(name: str) -> str:
    """The normal form of the name of a distribution (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()
