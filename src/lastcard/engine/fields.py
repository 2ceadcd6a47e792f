"""Records: a field is declared once, as an annotation, and everything else follows from the declaration.

    @record
    class Position(FieldRecord):
        turn: int = 0
        held: BySeat
        deck: Pile
        deck_n: int = 0

`record` makes slots, start values, `copy` and `key` of that; `compiled.dtype_of` makes the NumPy record of
the same fields. `generated` turns source text into a function that numba compiles like a written one: so
`state` gets a reset and a copy without a second list of fields.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Iterator
from typing import Annotated, Any, ClassVar, Final, NamedTuple, Self, TypeVar, get_args, get_type_hints

from .limits import MAX_CARDS, MAX_KINDS, MAX_PLAYERS, MAX_SUITS

LIMITS: Final = {"players": MAX_PLAYERS, "kinds": MAX_KINDS, "suits": MAX_SUITS, "cards": MAX_CARDS}


class Shape(NamedTuple):
    """The lengths of a list field: names of LIMITS, or numbers."""

    lengths: tuple[str | int, ...]
    cards: bool = False  # entries are card kinds or copies of a card: one byte holds them
    pile: bool = False  # only as many entries count as the field with `_n` behind its name says


class Mark(NamedTuple):
    """How a field differs from others."""

    about: str


KEPT: Final = Mark("a new round does not reset it")
TRANSIENT: Final = Mark("not part of a position: a copy for a rollout goes without it")
PLAIN: Final = Mark("exists in Python only, not in the compiled record")

BySeat = Annotated[list[int], Shape(("players",))]
ByKind = Annotated[list[int], Shape(("kinds",))]
BySuit = Annotated[list[int], Shape(("suits",))]
ByCard = Annotated[list[int], Shape(("cards",))]
BySeatAndKind = Annotated[list[list[int]], Shape(("players", "kinds"), cards=True)]
Pile = Annotated[list[int], Shape(("cards",), cards=True, pile=True)]
Generator = Annotated[list[int], Shape((4,))]  # the words of `rng`


class Field(NamedTuple):
    """One declared field of a record."""

    name: str
    shape: Shape  # of no lengths: an int
    start: Any  # of an int
    nested: type[FieldRecord] | None  # a record inside this one
    marks: tuple[Mark, ...]

    @property
    def limits(self) -> tuple[int, ...]:
        """The lengths of the compiled list."""
        return tuple(LIMITS[n] if isinstance(n, str) else n for n in self.shape.lengths)

    def fresh(self, sizes: dict[str, int]) -> Any:
        """A start value; a size that is not given is its limit."""
        if self.nested is not None:
            return self.nested(**sizes)
        if not self.shape.lengths:
            return self.start
        return _zeros([sizes.get(n, LIMITS[n]) if isinstance(n, str) else n for n in self.shape.lengths])


def _zeros(lengths: list[int]) -> Any:
    return [_zeros(lengths[1:]) for _ in range(lengths[0])] if lengths else 0


class FieldRecord:
    """The base of all records: plain Python objects, with the fields that the class declares."""

    __slots__ = ()
    FIELDS: ClassVar[tuple[Field, ...]] = ()

    def __init__(self, **sizes: int) -> None:
        self.start(**sizes)

    def start(self, **sizes: int) -> None:
        """Give every field its start value."""
        for field in self.FIELDS:
            setattr(self, field.name, field.fresh(sizes))

    @classmethod
    def names(cls) -> list[str]:
        """The fields in the order of their declaration."""
        return [field.name for field in cls.FIELDS]

    def copy(self) -> Self:
        """A record of its own with the same values; what is PLAIN is not taken along."""
        raise NotImplementedError("made by @record")

    def key(self) -> tuple[object, ...]:
        """All that makes two records the same: piles only as deep as they are, nothing that is PLAIN."""
        return tuple(self._key_of(field) for field in self.FIELDS if PLAIN not in field.marks)

    def _key_of(self, field: Field) -> object:
        value = getattr(self, field.name)
        if field.shape.pile:
            return tuple(value[: getattr(self, f"{field.name}_n")])
        if len(field.shape.lengths) == 2:
            return tuple(map(tuple, value))
        if field.nested is not None:
            return value.key()
        return tuple(value) if field.shape.lengths else value


R = TypeVar("R", bound=FieldRecord)


def record(cls: type[R]) -> type[R]:
    """The class with slots for what it annotates, and a `copy` for just these fields."""
    hints = get_type_hints(cls, include_extras=True)
    del hints["FIELDS"]
    fields = tuple(_field(name, hint, vars(cls).get(name, 0)) for name, hint in hints.items())
    body = {name: value for name, value in vars(cls).items() if name not in hints}
    for name in ("__dict__", "__weakref__"):
        body.pop(name, None)
    body |= {"__slots__": tuple(hints), "FIELDS": fields}
    new: Any = type(cls.__name__, cls.__bases__, body)
    new.copy = generated(_copy_source(fields), cls.__module__, cls=new)
    return new  # type: ignore[no-any-return]


def _field(name: str, hint: Any, start: Any) -> Field:
    about = get_args(hint)[1:] if hasattr(hint, "__metadata__") else ()
    kind = hint.__origin__ if about else hint
    shape = next((one for one in about if isinstance(one, Shape)), Shape(()))
    nested = kind if isinstance(kind, type) and issubclass(kind, FieldRecord) else None
    return Field(name, shape, start, nested, tuple(one for one in about if isinstance(one, Mark)))


def generated(source: str, module: str, **names: object) -> Callable[..., Any]:
    """The function of a source text, as if it stood in that module; tracebacks show its lines."""
    name = source.partition("(")[0].removeprefix("def ")
    file = f"<{name} of {module}, made by lastcard.engine.fields>"
    linecache.cache[file] = len(source), None, source.splitlines(keepends=True), file
    scope: dict[str, Any] = {"__name__": module, **names}
    exec(compile(source, file, "exec"), scope)  # our own text, made of the names of fields
    function: Callable[..., Any] = scope[name]
    return function


def _copy_source(fields: tuple[Field, ...]) -> str:
    lines = ["def copy(self):", "new = cls.__new__(cls)"]
    for field in fields:
        value = f"self.{field.name}"
        if PLAIN in field.marks:
            value = repr(field.start)
        elif field.nested is not None:
            value += ".copy()"
        elif len(field.shape.lengths) == 2:
            value = f"[row[:] for row in {value}]"
        elif field.shape.lengths:
            value += "[:]"
        lines.append(f"new.{field.name} = {value}")
    return "\n    ".join([*lines, "return new"]) + "\n"


def reset_source(cls: type[FieldRecord]) -> str:
    """`reset(s, r)`: every field at its start, as far as players and kinds go; not what is KEPT."""
    fields = [field for field in cls.FIELDS if not {KEPT, PLAIN} & set(field.marks)]
    ints = [f"s.{field.name} = {field.start}" for field in fields if not field.shape.lengths]
    return "\n    ".join(["def reset(s, r):", *ints, *_by_seat(fields, lambda _: "0")]) + "\n"


def copy_source(cls: type[FieldRecord]) -> str:
    """`copy_position(s, r, w)`: what a round that goes on needs, from `s` into `w`; nothing TRANSIENT."""
    fields = [field for field in cls.FIELDS if not {TRANSIENT, PLAIN} & set(field.marks)]
    lines = ["def copy_position(s, r, w):"]
    lines += [f"w.{field.name} = s.{field.name}" for field in fields if not field.shape.lengths]
    for field in fields:
        if field.shape.pile:
            lines += [f"for i in range(s.{field.name}_n):", f"    w.{field.name}[i] = s.{field.name}[i]"]
    lines += _by_seat(fields, lambda place: f"s{place}", "w")
    return "\n    ".join(lines) + "\n"


def _by_seat(fields: list[Field], value: Callable[[str], str], target: str = "s") -> Iterator[str]:
    """A loop over the seats that sets all fields by seat, and in it one over the kinds."""
    yield "for seat in range(s.players):"
    for field in fields:
        if field.shape.lengths == ("players",):
            yield f"    {target}.{field.name}[seat] = {value(f'.{field.name}[seat]')}"
    for field in fields:
        if field.shape.lengths == ("players", "kinds"):
            for name in dict.fromkeys((target, "s")):
                yield f"    {name}_row = {name}.{field.name}[seat]"
            yield "    for kind in range(r.kinds):"
            yield f"        {target}_row[kind] = {value('_row[kind]')}"
