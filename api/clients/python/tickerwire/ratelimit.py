"""The account's quota, from the headers of an answer."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Dict, List, Mapping, Optional, Tuple


@dataclass(frozen=True)
class Window:
    # "minute" or "day".
    name: str
    # None when the headers do not state it.
    limit: Optional[int]
    remaining: int
    # Seconds until the window ends.
    resets_in: int


@dataclass(frozen=True)
class RateLimit:
    # Requests per UTC day.
    limit: int
    # Requests left this UTC day.
    remaining: int
    # End of this UTC day.
    resets_at: datetime
    windows: Tuple[Window, ...]


def rate_limit_of(headers: Mapping[str, str]) -> Optional[RateLimit]:
    """Returns the quota, or None when the headers have none: the operation is public, or the answer is not the service's."""
    values = [headers.get(f"x-ratelimit-{name}", "") for name in ("limit", "remaining", "reset")]
    if not all(re.fullmatch(r"[0-9]{1,12}", value) for value in values):
        return None
    limit, remaining, reset = (int(value) for value in values)
    quotas = {name: found.get("q") for name, found in _items(headers.get("ratelimit-policy", ""))}
    windows = tuple(
        Window(name, quotas.get(name), found["r"], found["t"])
        for name, found in _items(headers.get("ratelimit", ""))
        if "r" in found and "t" in found
    )
    return RateLimit(limit, remaining, datetime.fromtimestamp(reset, timezone.utc), windows)


def _items(text: str) -> List[Tuple[str, Dict[str, int]]]:
    """Parses `"minute";r=12;t=30, "day";r=100;t=4000` (structured fields, RFC 9651)."""
    found = []
    for item in text.split(","):
        name, *parameters = item.strip().split(";")
        pairs = [re.fullmatch(r"\s*([a-z]+)=([0-9]{1,15})", parameter) for parameter in parameters]
        if re.fullmatch(r'"[^"]+"', name):
            found.append((name[1:-1], {pair[1]: int(pair[2]) for pair in pairs if pair}))
    return found
