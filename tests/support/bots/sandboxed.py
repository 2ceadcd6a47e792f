"""Tests in the sandbox are left out where it can't run, as in many containers."""

from __future__ import annotations

import pytest

from lastcard.bots import sandbox


def needs_sandbox() -> None:
    """Skip the test, and say why, where bubblewrap does not work."""
    program, why = sandbox.trial()
    if program is None:
        pytest.skip(why)
