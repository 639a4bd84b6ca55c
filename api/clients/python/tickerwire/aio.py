"""
The client for asyncio. A pool of threads makes the calls, so that both clients share the standard library's HTTP and TLS. A cancelled task ends
at once; its call ends in its thread, within its timeout, and its answer is dropped.
"""

from __future__ import annotations

import asyncio
import functools
import ssl
from concurrent.futures import ThreadPoolExecutor
from typing import Any, AsyncIterator, Awaitable, Callable, Dict, Optional, ParamSpec, TypeVar

from .calls import Call, Result, call_of
from .client import Client, items_of, next_page, paged
from .errors import TickerwireError
from .generated.operations import AsyncOperations
from .operation import Operation
from .polling import PAUSE, PolledPage, Walk
from .position import PositionStore
from .ratelimit import RateLimit
from .retry import Retries, delay_before_retry
from .streaming import OnTrouble, Reading
from .transport import Answer

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")


class AsyncClient(AsyncOperations):
    """`connections`: maximum number of concurrent calls, each of which takes a thread."""

    def __init__(
        self,
        base_url: str,
        api_key: Optional[str] = None,
        *,
        timeout: float = 30.0,
        retries: Retries = Retries(),
        ssl_context: Optional[ssl.SSLContext] = None,
        connections: int = 8,
    ) -> None:
        self._client = Client(base_url, api_key, timeout=timeout, retries=retries, ssl_context=ssl_context)
        self._retries = retries
        self._threads = ThreadPoolExecutor(connections, thread_name_prefix="tickerwire")

    @property
    def rate_limit(self) -> Optional[RateLimit]:
        return self._client.rate_limit

    async def request(self, method: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> Result:
        return await self._retrying(call_of(method, args, kwargs), self._client._read)

    async def open(self, method: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> "AsyncAnswer":
        """`async with await client.open(client.list_insider_news, format="csv") as answer`"""
        return AsyncAnswer(await self._retrying(call_of(method, args, kwargs), self._client._open), self._run)

    async def close(self) -> None:
        self._threads.shutdown(wait=False)
        self._client.close()

    async def __aenter__(self) -> "AsyncClient":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _call(self, made: Operation, parameters: Dict[str, Any], timeout: Optional[float]) -> Any:
        return (await self._retrying(Call(made, parameters, timeout), self._client._read)).value

    def _rows(self, made: Operation, parameters: Dict[str, Any], timeout: Optional[float]) -> AsyncIterator[Any]:
        return _rows_of(self, Call(made, parameters, timeout))

    async def _run(self, work: Callable[..., T], *args: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, functools.partial(work, *args))

    async def _retrying(self, call: Call, attempt: Callable[[Call], T]) -> T:
        attempts = 0
        while True:
            attempts += 1
            try:
                return await self._run(attempt, call)
            except TickerwireError as error:
                delay = delay_before_retry(error, attempts, call.operation.method == "GET", self._retries)
                if delay is None:
                    raise
            await asyncio.sleep(delay)


class AsyncAnswer:
    """An answer before its body has arrived: iterate over its chunks, or call read() for the whole body."""

    def __init__(self, answer: Answer, run: Callable[..., Awaitable[Any]]) -> None:
        self.status = answer.status
        self.headers = answer.headers
        self._answer = answer
        self._run = run

    async def __aiter__(self) -> AsyncIterator[bytes]:
        chunks = iter(self._answer)
        while (chunk := await self._run(next, chunks, None)) is not None:
            yield chunk

    async def read(self) -> bytes:
        return bytes(await self._run(self._answer.read))

    async def __aenter__(self) -> "AsyncAnswer":
        return self

    async def __aexit__(self, *_: object) -> None:
        self._answer.close()


async def pages(method: Callable[P, Awaitable[R]], *args: P.args, **kwargs: P.kwargs) -> AsyncIterator[R]:
    client: AsyncClient = method.__self__  # type: ignore[attr-defined]
    call: Optional[Call] = paged(call_of(method, args, kwargs))
    while call is not None:
        page = (await client._retrying(call, client._client._read)).value
        yield page
        call = next_page(call, page)


async def items(method: Callable[P, Awaitable[object]], *args: P.args, **kwargs: P.kwargs) -> AsyncIterator[Any]:
    name = items_of(call_of(method, args, kwargs))
    async for page in pages(method, *args, **kwargs):
        for item in page[name]:  # type: ignore[index]
            yield item


async def poll(
    method: Callable[..., Awaitable[object]],
    *,
    position: PositionStore,
    pause: float = PAUSE,
    stop: Optional[asyncio.Event] = None,
    on_trouble: Callable[[TickerwireError, float], None] = lambda error, delay: None,
    **filters: Any,
) -> AsyncIterator[PolledPage]:
    """Like tickerwire.poll. A thread of the client's pool reads and writes the position."""
    client: AsyncClient = method.__self__  # type: ignore[attr-defined]
    stopping = stop or asyncio.Event()
    walk = Walk(call_of(method, (), filters), position)
    await client._run(walk.load)
    while not stopping.is_set():
        try:
            page = walk.page_of((await client._retrying(walk.next_call(), client._client._read)).value)
        except TickerwireError as error:
            delay = walk.delay_after(error)
            on_trouble(error, delay)
            await _wait(stopping, delay)
            continue
        if page.rows:
            yield page
        await client._run(walk.save, page)
        if not page.rows:
            await _wait(stopping, pause)


def stream(
    method: Callable[..., object],
    *,
    position: Optional[PositionStore] = None,
    stop: Optional[asyncio.Event] = None,
    on_trouble: OnTrouble = lambda error, delay: None,
    **filters: Any,
) -> AsyncIterator[Any]:
    """Like tickerwire.stream. A stream takes one of the client's connections."""
    return _rows_of(method.__self__, call_of(method, (), filters), position, stop, on_trouble)  # type: ignore[attr-defined]


async def _rows_of(
    client: AsyncClient,
    call: Call,
    position: Optional[PositionStore] = None,
    stop: Optional[asyncio.Event] = None,
    on_trouble: OnTrouble = lambda error, delay: None,
) -> AsyncIterator[Any]:
    stopping = stop or asyncio.Event()
    reading = Reading(call, position)
    await client._run(reading.load)
    while not stopping.is_set():
        failure: Optional[TickerwireError] = None
        try:
            async with AsyncAnswer(await client._retrying(reading.next_call(), client._client._open), client._run) as answer:
                reading.check(answer.headers)
                async for chunk in answer:
                    for event in reading.events(chunk):
                        row = reading.row_of(event)
                        if row is not None:
                            yield row
                        await client._run(reading.passed, event)
                        if stopping.is_set():
                            return
        except TickerwireError as error:
            failure = error
        await _wait(stopping, reading.delay_after(failure, on_trouble))


async def _wait(event: asyncio.Event, seconds: float) -> None:
    try:
        await asyncio.wait_for(event.wait(), seconds)
    except asyncio.TimeoutError:
        pass
