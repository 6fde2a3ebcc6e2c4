"""Formats with letters of all scripts, and URI templates.

Most cases are those of the JSON Schema Test Suite (draft2020-12, optional/format).
"""

from __future__ import annotations

import time
from typing import Any

import pytest

from .server_runtime import load

idn, formats = load("idn"), load("formats")

HOSTS = [
    "\uc2e4\ub840.\ud14c\uc2a4\ud2b8",
    "xn--ihqwcrb4cv8a8dqg056pqjye",
    "hostname.example",
    "\xdf\u03c2\u0f0b\u3007",
    "\u06fd\u06fe",
    "l\xb7l",
    "\u03b1\u0375\u03b2",
    "\u05d0\u05f3\u05d1",
    "\u05d0\u05f4\u05d1",
    "\u30fb\u3041",
    "\u30fb\u30a1",
    "\u30fb\u4e08",
    "\u0628\u0660\u0628",
    "\u06f00",
    "\u0915\u094d\u200d\u0937",
    "\u0915\u094d\u200c\u0937",
    "\u0628\u064a\u200c\u0628\u064a",
    "b\xfccher.example\u3002com",
    "b\xfccher\uff0eexample",
    "1host",
]
NO_HOSTS = [
    "",
    ".",
    "a..b",
    "-\xfc",
    "\xfc-",
    "\uc2e4\u302e\ub840.\ud14c\uc2a4\ud2b8",
    "\uc2e4" * 80,
    "-> $1.00 <--",
    "xn--X",
    "XN--aa---o47jg78q",
    "xn--abc-",
    "\u0903hello",
    "\u0300hello",
    "\u0488hello",
    "\u0640\u07fa",
    "\u3031\u3032\u3033\u3034\u3035\u302e\u302f\u303b",
    "a\xb7l",
    "\xb7l",
    "l\xb7a",
    "l\xb7",
    "\u03b1\u0375S",
    "\u03b1\u0375",
    "A\u05f3\u05d1",
    "\u05f3\u05d1",
    "A\u05f4\u05d1",
    "def\u30fbabc",
    "\u30fb",
    "\u0628\u0660\u06f0",
    "\u0915\u200d\u0937",
    "\u200d\u0937",
    "B\xfccher",
    "u\u0308ber",
    "\xe4\U000e0100",
    "\ud800",
    "\xe4 b",
]


@pytest.mark.parametrize("text", HOSTS, ids=ascii)
def test_a_host_name_of_any_script(text: str) -> None:
    assert idn.is_idn_hostname(text)


@pytest.mark.parametrize("text", NO_HOSTS, ids=ascii)
def test_what_is_no_host_name_in_any_script(text: str) -> None:
    assert not idn.is_idn_hostname(text)


def test_a_host_name_is_that_of_dns() -> None:
    label = "\xe4" * 57
    assert idn.is_idn_hostname(label) is (len(label.encode("punycode")) <= 59)
    assert idn.is_idn_hostname(".".join(["\xe4" * 20] * 6))
    assert not idn.is_idn_hostname(".".join(["\xe4" * 40] * 6))


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("\uc2e4\ub840@\uc2e4\ub840.\ud14c\uc2a4\ud2b8", True),
        ("joe.bloggs@example.com", True),
        ('"\xe4 b"@example.com', True),
        ("a@[127.0.0.1]", True),
        ("2962", False),
        ("\xe4..b@example.com", False),
        ("\xe4@", False),
        ("\xe4@-a", False),
        ("\xe4" * 33 + "@example.com", False),
        ("\ud800@example.com", False),
    ],
)
def test_a_mailbox_of_any_script(text: str, fits: bool) -> None:
    assert idn.is_idn_email(text) is fits


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("http://example.com/dictionary/{term:1}/{term}", True),
        ("http://example.com/dictionary", True),
        ("dictionary/{term:1}/{term}", True),
        ("/{a,b*,c.d%20:9999}{?q*}{&r}{#x}{;y}{.z}{+w}", True),
        ("", True),
        ("\xe4{a}", True),
        ("a%20'b", True),
        ("http://example.com/dictionary/{term:1}/{term", False),
        ("{}", False),
        ("a}", False),
        ("{a:0}", False),
        ("{a:10000}", False),
        ("{a..b}", False),
        ("{-a}", False),
        ("{a,}", False),
        ("a b", False),
        ("%2", False),
        ("a\n", False),
        ('"', False),
    ],
)
def test_a_uri_template(text: str, fits: bool) -> None:
    assert formats.is_uri_template(text) is fits


HOSTILE: list[Any] = [
    "\xe4" * 100_000,
    "xn--" + "a" * 100_000,
    "{" * 100_000,
    "{a" * 50_000,
    "%" * 100_000,
    "a@" * 50_000,
    "l\xb7" * 50_000,
]


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: ascii(text[:8]))
def test_no_text_takes_long(text: str) -> None:
    begin = time.process_time()
    for check in (idn.is_idn_hostname, idn.is_idn_email, formats.is_uri_template):
        check(text)
    assert time.process_time() - begin < 1
