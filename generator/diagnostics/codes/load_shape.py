"""Codes of the shape of the document and of older spellings (E14x, W14x, W15x)."""

from __future__ import annotations

from ..entry import Entry

SHAPE = (
    Entry(
        "E140",
        "error",
        "The wrong type of value",
        "'{name}' must be {expected}, not {found}",
        "look the member up in the OpenAPI specification",
        "The specification asks for another type of value here, and what was meant is not "
        "clear enough to go on.",
    ),
    Entry(
        "E141",
        "error",
        "Something required is missing",
        "{owner} needs '{name}'",
        "add it",
        "The specification requires this member, and there is no sensible value to assume.",
    ),
    Entry(
        "E146",
        "error",
        "A value that is not among the choices",
        "'{name}' is '{value}', which is not {expected}",
        "use one of the values of the specification",
        "This member selects how the document is to be read, so an unknown value leaves "
        "its meaning open.",
    ),
    Entry(
        "E147",
        "error",
        "Nothing to generate",
        "the document has none of paths, components and webhooks",
        "add at least one of them",
        "A document without any of these describes no API (OpenAPI 3.2, section 4.1).",
    ),
    Entry(
        "W140",
        "warning",
        "The wrong type of value, left out",
        "'{name}' must be {expected}, not {found}; left out",
        "look the member up in the OpenAPI specification",
        "The member only describes or illustrates, so generation goes on without it.",
    ),
    Entry(
        "W141",
        "warning",
        "A value of another type, taken as meant",
        "'{name}' is taken as {value}",
        "write the value in the type that the specification asks for",
        "YAML reads unquoted text such as 1.10, 404 or true as numbers and booleans. Where "
        "a string is due, the value is taken as it is written, and the other way round.",
    ),
    Entry(
        "W142",
        "warning",
        "An empty value",
        "this value is empty and counts as absent",
        "give it a value, or take the name out",
        "A name without a value is null in YAML, which is not the same as an absent member.",
    ),
    Entry(
        "W143",
        "warning",
        "An unknown name",
        "'{name}' is not a member of {owner}{suggestion}",
        "check the spelling; names of extensions start with x-",
        "The specification does not know this member, so it has no effect.",
    ),
    Entry(
        "W144",
        "warning",
        "Something expected is missing",
        "{owner} has no '{name}'",
        "add it",
        "The specification asks for this member. Generation goes on as if it were empty.",
    ),
    Entry(
        "W145",
        "warning",
        "A value is listed twice",
        "'{value}' is listed twice in '{name}'",
        "remove one of them",
        "The values of this array are a set. The second one changes nothing.",
    ),
    Entry(
        "W146",
        "warning",
        "A path parameter that is not in the path",
        "the path parameter '{name}' does not occur in '{path}'; left out",
        "put {{{name}}} into the path, or take the parameter out",
        "The value of such a parameter could not be sent anywhere.",
    ),
    Entry(
        "W147",
        "warning",
        "A query string in a path",
        "the path '{path}' holds a query string or fragment",
        "declare what follows the ? as query parameters",
        "A path is matched without its query. What follows `?` is sent as it is written.",
    ),
    Entry(
        "W149",
        "warning",
        "A path parameter that is not declared",
        "'{path}' has parameters that are not declared: {names}; taken as strings",
        "declare them under parameters, with in: path and required: true",
        "Each name in braces in a path belongs to a declared path parameter.",
    ),
    Entry(
        "W150",
        "warning",
        "The keyword nullable in version 3.1 or later",
        "nullable is a keyword of OpenAPI 3.0, used here {times}; {effect}",
        'write type: [string, "null"] instead',
        "From OpenAPI 3.1 on, `nullable` has no meaning by the letter. Its authors mean "
        "that the value may be null, so that is how it is read, unless `strict_nullable` "
        "asks for the letter. The place is the first one.",
    ),
    Entry(
        "W151",
        "warning",
        "A nullable enum without null",
        "the values of this nullable enum lack null; {effect}",
        "add null to the values",
        "By the letter of OpenAPI 3.0 null is not allowed here, since it is not among the "
        "values. Servers send it all the same, so it is accepted, unless `strict_nullable` "
        "asks for the letter.",
    ),
    Entry(
        "W152",
        "warning",
        "An exclusive bound without a bound",
        "{keyword}: true has no effect without {bound}",
        "give the bound, or take {keyword} out",
        "In OpenAPI 3.0 the keyword is a boolean that changes the meaning of the bound "
        "beside it. From 3.1 on it is the bound itself.",
    ),
    Entry(
        "W153",
        "warning",
        "A keyword of another version",
        "'{keyword}' is written as in another version; read as '{meaning}'",
        "write {meaning} instead",
        "The keyword, or this use of it, belongs to another version of OpenAPI or JSON "
        "Schema. Its meaning is clear, so it is honoured.",
    ),
    Entry(
        "W154",
        "warning",
        "The extension x-nullable in version 3.0 or later",
        "x-nullable is an extension of Swagger 2.0, used here {times}; {effect}",
        'write nullable: true, or type: [string, "null"] from 3.1 on',
        "Documents that were converted from Swagger 2.0 often keep `x-nullable`, and their "
        "servers send null. The place is the first one.",
    ),
    Entry(
        "W158",
        "warning",
        "An enum of the items beside an array",
        "enum stands beside type: array and lists no arrays; read as that of the items",
        "write it below items",
        "By the letter, an array would have to be equal to one of the values, which none "
        "is. Authors mean that each item is one of them, so that is how it is read.",
    ),
    Entry(
        "W159",
        "warning",
        "The keyword nullable beside a reference",
        "nullable stands beside $ref, {times}; {effect}",
        "wrap the reference: {{nullable: true, allOf: [{{$ref: ...}}]}}",
        "By the letter of OpenAPI 3.0, what stands beside `$ref` is ignored. Authors mean "
        "that the value may be null, so that is how it is read, unless `strict_nullable` "
        "asks for the letter. The place is the first one.",
    ),
    Entry(
        "W161",
        "warning",
        "Two paths for the same requests",
        "'{method} {path}' matches the same requests as another path",
        "merge the two path items, or tell their parameters apart by type or pattern",
        "Paths that differ only in the names of their parameters are the same path "
        "(OpenAPI 3.2, section 4.8.1). A client has a method for each. A server gives a "
        "request to the first whose path parameters are valid, so that a later one gets "
        "only what the earlier ones refuse.",
    ),
    Entry(
        "E162",
        "error",
        "A target that needs operations",
        "the target {target} cannot be made of a JSON Schema, which has no operations",
        "leave the target out, or give an OpenAPI document",
        "A JSON Schema describes values. Models and validators are made of it, and they are "
        "the targets where none are named. Clients and servers need paths and operations.",
    ),
    Entry(
        "E163",
        "error",
        "A vocabulary that has to be understood",
        "the metaschema asks for the vocabulary {vocabulary}, which is not known",
        "let the metaschema list it as false, if it may be ignored",
        "A metaschema lists vocabularies in `$vocabulary`. One that it lists as true has to "
        "be understood by whoever uses its schemas, since without it they may mean something "
        "else (JSON Schema 2020-12, core, section 8.1.2.1). Those of the draft are known.",
    ),
    Entry(
        "N162",
        "note",
        "Keywords that JSON Schema does not have",
        "members that are no keywords of JSON Schema say nothing: {count}, the first here",
        "check the spelling of those that should have an effect; the first one stands here",
        "A schema may have any member as a note for others (2020-12, core, section 6.5), so "
        "this is no mistake by itself. A misspelt keyword looks just the same.",
    ),
    Entry(
        "N160",
        "note",
        "More findings than are listed",
        "there are more findings of {code}; the first {limit} are listed",
        "repair those, and run again",
        "A document can hold millions of mistakes of the same kind. Listing all of them "
        "would help nobody and use up the memory.",
    ),
)
