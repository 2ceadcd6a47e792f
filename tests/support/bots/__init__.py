"""Programs that misbehave."""

from __future__ import annotations

from pathlib import Path

ROGUE = Path(__file__).with_name("rogue.py")
