"""A poller or a reader of the stream as a user of the Python client writes one: uids go to a file, one a line, once each, over restarts and kills. Ends on SIGTERM."""

import asyncio
import os
import signal
import sys
import threading

from tickerwire import Client, PositionFile, Retries, SeenUids, poll, stream
from tickerwire import aio

url, key, folder, kind = sys.argv[1:5]
done = os.path.join(folder, "uids")
position = PositionFile(os.path.join(folder, "position"))
retries = Retries(first=0.02, longest=0.2)
filters = {"min_relevance": 1, "page_size": 50}


def known():
    """What a kill cut off at the end of the file was not handled."""
    if not os.path.exists(done):
        return []
    with open(done, "rb+") as file:
        text = file.read()
        file.truncate(text.rfind(b"\n") + 1)
        return text.decode().split("\n")[:-1]


seen = SeenUids(known())
out = open(done, "a", encoding="ascii")


def handle(rows):
    for row in rows:
        if seen.is_new(row["original"]["uid"]):
            out.write(row["original"]["uid"] + "\n")
    out.flush()
    os.fsync(out.fileno())


def trouble(error, delay):
    print(f"{error}; again in {delay:.1f} s", file=sys.stderr)


def run_sync():
    stop = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    with Client(url, key, retries=retries, timeout=10) as client:
        for page in poll(client.list_news, position=position, pause=0.05, stop=stop, on_trouble=trouble, **filters):
            handle(page.rows)


async def run_async():
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    async with aio.AsyncClient(url, key, retries=retries, timeout=10) as client:
        async for page in aio.poll(client.list_news, position=position, pause=0.05, stop=stop, on_trouble=trouble, **filters):
            handle(page.rows)


def end():
    """Interrupts a reader of a stream, which waits for the next line."""
    out.flush()
    os._exit(0)


def stream_sync():
    signal.signal(signal.SIGTERM, lambda *_: end())
    with Client(url, key, retries=retries) as client:
        for row in stream(client.stream_news, position=position, on_trouble=trouble, min_relevance=1):
            handle([row])


async def stream_async():
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, end)
    async with aio.AsyncClient(url, key, retries=retries) as client:
        async for row in aio.stream(client.stream_news, position=position, on_trouble=trouble, min_relevance=1):
            handle([row])


if kind == "asyncio-stream":
    asyncio.run(stream_async())
elif kind == "python-stream":
    stream_sync()
elif kind == "asyncio":
    asyncio.run(run_async())
else:
    run_sync()
