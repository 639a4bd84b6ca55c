"""The client, with a method for each operation of the service's OpenAPI document. Threads may share one client."""

from __future__ import annotations

import json
import ssl
import time
from typing import Any, Callable, Dict, Iterator, Optional, ParamSpec, TypeVar

from .calls import Call, Result, call_of, check_status, target_of, value_of
from .errors import TickerwireError
from .generated.operations import Operations
from .operation import Operation
from .ratelimit import RateLimit, rate_limit_of
from .retry import Retries, delay_before_retry
from .streaming import rows_of
from .transport import Answer, Transport

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")


class Client(Operations):
    """`timeout`: seconds for one attempt, including the body. Every method also takes a timeout of its own."""

    def __init__(
        self,
        base_url: str,
        api_key: Optional[str] = None,
        *,
        timeout: float = 30.0,
        retries: Retries = Retries(),
        ssl_context: Optional[ssl.SSLContext] = None,
    ) -> None:
        # The key is checked here, because the error of http.client would contain it.
        if api_key is not None and not (api_key and all("!" <= letter <= "~" for letter in api_key)):
            raise ValueError("api_key contains a character that cannot be part of a key")
        self._transport = Transport(base_url, ssl_context)
        self._headers = {"Accept-Encoding": "gzip", "User-Agent": "tickerwire-python"}
        if api_key is not None:
            self._headers["Authorization"] = f"Bearer {api_key}"
        self._timeout = timeout
        self._retries = retries
        # The quota in the last answer; None before the first.
        self.rate_limit: Optional[RateLimit] = None

    def request(self, method: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> Result:
        """Calls the method and returns headers and quota with its result: `client.request(client.list_news, symbol="ACME")`."""
        return self._retrying(call_of(method, args, kwargs), self._read)

    def open(self, method: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> Answer:
        """Returns the raw answer, such as a file: `with client.open(client.list_insider_news, format="csv") as answer`."""
        return self._retrying(call_of(method, args, kwargs), self._open)

    def close(self) -> None:
        self._transport.close()

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _call(self, made: Operation, parameters: Dict[str, Any], timeout: Optional[float]) -> Any:
        return self._retrying(Call(made, parameters, timeout), self._read).value

    def _rows(self, made: Operation, parameters: Dict[str, Any], timeout: Optional[float]) -> Iterator[Any]:
        return rows_of(self, Call(made, parameters, timeout))

    def _retrying(self, call: Call, attempt: Callable[[Call], T]) -> T:
        attempts = 0
        while True:
            attempts += 1
            try:
                return attempt(call)
            except TickerwireError as error:
                delay = delay_before_retry(error, attempts, call.operation.method == "GET", self._retries)
                if delay is None:
                    raise
            time.sleep(delay)

    def _send(self, call: Call) -> Answer:
        headers = {**self._headers, "Accept": f"{call.operation.type}, */*;q=0.1"}
        body = None
        if call.operation.has_body:
            headers["Content-Type"] = "application/json"
            body = json.dumps(call.parameters.get("body"), default=str).encode()
        target = target_of(self._transport.base_path, call)
        answer = self._transport.send(call.operation.method, target, headers, body, self._seconds(call))
        self.rate_limit = rate_limit_of(answer.headers) or self.rate_limit
        return answer

    def _read(self, call: Call) -> Result:
        deadline = time.monotonic() + self._seconds(call)
        answer = self._send(call)
        value = value_of(call, answer.status, answer.headers, answer.read(deadline))
        return Result(value, answer.status, answer.headers, rate_limit_of(answer.headers))

    def _open(self, call: Call) -> Answer:
        answer = self._send(call)
        if not 200 <= answer.status < 300:
            check_status(call, answer.status, answer.headers, answer.read(time.monotonic() + self._seconds(call)))
        return answer

    def _seconds(self, call: Call) -> float:
        return self._timeout if call.timeout is None else call.timeout


def pages(method: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> Iterator[R]:
    """Yields pages, as in `pages(client.list_news, symbol="ACME")`: to the last one or, with sort="ingested", to the newest row."""
    client: Client = method.__self__  # type: ignore[attr-defined]
    call: Optional[Call] = paged(call_of(method, args, kwargs))
    while call is not None:
        page = client._retrying(call, client._read).value
        yield page
        call = next_page(call, page)


def items(method: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> Iterator[Any]:
    """Yields every item of every page, in order."""
    name = items_of(call_of(method, args, kwargs))
    for page in pages(method, *args, **kwargs):
        yield from page[name]  # type: ignore[index]


def paged(call: Call) -> Call:
    if not call.operation.is_paged:
        raise TypeError(f"{call.operation.name} does not page by cursor")
    return call


def items_of(call: Call) -> str:
    if call.operation.items is None:
        raise TypeError(f"{call.operation.name} has no list of items; use pages() instead")
    return call.operation.items


def next_page(call: Call, page: Any) -> Optional[Call]:
    cursor = page["next_cursor"]
    # In delta mode no page is the last: an empty one means that there is nothing newer yet.
    is_end = call.parameters.get("sort") == "ingested" and call.operation.items is not None and not page[call.operation.items]
    if cursor is None or is_end or cursor == call.parameters.get("cursor"):
        return None
    return call._replace(parameters={**call.parameters, "cursor": cursor})
