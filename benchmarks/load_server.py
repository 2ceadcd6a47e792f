"""The server that `load.py` measures: as people run it, but without limits on requests from one address."""

from __future__ import annotations

import sys
from typing import Any

from lastcard.server.run import serve
from lastcard.server.settings import Settings

if __name__ == "__main__":
    more: Any = {"tables_by_address": (1e6, 1e6), "people_by_address": (1e6, 1e6), "most_by_address": 5000}
    free = Settings(port=0, posts=(1e6, 1e6), reads=(1e6, 1e6), sockets=(1e6, 1e6), tables=(1e6, 1e6), **more)
    sys.exit(serve(free, sys.argv[1], browser=False))
