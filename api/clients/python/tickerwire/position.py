"""Where a poller is, and a file that keeps it. A kill or a power cut at any moment leaves the position before or the one after."""

from __future__ import annotations

import json
import os
from typing import NamedTuple, Optional, Protocol, Union

from .calls import Call, text_of
from .errors import PositionMismatch


class Position(NamedTuple):
    # the operation and its filters, to which a cursor is bound
    feed: str
    cursor: str


class PositionStore(Protocol):
    def load(self) -> Optional[Position]:
        """None if there is no position yet."""

    def save(self, position: Position) -> None:
        """Returns once the position is safely on disk."""


def feed_of(call: Call) -> str:
    """The operation and its filters. The size of a page is no part of it: it may change between runs."""
    given = [(name, value) for name, value in call.parameters.items() if value is not None and name not in ("page_size", "limit")]
    return f"{call.operation.id}?{'&'.join(sorted(f'{name}={text_of(value)}' for name, value in given))}"


def load_cursor(store: PositionStore, feed: str) -> Optional[str]:
    """The stored cursor of this feed; None: there is none yet."""
    stored = store.load()
    if stored is not None and stored.feed != feed:
        raise PositionMismatch(f"the stored position belongs to {stored.feed}, not to {feed}; use a separate position for this poller")
    return None if stored is None else stored.cursor


class PositionFile:
    """One file per poller, in an existing folder. The TypeScript client uses the same format."""

    def __init__(self, path: Union[str, "os.PathLike[str]"]) -> None:
        self._path = os.fspath(path)

    def load(self) -> Optional[Position]:
        try:
            with open(self._path, encoding="utf-8") as file:
                text = file.read()
        except FileNotFoundError:
            return None
        try:
            kept = json.loads(text)
            if isinstance(kept["feed"], str) and isinstance(kept["cursor"], str):
                return Position(kept["feed"], kept["cursor"])
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
        """A rename is lost with the power until its folder is on the disk. Windows opens no folder, and needs it not."""
        try:
            folder = os.open(os.path.dirname(os.path.abspath(self._path)), os.O_RDONLY)
        except OSError:
            return
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
