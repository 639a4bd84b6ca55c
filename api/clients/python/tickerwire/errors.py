"""The errors of a call. `tickerwire.generated.problems` has a subclass of ApiError for each code of the service."""

from __future__ import annotations

import email.utils
import json
import time
from decimal import Decimal
from typing import Any, Mapping, Optional


class TickerwireError(Exception):
    """Base class of the errors of this package, except those for wrong arguments."""


class ApiError(TickerwireError):
    """The service, or a proxy in front of it, answered with a status of 400 or more."""

    def __init__(self, status: int, problem: Mapping[str, Any], retry_after: Optional[float]) -> None:
        self.status = status
        # The kind of problem; "unknown" when the answer has no code.
        self.code: str = problem["code"]
        self.problem: Any = problem
        # Seconds to wait before a retry; None when the answer has no valid Retry-After.
        self.retry_after = retry_after
        # Id of the request, to report to the operator of the service.
        self.request_id: Optional[str] = problem.get("request_id")
        super().__init__(f"{status} {self.code}: {problem['detail']}")


class ConnectionFailed(TickerwireError):
    """No complete answer arrived: no connection, unknown host, timeout, or the connection was cut."""


class UnexpectedAnswer(TickerwireError):
    """Something other than the service answered, such as a proxy with a page of its own."""


class PositionMismatch(TickerwireError):
    """The stored position belongs to another feed or other filters, so the service would refuse its cursor."""


class WebhookSignatureError(TickerwireError):
    """The webhook was not sent by the service, was changed in transit, or was sent again later."""


def retry_after_of(headers: Mapping[str, str], now: Optional[float] = None) -> Optional[float]:
    """Returns the seconds of Retry-After, a number or an HTTP date, or None when it is missing or invalid."""
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
