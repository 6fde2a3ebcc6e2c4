"""Rules as functions, for tests: parsed, checked, compiled and loaded."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from generator.cel import CelType, Checked, check, check_skipping_absent, parse
from generator.plan.python.code import Code
from generator.plan.python.literals import ident, lit
from generator.plan.validators.patterns import translate
from generator.plan.validators.rule_code import RuleCode, expression
from generator.values import dataclass

RUNTIME = Path(__file__).parents[2] / "templates" / "python" / "runtime"
PACKAGE = "oasmith_rules_runtime"


def load(name: str) -> Any:
    """A module of the runtime, loaded where it stands."""
    if PACKAGE not in sys.modules:
        package = ModuleType(PACKAGE)
        package.__path__ = [str(RUNTIME)]
        sys.modules[PACKAGE] = package
    return import_module(f"{PACKAGE}.{name}")


rules = load("rules")
checks = load("checks")


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that was compiled: its parts, and two functions of its variables."""

    checked: Checked
    code: RuleCode
    holds: Callable[..., Any]
    broken: Callable[..., Any]


def emitted(
    text: str, scope: Mapping[str, CelType], *, skipping: bool = False
) -> tuple[Checked, RuleCode, dict[str, str]]:
    """A rule as code, and the patterns that its constants stand for."""
    patterns: dict[str, str] = {}
    known: dict[str, str] = {}

    def pattern(ecma: str) -> Code:
        name = known.setdefault(ecma, f"_PATTERN_{len(known)}")
        patterns[name] = translate(ecma)
        return ident(name)

    checker = check_skipping_absent if skipping else check
    checked = checker(parse(text), scope)
    names = {name: ident("value" if name == "self" else name) for name in scope}
    return checked, expression(checked, names, pattern), patterns


def compiled(
    text: str, scope: Mapping[str, CelType], *, skipping: bool = False
) -> Rule:
    """A rule as functions. Raises as `parse` and `check` do."""
    checked, found, patterns = emitted(text, scope, skipping=skipping)
    space: dict[str, Any] = {name: getattr(rules, name) for name in found.helpers}
    space |= {name: checks.Pattern(text) for name, text in patterns.items()}
    names = [ident("value" if name == "self" else name) for name in scope]
    functions = []
    for part in (found.holds, found.broken.text):
        source = f"lambda {', '.join(names)}: {part}"
        functions.append(eval(source, space))
    return Rule(checked, found, *functions)


def module_of(
    rules_of: Mapping[str, tuple[RuleCode, Mapping[str, str]]], *variables: str
) -> str:
    """A module with a function for each rule, as generated packages have them."""
    helpers = sorted({name for code_, _ in rules_of.values() for name in code_.helpers})
    lines = ["from __future__ import annotations", "", "from typing import Any", ""]
    lines.append("from .checks import Pattern")
    if helpers:
        lines.append(f"from .rules import {', '.join(helpers)}")
    for name, (found, patterns) in rules_of.items():
        arguments = ", ".join(f"{word}: dict[str, Any]" for word in variables)
        own = {key: f"{key}_{name.upper()}" for key in patterns}
        lines += ["", ""]
        texts = [found.holds, found.broken.text]
        for key, text in patterns.items():
            lines.append(f"{own[key]} = Pattern({lit(text)})")
            texts = [part.replace(key, own[key]) for part in texts]
        lines += [f"def {name}({arguments}) -> list[str]:", "    found: list[str] = []"]
        lines += [f"    if {texts[1]}:", '        found.append("broken")']
        lines += [f"    if not ({texts[0]}):", '        found.append("broken")']
        lines.append("    return found")
    return "\n".join(lines) + "\n"
