"""Nodes to data, level by level and without recursion.

Aliases are expanded into copies within a budget, so that one object stands at one
place only, and a reference to it means one thing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from ..diagnostics import Fatal, diagnostic
from .limits import COPY_LIMIT, DEPTH_LIMIT, NODE_LIMIT
from .places import Object, Places
from .scalars import FALSES, NULLS, TRUES, UnusableNumber, integer, plain, real
from .yaml_text import PLAIN, QUOTED, YamlFinder

if TYPE_CHECKING:
    from ..diagnostics import Sink, Span
    from .source import SourceText

_CORE = "tag:yaml.org,2002:"
_MERGE = "<<"
_MISSING = object()
_COMPLAINTS = 1_000


def construct(root: Node, text: SourceText, sink: Sink) -> tuple[Any, Places]:
    """The data of a node tree, and where its objects stand.

    Reports duplicate keys, odd keys, refused tags and unusable numbers to `sink`, all
    of them. Raises Fatal when the budgets are exceeded, or an alias stands inside what
    it names.
    """
    return _Construction(text, sink).run(root)


class _Construction:
    """The state of one construction."""

    def __init__(self, text: SourceText, sink: Sink) -> None:
        self.text = text
        self.sink = sink
        self.known: dict[int, tuple[object, Object]] = {}
        self.merged = 0
        self.complaints = 0
        self.firsts: dict[int, dict[str, Node]] = {}
        self.plain: dict[str, object] = dict.fromkeys(NULLS)
        self.plain.update(dict.fromkeys(TRUES, True))
        self.plain.update(dict.fromkeys(FALSES, False))

    def run(self, root: Node) -> tuple[Any, Places]:
        holder: list[Any] = []
        level: list[tuple[Node, Any]] = []
        self.put_item(holder, root, level)
        seen: set[int] = set()
        aliased = False
        depth = 0
        while level:
            depth += 1
            if depth > DEPTH_LIMIT:
                raise Fatal(diagnostic("E111", self.span(level[0][0])))
            below: list[tuple[Node, Any]] = []
            for node, target in level:
                if id(node) in seen and not aliased:
                    aliased = True
                    _check_aliases(root, self.text)
                seen.add(id(node))
                if type(target) is dict:
                    self.known[id(target)] = (node, target)
                    self.fill(node, target, below)
                else:
                    for item in node.value:
                        self.put_item(target, item, below)
            level = below
        return holder[0], Places(self.text, self.known, YamlFinder())

    def fill(self, node: Node, target: Object, below: list[tuple[Node, Any]]) -> None:
        """Put the members of a mapping into `target`."""
        values = self.plain
        merges: list[Node] = []
        for name, value in node.value:
            key = name.value
            if name.tag is not QUOTED and (name.tag is not PLAIN or key == _MERGE):
                if name.tag is PLAIN:
                    merges.append(value)
                    continue
                self.check_key(name)
            if type(key) is not str:
                self.complain("E116", self.span(name))
                continue
            if key in target:
                self.duplicate(node, key, name)
                continue
            if type(value) is ScalarNode:
                if value.tag is PLAIN:
                    found = values.get(value.value, _MISSING)
                    target[key] = self.scalar(value) if found is _MISSING else found
                elif value.tag is QUOTED:
                    target[key] = value.value
                else:
                    target[key] = self.scalar(value)
            else:
                child: Any = {} if type(value) is MappingNode else []
                if value.tag is not QUOTED:
                    self.check_collection(value)
                target[key] = child
                below.append((value, child))
        for merged in merges:
            self.merge(merged, target, below)

    def put_item(
        self, target: list[Any], node: Node, below: list[tuple[Node, Any]]
    ) -> None:
        """Append one item of a sequence to `target`."""
        if type(node) is ScalarNode:
            target.append(node.value if node.tag is QUOTED else self.scalar(node))
            return
        if node.tag is not QUOTED:
            self.check_collection(node)
        child: Any = {} if type(node) is MappingNode else []
        target.append(child)
        below.append((node, child))

    def scalar(self, node: ScalarNode) -> object:
        """The value of a scalar that is not quoted, or has a tag."""
        try:
            if node.tag is PLAIN:
                value = self.plain.get(node.value, _MISSING)
                if value is _MISSING:
                    value = self.plain[node.value] = plain(node.value)
                return value
            return _tagged(node)
        except UnusableNumber:
            self.complain("E114", self.span(node), number=node.value[:40])
            return 0
        except ValueError:
            tag = node.tag.replace(_CORE, "!!")
            self.complain("E109", self.span(node), tag=tag)
            return node.value

    def merge(self, node: Node, target: Object, below: list[tuple[Node, Any]]) -> None:
        """Add what a merge key names and `target` lacks (YAML 1.1, merge type)."""
        waiting = list(node.value) if type(node) is SequenceNode else [node]
        rounds = 0
        while waiting:
            source = waiting.pop(0)
            rounds += 1
            if type(source) is not MappingNode or rounds > DEPTH_LIMIT:
                self.complain("E117", self.span(source))
                return
            self.merged += len(source.value)
            if self.merged > COPY_LIMIT:
                raise Fatal(diagnostic("E112", self.span(source), limit=COPY_LIMIT))
            fresh: list[tuple[Node, Node]] = []
            for name, value in source.value:
                if name.tag is PLAIN and name.value == _MERGE:
                    inner = value.value if type(value) is SequenceNode else [value]
                    waiting[0:0] = inner
                elif type(name.value) is not str or name.value not in target:
                    fresh.append((name, value))
            own: Object = {}
            self.fill(MappingNode(QUOTED, fresh), own, below)
            target.update(own)

    def complain(
        self,
        code: str,
        span: Span,
        related: tuple[tuple[str, Span], ...] = (),
        **values: object,
    ) -> None:
        """Report a finding; the last one that is worth listing ends the run."""
        self.complaints += 1
        found = diagnostic(code, span, related=related, **values)
        if self.complaints >= _COMPLAINTS:
            raise Fatal(found)
        self.sink.add(found)

    def duplicate(self, node: Node, key: str, name: Node) -> None:
        """Report a name that stands twice in a mapping, with both places."""
        firsts = self.firsts.get(id(node))
        if firsts is None:
            firsts = self.firsts[id(node)] = {}
            for item, _ in node.value:
                if type(item) is ScalarNode:
                    firsts.setdefault(item.value, item)
        first = ("first given here", self.span(firsts[key]))
        self.complain("E110", self.span(name), related=(first,), key=key)

    def check_key(self, name: Node) -> None:
        if name.tag != f"{_CORE}str":
            tag = name.tag.replace(_CORE, "!!")
            self.complain("E109", self.span(name), tag=tag)

    def check_collection(self, node: Node) -> None:
        kind = "map" if type(node) is MappingNode else "seq"
        if node.tag != f"{_CORE}{kind}":
            tag = node.tag.replace(_CORE, "!!")
            self.complain("E109", self.span(node), tag=tag)

    def span(self, node: Node) -> Span:
        """The place of a node."""
        return _span(self.text, node)


def _tagged(node: ScalarNode) -> object:
    """The value of a scalar with a core tag. Raises ValueError for other tags."""
    kind = node.tag.removeprefix(_CORE) if node.tag.startswith(_CORE) else ""
    text: str = node.value
    if kind == "str":
        return text
    if kind == "float":
        return real(text)
    if kind == "int":
        value = plain(text)
        return value if type(value) is int else integer(text)
    if kind == "null" and text in NULLS:
        return None
    if kind == "bool" and text in TRUES | FALSES:
        return text in TRUES
    raise ValueError(node.tag)


def _check_aliases(root: Node, text: SourceText) -> None:
    """Raise Fatal when expanding the aliases would exceed the budgets or never end."""
    sizes: dict[int, int] = {}
    entered: set[int] = set()
    real_count = 0
    stack: list[tuple[Node, bool]] = [(root, False)]
    while stack:
        node, done = stack.pop()
        if id(node) in sizes:
            continue
        children = _children(node)
        if done:
            size = 1 + sum(sizes.get(id(child), 1) for child in children)
            sizes[id(node)] = size
            real_count += 1 + sum(type(child) is ScalarNode for child in children)
            if size > NODE_LIMIT or size - real_count > COPY_LIMIT:
                limit = COPY_LIMIT
                raise Fatal(diagnostic("E112", _span(text, node), limit=limit))
            continue
        if id(node) in entered:
            raise Fatal(diagnostic("E113", _span(text, node)))
        entered.add(id(node))
        stack.append((node, True))
        stack.extend(
            (child, False)
            for child in children
            if type(child) is not ScalarNode and id(child) not in sizes
        )


def _children(node: Node) -> list[Node]:
    if type(node) is MappingNode:
        return [part for pair in node.value for part in pair]
    return list(node.value) if type(node) is SequenceNode else []


def _span(text: SourceText, node: Node) -> Span:
    mark = node.start_mark
    return text.span(int(mark.index) if mark else 0)
