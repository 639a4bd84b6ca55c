-- What Radar weighs of a document as a column of its own. The writer says it; for rows that a release of before writes, and for
-- parts of before when they are read (until a merge writes it down), the engine computes it from the document: nothing has to be filled.
-- Compatible from: 0003, which neither reads nor writes it.
ALTER TABLE feed
    ADD COLUMN IF NOT EXISTS tones Array(UInt8) DEFAULT arrayMap(named -> toUInt8(arrayFirst(one -> one.1 = named, arrayMap(one -> (JSONExtractString(one, 'ticker'), 4 * indexOf(['negative', 'neutral', 'positive'], JSONExtractString(one, 'impact_analysis', 'sentiment')) + indexOf(['low', 'medium', 'high'], JSONExtractString(one, 'impact_analysis', 'confidence'))), JSONExtractArrayRaw(doc, 'enrichment', 'ai_trading_insights', 'ticker_analysis'))).2), CAST(tickers, 'Array(String)')) CODEC(ZSTD(1));
