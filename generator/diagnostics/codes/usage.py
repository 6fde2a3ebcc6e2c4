"""Codes of the command line, the configuration and the project (E0xx, W0xx)."""

from __future__ import annotations

from ..entry import Entry

ENTRIES: tuple[Entry, ...] = (
    Entry(
        code="E001",
        severity="error",
        title="The command line is not understood",
        message="{reason}",
        hint="`oasmith {verb}--help` lists what it takes",
        explanation="An option is unknown, incomplete or given twice.",
    ),
    Entry(
        code="E002",
        severity="error",
        title="There is nothing to generate",
        message="no document was named and no configuration was found",
        hint=(
            "name a document (oasmith generate openapi.yaml), or list your APIs in"
            " oasmith.toml or below [tool.oasmith] in pyproject.toml"
        ),
        explanation=(
            "Without a document on the command line, oasmith looks for oasmith.toml,"
            " then for a pyproject.toml with a [tool.oasmith] table, in the current"
            " folder and in each folder above it."
        ),
    ),
    Entry(
        code="E003",
        severity="error",
        title="The configuration cannot be read",
        message="the configuration cannot be read: {reason}",
        hint="check the path and the TOML syntax of the file",
        explanation=(
            "The file is missing, is not UTF-8, or is not TOML. For a pyproject.toml"
            " only the table [tool.oasmith] concerns oasmith, but all of it must parse."
        ),
    ),
    Entry(
        code="E004",
        severity="error",
        title="The configuration has an unknown key",
        message="unknown key {key} in the configuration",
        hint="{advice}",
        explanation=(
            "The keys of an API are spec, output, package, targets, env_prefix, engine,"
            " model_kind, webhooks, strict, allow, template_dirs, overlays and the table"
            " filter."
            " They stand below [apis.NAME], or at the top when the project has a single"
            " API. A key that is not known is most often a"
            " typing error, so it is refused rather than ignored."
        ),
    ),
    Entry(
        code="E005",
        severity="error",
        title="A value of the configuration is wrong",
        message="{key} must be {expected}",
        hint="for example: {example}",
        explanation=(
            "The value has another type than the key takes, or is missing where the API"
            " cannot do without it."
        ),
    ),
    Entry(
        code="E006",
        severity="error",
        title="No API of that name is configured",
        message="no API called {name} in the configuration",
        hint="the configured APIs are: {known}",
        explanation="--api names a table [apis.NAME] of the configuration.",
    ),
    Entry(
        code="E007",
        severity="error",
        title="The package name is not a Python identifier",
        message="{name} cannot be the name of a package",
        hint="name one with --package, in lower case with underscores: --package {advice}",
        explanation=(
            "The package is imported by that name. Without --package it is the last"
            " part of the output folder, or the name of the document."
        ),
    ),
    Entry(
        code="E008",
        severity="error",
        title="There is no such target",
        message="no target called {name}",
        hint="{advice}the targets are: {known}",
        explanation=(
            "A target is a part of the package: models, client, server or validators."
            " The parts that it needs come with it: client brings models, server brings"
            " models and validators. Without a target all are generated."
        ),
    ),
    Entry(
        code="E009",
        severity="error",
        title="There is no such code",
        message="no diagnostic has the code {code}",
        hint="{advice}",
        explanation=(
            "`oasmith explain` and `allow` take the codes that messages carry: a letter"
            " for the severity (E, W or N) and three digits."
        ),
    ),
    Entry(
        code="E010",
        severity="error",
        title="Two APIs generate into the same folder",
        message="{first} and {second} both generate into {path}",
        hint="give each API an output of its own, neither inside the other",
        explanation=(
            "Each output folder has one manifest and one owner. Two APIs in one folder,"
            " or one inside the other, would take each other's files for foreign ones."
        ),
    ),
    Entry(
        code="E011",
        severity="error",
        title="The document is too large or too deep for this machine",
        message="the document needs more {resource} than there is",
        hint="split the document, or generate fewer targets at once",
        explanation=(
            "Python ran out of stack or memory while working on the document. oasmith"
            " limits depth and size when it reads, so this should be rare; if the"
            " document is an ordinary one, please report it. Nothing was written."
        ),
    ),
    Entry(
        code="E012",
        severity="error",
        title="The option needs one API",
        message="{option} applies to one API, but the configuration has several",
        hint="choose one with --api: {known}",
        explanation=(
            "Options such as -o and --package describe a single package. With several"
            " APIs configured they would apply to all of them."
        ),
    ),
    Entry(
        code="E013",
        severity="error",
        title="There is no such template folder",
        message="there is no folder {folder} with templates",
        hint="correct --template-dir, or template_dirs in the configuration",
        explanation=(
            "A folder of templates that is missing would mean that the built-in templates"
            " are used in silence. A path in the configuration starts at its file."
        ),
    ),
    Entry(
        code="E014",
        severity="error",
        title="The results cannot be printed",
        message="standard output cannot be written: {reason}",
        hint="check where the output is sent to; what was generated is in place",
        explanation=(
            "The disk behind a redirected standard output is full, or the pipe or device"
            " failed. Files of a package that `generate` wrote before are complete."
        ),
    ),
    Entry(
        code="E015",
        severity="error",
        title="There is no such command",
        message="no command called {name}",
        hint="{advice}",
        explanation=(
            "The first word after `oasmith` says what to do: generate, check, validate,"
            " mock, demo, ir or explain. The document comes after it."
        ),
    ),
    Entry(
        code="E016",
        severity="error",
        title="The document is an address",
        message="{url} is an address, and reading from the network is not allowed",
        hint="pass --allow-remote, or pipe it: `curl -s {quoted} | oasmith {command}`",
        explanation=(
            "oasmith uses the network only when it is told to: by --allow-remote,"
            " --allow-origin or, for `generate`, allow_remote in the configuration. `check`"
            " runs where others propose changes, so only its command line counts."
        ),
    ),
    Entry(
        code="E017",
        severity="error",
        title="The mock server cannot listen there",
        message="nothing can listen at {place}: {reason}",
        hint="choose another --port, or --host, or end what has the port",
        explanation=(
            "`oasmith mock` serves at --host and --port, 127.0.0.1 and 8000 unless others"
            " are given. Mostly another server has the port; ports below 1024 may be kept"
            " for administrators, and a host must be an address of this machine."
        ),
    ),
    Entry(
        code="E020",
        severity="error",
        title="An overlay is an address",
        message="{url} is an address; overlays are read from files",
        hint="save it beside the document, and name that file",
        explanation=(
            "An overlay decides what is generated, so it is kept with the project, where"
            " a change of it can be seen."
        ),
    ),
    Entry(
        code="E025",
        severity="error",
        title="Not an origin",
        message="{origin} is not an origin",
        hint="give scheme, host and, if it is unusual, port: https://example.com",
        explanation=(
            "An origin is where documents may be fetched from: http or https, a host and"
            " a port. A path does not belong to it, and neither does a user name."
        ),
    ),
    Entry(
        code="E030",
        severity="error",
        title="There is no such engine",
        message="no engine called {name} makes models",
        hint="{advice}",
        explanation=(
            "`engine` says what decides on the types of models: oasmith itself, or"
            " datamodel-code-generator, which also makes dataclasses, TypedDicts and"
            " msgspec structs. Names, modules and texts are the same with both."
        ),
    ),
    Entry(
        code="E031",
        severity="error",
        title="There is no such kind of models",
        message="no kind of models is called {name}",
        hint="{advice}",
        explanation=(
            "`model_kind` says what models are: pydantic (classes that check what they"
            " are made from), dataclass, typed-dict (types for plain dictionaries) or"
            " msgspec (structs)."
        ),
    ),
    Entry(
        code="E032",
        severity="error",
        title="The engine does not make models of this kind",
        message="oasmith's own models are pydantic models, not of the kind {kind}",
        hint='set engine = "datamodel-code-generator", or --engine, for this kind',
        explanation=(
            "Dataclasses, TypedDicts and msgspec structs are made by"
            " datamodel-code-generator. It has to be asked for, since the client and the"
            " server work with pydantic models only."
        ),
    ),
    Entry(
        code="E033",
        severity="error",
        title="The targets need models of another kind",
        message="{targets} cannot work with models of the kind {kind}",
        hint="leave these targets out, or the kind, so that models are pydantic models",
        explanation=(
            "The client and the server read and write pydantic models. Validators work"
            " on plain JSON data and so beside models of every kind."
        ),
    ),
    Entry(
        code="E034",
        severity="error",
        title="The engine cannot be used",
        message="datamodel-code-generator cannot be used: {reason}",
        hint="pip install '{wanted}'",
        explanation=(
            "The engine is a package of its own, which is installed with oasmith. What"
            " it makes differs between its versions, so only those are used that were"
            " tried."
        ),
    ),
    Entry(
        code="E035",
        severity="error",
        title="The name of the project is no name of a distribution",
        message="{name} cannot be the name of a distribution",
        hint="use letters, digits, '-', '_' and '.', with a letter or digit at both ends",
        explanation=(
            "`name` in the table `project` is what `pip install` takes and pyproject.toml"
            " states. PEP 508 says which texts can be one. Without it, the name is made"
            " of that of the package: my-api of my_api."
        ),
    ),
    Entry(
        code="E036",
        severity="error",
        title="The version of the project is no version",
        message="{version} is no version of a Python package",
        hint="write one as PEP 440 wants it, such as 1.2.0 or 1.2.0rc1",
        explanation=(
            "`version` in the table `project` is the version of the distribution, which"
            " tools for packages compare and refuse in other forms. Without it, the"
            " version is that of the document, brought into such a form where need be."
        ),
    ),
    Entry(
        code="E037",
        severity="error",
        title="Several APIs of the configuration have this document",
        message="{spec} is the document of several APIs, and their options differ",
        hint="choose one with --api: {known}",
        explanation=(
            "`oasmith validate` takes the options of the API whose document it is given,"
            " such as the formats that are checked. Here it cannot know which are meant."
        ),
    ),
    Entry(
        code="W001",
        severity="warning",
        title="An allowed code did not occur",
        message="allow lists {code}, but nothing was reported with that code",
        hint="remove {code} from allow",
        explanation=(
            "`allow` lets findings of a code pass. An entry that matches nothing would"
            " hide the next finding of that code, which may be another one."
        ),
    ),
    Entry(
        code="W002",
        severity="warning",
        title="A template of yours takes no template's place",
        message="no built-in template has this path, and no template of yours uses it",
        hint="{advice}",
        explanation=(
            "A file in a folder of `template_dirs` is used instead of the built-in"
            " template with the same path, such as python/models/module.py.jinja. One"
            " with another path changes nothing, unless a template includes it."
        ),
    ),
)
