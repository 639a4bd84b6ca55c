-- Fills a range of the log with realistic rows over 180 days. One row in twenty was published up to a day before it arrived. Rows have one to
-- three tickers, few of which are frequent, and documents from bench_docs with their own uid and times.
INSERT INTO feed (seq, version, uid, story_id, is_root, is_history, published_at, created_at, stated_at, seen_at, fetched_at, refined_at, visible_at,
    category, relevance, source_type, source, source_domain, tickers, items, is_10b5_1, doc, detail, tones, is_plan_sale)
SELECT
    seq, 0 AS version, uid, if(is_root, uid, cityHash64('uid', seq - 1 - least(seq - 1, dice % 200))) AS story_id, is_root, false AS is_history,
    published_at, created_at, published_at AS stated_at,
    created_at - INTERVAL 900 MILLISECOND AS seen_at, created_at - INTERVAL 400 MILLISECOND AS fetched_at,
    created_at AS refined_at, created_at + INTERVAL 120 MILLISECOND AS visible_at,
    category, relevance, source_type,
    concat('source-', toString(dice % 120)) AS source, concat('www.publisher-', toString(dice % 900), '.example') AS source_domain,
    arrayDistinct(arrayMap(at -> concat('T', toString(toUInt32(9000 * pow((cityHash64('ticker', seq, at) % 1000000) / 1000000, 3)))), range(1 + dice % 3))) AS tickers,
    if(source_type = 'sec_form8k', [['2.02', '9.01', '5.02', '8.01'][1 + dice % 4]], []) AS items,
    if(source_type = 'sec_form4', ['unknown', 'false', 'true'][1 + dice % 3], 'none') AS is_10b5_1,
    replaceOne(replaceOne(replaceOne(bench_docs.doc,
        '@uid', lower(leftPad(hex(uid), 16, '0'))),
        '@time_published', formatDateTime(published_at, '%Y-%m-%dT%H:%i:%S.000Z')),
        '@created_at', formatDateTime(created_at, '%Y-%m-%dT%H:%i:%S.000Z')) AS doc,
    bench_docs.detail,
    arrayMap(named -> toUInt8(arrayFirst(one -> one.1 = named, arrayMap(one -> (JSONExtractString(one, 'ticker'), 4 * indexOf(['negative', 'neutral', 'positive'], JSONExtractString(one, 'impact_analysis', 'sentiment')) + indexOf(['low', 'medium', 'high'], JSONExtractString(one, 'impact_analysis', 'confidence'))), JSONExtractArrayRaw(doc, 'enrichment', 'ai_trading_insights', 'ticker_analysis'))).2), CAST(tickers, 'Array(String)')) AS tones,
    is_10b5_1 = 'true' AND JSONExtractString(doc, 'insider', 'side') = 'sell' AS is_plan_sale
FROM
(
    SELECT
        {from:UInt64} + number AS seq,
        cityHash64('uid', seq) AS uid,
        cityHash64('dice', seq) AS dice,
        cityHash64('other dice', seq) AS other,
        other % 10 < 7 AS is_root,
        toDateTime64('2026-05-01 00:00:00', 3, 'UTC') + toIntervalMillisecond(seq * intDiv(180 * 86400000, {rows_total:UInt64}) + other % 3000) AS created_at,
        created_at - toIntervalMillisecond(if(dice % 20 = 0, other % 86400000, other % 1800000)) AS published_at,
        ['earnings', 'mergers_acquisitions', 'regulation', 'macro_economy', 'sector_analysis', 'market_movers', 'technology',
            'commodities', 'crypto', 'ipo', 'geopolitics', 'insider', 'corporate_actions', 'other'][1 + dice % 14] AS category,
        4 + other % 6 AS relevance,
        ['publisher', 'publisher', 'publisher', 'sec_form4', 'sec_form8k'][1 + other % 5] AS source_type
    FROM numbers({rows:UInt64})
) AS rows
ANY LEFT JOIN bench_docs ON bench_docs.place = rows.other % {docs:UInt64}
SETTINGS max_block_size = 250000, min_insert_block_size_rows = 250000, min_insert_block_size_bytes = 0, max_threads = 1, max_insert_threads = 1
