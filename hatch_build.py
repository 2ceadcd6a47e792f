"""Puts the built browser client into the package, so that people who install the wheel need no Node.

Node comes from the machine, or from PyPI as a build requirement. LASTCARD_NO_CLIENT=1 leaves the client out.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ClientHook(BuildHookInterface[Any]):
    """Builds the client if its sources have changed."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        builder = self._builder()
        return [] if builder is None or builder.fresh() or builder.npm() else [builder.NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        builder = self._builder()
        if builder is None:
            return
        try:
            builder.build()
        except builder.BuildError as error:
            sys.exit(f"client: {error}\nLASTCARD_NO_CLIENT=1 makes a package without the browser client.")

    def _builder(self) -> Any:
        """client/build.py; None if there is nothing to build."""
        folder = Path(self.root) / "client"
        if os.environ.get("LASTCARD_NO_CLIENT") or not (folder / "build.py").exists():
            return None
        spec = importlib.util.spec_from_file_location("lastcard_client_build", folder / "build.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module
