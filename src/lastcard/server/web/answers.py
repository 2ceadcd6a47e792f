"""How requests are read, and how those that fail or are refused are answered."""

from __future__ import annotations

import logging
from functools import partial
from typing import Any, Final, TypeVar

import msgspec
from litestar import Request, Response, post
from litestar.exceptions import ClientException, HTTPException

from ...errors import CodedError
from ..common.redact import redacted
from ..common.refusal import CommandRefused
from ..protocol import http_models as h
from ..storage.outcomes import Unsettled

logger = logging.getLogger(__name__)
T = TypeVar("T")
STATUS: Final = {"gone": 404, "denied": 403, "rate": 429}


def refusal_answer(
    error: CommandRefused, status: int, suggestion: str | None = None
) -> Response[h.RequestRefused]:
    """A refusal as the body of an answer."""
    body = h.RequestRefused(refused=error.message, code=error.kind, suggestion=suggestion)
    return Response(body, status_code=status)


def failed(request: Request[Any, Any, Any], error: Exception) -> Response[h.RequestRefused]:
    """Whatever goes wrong is answered with a refusal; what went wrong inside stays inside."""
    if isinstance(error, HTTPException):
        refused = CommandRefused("invalid", "invalid_request", why=_plainly(error))
        return refusal_answer(refused, error.status_code)
    if isinstance(error, Unsettled):
        return refusal_answer(CommandRefused("busy", "not_known"), 503)
    if not isinstance(error, CodedError):
        logger.error("a request failed: %s", redacted(error))
        return refusal_answer(CommandRefused("busy", "failed"), 500)
    refused = _refusal(error)
    return refusal_answer(refused, STATUS.get(refused.kind, 400))


def _refusal(error: CodedError) -> CommandRefused:
    """What the game layer refuses is invalid as a request."""
    return error if isinstance(error, CommandRefused) else CommandRefused.because("invalid", error)


def _plainly(error: HTTPException) -> str:
    extra = error.extra if isinstance(error.extra, list) else []
    problems = [f"{one.get('key', '')}: {one.get('message', '')}" for one in extra if isinstance(one, dict)]
    return "; ".join(problems) or error.detail


def refused_question(request: Request[Any, Any, Any], error: CodedError) -> Response[h.RequestRefused]:
    """A no is an answer: browsers complain to their user about every status but 200."""
    return refusal_answer(_refusal(error), 200)


async def body(request: Request[Any, Any, Any], kind: Any) -> Any:
    """The request's JSON as `kind`; raises CommandRefused for wrong fields, ClientException for no JSON."""
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except msgspec.ValidationError as error:
        raise CommandRefused("invalid", "invalid_request", why=str(error)) from None
    except msgspec.DecodeError as error:
        raise ClientException(str(error)) from None


ANSWERS_NO: Final[dict[int | type[Exception], Any]] = {CodedError: refused_question}
question = partial(post, status_code=200, exception_handlers=ANSWERS_NO)  # may be refused


def found_or_refused(found: T | None, what: str) -> T:
    """What was found; raises CommandRefused (`gone`) for None."""
    if found is None:
        raise CommandRefused("gone", f"no_{what}")
    return found
