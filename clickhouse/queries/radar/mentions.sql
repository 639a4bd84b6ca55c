    SELECT
        seq, uid, story_id, source, source_domain, relevance, tickers, length(tickers) <= {max_story_tickers:UInt32} AS is_model,
        toUnixTimestamp64Milli(created_at) AS created_ms,
        toUnixTimestamp64Milli(published_at) AS published_ms,
        if(is_history OR created_ms - published_ms > 86400000, least(published_ms, created_ms), created_ms) AS activity_ms,
        {cutoff_ms:Int64} - activity_ms AS age_ms,
        is_history
        , tones -- if: with_tones
    FROM feed
    WHERE visible_at >= fromUnixTimestamp64Milli({cutoff_ms:Int64} - {reach_ms:Int64}, 'UTC')
        AND created_at > fromUnixTimestamp64Milli({cutoff_ms:Int64} - {reach_ms:Int64}, 'UTC')
        AND created_at <= fromUnixTimestamp64Milli({cutoff_ms:Int64}, 'UTC')
        AND seq <= {to_seq:UInt64}
        AND version = 0
        AND source_type = 'publisher'
        AND relevance >= {min_relevance:UInt8}
        AND notEmpty(tickers)
        AND age_ms < {reach_ms:Int64}
