"""Decides whether and when a failed call is retried. Times are in seconds."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Callable, Optional

from .errors import ApiError, ConnectionFailed

_RETRIED = frozenset({408, 429, 500, 502, 503, 504})


@dataclass(frozen=True)
class Retries:
    # Maximum number of calls, including the first.
    attempts: int = 4
    # Delay before the first retry; doubled before each further one.
    first: float = 0.25
    # Maximum delay.
    longest: float = 8.0
    # A longer Retry-After is not waited for: the call raises. For an exhausted quota of the minute it is at most 60.
    retry_after_longest: float = 60.0


# The schedule of pollers and streams, which retry until the service answers again.
TROUBLE = Retries(first=1.0, longest=60.0)


def is_passing(error: Exception) -> bool:
    """Returns whether the same call may succeed later."""
    return isinstance(error, ConnectionFailed) or (isinstance(error, ApiError) and error.status in _RETRIED)


def wait(failures: int, asked: Optional[float], retries: Retries, chance: Callable[[], float] = random.random) -> float:
    """Returns the delay: at least the requested one, randomly extended so that callers refused together do not return together."""
    backoff = min(retries.longest, retries.first * 2.0 ** min(failures - 1, 30))
    return backoff * (0.5 + chance() / 2) if asked is None else asked + chance() * min(1.0, backoff)


def delay_before_retry(error: Exception, attempts: int, is_safe: bool, retries: Retries) -> Optional[float]:
    """Returns the delay, or None for no retry. Refusals by quota are retried for every method, other errors only for safe methods."""
    if attempts >= retries.attempts or not is_passing(error):
        return None
    asked = error.retry_after if isinstance(error, ApiError) else None
    is_refused = isinstance(error, ApiError) and error.status == 429
    if not (is_safe or is_refused) or (asked is not None and asked > retries.retry_after_longest):
        return None
    return wait(attempts, asked, retries)
