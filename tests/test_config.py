"""The configuration: found, read, merged with flags, and its mistakes placed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from generator.config import ApiConfig, Flags, resolve
from generator.config.model import with_needs
from generator.diagnostics import Fatal, Sink

if TYPE_CHECKING:
    from pathlib import Path

TWO = """\
[apis.pets]
spec = "pets.yaml"
output = "src/pets"
env_prefix = "PETS"
targets = ["client"]
allow = ["E403"]

[apis.shop]
spec = "shop.yaml"
package = "shop_api"
strict = true
template_dirs = ["mine"]
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder that ends the search for a configuration."""
    (tmp_path / ".git").mkdir()
    return tmp_path


def apis(
    cwd: Path, flags: Flags | None = None
) -> tuple[dict[str, ApiConfig], list[str]]:
    sink = Sink()
    found = resolve(flags or Flags(), cwd, sink)
    return {api.name: api for api in found}, [item.code for item in sink.found]


def failure(cwd: Path, flags: Flags | None = None) -> tuple[str, str, str]:
    """Code, place and hint of the one thing that is wrong."""
    sink = Sink()
    try:
        resolve(flags or Flags(), cwd, sink)
        (finding,) = sink.found
    except Fatal as fatal:
        finding = fatal.diagnostic
    span = finding.span
    place = f"{span.file}:{span.line}:{span.column}" if span else ""
    return finding.code, place, finding.hint


def test_several_apis(project: Path) -> None:
    (project / "mine").mkdir()
    (project / "oasmith.toml").write_text(TWO)
    found, codes = apis(project)
    assert not codes
    assert found["pets"] == ApiConfig(
        name="pets",
        spec="pets.yaml",
        output="src/pets",
        base=project,
        package="pets",
        targets=("models", "client"),
        asked_targets=("client",),
        env_prefix="PETS",
        allow=("E403",),
    )
    assert found["shop"] == ApiConfig(
        name="shop",
        spec="shop.yaml",
        output="shop_api",
        base=project,
        package="shop_api",
        strict=True,
        template_dirs=("mine",),
    )


def test_one_api_at_the_top_of_pyproject(project: Path) -> None:
    (project / "pyproject.toml").write_text(
        '[tool.oasmith]\nspec = "my-pets.v2.json"\n'
    )
    (api,) = apis(project)[0].values()
    assert (api.spec, api.package, api.output) == (
        "my-pets.v2.json",
        "my_pets",
        "my_pets",
    )


def test_it_is_found_in_a_folder_above(project: Path) -> None:
    (project / "oasmith.toml").write_text(TWO)
    inner = project / "src" / "deep"
    inner.mkdir(parents=True)
    (inner / "pyproject.toml").write_text('[project]\nname = "oasmith-user"\n')
    assert set(apis(inner)[0]) == {"pets", "shop"}


def test_the_search_ends_at_the_repository(project: Path) -> None:
    (project / "oasmith.toml").write_text(TWO)
    inner = project / "vendored"
    (inner / ".git").mkdir(parents=True)
    assert failure(inner)[0] == "E002"


def test_one_beside_the_document_is_not_read(project: Path) -> None:
    other = project / "other"
    other.mkdir()
    (other / "oasmith.toml").write_text("nonsense")
    found, codes = apis(project, Flags(spec="other/openapi.yaml"))
    assert list(found) == ["openapi"] and not codes


def test_a_client_that_takes_out_what_is_only_read_has_validators(
    project: Path,
) -> None:
    text = 'spec = "a.yaml"\ntargets = ["client"]\n'
    (project / "oasmith.toml").write_text(text + 'write_only = "strip"\n')
    (found,) = apis(project)[0].values()
    assert found.targets == ("models", "client")
    (project / "oasmith.toml").write_text(text + 'read_only = "strip"\n')
    (found,) = apis(project)[0].values()
    assert found.targets == ("models", "client", "validators")


def test_what_goes_one_way_is_ignored_unless_said_otherwise(project: Path) -> None:
    (project / "oasmith.toml").write_text('spec = "a.yaml"\nread_only = "reject"\n')
    (found,) = apis(project)[0].values()
    assert (found.read_only, found.write_only) == ("reject", "ignore")


def test_webhooks_are_verified_where_either_says_so(project: Path) -> None:
    (project / "oasmith.toml").write_text('spec = "a.yaml"\nwebhooks = "standard"\n')
    (found,) = apis(project)[0].values()
    assert found.webhooks == "standard"
    (project / "oasmith.toml").write_text('spec = "a.yaml"\n')
    (found,) = apis(project, Flags(webhooks="standard"))[0].values()
    assert found.webhooks == "standard"
    (found,) = apis(project)[0].values()
    assert found.webhooks == ""


def test_flags_win(project: Path) -> None:
    (project / "oasmith.toml").write_text(TWO)
    inner = project / "inner"
    (inner / "t").mkdir(parents=True)
    flags = Flags(
        api="pets",
        spec="new.yaml",
        output="../out",
        package="zoo",
        targets=("server",),
        env_prefix="ZOO",
        strict=True,
        allow=("W401",),
        template_dirs=("t",),
    )
    found, codes = apis(inner, flags)
    assert not codes
    assert found["pets"] == ApiConfig(
        name="pets",
        spec="inner/new.yaml",
        output="out",
        base=project,
        package="zoo",
        targets=("models", "server", "validators"),
        asked_targets=("server",),
        env_prefix="ZOO",
        strict=True,
        allow=("E403", "W401"),
        template_dirs=("inner/t",),
    )


@pytest.mark.parametrize(
    ("flags", "package", "output"),
    [
        (Flags(spec="a/my-api.v2.yaml"), "my_api", "my_api"),
        (Flags(spec="a/my-api.yaml", output="src/zoo/"), "zoo", "src/zoo/"),
        (Flags(spec="a.yaml", package="zoo"), "zoo", "zoo"),
        (Flags(spec="a.yaml", package="zoo", output="x-y"), "zoo", "x-y"),
        (Flags(spec="-"), "api", "api"),
        (Flags(spec="class.yaml"), "class_api", "class_api"),
        (Flags(spec="1.yaml"), "api", "api"),
    ],
)
def test_defaults_without_a_file(
    project: Path, flags: Flags, package: str, output: str
) -> None:
    (api,) = apis(project, flags)[0].values()
    assert (api.package, api.output) == (package, output)


CASES = {
    "unknown key": (
        'spec = "a.yaml"\n\nouptut = "b"\n',
        ("E004", "oasmith.toml:3:1", "did you mean output?"),
    ),
    "unknown key in a table": (
        '[apis.x]\nspec = "a.yaml"\n  zzz = 1\n',
        ("E004", "oasmith.toml:3:3", "known: spec,"),
    ),
    "mixed": (
        'strict = true\n[apis.x]\nspec = "a.yaml"\n',
        ("E004", "oasmith.toml:1:1", "known: apis"),
    ),
    "not TOML": (
        'spec = "a.yaml"\noutput = \n',
        ("E003", "oasmith.toml:2:10", "check the path"),
    ),
    "no spec": (
        '[apis.y]\nspec = "a"\n[apis.x]\noutput = "b"\n',
        ("E005", "oasmith.toml:3:1", 'for example: spec = "openapi.yaml"'),
    ),
    "wrong type": (
        'spec = "a.yaml"\nstrict = "yes"\n',
        ("E005", "oasmith.toml:2:1", "for example: strict = true"),
    ),
    "not a list": (
        'spec = "a.yaml"\ntargets = "client"\n',
        ("E005", "oasmith.toml:2:1", 'for example: targets = ["client"]'),
    ),
    "bad prefix": (
        'spec = "a.yaml"\nenv_prefix = "a b"\n',
        ("E005", "oasmith.toml:2:1", 'for example: env_prefix = "MY_API"'),
    ),
    "unknown scheme": (
        'spec = "a.yaml"\nwebhooks = "github"\n',
        ("E005", "oasmith.toml:2:1", 'for example: webhooks = "standard"'),
    ),
    "unknown way out": (
        'spec = "a.yaml"\nwrite_only = "drop"\n',
        ("E005", "oasmith.toml:2:1", 'for example: write_only = "reject"'),
    ),
    "empty": (
        'spec = ""\n',
        ("E005", "oasmith.toml:1:1", 'for example: spec = "openapi.yaml"'),
    ),
    "apis is no table": (
        "apis = 3\n",
        ("E005", "oasmith.toml:1:1", "for example: [apis."),
    ),
    "unknown target": (
        'spec = "a.yaml"\ntargets = ["clients"]\n',
        ("E008", "oasmith.toml:2:1", "did you mean client? the targets are: models,"),
    ),
    "unknown code": (
        'spec = "a.yaml"\nallow = ["e403"]\n',
        ("E009", "oasmith.toml:2:1", "did you mean E40"),
    ),
    "bad package": (
        'spec = "a.yaml"\npackage = "My API"\n',
        ("E007", "oasmith.toml:2:1", "--package my_api"),
    ),
    "keyword as package": (
        'spec = "a.yaml"\noutput = "class"\n',
        ("E007", "oasmith.toml:2:1", "--package class_api"),
    ),
    "shared output": (
        '[apis.x]\nspec = "a"\noutput = "o"\n[apis.y]\nspec = "b"\noutput = "o/p"\n',
        ("E010", "oasmith.toml:6:1", "give each API an output of its own"),
    ),
    "no template folder": (
        'spec = "a.yaml"\ntemplate_dirs = ["none"]\n',
        ("E013", "oasmith.toml:2:1", "template_dirs"),
    ),
    "nothing": ("\n", ("E002", "", "name a document")),
}


@pytest.mark.parametrize("case", CASES)
def test_mistakes_have_a_code_a_place_and_a_hint(project: Path, case: str) -> None:
    text, (code, place, hint) = CASES[case]
    (project / "oasmith.toml").write_text(text)
    found = failure(project)
    assert found[:2] == (code, place)
    assert hint in found[2]


def test_all_mistakes_are_reported(project: Path) -> None:
    (project / "oasmith.toml").write_text('spec = 1\nouptut = "x"\nallow = ["Q1"]\n')
    assert apis(project)[1] == ["E005", "E004", "E009"]


def test_a_broken_pyproject_is_reported(project: Path) -> None:
    (project / "pyproject.toml").write_text("[tool.oasmith]\nspec = \n")
    assert failure(project)[:2] == ("E003", "pyproject.toml:2:8")


@pytest.mark.parametrize(
    ("flags", "code", "hint"),
    [
        (Flags(), "E002", "oasmith.toml"),
        (Flags(config="none.toml"), "E003", "check the path"),
        (Flags(spec="a.yaml", targets=("sdk",)), "E008", "models"),
        (Flags(spec="a.yaml", allow=("E999",)), "E009", "code"),
        (Flags(spec="a.yaml", package="a-b"), "E007", "--package a_b"),
        (Flags(spec="a.yaml", env_prefix="a b"), "E005", "MY_API"),
        (Flags(spec="a.yaml", webhooks="hmac"), "E005", 'webhooks = "standard"'),
        (Flags(spec="a.yaml", template_dirs=("none",)), "E013", "--template-dir"),
    ],
)
def test_mistakes_in_flags(project: Path, flags: Flags, code: str, hint: str) -> None:
    found = failure(project, flags)
    assert found[0] == code and hint in found[2]


@pytest.mark.parametrize(
    ("flags", "code"),
    [
        (Flags(api="zoo"), "E006"),
        (Flags(output="x"), "E012"),
        (Flags(package="x"), "E012"),
        (Flags(spec="x.yaml", config="oasmith.toml"), "E012"),
    ],
)
def test_mistakes_with_several_apis(project: Path, flags: Flags, code: str) -> None:
    (project / "oasmith.toml").write_text(TWO)
    found = failure(project, flags)
    assert found[0] == code and "pets, shop" in found[2]


def test_targets_bring_what_they_build_on() -> None:
    assert with_needs(()) == ("models", "client", "server", "validators")
    assert with_needs(("middleware",)) == ("validators", "middleware")
    assert with_needs(("middleware",), "msgspec") == ("validators", "middleware")
    assert "middleware" not in with_needs(("mock", "client"))
