"""The Python client against servers that misbehave, its schedule of retries, and the check of webhooks. Needs no service."""

import asyncio
import hashlib
import hmac
import json
import socket
import threading
import time
import unittest

import tickerwire
from tickerwire import aio
from tickerwire.errors import retry_after_of
from tickerwire.retry import delay_before_retry, wait

OK = b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 33\r\n\r\n{"results":[],"next_cursor":null}'


def status(code, *headers):
    return "\r\n".join([f"HTTP/1.1 {code} X", "Content-Type: text/html", "Content-Length: 4", *headers, "", "busy"]).encode()


class Server:
    """Answers each request with the next of `script`, the last one on and on; None: not at all; an answer without its end is cut off."""

    def __init__(self, *script):
        self.script, self.calls, self._open = list(script), [], []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            self._open.append(connection)
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection):
        with connection:
            while self._has_request(connection):
                self.calls.append(time.monotonic())
                answer = self.script[min(len(self.calls), len(self.script)) - 1]
                if answer is None:
                    time.sleep(2)
                    return
                connection.sendall(answer)
                if len(answer) < len(OK) and b"Content-Length: 4\r" not in answer:
                    return

    @staticmethod
    def _has_request(connection):
        try:
            return connection.recv(65_536) != b""
        except OSError:
            return False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._listener.close()


def client_of(server, **options):
    return tickerwire.Client(server.url, "nf_live_x", retries=tickerwire.Retries(first=0.005, longest=0.02), **options)


class Stream(unittest.TestCase):
    def test_lines_may_end_in_both_characters_and_a_slow_reader_is_told_so(self):
        lines = ["retry: 5", "", "id: one", "event: news", 'data: {"n":1}', "", "id: two", "event: behind", "data: {}", "", ""]
        body = "\r\n".join(lines)
        head = f"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: {len(body)}\r\n\r\n"
        rows, troubles = [], []
        with Server((head + body).encode()) as server:
            told = lambda error, _: troubles.append(str(error))
            for row in tickerwire.stream(client_of(server).stream_news, on_trouble=told):
                rows.append(row)
                if len(rows) == 2:
                    break
        self.assertEqual(rows, [{"n": 1}, {"n": 1}])
        self.assertEqual(troubles, ["the reader is slower than the feed"])

    def test_a_cancelled_task_ends_at_once_on_a_quiet_feed(self):
        async def seconds_to_end(server):
            async def read():
                async with aio.AsyncClient(server.url) as client:
                    async for _ in aio.stream(client.stream_news, timeout=15):
                        pass

            task = asyncio.create_task(read())
            while not server.calls:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.3)
            began = time.monotonic()
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task
            return time.monotonic() - began

        for framing in ("Transfer-Encoding: chunked", "Connection: close"):
            head = ["HTTP/1.1 200 OK", "Content-Type: text/event-stream", framing, "X-Filler: " + "x" * len(OK), "", ""]
            with self.subTest(framing), Server("\r\n".join(head).encode()) as server:
                self.assertLess(asyncio.run(seconds_to_end(server)), 10)


class Calls(unittest.TestCase):
    def test_are_made_again_after_what_passes(self):
        cut = OK[:-10]
        for answer in (*(status(code) for code in (408, 429, 500, 502, 503, 504)), b"", cut):
            with self.subTest(answer), Server(answer, answer, OK) as server:
                self.assertEqual(client_of(server).list_news()["results"], [])
                self.assertEqual(len(server.calls), 3)

                async def ask(url):
                    async with aio.AsyncClient(url, retries=tickerwire.Retries(first=0.005, longest=0.02)) as client:
                        return await client.list_news()

                server.calls.clear()
                self.assertEqual(asyncio.run(ask(server.url))["results"], [])
                self.assertEqual(len(server.calls), 3)

    def test_are_not_made_again_after_what_stays(self):
        for code in (302, 400, 401, 403, 404, 409):
            with self.subTest(code), Server(status(code), OK) as server:
                with self.assertRaises(tickerwire.UnexpectedAnswer if code < 400 else tickerwire.ApiError):
                    client_of(server).list_news()
                self.assertEqual(len(server.calls), 1)

    def test_are_given_up_after_so_many(self):
        with Server(status(503)) as server, self.assertRaises(tickerwire.ApiError) as caught:
            client_of(server).list_news()
        self.assertEqual((caught.exception.code, len(server.calls)), ("unknown", 4))

    def test_wait_as_long_as_is_asked_and_not_at_all_for_more_than_the_bound(self):
        with Server(status(429, "Retry-After: 1"), OK) as server:
            client_of(server).list_news()
            self.assertGreaterEqual(server.calls[1] - server.calls[0], 1)
        with Server(status(429, "Retry-After: 3600"), OK) as server, self.assertRaises(tickerwire.ApiError) as caught:
            client_of(server).list_news()
        self.assertEqual((caught.exception.retry_after, len(server.calls)), (3600, 1))

    def test_end_in_time(self):
        with Server(None) as server, self.assertRaises(tickerwire.ConnectionFailed):
            client_of(server, timeout=0.05).list_news()

    def test_a_connection_that_was_closed_while_idle_costs_no_attempt(self):
        once = OK.replace(b"\r\n\r\n", b"\r\nKeep-Alive: timeout=1\r\n\r\n")
        with Server(once) as server:
            client = tickerwire.Client(server.url, retries=tickerwire.Retries(attempts=1))
            client.list_news()
            for connection in server._open:
                connection.shutdown(socket.SHUT_RDWR)
            self.assertEqual(client.list_news()["results"], [])

    def test_a_connection_is_used_again(self):
        with Server(OK) as server:
            client = client_of(server)
            for _ in range(5):
                client.list_news()
            self.assertEqual((len(server._open), len(server.calls)), (1, 5))


class Schedule(unittest.TestCase):
    def test_keeps_its_bounds(self):
        retries = tickerwire.Retries()
        for failures in range(1, 60):
            for chance in (0.0, 0.5, 0.999):
                self.assertTrue(0.125 <= wait(failures, None, retries, lambda: chance) <= 8)
                self.assertTrue(7 <= wait(failures, 7, retries, lambda: chance) <= 8)

    def test_what_changes_something_is_made_again_only_where_it_was_refused_unread(self):
        refusal = lambda code: tickerwire.ApiError(code, {"code": "x", "detail": ""}, None)
        self.assertIsNone(delay_before_retry(refusal(503), 1, False, tickerwire.Retries()))
        self.assertIsNone(delay_before_retry(tickerwire.ConnectionFailed(), 1, False, tickerwire.Retries()))
        self.assertIsNotNone(delay_before_retry(refusal(429), 1, False, tickerwire.Retries()))

    def test_retry_after_is_read_as_seconds_and_as_a_date(self):
        read = lambda text: retry_after_of({"retry-after": text}, 1_767_225_600)
        self.assertEqual([read(text) for text in ("17", "Thu, 01 Jan 2026 00:00:30 GMT", "Wed, 31 Dec 2025 00:00:00 GMT", "soon", "")], [17, 30, 0, None, None])


class Webhooks(unittest.TestCase):
    SECRET, BODY, NOW = "whsec_x", json.dumps({"id": "evt_1", "data": {"article": {"insider": {"shares": "1.50"}}}}).encode(), 1_800_000_000

    def signed(self, body=BODY, at=NOW, secret=SECRET):
        return f"t={at},v1={hmac.new(secret.encode(), f'{at}.'.encode() + body, hashlib.sha256).hexdigest()}"

    def verify(self, signature, body=BODY, secret=SECRET, **more):
        return tickerwire.verify_webhook(secret, signature, body, now=self.NOW, **more)

    def test_of_the_service_are_taken(self):
        event = self.verify(self.signed())
        self.assertEqual(str(event["data"]["article"]["insider"]["shares"]), "1.50")
        self.assertNotIsInstance(event["data"]["article"]["insider"]["shares"], str)
        self.assertTrue(self.verify(self.signed(secret="old"), secret=["whsec_x", "old"]))
        self.assertTrue(self.verify(f"{self.signed(secret='new')},{self.signed().split(',')[1]}"))
        self.assertTrue(self.verify(self.signed(at=self.NOW - 400), tolerance=500))

    def test_others_are_refused(self):
        good = self.signed()
        wrong = [None, "", "t=1", "v1=" + "0" * 64, f"t=x,{good.split(',')[1]}", f"t={self.NOW},v1=00", good.replace(f"t={self.NOW}", f"t={self.NOW - 1}")]
        wrong += [self.signed(at=self.NOW - 301), self.signed(at=self.NOW + 301), self.signed(secret="other"), good[:-1] + ("1" if good[-1] == "0" else "0")]
        for signature in wrong:
            with self.subTest(signature), self.assertRaises(tickerwire.WebhookSignatureError):
                self.verify(signature)
        for place in range(len(self.BODY)):
            changed = bytearray(self.BODY)
            changed[place] ^= 1
            with self.assertRaises(tickerwire.WebhookSignatureError):
                self.verify(good, bytes(changed))


if __name__ == "__main__":
    # Warnings about connections that tests leave to their clients.
    unittest.main(warnings="ignore")
