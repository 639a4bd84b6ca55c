"""The properties of an operation that are needed to send its request and to read its answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Optional, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Operation:
    # operationId in the OpenAPI document.
    id: str
    # Name of the client's method.
    name: str
    # HTTP method.
    method: str
    # Path with names in braces, such as "/api/news/{uid}/".
    path: str
    # Media type of the answer that has a type.
    type: str
    is_paged: bool = False
    # Name of the field with the items of a page.
    items: Optional[str] = None
    # Whether it has a delta mode (sort=ingested).
    is_delta: bool = False
    has_body: bool = False
    # Where the answer has decimals: see DECIMALS in generated/operations.py.
    decimals: Any = None


def operation(made: Operation) -> Callable[[F], F]:
    """Stores the operation in its method, from which pages(), poll() and others read it."""

    def mark(method: F) -> F:
        method.operation = made  # type: ignore[attr-defined]
        return method

    return mark
