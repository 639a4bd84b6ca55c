"""Verifies the signature of a webhook: `X-Service-Signature: t=<seconds>,v1=<hex>`, HMAC-SHA256 of the time, a dot and the body."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import time
from decimal import Decimal
from typing import Any, Optional, Sequence, Union

from .calls import with_decimals
from .errors import WebhookSignatureError


def verify_webhook(
    secret: Union[str, Sequence[str]],
    signature: Optional[str],
    body: bytes,
    *,
    tolerance: float = 300,
    now: Optional[float] = None,
) -> Any:
    """
    Returns the event. `secret`: the webhook's secret, or the old and the new one while it is being replaced. `signature`: value of the header.
    `body`: the raw body as received. `tolerance`: maximum seconds between the signature's time and now. Raises WebhookSignatureError.
    """
    parts = [part.strip() for part in (signature or "").split(",")]
    times = [part[2:] for part in parts if re.fullmatch(r"t=[0-9]{1,12}", part)]
    given = [part[3:].lower() for part in parts if re.fullmatch(r"v1=[0-9a-fA-F]{64}", part)]
    if not times or not given:
        raise WebhookSignatureError("the signature header has no t or no v1")
    if abs((time.time() if now is None else now) - int(times[0])) > tolerance:
        raise WebhookSignatureError(f"the signature is older or newer than {tolerance} s")
    is_genuine = False
    for each in [secret] if isinstance(secret, str) else secret:
        wanted = hmac.new(each.encode(), f"{times[0]}.".encode() + body, hashlib.sha256).hexdigest()
        for found in given:
            is_genuine |= hmac.compare_digest(wanted, found)
    if not is_genuine:
        raise WebhookSignatureError("the signature does not match the body")
    event = json.loads(body, parse_float=Decimal)
    article = event.get("data", {}).get("article")
    with_decimals(article, "NewsItem")
    return event
