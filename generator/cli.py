"""The command line: verbs, exit codes, and the last line of defence.

Only the parser lives here. Each verb imports what it needs when it runs, so that
`oasmith --help` answers at once.

Exit codes: 0 all is well; 1 `check` found a difference, or `validate` a violation; 2 the
input, the configuration or the output folder cannot be used, and nothing was written;
70 a fault of oasmith; 130 interrupted.
"""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import suppress
from errno import EBADF, EDQUOT, EFBIG, EIO, ENOSPC
from pathlib import Path
from typing import TYPE_CHECKING

from . import __version__, validate_arguments
from .parser import Parser, port

if TYPE_CHECKING:
    from collections.abc import Sequence

OK, DRIFT, UNUSABLE, OUR_FAULT, CLOSED, INTERRUPTED = 0, 1, 2, 70, 141, 130

_COMMANDS = ("generate", "check", "validate", "mock", "demo", "ir", "explain")

_OF_OUTPUT = frozenset({EBADF, EDQUOT, EFBIG, EIO, ENOSPC})
"""How writing to a standard stream fails; files of ours have findings of their own."""

_ABOUT = """\
Generate a typed Python package from an OpenAPI document: pydantic models, a sync and
async client, server stubs and validators.
"""

_EXAMPLES = """\
examples:
  oasmith demo                                  see it work, in some seconds
  oasmith generate openapi.yaml -o src/my_api   generate a package
  oasmith generate                              all APIs of oasmith.toml
  oasmith check                                 exit 1 if a package is out of date
  oasmith validate openapi.yaml --schema Pet pet.json
                                                check data against a schema
  oasmith mock openapi.yaml                     serve what the document says
  oasmith explain E403                          what a message means

exit codes: 0 fine, 1 check found a difference or validate a violation, 2 unusable input
(nothing is written), 70 a fault of oasmith.
"""

_GENERATE_EXAMPLES = """\
examples:
  oasmith generate openapi.yaml
  oasmith generate openapi.yaml -o src/my_api --package my_api
  oasmith generate openapi.yaml --target client
  oasmith generate openapi.yaml -o my-api --project
  oasmith generate https://example.com/openapi.json --allow-remote
  curl -s https://example.com/openapi.json | oasmith generate - -o my_api
  oasmith generate --api billing

Without SPEC the APIs of oasmith.toml, or of [tool.oasmith] in pyproject.toml, are
generated; the file is looked for here and in the folders above. With SPEC it is not
read, unless --api or --config asks for it. An option given here wins over the file.
"""

_CHECK_EXAMPLES = """\
examples:
  oasmith check
  oasmith check openapi.yaml -o src/my_api
  oasmith check --format github

Names each file that is missing, different, extra or hand-edited, and prints a unified
diff from the file on disk to the one that would be generated. Writes nothing.
"""


_MOCK_EXAMPLES = """\
examples:
  oasmith mock openapi.yaml --port 9000
  curl -H 'Prefer: code=429' http://127.0.0.1:9000/pets

The header Prefer asks for another answer: code=404 a documented status, example=small one
of several examples, delay=0.5 an answer after so many seconds, and fault=cut, truncated,
bad-json or error-event one that goes wrong.
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    _replace_closed_streams()
    given = list(sys.argv[1:] if argv is None else argv)
    parser = _parser()
    if not given:
        parser.print_help(sys.stderr)
        return UNUSABLE
    if given[0] not in _COMMANDS and not given[0].startswith("-"):
        return _unknown_command(given[0])
    arguments = parser.parse_args(given)
    debug = arguments.debug or bool(os.environ.get("OASMITH_DEBUG"))
    try:
        code = _run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        _close_output()
        return CLOSED
    except KeyboardInterrupt:
        sys.stderr.write("oasmith: interrupted; the output is as it was before\n")
        return INTERRUPTED
    except OSError as problem:
        if debug:
            raise
        if problem.errno in _OF_OUTPUT:
            return _unprintable(problem)
        return _our_fault(problem)
    except Exception as problem:
        if debug:
            raise
        return _our_fault(problem)
    return code


def _unknown_command(name: str) -> int:
    import difflib

    from .diagnostics import diagnostic, render

    advice = f"the commands are: {', '.join(_COMMANDS)}"
    if close := difflib.get_close_matches(name.lower(), _COMMANDS, 1):
        advice = f"did you mean `oasmith {close[0]}`?"
    elif Path(name).suffix in {".yaml", ".yml", ".json"}:
        advice = "put the command first: `oasmith generate` and then the document"
    sys.stderr.write(render([diagnostic("E015", name=name, advice=advice)]))
    return UNUSABLE


def _replace_closed_streams() -> None:
    """Stand in for standard streams that were closed before we started (`>&-`)."""
    if sys.stdin is None:
        sys.stdin = os.fdopen(os.open(os.devnull, os.O_RDONLY))
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")


def _unprintable(problem: OSError) -> int:
    from .diagnostics import diagnostic, render

    _close_output()
    finding = diagnostic("E014", reason=os.strerror(problem.errno or 0))
    with suppress(OSError):
        sys.stderr.write(render([finding]))
    return UNUSABLE


def _run(arguments: argparse.Namespace) -> int:
    from .diagnostics import Fatal, diagnostic, render

    try:
        return _dispatch(arguments)
    except Fatal as fatal:
        finding = fatal.diagnostic
    except RecursionError:
        finding = diagnostic("E011", resource="stack")
    except MemoryError:
        finding = diagnostic("E011", resource="memory")
    sys.stderr.write(render([finding], arguments.format))
    if arguments.verb == "generate" and arguments.format == "text":
        sys.stderr.write("nothing was written\n")
    return UNUSABLE


def _dispatch(arguments: argparse.Namespace) -> int:
    match arguments.verb:
        case "generate" | "check":
            from .commands import project

            return project.run(arguments)
        case "validate":
            from .commands import validate

            return validate.run(arguments)
        case "mock":
            from .commands import mock

            return mock.run(arguments)
        case "ir":
            from .commands import inspect

            return inspect.ir(arguments)
        case "explain":
            from .commands import inspect

            return inspect.explain(arguments)
        case _:
            from .demo import demo

            return demo()


def _our_fault(problem: Exception) -> int:
    """Say what failed and where, in our words: the exception's text may be a document's."""
    sys.stderr.write(
        f"oasmith: internal error: {type(problem).__name__}{_fault_place(problem)}\n"
        f"  This is a fault of oasmith {__version__}; the output is as it was before.\n"
        "  Please report it with the document, or the part of it that still causes it,\n"
        "  and with what the same command prints when OASMITH_DEBUG=1 is set.\n"
    )
    return OUR_FAULT


def _fault_place(problem: Exception) -> str:
    """The innermost line of our own code in the traceback."""
    from .resources import package_root

    ours = ""
    trace = problem.__traceback__
    while trace is not None:
        file = Path(trace.tb_frame.f_code.co_filename)
        if file.is_relative_to(package_root()):
            ours = f" at {file.relative_to(package_root())}:{trace.tb_lineno}"
        trace = trace.tb_next
    return ours


def _close_output() -> None:
    """Point standard output nowhere, so that the interpreter's last flush cannot fail."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="oasmith",
        description=_ABOUT,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"oasmith {__version__}")
    verbs = parser.add_subparsers(dest="verb", metavar="COMMAND", required=True)
    generate = _verb(verbs, "generate", "write the package", _GENERATE_EXAMPLES)
    _project_options(generate)
    generate.add_argument(
        "--force",
        action="store_true",
        help="replace hand-edited files, and write into a folder that is not ours",
    )
    check = _verb(
        verbs, "check", "say whether a package is up to date", _CHECK_EXAMPLES
    )
    _project_options(check)
    validate = _verb(
        verbs, "validate", validate_arguments.TEXT, validate_arguments.EPILOG
    )
    validate_arguments.add_options(validate)
    _source_options(validate)
    mock = _verb(verbs, "mock", "serve an API that answers by itself", _MOCK_EXAMPLES)
    mock.add_argument("spec", metavar="SPEC", help="an OpenAPI document, - for stdin")
    mock.add_argument("--host", default="127.0.0.1", help="address to listen on")
    mock.add_argument(
        "--port", type=port, default=8000, help="port to listen on (8000)"
    )
    _document_options(mock)
    _verb(verbs, "demo", "generate, serve and call an example API, then change it")
    ir = _verb(verbs, "ir", "print the intermediate model of a document as JSON")
    ir.add_argument("spec", metavar="SPEC", help="an OpenAPI document, - for stdin")
    ir.add_argument("--timings", action="store_true", help=_TIMINGS)
    _document_options(ir)
    explain = _verb(verbs, "explain", "explain the code of a message")
    explain.add_argument(
        "code", metavar="CODE", nargs="?", help="such as E403; without one, all codes"
    )
    return parser


_CACHE_DIR = "where to remember earlier runs (~/.cache/oasmith)"
_TIMINGS = "print the seconds of each stage to stderr"


def _verb(
    verbs: argparse._SubParsersAction[Parser], name: str, text: str, epilog: str = ""
) -> argparse.ArgumentParser:
    parser = verbs.add_parser(
        name,
        help=text,
        description=f"{text[0].upper()}{text[1:]}.",
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--format",
        choices=("text", "json", "github"),
        default="text",
        help="how messages are printed; json also makes the results JSON",
    )
    parser.add_argument(
        "--debug", action="store_true", help="show a traceback if oasmith itself fails"
    )
    return parser


def _project_options(parser: argparse.ArgumentParser) -> None:
    """The options of `generate` and `check`; each can stand in the configuration too."""
    add = parser.add_argument
    add("spec", metavar="SPEC", nargs="?", help="an OpenAPI document, - for stdin")
    add("-o", "--output", metavar="DIR", help="the package's folder (./PACKAGE)")
    add("--package", metavar="NAME", help="the package's import name")
    add(
        "--target",
        metavar="TARGET",
        action="append",
        default=[],
        help="models, client, server, validators, middleware or mock; repeatable "
        "(all but the last two)",
    )
    add("--engine", metavar="ENGINE", help="what makes the models (oasmith)")
    add("--model-kind", metavar="KIND", help="what the models are (pydantic)")
    add("--env-prefix", metavar="PREFIX", help="start of the client's variables")
    add("--webhooks", metavar="SCHEME", help="verify webhooks: standard")
    add(
        "--project",
        action="store_true",
        help="an installable project around the package: pyproject.toml, documentation,"
        " an example for each operation, a changelog",
    )
    add("--api", metavar="NAME", help="only this API of the configuration")
    add("--config", metavar="FILE", help="the configuration file to use")
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
        help="validators take what means the same as JSON too: mappings, tuples, Decimal",
    )
    add(
        "--template-dir",
        metavar="DIR",
        action="append",
        default=[],
        help="your own templates, used before the built-in ones; they run as code",
    )
    add("--cache-dir", metavar="DIR", help=_CACHE_DIR)
    add("--no-cache", action="store_true", help="compute everything again")
    add("--timings", action="store_true", help=_TIMINGS)
    add("-q", "--quiet", action="store_true", help="print findings only")
    _document_options(parser)


_NETWORK = """\
Without these nothing is read from the network. Naming a document by its address names
its origin too. For `check` and `validate` the configuration cannot allow the network,
only these can.
"""

_FILTERS = """\
Generate a part of the document: the operations that match each kind of --include that
is given, and no --exclude; schemas that nothing else needs go with the others. A tag is
given by its name, a path as '/pets/**', an operation by its id or as 'GET /pets/*'. The
wildcard * stands for any characters but /, ** for any. Each option can be repeated.
"""


def _source_options(parser: argparse.ArgumentParser) -> None:
    """The options that change what a document says, and where it may be read from."""
    parser.add_argument(
        "--overlay",
        metavar="FILE",
        action="append",
        default=[],
        help="an OpenAPI Overlay to apply to the document; can be repeated",
    )
    remote = parser.add_argument_group("network", _NETWORK)
    remote.add_argument(
        "--allow-remote", action="store_true", help="read from public hosts by https"
    )
    remote.add_argument(
        "--allow-origin",
        metavar="ORIGIN",
        action="append",
        default=[],
        help="read from this origin, such as https://example.com; can be repeated",
    )


def _document_options(parser: argparse.ArgumentParser) -> None:
    """The options that change what a document says, and say how much of it counts."""
    _source_options(parser)
    group = parser.add_argument_group("filters", _FILTERS)
    for subject in ("tag", "path", "operation"):
        for verb, help in (("include", "only these"), ("exclude", "not these")):
            group.add_argument(
                f"--{verb}-{subject}",
                metavar="GLOB",
                action="append",
                default=[],
                dest=f"{verb}_{subject}s",
                help=f"{help} {subject}s",
            )


if __name__ == "__main__":
    sys.exit(main())
