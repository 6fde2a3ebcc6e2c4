"""Rules about several objects at once: paths, their parameters, operation ids."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ..diagnostics import report
from .kinds import METHODS
from .places import escape
from .pointers import unescaped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..diagnostics import Sink
    from .document import Document
    from .places import Object

    Holder = tuple[Object, str]

_TEMPLATE = re.compile(r"\{([^{}]*)\}")
_CHAIN_LIMIT = 50
_UNDECLARED = {"in": "path", "required": True, "schema": {"type": "string"}}


def check(document: Document, sink: Sink) -> None:
    """Report what contradicts itself across the paths; repair path parameters.

    Behind it, each operation of a path declares exactly the parameters in the braces
    of the path.
    """
    _Check(document, sink).run()


class _Check:
    def __init__(self, document: Document, sink: Sink) -> None:
        self.document = document
        self.sink = sink
        self.operation_ids: dict[str, str] = {}
        self.templates: dict[tuple[str, str], str] = {}
        self.checked: set[int] = set()
        self.nameless: list[str] = []

    def run(self) -> None:
        root = self.document.root
        if not any(key in root for key in ("paths", "components", "webhooks")):
            report(self.sink, "E147", self.document.locate("#"))
        for path, item in root.get("paths", {}).items():
            if path.startswith("x-"):
                continue
            where = f"#/paths/{escape(path)}"
            self.check_path(path, where)
            for method, operation, at, holders in self.operations(item, where):
                self.check_template(path, method, at)
                if id(operation) in self.checked:
                    continue
                self.checked.add(id(operation))
                self.check_parameters(path, operation, at, holders)
        self.check_operation_ids()
        if self.nameless:
            first = self.document.locate(self.nameless[0])
            report(self.sink, "W166", first, count=len(self.nameless))

    def check_operation_ids(self) -> None:
        """All operations of the document: those that are called, and those that call.

        Callbacks are followed into the operations of their path items.
        """
        waiting = [
            holder
            for key in ("paths", "webhooks", "x-webhooks")
            for holder in self.items(key, f"#/{key}")
        ]
        shared = self.document.root.get("components", {}).get("callbacks", {})
        for name, callback in shared.items():
            at = f"#/components/callbacks/{escape(name)}"
            waiting += _path_items(callback, at)
        seen: set[int] = set()
        while waiting:
            item, where = waiting.pop(0)
            for _, operation, at, _ in self.operations(item, where):
                if id(operation) in seen:
                    continue
                seen.add(id(operation))
                self.check_operation_id(operation, at)
                self.check_twice(operation, at)
                for name, callback in operation.get("callbacks", {}).items():
                    waiting += _path_items(callback, f"{at}/callbacks/{escape(name)}")

    def items(self, key: str, where: str) -> list[Holder]:
        """The path items of `paths` or `webhooks`."""
        return _path_items(self.document.root.get(key, {}), where)

    def operations(
        self, item: Any, where: str
    ) -> Iterator[tuple[str, Object, str, list[Holder]]]:
        """Method, operation, its id, and the path items that speak of it."""
        holders: list[Holder] = []
        for _ in range(_CHAIN_LIMIT):
            holders.append((item, where))
            target = item.get("$ref")
            if type(target) is not str:
                break
            try:
                item = self.document.node(target)
            except KeyError:
                break
            where = target
        for item, where in holders:
            for method in list(item):
                if method in METHODS:
                    yield method, item[method], f"{where}/{method}", holders
            for method, operation in item.get("additionalOperations", {}).items():
                at = f"{where}/additionalOperations/{escape(method)}"
                yield _spelled(method), operation, at, holders

    def check_path(self, path: str, where: str) -> None:
        if not path.startswith("/"):
            report(self.sink, "W162", self.document.locate(where), path=path)
        if "?" in path or "#" in path:
            report(self.sink, "W147", self.document.locate(where), path=path)

    def check_template(self, path: str, method: str, at: str) -> None:
        key = (_TEMPLATE.sub("{}", f"/{path.removeprefix('/')}"), method)
        first = self.templates.setdefault(key, at)
        if first is not at:
            report(
                self.sink,
                "W161",
                self.document.locate(at),
                related=[("the first one", self.document.locate(first))],
                path=path,
                method=method.upper(),
            )

    def check_operation_id(self, operation: Object, at: str) -> None:
        name = operation.get("operationId")
        if type(name) is not str or not name.strip():
            if at.startswith("#/paths/") and "/callbacks/" not in at:
                self.nameless.append(at)
            return
        first = self.operation_ids.setdefault(name, at)
        if first is not at:
            report(
                self.sink,
                "W270",
                self.document.locate(f"{at}/operationId"),
                related=[
                    ("first used here", self.document.locate(f"{first}/operationId"))
                ],
                name=name,
                first=_call(first),
            )

    def check_twice(self, operation: Object, at: str) -> None:
        """Report parameters that stand twice in the list of an operation."""
        seen: set[tuple[Any, Any]] = set()
        for index, parameter in enumerate(operation.get("parameters", ())):
            found = self.resolve(parameter) or {}
            key = (found.get("in"), found.get("name"))
            if key in seen:
                span = self.document.locate(f"{at}/parameters/{index}")
                report(self.sink, "W164", span, name=key[1], place=key[0])
            seen.add(key)

    def check_parameters(
        self, path: str, operation: Object, at: str, holders: list[Holder]
    ) -> None:
        """Compare the parameters in the braces with those that are declared."""
        wanted = dict.fromkeys(_TEMPLATE.findall(path))
        declared: set[str] = set()
        shared = len(holders) > 1
        for owner, place in ((operation, at), *holders):
            kept = []
            for index, parameter in enumerate(owner.get("parameters", ())):
                name = self.path_name(parameter)
                if name is None or name in wanted:
                    declared.add(name or "")
                    kept.append(parameter)
                    continue
                span = self.document.locate(f"{place}/parameters/{index}")
                report(self.sink, "W146", span, name=name, path=path)
            if len(kept) != len(owner.get("parameters", ())) and not shared:
                owner["parameters"] = kept
        missing = [name for name in wanted if name not in declared]
        if missing:
            span = self.document.locate(at)
            report(self.sink, "W149", span, names=missing, path=path)
            added = [{**_UNDECLARED, "name": name} for name in missing]
            operation["parameters"] = [*operation.get("parameters", ()), *added]

    def path_name(self, parameter: Object) -> str | None:
        """The name of a parameter that stands in a path; None for other parameters."""
        found = self.resolve(parameter)
        if found is None or found.get("in") != "path":
            return None
        return str(found.get("name", ""))

    def resolve(self, parameter: Object) -> Object | None:
        """The parameter behind its references; None when there is none."""
        for _ in range(_CHAIN_LIMIT):
            target = parameter.get("$ref")
            if type(target) is not str:
                return parameter
            try:
                parameter = self.document.node(target)
            except KeyError:
                return None
            if type(parameter) is not dict:
                return None
        return None


def _path_items(holder: Object, where: str) -> list[Holder]:
    """The path items of `paths`, of `webhooks` or of a callback, with their ids."""
    return [
        (item, f"{where}/{escape(key)}")
        for key, item in holder.items()
        if type(item) is dict and key != "$ref" and not key.startswith("x-")
    ]


def _call(at: str) -> str:
    """What the operation at a pointer is to a reader: `GET /pets`, or the pointer."""
    steps = [unescaped(step) for step in at.removeprefix("#/").split("/")]
    if len(steps) == 3 and steps[0] == "paths":
        return f"{steps[2].upper()} {steps[1]}"
    return at.removeprefix("#")


def _spelled(method: str) -> str:
    """A method, to tell it from others: those of path items in lower case."""
    return method.lower() if method.lower() in METHODS else method
