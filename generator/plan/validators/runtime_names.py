"""What validators call of their runtime, and which of its modules has it."""

from __future__ import annotations

from .rule_pieces import HELPERS
from .scalars import MORE_FORMATS, OF_ALL_SCRIPTS

STRIPPING = frozenset(
    """in_first_items in_items in_matching in_other_items in_others in_properties
    in_valid_items tag_of where_valid where_valid_or_all without without_matching
    without_others""".split()
)
"""What takes properties out of values that go one way."""

RUNTIME_NAMES = {
    "Exact": "exact",
    "Json": "checks",
    "JsonArray": "checks",
    "JsonObject": "checks",
    "LateOptions": "unions",
    "LinearPattern": "linear",
    "MOST": "violations",
    "NOTHING": "violations",
    "Pattern": "checks",
    "Validator": "violations",
    "Violation": "violations",
    "any_of": "unions",
    "at": "violations",
    "broken": "violations",
    "by_tag": "unions",
    "exchanged": "violations",
    "fault": "violations",
    "fault_at": "violations",
    "is_among": "checks",
    "is_byte": "checks",
    "is_date": "checks",
    "is_date_time": "checks",
    "is_multiple": "checks",
    "is_time": "checks",
    "is_unique": "checks",
    "is_uuid": "checks",
    "is_whole": "checks",
    "missing": "violations",
    "missing_at": "violations",
    "mistagged": "unions",
    "mistyped": "violations",
    "mistyped_at": "violations",
    "mistyped_items": "violations",
    "number_fault": "violations",
    "number_fault_at": "violations",
    "one_of": "unions",
    "only_rules": "violations",
    "rooted": "violations",
    "standing": "violations",
    "under": "violations",
    "under_items": "violations",
    "unexpected": "violations",
    "unlisted": "unions",
    "until_many": "violations",
    **dict.fromkeys(HELPERS, "rules"),
    **dict.fromkeys(STRIPPING, "stripping"),
    **{
        name: "idn" if format in OF_ALL_SCRIPTS else "formats"
        for format, name in MORE_FORMATS.items()
    },
}
"""The module below `_runtime/` for each name that a module of validators may import."""

EXACT = frozenset(("is_among", "is_multiple", "is_whole", "mistyped_items"))
"""The names that `exact` has too, for values whose numbers may be none of Python's floats."""
