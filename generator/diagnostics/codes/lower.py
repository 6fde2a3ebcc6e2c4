"""Codes of lowering and naming (E2xx, W2xx)."""

from __future__ import annotations

from ..entry import Entry

ENTRIES: tuple[Entry, ...] = (
    Entry(
        "E201",
        "error",
        "A schema includes itself",
        "this schema includes itself through allOf: {ids}",
        "take one of the references out of allOf",
        "`allOf` asks a value to satisfy all members at once. A schema that is a member of "
        "itself describes nothing, so there is no type to generate. A schema may refer to "
        "itself below a property or in an array; only the direct inclusion is at fault.",
    ),
    Entry(
        "W203",
        "warning",
        "No value can satisfy this schema",
        "the members of allOf contradict each other, so no value is valid",
        "look at the types and enum values that the members ask for",
        "Members of `allOf` ask for types or values that exclude each other. The value is "
        "typed as any JSON value; validators reject everything, as the document says.",
    ),
    Entry(
        "W204",
        "warning",
        "Unknown type",
        "{type} is not a JSON Schema type",
        "use string, number, integer, boolean, array, object or null",
        "The value is typed as any JSON value.",
    ),
    Entry(
        "W205",
        "warning",
        "Several unions in one schema",
        "this schema combines several oneOf or anyOf; its type leaves them out",
        "combine the options in one oneOf if the type should tell them apart",
        "A type for a product of unions would list every combination. The type keeps what "
        "stands beside the unions; validators check all of them.",
    ),
    Entry(
        "W206",
        "warning",
        "Header parameter that OpenAPI reserves",
        "the header parameter {name} is ignored, as OpenAPI asks",
        "describe it by the media types or by a security scheme",
        "OpenAPI 3.2, section 4.12: header parameters named Accept, Content-Type or "
        "Authorization are ignored. The first two follow from the media types of the body "
        "and the responses, the third from the security schemes.",
    ),
    Entry(
        "W207",
        "warning",
        "A schema applies itself",
        "this leads back to a schema that is being applied to the same value; left out",
        "refer to the schema from a property or an array item instead",
        "A schema may refer to itself for the values inside its value. One that applies "
        "itself to the same value, such as an `anyOf` that lists its own schema, never comes "
        "to an end (JSON Schema, section 9.4.1). The option, or the condition, that closes "
        "the loop is left out of types and validators; all others count.",
    ),
    Entry(
        "W208",
        "warning",
        "A part of the document from which nothing is generated",
        "no code is generated from {what}",
        "their schemas become models and validators where they are components",
        "Webhooks and callbacks are requests that the API sends itself. Their components "
        "become models and validators like all others, and `oasmith ir` shows the webhooks, "
        "but this version writes no handlers for them.",
    ),
    Entry(
        "W209",
        "warning",
        "A media type twice",
        "{media} is described before, only its parameters or its spelling differ; left out",
        "describe each media type once",
        "Contents are told apart by their media type without parameters (RFC 9110, section "
        "8.3.1). Of several that are the same then, the first is used.",
    ),
    Entry(
        "E230",
        "error",
        "A chain of references that is too long",
        "a chain of {count} schemas starts here, each of which refers to the next",
        "let one of the schemas hold what the next ones say",
        "Every component is a module that imports those that it refers to, and Python and "
        "pydantic follow such a chain to its end at once. More than 100 links are not "
        "written by people; the longest in the documents that we know has about 30.",
    ),
    Entry(
        "W230",
        "warning",
        "Too many combinations of schemas",
        "schemas are combined in more ways than a type can follow",
        "give the combinations that matter a component of their own",
        "A schema that is extended by `allOf` needs a type of its own for every set of "
        "schemas that meet in it. Their number can grow without end, so there is a limit. "
        "The value is typed as any JSON value; validators check it in full.",
    ),
    Entry(
        "W231",
        "warning",
        "Unions nested too deeply",
        "unions are nested too deeply here for a type",
        "move the inner unions to components/schemas and refer to them",
        "This union stands in so many others that no type can say it. The value is typed "
        "as any JSON value; validators check it in full.",
    ),
)
