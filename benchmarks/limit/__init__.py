"""C programs of two rulebooks: the limit that the compiled engine is measured against.

`build` compiles one with gcc into a folder of the caller's choosing and returns it as a function. From the
same seed its games are the engine's games; `differences` says where they are not.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

COMMAND = ("gcc", "-O3", "-march=native", "-shared", "-fPIC", "-Wall", "-Wextra", "-Werror")
_FOUR = [("winner", np.int32), ("reason", np.int32), ("turns", np.int32), ("steps", np.int32)]
RESULTS = {
    "rounds": np.dtype(_FOUR),
    "fool108": np.dtype([*_FOUR, ("points", np.int32, (6,))]),
}

Rows = np.ndarray[Any, Any]
Program = Callable[[int, int, int, Rows], None]  # players, seed, number of the first game, rows to fill


def missing() -> str:
    """Why the programs can't be built here, or nothing."""
    return "" if shutil.which("gcc") else "there is no gcc: the C programs are not compared"


def build(rules: str, folder: Path) -> Program:
    """Compile the program of a rulebook into a folder."""
    library = folder / f"{rules}.so"
    subprocess.run([*COMMAND, "-o", library, Path(__file__).with_name(f"{rules}.c")], check=True)
    run = ctypes.CDLL(str(library)).run
    run.argtypes = [ctypes.c_int, ctypes.c_uint64, ctypes.c_uint64, ctypes.c_int64, ctypes.c_void_p]
    run.restype = None

    def play(players: int, seed: int, start: int, out: Rows) -> None:
        assert out.dtype == RESULTS[rules]
        run(players, seed, start, len(out), out.ctypes.data)

    return play


def differences(rules: str, ours: Rows, theirs: Rows, players: int) -> list[int]:
    """The numbers of the games that are not the same in every field that the C program gives."""
    same = np.ones(len(ours), bool)
    for field in RESULTS[rules].names or ():
        if field == "points":
            same &= (ours[field][:, :players] == theirs[field][:, :players]).all(axis=1)
        else:
            same &= ours[field] == theirs[field]
    return [int(number) for number in np.flatnonzero(~same)]
