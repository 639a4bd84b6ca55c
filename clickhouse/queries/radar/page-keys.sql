-- Which rows of a snapshot come next in this order? Key: radar_rows (snapshot_id); narrow columns of one snapshot.
SELECT ticker
FROM radar_rows FINAL
WHERE
    -- include: radar/page-filter
ORDER BY
    score DESC NULLS LAST, -- if: by_score_desc
    score ASC NULLS LAST, -- if: by_score_asc
    stories DESC, -- if: by_stories_desc
    stories ASC, -- if: by_stories_asc
    model_stories DESC, -- if: by_model_stories_desc
    model_stories ASC, -- if: by_model_stories_asc
    sentiment DESC NULLS LAST, -- if: by_sentiment_desc
    sentiment ASC NULLS LAST, -- if: by_sentiment_asc
    sentiment_change DESC NULLS LAST, -- if: by_sentiment_change_desc
    sentiment_change ASC NULLS LAST, -- if: by_sentiment_change_asc
    ticker
LIMIT {limit:UInt32}
OFFSET {offset:UInt32}
