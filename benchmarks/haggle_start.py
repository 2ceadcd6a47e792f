"""How long `haggle` takes for the example of docs/haggle.md, next to an interpreter that does nothing.

Run with `python benchmarks/haggle_start.py [RUNS]`: both are started in turn, so that a busy machine slows
both. Our goal is at most 2.5 times the bare interpreter.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from statistics import median

EXAMPLE = ("Taylor=YYR", "Tyler=OWB", "OtherTaylor=WBRO", "Dummy=WWWWWWW")
WARM_UP = 3


def milliseconds(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return (time.perf_counter() - start) * 1000


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    bare = [sys.executable, "-I", "-c", "pass"]
    haggle = [str(Path(sys.executable).with_name("haggle")), *EXAMPLE]
    times = [(milliseconds(bare), milliseconds(haggle)) for _ in range(WARM_UP + runs)][WARM_UP:]
    bare_median, haggle_median = (median(column) for column in zip(*times, strict=True))
    print(f"python -I -c pass: {bare_median:.1f} ms (median of {runs})")
    print(f"haggle, the example: {haggle_median:.1f} ms (median of {runs})")
    print(f"ratio: {haggle_median / bare_median:.2f}")


if __name__ == "__main__":
    main()
