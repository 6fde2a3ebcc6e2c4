"""The lines that get their form without black, against black itself."""

from __future__ import annotations

import black
import pytest
from black.mode import Mode, TargetVersion

from generator.style.known import known

MODE = Mode(target_versions={TargetVersion.PY311})
LINES = (
    'if (a := value["{key}"]) is not None:',
    'if ({key} := value["{key}"]) is not None:',
    'if value["{key}"] not in _{key}:',
    'if value["{key}"] in _A:',
    'if value["{key}"] != {key}:',
    'if item["a"] not in {key}:',
    'if value["@type"] != "#a.b {key}":',
    'if value["{key}"] == "{key}":',
    'if value["{key}"] != "a":',
    'if value.get("{key}") != "a":',
    'if value.get("a") != "{key}":',
    'if value.get("a{key}") not in _{key}:',
    'if type(value["{key}"]) is not bool:',
    'if type(value["a"]) is {key}:',
    "if _{key}.search(value) is None:",
    'if type({key} := value["{key}"]) is not int:',
    'if type(a := value.get("{key}")) is not int:',
    'if "{key}" in value and type(a := value["{key}"]) is not int and not f(a):',
    'if "a" in {key} and value["a"] is None and {key} != "a" and b:',
    'if "{key}" in value and (errors := {key}(value["a"])):',
    'if type(a := value.get("{key}")) is not int and not is_whole(a):',
    'if type({key} := value["{key}"]) is not int and not is_whole({key}):',
    "if not -1.7976931348623157e308 <= {key} <= 1.7976931348623157e308:",
    "if 1 < {key} <= 1.7976931348623157e308:",
    'if value["{key}"] not in ("a", "b", "c"):',
    'if value["a"] not in ("{key}", "b"):',
    'if "a" in value and value["{key}"] not in ("a", "b", "c"):',
    'if "{key}" in value and value["a"] not in ("{key}", "b"):',
    'if "{key}" in value and (errors := f(value["{key}"])):',
    "if _A.search({key}) is not None:",
)


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("depth", [1, 3])
@pytest.mark.parametrize("word", ["if", "elif"])
def test_the_form_is_that_of_black(line: str, depth: int, word: str) -> None:
    pad = "    " * depth
    heads = [f"{'    ' * level}if 1:" for level in range(depth)]
    if word == "elif":
        line = f"el{line}"
        heads += [f"{pad}if 1:", f"{pad}    pass"]
    formed = 0
    for size in range(1, 90):
        text = pad + line.format(key="k" * size)
        if len(text) <= 88:
            continue
        found = known(text, 88)
        if found is not None:
            source = "\n".join([*heads, text, f"{pad}    pass", ""])
            formatted = "\n".join([*heads, found, f"{pad}    pass", ""])
            assert black.format_str(source, mode=MODE) == formatted
            formed += 1
    assert formed


def test_the_form_of_a_constant_is_that_of_black() -> None:
    formed = 0
    for size in range(20, 90):
        name = "N" * size
        for kind in ("A", "A" * size):
            text = f'{name}: Paged[{kind}] = Paged(\n    "GET",\n    a={{"b": [c]}},\n)'
            if len(text.split("\n")[0]) <= 88:
                continue
            found = known(text, 88)
            if found is not None:
                assert black.format_str(f"{text}\n", mode=MODE) == f"{found}\n"
                formed += 1
    assert formed > 50


@pytest.mark.parametrize(
    "line",
    [
        'while value["' + "k" * 90 + '"] not in A:',
        'if value["' + "k" * 90 + '"] not in A:',
        'if value["' + "k" * 60 + '"] not in A[0] or True:',
        'if value["' + "\\\\" * 40 + '"] not in A:',
        'if value["a"] != "' + "\\\\" * 40 + '":',
        'if value["a"] != "' + "k" * 90 + '":',
    ],
)
def test_black_has_to_tell_of_others(line: str) -> None:
    assert known(line, 88) is None
