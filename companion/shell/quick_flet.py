"""Flet's comparison of two pictures of a screen, made quicker.

With every tap Flet walks over the controls that came and those that went, and looks at each of their properties:
some sixty for a box. But a control keeps only the properties that differ from the usual ones, and nothing else can
hold another control. Looking at those alone halves the time from a tap to the answer.
"""

import dataclasses
import weakref
from collections.abc import Iterable, Iterator
from typing import Any

import flet.version
from flet.controls import object_patch
from flet.controls.object_patch import DiffBuilder, ObjectPatchException

WRITTEN_FOR = "1.0.5"
"""What is replaced here is no promise of Flet's: any other version is left as it is."""

SIMPLE = (str, int, float, bool, type(None))
"""What holds nothing."""


def quicken() -> None:
    """Put the quicker walks in place."""
    if flet.version.flet_version == WRITTEN_FOR:
        DiffBuilder._configure_dataclass = _configured  # type: ignore[method-assign]
        DiffBuilder._removed_controls = _removed  # type: ignore[method-assign]


def _held(item: Any) -> Iterable[Any]:
    """What a control or a value may hold others in."""
    values = getattr(item, "_values", None)
    if values is None:
        return [getattr(item, each.name) for each in dataclasses.fields(item) if not each.metadata.get("skip", False)]
    return [*(getattr(item, name) for name in type(item)._structural_fields), *values.values()]


def _configured(self: Any, item: Any, parent: Any, frozen: bool, configure_setattr_only: bool = False) -> Iterator[Any]:
    """As the original: what came gets its parent and is ready to be used; the controls in it, itself first."""
    if isinstance(item, SIMPLE):
        return
    if isinstance(item, list | dict):
        for each in item.values() if isinstance(item, dict) else item:
            yield from _configured(self, each, parent, frozen)
        return
    if not hasattr(type(item), "__dataclass_fields__"):
        return
    parent, frozen = _below(item, parent, frozen)
    if getattr(type(item), "__flet_control_cls__", None) is None:
        type(item).__flet_control_cls__ = self.control_cls
    is_control = isinstance(item, self.control_cls)
    if is_control:
        if not configure_setattr_only:
            item.build()
            item._before_update_safe()
            object.__setattr__(item, "_initialized", True)
        yield item
    if not configure_setattr_only:
        for each in _held(item):
            if not isinstance(each, SIMPLE):
                yield from _configured(self, each, item if is_control else parent, frozen)
    if not frozen:
        _watch(item)


def _below(item: Any, parent: Any, frozen: bool) -> tuple[Any, bool]:
    """Tell a control or a value what it belongs to; what that is, and whether it may still be changed."""
    if parent is None:
        known = getattr(item, "_parent", None)
        parent = known() if known else None
    if parent:
        if parent is item:
            raise ObjectPatchException(f"Parent is the same as item: {item}")
        item._parent = weakref.ref(parent)
    if hasattr(item, "_frozen"):
        frozen = item._frozen
    elif frozen:
        item._frozen = frozen
    return parent, frozen


def _watch(item: Any) -> None:
    """From now on changes of it are noticed."""
    dirty = getattr(item, "_dirty", None)
    if dirty is not None:
        dirty.clear()
        return
    kind: Any = type(item)
    if kind.__setattr__ is not object_patch._control_setattr:
        kind.__setattr__ = object_patch._control_setattr
    object.__setattr__(item, "__changes", {})


def _removed(self: Any, item: Any, recurse: bool) -> Iterator[Any]:
    """As the original: the controls that went, each after those it held."""
    if isinstance(item, SIMPLE):
        return
    if isinstance(item, self.control_cls):
        for each in _held_before(item, recurse):
            yield from _removed(self, each, recurse)
        yield item
    elif isinstance(item, list | dict):
        for each in item.values() if isinstance(item, dict) else item:
            yield from _removed(self, each, recurse)


def _held_before(item: Any, recurse: bool) -> Iterable[Any]:
    """What a control held when it was last sent."""
    if not hasattr(item, "__prev_lists"):
        return _held(item) if recurse else ()
    kept = ("__prev_lists", "__prev_dicts", "__prev_classes")
    return [each for name in kept for each in getattr(item, name, {}).values()]
