"""References: what each one names, as one canonical id, or why it names nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..values import dataclass
from .cycles import report_cycles
from .ids import Ids, current
from .json_schema import draft_of
from .library import Refused, Reported
from .places import Link, tokens_of
from .pointers import is_index, tokens_in, unescaped
from .report import kind_of
from .scopes import dynamic_scopes
from .state import Target, has_scheme, join
from .tables import KINDS, kind_in
from .walk import Scope

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .library import Library
    from .places import Object
    from .scopes import DynamicScopes
    from .state import File, State
    from .walk import Reference, Walk

_COMPONENTS = ("components", "schemas")
_NOT_READ = ("E131", "E132")
_SCHEMAS = {"2.0": ("definitions",)}


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a reference names nothing: a code and what its message needs.

    An empty code means that the cause has been reported already.
    """

    code: str
    reason: str = ""
    missing: str = ""
    among: Mapping[str, Any] | None = None


class Resolver:
    """Resolves the references that a walk has found, walking on where they lead."""

    def __init__(self, state: State, walk: Walk, library: Library, main: File) -> None:
        self._state = state
        self._walk = walk
        self._library = library
        self._main = main
        self._is_dynamic = False
        self._postponed: list[Reference] = []
        self._known: dict[tuple[str, str, str], Target | Failure] = {}
        self.scopes: DynamicScopes | None = None
        """What dynamic references can find, once there are any that need it."""

    def run(self) -> None:
        """Resolve everything; rewrite it to ids; report what leads nowhere or in circles."""
        references = self._walk.references
        mappings = self._walk.mappings
        resolved: list[tuple[Reference, Target]] = []
        mapped: list[tuple[Object, str, Target]] = []
        done_references = done_mappings = 0
        while True:
            if done_references < len(references):
                reference = references[done_references]
                done_references += 1
                if self._may_come(reference):
                    continue
            elif done_mappings < len(mappings):
                node, scope, link = mappings[done_mappings]
                done_mappings += 1
                mapped.extend(self._map(node, scope, link))
                continue
            elif self._postponed:
                reference = self._postponed.pop(0)
            else:
                break
            target = self._follow(reference)
            if target is not None:
                resolved.append((reference, target))
        made = self._upgrade(resolved)
        if self._state.dialects:
            from .vocabularies import apply_vocabularies

            apply_vocabularies(self._state, self._library)
        ids = Ids(self._state)
        for reference, target in resolved:
            self._rewrite(reference, target, ids)
        for holder, name, target in mapped:
            holder[name] = ids.of(target) or ""
        for holder, target in made:
            holder["$ref"] = ids.of(target) or ""
        if self._is_dynamic:
            self.scopes = dynamic_scopes(self._state, self._library, ids)
        report_cycles(
            [(ref, ref_target.node) for ref, ref_target in resolved], self._state
        )

    def _may_come(self, reference: Reference) -> bool:
        """Whether a reference is put off: its target can be in a file still to be read.

        A schema is known by its `$id` once something else has led to its file.
        """
        scope = reference.scope
        raw = self._raw(reference)
        found = self._resolve(raw, scope)
        if isinstance(found, Target) or found.code not in _NOT_READ:
            return False
        del self._known[scope.file.part, scope.uri, raw]
        self._postponed.append(reference)
        return True

    def _raw(self, reference: Reference) -> str:
        raw = reference.owner.get(reference.member)
        if raw is None:
            raw = self._state.holder(reference.owner)[reference.member]
        assert isinstance(raw, str)
        return raw

    def _upgrade(
        self, resolved: list[tuple[Reference, Target]]
    ) -> list[tuple[Object, Target]]:
        """Rewrite what is in another form, now that all of it is known.

        Gives the references that the rewriting has made.
        """
        if self._main.is_schema:
            from .json_schema import wrap

            wrap(self._main)
        if not self._state.rewritable:
            return []
        from .upgrade.swagger import rewrite

        holder = self._state.holder
        targets = {
            id(holder(reference.owner)): target
            for reference, target in resolved
            if reference.member == "$ref"
        }
        return rewrite(self._state, self._main, targets)

    def _follow(self, reference: Reference) -> Target | None:
        """The target of one reference, walked; None after a report."""
        raw = self._raw(reference)
        target = self._resolve(raw, reference.scope)
        reporter = reference.scope.file.reporter
        step = (reference.member,)
        if isinstance(target, Failure):
            if target.code:
                hint = ""
                if target.among:
                    hint = reporter.suggestion(target.missing, target.among)
                reporter.at(
                    target.code,
                    reference.owner,
                    step,
                    reference.link,
                    reference=raw,
                    reason=target.reason + hint,
                )
            return None
        kind = kind_in(reference.kind.name, target.file.dialect)
        found = self._admit(target, kind)
        if found:
            reporter.at(
                "E135",
                reference.owner,
                step,
                reference.link,
                reference=raw,
                expected=reference.kind.label,
                found=found,
            )
            return None
        return target

    def _admit(self, target: Target, kind: str) -> str:
        """Walk a target as the kind that is due; what it is instead, if it is not that."""
        node = target.node
        if kind == "schema" and type(node) is bool:
            return ""
        if type(node) is not dict:
            return kind_of(node)
        walked = self._state.kinds.get(id(node))
        if walked is None:
            link: Link = None
            for token in target.tokens:
                link = (link, token)
            self._walk.run(node, KINDS[kind], link, file_scope(target.file))
            return ""
        if walked == kind:
            return ""
        return KINDS[walked].label if walked in KINDS else walked

    def _resolve(self, raw: str, scope: Scope) -> Target | Failure:
        key = (scope.file.part, scope.uri, raw)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._look_up(raw, scope)
        return known

    def _look_up(self, raw: str, scope: Scope) -> Target | Failure:
        uri, _, fragment = raw.partition("#")
        if not uri:
            found = self._fragment(scope, fragment)
            if isinstance(found, Failure) and scope.link is not None:
                whole = self._fragment(file_scope(scope.file), fragment)
                return found if isinstance(whole, Failure) else whole
            return found
        full = join(scope.uri, uri)
        resource = self._state.resources.get(full)
        if resource is not None:
            return self._fragment(resource, fragment)
        failure: Failure | None = None
        for place in _places(full, uri, scope):
            try:
                file = self._library.open(place)
            except Refused as refused:
                failure = failure or Failure(refused.code, refused.reason)
            except Reported:
                return Failure("")
            else:
                return self._fragment(self._whole(file, fragment), fragment)
        return failure or Failure("E132", "a document of the network names no files")

    def _whole(self, file: File, fragment: str) -> Scope:
        """The scope of a file from which something is to be named.

        The anchors and addresses in a JSON Schema are known once it is walked as a whole.
        """
        data = file.data
        if not fragment or type(data) is not dict or not _is_resource(file):
            return file_scope(file)
        self._walk.run(data, KINDS["schema"], None, file_scope(file))
        identifier = data.get("$id")
        uri = join(file.base, identifier) if type(identifier) is str else file.base
        known = self._state.resources.get(uri.removesuffix("#"))
        return known if known and known.root is data else file_scope(file)

    def _fragment(self, scope: Scope, fragment: str) -> Target | Failure:
        """What a fragment names in the resource that `scope` stands for (RFC 6901, 6)."""
        base = tokens_of(scope.link)
        if fragment and not fragment.startswith("/"):
            anchored = self._state.anchors.get((scope.uri, fragment))
            if anchored is None:
                return Failure("E130", f"there is no anchor '{fragment}'")
            file, node, link = anchored
            return Target(file, tokens_of(link), node)
        tokens = tokens_in(fragment)
        if tokens is None:
            return Failure("E130", "this is not a JSON Pointer")
        found, failure = self._descend(scope.root, tokens, scope.file)
        if failure and "%" in fragment:
            tokens = tuple(map(unescaped, fragment.split("/")[1:]))
            found, second = self._descend(scope.root, tokens, scope.file)
            failure = second and failure
        return failure or Target(scope.file, (*base, *tokens), found)

    def _descend(
        self, node: Any, tokens: tuple[str, ...], file: File
    ) -> tuple[Any, Failure | None]:
        """The value that the tokens lead to, or why there is none."""
        for at, token in enumerate(tokens):
            if type(node) is dict:
                name = current(file, node, tokens[at:])
                if name not in node:
                    inner = self._state.inner.get(id(node))
                    if inner is None or token not in inner:
                        reason = f"there is no '{token}'"
                        return None, Failure("E130", reason, token, node)
                    node, name = inner, token
                node = node[name]
            elif type(node) is list:
                if not is_index(token) or int(token) >= len(node):
                    return None, Failure("E130", f"there is no item {token}")
                node = node[int(token)]
            else:
                reason = f"'{token}' is asked of a value without members"
                return None, Failure("E130", reason)
        return node, None

    def _rewrite(self, reference: Reference, target: Target, ids: Ids) -> None:
        holder = self._state.holder(reference.owner)
        member = reference.member
        raw: str = holder[member]
        found = ids.of(target)
        if found is None:
            self._report_lost(reference, raw, ids)
            return
        if member == "$dynamicRef":
            holder, member = self._dynamic(holder, raw, target, reference.scope.file)
        holder[member] = found

    def _dynamic(
        self, holder: Object, raw: str, target: Target, file: File
    ) -> tuple[Object, str]:
        """The object and member for the target of a `$dynamicRef`.

        It stays one where schemas around can change what it means: it leads to a
        `$dynamicAnchor` by its name, and another resource has that name too (JSON Schema
        2020-12, core, section 8.2.3.2). Beside `$ref` it gets an object of its own.
        """
        name = raw.partition("#")[2]
        owners = {id(scope.root) for scope, _ in self._state.dynamic.get(name, ())}
        bookend = type(target.node) is dict and target.node.get("$dynamicAnchor")
        is_dynamic = bookend == name and len(owners) > 1
        self._is_dynamic = self._is_dynamic or is_dynamic
        member = "$dynamicRef" if is_dynamic else "$ref"
        del holder["$dynamicRef"]
        if "$ref" not in holder:
            return holder, member
        beside: Object = {}
        holder["allOf"] = [*holder.get("allOf", ()), beside]
        self._state.kinds[id(beside)] = "schema"
        file.places.adopt(beside, holder)
        return beside, member

    def _report_lost(self, reference: Reference, raw: str, ids: Ids) -> None:
        """A form field has no place of its own any more; no matter if it was the asker."""
        file = reference.scope.file
        if ids.has_place(self._state.holder(reference.owner), file):
            owner, step, link = reference.owner, (reference.member,), reference.link
            reason = "form fields have no place of their own"
            file.reporter.at("E130", owner, step, link, reference=raw, reason=reason)

    def _map(
        self, node: Object, scope: Scope, link: Link
    ) -> list[tuple[Object, str, Target]]:
        """The targets of a discriminator's mapping; entries to nothing are dropped."""
        found: list[tuple[Object, str, Target]] = []
        mapping = node.get("mapping")
        entries: list[tuple[Object, str, tuple[str, ...]]] = []
        if type(mapping) is dict:
            entries = [(mapping, name, ("mapping", name)) for name in mapping]
        if "defaultMapping" in node:
            entries.append((node, "defaultMapping", ("defaultMapping",)))
        for holder, name, steps in entries:
            value = holder[name]
            target = self._component(value, scope.file) or self._resolve(value, scope)
            if isinstance(target, Target) and not self._admit(target, "schema"):
                found.append((holder, name, target))
                continue
            scope.file.reporter.at("W131", node, steps, link, value=value)
            del holder[name]
        return found

    def _component(self, name: str, file: File) -> Target | None:
        """The schema component that a mapping names by its plain name."""
        for candidate in (file, self._main):
            tokens = (*_SCHEMAS.get(candidate.dialect, _COMPONENTS), name)
            node, failure = self._descend(candidate.data, tokens, candidate)
            if failure is None:
                return Target(candidate, tokens, node)
        return None


def file_scope(file: File) -> Scope:
    """The scope of a file as a whole."""
    return Scope(file, file.base, file.data, None)


def _is_resource(file: File) -> bool:
    """Whether a file is a JSON Schema as a whole, which says what it is called."""
    return (
        file.is_schema or type(file.data.get("$id")) is str or bool(draft_of(file.data))
    )


def _places(full: str, uri: str, scope: Scope) -> list[str]:
    """Where to look for a document: as its `$id` says, and beside the referring file.

    Files are most often kept side by side, whatever `$id` calls them, so for a file the
    second is the first choice. A document of the network never leads to files.
    """
    base = scope.file.base
    if scope.uri == base or has_scheme(uri):
        found = [full]
    elif scope.file.address is None:
        found = [join(base, uri), full]
    else:
        found = [full, join(base, uri)]
    return [place for place in found if scope.file.address is None or has_scheme(place)]
