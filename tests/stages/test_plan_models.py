"""Models: what the plan writes, and how the classes behave."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import black
import pytest
from black.mode import Mode, TargetVersion
from pydantic import TypeAdapter, ValidationError

from generator.ir import (
    Anything,
    Choice,
    Choices,
    Const,
    Field,
    JsonObject,
    ListOf,
    MapOf,
    Named,
    Nothing,
    Optional,
    Record,
    Scalar,
    TupleOf,
    TypeUse,
    Variants,
)
from generator.name.reserved import MODEL_ATTRIBUTES
from generator.plan.package.plan import ERRORS
from generator.plan.python.imports import Imports
from generator.plan.python.types import Annotator
from templates.python.runtime import errors
from templates.python.runtime.model import Model

from .model_support import (
    INTEGER,
    STRING,
    alias,
    api_of,
    choices,
    component,
    inline,
    names_of,
    record,
    texts,
    use,
    variants,
    written,
)

if TYPE_CHECKING:
    from pathlib import Path

    from generator.ir import Type

PET = record(
    "Pet",
    Field("id", INTEGER, True, "Number of the pet."),
    Field("from", STRING, True),
    Field("fooBar", TypeUse(Optional(STRING)), False),
    Field("size", use(Scalar("number"), minimum=0), False, default=(1.5,)),
    description="An animal.",
)
NAMED = TypeUse(Named(component("Pet")))


def _annotation(kind: Type | TypeUse, **options: bool) -> str:
    api = api_of(PET, choices("Colour", "red", "green"))
    annotator = Annotator(api, names_of(api))
    wanted = kind if isinstance(kind, TypeUse) else TypeUse(kind)
    return annotator.annotation(wanted, Imports(), **options).flat


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (Scalar("string"), "str"),
        (Scalar("integer"), "int"),
        (Scalar("number"), "float"),
        (Scalar("boolean"), "bool"),
        (Scalar("null"), "None"),
        (Scalar("bytes"), "bytes"),
        (Scalar("date"), "datetime.date"),
        (Scalar("date-time"), "datetime.datetime"),
        (Scalar("time"), "datetime.time"),
        (Scalar("duration"), "str"),
        (Scalar("uuid"), "UUID"),
        (Anything(), "object"),
        (Nothing(), "Nothing"),
        (Optional(TypeUse(Nothing())), "None"),
        (Const(10**30), "int"),
        (ListOf(STRING), "list[str]"),
        (MapOf(INTEGER), "dict[str, int]"),
        (MapOf(INTEGER, TypeUse(Const("a"))), 'dict[Literal["a"], int]'),
        (MapOf(INTEGER, TypeUse(Named(component("Colour")))), "dict[Colour, int]"),
        (Optional(STRING), "str | None"),
        (Optional(TypeUse(Anything())), "object"),
        (Optional(TypeUse(Scalar("null"))), "None"),
        (Const("a"), 'Literal["a"]'),
        (Const(True), "Literal[True]"),
        (Const(None), "None"),
        (Const(1.5), "float"),
        (Const((1, 2)), "list[object]"),
        (Const(JsonObject(())), "dict[str, object]"),
        (Named(component("Pet")), "Pet"),
        (Named(component("Colour")), "Colour"),
        (TupleOf((STRING, INTEGER), None), "list[str | int]"),
        (use(TupleOf((STRING, INTEGER), None), minItems=2), "tuple[str, int]"),
        (TupleOf((STRING,), INTEGER), "list[str | int]"),
        (TupleOf((), None), "list[Nothing]"),
        (TupleOf((STRING, TypeUse(Nothing())), None), "list[str]"),
        (TupleOf((STRING, TypeUse(Anything())), None), "list[object]"),
    ],
)
def test_an_annotation(kind: Type | TypeUse, expected: str) -> None:
    assert _annotation(kind) == expected


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (use(Scalar("integer"), minimum=0.5, exclusiveMaximum=9.5), "ge=1, lt=10"),
        (use(Scalar("integer"), maximum=2.5, exclusiveMinimum=-1), "le=2, gt=-1"),
        (use(Scalar("number"), minimum=0, maximum=1.5), "ge=0, le=1.5"),
        (use(Scalar("string"), minLength=1, pattern="x"), "min_length=1"),
        (use(ListOf(STRING), maxItems=4.0, uniqueItems=True), "max_length=4"),
        (use(MapOf(STRING), minProperties=1), "min_length=1"),
    ],
)
def test_bounds(kind: TypeUse, expected: str) -> None:
    plain = _annotation(kind.type)
    assert _annotation(kind, bounds=True) == f"Annotated[{plain}, Field({expected})]"
    assert _annotation(kind) == plain


@pytest.mark.parametrize(
    "kind",
    [
        use(Scalar("string"), minimum=1, format="email"),
        use(Scalar("date"), minLength=1),
        use(Named(component("Pet")), minProperties=1),
        use(Scalar("string"), minLength=True),
        use(Scalar("string"), maxLength=-1),
        use(Anything(), minItems=1),
    ],
)
def test_bounds_that_the_type_cannot_carry_are_left_out(kind: TypeUse) -> None:
    assert "Field" not in _annotation(kind, bounds=True)


def test_short_inline_enumerations_stand_where_they_are_used() -> None:
    short = Choices(*inline("Pet", "kind"), (Choice("cat"), Choice("dog")), open=True)
    values = tuple(Choice(f"a rather long value {number}") for number in range(5))
    long = Choices(*inline("Pet", "sort"), values)
    fields = (
        Field("kind", TypeUse(Named(short.id)), True),
        Field("sort", TypeUse(Named(long.id)), True),
    )
    text = texts(api_of(record("Pet", *fields), short, long))["models/pet.py"]
    assert 'kind: Literal["cat", "dog"] | str\n' in text
    assert "sort: PetSort\n" in text and "PetSort: TypeAlias = Literal[" in text
    assert "PetKind" not in text


def test_the_text_of_a_module() -> None:
    assert texts(api_of(PET))["models/pet.py"] == '''\
# Generated by oasmith from api.yaml; regenerate instead of editing.
"""The model `Pet`."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from .._runtime.model import Model


class Pet(Model):
    """An animal."""

    id: int
    """Number of the pet."""

    from_: Annotated[str, Field(alias="from")]
    foo_bar: Annotated[str | None, Field(alias="fooBar")] = None

    size: Annotated[float, Field(ge=0)] | None = None
    """Default: `1.5`."""
'''


def test_a_model_keeps_what_json_says(tmp_path: Path) -> None:
    with written(api_of(PET), tmp_path) as models:
        data = {"id": 1, "from": "here", "size": 2, "extra": {"a": [1]}}
        pet = models.Pet.model_validate(data)
        assert pet.from_ == "here" and pet.foo_bar is None and pet.size == 2
        assert pet.to_dict() == data
        assert models.Pet(id=1, from_="here").to_dict() == {"id": 1, "from": "here"}
        assert pet.to_json() == '{"id":1,"from":"here","size":2.0,"extra":{"a":[1]}}'
        null = models.Pet(id=1, from_="x", foo_bar=None)
        assert null.to_dict() == {"id": 1, "from": "x", "fooBar": None}


@pytest.mark.parametrize(
    "changed",
    [{"id": "1"}, {"id": 1.5}, {"id": True}, {"from": 5}, {"size": "2"}, {"size": -1}],
)
def test_scalars_are_not_converted(tmp_path: Path, changed: dict[str, object]) -> None:
    with (
        written(api_of(PET), tmp_path) as models,
        pytest.raises(ValidationError, match=next(iter(changed))),
    ):
        models.Pet.model_validate({"id": 1, "from": "here", **changed})


@pytest.mark.parametrize("tree", ["true", "[true]", '[[1, "a"], true]', '"1"'])
def test_scalars_are_not_converted_in_types_that_name_themselves(
    tmp_path: Path, tree: str
) -> None:
    itself = TypeUse(Named(component("Tree")))
    union = variants("Tree", TypeUse(Scalar("number")), TypeUse(ListOf(itself)))
    holder = record("Holder", Field("tree", itself, True))
    other = record("Other", Field("tree", itself, True), Field("of", NAMED, False))
    with written(api_of(PET, union, holder, other), tmp_path) as models:
        assert models.Holder.model_validate_json('{"tree": [[1]]}').tree == [[1]]
        for model in (models.Holder, models.Other):
            with pytest.raises(ValidationError):
                model.model_validate_json(f'{{"tree": {tree}}}')


def test_constants_tell_numbers_from_booleans(tmp_path: Path) -> None:
    level = choices("Level", 0, 1, "low")
    api = api_of(
        level,
        record(
            "Switch",
            Field("level", TypeUse(Named(level.id)), False),
            Field("on", TypeUse(Const(True)), False),
            Field("either", TypeUse(Named(component("Either"))), False),
        ),
        choices("Either", 1, True),
    )
    with written(api, tmp_path) as models:
        for good in ('{"level": 1}', '{"on": true}', '{"level": "low"}'):
            models.Switch.model_validate_json(good)
        for bad in ('{"level": true}', '{"level": false}', '{"on": 1}'):
            with pytest.raises(ValidationError):
                models.Switch.model_validate_json(bad)
        for value in (1, True):
            found = models.Switch.model_validate({"either": value}).either
            assert type(found) is type(value)


def _tagged(key: str, tag: str) -> Record:
    return record(key, Field("type", TypeUse(Const(tag)), True))


def test_unions_are_told_apart_by_their_tag(tmp_path: Path) -> None:
    cat, dog = _tagged("Cat", "cat"), _tagged("Dog", "dog")
    both = variants("Animal", *(TypeUse(Named(shape.id)) for shape in (cat, dog)))
    api = api_of(cat, dog, both)
    assert 'Field(discriminator="type")' in texts(api)["models/animal.py"]
    with written(api, tmp_path) as models:
        adapter: TypeAdapter[object] = TypeAdapter(models.Animal)
        assert type(adapter.validate_json('{"type": "dog"}')) is models.Dog
        with pytest.raises(ValidationError, match="union_tag_invalid"):
            adapter.validate_json('{"type": "cow"}')


@pytest.mark.parametrize(
    "other",
    [
        _tagged("Dog", "cat"),
        record("Dog", Field("type", TypeUse(Const("dog")), False)),
        record("Dog", Field("type", TypeUse(Const("dog")), True, read_only=True)),
        record("Dog", Field("type", TypeUse(Const("dog")), True, write_only=True)),
        record("Dog", Field("type", STRING, True)),
        record("Dog", Field("kind", TypeUse(Const("dog")), True)),
        alias("Dog", STRING),
    ],
)
def test_unions_without_a_sure_tag_are_plain(tmp_path: Path, other: Record) -> None:
    cat = _tagged("Cat", "cat")
    both = variants("Animal", *(TypeUse(Named(shape.id)) for shape in (cat, other)))
    api = api_of(cat, other, both)
    assert "discriminator" not in texts(api)["models/animal.py"]
    with written(api, tmp_path) as models:
        adapter: TypeAdapter[object] = TypeAdapter(models.Animal)
        assert type(adapter.validate_json('{"type": "cat"}')) is models.Cat


def test_recursion_of_every_kind(tmp_path: Path) -> None:
    tree = record("Tree", Field("trees", use(ListOf(_named("Tree"))), False))
    text = alias("Tokens", TypeUse(Named(component("Value"))))
    value = variants("Value", STRING, use(ListOf(_named("Tokens"))))
    egg = record("Egg", Field("hen", _named("Hen"), False))
    hen = record("Hen", Field("egg", _named("Nest"), False))
    nest = alias("Nest", use(ListOf(_named("Egg"))), "Where eggs lie.")
    api = api_of(tree, text, value, egg, hen, nest)
    with written(api, tmp_path) as models:
        assert models.Tree(trees=[models.Tree()]).to_dict() == {"trees": [{}]}
        adapter: TypeAdapter[object] = TypeAdapter(models.Tokens)
        assert adapter.validate_json('["a", ["b"]]') == ["a", ["b"]]
        nested = models.Hen.model_validate({"egg": [{"hen": {"egg": []}}]})
        assert type(nested.egg[0].hen) is models.Hen


def _named(key: str) -> TypeUse:
    return TypeUse(Named(component(key)))


def test_fields_may_have_the_names_of_types(tmp_path: Path) -> None:
    fields = (
        Field("list", use(ListOf(STRING)), True),
        Field("str", STRING, False),
        Field("int", INTEGER, False),
        Field("datetime", TypeUse(Scalar("date-time")), False),
        Field("type", TypeUse(Const("x")), False),
        Field("copy", STRING, False),
    )
    with written(api_of(record("Odd", *fields)), tmp_path) as models:
        data = {"list": ["a"], "str": "b", "int": 1, "datetime": "2020-01-01T00:00:00Z"}
        assert models.Odd.model_validate(data).to_dict() == data


def test_names_that_models_use_are_reserved() -> None:
    visible = {*dir(Model), *dir(type(Model))}
    used = {item for item in visible if not item.startswith("_")}
    assert used <= MODEL_ATTRIBUTES


def test_the_root_exports_every_error_of_the_client() -> None:
    defined = {
        key
        for key, item in vars(errors).items()
        if isinstance(item, type) and issubclass(item, Exception)
    }
    assert {*ERRORS, "TokenError"} == defined  # that one where there are tokens


def test_the_package_is_cheap_to_import(tmp_path: Path) -> None:
    with written(api_of(PET), tmp_path) as models:
        assert "Pet" in dir(models)
        with pytest.raises(AttributeError, match="Cow"):
            _ = models.Cow
        root = models.__name__.split(".")[0]
    program = (
        f"import sys, {root}; {root}.models; "
        "sys.exit('pydantic' in sys.modules or 'httpx2' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], cwd=tmp_path).returncode == 0


def test_an_api_without_models(tmp_path: Path) -> None:
    with written(api_of(), tmp_path) as models:
        assert models.__doc__


def test_a_union_inside_a_field_is_written_out_when_short() -> None:
    inner = Variants(*inline("Pet", "age"), (STRING, INTEGER), False)
    text = texts(
        api_of(record("Pet", Field("age", TypeUse(Named(inner.id)), True)), inner)
    )
    assert "age: str | int\n" in text["models/pet.py"]


def test_hostile_text_stays_text() -> None:
    nasty = '"""\nimport os\nos.system("x")\n"""\\'
    api = api_of(
        record("Pet", Field(nasty, TypeUse(Const(nasty)), True, nasty, (nasty,))),
        alias("Other", STRING, nasty),
        title=nasty,
        description=nasty,
    )
    mode = Mode(target_versions={TargetVersion.PY311})
    for path, text in texts(api).items():
        if path.endswith(".py"):
            assert black.format_str(text, mode=mode) == text
