"""Checks of `anyOf` and `oneOf`, decided by what tells the alternatives apart.

In this order: the JSON type; the value of a property that each alternative requires
and pins to values of its own; the type of the first item; and only then trial.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...values import dataclass
from ..python.code import Code, code
from ..python.layout import Atom, tuple_display
from ..python.literals import lit, number
from .conditions import Var, group_of, is_no_type, is_type, members
from .scalars import enumeration
from .schemas import Types, constants, ids, type_names
from .statements import Call, Choose, Found, If, cond, when
from .tags import choose_tag, stated_choice

if TYPE_CHECKING:
    from ...ir import Discriminator, Id
    from .conditions import Path
    from .emitter import Emitter
    from .schemas import Layer
    from .statements import Cond, Statement
    from .tags import Choice

_ITEMS_ONLY = frozenset(("type", "items", "minItems", "maxItems", "uniqueItems"))


@dataclass(frozen=True, slots=True)
class Option:
    """An alternative: its schema, where it stands, and the types that it accepts."""

    schema: Id
    suffix: str
    types: Types


@dataclass(frozen=True, slots=True)
class Union:
    """A union on its way to code."""

    emitter: Emitter
    keyword: str
    suffix: str
    x: Var
    path: Path
    schema: Id
    discriminator: Discriminator | None = None
    stated: Id = ""
    """Where the document has the discriminator."""

    @property
    def exclusive(self) -> bool:
        """Whether exactly one alternative must accept the value."""
        return self.keyword == "oneOf"

    def telling(self) -> str:
        """What tells the alternatives apart, from the schema with the union: a pointer, or
        a whole place.
        """
        if not self.discriminator or not self.stated:
            return f"/{self.keyword}"
        base = self.emitter.schemas.place(self.schema)
        inside = self.stated == base or self.stated.startswith(f"{base}/")
        return self.stated[len(base) :] if inside else self.stated

    def unlisted(self, path: Path, expected: Code) -> Found:
        """The violation of a text that no alternative lists."""
        emitter = self.emitter
        args = (path.code(emitter.use), expected)
        return Found(emitter.use("unlisted"), args, f"{self.suffix}/{self.keyword}")


def union(
    emitter: Emitter,
    layer: Layer,
    keyword: str,
    x: Var,
    path: Path,
    known: Types,
    root: Id,
) -> list[Statement]:
    """Checks that `x`, whose type is one of `known`, satisfies the union in `layer`.

    `root` is the schema that the layer belongs to.
    """
    options = [
        Option(schema, f"{layer.suffix}/{keyword}/{place}", types)
        for place, schema in enumerate(ids(layer.node[keyword]))
        if (types := emitter.schemas.types(schema) & known)
    ]
    stated, places = emitter.schemas.discriminators, emitter.schemas.origins
    owner = layer.schema if layer.schema in stated else root
    this = Union(
        emitter,
        keyword,
        layer.suffix,
        x,
        path,
        layer.schema,
        stated.get(owner),
        places.discriminators.get(owner, ""),
    )
    if not options:
        return [_no_option(this, known)]
    solid = [option for option in options if option.types != {"null"}]
    null = [option for option in options if option.types == {"null"}]
    if len(solid) == 1 and len(null) == 1:
        doubled = this.exclusive and "null" in solid[0].types
        if _is_plain(emitter, null[0].schema, "null") and not doubled:
            return _or_null(this, solid[0], known)
    if _spreads(options):
        tagged = _by_discriminator(this, options)
        trial = _trial(this, options)
        if not tagged or "object" not in known:
            return trial
        is_object = is_type(frozenset(("object",)), x, emitter)
        return tagged if known == {"object"} else [If([(is_object, tagged)], trial)]
    return _by_group(this, options, known)


def _no_option(this: Union, known: Types) -> Statement:
    return this.emitter.fault(
        this.path, this.keyword, lit(type_names(known)), this.suffix
    )


def _or_null(this: Union, option: Option, known: Types) -> list[Statement]:
    """One alternative beside null."""
    solid = known - {"null"}
    body = this.emitter.emit(option.schema, this.x, this.path, option.suffix, solid)
    return when(cond(code("{} is not None", this.x())), body)


def _spreads(options: list[Option]) -> bool:
    """Whether an alternative spans so many types that its checks would be repeated."""
    return len(options) > 1 and any(
        len(group_of(option.types)) > 2 for option in options
    )


def _by_group(this: Union, options: list[Option], known: Types) -> list[Statement]:
    """Alternatives by the type of the value."""
    allowed: Types = frozenset().union(*[option.types for option in options])
    arms: list[tuple[Cond, list[Statement]]] = []
    plain: Types = frozenset()
    for group in group_of(allowed):
        own = members(group) & allowed
        mine = [option for option in options if option.types & own]
        body = _one_group(this, mine, group, own)
        if body:
            arms.append((is_type(own, this.x, this.emitter), body))
        else:
            plain |= own
    if allowed == known:
        if not arms:
            return []
        if len(arms) == 1 and not plain:
            return arms[0][1]
        return when(*arms[0]) if len(arms) == 1 else [If(arms)]
    wrong = this.emitter.fault(
        this.path, this.keyword, lit(type_names(allowed)), this.suffix
    )
    if plain:
        arms.append((is_no_type(plain, this.x, this.emitter), [wrong]))
        return [If(arms)]
    return [If(arms, [wrong])]


def _one_group(
    this: Union, options: list[Option], group: str, own: Types
) -> list[Statement]:
    """Checks of a value of one group of types."""
    emitter = this.emitter
    if len(options) == 1:
        option = options[0]
        return emitter.emit(option.schema, this.x, this.path, option.suffix, own)
    if not this.exclusive and any(
        option.types >= own and _is_plain(emitter, option.schema, group)
        for option in options
    ):
        return []
    if group == "object":
        return _by_tag(this, options) or _trial(this, options)
    if group == "array":
        return _by_first_item(this, options) or _trial(this, options)
    if group == "string":
        return _by_value(this, options) or _trial(this, options)
    return _trial(this, options)


def _is_plain(emitter: Emitter, schema: Id, group: str) -> bool:
    """Whether the schema accepts all values of a group that it does not exclude by type."""
    schemas = emitter.schemas
    target = schemas.reference(schema) or schema
    is_plain = schemas.only_types(target) or schemas.node(target).keys() <= {"always"}
    return is_plain and bool(schemas.types(schema) & members(group))


def _by_value(this: Union, options: list[Option]) -> list[Statement]:
    """Strings that are all listed, and in one alternative each."""
    listed: list[object] = []
    for option in options:
        node = this.emitter.schemas.node(option.schema)
        if not node.keys() <= {"type", "enum", "const"} or node.keys() <= {"type"}:
            return []
        if "enum" in node and "const" in node:
            return []
        values = constants(node, "enum" if "enum" in node else "const")
        listed += [value for value in values if isinstance(value, str)]
    if this.exclusive and len(set(map(str, listed))) != len(listed):
        return []
    values = tuple(dict.fromkeys(listed))
    return enumeration(
        this.emitter, values, False, this.x, this.path, this.suffix, this.unlisted
    )


def _by_tag(this: Union, options: list[Option]) -> list[Statement]:
    """Objects that say by a property which alternatives they can be."""
    found = _by_discriminator(this, options)
    if found:
        return found
    schemas = this.emitter.schemas
    choice = choose_tag(schemas, [option.schema for option in options])
    return _chosen(this, choice) if choice is not None else []


def _by_discriminator(this: Union, options: list[Option]) -> list[Statement]:
    """Objects whose alternative the document's discriminator tells."""
    if this.discriminator is None:
        return []
    ids = [option.schema for option in options]
    choice = stated_choice(this.emitter.schemas, this.discriminator, ids)
    return _chosen(this, choice) if choice is not None else []


def _chosen(this: Union, choice: Choice) -> list[Statement]:
    """A look-up of the alternatives by the value of a property."""
    module = this.emitter.module
    callees = {
        group: module.alternatives(this.keyword, group)
        for group in dict.fromkeys(
            [*choice.groups.values(), choice.untagged, choice.unknown]
        )
        if group
    }
    entries = [(lit(tag), callees[group]) for tag, group in choice.groups.items()]
    table = module.table(this.path, choice.tag, entries)
    if _tells_one(choice):
        return _dispatch(this, choice.tag, table)
    args = [this.x(), lit(choice.tag), table, lit(this.telling())]
    if choice.untagged or choice.unknown:
        args.append(callees[choice.untagged] if choice.untagged else code("None"))
    if choice.unknown:
        args.append(callees[choice.unknown])
    call = Call(this.emitter.use("by_tag"), tuple(args))
    return this.emitter.forward(call, this.path, this.suffix)


def _tells_one(choice: Choice) -> bool:
    """Whether each tag leaves one alternative, and no other object is valid."""
    if choice.untagged or choice.unknown:
        return False
    return all(len(group) == 1 for group in choice.groups.values())


def _dispatch(this: Union, tag: str, table: Code) -> list[Statement]:
    """A look-up in place; it is done often enough to save a call."""
    emitter, x = this.emitter, this.x
    telling = this.telling()
    wrong = Found(
        emitter.use("mistagged"),
        (this.path.code(emitter.use), x(), lit(tag), table),
        telling if telling[:1] not in ("/", "") else this.suffix + telling,
    )
    chosen = Call(code("check"), (x(),))
    taken = emitter.forward(chosen, this.path, None)
    return [Choose(table, code("{}[{}]", x(), lit(tag)), taken, wrong)]


def _by_first_item(this: Union, options: list[Option]) -> list[Statement]:
    """Arrays whose items have types that no other alternative's items have."""
    emitter = this.emitter
    seen: Types = frozenset()
    items: list[Types] = []
    empties = []
    for option in options:
        node = emitter.schemas.node(option.schema)
        if not node.keys() <= _ITEMS_ONLY or "items" not in node:
            return []
        types = emitter.schemas.types(str(node["items"]))
        if seen & types or not types:
            return []
        seen |= types
        items.append(types)
        least = node.get("minItems", 0)
        if isinstance(least, (int, float)) and least <= 0:
            empties.append(option)
    first = Var(code("{}[0]", this.x()))
    array = frozenset(("array",))
    arms: list[tuple[Cond, list[Statement]]] = []
    filled = replace(this.x, filled=True)
    for option, types in zip(options, items, strict=True):
        test = is_type(types, first, emitter)
        body = emitter.emit(option.schema, filled, this.path, option.suffix, array)
        if not body:
            return []
        arms.append((test, body))
    inner = this.path.child("0")
    wrong = emitter.fault(inner, this.keyword, lit(type_names(seen)), this.suffix)
    if len(empties) == 1 or (empties and not this.exclusive):
        return when(cond(this.x()), [If(arms, [wrong])])
    if empties:
        count = number(len(empties))
        empty = emitter.fault(this.path, this.keyword, count, this.suffix)
    else:
        empty = emitter.fault(this.path, "minItems", number(1), options[0].suffix)
    return [If([(cond(code("not {}", this.x())), [empty]), *arms], [wrong])]


def _trial(this: Union, options: list[Option]) -> list[Statement]:
    """Alternatives that must be tried one by one."""
    module = this.emitter.module
    name = this.emitter.use("one_of" if this.exclusive else "any_of")
    parts = [module.function(option.schema) for option in options]
    places = [int(option.suffix.rpartition("/")[2]) for option in options]
    if places != [*range(len(options))]:
        listed = tuple_display([Atom(number(place)) for place in places])
        parts.append(code("places={}", listed.flat))
    call = Call(name, (this.x(), *parts))
    return this.emitter.forward(call, this.path, this.suffix)
