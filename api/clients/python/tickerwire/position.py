"""The position of a poller or stream in its feed, and a file that stores it. A crash or power cut leaves either the old or the new position."""

from __future__ import annotations

import json
import os
from typing import NamedTuple, Optional, Protocol, Union

from .calls import Call, text_of
from .errors import PositionMismatch


class Position(NamedTuple):
    # The operation with its filters. A cursor is valid only for these.
    feed: str
    cursor: str


class PositionStore(Protocol):
    def load(self) -> Optional[Position]:
        """Returns the stored position, or None when there is none yet."""

    def save(self, position: Position) -> None:
        """Returns when the position is stored so that it survives a crash of the machine."""


def feed_of(call: Call) -> str:
    """Returns the name of the call's feed. It omits the page size, which may change between runs."""
    given = [(name, value) for name, value in call.parameters.items() if value is not None and name not in ("page_size", "limit")]
    return f"{call.operation.id}?{'&'.join(sorted(f'{name}={text_of(value)}' for name, value in given))}"


def load_cursor(store: PositionStore, feed: str) -> Optional[str]:
    """Returns the stored cursor of this feed, or None when there is none yet."""
    stored = store.load()
    if stored is not None and stored.feed != feed:
        raise PositionMismatch(f"the stored position belongs to {stored.feed}, not to {feed}; use a separate position for this poller")
    return None if stored is None else stored.cursor


class PositionFile:
    """Stores the position of one poller in a file, whose folder must exist. The TypeScript client uses the same format."""

    def __init__(self, path: Union[str, "os.PathLike[str]"]) -> None:
        self._path = os.fspath(path)

    def load(self) -> Optional[Position]:
        try:
            with open(self._path, encoding="utf-8") as file:
                text = file.read()
        except FileNotFoundError:
            return None
        try:
            stored = json.loads(text)
            if isinstance(stored["feed"], str) and isinstance(stored["cursor"], str):
                return Position(stored["feed"], stored["cursor"])
        except (ValueError, KeyError, TypeError):
            pass
        raise ValueError(f"{self._path} is not a position file of a poller; delete it to start with the newest page")

    def save(self, position: Position) -> None:
        temporary = f"{self._path}.new"
        with open(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(json.dumps(position._asdict()) + "\n")
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, self._path)
        self._sync_folder()

    def _sync_folder(self) -> None:
        """Flushes the folder, because until then a power cut undoes a rename. Windows can neither open a folder nor needs this."""
        try:
            folder = os.open(os.path.dirname(os.path.abspath(self._path)), os.O_RDONLY)
        except OSError:
            return
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
