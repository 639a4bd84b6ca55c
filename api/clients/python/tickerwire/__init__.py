"""A client of the tickerwire news feed. `tickerwire.aio` is the same for asyncio; `tickerwire.generated.schemas` has the types of the answers."""

from .client import Client, items, pages
from .errors import ApiError, ConnectionFailed, PositionMismatch, TickerwireError, UnexpectedAnswer, WebhookSignatureError
from .generated import problems
from .polling import PolledPage, SeenUids, poll
from .position import Position, PositionFile, PositionStore
from .ratelimit import RateLimit, Window
from .retry import Retries
from .streaming import stream
from .webhooks import verify_webhook

__all__ = [
    "ApiError",
    "Client",
    "ConnectionFailed",
    "PolledPage",
    "Position",
    "PositionFile",
    "PositionMismatch",
    "PositionStore",
    "RateLimit",
    "Retries",
    "SeenUids",
    "TickerwireError",
    "UnexpectedAnswer",
    "WebhookSignatureError",
    "Window",
    "items",
    "pages",
    "poll",
    "problems",
    "stream",
    "verify_webhook",
]
