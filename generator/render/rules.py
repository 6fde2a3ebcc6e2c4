"""What generated Python may import, call and read: the lists behind the audit."""

from __future__ import annotations

IMPORT_ROOTS = frozenset(
    {
        "__future__",
        "abc",
        "argparse",
        "asyncio",
        "base64",
        "builtins",
        "collections",
        "contextlib",
        "dataclasses",
        "datetime",
        "decimal",
        "enum",
        "functools",
        "http",
        "httpx2",
        "importlib",
        "json",
        "math",
        "msgspec",
        "pydantic",
        "re",
        "starlette",
        "sys",
        "types",
        "typing",
        "typing_extensions",
        "urllib",
        "uuid",
        "uvicorn",
    }
)
"""First parts of the modules that a generated file may import."""

FORBIDDEN_NAMES = frozenset(
    {
        "__builtins__",
        "__import__",
        "__loader__",
        "__spec__",
        "breakpoint",
        "compile",
        "delattr",
        "eval",
        "exec",
        "exit",
        "input",
        "locals",
        "open",
        "quit",
        "vars",
    }
)
"""Names that generated code never reads."""

DUNDER_ATTRIBUTES = frozenset({"__init__", "__name__", "__doc__", "__aiter__"})
"""Attributes with two underscores that generated code may read."""

IMPORT_TIME_CALLS = frozenset(
    {
        "Answer",
        "BeforeValidator",
        "BodyForm",
        "ConfigDict",
        "Condition",
        "Cursor",
        "Discriminator",
        "Endpoint",
        "ErrorShape",
        "Field",
        "Flow",
        "ForwardRef",
        "HeaderForms",
        "Json",
        "LateOptions",
        "LinkHeader",
        "MappingProxyType",
        "Meta",
        "Nested",
        "NewType",
        "NextURL",
        "Offset",
        "OAuth2",
        "Operation",
        "Operations",
        "PageNumber",
        "PagedOperation",
        "LinearPattern",
        "Pattern",
        "PlainSerializer",
        "PlainValidator",
        "Scheme",
        "Scoped",
        "Server",
        "Service",
        "SecurityScheme",
        "StreamAnswer",
        "Schemas",
        "Tag",
        "Tagged",
        "TypeAliasType",
        "TypeVar",
        "TypedDict",
        "compiled",
        "dataclass",
        "deprecated",
        "field",
        "frozenset",
        "mock_app",
        "serve",
        "main",
        "tuple",
    }
)
"""What may be called while a generated module is imported, besides classes of ours.

A name that the document has too is imported with an underscore behind it.
"""
