"""Checks of objects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...ir import JsonObject
from ..python.code import EMPTY, Code, code
from ..python.layout import Atom, Bracketed
from ..python.literals import ident, lit, number, told
from .conditions import KEYS, Path, Var, escape
from .lookups import LONGEST_HEAD, bound_in, local_of, looked_up, unless_null
from .schemas import pairs, strings
from .statements import (
    Block,
    Cond,
    For,
    Found,
    If,
    Line,
    both,
    chain,
    cond,
    single,
    when,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...ir import Id
    from .emitter import Emitter
    from .schemas import Layer, Node
    from .statements import Statement

_BEYOND = frozenset(
    """additionalProperties dependentRequired dependentSchemas maxProperties minProperties
    patternProperties propertyNames""".split()
)
_ITEMS = tuple(map(ident, ("item", "element", "entry", "part")))
_STRING = frozenset(("string",))
_OBJECT = frozenset(("object",))
_NONE = code("None")


def objects(
    emitter: Emitter, layers: Sequence[Layer], x: Var, path: Path
) -> list[Statement]:
    """Checks of an object that is known to be one, in the order of its properties."""
    required: dict[str, str] = {}
    for layer in layers:
        for name in strings(layer.node.get("required")):
            if not emitter.schemas.may_lack(layers[0].schema, name):
                required.setdefault(name, layer.suffix)
    found: list[Statement] = []
    for layer in layers:
        for name, schema in pairs(layer.node.get("properties")):
            wanted = required.pop(name, None)
            word = emitter.schemas.refused(layers[0].schema, name)
            if word:
                found.append(_refusal(emitter, layer, name, word, x, path))
                continue
            if emitter.schemas.is_stripped(layers[0].schema, name):
                continue
            if path.tokens or layer.suffix or wanted:
                found += _property(emitter, layer, name, schema, wanted, x, path)
            else:
                found += _own_property(emitter, layer, name, schema, wanted, x)
    for name, suffix in required.items():
        found.append(If([_missing(emitter, name, suffix, x, path)]))
    for layer in layers:
        if _BEYOND.isdisjoint(layer.node):
            continue
        found += _others(emitter, layer, x, path)
        found += _names(emitter, layer, x, path)
        found += _size(emitter, layer, x, path)
        found += _dependents(emitter, layer, x, path)
    return found


def _missing(
    emitter: Emitter, name: str, suffix: str, x: Var, path: Path
) -> tuple[Cond, list[Statement]]:
    where = path.child(name).code(emitter.use)
    name_of = "missing_at" if path.is_dynamic else "missing"
    found = Found(emitter.use(name_of), (where,), suffix, not suffix)
    return cond(code("{} not in {}", lit(name), x())), [found]


def _refusal(
    emitter: Emitter, layer: Layer, name: str, word: str, x: Var, path: Path
) -> Statement:
    """The violation of an object that has what only goes the other way."""
    suffix = f"{layer.suffix}/properties/{escape(name)}"
    fault = emitter.fault(path.child(name), word, code("True"), suffix)
    return If([(cond(code("{} in {}", lit(name), x())), [fault])])


def _own_property(
    emitter: Emitter, layer: Layer, name: str, schema: Id, wanted: str | None, x: Var
) -> list[Statement]:
    """Checks of a property of a function's own schema; the same for equal properties."""
    signature = emitter.schemas.signature(schema)
    if not signature or schema in emitter.schemas.origins.moved:
        return _property(emitter, layer, name, schema, wanted, x, Path())
    module = emitter.module
    local = module.local(name)
    key = (name, wanted, local, signature)
    known = emitter.schemas.blocks.get(key)
    if known is None:
        with module.recording() as record:
            body = _property(emitter, layer, name, schema, wanted, x, Path())
        if not body or not record.is_portable:
            return body
        known = emitter.schemas.blocks[key] = Block(body, frozenset(record.uses))
    else:
        for use in known.uses:
            module.runtime(use)
    return [known]


def _property(
    emitter: Emitter,
    layer: Layer,
    name: str,
    schema: Id,
    wanted: str | None,
    x: Var,
    path: Path,
) -> list[Statement]:
    """Checks of one property. `wanted` is where it is required, None where it is not."""
    inner = path.child(name)
    suffix = f"{layer.suffix}/properties/{escape(name)}"
    if wanted is not None and "null" not in emitter.schemas.types(schema):
        absent = _missing(emitter, name, wanted, x, path)
        looked = looked_up(emitter, name, schema, inner, suffix, absent, x)
        if looked:
            return looked
    target = code("{}[{}]", x(), lit(name))
    local = local_of(emitter, name, x)
    var = Var(target if emitter.schemas.is_simple(schema) else local)
    body = emitter.emit(schema, var, inner, suffix)
    bound: list[Statement] | None = body
    if var.uses > 1:
        bound = bound_in(body, local, target)
    elif var.text is not target:
        body = bound = emitter.emit(schema, Var(target), inner, suffix)
    full = body if var.uses <= 1 else [Line(code("{} = {}", local, target)), *body]
    if wanted is None:
        present = cond(code("{} in {}", lit(name), x()))
        if not body:
            return []
        only = single(bound) if bound is not None else None
        if only is not None and len(only.arms) == 1 and not only.orelse:
            return when(present, [only])
        return [If([(present, full)])]
    absent = _missing(emitter, name, wanted, x, path)
    if not body:
        return [If([absent])]
    only = single(bound) if bound is not None else None
    if only is None:
        return chain([absent], body if bound is body else full)
    test, rest = only.arms[0]
    is_alone = len(only.arms) == 1 and not only.orelse
    if is_alone and test.parts[0] == code("({} := {}) is not None", local, target):
        return [If([unless_null(test, rest, local, x, name), absent])]
    if len(test.text) <= LONGEST_HEAD:
        return chain([absent], [only])
    first, others = test.split(1)
    if not others.parts or not is_alone:
        return chain([absent], body if bound is body else full)
    return [If([absent, (first, [If([(others, rest)])])])]


def _others(emitter: Emitter, layer: Layer, x: Var, path: Path) -> list[Statement]:
    """Checks of the properties that are named by a pattern or not at all."""
    node = layer.node
    patterns = pairs(node.get("patternProperties"))
    extra = node.get("additionalProperties")
    known = [name for name, _ in pairs(node.get("properties"))]
    forbids = extra is not None and emitter.schemas.is_false(str(extra))
    if forbids and not patterns:
        return [_unexpected(emitter, known, x, path, layer.suffix)]
    key, item = _loop(path)
    var = Var(item)
    inner = Path((*path.tokens, key))
    body: list[Statement] = []
    tests: list[Cond] = []
    for pattern, schema in patterns:
        name = emitter.module.pattern(pattern, path)
        if name is None:
            continue
        tests.append(cond(code("{}.search({}) is None", name, key)))
        suffix = f"{layer.suffix}/patternProperties/{escape(pattern)}"
        if not emitter.schemas.goes_alone(schema):
            checks = emitter.emit(schema, var, inner, suffix)
            body += when(cond(code("{}.search({}) is not None", name, key)), checks)
    if extra is not None and not emitter.schemas.goes_alone(str(extra)):
        unknown = _known(emitter, known, key, path) + tests
        if forbids:
            word = "additionalProperties"
            checks = [emitter.fault(inner, word, _NONE, layer.suffix)]
        else:
            suffix = f"{layer.suffix}/additionalProperties"
            checks = emitter.emit(str(extra), var, inner, suffix)
        body += when(both(*unknown), checks) if unknown else checks
    if not body:
        return []
    if var.uses:
        return [For(code("{}, {}", key, item), code("{}.items()", x()), body)]
    return [For(key, x(), body)]


def _loop(path: Path) -> tuple[Code, Code]:
    return KEYS[path.depth()], _ITEMS[path.depth()]


def _known(emitter: Emitter, known: list[str], key: Code, path: Path) -> list[Cond]:
    """That a name is none of the known ones; no condition where none is known."""
    if not known:
        return []
    if len(known) == 1:
        return [cond(code("{} != {}", key, lit(known[0])))]
    return [cond(code("{} not in {}", key, _name_set(emitter, known, path)))]


def _name_set(emitter: Emitter, known: list[str], path: Path) -> Code:
    names = [(EMPTY, Atom(lit(name))) for name in known]
    value = Bracketed(code("{{"), names, code("}}"), True)
    return emitter.module.constant(path.child("properties"), value)


def _unexpected(
    emitter: Emitter, known: list[str], x: Var, path: Path, suffix: str
) -> Statement:
    where = path.code(emitter.use)
    call = emitter.use("unexpected")
    if not known:
        return If([(cond(x()), [Found(call, (where, x(), code("()")), suffix)])])
    names = _name_set(emitter, known, path)
    test = cond(code("not {}.keys() <= {}", x(), names))
    return If([(test, [Found(call, (where, x(), names), suffix)])])


def _names(emitter: Emitter, layer: Layer, x: Var, path: Path) -> list[Statement]:
    schema = layer.node.get("propertyNames")
    if schema is None:
        return []
    key, _ = _loop(path)
    inner = Path((*path.tokens, key))
    suffix = f"{layer.suffix}/propertyNames"
    body = emitter.emit(str(schema), Var(key), inner, suffix, _STRING)
    if not body:
        return []
    return [For(key, x(), body)]


def _size(emitter: Emitter, layer: Layer, x: Var, path: Path) -> list[Statement]:
    return size(emitter, layer.node, layer.suffix, "Properties", x, path)


def size(
    emitter: Emitter, node: Node, suffix: str, what: str, x: Var, path: Path
) -> list[Statement]:
    """Checks of `minItems` and the like; `what` is `Items` or `Properties`."""
    arms: list[tuple[Cond, list[Statement]]] = []
    for word, sign in (("min", code("<")), ("max", code(">"))):
        bound = node.get(f"{word}{what}")
        if not isinstance(bound, (int, float)) or (word == "min" and bound <= x.filled):
            continue
        test = cond(code("len({}) {} {}", x(), sign, number(bound)))
        if word == "min" and bound <= 1:
            test = cond(code("not {}", x()))
        keyword = f"{word}{what}"
        arms.append((test, [emitter.fault(path, keyword, told(bound), suffix)]))
    return [If(arms)] if arms else []


def _dependents(emitter: Emitter, layer: Layer, x: Var, path: Path) -> list[Statement]:
    found: list[Statement] = []
    value = layer.node.get("dependentRequired")
    members = value.members if isinstance(value, JsonObject) else ()
    for name, names in members:
        for other in strings(names):
            test = both(
                cond(code("{} in {}", lit(name), x())),
                cond(code("{} not in {}", lit(other), x())),
            )
            word = "dependentRequired"
            inner = path.child(other)
            fault = emitter.fault(inner, word, lit(name), layer.suffix)
            found.append(If([(test, [fault])]))
    for name, schema in pairs(layer.node.get("dependentSchemas")):
        suffix = f"{layer.suffix}/dependentSchemas/{escape(name)}"
        checks = emitter.emit(schema, x, path, suffix, _OBJECT)
        found += when(cond(code("{} in {}", lit(name), x())), checks)
    return found
