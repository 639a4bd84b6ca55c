"""
Reads a stream of rows. Whenever the stream ends, it reconnects after the last row that was handled: every row comes at least once, and a row
comes again when the process ended while handling it.
"""

from __future__ import annotations

import json
import threading
from decimal import Decimal
from typing import Any, Callable, Dict, Iterator, List, Optional

from .calls import Call, call_of, with_decimals
from .errors import ApiError, ConnectionFailed, TickerwireError, UnexpectedAnswer, api_error
from .position import Position, PositionStore, feed_of, load_cursor
from .retry import TROUBLE, is_passing, wait

_TYPE = "text/event-stream"
# A connection is lost when nothing arrives for so many seconds: the service sends a line every 15 seconds.
_SILENCE = 45.0

OnTrouble = Callable[[TickerwireError, float], None]


class Reading:
    """The state of a stream between its connections. Both clients' streams use it, and do the waiting and connecting themselves."""

    def __init__(self, call: Call, store: Optional[PositionStore]) -> None:
        if call.operation.type != _TYPE:
            raise TypeError(f"{call.operation.name} is not a stream")
        filters = {name: value for name, value in call.parameters.items() if value is not None}
        self._cursor: Optional[str] = filters.pop("cursor", None)
        self._call = call._replace(parameters=filters, timeout=call.timeout or _SILENCE)
        self._store = store
        self._feed = feed_of(self._call)
        self._failures = 0
        self._rest = b""
        self._retry: Optional[float] = None
        self._end: Optional[TickerwireError] = None

    def load(self) -> None:
        if self._cursor is None and self._store is not None:
            self._cursor = load_cursor(self._store, self._feed)

    def next_call(self) -> Call:
        self._rest, self._retry, self._end = b"", None, None
        if self._cursor is None:
            return self._call
        return self._call._replace(parameters={**self._call.parameters, "cursor": self._cursor})

    def check(self, headers: Any) -> None:
        answered = headers.get("content-type", "")
        if not answered.startswith(_TYPE):
            raise UnexpectedAnswer(f"{self._call.operation.path}: {answered or 'an answer without a type'} is not {_TYPE}")

    def events(self, chunk: bytes) -> List[Dict[str, str]]:
        """Returns the events that the chunk completes. The service writes each field once, on one line."""
        # A proxy may end lines with CR LF.
        *blocks, self._rest = (self._rest + chunk).replace(b"\r\n", b"\n").split(b"\n\n")
        return [dict(line.split(": ", 1) for line in block.decode().split("\n") if ": " in line) for block in blocks]

    def row_of(self, event: Dict[str, str]) -> Any:
        """Returns the row of an event, or None for an event that is no row."""
        self._failures = 0
        if "retry" in event:
            self._retry = float(event["retry"]) / 1000
        if event.get("event") == "behind":
            self._end = ConnectionFailed("the reader is slower than the feed")
        if event.get("event") == "end":
            self._end = api_error(json.loads(event["data"])["status"], {}, event["data"].encode())
        if event.get("event") not in ("news", "revision", "retraction"):
            return None
        return with_decimals(json.loads(event["data"], parse_float=Decimal), self._call.operation.decimals)

    def passed(self, event: Dict[str, str]) -> None:
        """Saves the position of an event that was handled."""
        cursor = event.get("id", self._cursor)
        if cursor is None or cursor == self._cursor:
            return
        self._cursor = cursor
        if self._store is not None:
            self._store.save(Position(self._feed, cursor))

    def delay_after(self, failure: Optional[TickerwireError], on_trouble: OnTrouble) -> float:
        """Returns the seconds until the next connection. Raises an error that a retry does not resolve."""
        if failure is not None and not is_passing(failure) and not isinstance(failure, UnexpectedAnswer):
            raise failure
        self._failures += 1
        error = failure or self._end or ConnectionFailed("the stream ended")
        asked = error.retry_after if isinstance(error, ApiError) else None
        delay = wait(self._failures, asked, TROUBLE) if self._retry is None else self._retry
        on_trouble(error, delay)
        return delay


def stream(
    method: Callable[..., object],
    *,
    position: Optional[PositionStore] = None,
    stop: Optional[threading.Event] = None,
    on_trouble: OnTrouble = lambda error, delay: None,
    **filters: Any,
) -> Iterator[Any]:
    """
    Yields rows as they enter the feed, as in `stream(client.stream_news, position=PositionFile("news.position"), min_relevance=7)`. The position
    is saved when the loop requests the next row. `stop` ends the stream at its next line, within 15 seconds. `on_trouble` is called when a
    connection ended, with the seconds until the next. Raises errors that a retry does not resolve.
    """
    return rows_of(method.__self__, call_of(method, (), filters), position, stop, on_trouble)  # type: ignore[attr-defined]


def rows_of(
    client: Any,
    call: Call,
    position: Optional[PositionStore] = None,
    stop: Optional[threading.Event] = None,
    on_trouble: OnTrouble = lambda error, delay: None,
) -> Iterator[Any]:
    stopping = stop or threading.Event()
    reading = Reading(call, position)
    reading.load()
    while not stopping.is_set():
        failure: Optional[TickerwireError] = None
        try:
            with client._retrying(reading.next_call(), client._open) as answer:
                reading.check(answer.headers)
                for chunk in answer:
                    for event in reading.events(chunk):
                        row = reading.row_of(event)
                        if row is not None:
                            yield row
                        reading.passed(event)
                        if stopping.is_set():
                            return
        except TickerwireError as error:
            failure = error
        stopping.wait(reading.delay_after(failure, on_trouble))
