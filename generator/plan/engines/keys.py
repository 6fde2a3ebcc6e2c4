"""Stand-ins: what the tool sees instead of names and texts.

The tool gets neither a text of the document nor a name of ours, only stand-ins such as
`C3z` or `p7`, which mean nothing to it. So it can rename nothing (a property called
`date`, a schema called `RootModel`), and nothing that a document says can reach the
code that it prints. Reading its output puts back what they stand for.
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from ...values import dataclass

if TYPE_CHECKING:
    from ...ir import Id

NOTHING = "N0z"
"""Stands for the type without values, which the tool has no word for."""


@dataclass(frozen=True, slots=True)
class Property:
    """A property by its name on the wire and its attribute."""

    wire: str
    attribute: str


@dataclass(slots=True)
class Keys:
    """Stand-ins and what they stand for.

    `types` are shapes by `C1z`, `properties` by the stand-in of the wire name (`p1`) and
    of the attribute (`f1`; the same as the former where wire name and attribute agree),
    `values` are strings of enumerations by `s1`.
    """

    types: dict[str, Id] = field(default_factory=dict)
    properties: dict[str, Property] = field(default_factory=dict)
    values: dict[str, str] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)
    """The stand-in of an attribute by that of its wire name, where they differ."""
    _of_type: dict[Id, str] = field(default_factory=dict)
    _of_property: dict[Property, str] = field(default_factory=dict)
    _of_value: dict[str, str] = field(default_factory=dict)

    def type(self, id: Id) -> str:
        """The stand-in of a shape."""
        found = self._of_type.get(id)
        if found is None:
            found = self._of_type[id] = f"C{len(self._of_type) + 1}z"
            self.types[found] = id
        return found

    def property(self, wire: str, attribute: str) -> str:
        """The stand-in of a wire name; that of its attribute comes with it."""
        pair = Property(wire, attribute)
        found = self._of_property.get(pair)
        if found is None:
            number = len(self._of_property) + 1
            found = self._of_property[pair] = f"p{number}"
            self.properties[found] = pair
            if wire != attribute:
                self.aliases[found] = f"f{number}"
                self.properties[f"f{number}"] = pair
        return found

    def value(self, text: str) -> str:
        """The stand-in of a string."""
        found = self._of_value.get(text)
        if found is None:
            found = self._of_value[text] = f"s{len(self._of_value) + 1}"
            self.values[found] = text
        return found
