"""Readers: pydantic validators for records and file models, built when first needed and then kept."""

from functools import cache
from types import UnionType
from typing import Annotated, Any, Generic, TypeVar, Union, get_origin

from pydantic import Field, TypeAdapter, ValidationError
from pydantic.json_schema import GenerateJsonSchema

from engine.border.sentences import bad_input

T = TypeVar("T")


class Reader(Generic[T]):
    """Reads JSON bytes into one type."""

    def __init__(self, form: Any) -> None:
        self._adapter: TypeAdapter[T] = TypeAdapter(form)

    def read(self, data: bytes, raw: Any, within: str = "") -> T:
        """The value in `data`, whose parsed form is `raw`; BadInput names the place in it."""
        try:
            return self._adapter.validate_json(data)
        except ValidationError as error:
            raise bad_input(error, raw, within) from None

    def json_schema(self) -> dict[str, Any]:
        """The JSON Schema of what is read."""
        return self._adapter.json_schema(schema_generator=_PlainSchema)


class _PlainSchema(GenerateJsonSchema):
    """Without a title on each field that only repeats its name."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


@cache
def reader(form: Any) -> Reader[Any]:
    """The reader for a type; the same one every time."""
    return Reader(form)


def told_apart(kinds: Any) -> Any:
    """A game's union of records, its members found by their `kind` instead of being tried one by one."""
    if get_origin(kinds) in (Union, UnionType):
        return Annotated[kinds, Field(discriminator="kind")]
    return kinds
