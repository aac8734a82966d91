"""Records: the frozen, slotted dataclasses every state, action and card is made of."""

from dataclasses import MISSING, FrozenInstanceError, dataclass, fields
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, dataclass_transform

if TYPE_CHECKING:
    from dataclasses import replace
else:

    def replace(thing, **changes):
        """The same record with some fields changed: what `dataclasses.replace` does, several times as fast."""
        return thing._changed(changes)


__all__ = ["FILE_FORM", "record", "replace"]

T = TypeVar("T")

FILE_FORM: dict[str, Any] = {"extra": "forbid", "strict": True}
"""How a record reads from a file: no unknown fields, no guessing of types. The border honours it."""


@dataclass_transform(frozen_default=True)
def record(cls: type[T]) -> type[T]:
    """Make `cls` a frozen, slotted dataclass whose file form is strict.

    A combat makes thousands of records, and the engine must be there at once when an app starts. So the methods
    of a frozen dataclass, which are slow to make and slow to run, are replaced by quicker ones of the same effect.
    """
    made: Any = dataclass(init=False, repr=False, slots=True)(cls)
    names = tuple(field.name for field in fields(made))
    _write_methods(made, names)
    made.__hash__ = lambda self: hash((type(self), *(getattr(self, name) for name in names)))
    made.__repr__ = _repr
    made.__reduce__ = _reduce
    made.__setattr__ = made.__delattr__ = _frozen
    made.__pydantic_config__ = FILE_FORM
    return made  # type: ignore[no-any-return]


def _write_methods(made: Any, names: tuple[str, ...]) -> None:
    """Give a record an `__init__` that fills its slots directly, and `_changed` behind `replace`."""
    known: dict[str, Any] = {"_blank": object.__new__, "_record": made}
    parameters = ["self"]
    for field in fields(made):
        known[f"_set_{field.name}"] = getattr(made, field.name).__set__
        known[f"_default_{field.name}"] = field.default
        given = "" if field.default is MISSING else f"=_default_{field.name}"
        parameters.append(field.name + given)
    fill = "".join(f"    _set_{name}(self, {name})\n" for name in names) or "    pass\n"
    copy = "".join(f"    _set_{name}(new, self.{name})\n" for name in names)
    change = "    for name, value in changes.items():\n        _setter(name)(new, value)\n"
    setters = {name: known[f"_set_{name}"] for name in names}

    def setter(name: str) -> Any:
        if name not in setters:
            raise TypeError(f"{made.__name__} has no field called {name!r}")
        return setters[name]

    known["_setter"] = setter
    exec(
        f"def __init__({', '.join(parameters)}):\n{fill}"
        f"def _changed(self, changes):\n    new = _blank(_record)\n{copy}{change}    return new\n",
        known,
    )
    for name in ("__init__", "_changed"):
        known[name].__qualname__ = f"{made.__qualname__}.{name}"
        setattr(made, name, known[name])
    made.__init__.__annotations__ = {field.name: field.type for field in fields(made)} | {"return": None}


def _repr(self: Any) -> str:
    shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
    return f"{type(self).__name__}({shown})"


def _reduce(self: Any) -> tuple[Any, ...]:
    """How a record is copied and sent to another process: made anew from its fields, as it cannot be changed."""
    return type(self), tuple(getattr(self, name) for name in self.__match_args__)


def _frozen(self: Any, name: str, value: object = None) -> NoReturn:
    raise FrozenInstanceError(f"{type(self).__name__} is frozen: {name!r} cannot be changed")
