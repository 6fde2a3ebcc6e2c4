"""Documents with one operation, and what is found of its pages, for tests."""

from __future__ import annotations

import textwrap

from generator.config.pagination import Pagination as Rules
from generator.config.pagination import PaginationRule
from generator.diagnostics import Sink, Span
from generator.ir import Api, Pagination
from generator.load import Source, load
from generator.lower import lower, tell_inferred

from .lowering import HEAD

STRING = "{type: string}"
INTEGER = "{type: integer}"
NULLABLE = "{type: [string, 'null']}"
THINGS = "{type: array, items: {$ref: '#/components/schemas/Thing'}}"
TAIL = """
components:
  schemas:
    Thing: {type: object, required: [id], properties: {id: {type: string}}}
    Loose: {type: object, properties: {id: {type: string}, n: {type: integer}}}
"""


def operation(
    parameters: dict[str, str],
    result: dict[str, str] | str,
    *,
    method: str = "get",
    extra: str = "",
    headers: str = "",
) -> str:
    """A document with one operation; `result` are properties, or a whole schema."""
    listed = ", ".join(
        f"{{name: {name}, in: query, schema: {schema}}}"
        for name, schema in parameters.items()
    )
    if isinstance(result, dict):
        members = ", ".join(f"{name}: {schema}" for name, schema in result.items())
        result = f"{{type: object, properties: {{{members}}}}}"
    return textwrap.dedent(f"""
    paths:
      /things:
        {method}:
          operationId: listThings
          parameters: [{listed}]
          {extra}
          responses:
            "200":
              description: Things.
              {headers}
              content: {{application/json: {{schema: {result}}}}}
    """)


def read(text: str, rules: Rules | None = None) -> tuple[Api, Sink]:
    """A document as a model, with all findings."""
    sink = Sink()
    document = load(Source(data=f"{HEAD}{text}{TAIL}".encode()), sink)
    api = lower(document, sink, rules or Rules())
    tell_inferred(api, document, sink)
    sink.found[:] = [item for item in sink.found if item.code[1:3] == "28"]
    return api, sink


def pages(text: str, rules: Rules | None = None) -> Pagination | None:
    """What the only operation has."""
    return read(text, rules)[0].operations[0].pagination


def told(found: Pagination | None) -> str:
    """A pagination in short: `cursor data: last_id -> query after if has_more`."""
    if found is None:
        return "none"
    text = f"{found.kind} {'/'.join(found.items)}:"
    if found.next:
        text += f" {'item ' if found.in_last_item else ''}{'/'.join(found.next)}"
    if found.parameter:
        text += f" -> {found.place} {found.parameter}"
    if found.kind in ("page", "offset"):
        text += f" from {found.start}"
    if found.total:
        text += f" of {'/'.join(found.total)}"
    return text + (f" if {'/'.join(found.more)}" if found.more else "")


def ruled(pattern: str, declared: dict[str, object] | None) -> Rules:
    """One rule, stated in line 3 of a file."""
    return Rules(rules=(PaginationRule(pattern, declared, Span("x.toml", 3, 1)),))
