"""The built client, read once into memory: a path is a key here, never a file name."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from pathlib import Path
from typing import Final, NamedTuple

FOLDER: Final = Path(__file__).parents[1] / "static"
HOW_TO_BUILD: Final = "The client is not built: run `make client` in a clone, or install the wheel."
KINDS: Final = {
    "js": "text/javascript",
    "webmanifest": "application/manifest+json",
}  # whatever the system says
MISSING: Final = f"""<!doctype html><html lang="en"><meta charset="utf-8"><title>lastcard</title>
<h1>lastcard</h1><p>{HOW_TO_BUILD}</p><p>The server itself runs: see <a href="/health">/health</a>.</p></html>
"""


class File(NamedTuple):
    """A file of the client, ready to be sent; `mark` is its ETag."""

    body: bytes
    packed: bytes | None  # gzip
    kind: str
    mark: str
    lasting: bool  # its name changes with its content


class StaticFiles:
    """The files of the client by path; every other page is the one that starts it."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.files: dict[str, File] = {}
        for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
            if path.is_file():
                name = "/" + path.relative_to(folder).as_posix()
                self.files[name] = made_file(path.read_bytes(), name)
        self.built = "/index.html" in self.files
        if not self.built:
            self.files["/index.html"] = made_file(MISSING.encode(), "/index.html")
        self.build = self.start.mark

    @property
    def start(self) -> File:
        """The page that starts the client, whatever the path says."""
        return self.files["/index.html"]


def is_page(path: str) -> bool:
    """Whether a path means a page of the client, not a file or a question."""
    return not path.startswith("/api/") and "." not in path.rpartition("/")[2]


def made_file(body: bytes, name: str) -> File:
    """A file of the client under this path."""
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    kind = KINDS.get(name.rpartition(".")[2], kind)
    if kind.startswith("text/"):
        kind += "; charset=utf-8"
    packed = gzip.compress(body, 9, mtime=0) if len(body) > 1000 else None
    if packed is not None and len(packed) > 0.9 * len(body):
        packed = None
    mark = hashlib.sha256(body).hexdigest()[:16]
    return File(body, packed, kind, mark, name.startswith("/assets/"))
