"""When a call is made again, and after how long. Times are in seconds."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Callable, Optional

from .errors import ApiError, ConnectionFailed

_RETRIED = frozenset({408, 429, 500, 502, 503, 504})


@dataclass(frozen=True)
class Retries:
    # calls in all, the first included
    attempts: int = 4
    # before the second call; twice as long before each further one
    first: float = 0.25
    longest: float = 8.0
    # a longer Retry-After is not waited for: the error is the caller's. When the minute's quota is used up it is at most 60
    retry_after_longest: float = 60.0


# for readers that wait until the service answers again
TROUBLE = Retries(first=1.0, longest=60.0)


def is_passing(error: Exception) -> bool:
    """Whether the same call may succeed later."""
    return isinstance(error, ConnectionFailed) or (isinstance(error, ApiError) and error.status in _RETRIED)


def wait(failures: int, asked: Optional[float], retries: Retries, chance: Callable[[], float] = random.random) -> float:
    """Not before what was asked for; spread, so that callers who were refused together do not come back together."""
    backoff = min(retries.longest, retries.first * 2.0 ** min(failures - 1, 30))
    return backoff * (0.5 + chance() / 2) if asked is None else asked + chance() * min(1.0, backoff)


def delay_before_retry(error: Exception, attempts: int, is_safe: bool, retries: Retries) -> Optional[float]:
    """None: not again. A refusal by quota did nothing, so it is made again whatever the method; other calls only where nothing is changed."""
    if attempts >= retries.attempts or not is_passing(error):
        return None
    asked = error.retry_after if isinstance(error, ApiError) else None
    is_refused = isinstance(error, ApiError) and error.status == 429
    if not (is_safe or is_refused) or (asked is not None and asked > retries.retry_after_longest):
        return None
    return wait(attempts, asked, retries)
