"""One walk over a document by its structure: check the shape, collect the references.

The walk follows `tables.KINDS` and nothing else, so that a `$ref` inside an example or
a property called `$ref` is data and stays data. It repairs what is wrong but clear,
drops what is wrong, and reports both: behind it, an object is a dict where an object
is due, and so on.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

from ..values import dataclass
from .kinds import TYPES
from .mend import mend, mend_items
from .places import Link, Object, pointer_of
from .report import kind_of, quoted
from .state import Found, join
from .tables import KINDS
from .upgrade.bounds import BOUNDS, check_bounds
from .upgrade.misplaced import (
    prepare_operation,
    prepare_parameter,
    prepare_scheme,
)
from .upgrade.newer import count_newer
from .upgrade.required import lift_required
from .upgrade.schema import (
    OLDER,
    TOUCHED,
    tell_older,
    upgrade_older,
    upgrade_schema,
)
from .upgrade.swagger.schema import prepare_schema
from .upgrade.types import mend_type, needs_mending

if TYPE_CHECKING:
    from .rules import Kind, Rule
    from .state import File, State

_SCHEMA = KINDS["schema"]
_SCOPED = frozenset(
    (
        "$id",
        "$anchor",
        "$dynamicAnchor",
        "$dynamicRef",
        "$recursiveAnchor",
        "$recursiveRef",
        "$schema",
    )
)
_REFERENCE_NOTES = frozenset(("$ref", "summary", "description"))
_COLLECTION = "a collection"
_STATUS = re.compile(r"[1-9][0-9]{2}|[1-5]XX|default")
_TYPED = frozenset(("schema", "content"))
_NOTES = frozenset(("$comment", "//", "description", "title"))
_PREPARED = {
    "operation": prepare_operation,
    "parameter": prepare_parameter,
    "header": prepare_parameter,
    "scheme": prepare_scheme,
}


@dataclass(frozen=True, slots=True, eq=False)
class Scope:
    """What references in a part of a file are relative to (JSON Schema, `$id`)."""

    file: File
    uri: str
    root: Any
    link: Link
    recursive: Link = None


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference as found: the object that holds it in `member`, and what it must name."""

    owner: Object
    member: str
    scope: Scope
    link: Link
    kind: Kind


Waiting: TypeAlias = "tuple[Any, Kind, Link, Scope]"


class Walk:
    """Walks parts of files, each object once."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.references: list[Reference] = []
        self.mappings: list[tuple[Object, Scope, Link]] = []
        self.kinds = state.kinds

    def run(self, node: Any, kind: Kind, link: Link, scope: Scope) -> None:
        """Walk `node` and everything below it as `kind`."""
        stack: list[Waiting] = [(node, kind, link, scope)]
        kinds = self.kinds
        while stack:
            node, kind, link, scope = stack.pop()
            if type(node) is not dict or id(node) in kinds:
                continue
            kinds[id(node)] = kind.name
            if kind is _SCHEMA:
                if not OLDER.isdisjoint(node):
                    upgrade_older(node, link, scope.file)
                if not _SCOPED.isdisjoint(node):
                    scope = self._enter(node, link, scope)
                if scope.file.dialect == "2.0":
                    prepare_schema(node, link, scope.file, self.state)
                elif scope.file.dialect == "3.0":
                    count_newer(node, link, scope.file, self.state)
                if "type" in node and needs_mending(node["type"]):
                    mend_type(node, link, scope.file)
            elif kind.name in _PREPARED:
                _PREPARED[kind.name](node, link, scope.file)
            if "$ref" in node and kind.refs:
                self._refer(node, kind, link, scope)
                if not kind.siblings:
                    continue
            dropped = self._members(node, kind, link, scope, stack)
            if kind is _SCHEMA:
                if not BOUNDS.isdisjoint(node):
                    check_bounds(node, link, scope.file)
                if not TOUCHED.isdisjoint(node):
                    upgrade_schema(node, link, scope.file, self.state)
                continue
            if kind.rewritable:
                self.state.rewritable.append(Found(kind.name, node, link, scope.file))
            if kind.required or kind.assumed:
                self._require(node, kind, link, scope, dropped)
            if kind.name == "parameter" and _TYPED.isdisjoint(node):
                scope.file.reporter.at("W168", node, (), link)
            if kind.name.endswith("responses"):
                self._check_statuses(node, link, scope)
            if kind.name == "discriminator":
                self.mappings.append((node, scope, link))

    def _members(
        self,
        node: Object,
        kind: Kind,
        link: Link,
        scope: Scope,
        stack: list[Waiting],
    ) -> list[str]:
        """Check the members of one object, put what they hold on the stack.

        Gives the names of the members that were wrong and are gone; empty ones count as
        absent.
        """
        fields = kind.fields
        free = kind.free
        former = scope.file.places.former(node)
        dropped: list[str] = []
        for key, value in node.items():
            rule = fields.get(key, free)
            if rule is None or (rule is free and key[:2] == "x-"):
                if key[:2] != "x-":
                    self._unknown(node, key, kind, link, scope)
                continue
            if type(value) is dict and rule.form == "list":
                value = node[key] = self._listed(node, key, value, rule, link, scope)
            if type(value) not in rule.accepts or rule.values:
                if key == "required" and kind is _SCHEMA and type(value) is bool:
                    lift_required(node, link, scope.file, self.state)
                    dropped.append(key)
                    continue
                kept, value = mend(node, key, value, rule, link, scope.file)
                if not kept:
                    dropped.append(key)
                    continue
                node[key] = value
            form = rule.form
            if form == "leaf":
                continue
            if form == "one":
                place = (link, former.get(key, key))
                stack.append((value, KINDS[rule.kind], place, scope))
            elif form == "map" or form == "list":
                place = (link, former.get(key, key))
                self._collection(node, key, value, rule, place, scope, stack)
            else:
                mend_items(node, key, value, rule, link, scope.file)
        wrong = [key for key in dropped if node[key] is not None]
        for key in dropped:
            del node[key]
        return wrong

    def _listed(
        self,
        node: Object,
        key: str,
        value: Object,
        rule: Rule,
        link: Link,
        scope: Scope,
    ) -> Any:
        """An array of the one object that stands where an array is due, if it is one."""
        kind = KINDS[rule.kind]
        known = not kind.fields or not value.keys().isdisjoint(kind.fields)
        if not known or not value.keys() >= set(kind.required):
            return value
        meant = "[{...}]"
        scope.file.reporter.at("W141", node, (key,), link, name=key, value=meant)
        return [value]

    def _check_statuses(self, node: Object, link: Link, scope: Scope) -> None:
        """Leave out answers to what is no status (OpenAPI 3.2, section 4.16.2)."""
        report = scope.file.reporter.at
        for key in [key for key in node if _STATUS.fullmatch(key) is None]:
            if key[:2] == "x-":
                continue
            if _STATUS.fullmatch(key.upper()):
                value = quoted(key.upper())
                report("W141", node, (key,), link, key=True, name=key, value=value)
            elif key.casefold() != "default":
                report("W165", node, (key,), link, key=True, name=key)
                del node[key]

    def _collection(
        self,
        owner: Object,
        key: str,
        value: Any,
        rule: Rule,
        link: Link,
        scope: Scope,
        stack: list[Waiting],
    ) -> None:
        """Check the items of a map or list of objects and put them on the stack."""
        kind = KINDS[rule.kind]
        self.kinds[id(value)] = _COLLECTION
        booleans = kind is _SCHEMA
        is_map = type(value) is dict
        dropped: list[Any] = []
        pairs: Any = value.items() if is_map else enumerate(value)
        for token, item in pairs:
            if type(item) is dict:
                stack.append((item, kind, (link, str(token)), scope))
            elif not (booleans and type(item) is bool):
                reporter = scope.file.reporter
                if is_map and token[:2] == "x-" and rule.kind != "schema":
                    dropped.append(token)
                    continue
                steps = (key, str(token))
                assert link is not None
                if item is None:
                    reporter.at("W142", owner, steps, link[0], key=True)
                    value[token] = {}
                    stack.append((value[token], kind, (link, str(token)), scope))
                    continue
                if booleans and type(item) is str and item in TYPES:
                    value[token] = {"type": item}
                    meant = f"{{type: {item}}}"
                    reporter.at("W141", owner, steps, link[0], name=token, value=meant)
                    continue
                is_note = booleans and type(item) is str and token in _NOTES
                reporter.at(
                    "W140" if is_note else "E140",
                    owner,
                    steps,
                    link[0],
                    name=token,
                    expected=kind.label,
                    found=kind_of(item),
                )
                dropped.append(token)
        for token in reversed(dropped):
            del value[token]

    def _enter(self, node: Object, link: Link, scope: Scope) -> Scope:
        """Note `$id`, `$anchor` and `$dynamicAnchor`; the scope inside the schema."""
        state = self.state
        identifier = node.get("$id")
        if scope.file.dialect == "draft-07":
            identifier = self._old_id(node, link, scope)
        if type(identifier) is str and identifier:
            uri = join(scope.uri, identifier).removesuffix("#")
            scope = Scope(scope.file, uri, node, link)
            state.resources.setdefault(uri, scope)
        if type(node.get("$schema")) is str:
            state.dialects.append((node, scope, link))
        for member in ("$anchor", "$dynamicAnchor"):
            name = node.get(member)
            if type(name) is str:
                state.anchors.setdefault((scope.uri, name), (scope.file, node, link))
                if member == "$dynamicAnchor":
                    place = (scope.file, node, link)
                    state.dynamic.setdefault(name, []).append((scope, place))
        if type(node.get("$dynamicRef")) is str:
            found = Reference(node, "$dynamicRef", scope, link, _SCHEMA)
            self.references.append(found)
        if node.pop("$recursiveAnchor", None) is True:
            scope = replace(scope, recursive=link)
        if "$recursiveRef" in node:
            tell_older(node, "$recursiveRef", "$recursiveRef", "$ref", link, scope.file)
            del node["$recursiveRef"]
            pointer = pointer_of(scope.recursive or scope.link).replace("%", "%25")
            node.setdefault("$ref", f"#{pointer}")
            return replace(scope, root=scope.file.data, link=None)
        return scope

    def _old_id(self, node: Object, link: Link, scope: Scope) -> object:
        """The base that `$id` sets in drafts up to 7, where it can be an anchor too."""
        identifier = node.get("$id")
        if "$ref" in node:
            return None
        if type(identifier) is str and identifier.startswith("#"):
            place = (scope.file, node, link)
            self.state.anchors.setdefault((scope.uri, identifier[1:]), place)
            return None
        return identifier

    def _refer(self, node: Object, kind: Kind, link: Link, scope: Scope) -> None:
        """Note a reference, and what stands beside it to no effect."""
        reporter = scope.file.reporter
        if type(node["$ref"]) is not str:
            found = kind_of(node["$ref"])
            reporter.at("E133", node, ("$ref",), link, reference=found)
            del node["$ref"]
            return
        self.references.append(Reference(node, "$ref", scope, link, kind))
        if kind.siblings:
            return
        for key in [key for key in node if key not in _REFERENCE_NOTES]:
            if key[:2] != "x-":
                reporter.at("W130", node, (key,), link, key=True, name=key)
            del node[key]

    def _unknown(
        self, node: Object, key: str, kind: Kind, link: Link, scope: Scope
    ) -> None:
        reporter = scope.file.reporter
        if scope.file.is_schema and kind is _SCHEMA:
            self.state.count("N162", scope.file, node, key, link)
            return
        if key in kind.foreign:
            reporter.at("E182", node, (key,), link, key=True, name=key)
            return
        suggestion = reporter.suggestion(key, kind.fields)
        reporter.at(
            "W143",
            node,
            (key,),
            link,
            key=True,
            name=key,
            owner=kind.label,
            suggestion=suggestion,
        )

    def _require(
        self, node: Object, kind: Kind, link: Link, scope: Scope, dropped: list[str]
    ) -> None:
        reporter = scope.file.reporter
        for name in kind.required:
            if name not in node and name not in dropped:
                reporter.at("E141", node, (), link, name=name, owner=kind.label)
        for name, value in kind.assumed:
            if name not in node:
                reporter.at("W144", node, (), link, name=name, owner=kind.label)
                node[name] = dict(value) if isinstance(value, dict) else value
