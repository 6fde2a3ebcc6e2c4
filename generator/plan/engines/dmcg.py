"""Calls datamodel-code-generator; the only module that imports it, and only when asked.

The tool is called as a library, on a text and to a text: it reads no configuration of
the project, no file and no address, formats nothing, and writes no time into its output.
"""

from __future__ import annotations

import json
import re
import warnings
from importlib import metadata
from typing import TYPE_CHECKING, Any

from ...values import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..options import Recall
    from .kinds import Kind

DISTRIBUTION = "datamodel-code-generator"
FIRST = (0, 80)
LIMIT = (0, 90)
"""The first version that was tried, and the first that was not.

All between give the same bytes for the golden cases. `pyproject.toml` says the same, and
`.ci/run` tries the first one and the newest.
"""

OPTIONS: Mapping[str, Any] = {
    "aliases": {},
    "collapse_root_models": False,
    "disable_appending_item_suffix": True,
    "disable_timestamp": True,
    "enum_field_as_literal": "all",
    "field_constraints": True,
    "formatters": [],
    "input_file_type": "jsonschema",
    "keyword_only": True,
    "skip_root_model": True,
    "strict_nullable": True,
    "target_python_version": "3.11",
    "use_annotated": True,
    "use_standard_collections": True,
    "use_tuple_for_fixed_items": True,
    "use_type_alias": True,
    "use_union_operator": True,
}
"""What is asked of the tool whatever the kind; enumerations by their values."""


class ToolError(Exception):
    """The tool cannot be used, or did not do what was asked; the text says why."""


@dataclass(frozen=True, slots=True)
class Emission:
    """What the tool printed, and what it warned of."""

    text: str
    warnings: tuple[str, ...]


def version() -> str:
    """The version of the tool. Raises ToolError when there is none that will do."""
    try:
        found = metadata.version(DISTRIBUTION)
    except metadata.PackageNotFoundError:
        raise ToolError("it is not installed") from None
    parts = tuple(int(part) for part in re.findall(r"\d+", found)[:2])
    if not FIRST <= parts < LIMIT:
        raise ToolError(f"version {found} is not among those that were tried")
    return found


def requirement() -> str:
    """The versions that were tried, as pip takes them."""
    first, limit = (".".join(map(str, parts)) for parts in (FIRST, LIMIT))
    return f"{DISTRIBUTION}>={first},<{limit}"


def emit(
    document: Mapping[str, Any],
    kind: Kind,
    aliases: Mapping[str, str],
    recall: Recall,
) -> Emission:
    """What the tool makes of a schema document.

    `aliases` gives properties another attribute; `recall` may know the outcome from an
    earlier run. Raises ToolError when the tool fails.
    """
    options = {
        **OPTIONS,
        "aliases": aliases,
        "output_model_type": kind.output,
        "use_one_literal_as_default": kind.fills_constants,
    }
    request = json.dumps([version(), options, document])

    def compute() -> str:
        emission = _call(json.dumps(document), options)
        return json.dumps([emission.text, emission.warnings])

    text, warned = json.loads(recall(request, compute))
    return Emission(text, tuple(warned))


def _call(text: str, options: Mapping[str, Any]) -> Emission:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            from datamodel_code_generator import generate
            from datamodel_code_generator.enums import DataModelType, InputFileType
            from datamodel_code_generator.format import PythonVersion
            from datamodel_code_generator.parser import LiteralType

            made = generate(
                text,
                **{
                    **options,
                    "custom_class_name_generator": class_name,
                    "enum_field_as_literal": LiteralType(
                        options["enum_field_as_literal"]
                    ),
                    "input_file_type": InputFileType(options["input_file_type"]),
                    "output_model_type": DataModelType(options["output_model_type"]),
                    "target_python_version": PythonVersion(
                        options["target_python_version"]
                    ),
                },
            )
        except Exception as error:
            raise ToolError(f"{type(error).__name__}: {error}") from error
    if not isinstance(made, str):
        raise ToolError("it printed nothing, or several modules")
    found = [item for item in caught if issubclass(item.category, UserWarning)]
    return Emission(made, tuple(str(item.message) for item in found))


def class_name(name: str) -> str:
    """The name of a class: a stand-in stays, one that the tool makes up gets a mark."""
    if re.fullmatch(r"[CN]\d+z|X\w*", name, re.ASCII):
        return name
    return f"X{name}"
