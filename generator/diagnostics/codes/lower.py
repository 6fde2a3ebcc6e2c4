"""Codes of lowering and naming (E2xx, W2xx)."""

from __future__ import annotations

from ..entry import Entry

ENTRIES: tuple[Entry, ...] = (
    Entry(
        "E201",
        "error",
        "A schema includes itself",
        "this schema includes itself through allOf: {circle}",
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
        "{type} is not a JSON Schema type{suggestion}",
        "use string, number, integer, boolean, array, object or null",
        "The value is typed as any JSON value.",
    ),
    Entry(
        "W205",
        "warning",
        "Several unions in one schema",
        "this schema combines several oneOf or anyOf in {ways} ways; its type leaves them out",
        "combine the options in one oneOf if the type should tell them apart",
        "The type of unions that hold together lists every combination of their options. "
        "Where those are too many, it keeps what stands beside the unions; validators "
        "check all of them.",
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
        "A required name that is like a property",
        "'{name}' is required, but no property has this name; did you mean '{near}'?",
        "correct the name in required, or describe the property",
        "`required` may list names that `properties` does not have: such a member must be "
        "there, and can be anything. Where the name is nearly that of a property which is "
        "not required, and no other schema knows it, it is mostly a slip, and every value "
        "without the misspelt member is refused.",
    ),
    Entry(
        "W209",
        "warning",
        "A media type twice",
        "{media} is described before, as something else; left out",
        "describe each media type once",
        "Contents are told apart by their media type without parameters (RFC 9110, section "
        "8.3.1). Of several that are the same then, the first is used; one that says the "
        "same as the first is not mentioned.",
    ),
    Entry(
        "W210",
        "warning",
        "A lower bound above the upper one",
        "{lower} and {upper} exclude each other, so no {kind} is valid",
        "correct one of the two bounds",
        "No value can keep both bounds, so validators refuse all of this kind, as the "
        "document says. An exclusive bound equal to the other one leaves nothing either.",
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
        "E231",
        "error",
        "Dynamic references with too many meanings",
        "schemas with $dynamicRef are reached in more than {count} different scopes",
        "name the schemas that are meant by $ref where only one of them is",
        "What a `$dynamicRef` means depends on the schemas that were passed on the way to "
        "it. Validators have a function for every meaning, so their number has a limit; "
        "documents that people write have a handful.",
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
    Entry(
        "W232",
        "warning",
        "An example that does not fit",
        "this example is not a value of its own schema: {problem}",
        "correct the example, or the schema",
        "Readers copy examples, and tools make mock data of them. This one has a value of "
        "another type, or one that is not among those that are listed.",
    ),
    Entry(
        "W240",
        "warning",
        "A discriminator that does not tell all options",
        "the property {tag} does not tell which of these a value is: {names}",
        "give each option the property, with a value of its own",
        "A discriminator names a property whose value means one of the options. An option "
        "that does not have the property, or no value that means it, cannot be found by "
        "it, so the union is typed as one without discriminator: what fits is chosen.",
    ),
    Entry(
        "W241",
        "warning",
        "A discriminator that maps to something else",
        "the value {value} is mapped to a schema that is none of the options; left out",
        "list the schema in the union, or let it include the base by allOf",
        "The mapping of a discriminator gives each value one of the options of the union; "
        "for a base without a union, a schema that includes the base by `allOf`.",
    ),
    Entry(
        "W242",
        "warning",
        "A discriminator that maps a value that cannot be",
        "the value {value} is mapped to an option whose {tag} cannot have it; left out",
        "add the value to the enum of the property, or map another one",
        "The option allows only other values for the property, so nothing with this value "
        "could ever be valid.",
    ),
    Entry(
        "W243",
        "warning",
        "A schema that requires itself",
        "no finite value satisfies this schema, since it requires itself: {ids}",
        "make one of the properties optional or nullable",
        "Each of the schemas requires the next one, and the last one the first, so a value "
        "would never end. Types are generated; no value of them can be made.",
    ),
    Entry(
        "W244",
        "warning",
        "A discriminator whose property is not described",
        "{tag} tells these options apart, which do not describe it: {names}; added",
        "describe the property in each option, and require it",
        "The value of a discriminator's property means one of the options, so each of them "
        "has to have it. It is added to the types as a text with the values that mean the "
        "option.",
    ),
    Entry(
        "N245",
        "note",
        "Keywords that types cannot say",
        "types leave to the validators: {names}",
        "check values with the generated validators; servers do so by themselves",
        "JSON Schema says more than a type of Python can. What a type cannot say is left out "
        "of the models, which take the nearest wider type, and kept in full for the "
        "validators. The place is the first one.",
    ),
    Entry(
        "N246",
        "note",
        "Formats that are not known",
        "formats without a meaning here: {names}",
        "see whether the spelling is right; formats of your own are fine",
        "A format that neither JSON Schema nor OpenAPI's registry of formats describes says "
        "nothing about the type, and validators do not check it (JSON Schema 2020-12, "
        "validation, section 7.2.1). The place is the first one.",
    ),
    Entry(
        "W270",
        "warning",
        "An operationId is used twice",
        "the operationId '{name}' is that of {first} already",
        "give each operation an operationId of its own",
        "Operation ids name the methods of clients and servers, and links refer to them. "
        "They are unique in a document, callbacks and webhooks included (OpenAPI 3.2, "
        "section 4.10.1). All of the operations are generated. The first one in the document "
        "is called by the id; a later one by its path as well, and without the id if its "
        "method is another one (a DELETE that is called `getOrder` as the GET before it is "
        "`delete_order`). So its name changes when the document is mended. N274 tells what "
        "they are called.",
    ),
    Entry(
        "W271",
        "warning",
        "An enumeration lists a value twice",
        "{value} is listed twice in this enum",
        "remove one of them",
        "The values of an enumeration are a set; values that are equal as JSON are one value "
        "(JSON Schema 2020-12, validation, section 6.1.2).",
    ),
    Entry(
        "W272",
        "warning",
        "A name with characters that cannot be seen",
        "the name '{name}' holds characters that are not seen or turn text around: "
        "{characters}",
        "write the name without them",
        "Controls of the direction of text and characters without width make a name look "
        "like another one (Unicode TR 36). Identifiers are made without them; on the wire "
        "the name stays as it is.",
    ),
    Entry(
        "W273",
        "warning",
        "Names that look the same",
        "the names '{first}' and '{second}' look the same, but are not",
        "give one of them another name, or spell both in one script",
        "Letters of different scripts, or forms of one letter, are drawn alike (Unicode TR "
        "39). Both names are generated; one of the identifiers gets a number.",
    ),
    Entry(
        "N274",
        "note",
        "What operations with one operationId are called",
        "{call} is called `{name}`; `{first_name}` is {first}",
        "give each operation an operationId of its own",
        "Several operations have one id (W270), which names the methods of clients and "
        "servers. The first one in the document has the name, the others have names of "
        "their own, which the manifest keeps until their ids change.",
    ),
)
