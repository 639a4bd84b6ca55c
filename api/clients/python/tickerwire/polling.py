"""
Follows a feed in the order in which rows entered it (sort="ingested"). It reads full pages without a pause, waits after an empty one, retries
after errors, and resumes at its position after a restart. The position is saved only after a page was handled: every row comes at least once,
and the rows of one page come again when the process ended while handling it.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any, Callable, Iterable, Iterator, List, NamedTuple, Optional

from .calls import Call, call_of
from .client import Client, items_of
from .errors import ApiError, TickerwireError, UnexpectedAnswer
from .position import Position, PositionStore, feed_of, load_cursor
from .retry import TROUBLE, is_passing, wait

PAUSE = 10.0


class PolledPage(NamedTuple):
    # At least one, oldest first.
    rows: List[Any]
    # Cursor of the rows after these.
    cursor: str


class Walk:
    """The state of a poller between its calls. Both clients' pollers use it, and do the waiting and calling themselves."""

    def __init__(self, call: Call, store: PositionStore) -> None:
        if not call.operation.is_delta:
            raise TypeError(f"{call.operation.name} has no delta mode")
        if call.parameters.get("cursor") is not None:
            raise TypeError("a poller takes its cursor from its position; remove the argument cursor")
        self.items = items_of(call)
        filters = {name: value for name, value in call.parameters.items() if value is not None}
        filters["sort"] = "ingested"
        if "page_size" not in filters and "limit" not in filters:
            # Every plan allows this size.
            filters["page_size"] = 20
        self._call = call._replace(parameters=filters)
        self._store = store
        self._feed = feed_of(self._call)
        self._cursor: Optional[str] = None
        self._failures = 0

    def load(self) -> None:
        self._cursor = load_cursor(self._store, self._feed)

    def next_call(self) -> Call:
        if self._cursor is None:
            return self._call
        return self._call._replace(parameters={**self._call.parameters, "cursor": self._cursor})

    def page_of(self, value: Any) -> PolledPage:
        self._failures = 0
        return PolledPage(value[self.items], value["next_cursor"])

    def save(self, page: PolledPage) -> None:
        """Saves the position, also of an empty page, because filters may match no row for a long time."""
        if page.cursor != self._cursor:
            self._store.save(Position(self._feed, page.cursor))
        self._cursor = page.cursor

    def delay_after(self, error: TickerwireError) -> float:
        """Returns the seconds to wait. Raises an error that a retry does not resolve."""
        if not is_passing(error) and not isinstance(error, UnexpectedAnswer):
            raise error
        self._failures += 1
        return wait(self._failures, error.retry_after if isinstance(error, ApiError) else None, TROUBLE)


def poll(
    method: Callable[..., object],
    *,
    position: PositionStore,
    pause: float = PAUSE,
    stop: Optional[threading.Event] = None,
    on_trouble: Callable[[TickerwireError, float], None] = lambda error, delay: None,
    **filters: Any,
) -> Iterator[PolledPage]:
    """
    Yields pages, as in `poll(client.list_news, position=PositionFile("news.position"), min_relevance=7)`. Without a stored position it begins
    with the newest page. The position is saved when the loop requests the next page, so a loop that ends by `break` or an exception gets its
    last page again next time. `stop` ends the poll after the page that is being handled. `on_trouble` is called with each temporary error and the
    seconds until the next attempt. Raises errors that a retry does not resolve, such as an invalid key or a cursor that the service refuses.
    """
    client: Client = method.__self__  # type: ignore[attr-defined]
    stopping = stop or threading.Event()
    walk = Walk(call_of(method, (), filters), position)
    walk.load()
    while not stopping.is_set():
        try:
            page = walk.page_of(client._retrying(walk.next_call(), client._read).value)
        except TickerwireError as error:
            delay = walk.delay_after(error)
            on_trouble(error, delay)
            stopping.wait(delay)
            continue
        if page.rows:
            yield page
        walk.save(page)
        if not page.rows:
            stopping.wait(pause)


class SeenUids:
    """
    Remembers the last `capacity` uids in memory, to skip rows that come again. After a restart pass the latest uids of your own store as `known`,
    or write rows to a store where a uid is unique.
    """

    def __init__(self, known: Iterable[str] = (), capacity: int = 10_000) -> None:
        self._seen: "OrderedDict[str, None]" = OrderedDict()
        self._capacity = capacity
        for uid in known:
            self.is_new(uid)

    def is_new(self, uid: str) -> bool:
        """Returns True for a uid the first time, and records it."""
        if uid in self._seen:
            return False
        self._seen[uid] = None
        if len(self._seen) > self._capacity:
            self._seen.popitem(last=False)
        return True
