"""Checks of arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..python.code import Code, code
from ..python.literals import lit, number, told
from .conditions import Path, Var, is_no_type
from .objects import size
from .schemas import ANY, ids, type_names
from .statements import LEAVE, For, Found, If, Line, cond, single, when

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...ir import Id
    from .emitter import Emitter
    from .schemas import Layer
    from .statements import Cond, Statement

_KEYWORDS = frozenset(
    "contains items maxItems minItems prefixItems uniqueItems".split()
)
_LOOPS = (
    (code("index"), code("item")),
    (code("position"), code("element")),
    (code("place"), code("entry")),
    (code("spot"), code("part")),
)
_NONE = code("None")


def arrays(
    emitter: Emitter, layers: Sequence[Layer], x: Var, path: Path
) -> list[Statement]:
    """Checks of an array that is known to be one."""
    found: list[Statement] = []
    for layer in layers:
        if _KEYWORDS.isdisjoint(layer.node):
            continue
        found += size(emitter, layer.node, layer.suffix, "Items", x, path)
        found += _items(emitter, layer, x, path)
        found += _contains(emitter, layer, x, path)
        if layer.node.get("uniqueItems") is True:
            test = cond(code("not {}({})", emitter.use("is_unique"), x()))
            word = "uniqueItems"
            fault = emitter.fault(path, word, code("True"), layer.suffix)
            found.append(If([(test, [fault])]))
    return found


def _items(emitter: Emitter, layer: Layer, x: Var, path: Path) -> list[Statement]:
    prefix = ids(layer.node.get("prefixItems"))
    found: list[Statement] = []
    for place, schema in enumerate(prefix):
        var = Var(code("{}[{}]", x(), place))
        suffix = f"{layer.suffix}/prefixItems/{place}"
        checks = emitter.emit(schema, var, path.child(str(place)), suffix)
        found += when(cond(code("len({}) > {}", x(), place)), checks)
    if "items" not in layer.node:
        return found
    schema = str(layer.node["items"])
    if emitter.schemas.is_false(schema):
        test = code("len({}) > {}", x(), len(prefix)) if prefix else x()
        inner = path.child(str(len(prefix)))
        fault = emitter.fault(inner, "items", _NONE, layer.suffix)
        return [*found, If([(cond(test), [fault])])]
    index, item = _loop(path)
    suffix = f"{layer.suffix}/items"
    target = emitter.schemas.reference(schema)
    if not prefix and emitter.schemas.node(target or schema).keys() == {"type"}:
        return [*found, *_typed_items(emitter, schema, target or suffix, x, path)]
    body = emitter.emit(schema, Var(item), Path((*path.tokens, index)), suffix)
    if body:
        source = x()
        if prefix:
            source = code("{}[{}:], {}", source, len(prefix), len(prefix))
        names = code("{}, {}", index, item)
        counted = For(names, code("enumerate({})", source), body)
        called = None if prefix else _called_items(emitter, body, item, x, path)
        if called is not None:
            counted = For(item, source, called, counted)
        found.append(counted)
    return found


def _typed_items(
    emitter: Emitter, schema: Id, suffix: str, x: Var, path: Path
) -> list[Statement]:
    """A check of nothing but the types of items: their places are looked for at need."""
    types = emitter.schemas.types(schema)
    if types == ANY:
        return []
    _, item = _loop(path)
    args = (path.code(emitter.use), x(), lit(type_names(types)))
    wrong = Found(emitter.use("mistyped_items"), args, suffix)
    test = is_no_type(types, Var(item), emitter)
    body: list[Statement] = [If([(test, [wrong, LEAVE])])]
    return [For(item, x(), body)]


def _called_items(
    emitter: Emitter, body: list[Statement], item: Code, x: Var, path: Path
) -> list[Statement] | None:
    """The same for items that a function checks, and it alone; None where there is more.

    Counting the items of a valid array would take longer than going through them.
    """
    only = single(body)
    if only is None or len(only.arms) != 1 or only.orelse:
        return None
    test, rest = only.arms[0]
    found = rest[0]
    call = test.call
    if call is None or len(test.parts) != 1 or not isinstance(found, Found):
        return None
    if len(call.args) != 1:
        return None
    args = (path.code(emitter.use), x(), item, code("errors"), call.func)
    more = Found(emitter.use("under_items"), args, found.schema)
    return [If([(test, [more, LEAVE])])]


def _loop(path: Path) -> tuple[Code, Code]:
    return _LOOPS[path.depth()]


def _contains(emitter: Emitter, layer: Layer, x: Var, path: Path) -> list[Statement]:
    node = layer.node
    if "contains" not in node:
        return []
    check = emitter.module.function(str(node["contains"]))
    low, high = node.get("minContains", 1), node.get("maxContains")
    arms: list[tuple[Cond, list[Statement]]] = []
    if isinstance(low, (int, float)) and low > 0:
        word = "minContains" if "minContains" in node else "contains"
        fault = emitter.fault(path, word, told(low), layer.suffix)
        arms.append((cond(code("matches < {}", number(low))), [fault]))
    if isinstance(high, (int, float)):
        word = "maxContains"
        fault = emitter.fault(path, word, told(high), layer.suffix)
        arms.append((cond(code("matches > {}", number(high))), [fault]))
    if not arms:
        return []
    _, item = _loop(path)
    source = code("{}({}) is None for {} in {}", check, item, item, x())
    return [Line(code("matches = sum({})", source)), If(arms)]
