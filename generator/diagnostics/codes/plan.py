"""Codes of planning, rendering and style (E3xx, W3xx)."""

from __future__ import annotations

from ..entry import Entry

ENTRIES: tuple[Entry, ...] = (
    Entry(
        "E301",
        "error",
        "A template of yours does not work",
        "{template}, line {line}: {reason}",
        "compare it with the built-in template of that name",
        "A folder of `template_dirs` holds a template that takes the place of a built-in "
        "one. It is not valid Jinja, or it uses a name that its view does not have. Only "
        "the attributes of `view` are there: no filters, tests or global functions.",
    ),
    Entry(
        "E302",
        "error",
        "A template of yours prints text as code",
        "{template}: {reason}",
        "print the attributes of the view as they are, without changing or joining them",
        "Templates may print finished code and whole numbers. A plain string could come "
        "from the document, and text of a document printed into source is how code gets "
        "injected; so strings, also those made from code by `~`, slices, macros or `set` "
        "blocks, are refused in templates of your own too.",
    ),
    Entry(
        "E303",
        "error",
        "A template of yours makes code that is not allowed",
        "{reason}",
        "keep imports and calls at import within what the built-in templates use",
        "Every generated Python file is checked before it is written: it must parse, "
        "import only what generated packages depend on, and call little while it is "
        "imported. Put code that needs more into files of your own beside the package.",
    ),
    Entry(
        "E350",
        "error",
        "Keyword that validators do not check",
        "the generated validators cannot check {keyword}",
        "say the same with other keywords, or let it pass with `--allow E350`",
        "The keyword forbids values by another version of JSON Schema than 2020-12, all of "
        "whose keywords are checked. Validators that leave it out would accept those values "
        "without a word, so this is an error. With `allow` it becomes a warning, and the "
        "rest of the schema is checked.",
    ),
    Entry(
        "W351",
        "warning",
        "Pattern that is no regular expression",
        "the generated validators do not check the pattern {pattern}: {reason}",
        "write the pattern as ECMA-262 has it, as for JavaScript",
        "Patterns are regular expressions of ECMA-262 (22.2, with the flag `u`). This one is "
        "none, be it by a mistake or since it is written for another language, so no value "
        "can be held to it and the constraint is left out.",
    ),
    Entry(
        "W352",
        "warning",
        "Pattern that cannot be checked safely",
        "the generated validators do not check the pattern {pattern}: {reason}",
        "write the pattern without what the message names",
        "Patterns are regular expressions of ECMA-262 and are translated for Python when "
        "the code is generated. One that could take very long for some texts is matched in "
        "time in proportion to the text, but back references and very large patterns have "
        "no such way; and some back references mean something else to Python. Such a "
        "constraint is left out rather than let a text stop a server. `--strict` makes it "
        "an error.",
    ),
    Entry(
        "W360",
        "warning",
        "Operations that one request may mean",
        "a request for {method} {path} may also mean {method} {earlier}",
        "give the operation a path of its own",
        "Clients do not send what stands after # in a URL, so two paths that differ only "
        "there are one path to a server. The generated server takes the operation that "
        "accepts the parameters and the body; of several that do, the one that requires "
        "most of what the request has, and then the first that is implemented.",
    ),
    Entry(
        "E370",
        "error",
        "The engine does not make these models",
        "datamodel-code-generator does not make the models: {reason}",
        "leave `engine` out, so that oasmith makes the models; please report it to us",
        "The tool failed on the types of this document, or made something that is not "
        "among the forms that oasmith takes over from it. Nothing was written.",
    ),
    Entry(
        "W370",
        "warning",
        "Type that msgspec cannot have",
        "{name} is Any: {reason}",
        "{advice}",
        "msgspec chooses the option of a union by the JSON type of the value, and among "
        "structs by a tag: a required property with a constant of its own in each. Other "
        "unions, and types that are defined by themselves alone, would make every use of "
        "the struct fail, so they become Any. The validators check them in full.",
    ),
    Entry(
        "W371",
        "warning",
        "The engine warns",
        "datamodel-code-generator: {text}",
        "the validators check what the type leaves out",
        "The tool could not express a part of a type as the document has it, and took "
        "the nearest one.",
    ),
    Entry(
        "W372",
        "warning",
        "Property that msgspec cannot name",
        "{name} leaves out the property {field}",
        "give the property a name without quotes, backslashes and control characters",
        "msgspec refuses such names for the fields of a struct, so the property would "
        "make the whole module unusable. msgspec reads past it.",
    ),
    Entry(
        "N380",
        "note",
        "The version of the document cannot be that of a package",
        "the version {version} is {given} in the project",
        "set `version` in the table `project` of the configuration for another one",
        "Versions of Python packages have a form of their own (PEP 440). The first run of "
        "numbers in the text makes one, with what tells a pre-release behind it: "
        "2023-11-01-preview is 2023.11.1rc0. Without any number it is 0.0.0.",
    ),
)
