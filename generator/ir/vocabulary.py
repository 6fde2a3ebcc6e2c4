"""Which keywords hold schemas, and how (JSON Schema 2020-12, core, section 10)."""

from __future__ import annotations

ONE_SCHEMA = frozenset(
    (
        "additionalProperties",
        "contains",
        "else",
        "if",
        "items",
        "not",
        "propertyNames",
        "then",
        "unevaluatedItems",
        "unevaluatedProperties",
    )
)
"""Keywords whose value is a schema; in `Assertions`, its id."""

SCHEMA_LIST = frozenset(("allOf", "anyOf", "oneOf", "prefixItems"))
"""Keywords whose value is an array of schemas; in `Assertions`, a tuple of ids."""

ONE_WAY = frozenset(("readOnly", "writeOnly"))
"""Keywords of properties that do not go both ways."""

SCHEMA_MAP = frozenset(("dependentSchemas", "patternProperties", "properties"))
"""Keywords whose value names schemas; in `Assertions`, pairs of name and id."""
