"""One module of validators: its functions, constants and imports."""

from __future__ import annotations

import re
from contextlib import contextmanager
from dataclasses import field
from keyword import iskeyword
from typing import TYPE_CHECKING

from ...ir import VALIDATIONS
from ...values import dataclass
from ..python.code import EMPTY, Code, code
from ..python.imports import Imports
from ..python.layout import Atom, Expr, assignment, call, dict_display
from ..python.literals import ident, lit
from .conditions import Path
from .emitter import Emitter
from .functions import Task, about_schema, write, write_seen, write_trial
from .patterns import Untranslatable, matcher
from .places import RESERVED, function_words, tokens
from .printer import PRINTED, Printer
from .runtime_names import EXACT, RUNTIME_NAMES
from .statements import Call

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ...ir import Id
    from ...name.names import Names
    from ..python.one_way import Way
    from .places import Places
    from .rules import ExchangeEntry
    from .ways import Ways

_OURS = RESERVED | RUNTIME_NAMES.keys()
_HIDDEN = frozenset(
    """abs all any bytes dir filter format hash help hex id iter license map max min next
    oct ord pow print repr reversed round set slice sorted tuple zip""".split()
)
_FAULT = re.compile(
    r"^ +(?:found \+=|return) (?:standing\(\s*)?"
    r"((?:fault|missing|mistyped|number_fault)(?:_at)?|under(?:_items)?)\(",
    re.M,
)
_LATE = re.compile(r"\b\w+_module\.\w+")
_LONGEST_LOCAL = 14
_PLAIN = re.compile(r"[a-z_][a-z0-9_]*\Z")
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")


@dataclass(frozen=True, slots=True)
class Entry:
    """A public function to be: its name, its schema, and what it says about itself.

    With a `way` it is for values that go that way alone; `of` is the name of the function
    for all, empty where that is its own.
    """

    name: str
    schema: Id
    about: str
    way: Way = ""
    of: str = ""


@dataclass(slots=True)
class Record:
    """What some code needs: names of the runtime, and `is_portable` if nothing else."""

    uses: set[str] = field(default_factory=set)
    is_portable: bool = True


class Module:
    """Collects one module. `stem` is its own among those of schemas, else empty."""

    def __init__(
        self,
        stem: str,
        ways: Ways,
        places: Places,
        names: Names,
        formats: frozenset[str],
        entries: Sequence[Entry],
        exchanges: Sequence[ExchangeEntry] = (),
    ) -> None:
        self.imports = Imports()
        self.functions: list[Code] = []
        self.constants: dict[Code, Code] = {}
        self.tables: list[Code] = []
        self._stem = stem
        self._folder = "." if stem else "..schemas."
        self._schemas = ways.schemas[""]
        self._ways = ways
        self._way: Way = ""
        self._places = places
        self._names = names
        self._entries = entries
        self._exchanges = exchanges
        self._emitters = {
            way: Emitter(schemas, self, formats)
            for way, schemas in ways.schemas.items()
        }
        self._calls: dict[tuple[Id, Way, bool], Code] = {}
        self._waiting: list[Task] = []
        self._used: dict[str, Code] = {}
        self._record = Record()
        self._tried: dict[tuple[str, Way, tuple[Id, ...]], Code] = {}
        self._extra: list[Printer] = []
        self._owner = ""
        self._taken = {entry.name for entry in entries} | _OURS
        self._taken.update(entry.name for entry in exchanges)
        self._foreign: dict[tuple[str, str], Code] = {}
        self._late: dict[Code, tuple[str, str]] = {}
        self._scope = self._public_names()
        self._constant_names: dict[Code, Code] = {}
        self._told: dict[tuple[str | tuple[Code, Code], ...], Code] = {}
        self._seen: dict[tuple[Id, Way, str, bool], Code] = {}
        self.rules: dict[tuple[Id, Way], Code] = {}
        """The functions of the rules of schemas, for values that go one way or either."""

    def _public_names(self) -> set[str]:
        """Names of functions that this module defines or calls; no local may hide them."""
        found = {entry.name for entry in self._entries}
        targets = self._schemas.references(entry.schema for entry in self._entries)
        for target in targets:
            for way in self._places.ways(target):
                place = self._places.place(target, way)
                found.add(place.function if place is not None else "")
        return found | _OURS

    def emit(self) -> None:
        """Write all functions: each public one, then the private ones that it needs."""
        if self._stem:
            for entry in self._entries:
                self._calls[(entry.schema, entry.way, True)] = ident(entry.name)
        own: dict[tuple[Id, Way], Code] = {}
        for entry in self._entries:
            name = ident(entry.name)
            self._owner = entry.of or entry.name
            self._way = entry.way
            known = None if self._stem else self._known(entry.schema, own)
            if known is not None:
                self.tables.append(assignment(name, Atom(known), 0))
                continue
            own[(entry.schema, entry.way)] = name
            task = Task(name, entry.schema, rooted=True, way=entry.way)
            self._write(task, entry.about)
            while self._waiting:
                task = self._waiting.pop(0)
                self._write(task, about_schema(task.schema, task.way))
        for exchange in self._exchanges:
            from .rules import exchange_function

            self._owner, self._way = exchange.name, ""
            self._add(exchange_function(self._emitters[""], exchange))
        self._import_late()
        self._import_faults()

    def _write(self, task: Task, about: str) -> None:
        """A function, and those that have to stand before it."""
        self._way = task.way
        emitter = self._emitters[task.way]
        if task.keyword:
            self._add(write_seen(emitter, task))
        else:
            self._add(write(emitter, task, about))

    def _way_of(self, *schemas: Id) -> Way:
        """The way of what is being written, where it makes a difference for schemas."""
        for schema in schemas:
            if self._ways.way_of(schema, self._way):
                return self._way
        return ""

    def _import_late(self) -> None:
        """Import the modules of the functions that are called where they stand."""
        if not self._late:
            return
        texts = (*self.functions, *self.tables)
        named = {name for text in texts for name in _LATE.findall(text)}
        for called, (module, _) in self._late.items():
            if called in named:
                self.imports.add(self._folder, module, f"{module}_module")

    def _import_faults(self) -> None:
        """Import what makes violations and moves them, as far as printed code calls it."""
        if self._used.keys().isdisjoint(PRINTED):
            return
        calls = {name for text in self.functions for name in _FAULT.findall(text)}
        for name in sorted(calls):
            self.imports.add("..._runtime.violations", name)

    def _known(self, schema: Id, own: Mapping[tuple[Id, Way], Code]) -> Code | None:
        """The function that checks just this schema already: another's, or of `own`."""
        target = self._schemas.reference(schema)
        if target is not None:
            return self.function(target)
        return own.get((schema, self._way))

    def runtime(self, name: str) -> Code:
        """A name of the runtime, imported."""
        self._record.uses.add(name)
        found = self._used.get(name)
        if found is None:
            is_exact = self._schemas.is_exact and name in EXACT
            if is_exact or name not in PRINTED:
                source = "exact" if is_exact else RUNTIME_NAMES[name]
                self.imports.add(f"..._runtime.{source}", name)
            found = self._used[name] = ident(name)
        return found

    @contextmanager
    def recording(self) -> Iterator[Record]:
        """Gives what the code that is written inside needs of the module."""
        outside, self._record = self._record, Record()
        yield self._record
        outside.uses |= self._record.uses
        outside.is_portable = outside.is_portable and self._record.is_portable
        self._record = outside

    def function(self, schema: Id) -> Code:
        """What to call for a schema where its schema paths do not matter."""
        return self.callee(schema)[0]

    def callee(self, schema: Id, *, rooted: bool = False) -> tuple[Code, bool]:
        """What to call for a schema, and whether its schema paths are whole.

        That is the public function of the schema, whose are, or a private one made
        here, whose start at the schema unless `rooted` asks for more.
        """
        self._record.is_portable = False
        schema = self._schemas.reference(schema) or schema
        way = self._way_of(schema)
        found = self._calls.get((schema, way, True))
        if found is not None:
            return found, True
        place = self._places.place(schema, way)
        if place is not None:
            found = self._foreign_call(place.module, place.function)
            self._calls[(schema, way, True)] = found
            return found, True
        found = self._calls.get((schema, way, rooted))
        if found is None:
            found = self._private(schema, "", way)
            self._waiting.append(Task(found, schema, rooted=rooted, way=way))
            self._calls[(schema, way, rooted)] = found
        return found, rooted

    def _foreign_call(self, module: str, function: str) -> Code:
        if self._places.in_circle(self._stem, module):
            called = code("{}.{}", ident(f"{module}_module"), ident(function))
            self._late[called] = (module, function)
            return called
        key = (module, function)
        if key not in self._foreign:
            alias = ""
            if function in self._taken:
                alias = f"check_{function}"
                while alias in self._taken:
                    alias += "_"
            self.imports.add(f"{self._folder}{module}", function, alias)
            self._taken.add(alias or function)
            self._foreign[key] = ident(alias or function)
        return self._foreign[key]

    def _private(self, schema: Id, prefix: str, way: Way) -> Code:
        """A new private name, after the place of the schema and the way of the value."""
        wanted = self._wanted(schema)
        return self._name(f"{wanted.rstrip('_')}_{way}" if way else wanted, prefix)

    def _wanted(self, schema: Id) -> str:
        """What a function of a schema is called after: its place, in this module."""
        wanted = self._names.functions.get(schema)
        if wanted is None:
            place = self._schemas.beside_null(schema) or schema
            wanted = function_words(_below_schema(tokens(place)))
        return wanted.removeprefix(f"{self._owner}_")

    def _name(self, wanted: str, prefix: str) -> Code:
        name = f"_{prefix}{wanted}"
        if name in self._taken:
            name = f"_{prefix}{self._owner}_{wanted}"
        stem, number = name, 2
        while name in self._taken:
            name = f"{stem}_{number}"
            number += 1
        self._taken.add(name)
        return ident(name)

    def evaluated(self, schema: Id, keyword: str, *, top: bool) -> Code:
        """The function that gives what a schema looks at; made here."""
        way = self._way_of(schema)
        key = (schema, way, keyword, top)
        if key not in self._seen:
            prefix = "others_in_" if top else "seen_by_"
            self._seen[key] = self._private(schema, prefix, way)
            task = Task(self._seen[key], schema, keyword=keyword, top=top, way=way)
            self._waiting.append(task)
        return self._seen[key]

    def local(self, name: str) -> Code:
        """A local variable for the property with this name."""
        found = [word.lower() for word in _WORD.findall(name)]
        while len(found) > 1 and len("_".join(found)) > _LONGEST_LOCAL:
            del found[0]
        words = "_".join(found)
        if not _PLAIN.match(words) or len(words) > _LONGEST_LOCAL:
            words = "field"
        while words in self._scope or words in _HIDDEN or iskeyword(words):
            words += "_"
        return ident(words)

    def constant(self, path: Path, value: Expr, kind: Code = EMPTY) -> Code:
        """A module-level constant with this value, named after where it is used.

        `kind` is its annotation, for a value that does not tell its type.
        """
        self._record.is_portable = False
        if value.flat not in self._constant_names:
            name = self._constant_name(path, "")
            self._constant_names[value.flat] = name
            target = code("{}: {}", name, kind) if kind else name
            self.constants[name] = assignment(target, value, 0)
        return self._constant_names[value.flat]

    def _constant_name(self, path: Path, suffix: str) -> Code:
        words = [token for token in path.tokens if type(token) is not Code][-2:]
        wanted = function_words([*words, suffix] if words else [suffix or "allowed"])
        name = f"_{wanted.strip('_').upper()}"
        number = 2
        while name in self._taken:
            name = f"_{wanted.strip('_').upper()}_{number}"
            number += 1
        self._taken.add(name)
        return ident(name)

    def pattern(self, text: str, path: Path) -> Code | None:
        """A compiled pattern; None where it cannot be translated (reported elsewhere)."""
        try:
            found = matcher(text)
        except Untranslatable:
            return None
        self._record.is_portable = False
        translated = lit(found.text)
        if translated not in self._constant_names:
            name = self._constant_name(path, "pattern")
            self._constant_names[translated] = name
            kind, args = "Pattern", [Atom(translated)]
            if found.longest is not None:
                kind, args = "LinearPattern", [*args, Atom(lit(found.longest))]
            value = call(self.runtime(kind), args)
            self.constants[name] = assignment(name, value, 0)
        return self._constant_names[translated]

    def table(self, path: Path, tag: str, members: Sequence[tuple[Code, Code]]) -> Code:
        """A constant that gives the function for each value of a tag.

        Functions of modules that need this one are not there yet when it is imported;
        a table with one of them finds its functions when they are asked for.
        """
        known = self._told.get((tag, *members))
        if known is not None:
            return known
        name = self._told[(tag, *members)] = self._constant_name(path, f"by {tag}")
        if self._late.keys().isdisjoint(callee for _, callee in members):
            value: Expr = dict_display([(key, Atom(callee)) for key, callee in members])
        else:
            origins = {callee: origin for origin, callee in self._foreign.items()}
            places = []
            for key, callee in members:
                here = (self._stem, str(callee))
                module, function = self._late.get(callee) or origins.get(callee, here)
                place = module if module == function else f"{module}:{function}"
                places.append((key, Atom(lit(place))))
            package = Atom(code('__package__ or ""'))
            value = call(self.runtime("LateOptions"), [package, dict_display(places)])
        target = code("{}: dict[object, {}]", name, self.runtime("Validator"))
        self.tables.append(assignment(target, value, 0))
        return name

    def alternatives(self, keyword: str, options: tuple[Id, ...]) -> Code:
        """The function of the only option, or one made here that tries all of them."""
        if len(options) == 1:
            return self.callee(options[0], rooted=True)[0]
        key = (keyword, self._way_of(*options), options)
        found = self._tried.get(key)
        if found is None:
            callees = [self.callee(option, rooted=True)[0] for option in options]
            words = "_or_".join(
                callee.rpartition(".")[2].strip("_") for callee in callees[:2]
            )
            found = self._name(words, "")
            self._tried[key] = found
            about = "Violations of the alternative that fits best, or None when valid."
            tried = self.runtime("one_of" if keyword == "oneOf" else "any_of")
            trial = Call(tried, (code("value"), *callees))
            self._extra.append(
                write_trial(self._emitters[self._way], found, about, trial)
            )
        return found

    def rules_name(self, schema: Id, way: Way = "") -> Code:
        """A name for what asks the rules of a schema; of an exchange, if that is empty."""
        wanted = self._wanted(schema) if schema else self._owner
        is_own = wanted == self._owner or VALIDATIONS in schema
        words = ("" if is_own else wanted, way, "rules")
        return self._name("_".join(filter(None, words)), "")

    def add_after(self, printer: Printer) -> None:
        """Let a function stand after the one that is being written."""
        self._extra.append(printer)

    def _add(self, printer: Printer) -> None:
        for item in (printer, *self._extra):
            self.functions.append(item.text())
        self._extra.clear()


def _below_schema(parts: list[str]) -> list[str]:
    """The tokens below the nearest schema that a component or an operation holds."""
    if parts[:2] == ["components", "schemas"]:
        return parts[3:] or parts
    for word in ("itemSchema", "schema"):
        if word in parts:
            return parts[parts.index(word) + 1 :] or parts[-2:]
    return parts
