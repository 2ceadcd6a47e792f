"""The engine compiled: the functions of the other modules as they are, over NumPy records instead of objects.

This is the only module that imports numba. `compile_loop` registers every function of the engine and of the
modules that a loop calls, and compiles the loop: it holds no lock, so threads run side by side, each with a
state of its own. Rules are tables, so rulebooks need no compilation of their own. Each loop has two variants,
made on first use: a lean one for rules without reactions and house rules, and one for everything.
"""

from __future__ import annotations

import hashlib
import importlib
import inspect
import os
import secrets
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numba
import numpy as np
from numba import types
from numba.core import bytecode, cgutils
from numba.core.imputils import lower_getattr
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.extending import intrinsic, overload, register_jitable

from . import bits, pile
from .fields import KEPT, PLAIN, TRANSIENT, Field, FieldRecord
from .state import Rules, State

# No reference counts (records have none), no check for a division by zero (there is always a player).
LEAN: dict[str, Any] = {"no_cfunc_wrapper": True, "_nrt": False, "error_model": "numpy"}
SOURCES = ("codes", "bits", "rng", "state", "pile", "legal", "score", "step", "react", "deal", "match")


def _cache_key(more: tuple[ModuleType, ...]) -> str:
    """numba's cache does not see edits in other files, so its folder is named by all that matters."""
    digest = hashlib.sha256(f"{sys.version} {np.__version__} {numba.__version__}".encode())
    for name in (*SOURCES, "fields", "limits", "compiled"):
        digest.update(Path(__file__).with_name(f"{name}.py").read_bytes())
    for module in more:
        digest.update(Path(str(module.__file__)).read_bytes())
    return digest.hexdigest()[:16]


def cache_folder(*more: ModuleType) -> Path:
    """Where a compiled loop over these modules lies: in the user's cache folder, named by the sources."""
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(home) / "lastcard" / f"engine-{_cache_key(more)}"


# numba versions whose insides `_Ids` was tested with; pyproject.toml asks for the same.
TESTED = (0, 61) <= numba.version_info.short < (0, 69)


class _Ids:
    """Names of compiled functions that no other process gives.

    numba names symbols by the number of the compile and of the record type. Both count from one in every
    process, so a function from the cache could bear the name that this process gave to the same function for
    another record, and the linker would keep only one of the two (numba's issue 10486).
    """

    def __next__(self) -> int:
        return secrets.randbits(64)


# This holds for everything that the process compiles, since numba has one counter for all: it changes names
# of symbols and nothing else. With an untested numba it is left alone, and nothing is taken from the cache.
if TESTED:
    setattr(bytecode.FunctionIdentity, "_unique_ids", _Ids())  # noqa: B010


def dtype_of(declared: type[FieldRecord], small: bool = False) -> np.dtype[Any]:
    """The NumPy record of a record class: all of one integer type, or cards as bytes where that is asked for.

    Each further type would be compiled for separately. What every action touches comes first: the ints; the
    long lists, and what is not part of a position, come last. Of a pile only as much is ever touched as there
    are cards.
    """

    def place(field: Field) -> tuple[bool, bool, bool, int]:
        rare = (
            TRANSIENT in field.marks and KEPT not in field.marks
        )  # not the generator, which is in constant use
        bytes_only = small and field.shape.cards
        return rare, field.nested is not None, bytes_only, int(np.prod(field.limits))

    def entry(field: Field) -> tuple[Any, ...]:
        if field.nested is not None:
            return field.name, dtype_of(field.nested, small)
        return field.name, np.int8 if small and field.shape.cards else np.int64, field.limits

    fields = sorted((field for field in declared.FIELDS if PLAIN not in field.marks), key=place)
    return np.dtype([entry(field) for field in fields], align=True)


STATE = dtype_of(State)
TABLE = dtype_of(State, small=True)  # for many tables at once, which should fit a core's cache
RULES = dtype_of(Rules)


def record_of(value: FieldRecord, dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """A plain record as an array of one NumPy record."""
    out = np.zeros(1, dtype)
    write_record(out[0], value)
    return out


def write_record(row: Any, value: FieldRecord) -> None:
    """Write a plain record into a NumPy record; lists may be shorter than theirs."""
    for name in row.dtype.names:
        given = getattr(value, name)
        if isinstance(given, FieldRecord):
            write_record(row[name], given)
        elif isinstance(given, list):
            row[name][tuple(slice(n) for n in np.shape(given))] = given
        else:
            row[name] = given


# The lean variant: what is off in all the rules that it serves is a constant 0 instead of a field of their
# record, so that the compiler can leave out branches.
OFF = frozenset(
    [
        *("call", "jump_in", "stacking", "challengeable", "swapping", "passing", "never_last"),
        *("draw_until_playable", "drawn_must", "after_draw_any", "opening_from_hand", "refill_points"),
    ]
)
LEAN_RULES = np.dtype([(name, RULES[name]) for name in RULES.names or () if name not in OFF], align=True)
_LEAN_TYPE = numba.from_dtype(LEAN_RULES)


@infer_getattr
class _LeanRules(AttributeTemplate):
    key = _LEAN_TYPE

    def generic_resolve(self, record: Any, name: str) -> Any:  # type: ignore[override]
        return types.int64 if name in OFF else record.typeof(name)


_lower: Any = lower_getattr
for _name in OFF:
    _lower(_LEAN_TYPE, _name)(lambda context, *_: context.get_constant(types.int64, 0))


def rules_record(r: Rules, lean: bool = False) -> np.ndarray[Any, Any]:
    """The tables of a rulebook as an array of one record; if wanted a lean one, where that says it all."""
    return record_of(r, LEAN_RULES if lean and not any(getattr(r, name) for name in OFF) else RULES)


def _instruction(build: Callable[[Any, Any], Any]) -> Any:
    """One instruction of the machine, as a function from an integer to an integer."""

    @intrinsic
    def run(context: Any, number: Any) -> Any:
        return types.int64(types.int64), lambda context, builder, signature, values: build(builder, values[0])

    return run


_ones = _instruction(lambda builder, number: builder.ctpop(number))
_zeros_below = _instruction(lambda builder, number: builder.cttz(number, cgutils.true_bit))
_zeros_above = _instruction(lambda builder, number: builder.ctlz(number, cgutils.true_bit))


# numba wants the same parameters here as in what is compiled: so neither has annotations.
@overload(bits.count, inline="always")
def _count(mask):  # type: ignore[no-untyped-def]
    return lambda mask: _ones(np.int64(mask))


@overload(bits.lowest, inline="always")
def _lowest(mask):  # type: ignore[no-untyped-def]
    return lambda mask: _zeros_below(np.int64(mask))


@overload(bits.highest, inline="always")
def _highest(mask):  # type: ignore[no-untyped-def]
    return lambda mask: 63 - _zeros_above(np.int64(mask))


_OVERLOADED = (pile.emit, bits.count, bits.lowest, bits.highest)
_registered: set[ModuleType] = set()


def _register(module: ModuleType) -> None:
    """Every function of a module, as it is; only events, which nobody reads in a batch, become nothing.

    What a module names in `HOT` is inlined where it is called. The rest is compiled once, which keeps the
    compile short; inlining it too gains nothing that can be measured.
    """
    if module in _registered:  # for another loop
        return
    _registered.add(module)
    hot = getattr(module, "HOT", ())
    for function in vars(module).values():
        if inspect.isfunction(function) and function.__module__ == module.__name__:
            if function.__name__ in hot:
                register_jitable(forceinline=True, **LEAN)(function)
            elif function not in _OVERLOADED:
                register_jitable(**LEAN)(function)


@overload(pile.emit, inline="always")
def _emit(s, what, seat, a=0, b=0):  # type: ignore[no-untyped-def]
    return lambda s, what, seat, a=0, b=0: None


for _name in SOURCES:
    _register(importlib.import_module(f".{_name}", __package__))

_batch: Any = numba.njit(nogil=True, cache=TESTED, **{name: LEAN[name] for name in ("_nrt", "error_model")})


def compile_loop(loop: Callable[..., Any], *modules: ModuleType) -> Any:
    """A loop over the functions of the engine and of some more modules.

    numba takes the folder of its cache from a global setting when a function is declared: ours holds for
    that moment only.
    """
    for module in modules:
        _register(module)
    before = getattr(numba.config, "CACHE_DIR")  # noqa: B009  # unknown to numba's types
    setattr(numba.config, "CACHE_DIR", str(cache_folder(*modules)))  # noqa: B010
    try:
        return _batch(loop)
    finally:
        setattr(numba.config, "CACHE_DIR", before)  # noqa: B010
