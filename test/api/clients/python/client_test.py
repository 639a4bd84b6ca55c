"""Every method of the Python client, of both kinds, against the running service."""

import asyncio
import inspect
import json
import os
import tempfile
import threading
import types
import typing
import unittest
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any, Dict, Iterator, List, Literal, Optional, Sequence, Union

import tickerwire
from tickerwire import aio, problems
from tickerwire.generated import operations, schemas

URL, KEY, UID, FRESH_KEY = (os.environ[name] for name in ("TICKERWIRE_URL", "TICKERWIRE_KEY", "UID_OF_ROW", "FRESH_KEY"))
SAMPLES = json.loads(os.environ["SAMPLES"])
NAMES = [name for name, method in vars(operations.Operations).items() if hasattr(method, "operation")]


def required_of(name):
    parameters = inspect.signature(getattr(operations.Operations, name)).parameters.values()
    return {each.name: SAMPLES[each.name] for each in parameters if each.name != "self" and each.default is each.empty}


def ageless(value):
    """The value without what grows from one answer to the next: ages, and the files of an export, which several answers make."""
    if isinstance(value, dict):
        return {name: ageless(each) for name, each in value.items() if name not in ("age_seconds", "bytes", "sha256")}
    return [ageless(each) for each in value] if isinstance(value, list) else value


def faults(value, hint, at="$"):
    """What of `value` is not as its type says."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if hint is Any:
        return []
    if origin is Literal:
        return [] if value in arguments else [f"{at}: {value!r} is none of {arguments}"]
    if origin in (Union, types.UnionType):
        return [] if any(not faults(value, each, at) for each in arguments) else [f"{at}: {value!r} is not {hint}"]
    if origin is list:
        return [f"{at}: no list"] if not isinstance(value, list) else sum((faults(each, arguments[0], f"{at}[]") for each in value), [])
    if origin is dict:
        return [] if isinstance(value, dict) else [f"{at}: no dict"]
    if typing.is_typeddict(hint) and not isinstance(value, dict):
        return [f"{at}: {value!r} is no {hint.__name__}"]
    if typing.is_typeddict(hint):
        hints = typing.get_type_hints(hint)
        missing = [f"{at}: no {name}" for name in hint.__required_keys__ if name not in value]
        return missing + sum((faults(each, hints[name], f"{at}.{name}") for name, each in value.items() if name in hints), [])
    return [] if type(value) is (type(None) if hint is None else hint) else [f"{at}: {value!r} is not {hint}"]


class Each(unittest.TestCase):
    def test_every_method_answers_as_its_types_say(self):
        names = {**vars(schemas), "Optional": Optional, "List": List, "Dict": Dict, "Any": Any, "Union": Union, "Decimal": Decimal, "date": date, "Sequence": Sequence, "Iterator": Iterator}

        async def ask(name):
            async with aio.AsyncClient(URL, KEY) as client:
                answered = getattr(client, name)(**required_of(name))
                if inspect.isawaitable(answered):
                    return await answered
                row = await answered.__anext__()
                await answered.aclose()
                return row

        with tickerwire.Client(URL, KEY) as client:
            for name in NAMES:
                with self.subTest(name):
                    value = getattr(client, name)(**required_of(name))
                    hint = typing.get_type_hints(getattr(operations.Operations, name), names)["return"]
                    if isinstance(value, types.GeneratorType):
                        hint, value = typing.get_args(hint)[0], next(value)
                    self.assertEqual(faults(value, hint), [])
                    self.assertIsNotNone(value)
                    self.assertEqual(ageless(asyncio.run(ask(name))), ageless(value))
        self.assertGreater(len(NAMES), 20)

    def test_parameters_go_as_the_service_reads_them(self):
        with tickerwire.Client(URL, KEY) as client:
            week = datetime.now(timezone.utc) - timedelta(days=10)
            page = client.list_news(category=["earnings", "insider"], from_date=week, collapse_stories=True, min_relevance=1, page_size=50)
            self.assertTrue(page["results"])
            self.assertLessEqual({row["enrichment"]["category"] for row in page["results"]}, {"earnings", "insider"})
            self.assertEqual(client.list_news(from_date=date.today() + timedelta(days=1))["results"], [])
            self.assertEqual(client.list_symbols(search="a & b?#/ü")["results"], [])
            self.assertIsNone(client.get_latest_earnings_read("QUIET"))
            with self.assertRaises(problems.UnknownSymbol):
                client.get_symbol("A/B")
            with self.assertRaisesRegex(ValueError, "ticker is missing"):
                client.get_symbol("")


class Pages(unittest.TestCase):
    def test_pages_and_items_walk_to_the_end_each_row_once(self):
        with tickerwire.Client(URL, KEY) as client:
            walked = [row["original"]["uid"] for page in tickerwire.pages(client.list_news, min_relevance=1, page_size=7) for row in page["results"]]
            items = [row["original"]["uid"] for row in tickerwire.items(client.list_news, min_relevance=1, page_size=50)]
            self.assertEqual(walked, items)
            self.assertEqual(len(set(walked)), len(walked))
            self.assertGreater(len(walked), 60)
            self.assertEqual(len(list(tickerwire.items(client.list_insider_trades, "ACME", page_size=2))), 9)
            newest = client.list_news(sort="ingested", min_relevance=1, page_size=5)["results"]
            self.assertEqual(list(tickerwire.items(client.list_news, sort="ingested", min_relevance=1, page_size=5)), newest)
            with self.assertRaisesRegex(TypeError, "does not page"):
                list(tickerwire.pages(client.list_trending_stories))

        async def walk():
            async with aio.AsyncClient(URL, KEY) as other:
                return [row["original"]["uid"] async for row in aio.items(other.list_news, min_relevance=1, page_size=20)]

        self.assertEqual(asyncio.run(walk()), walked)


class Files(unittest.TestCase):
    def test_another_representation_is_opened(self):
        with tickerwire.Client(URL, KEY) as client:
            with client.open(client.list_insider_news, format="csv", min_relevance=1) as answer:
                self.assertIn("text/csv", answer.headers["content-type"])
                text = answer.read().decode()
            self.assertEqual(len(text.strip().split("\r\n")) - 1, int(answer.headers["x-service-rows"]))
            with self.assertRaises(tickerwire.UnexpectedAnswer):
                client.list_insider_news(format="csv")

        async def read():
            async with aio.AsyncClient(URL, KEY) as other:
                async with await other.open(other.list_insider_news, format="csv", min_relevance=1) as found:
                    return b"".join([chunk async for chunk in found]).decode()

        self.assertEqual(asyncio.run(read()), text)


class Money(unittest.TestCase):
    def test_decimals_are_exact_and_nowhere_is_a_float(self):
        with tickerwire.Client(URL, KEY) as client:
            events = list(tickerwire.items(client.list_insider_trades, "ACME", side="buy"))
            self.assertEqual(sum(event["shares"] for event in events), Decimal("615.750"))
            metric = client.get_article(UID)["earnings"]["key_metrics"][0]
            self.assertEqual((metric["numeric"], type(metric["numeric"])), (Decimal(1040), Decimal))

            def floats(value):
                inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
                return [value] if isinstance(value, float) else sum((floats(each) for each in inner), [])

            self.assertEqual([floats(getattr(client, name)(**required_of(name))) for name in NAMES], [[] for _ in NAMES])


class Errors(unittest.TestCase):
    def test_are_told_apart_by_class_with_what_the_service_says(self):
        with tickerwire.Client(URL, KEY) as client:
            with self.assertRaises(problems.InvalidParameter) as caught:
                client.list_news(min_relevance=11)
            self.assertEqual(list(caught.exception.problem["extra"]["fields"]), ["min_relevance"])
            self.assertEqual((caught.exception.status, caught.exception.code), (400, "invalid_parameter"))
            self.assertTrue(caught.exception.request_id)
            cursor = client.list_news(min_relevance=1, page_size=1)["next_cursor"]
            with self.assertRaises(problems.CursorModeMismatch):
                client.list_news(min_relevance=1, sort="ingested", cursor=cursor)
        with self.assertRaises(problems.MissingKey):
            tickerwire.Client(URL).list_news()
        with self.assertRaises(ValueError) as refused:
            tickerwire.Client(URL, KEY + "\n")
        self.assertNotIn(KEY, str(refused.exception))
        with self.assertRaises(ValueError):
            tickerwire.Client("ftp://x")
        with self.assertRaisesRegex(tickerwire.ConnectionFailed, "127.0.0.1:1/api/news/") as nobody:
            tickerwire.Client("http://127.0.0.1:1", KEY, retries=tickerwire.Retries(attempts=1)).list_news()
        self.assertNotIn(KEY, str(nobody.exception))

    def test_a_quota_says_which_window_and_how_long(self):
        with tickerwire.Client(URL, FRESH_KEY, retries=tickerwire.Retries(attempts=1)) as client:
            self.assertIsNone(client.rate_limit)
            with self.assertRaises(problems.RateLimited) as caught:
                for _ in range(3):
                    client.list_news()
            self.assertEqual(caught.exception.problem["extra"]["window"], "minute")
            self.assertLessEqual(caught.exception.retry_after, 60)
            self.assertEqual(client.rate_limit.limit, 100)
            self.assertEqual([window.name for window in client.rate_limit.windows], ["minute", "day"])
            self.assertEqual(client.rate_limit.resets_at.astimezone(timezone.utc).hour, 0)


class Threads(unittest.TestCase):
    def test_share_a_client(self):
        found = []
        with tickerwire.Client(URL, KEY) as client:
            threads = [threading.Thread(target=lambda: found.extend(client.list_news(min_relevance=1)["results"][0]["original"]["uid"] for _ in range(10))) for _ in range(12)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.assertEqual((len(found), len(set(found))), (120, 1))


class Polling(unittest.TestCase):
    def test_a_page_that_was_not_handled_to_its_end_comes_again(self):
        with tempfile.TemporaryDirectory() as folder, tickerwire.Client(URL, KEY) as client:
            path = os.path.join(folder, "position")

            def first():
                return next(tickerwire.poll(client.list_news, position=tickerwire.PositionFile(path), min_relevance=1, page_size=5)).rows

            seen = tickerwire.SeenUids()
            rows = first()
            self.assertTrue(all(seen.is_new(row["original"]["uid"]) for row in rows))
            self.assertFalse(os.path.exists(path))
            self.assertFalse(any(seen.is_new(row["original"]["uid"]) for row in first()))
            stop = threading.Event()
            for page in tickerwire.poll(client.list_news, position=tickerwire.PositionFile(path), stop=stop, min_relevance=1, page_size=5):
                stop.set()
            self.assertEqual(os.listdir(folder), ["position"])
            self.assertEqual(tickerwire.PositionFile(path).load().cursor, page.cursor)
            with self.assertRaises(tickerwire.PositionMismatch):
                next(tickerwire.poll(client.list_news, position=tickerwire.PositionFile(path), min_relevance=9))
            with open(path, "w", encoding="utf-8") as file:
                json.dump({"feed": "listNews?min_relevance=1&sort=ingested", "cursor": "x"}, file)
            with self.assertRaises(problems.InvalidCursor):
                next(tickerwire.poll(client.list_news, position=tickerwire.PositionFile(path), min_relevance=1))


if __name__ == "__main__":
    # Warnings about connections that tests leave to their clients.
    unittest.main(warnings="ignore")
