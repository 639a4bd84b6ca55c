-- What is_10b5_1=false leaves out as a column of its own: sales under a plan, while purchases under one stay. The writer says it. For rows of before
-- the table feed computes it from the document; feed_keys has none, so plan purchases of before stay left out of newest-first pages until `npm run rebuild`.
-- Compatible from: 0003, which neither reads nor writes it.
ALTER TABLE feed
    ADD COLUMN IF NOT EXISTS is_plan_sale Bool DEFAULT is_10b5_1 = 'true' AND JSONExtractString(doc, 'insider', 'side') = 'sell';
ALTER TABLE feed_keys
    ADD COLUMN IF NOT EXISTS is_plan_sale Bool DEFAULT is_10b5_1 = 'true';
