"""A call as data: its operation and parameters, the target of its request, and the value of its answer. Nothing here uses the network."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import date, datetime, timezone
from decimal import Decimal, InvalidOperation
from typing import Any, Callable, Dict, Mapping, NamedTuple, Optional
from urllib.parse import quote, urlencode

from .errors import UnexpectedAnswer, api_error
from .generated.operations import DECIMALS, Operations
from .operation import Operation
from .ratelimit import RateLimit


class Call(NamedTuple):
    operation: Operation
    parameters: Mapping[str, Any]
    timeout: Optional[float]


class _Capture(Operations):
    """Its methods return the call instead of making it."""

    def _call(self, made: Operation, parameters: Dict[str, Any], timeout: Optional[float]) -> Any:
        return Call(made, parameters, timeout)

    _rows = _call


_capture = _Capture()


def call_of(method: Callable[..., Any], args: Any, kwargs: Any) -> Call:
    """Returns the call that `method(*args, **kwargs)` of a client would make."""
    made = getattr(method, "operation", None)
    if made is None:
        raise TypeError("expected a method of a client, such as client.list_news")
    call: Call = getattr(_capture, made.name)(*args, **kwargs)
    return call


@dataclass(frozen=True)
class Result:
    value: Any
    status: int
    headers: Mapping[str, str]
    rate_limit: Optional[RateLimit]


def target_of(base_path: str, call: Call) -> str:
    """Returns path and query, without parameters that are None. Raises ValueError when a part of the path is missing."""
    in_path = set()

    def fill(match: "re.Match[str]") -> str:
        in_path.add(match[1])
        value = call.parameters.get(match[1])
        if value is None or value == "":
            raise ValueError(f"{call.operation.path}: {match[1]} is missing")
        return quote(text_of(value), safe="")

    path = re.sub(r"\{(\w+)\}", fill, call.operation.path)
    skipped = in_path | ({"body"} if call.operation.has_body else set())
    query = [(name, text_of(value)) for name, value in call.parameters.items() if value is not None and name not in skipped]
    return base_path + path + (f"?{urlencode(query)}" if query else "")


def text_of(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        moment = value.replace(tzinfo=timezone.utc) if value.tzinfo is None else value.astimezone(timezone.utc)
        return moment.isoformat().replace("+00:00", "Z")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, str) or not hasattr(value, "__iter__"):
        return str(value)
    return ",".join(text_of(each) for each in value)


def value_of(call: Call, status: int, headers: Mapping[str, str], body: bytes) -> Any:
    """Returns the result. Raises ApiError or UnexpectedAnswer."""
    where = call.operation.path
    check_status(call, status, headers, body)
    if status == 204:
        return None
    answered = headers.get("content-type", "").split(";", 1)[0].strip()
    if answered != call.operation.type:
        raise UnexpectedAnswer(f"{where}: {answered or 'an answer without a type'} is not {call.operation.type}; open() accepts every type")
    try:
        text = body.decode("utf-8")
        if answered != "application/json":
            return text
        return with_decimals(json.loads(text, parse_float=Decimal), call.operation.decimals)
    except (ValueError, InvalidOperation) as error:
        raise UnexpectedAnswer(f"{where}: the answer does not match the documentation: {error}") from error


def check_status(call: Call, status: int, headers: Mapping[str, str], body: bytes) -> None:
    if status >= 400:
        raise api_error(status, headers, body)
    if not 200 <= status < 300:
        raise UnexpectedAnswer(f"{call.operation.path}: answered {status}, but the service never redirects; check base_url")


def with_decimals(value: Any, place: Any) -> Any:
    """Converts the decimals in `value`, in place. `place` says where they are: see DECIMALS in generated/operations.py."""
    if place is None or value is None:
        return value
    if place == "*":
        return Decimal(value) if isinstance(value, (str, int)) and not isinstance(value, bool) else value
    if isinstance(place, list):
        return [with_decimals(each, place[0]) for each in value] if isinstance(value, list) else value
    if not isinstance(value, dict):
        return value
    if isinstance(place, str):
        for name, inner in DECIMALS[place].items():
            if name in value:
                value[name] = with_decimals(value[name], inner)
    elif "" in place:
        for name in value:
            value[name] = with_decimals(value[name], place[""])
    else:
        for inner in place.values():
            value = with_decimals(value, inner)
    return value
