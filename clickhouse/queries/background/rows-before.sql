-- Returns the first row of a story (its uid is the story's id) and the rows with the newest earnings reads of a company, all in their newest
-- version. Keys: feed_uids (uid) and earnings_reads (ticker, newest), then feed (seq).
SELECT
    version,
    hex(uid) AS uid_hex,
    doc = '' AS is_withdrawn,
    JSONExtractString(doc, 'original', 'title') AS title,
    JSONExtractString(doc, 'original', 'source') AS source,
    JSONExtractString(doc, 'original', 'time_published') AS time_published,
    JSONExtractString(detail, 'earnings', 'fiscal_period') AS fiscal_period,
    JSONExtractString(detail, 'earnings', 'verdict') AS verdict
FROM feed
WHERE seq IN
    (
        SELECT seq
        FROM feed_uids
        WHERE uid IN {story_ids:Array(UInt64)}
            AND seq <= {at_seq:UInt64} -- if: at_seq
        UNION ALL
        (
            SELECT seq
            FROM earnings_reads
            WHERE ticker IN {tickers:Array(String)}
                AND arrayExists((held, newest_from, newest_to) -> ticker = held AND newest BETWEEN newest_from AND newest_to, {span_tickers:Array(String)}, {span_from:Array(Int64)}, {span_to:Array(Int64)})
                AND seq <= {at_seq:UInt64} -- if: at_seq
            ORDER BY newest, uid
            LIMIT 1 BY uid
            LIMIT {reads_max:UInt32}
        )
    )
    AND version <= {at_seq:UInt64} -- if: at_seq
ORDER BY seq, version DESC
LIMIT 1 BY seq
