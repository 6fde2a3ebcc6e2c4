"""What `unevaluatedProperties` and `unevaluatedItems` need to know, as functions.

JSON Schema 2020-12, core, section 11: they apply to what no keyword beside them, or in
a schema that they reach for the same value, has looked at; schemas that refuse the value
count for nothing. A function per schema gives the names or places that it looks at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..python.code import Code, code, join
from ..python.literals import lit
from .conditions import Path, Var, is_type
from .schemas import ids, pairs
from .statements import For, If, Line, both, cond, when

if TYPE_CHECKING:
    from ...ir import Id
    from .emitter import Emitter
    from .schemas import Node, Schemas
    from .statements import Statement

PROPERTIES = "unevaluatedProperties"
ITEMS = "unevaluatedItems"
_ALL = {
    PROPERTIES: ("additionalProperties", PROPERTIES),
    ITEMS: ("items", ITEMS),
}
_SOME = {
    PROPERTIES: ("properties", "patternProperties"),
    ITEMS: ("prefixItems", "contains"),
}
_EVERYTHING = {
    PROPERTIES: code("seen.update(value)"),
    ITEMS: code("seen.update(range(len(value)))"),
}


def unevaluated(emitter: Emitter, schema: Id, x: Var) -> list[Statement]:
    """The checks of what is left, for the value of a function; after all other checks."""
    node = emitter.schemas.node(schema)
    found: list[Statement] = []
    for keyword, token in ((PROPERTIES, code("key")), (ITEMS, code("index"))):
        if keyword not in node or emitter.schemas.accepts_all(str(node[keyword])):
            continue
        rest = str(node[keyword])
        inner = Path((token,))
        item = Var(code("item"))
        if emitter.schemas.is_false(rest):
            body: list[Statement] = [emitter.fault(inner, keyword, code("None"), "")]
        else:
            body = emitter.emit(rest, item, inner, f"/{keyword}")
        if not body:
            continue
        unseen = when(cond(code("{} not in seen", token)), body)
        if keyword == PROPERTIES:
            names, source = code("key, item"), code("{}.items()", x.text)
            if not item.uses:
                names, source = code("key"), x.text
        else:
            names, source = code("index, item"), code("enumerate({})", x.text)
            if not item.uses:
                names, source = code("index"), code("range(len({}))", x.text)
        name = emitter.module.evaluated(schema, keyword, top=True)
        kind = frozenset(("object" if keyword == PROPERTIES else "array",))
        test = both(cond(code("not found")), is_type(kind, x, emitter))
        collect: Statement = Line(code("seen = {}({})", name, x.text))
        found.append(If([(test, [collect, For(names, source, unseen)])]))
    return found


def contributes(schemas: Schemas, schema: Id, keyword: str) -> bool:
    """Whether a schema ever looks at a part of the value."""
    waiting, known = [schema], {schema}
    while waiting:
        node = schemas.node(waiting.pop())
        if not node.keys().isdisjoint((*_ALL[keyword], *_SOME[keyword])):
            return True
        for part in _parts(node):
            if part not in known:
                known.add(part)
                waiting.append(part)
    return False


def _parts(node: Node) -> list[Id]:
    """The schemas that a schema applies to the same value, save for `not`."""
    found = [str(node[word]) for word in ("$ref", "if", "then", "else") if word in node]
    for word in ("allOf", "anyOf", "oneOf"):
        found += ids(node.get(word))
    return [*found, *(part for _, part in pairs(node.get("dependentSchemas")))]


def seen(emitter: Emitter, schema: Id, keyword: str, *, top: bool) -> list[Statement]:
    """Statements that add to `seen` what a schema that accepts `value` looks at.

    `top` leaves `keyword` of the schema itself out.
    """
    node = emitter.schemas.node(schema)
    for word in _ALL[keyword]:
        if word in node and not (top and word == keyword):
            return [Line(_EVERYTHING[keyword])]
    found = _named(emitter, node) if keyword == PROPERTIES else _placed(emitter, node)
    for part in ids(node.get("allOf")):
        found += seen(emitter, part, keyword, top=False)
    if "$ref" in node and contributes(emitter.schemas, str(node["$ref"]), keyword):
        found.append(_call(emitter, str(node["$ref"]), keyword))
    for word in ("anyOf", "oneOf"):
        for option in ids(node.get(word)):
            found += _if_valid(emitter, option, keyword)
    if keyword == PROPERTIES or "dependentSchemas" not in node:
        for name, part in pairs(node.get("dependentSchemas")):
            inner = seen(emitter, part, keyword, top=False)
            found += when(cond(code("{} in value", lit(name))), inner)
    return found + _conditional(emitter, node, keyword)


def _named(emitter: Emitter, node: Node) -> list[Statement]:
    found: list[Statement] = []
    names = [lit(name) for name, _ in pairs(node.get("properties"))]
    if len(names) == 1:
        found.append(Line(code("seen.add({})", names[0])))
    elif names:
        found.append(Line(code("seen.update(({}))", join(", ", names))))
    for pattern, _ in pairs(node.get("patternProperties")):
        name = emitter.module.pattern(pattern, Path())
        if name is not None:
            matching = code("{}.search(key) is not None", name)
            text = code("seen.update([key for key in value if {}])", matching)
            found.append(Line(text))
    return found


def _placed(emitter: Emitter, node: Node) -> list[Statement]:
    found: list[Statement] = []
    prefix = ids(node.get("prefixItems"))
    if prefix:
        found.append(Line(code("seen.update(range({}))", len(prefix))))
    if "contains" in node:
        check = emitter.module.function(str(node["contains"]))
        source = code("i for i, item in enumerate(value) if {}(item) is None", check)
        found.append(Line(code("seen.update([{}])", source)))
    return found


def _call(emitter: Emitter, schema: Id, keyword: str) -> Statement:
    name = emitter.module.evaluated(schema, keyword, top=False)
    return Line(code("seen |= {}(value)", name))


def _if_valid(emitter: Emitter, schema: Id, keyword: str) -> list[Statement]:
    if not contributes(emitter.schemas, schema, keyword):
        return []
    check = emitter.module.function(schema)
    target = emitter.schemas.reference(schema) or schema
    test = cond(code("{}(value) is None", check))
    return [If([(test, [_call(emitter, target, keyword)])])]


def _conditional(emitter: Emitter, node: Node, keyword: str) -> list[Statement]:
    if "if" not in node:
        return []
    bodies = [
        seen(emitter, str(node[word]), keyword, top=False) if word in node else []
        for word in ("if", "then", "else")
    ]
    held = bodies[0] + bodies[1]
    check: Code = emitter.module.function(str(node["if"]))
    if held:
        return [If([(cond(code("{}(value) is None", check)), held)], bodies[2])]
    return when(cond(code("{}(value) is not None", check)), bodies[2])
