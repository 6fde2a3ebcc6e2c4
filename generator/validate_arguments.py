"""The command line of `oasmith validate`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

TEXT = "check JSON and YAML files against a schema or an operation"

EPILOG = """\
examples:
  oasmith validate openapi.yaml --schema Pet pet.json more-pets.jsonl
  oasmith validate openapi.yaml --schema Pet --part request new-pet.json
  oasmith validate openapi.yaml --operation createPet --part request body.json
  oasmith validate openapi.yaml --operation 'GET /pets' --part response --status 200 x.json
  oasmith validate openapi.yaml --operation listPets --parameter limit limits.jsonl
  oasmith validate openapi.yaml --operation order --callback paid --part request x.json
  oasmith validate schema.json config.yaml
  curl -s https://example.com/pets/1 | oasmith validate openapi.yaml --schema Pet -

A .json file is one value, each line of a .jsonl or .ndjson file is one, and so is each
document of a .yaml or .yml file; what has another name is read as JSON. YAML is YAML 1.2:
dates are text. All files are checked, by the same validators that `generate` makes;
nothing is written. Results go to standard output, what there is to say of SPEC goes to
standard error.

Where SPEC is the document of an API in oasmith.toml, or in [tool.oasmith] of
pyproject.toml, what that says counts here too: formats, strict_nullable, read_only,
write_only, accept_subclasses, overlays, strict and allow; of what goes one way, nothing is
taken out here: "strip" counts as "ignore". The file is looked for here and in the folders
above. --config names another one, and --api the API whose options are meant. An option
given here is added to those of the file.

exit codes: 0 all values are valid, 1 a value or the text of a file is not, 2 a file or
SPEC cannot be read or used, 70 a fault of oasmith.
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what the verb takes, but for what it shares with others."""
    add = parser.add_argument
    add("spec", metavar="SPEC", help="an OpenAPI document or JSON Schema, - for stdin")
    add("files", metavar="FILE", nargs="+", help="what is checked, - for stdin")
    wanted = parser.add_argument_group(
        "what the files are held against",
        "A schema, or a part of an operation. A bare JSON Schema needs neither: it is\n"
        "meant as a whole.",
    )
    add = wanted.add_argument
    add("--schema", metavar="NAME", help="a schema of SPEC by its name")
    add(
        "--operation",
        metavar="ID",
        help="an operation, webhook or callback: its operationId, or such as 'GET /pets'",
    )
    add("--callback", metavar="NAME", help="a callback of the operation, instead of it")
    add(
        "--part",
        choices=("request", "response", "item"),
        help="its request body, its response, or an item of one that is a stream; of a "
        "schema, what it asks of values that go this way (readOnly, writeOnly)",
    )
    add("--parameter", metavar="NAME", help="its parameter: limit, or query.limit")
    add("--header", metavar="NAME", help="a header of its response")
    add("--status", metavar="CODE", help="the status of the response (that of success)")
    add("--media", metavar="TYPE", help="the media type (application/json)")
    add = parser.add_argument
    add(
        "--input",
        choices=("json", "jsonl", "yaml"),
        help="how all FILEs are written, whatever their names",
    )
    add(
        "--max-errors",
        metavar="N",
        type=_count,
        default=100,
        help="show at most N findings and count the others (100)",
    )
    add(
        "--allow",
        metavar="CODE",
        action="append",
        default=[],
        help="let findings of this code pass; can be repeated",
    )
    add("--strict", action="store_true", help="warnings are errors")
    add(
        "--strict-nullable",
        action="store_true",
        help="nullable has an effect only where OpenAPI 3.0 gives it one",
    )
    add(
        "--accept-subclasses",
        action="store_true",
        help="use the validators that generate makes with it; files hold JSON, so that "
        "what they say is the same",
    )
    add(
        "--api", metavar="NAME", help="the API of the configuration whose options count"
    )
    add("--config", metavar="FILE", help="the configuration file to use")
    add(
        "--timings",
        action="store_true",
        help="print the seconds of each stage to stderr",
    )
    add("-q", "--quiet", action="store_true", help="print findings only, no summary")


def _count(text: str) -> int:
    """A number that is not negative. Raises ValueError for anything else."""
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise ValueError(text)
    return int(text)


_count.__name__ = "number"  # how argparse calls what it wants
