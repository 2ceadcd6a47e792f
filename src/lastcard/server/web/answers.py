"""How requests are read, and how those that fail or are declined are answered."""

from __future__ import annotations

import logging
from functools import partial
from typing import Any, Final, TypeVar

import msgspec
from litestar import Request, Response, post
from litestar.exceptions import ClientException, HTTPException

from ...errors import LastcardError
from ..common.redact import redacted
from ..common.refusal import CommandRefused
from ..protocol import http_models as h

logger = logging.getLogger(__name__)
T = TypeVar("T")
STATUS: Final = {"gone": 404, "denied": 403, "rate": 429}


def problem(request: Request[Any, Any, Any], error: Exception) -> Response[h.Problem]:
    """Every problem as one sentence; what went wrong inside stays inside."""
    if isinstance(error, CommandRefused):
        return Response(h.Problem(why=str(error)), status_code=STATUS.get(error.code, 400))
    if isinstance(error, LastcardError):
        return Response(h.Problem(why=str(error)), status_code=400)
    if isinstance(error, HTTPException):
        return Response(h.Problem(why=_plainly(error)), status_code=error.status_code)
    logger.error("a request failed: %s", redacted(error))
    return Response(h.Problem(why="something went wrong here"), status_code=500)


def _plainly(error: HTTPException) -> str:
    extra = error.extra if isinstance(error.extra, list) else []
    problems = [f"{one.get('key', '')}: {one.get('message', '')}" for one in extra if isinstance(one, dict)]
    return "; ".join(problems) or error.detail


def declined(request: Request[Any, Any, Any], error: LastcardError) -> Response[h.Declined]:
    """A no is an answer: browsers complain to their user about every status but 200."""
    return Response(h.Declined(declined=str(error)), status_code=200)


async def body(request: Request[Any, Any, Any], kind: Any) -> Any:
    """The request's JSON as `kind`; raises CommandRefused for wrong fields, ClientException for no JSON."""
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except msgspec.ValidationError as error:
        raise CommandRefused("invalid", str(error)) from None
    except msgspec.DecodeError as error:
        raise ClientException(str(error)) from None


question = partial(post, status_code=200, exception_handlers={LastcardError: declined})  # may be declined


def found_or_refused(found: T | None, what: str) -> T:
    """What was found; raises CommandRefused (`gone`) for None."""
    if found is None:
        raise CommandRefused("gone", f"there is no such {what}")
    return found
