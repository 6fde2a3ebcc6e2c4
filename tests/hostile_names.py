"""Documents made of names that get in the way, and packages that are tried out."""

from __future__ import annotations

import importlib
import json
import re
import sys
import warnings
from itertools import count
from pathlib import Path
from typing import Any

from generator.config import ApiConfig
from generator.diagnostics import Sink
from generator.load.source import Source
from generator.pipeline import build
from generator.progress import Laps

WORDS = [
    *"""
    list date type Any Field Literal Optional model_config self cls json request response
    print str int dict set tuple object bool float bytes property classmethod super id
    class def import None True False async await match case type_ _ __ __init__ __class__
    __dict__ __slots__ __all__ __name__ __getattr__ __module__ model_fields model_dump
    model_ schema copy validate construct to_dict to_json from_ from fields args kwargs
    options timeout body headers query path cookies client server app context omit Omit
    transport Transport Operation Stream Empty Text Tag Client AsyncClient Model BaseModel
    Annotated TypeAlias TYPE_CHECKING Handlers Security SCHEMES SERVICE routes security
    security_handlers lifespan handlers data value values name names item items key keys
    found seen errors error message violation Violation re datetime builtins builtins_
    datetime_ uuid UUID typing pydantic httpx2 starlette default const index models
    validators _runtime conftest test con nul py annotations Pet pet PET pEt fooBar foo_bar
    FooBar foo-bar foo.bar 1 2nd 1.5 100% - + +1 -1 * . $ @type $ref a a< a> a<= ss SS
    ARRAY APIError api_key base_url close __enter__ with_options List Dict Union Mapping
    Protocol Unpack overload NotRequired AsyncIterator TypedDict field options_ Context
    """.split(),
    *"\ufb01 fi \uff53elf \u212a k \u017f s \u00e9 e\u0301 \u00df \U0001f600".split(),
    *"\U0001f469\u200d\U0001f469 \uff3f\uff3finit\uff3f\uff3f \u05e9\u05dc\u05d5".split(),
    *"\u0645\u0631\u062d \u540d\u524d \u0438\u043c\u044f \u0430 \u0130 i \u0131".split(),
    "a b",
    "a\tb",
    'with"quote',
    "it's",
    "back\\slash",
    "a/b",
    "a~b",
    "a{b}c",
    "x" * 300,
    "x" * 299 + "y",
    "\u202eevil",
    "zero\u200bwidth",
    "nul-free\x7f",
    "line\u2028separator",
    '"""',
    "#",
    "?",
    "%s",
    "{{ x }}",
    "{% raw %}",
]
"""Names that shadow, twins that fold into each other, and what is no name at all."""

_TOKEN = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
_NUMBERS = count()


def kinds(ref: str) -> list[tuple[dict[str, Any], Any]]:
    """Schemas for properties, each with a value that fits; `ref` is an enumeration."""
    inner = {"type": "object", "properties": {"self": {"type": "string"}}}
    return [
        ({"type": "string"}, "text"),
        ({"type": "integer", "minimum": 1, "maximum": 9}, 3),
        ({"type": "array", "items": {"type": "string"}}, ["a"]),
        ({"type": "string", "format": "date"}, "2024-02-29"),
        ({"type": "string", "format": "uuid"}, "3fa85f64-5717-4562-b3fc-2c963f66afa6"),
        ({"type": "string", "format": "date-time"}, "2024-02-29T01:02:03Z"),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, {"k": 1}),
        ({"$ref": ref}, "first"),
        ({"type": ["array", "null"], "items": {"$ref": ref}}, ["second"]),
        (inner, {"self": "s"}),
    ]


def document(words: list[str]) -> dict[str, Any]:
    """A document whose every name is one of the words.

    There is an operation for each word; all have the record of all words as JSON body
    and as answer.
    """
    table = kinds(_ref(words[0]))
    record = {
        "type": "object",
        "properties": {
            word: table[index % len(table)][0] for index, word in enumerate(words)
        },
    }
    schemas: dict[str, Any] = {words[0]: {"enum": ["first", "second", *words]}}
    schemas |= dict.fromkeys(words[1:], record)
    paths = {
        f"/o{index}/"
        + "{"
        + _path_name(word)
        + "}": {"post": _operation(index, word, words)}
        for index, word in enumerate(words)
    }
    if len(words) > 3:
        paths["/union"] = {"post": _union(words, schemas)}
    return {
        "openapi": "3.1.0",
        "info": {"title": words[0], "version": "1"},
        "servers": [{"url": "http://test"}],
        "paths": paths,
        "tags": [{"name": word, "description": word} for word in words],
        "components": {
            "schemas": schemas,
            "securitySchemes": {
                word: {"type": "apiKey", "in": "header", "name": f"X-Key-{index}"}
                for index, word in enumerate(words)
            },
        },
    }


def _ref(word: str) -> str:
    escaped = word.replace("~", "~0").replace("/", "~1")
    return "#/components/schemas/" + "".join(map(_percent, escaped))


def _percent(char: str) -> str:
    if char.isascii() and (char.isalnum() or char in "~-_."):
        return char
    return "".join(f"%{byte:02X}" for byte in char.encode())


def _path_name(word: str) -> str:
    return re.sub(r"[{}/?#]", "", word) or "p"


def _operation(index: int, word: str, words: list[str]) -> dict[str, Any]:
    content = {"application/json": {"schema": {"$ref": _ref(words[-1])}}}
    own = {"name": _path_name(word), "in": "path", "required": True}
    return {
        "operationId": word,
        "tags": [words[(index * 7) % len(words)]],
        "security": [{word: []}],
        "parameters": [
            {**own, "schema": {"type": "string"}},
            *(
                {"name": name, "in": place, "schema": {"type": "string"}}
                for place, names in parameter_names(words).items()
                for name in names
            ),
        ],
        "requestBody": {"required": True, "content": content},
        "responses": {
            "200": {
                "description": "ok",
                "headers": {f"X-{index}": {"schema": {"type": "string"}}},
                "content": content,
            },
            "404": {"description": word, "content": content},
        },
    }


def parameter_names(words: list[str]) -> dict[str, list[str]]:
    """The words that can be parameters of each place; headers know no case."""
    tokens = {word.lower(): word for word in words if _TOKEN.fullmatch(word)}
    return {
        "query": words,
        "header": [f"h-{word}" for word in tokens.values()],
        "cookie": [word for word in words if re.fullmatch(r"[A-Za-z0-9_.-]+", word)],
    }


def _union(words: list[str], schemas: dict[str, Any]) -> dict[str, Any]:
    """An operation whose body is told apart by a property of a hostile name."""
    tag, one, other = words[1], words[2], words[3]
    targets = {}
    for key, value in (("One", one), ("Other", other)):
        targets[value] = _ref(f"{key} {words[0]}")
        schemas[f"{key} {words[0]}"] = {
            "type": "object",
            "required": [tag],
            "properties": {tag: {"const": value}, "n": {"type": "integer"}},
        }
    schema = {
        "oneOf": [{"$ref": target} for target in targets.values()],
        "discriminator": {"propertyName": tag, "mapping": targets},
    }
    content = {"application/json": {"schema": schema}}
    return {
        "operationId": "told apart",
        "tags": ["told apart"],
        "security": [],
        "requestBody": {"required": True, "content": content},
        "responses": {"200": {"description": "ok", "content": content}},
    }


class Package:
    """A generated package on disk and on the path."""

    def __init__(self, words: list[str], folder: Path) -> None:
        self.words = words
        self.source = document(words)
        self.name = f"hostile_{next(_NUMBERS)}"
        files = _generated(self.source, self.name)
        for path, text in files.items():
            target = folder / self.name / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
        self.modules = [
            ".".join((self.name, *path.removesuffix(".py").split("/")))
            for path in files
            if path.endswith(".py")
        ]
        if str(folder) not in sys.path:
            sys.path.insert(0, str(folder))
        importlib.invalidate_caches()

    def module(self, name: str) -> Any:
        """A module of the package."""
        return importlib.import_module(f"{self.name}.{name}")

    def import_all(self) -> None:
        """Import every module, and look every exported name up; warnings are errors."""
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for name in self.modules:
                importlib.import_module(name.removesuffix(".__init__"))
            models = self.module("models")
            for name in dir(models):
                getattr(models, name)
            schemas = self.module("validators").SCHEMAS
            assert list(schemas) == sorted(self.source["components"]["schemas"])
            for name in schemas:
                assert callable(schemas[name])


def _generated(source: dict[str, Any], package: str) -> dict[str, str]:
    sink = Sink()

    def gate() -> None:
        assert not sink.has_errors, [item.message for item in sink.found]

    config = ApiConfig(package, "api.json", "out", Path(), package)
    data = Source(Path("api.json"), json.dumps(source).encode())
    built = build(config, data, {}, sink, Laps(), gate)
    return {file.path: file.text for file in built.files}


class Echo:
    """Implements every operation: answers with what was sent, and keeps it in a list."""

    def __init__(self, kept: list[dict[str, Any]]) -> None:
        self.__kept = kept

    def __getattr__(self, name: str) -> Any:
        async def handle(request: Any, **arguments: Any) -> Any:
            self.__kept.append({"request": request, **arguments})
            return request

        return handle
