"""Codes of reading, references and the shape of the document (E1xx, W1xx)."""

from __future__ import annotations

from ..entry import Entry
from .load_mended import MENDED
from .load_refs import REFERENCES
from .load_shape import SHAPE
from .load_swagger import SWAGGER

_READING = (
    Entry(
        "E100",
        "error",
        "The document is missing",
        "there is no file '{file}'",
        "check the path, or the settings spec and overlays in the configuration",
        "The path of the document leads nowhere. Relative paths on the command line start "
        "at the current folder, those in a configuration file at the folder of that file.",
    ),
    Entry(
        "E101",
        "error",
        "The document cannot be opened",
        "{file} cannot be read: {reason}",
        "give a regular file, or use - to read from standard input",
        "Folders, pipes and devices are not read, and neither are files without read "
        "permission. Output of another program comes in by standard input.",
    ),
    Entry(
        "E102",
        "error",
        "The document is too large",
        "the document is larger than {limit} MB",
        "split it into several files with relative references",
        "There is a limit on the size of one document, so that a mistaken file name or a "
        "hostile document cannot use up the memory.",
    ),
    Entry(
        "E103",
        "error",
        "The document is not UTF-8",
        "the byte {byte} is not valid in UTF-8 here",
        "save the document as UTF-8",
        "Documents are read as UTF-8 (RFC 3629), with or without a byte order mark. The "
        "place is that of the first byte that does not fit.",
    ),
    Entry(
        "E104",
        "error",
        "The document is UTF-16 or UTF-32",
        "the document starts with the byte order mark of UTF-16 or UTF-32",
        "save the document as UTF-8",
        "Documents are read as UTF-8 only. Editors offer the encoding when they save.",
    ),
    Entry(
        "E105",
        "error",
        "The document is not YAML",
        "this is not valid YAML: {problem}",
        "look at indentation, unclosed quotes or brackets, and tabs before this place",
        "The text breaks the rules of YAML at this place, or somewhere before it. Text "
        "with `: ` or ` #` in it needs quotes, and indentation is made of spaces.",
    ),
    Entry(
        "E106",
        "error",
        "The document is not JSON",
        "this is not valid JSON: {problem}",
        "look for a missing or surplus comma, and for comments, which JSON does not have",
        "The file is called .json and breaks the rules of RFC 8259 at this place.",
    ),
    Entry(
        "E107",
        "error",
        "The document is empty",
        "the document holds nothing",
        "check that the right file was given and that it was written completely",
        "The file is empty, or holds only comments or a null value.",
    ),
    Entry(
        "E108",
        "error",
        "More than one document",
        "a second document starts here",
        "keep one document in the file and take out the line with ---",
        "A YAML stream can hold several documents. An API description is exactly one, and "
        "reading only the first would ignore the others in silence.",
    ),
    Entry(
        "E109",
        "error",
        "A YAML tag that is not read",
        "the tag '{tag}' is not allowed here",
        "take the tag out, or put the value in quotes",
        "Only the tags of the YAML core schema are read (str, int, float, bool, null, map, "
        "seq), and only on values of that type. Others ask a program to build objects.",
    ),
    Entry(
        "E110",
        "error",
        "A name is given twice",
        "the name '{key}' stands twice in one object",
        "remove or rename one of them",
        "Names in an object are unique. Most tools keep the last value and forget the "
        "first, so that an operation or a property is lost without a word. In a file that "
        "`oasmith validate` checks it is only a warning, since it breaks no rule of the "
        "schema: the last value is checked in JSON, and the first in YAML.",
    ),
    Entry(
        "E111",
        "error",
        "The document is nested too deeply",
        "objects and arrays are nested more than 200 deep here",
        "move inner schemas to components/schemas and refer to them",
        "There is a limit on nesting, so that a hostile document cannot use up the stack. "
        "Documents written by people and by frameworks stay far below it.",
    ),
    Entry(
        "E112",
        "error",
        "Aliases expand to too much",
        "the aliases of this document expand to more than {limit} values",
        "use references ($ref) instead of YAML aliases",
        "Each alias stands for a copy of its anchor. A few lines of nested aliases can "
        "stand for billions of values.",
    ),
    Entry(
        "E113",
        "error",
        "An alias inside what it names",
        "this value contains an alias to itself",
        "use a reference ($ref) for a recursive schema",
        "A value that contains itself has no end. Recursive schemas are written with "
        "references to a component.",
    ),
    Entry(
        "E114",
        "error",
        "A number that JSON cannot hold",
        "the number {number} cannot be used",
        "give a finite number of at most 400 digits, or put it in quotes",
        "Infinity and NaN are not JSON, and numbers of extreme length or size cannot be "
        "written into generated code.",
    ),
    Entry(
        "E115",
        "error",
        "A character that cannot be used",
        "the character '{character}' cannot be used in a document",
        "remove the character",
        "NUL, control characters and halves of surrogate pairs cannot be written into "
        "source files, or hide what a text says.",
    ),
    Entry(
        "E116",
        "error",
        "A name that is not a scalar",
        "the name of a member must be text, not an object or array",
        "write the name as a string",
        "YAML allows any value as the name of a member, JSON only strings. Numbers and "
        "booleans are taken as they are written.",
    ),
    Entry(
        "E117",
        "error",
        "A merge key without an object",
        "the merge key << needs an object, or a list of objects",
        "give an alias to an object",
        "A merge key (YAML 1.1) brings the members of other objects in. It takes an alias "
        "to an object, or a list of such aliases, and does not merge a value into itself.",
    ),
    Entry(
        "E118",
        "error",
        "The document holds too much",
        "the document holds more than {limit} million values",
        "split it into several files with relative references",
        "There is a limit on the number of values, so that a hostile document cannot use "
        "up the memory. It is estimated from the punctuation, before anything is built.",
    ),
    Entry(
        "E120",
        "error",
        "Not an API description",
        "this is not an OpenAPI document: {found}",
        "{advice}",
        "An OpenAPI document is an object with a member `openapi`, or `swagger`, that holds "
        "the version. A JSON Schema is read as well: it names a `$schema` of json-schema.org, "
        "or has keywords of JSON Schema and no signs of another format.",
    ),
    Entry(
        "E121",
        "error",
        "An unknown version of OpenAPI",
        "the OpenAPI version '{version}' is not known",
        "use 3.0.x, 3.1.x or 3.2.x",
        "The member `openapi` holds the version of the specification that the document "
        "follows, not the version of the API, which stands in `info`.",
    ),
    Entry(
        "E122",
        "error",
        "An unknown version of Swagger",
        "the Swagger version '{version}' is not known",
        'use swagger: "2.0", or openapi: and its version from 3.0 on',
        "The member `swagger` holds the version of the specification, which is 2.0. What "
        "came before, 1.2 and older, describes an API in another way and in several files.",
    ),
    Entry(
        "W120",
        "warning",
        "The version is not a string",
        "the version {version} is a number; taken as text",
        "put the version in quotes",
        "Without quotes YAML reads 3.1 as a number, and 3.10 as the same number.",
    ),
    Entry(
        "W121",
        "warning",
        "A version newer than what is known",
        "OpenAPI {version} is newer than what is known; read as 3.2",
        "look for a newer version of oasmith",
        "Minor versions of OpenAPI 3 add to one another, so the document is read by the "
        "newest rules that are known. New members are reported as unknown.",
    ),
)

ENTRIES: tuple[Entry, ...] = _READING + REFERENCES + SHAPE + MENDED + SWAGGER
