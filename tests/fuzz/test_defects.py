"""One thing is wrong: it is told with its one right pointer, and nothing else is told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from generator.diagnostics import Sink
from generator.load import Source, load
from generator.lower import lower

from ..bench.payloads import CHAT
from .quality import of_jsonschema, of_ours, rows, single_defects
from .subjects import HERE, OPENAI, Document, openai

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from .defects import Defect
    from .subjects import Subject

pytest.importorskip("jsonschema_rs")

WANTED = 0.98
ORDER: dict[str, Any] = {
    "id": "a-1",
    "priority": "high",
    "customer": {
        "name": "Ann",
        "mail": None,
        "address": {"street": "Elm", "zip": "12345"},
        "level": "gold",
        "since": "2024-02-29",
    },
    "lines": [
        {"kind": "Goods", "sku": "x", "count": 2, "size": [1, 2.5, "mm"]},
        {"kind": "Service", "hours": 1.75, "staff": [{"name": "Bo", "mail": "b@c"}]},
    ],
    "payment": {
        "method": "visa",
        "number": "123456789012",
        "valid": {"month": 12, "year": 2030},
    },
    "tags": ["red", "blue"],
    "discount": 0.5,
    "notes": {"text": "fragile", "by": "Ann"},
    "shipping": {"station": 12, "box": "B7"},
    "events": [
        {"at": 1, "event": {"type": "moved", "to": "van"}},
        {"at": 2, "event": {"type": "closed", "reason": None}},
    ],
    "extra": {"gift": 1, "card": "Yes", "none": None},
}
ORDERS = (
    ORDER,
    ORDER
    | {
        "payment": {"method": "transfer", "iban": "DE00123456"},
        "tags": [[1, 2], [3]],
        "notes": "short",
        "shipping": {"street": "Elm", "city": "Ulm", "floor": 3},
    },
    ORDER | {"payment": {"method": "cash"}, "tags": [1, 2], "discount": None},
)


def _judged(
    subject: Subject, payloads: Sequence[Any]
) -> tuple[list[Defect], list[tuple[Defect, Any]]]:
    """All defects, and those that are not told by their pointer alone."""
    found = single_defects(subject, payloads)
    missed = []
    for defect in found:
        told = subject.check(defect.instance) or []
        if [item.path for item in told] != [defect.path]:
            missed.append((defect, told))
    return found, missed


def _shown(missed: list[tuple[Defect, Any]]) -> str:
    return "\n".join(
        f"{defect.kind} {defect.path}: {[(item.path, item.keyword) for item in told]}"
        for defect, told in missed
    )


def _order(folder: Path) -> Subject:
    sink = Sink()
    api = lower(load(Source(HERE / "specs/orders.yaml"), sink), sink)
    return next(
        item for item in Document(api, folder).subjects() if item.name == "Order"
    )


def test_others_tell_less(tmp_path: Path) -> None:
    """`python -m tests.fuzz.quality` compares more of them, on a real schema."""
    subject = _order(tmp_path)
    found = single_defects(subject, ORDERS[:1])[::4]
    ours, best, every = rows(
        found,
        {
            "ours": of_ours(subject),
            "jsonschema, best_match": of_jsonschema(subject, best=True),
            "jsonschema, iter_errors": of_jsonschema(subject, best=False),
        },
    )
    assert ours.among >= ours.alone >= WANTED
    assert best.errors == 1 and every.errors >= 1
    assert 0.3 < best.alone < ours.alone
    assert 0.2 < every.alone <= every.among < ours.alone


def test_messages_are_short_and_say_nothing_of_the_value(tmp_path: Path) -> None:
    subject = _order(tmp_path)
    told = [
        item
        for defect in single_defects(subject, ORDERS)
        for item in subject.check(defect.instance) or ()
    ]
    assert any("unheard-of" in item.path for item in told)
    for item in told:
        assert 0 < len(item.message) <= 300
        assert "\n" not in item.message
        assert "unheard-of" not in f"{item.message}{item.expected}"


def test_a_schema_with_unions_of_all_kinds(tmp_path: Path) -> None:
    subject = _order(tmp_path)
    for payload in ORDERS:
        assert subject.check(payload) is None
    found, missed = _judged(subject, ORDERS)
    assert len(found) > 300
    assert {item.kind for item in found} == {
        "bound",
        "items",
        "length",
        "missing",
        "type",
        "unknown",
        "value",
    }
    assert len(missed) <= len(found) * (1 - WANTED), _shown(missed)


@pytest.mark.skipif(not OPENAI.is_file(), reason="needs the real document")
@pytest.mark.parametrize(
    ("schema", "payloads"), [("CreateChatCompletionRequest", (CHAT,)), ("Response", ())]
)
def test_real_schemas(schema: str, payloads: tuple[Any, ...], tmp_path: Path) -> None:
    (subject,) = [item for item in openai(tmp_path).subjects() if item.name == schema]
    found, missed = _judged(subject, [*payloads, *subject.starts])
    assert len(found) > 1000
    assert len(missed) <= len(found) * (1 - WANTED), _shown(missed)
