"""`dataclass` for the values that the stages hand on, which nobody changes afterwards.

That `frozen=True` is kept to is checked by the type checker. At run time the classes
are ordinary ones with the equality and hash of frozen ones: the `__init__` of a truly
frozen dataclass takes three times as long, and a large document makes millions of calls.

The methods are compiled when they are called first: most runs need few of them, and to
compile all takes longer than to generate a small package.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:
    import dataclasses
    from functools import cache

    _plain = {
        slots: dataclasses.dataclass(slots=slots, init=False, repr=False, eq=False)
        for slots in (False, True)
    }

    @cache
    def dataclass(*, frozen=False, slots=False, eq=True):
        """The decorator of the standard library, without the guards of `frozen`.

        Without that of `repr` against circles too, which no value is part of.
        """

        def made(cls):
            if not cls.__doc__:  # else the standard library looks for a signature
                cls.__doc__ = cls.__name__
            found = _plain[slots](cls)
            own = found.__dict__
            for name, write in _METHODS.items():
                is_wanted = eq or name in ("__init__", "__repr__")
                if is_wanted and name not in own:
                    setattr(found, name, _first(found, name, write))
            if eq and not frozen:
                found.__hash__ = None
            return found

        return made

    def _first(cls, name, write):
        """A method that compiles the one to take its place when it is called first."""

        def first(self, *args, **kwargs):
            scope = {"_cls": cls, "_MISSING": dataclasses.MISSING}
            exec("\n".join(write(cls, scope)), scope)
            method = scope[name]
            method.__qualname__ = f"{cls.__qualname__}.{name}"
            setattr(cls, name, method)
            return method(self, *args, **kwargs)

        return first

    def _init(cls, scope):
        head, body = ["self"], []
        for item in dataclasses.fields(cls):
            name, value = item.name, item.name
            default = f"_default_{name}"
            if item.default is not dataclasses.MISSING:
                scope[default] = item.default
                value = f"{name}={default}"
            elif item.default_factory is not dataclasses.MISSING:
                scope[default] = item.default_factory
                value = f"{name}=_MISSING"
                made = f"{default}() if {name} is _MISSING else {name}"
                name = made if item.init else f"{default}()"
            elif not item.init:
                continue
            if item.init:
                head.append(value)
            elif item.default is not dataclasses.MISSING:
                name = default
            body.append(f" self.{item.name} = {name}")
        if hasattr(cls, "__post_init__"):
            body.append(" self.__post_init__()")
        return [f"def __init__({', '.join(head)}):", *body, " return None"]

    def _repr(cls, scope):
        names = [item.name for item in dataclasses.fields(cls) if item.repr]
        shown = ", ".join(f"{name}={{self.{name}!r}}" for name in names)
        text = f'f"{{self.__class__.__qualname__}}({shown})"'
        return ["def __repr__(self):", f" return {text}"]

    def _eq(cls, scope):
        names = [item.name for item in dataclasses.fields(cls) if item.compare]
        one, other = (
            "".join(f"{side}.{name}," for name in names) for side in ("self", "other")
        )
        return [
            "def __eq__(self, other):",
            " if other.__class__ is self.__class__:",
            f"  return ({one}) == ({other})",
            " return NotImplemented",
        ]

    def _hash(cls, scope):
        names = [
            item.name
            for item in dataclasses.fields(cls)
            if (item.compare if item.hash is None else item.hash)
        ]
        own = "".join(f"self.{name}," for name in names)
        return ["def __hash__(self):", f" return hash(({own}))"]

    _METHODS = {"__init__": _init, "__repr__": _repr, "__eq__": _eq, "__hash__": _hash}
