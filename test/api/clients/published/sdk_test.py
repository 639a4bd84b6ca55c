"""Every method of alphai-sdk, against the service at BASE_URL: the client reads each answer by its own models.

A model takes a missing field for its default, so each answer is also looked through for fields that the models declare and it lacks.
"""

import asyncio
import csv
import io
import os
import unittest

import alphai
from alphai import AsyncClient, Client

base_url, key, uid = os.environ["BASE_URL"], os.environ["KEY"], os.environ["UID_OF_ROW"]
client = Client(key, base_url=base_url, max_retries=0)
pages = {"page_size": 20, "min_relevance": 1}
# Served on the single fetch only, or by the numbers of another database.
absent_by_design = {"original.id", "earnings"}
in_lists = {"description", "website", "next_report_date", "crypto_counterpart", "crypto_counterpart_name"}


def lacking(model, path=""):
    found = []
    for name in type(model).model_fields:
        if name not in model.model_fields_set:
            found.append(path + name)
        value = getattr(model, name)
        if isinstance(value, list) and value:
            value = value[0]
        if hasattr(value, "model_fields_set"):
            found += lacking(value, f"{path}{name}.")
    return found


class Published(unittest.TestCase):
    def assert_whole(self, model, but=()):
        self.assertEqual([name for name in lacking(model) if name not in but], [])

    def assert_refused(self, error, call):
        with self.assertRaises(error) as caught:
            call()
        return caught.exception

    def test_list(self):
        page = client.news.list(**pages)
        self.assertEqual(len(page.results), 20)
        self.assertTrue(page.next_cursor)
        self.assertIsNotNone(client.last_rate_limit)
        self.assertTrue(all(row.story_id for row in page.results))
        for row in page.results:
            self.assert_whole(row, absent_by_design)

    def test_list_filters(self):
        page = client.news.list(category=["earnings", "insider"], min_relevance=5, page_size=20)
        self.assertTrue(page.results)
        self.assertTrue(all(row.category in ("earnings", "insider") and row.relevance_score >= 5 for row in page.results))
        collapsed = client.news.list(collapse_stories=True, **pages)
        self.assertTrue(all(row.sources_count is not None for row in collapsed.results))
        filings = client.news.list(source_type=["sec_form8k", "sec_form6k"], **pages).results
        self.assertTrue(filings)
        self.assert_whole(next(row.filing for row in filings if row.filing))
        day = page.results[-1].original.time_published.date()
        of_day = client.news.list(from_date=day, to_date=day, **pages).results
        self.assertEqual({row.original.time_published.date() for row in of_day}, {day})

    def test_refusals(self):
        unknown = self.assert_refused(alphai.BadRequestError, lambda: client.request("GET", "/api/news/", {"simbol": "A"}))
        self.assertTrue(unknown.allowed_params and unknown.fields)
        self.assertIn("cursor", self.assert_refused(alphai.BadRequestError, lambda: client.news.list(cursor="zzz")).fields)
        self.assert_refused(alphai.BadRequestError, lambda: client.news.list(item="5.02", source_type="gdelt"))
        self.assert_refused(alphai.BadRequestError, lambda: client.news.list(sort="ingested", from_date="2026-11-01"))
        self.assert_refused(alphai.PermissionDeniedError, lambda: client.news.list(from_date="2020-01-01", to_date="2020-01-02"))
        self.assert_refused(alphai.NotFoundError, lambda: client.news.get("0000000000000000"))
        self.assert_refused(alphai.AuthenticationError, lambda: Client("ak_live_nope", base_url=base_url, max_retries=0).news.list())

    def test_polling_and_walking(self):
        page = client.news.list(sort="ingested", **pages)
        for _ in range(6):
            if page.caught_up:
                break
            page = client.news.list(sort="ingested", cursor=page.next_cursor, **pages)
        self.assertTrue(page.caught_up and page.next_cursor)
        self.assertEqual(len({row.uid for row in client.news.iter(max_items=45, **pages)}), 45)

    def test_search(self):
        page = client.news.search('title OR nothing -bitcoin', page_size=5)
        self.assertTrue(page.results)
        self.assert_whole(page, {f"results.{name}" for name in absent_by_design})

    def test_brief(self):
        brief = client.news.brief(tickers=["ACME", "SDK-UNKNOWN"], hours=168, limit=2)
        self.assertEqual(brief.unknown_tickers, ["SDK-UNKNOWN"])
        self.assertTrue(brief.events)
        self.assert_whole(brief)

    def test_trending(self):
        self.assertTrue(0 < len(client.news.trending()) <= 10)

    def test_insider(self):
        page = client.news.insider(**pages)
        self.assertTrue(page.results)
        for row in page.results:
            self.assert_whole(row.insider)
        for wanted in (True, False):
            rows = client.news.insider(is_10b5_1=wanted, **pages).results
            self.assertEqual({row.insider.is_10b5_1 for row in rows}, {wanted})

    def test_insider_csv(self):
        export = client.news.insider_csv(min_relevance=1)
        self.assertTrue(export.rows and export.filename)
        self.assertEqual(export.row_cap, 10_000)
        self.assertEqual(len(list(csv.reader(io.StringIO(export.text)))), export.rows + 1)

    def test_single_and_related(self):
        article = client.news.get(uid)
        self.assertEqual(article.uid, uid)
        self.assertTrue(article.story_id)
        self.assert_whole(article, {"original.id"})
        self.assertTrue(article.earnings.key_metrics)
        self.assertTrue(all(row.story_id is None for row in client.news.related(uid)))

    def test_symbols(self):
        self.assertEqual(len(client.symbols.list(limit=2)), 2)
        found = client.symbols.list(search="bitcoin")
        self.assertEqual(found[0].symbol, "BTC-USD")
        self.assert_whole(found[0], in_lists)
        self.assert_whole(client.symbols.get("ACME"))
        self.assert_whole(client.symbols.sentiment_summary("ACME"))
        self.assert_whole(client.symbols.insider_summary("ACME"))
        self.assertIsNone(client.symbols.earnings_latest("QUIET"))

    def test_earnings(self):
        history = client.symbols.earnings("ACME")
        self.assertTrue(history.reports[0].analysis.key_metrics)
        self.assert_whole(history)
        latest = client.symbols.earnings_latest("ACME")
        self.assertEqual(latest.uid, history.reports[0].uid)
        self.assert_whole(latest)

    def test_coverage(self):
        coverage = client.coverage()
        self.assertTrue(coverage.sources)
        self.assert_whole(coverage)

    def test_radar(self):
        page = client.radar.snapshot(limit=1)
        self.assertEqual(page.freshness.mode, "live")
        self.assert_whole(page)
        if page.next_cursor:
            following = client.radar.snapshot(limit=1, cursor=page.next_cursor)
            self.assertEqual([following.snapshot_id, following.offset], [page.snapshot_id, 1])
            self.assert_refused(alphai.ConflictError, lambda: client.radar.snapshot(limit=2, cursor=page.next_cursor))
        self.assertEqual(len(list(client.radar.iter(limit=1))), page.total)
        self.assertIsNotNone(client.radar.snapshot(scope="watchlist").watchlist_coverage)

    def test_stories(self):
        page = client.stories.list(page_size=3)
        self.assertEqual(len(page.results), 3)
        self.assert_whole(page)
        found = list(client.stories.iter(page_size=3, max_items=7))
        self.assertEqual(len({card.story_id for card in found}), 7)
        self.assertTrue(all(card.publishers >= 2 for card in found))

    def test_story(self):
        card = client.stories.list().results[0]
        lookup = client.stories.get(card.story_id)
        self.assertEqual(lookup.status, "found")
        self.assert_whole(lookup)
        self.assertTrue(lookup.story.key_facts)
        materials = list(client.stories.iter_materials(card.story_id, page_size=2))
        self.assertEqual(len(materials), card.materials)
        self.assertGreaterEqual(len({material.publisher for material in materials}), 2)
        self.assert_whole(client.stories.materials(card.story_id))
        joined = next(material.uid for material in materials if material.uid != card.story_id)
        self.assertEqual(client.stories.get_story(joined).story_id, card.story_id)
        alone = client.stories.get(uid)
        self.assertEqual([alone.status, alone.article.uid], ["not_a_story", uid])
        self.assert_whole(alone)
        self.assert_refused(alphai.NotFoundError, lambda: client.stories.get("0000000000000000"))
        self.assert_refused(alphai.NotFoundError, lambda: client.stories.materials(uid))

    def test_top_stories(self):
        top = client.stories.top()
        self.assertTrue(0 < len(top.results) <= 50)
        self.assert_whole(top)

    def test_delayed_radar(self):
        free = Client(os.environ["FREE_KEY"], base_url=base_url, max_retries=0)
        self.assertEqual(free.radar.snapshot(limit=1).freshness.mode, "historical_preview")

    def test_asynchronous(self):
        async def ask():
            async with AsyncClient(key, base_url=base_url, max_retries=0) as asynchronous:
                return await asynchronous.news.list(**pages)

        self.assertEqual(len(asyncio.run(ask()).results), 20)


if __name__ == "__main__":
    unittest.main()
