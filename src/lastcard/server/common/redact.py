"""Errors for the log: where they happened, without what they say."""

from __future__ import annotations

from pathlib import Path


def redacted(error: BaseException) -> str:
    """The kind of an error and where it happened; its message may hold cards, seeds or names."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = "" if trace is None else f" at {Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"
    return f"{type(error).__name__}{where}"
