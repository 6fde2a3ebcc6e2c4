# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""Formats of strings that are checked where the configuration asks for it.

What each one is stands in JSON Schema 2020-12, validation, section 7.3.
"""

from __future__ import annotations

from .checks import Pattern

_PERCENT = "%[0-9A-Fa-f]{2}"
_WORD = r"A-Za-z0-9\-._~!$&'()*+,;="
_OTHER = "\\xa0-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\uffef\\U00010000-\\U000efffd"
_SCHEME = r"[A-Za-z][A-Za-z0-9+.\-]*:"


def _reference(more: str, scheme: str, first: str) -> Pattern:
    """RFC 3986, appendix A, and RFC 3987 with `more` characters.

    `first` are those of a path's first segment where nothing stands before it.
    """
    word = f"(?:[{_WORD}{more}]|{_PERCENT})*"
    user = f"(?:[{_WORD}:{more}]|{_PERCENT})*@"
    segments = f"(?:[{_WORD}:@/{more}]|{_PERCENT})*"
    host = rf"(?:\[[0-9A-Fa-f:.]+\]|\[[Vv][0-9A-Fa-f]+\.[{_WORD}:]+\]|{word})"
    authority = f"//(?:{user})?{host}(?::[0-9]*)?(?:/{segments})?"
    start = f"(?:[{first}{more}]|{_PERCENT})*(?:/{segments})?"
    private = "\\ue000-\\uf8ff" if more else ""
    query = rf"(?:\?(?:[{_WORD}:@/?{more}{private}]|{_PERCENT})*)?"
    fragment = f"(?:#(?:[{_WORD}:@/?{more}]|{_PERCENT})*)?"
    return Pattern(rf"\A{scheme}(?:{authority}|(?!//){start}){query}{fragment}\Z")


_URI = _reference("", _SCHEME, f"{_WORD}:@")
_IRI = _reference(_OTHER, _SCHEME, f"{_WORD}:@")
_RELATIVE_URI = _reference("", "", f"{_WORD}@")
_RELATIVE_IRI = _reference(_OTHER, "", f"{_WORD}@")
_LABELS = r"(?:[A-Za-z0-9](?:[A-Za-z0-9\-]*[A-Za-z0-9])?(?:\.|\Z))+"
_HOST_NAME = Pattern(rf"\A{_LABELS}\Z")
_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~\-]+"
_LOCAL = Pattern(rf'\A(?:{_ATOM}(?:\.{_ATOM})*|"(?:[ !#-\[\]-~]|\\[ -~])*")\Z')
_DURATION = Pattern(
    r"\AP(?:[0-9]+W|(?=[0-9T])"
    r"(?:[0-9]+Y(?:[0-9]+M(?:[0-9]+D)?)?|[0-9]+M(?:[0-9]+D)?|[0-9]+D)?"
    r"(?:T(?:[0-9]+H(?:[0-9]+M(?:[0-9]+S)?)?|[0-9]+M(?:[0-9]+S)?|[0-9]+S))?)\Z"
)
_POINTER = Pattern(r"\A(?:/(?:[^~/]|~[01])*)*\Z")
_RELATIVE_POINTER = Pattern(r"\A(?:0|[1-9][0-9]*)(?:#|(?:/(?:[^~/]|~[01])*)*)\Z")
_OCTET = Pattern(r"\A(?:0|[1-9][0-9]{0,2})\Z")
_GROUP = Pattern(r"\A[0-9A-Fa-f]{1,4}\Z")
_VARIABLE = (
    rf"(?:[A-Za-z0-9_]|{_PERCENT})+(?:\.(?:[A-Za-z0-9_]|{_PERCENT})+)*"
    r"(?:\*|:[1-9][0-9]{0,3})?"
)
_TEMPLATE = Pattern(
    rf"\A(?:[!#$&-;=?-\[\]_a-z~{_OTHER}\ue000-\uf8ff]|{_PERCENT}"
    rf"|\{{[+#./;?&=,!@|]?{_VARIABLE}(?:,{_VARIABLE})*\}})*\Z"
)
_LONGEST_LABEL = 63
_LONGEST_HOST_NAME = 253
_LONGEST_LOCAL = 64


def is_uri(text: str) -> bool:
    """Whether the text is a URI with its scheme (RFC 3986)."""
    return _URI.search(text) is not None and _has_right_address(text)


def is_uri_reference(text: str) -> bool:
    """Whether the text is a URI or a relative reference (RFC 3986, section 4.1)."""
    found = _URI.search(text) or _RELATIVE_URI.search(text)
    return found is not None and _has_right_address(text)


def is_iri(text: str) -> bool:
    """Whether the text is an IRI with its scheme (RFC 3987)."""
    return _IRI.search(text) is not None and _has_right_address(text)


def is_iri_reference(text: str) -> bool:
    """Whether the text is an IRI or a relative reference (RFC 3987)."""
    found = _IRI.search(text) or _RELATIVE_IRI.search(text)
    return found is not None and _has_right_address(text)


def _has_right_address(text: str) -> bool:
    """Whether an IPv6 address in brackets, if there is one, is one."""
    inner = text.partition("[")[2].partition("]")[0]
    return not inner or inner[0] in "vV" or is_ipv6(inner)


def is_uri_template(text: str) -> bool:
    """Whether the text is a URI template (RFC 6570, section 2)."""
    return _TEMPLATE.search(text) is not None


def is_hostname(text: str) -> bool:
    """Whether the text is a host name (RFC 1123, section 2.1), no longer than DNS takes."""
    if len(text) > _LONGEST_HOST_NAME or text[-1:] == ".":
        return False
    fits = all(len(label) <= _LONGEST_LABEL for label in text.split("."))
    return fits and _HOST_NAME.search(text) is not None


def is_email(text: str) -> bool:
    """Whether the text is a mailbox (RFC 5321, section 4.1.2)."""
    local, _, host = text.rpartition("@")
    if len(local) > _LONGEST_LOCAL or _LOCAL.search(local) is None:
        return False
    if host[:1] == "[" and host[-1] == "]":
        inner = host[1:-1]
        if inner[:5].lower() == "ipv6:":
            return is_ipv6(inner[5:])
        return is_ipv4(inner)
    return is_hostname(host)


def is_ipv4(text: str) -> bool:
    """Whether the text is an IPv4 address of four decimal numbers (RFC 2673, section 3.2)."""
    parts = text.split(".")
    return len(parts) == 4 and all(
        _OCTET.search(part) is not None and int(part) <= 255 for part in parts
    )


def is_ipv6(text: str) -> bool:
    """Whether the text is an IPv6 address (RFC 4291, section 2.2), without a zone."""
    if text.count("::") > 1 or ":::" in text:
        return False
    head, gap, tail = text.partition("::")
    groups = head.split(":") if head else []
    groups += tail.split(":") if tail else []
    count = len(groups)
    if groups and "." in groups[-1] and (tail or not gap):
        if not is_ipv4(groups.pop()):
            return False
        count += 1
    if any(_GROUP.search(group) is None for group in groups):
        return False
    return count <= 7 if gap else count == 8


def is_duration(text: str) -> bool:
    """Whether the text is a duration of ISO 8601, as RFC 3339, appendix A, has it."""
    return _DURATION.search(text) is not None and text[-1] not in "PT"


def is_json_pointer(text: str) -> bool:
    """Whether the text is a JSON Pointer (RFC 6901)."""
    return _POINTER.search(text) is not None


def is_relative_json_pointer(text: str) -> bool:
    """Whether the text is a Relative JSON Pointer."""
    return _RELATIVE_POINTER.search(text) is not None


_ESCAPE = (
    r"\\(?:[dDwWsSbBtnvfr]|0(?![0-9])|c[A-Za-z]|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}"
    r"|u\{0*(?:10|[0-9A-Fa-f])?[0-9A-Fa-f]{1,4}\}|[pP]\{[A-Za-z0-9_=]+\}|[^A-Za-z0-9])"
)
_TOKEN = (
    r"(?s:(?P<open>\((?:\?(?:[:=!]|<[=!]|<(?P<name>[^\s<>=!]+)>))?(?!\?))|(?P<close>\))"
    r"|(?P<often>(?:[*+?]|\{[0-9]+(?:,[0-9]*)?\})\??)|(?P<edge>[|^$]|\\[bB])"
    rf"|(?P<class>\[\^?(?:[^\]\\]|{_ESCAPE})*\])|\\k<(?P<back>[^>]+)>"
    rf"|\\(?P<number>[1-9][0-9]*)|{_ESCAPE}|[^()*+?|^$\[\\])"
)


def is_regex(text: str) -> bool:
    """Whether the text is a regular expression (ECMA-262, section 22.2)."""
    import re

    token = re.compile(_TOKEN)
    looks: list[bool] = []
    names: set[str] = set()
    wanted: set[str] = set()
    groups = most = at = 0
    repeatable = False
    while at < len(text):
        found = token.match(text, at)
        if found is None or (found["often"] and not repeatable):
            return False
        at = found.end()
        if found["open"]:
            looks.append(found["open"][-1] in "=!")
            groups += found["open"] == "(" or found["name"] is not None
            if found["name"] in names:
                return False
            names |= {found["name"]} if found["name"] else set()
        elif found["close"]:
            if not looks:
                return False
        elif found["class"] and _has_wrong_range(found["class"]):
            return False
        wanted |= {found["back"]} if found["back"] else set()
        most = max(most, int((found["number"] or "0")[:9]))
        repeatable = not (found["open"] or found["often"] or found["edge"])
        if found["close"]:
            repeatable = not looks.pop()
    return not looks and wanted <= names and most <= groups


def _has_wrong_range(text: str) -> bool:
    """Whether a class has a range of two plain characters that is out of order."""
    import re

    pairs = re.findall(r"(?s:\\.|([^\\])-([^\\\]]))", text[1:-1])
    return any(low > high for low, high in pairs)
