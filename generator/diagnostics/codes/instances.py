"""Codes of checking files against a document (E5xx, W5xx)."""

from __future__ import annotations

from ..entry import Entry

ENTRIES: tuple[Entry, ...] = (
    Entry(
        code="E500",
        severity="error",
        title="A value does not satisfy its schema",
        message="{subject}: {problem}",
        hint="the schema says so at {schema}",
        explanation=(
            "`oasmith validate` holds files against a document. The place is that of the"
            " value in the file; where something is missing, that of the object which"
            " lacks it. The message starts with the JSON Pointer of the value, and the"
            " hint ends with that of the keyword which the value does not satisfy."
        ),
    ),
    Entry(
        code="E501",
        severity="error",
        title="A file that is to be checked cannot be read",
        message="{file} cannot be read: {reason}",
        hint="check the path; use - to read from standard input",
        explanation=(
            "The file is missing, is a folder, may not be read, or is too large to be"
            " held in memory. Data of any length can come as JSON Lines, of which one"
            " line is held at a time. The other files were checked all the same."
        ),
    ),
    Entry(
        code="E502",
        severity="error",
        title="A value is nested too deeply",
        message="objects and arrays are nested too deeply to be checked",
        hint="flatten the value",
        explanation=(
            "The value lies in more objects and arrays than can be followed: 200 in YAML,"
            " some hundreds in JSON. Such values are most often hostile, or made by"
            " mistake."
        ),
    ),
    Entry(
        code="W500",
        severity="warning",
        title="Half of a surrogate pair",
        message="this escape is half of a surrogate pair, without the other half",
        hint="write the character itself, or both halves of it",
        explanation=(
            "JSON escapes a character outside of the Basic Multilingual Plane as two"
            " halves (RFC 8259, section 7). One alone stands for no character, and many"
            " programs refuse the text or replace it. It was checked as it is."
        ),
    ),
    Entry(
        code="E510",
        severity="error",
        title="There is no such schema",
        message="no schema called {name}",
        hint="{advice}",
        explanation=(
            "`--schema` takes the name of a schema below components/schemas, of a"
            " definition of Swagger 2.0, or of a bare JSON Schema: of its root or of what"
            " stands in its $defs. Upper and lower case differ."
        ),
    ),
    Entry(
        code="E511",
        severity="error",
        title="There is no such operation",
        message="no operation called {name}",
        hint="{advice}",
        explanation=(
            "`--operation` takes the operationId of an operation, a webhook or a callback,"
            " or its method and path as the document has them, such as 'GET /pets'. A"
            " callback without an operationId is named by that of the operation which"
            " brings it about, and by `--callback`."
        ),
    ),
    Entry(
        code="E512",
        severity="error",
        title="The operation has no such content",
        message="nothing in {about} can be checked with these options",
        hint="{advice}",
        explanation=(
            "The part of the operation has no content, or none with a schema, for the"
            " status and the media type that were given. `--part item` asks for the items"
            " of a stream, such as server-sent events or JSON Lines, of a response or of a"
            " request (`--status request`)."
        ),
    ),
    Entry(
        code="E513",
        severity="error",
        title="Several parts of the operation may be meant",
        message="{about} can be several with different schemas",
        hint="choose one: {choices}",
        explanation=(
            "`--status` and `--media` choose. Without a status the answers of success are"
            " meant, and without a media type application/json, where that leaves one."
            " Parameters of one name are told apart by where they stand (query.id), and"
            " callbacks by their method and expression."
        ),
    ),
    Entry(
        code="E514",
        severity="error",
        title="Nothing says what files are checked against",
        message="name what the files are held against: --schema or --operation",
        hint="{advice}",
        explanation=(
            "A bare JSON Schema can be meant as a whole. Of an OpenAPI document one schema"
            " is taken, by --schema, or a part of an operation, by --operation and --part."
        ),
    ),
    Entry(
        code="E515",
        severity="error",
        title="The operation has no part with this name",
        message="no {about}",
        hint="{advice}",
        explanation=(
            "`--parameter` takes the name of a parameter of the operation, or its place and"
            " name, such as query.limit. `--header` takes the name of a header of its"
            " responses, and `--callback` the name of a callback as the document has it."
        ),
    ),
)
