"""Codes of what is wrong and clear in meaning, so that generation goes on (W16x)."""

from __future__ import annotations

from ..entry import Entry

MENDED = (
    Entry(
        "W160",
        "warning",
        "Keywords of version 3.1 in version 3.0",
        "keywords of OpenAPI 3.1 are used here {times}; honoured",
        "write openapi: 3.1.0, or use the keywords of OpenAPI 3.0",
        "By the letter of OpenAPI 3.0 these keywords have no meaning. Their authors mean "
        "what they mean in OpenAPI 3.1, so that is how they are read. The place is the "
        "first one.",
    ),
    Entry(
        "W162",
        "warning",
        "A path without a slash",
        "the path '{path}' does not start with /; a slash is put before it",
        "write a / in front of it",
        "A path is appended to the URL of a server, which ends without a slash.",
    ),
    Entry(
        "W163",
        "warning",
        "A way of Swagger 2.0",
        "'{place}' stands here as in Swagger 2.0; taken as meant",
        "describe bodies in requestBody, types in schema, and basic as a scheme of http",
        "In OpenAPI 3 a body is no parameter, a parameter has its type in `schema`, and "
        "the security scheme `basic` is one of the type `http`. What is meant is clear.",
    ),
    Entry(
        "W164",
        "warning",
        "A parameter is given twice",
        "the {place} parameter '{name}' is given twice; the last one counts",
        "remove one of them",
        "A parameter is told by its name and its place (OpenAPI 3.2, section 4.12), so "
        "that these are two descriptions of one.",
    ),
    Entry(
        "W165",
        "warning",
        "An answer to what is no status",
        "'{name}' is no status code, no range such as 4XX and not default; left out",
        "give the code that the API answers with",
        "Answers are described by their status code, by a range of codes, or for all "
        "others by `default`. Nothing else can be told from an answer.",
    ),
    Entry(
        "W166",
        "warning",
        "Operations without an operationId",
        "without operationId, so called after method and path: {count}, the first here",
        "give each operation an operationId, so that its name does not hang on its path",
        "The operationId names the method of the client and of the handler. Without one "
        "the name is made of method and path, and changes with them. The place is the "
        "first one.",
    ),
    Entry(
        "W168",
        "warning",
        "A parameter without a schema",
        "this parameter has neither schema nor content; it takes any value",
        "give it a schema",
        "Each parameter has a schema, or a content with one (OpenAPI 3.2, section 4.12).",
    ),
    Entry(
        "W169",
        "warning",
        "A bound that means nothing",
        "'{name}' is {value}; left out",
        "give a number that is not negative, for multipleOf one above zero",
        "Lengths and numbers of items are never negative, and no number is a multiple of "
        "zero, so this says nothing that a value could satisfy or break.",
    ),
)
