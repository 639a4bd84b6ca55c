-- Fills the 31 days before an instant with publishers' rows: one or more articles per story, one to three tickers each, few of which are
-- frequent, and documents with the fields that Radar reads.
INSERT INTO feed (seq, uid, story_id, is_root, published_at, created_at, seen_at, fetched_at, refined_at, visible_at, category, relevance, source_type, source, source_domain, tickers, doc, tones)
SELECT
    number + 1 AS seq,
    cityHash64('uid', number) AS uid,
    cityHash64('story', intDiv(number, 1 + dice % 3)) AS story_id,
    true,
    created_at - toIntervalMillisecond(dice % 1800000) AS published_at,
    fromUnixTimestamp64Milli({end_ms:Int64} - toInt64(({rows:UInt64} - number) * (31 * 86400000 / {rows:UInt64})), 'UTC') AS created_at,
    created_at, created_at, created_at, created_at,
    'earnings', 4 + dice % 6, 'publisher',
    concat('source-', toString(dice % 40)),
    concat('www.publisher-', toString(dice % 900), '.example'),
    arrayDistinct(arrayMap(at -> concat('T', toString(toUInt32({tickers:UInt32} * pow((cityHash64('ticker', number, at) % 1000000) / 1000000, 3)))), range(1 + dice % 3))) AS tickers,
    concat('{"original":{"title":"', repeat('a headline of some words ', 4), '","url":"https://www.publisher.example/', toString(number), '","time_published":"2026-01-01T00:00:00.000Z","summary":"', repeat('what the article says, in short. ', 12), '"},"enrichment":{"ai_trading_insights":{"ticker_analysis":[',
        arrayStringConcat(arrayMap(ticker -> concat('{"ticker":"', ticker, '","impact_analysis":{"sentiment":"', ['positive', 'neutral', 'negative'][1 + dice % 3], '","confidence":"', ['high', 'medium', 'low'][1 + dice % 3], '","reasoning":"', repeat('because of what is said ', 4), '"}}'), tickers), ','), ']}}}') AS doc,
    arrayMap(ticker -> toUInt8(4 * (3 - dice % 3) + 3 - dice % 3), tickers) AS tones
FROM
(
    SELECT number, cityHash64('dice', number) AS dice
    FROM numbers({rows:UInt64})
)
SETTINGS max_block_size = 100000, min_insert_block_size_rows = 100000, min_insert_block_size_bytes = 0, max_threads = 1, max_insert_threads = 1
