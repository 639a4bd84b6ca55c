"""Errors of a call, by kind. `tickerwire.generated.problems` has an ApiError for each code of the service."""

from __future__ import annotations

import email.utils
import json
import time
from decimal import Decimal
from typing import Any, Mapping, Optional


class TickerwireError(Exception):
    """Base class of all errors of this package, except wrong arguments."""


class ApiError(TickerwireError):
    """The service, or a proxy in front of it, answered with a status of 400 or more."""

    def __init__(self, status: int, problem: Mapping[str, Any], retry_after: Optional[float]) -> None:
        self.status = status
        # tells the kinds of problems apart; "unknown" where the answer carried none
        self.code: str = problem["code"]
        self.problem: Any = problem
        # what Retry-After asks for, in seconds
        self.retry_after = retry_after
        # to name to the operator of the service
        self.request_id: Optional[str] = problem.get("request_id")
        super().__init__(f"{status} {self.code}: {problem['detail']}")


class ConnectionFailed(TickerwireError):
    """No complete answer: no connection, unknown host, timeout, or cut off."""


class UnexpectedAnswer(TickerwireError):
    """An answer that did not come from the service, such as the page of a proxy."""


class PositionMismatch(TickerwireError):
    """The stored position belongs to another feed or other filters, so the service would refuse its cursor."""


class WebhookSignatureError(TickerwireError):
    """The webhook did not come from the service, was changed, or is an old one sent again."""


def retry_after_of(headers: Mapping[str, str], now: Optional[float] = None) -> Optional[float]:
    """Seconds or an HTTP date; None where the header is missing or neither."""
    text = headers.get("retry-after", "").strip()
    if text.isascii() and text.isdigit() and len(text) < 10:
        return float(text)
    try:
        at = email.utils.parsedate_to_datetime(text).timestamp()
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
    return max(0.0, at - (time.time() if now is None else now))


def api_error(status: int, headers: Mapping[str, str], body: bytes) -> ApiError:
    from .generated.problems import ERRORS

    text = body.decode("utf-8", "replace")
    problem = {"code": "unknown", "title": "", "detail": text.strip()[:200] or f"status {status}", "extra": {}}
    try:
        parsed = json.loads(text, parse_float=Decimal)
    except ValueError:
        parsed = None
    if isinstance(parsed, dict) and isinstance(parsed.get("code"), str) and isinstance(parsed.get("detail"), str):
        problem = {**problem, **parsed}
    problem = {**problem, "status": status, "request_id": headers.get("x-request-id")}
    return ERRORS.get(problem["code"], ApiError)(status, problem, retry_after_of(headers))
