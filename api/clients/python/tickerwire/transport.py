"""HTTP/1.1 by http.client, over a pool of connections that threads share. It follows no redirect, which could send the key to another address."""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
import time
import zlib
from typing import Dict, Iterator, List, Mapping, Optional
from urllib.parse import urlsplit

from .errors import ConnectionFailed, UnexpectedAnswer

_CHUNK = 65_536
_IDLE_MOST = 8


class Answer:
    """An answer before its body has arrived: iterate over its decompressed chunks, or call read(). Close it, or use it in `with`."""

    def __init__(
        self, transport: "Transport", connection: http.client.HTTPConnection, sock: socket.socket, response: http.client.HTTPResponse, where: str
    ) -> None:
        self.status = response.status
        # Names are in lower case.
        self.headers: Mapping[str, str] = {name.lower(): value for name, value in response.getheaders()}
        self._transport = transport
        self._connection = connection
        # http.client drops its reference to the socket of a connection that ends with its answer.
        self._socket = sock
        self._response = response
        self._where = where
        # Whether the body was read to its end and the connection given back.
        self._is_whole = False

    def __iter__(self) -> Iterator[bytes]:
        return self.chunks(None)

    def chunks(self, deadline: Optional[float]) -> Iterator[bytes]:
        """Yields decompressed chunks. `deadline`: an instant of time.monotonic(), or None."""
        inflate = zlib.decompressobj(31) if self.headers.get("content-encoding") == "gzip" else None
        try:
            # Some releases of Python close the socket with the last byte of the body.
            while not self._response.isclosed():
                if deadline is not None:
                    left = deadline - time.monotonic()
                    if left <= 0:
                        raise socket.timeout("no complete answer in time")
                    self._socket.settimeout(left)
                chunk = self._response.read1(_CHUNK)
                if not chunk:
                    break
                while inflate is not None and chunk:
                    yield inflate.decompress(chunk, _CHUNK)
                    chunk = inflate.unconsumed_tail
                if inflate is None:
                    yield chunk
            # read1 reports a connection that ends early as the end of the body.
            if self._response.length or (inflate is not None and not inflate.eof):
                raise http.client.IncompleteRead(b"", self._response.length)
        except (OSError, http.client.HTTPException, zlib.error) as error:
            self.close()
            raise ConnectionFailed(f"{self._where}: the answer was cut off: {error!r}") from error
        except GeneratorExit:
            self.close()
            raise
        # This closes the response but not the connection, which takes no further request before.
        self._response.close()
        self._is_whole = True
        self._transport.give_back(self._connection, self._response)

    def read(self, deadline: Optional[float] = None, most: int = 256_000_000) -> bytes:
        parts: List[bytes] = []
        length = 0
        for chunk in self.chunks(deadline):
            parts.append(chunk)
            length += len(chunk)
            if length > most:
                self.close()
                raise UnexpectedAnswer(f"{self._where}: more than {most} bytes")
        return b"".join(parts)

    def close(self) -> None:
        if not self._is_whole:
            # A thread that waits for the next byte holds the lock of the response, so the socket is shut down first.
            try:
                self._socket.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            self._response.close()
            self._connection.close()

    def __enter__(self) -> "Answer":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Transport:
    def __init__(self, base_url: str, context: Optional[ssl.SSLContext]) -> None:
        parts = urlsplit(base_url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"base_url must be an http(s) URL, not {base_url}")
        self.base_path = parts.path.rstrip("/")
        self._https = parts.scheme == "https"
        self._host, self._port = parts.hostname, parts.port
        self._context = context if context is not None or not self._https else ssl.create_default_context()
        self._idle: List[http.client.HTTPConnection] = []
        self._lock = threading.Lock()

    def send(self, method: str, target: str, headers: Dict[str, str], body: Optional[bytes], timeout: float) -> Answer:
        """Returns the answer when its headers have arrived. Raises ConnectionFailed."""
        while True:
            with self._lock:
                idle = self._idle.pop() if self._idle else None
            connection = idle or self._connect()
            connection.timeout = timeout
            if connection.sock is not None:
                connection.sock.settimeout(timeout)
            try:
                connection.request(method, target, body, headers)
                return Answer(self, connection, connection.sock, connection.getresponse(), target.split("?", 1)[0])
            except (OSError, http.client.HTTPException) as error:
                connection.close()
                # The service may have closed an idle connection. Only a GET is sent again: another call may have arrived.
                if idle is not None and method == "GET" and isinstance(error, (ConnectionError, http.client.RemoteDisconnected)):
                    continue
                place = f"{self._host}:{self._port}" if self._port else self._host
                raise ConnectionFailed(f"{place}{target.split('?', 1)[0]}: {error or type(error).__name__}") from error

    def _connect(self) -> http.client.HTTPConnection:
        if self._https:
            return http.client.HTTPSConnection(self._host, self._port, context=self._context)
        return http.client.HTTPConnection(self._host, self._port)

    def give_back(self, connection: http.client.HTTPConnection, response: http.client.HTTPResponse) -> None:
        with self._lock:
            if connection.sock is not None and not response.will_close and len(self._idle) < _IDLE_MOST:
                self._idle.append(connection)
                return
        connection.close()

    def close(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()
