"""What is needed to make a request for an operation and to read its answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Optional, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Operation:
    # operationId of the OpenAPI document
    id: str
    # its method
    name: str
    method: str
    # "/api/news/{uid}/"
    path: str
    # media type of the typed answer
    type: str
    is_paged: bool = False
    # field of a page that holds its items
    items: Optional[str] = None
    # whether sort=ingested makes it a log that can be followed
    is_delta: bool = False
    has_body: bool = False
    # where decimals stand in the answer: see DECIMALS in generated/operations.py
    decimals: Any = None


def operation(made: Operation) -> Callable[[F], F]:
    """Marks a method with its operation, which pages(), poll() and others read from it."""

    def mark(method: F) -> F:
        method.operation = made  # type: ignore[attr-defined]
        return method

    return mark
