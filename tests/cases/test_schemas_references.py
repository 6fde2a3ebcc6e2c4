"""References: what may stand beside them, chains, and where they may point to."""

from __future__ import annotations

from .support import SPECS, case, findings


def test_nullable_beside_a_reference_is_honoured_and_told() -> None:
    made = case("001-ref-sibling-nullable-30")
    assert made.codes == ["W159"]
    assert made.found[0].span is not None and made.found[0].span.line == 27
    kiln = made.fields("Kiln")
    assert kiln["cooling_plan"] == (
        "Annotated[CoolingPlan | None, Field(alias='coolingPlan')]"
    )
    assert kiln["backup_plan"].startswith("Annotated[CoolingPlan | None,")
    parsed = made.model("Kiln").model_validate({"serial": "a", "coolingPlan": None})
    assert parsed.to_dict() == {"serial": "a", "coolingPlan": None}
    assert made.faults("Kiln", {"serial": "a", "coolingPlan": None}) == []


def test_keywords_beside_a_reference_apply() -> None:
    made = case("002-ref-sibling-keywords-31")
    pot = made.fields("Pot")
    assert pot["nickname"] == "Annotated[str, Field(max_length=10)] | None = None"
    text = made.files["models/pot.py"]
    assert '"""finish used on the outside. Default: `"matte"`."""' in text
    assert '"""Deprecated."""' in text
    assert made.faults("Pot", {"nickname": "x" * 11}) == [("/nickname", "maxLength")]
    assert made.faults("Pot", {"nickname": "x" * 10}) == []


def test_chains_of_aliases_come_to_their_target() -> None:
    made = case("004-ref-alias-chain")
    assert made.codes == []
    real = made.model("RealBadge")
    assert made.model("FrontBadge") is made.model("MiddleBadge") is real
    assert made.fields("RealBadge")["colour"] == "AliasColour | None = None"
    assert real.model_validate({"code": "a", "colour": "red"}).colour == "red"
    assert made.faults("FrontBadge", {"code": "a", "colour": "x"}) == [
        ("/colour", "enum")
    ]


def test_a_circle_of_aliases_is_one_located_error() -> None:
    found = findings(SPECS / "005-ref-alias-self-cycle.yaml")
    assert [item.code for item in found] == ["E134"]
    circle = ("Ping", "Pong", "Ping")
    ids = " -> ".join(f"#/components/schemas/{name}" for name in circle)
    assert found[0].message.endswith(ids)
    assert found[0].span is not None and found[0].span.line == 20


def test_a_reference_into_a_schema_shares_the_name_of_its_place() -> None:
    made = case("007-ref-into-subschema")
    assert made.fields("Courier") == {
        "home": "DepotAddress | None = None",
        "dock": "DepotDocksItem | None = None",
    }
    assert made.fields("Depot") == {
        "address": "DepotAddress | None = None",
        "docks": "list[DepotDocksItem] | None = None",
    }


def test_definitions_are_named_with_their_owner() -> None:
    made = case("010-defs-31")
    assert made.fields("Assembly") == {
        "left": "AssemblyPart | None = None",
        "right": "KitPart | None = None",
    }
    assert made.fields("AssemblyPart") == {"mass": "float | None = None"}
    assert made.fields("KitPart") == {"label": "str | None = None"}
